//! Random texts: the address of a table, and the secret of a seat.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The letters and digits of an address. None looks like another one.
const ADDRESS_SIGNS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// The number of signs of an address, five random bits each.
const ADDRESS_LENGTH: usize = 10;

/// The bytes of a secret.
const SECRET_BYTES: usize = 16;

/// The system gives no random numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
pub(crate) struct NoRandom(getrandom::Error);

/// A new address. Nobody can guess it.
pub(crate) fn new_address() -> Result<String, NoRandom> {
    let mut bytes = [0; ADDRESS_LENGTH];
    getrandom::fill(&mut bytes).map_err(NoRandom)?;
    Ok(bytes.iter().map(|byte| ADDRESS_SIGNS[usize::from(byte % 32)] as char).collect())
}

/// Whether a text can be the address of a table. A prefix may stand before it.
pub(crate) fn is_address(text: &str) -> bool {
    text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// A new secret: 32 letters. The seat belongs to whoever knows it.
pub(crate) fn new_secret() -> Result<String, NoRandom> {
    let mut bytes = [0_u8; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(NoRandom)?;
    let halves = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    Ok(halves.map(|half| char::from(b'a' + half)).collect())
}

/// What is kept of a secret: its SHA-256. A secret has 128 random bits, so it needs no salt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SecretHash([u8; 32]);

impl SecretHash {
    pub(crate) fn of(secret: &str) -> Self {
        Self(Sha256::digest(secret.as_bytes()).into())
    }

    /// Whether this is the hash of a secret. The time that it takes tells nothing.
    pub(crate) fn opens(&self, secret: &str) -> bool {
        self.0.ct_eq(&Self::of(secret).0).into()
    }

    pub(crate) fn bytes(&self) -> [u8; 32] {
        self.0
    }

    pub(crate) fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn addresses_and_secrets_differ_and_have_their_form() {
        let addresses: BTreeSet<String> = (0..1_000).map(|_| new_address().unwrap()).collect();
        let secrets: BTreeSet<String> = (0..1_000).map(|_| new_secret().unwrap()).collect();
        assert_eq!([addresses.len(), secrets.len()], [1_000, 1_000]);
        for address in &addresses {
            assert!(address.len() == 10 && is_address(address), "{address}");
            assert!(!address.contains(['0', '1', 'l', 'o']), "{address}");
        }
        assert!(secrets.iter().all(|secret| secret.len() == 32));
        assert!(secrets.iter().all(|secret| secret.bytes().all(|b| (b'a'..=b'p').contains(&b))));
        let signs: BTreeSet<char> = addresses.iter().flat_map(|address| address.chars()).collect();
        assert_eq!(signs.len(), 32);
    }

    #[test]
    fn only_the_secret_itself_opens() {
        let secret = new_secret().unwrap();
        let hash = SecretHash::of(&secret);
        assert!(hash.opens(&secret) && SecretHash::from_bytes(hash.bytes()).opens(&secret));
        for other in ["", &secret[1..], &secret.to_uppercase(), &new_secret().unwrap()] {
            assert!(!hash.opens(other), "{other}");
        }
    }

    #[test]
    fn what_is_no_address_is_told() {
        for text in ["a/b", "../x", "a b", "<b>", "'; DROP TABLE tables; --", "\u{e9}"] {
            assert!(!is_address(text), "{text}");
        }
        assert!(!is_address(&"a".repeat(65)) && is_address("a-x7qk2"));
    }
}
