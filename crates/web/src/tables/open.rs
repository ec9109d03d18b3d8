//! All tables of a server.

use std::path::Path;
use std::sync::Arc;

use super::finder::MoveFinder;
use super::hall::{Hall, HostMap};
use super::one_table::rulebook::Rulebook;
use super::store::{Store, StoreError};
use sarsen_engine::session::Registry;

/// All tables of a server.
#[derive(Clone)]
pub(crate) struct Tables {
    hall: Arc<Hall>,
}

impl Tables {
    /// Opens the store, in a file or in memory. If there is a `name`, the address of each new table
    /// begins with it and a hyphen, so that several servers can share a host.
    ///
    /// # Errors
    ///
    /// If the store cannot be opened. Its file is left as it is.
    pub(crate) fn open(
        registry: Arc<Registry>,
        finder: Arc<dyn MoveFinder>,
        store: Option<&Path>,
        name: Option<&str>,
    ) -> Result<Self, StoreError> {
        let prefix = name.map(|name| format!("{name}-")).unwrap_or_default();
        let hosts = Arc::new(HostMap::default());
        let used = Arc::clone(&hosts);
        let store = Store::open(store, Box::new(move |id| used.has(id)))?;
        let hall = Hall::new(Rulebook::new(registry), store, finder, prefix, hosts);
        Ok(Self { hall: Arc::new(hall) })
    }

    pub(super) fn hall(&self) -> &Arc<Hall> {
        &self.hall
    }
}
