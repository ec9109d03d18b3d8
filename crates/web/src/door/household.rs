//! Which addresses are one peer.

use std::net::{IpAddr, Ipv6Addr};

/// The address that stands for a peer. With IPv6, a household has many; they share the first half.
pub(crate) fn household(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_half_is_the_household() {
        for (peer, household_of_peer) in [
            ("2001:db8:1:2:3::4", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
            ("::ffff:10.0.0.1", "10.0.0.1"),
            ("10.0.0.1", "10.0.0.1"),
            ("::1", "::1"),
        ] {
            let found = household(peer.parse().unwrap());
            assert_eq!(found.to_string(), household_of_peer, "{peer}");
        }
    }
}
