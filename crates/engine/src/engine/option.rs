//! The interface of an option: how it is announced, read and set.

use super::offer::{Offer, OptionError, Setting};

/// An option that acts on a `C`. It keeps its own value.
pub trait OptionOf<C> {
    /// How it is announced.
    fn offer(&self, context: &C) -> Offer;

    /// Whether it is offered at present.
    fn is_offered(&self, _context: &C) -> bool {
        true
    }

    /// Reads a value, as its kind in `offer` says.
    fn read(&self, offer: &Offer, value: Option<&str>) -> Result<Setting, OptionError> {
        offer.read(value)
    }

    /// Takes a value that [`read`](Self::read) has accepted. If the option cannot have this value,
    /// it says why, and the old value stays.
    fn set(&mut self, value: Setting, context: &mut C) -> Result<(), String>;
}

/// The announcements of the options that are offered at present.
pub fn offers<'a, C: 'a>(
    options: impl IntoIterator<Item = &'a dyn OptionOf<C>>,
    context: &C,
) -> Vec<Offer> {
    let offered = options.into_iter().filter(|option| option.is_offered(context));
    offered.map(|option| option.offer(context)).collect()
}

/// Sets the option of this name. False if there is none.
///
/// # Errors
///
/// If the option cannot have this value. The old value stays.
pub fn set<'a, C: 'a>(
    options: impl IntoIterator<Item = &'a mut dyn OptionOf<C>>,
    name: &str,
    value: Option<&str>,
    context: &mut C,
) -> Result<bool, OptionError> {
    for option in options.into_iter().filter(|option| option.is_offered(context)) {
        let offer = option.offer(context);
        if offer.is_called(name) {
            let setting = option.read(&offer, value)?;
            option.set(setting, context).map_err(|why| offer.error(why))?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Makes a list of options: a struct with one field per option, and the methods `all` and
/// `all_mut`. The order is that of the announcements.
#[doc(hidden)]
#[macro_export]
macro_rules! option_list {
    (
        $(#[$about:meta])*
        pub(super) struct $List:ident $(for<$life:lifetime>)? of $Trait:ty {
            $($field:ident: $Option:ty,)*
        }
    ) => {
        $(#[$about])*
        #[derive(Default)]
        pub(super) struct $List {
            $(pub(super) $field: $Option,)*
        }

        impl $List {
            fn all$(<$life>)?(&self) -> Vec<&$Trait> {
                vec![$(&self.$field,)*]
            }

            fn all_mut$(<$life>)?(&mut self) -> Vec<&mut $Trait> {
                vec![$(&mut self.$field,)*]
            }
        }
    };
}

#[doc(hidden)]
pub use crate::option_list as list;
