//! System configuration as this process knows it. Every answer carries a policy that follows from it, so it is kept in
//! memory, at most some seconds old; who saves sees it at once.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::http::HeaderValue;
use domain::system::{SysKey, TOOLS};
use storage::StorageError;
use storage::db::system;

use super::policy::policy;
use crate::context::{Context, Settings};

/// When it is read anew; other processes save too.
const FRESH: Duration = Duration::from_secs(5);
/// How long the first answer waits for it.
const FIRST: Duration = Duration::from_secs(2);

/// Every entry, with what holds until somebody saves.
#[derive(Debug)]
pub struct System {
    entries: BTreeMap<SysKey, String>,
    policy: HeaderValue,
}

impl System {
    /// What was saved, above what the process was started with.
    pub fn new(settings: &Settings, saved: BTreeMap<SysKey, String>) -> Self {
        let mut entries = BTreeMap::from([
            (SysKey::SysName, settings.sys_name.clone()),
            (SysKey::ContactTele, settings.contact_tele.clone()),
            (SysKey::ContactAddress, settings.contact_address.clone()),
            (SysKey::ToolList, TOOLS.join(",")),
        ]);
        entries.extend(saved);
        let mut system = Self {
            entries,
            policy: HeaderValue::from_static(""),
        };
        system.policy = policy(&system, &settings.tile_origins);
        system
    }

    /// An entry; empty when nothing holds.
    #[must_use]
    pub fn text(&self, key: SysKey) -> &str {
        self.entries.get(&key).map_or("", String::as_str)
    }

    /// The Content-Security-Policy that follows from it.
    #[must_use]
    pub fn policy(&self) -> HeaderValue {
        self.policy.clone()
    }
}

/// Holds it.
#[derive(Debug, Default)]
pub struct SystemCache {
    known: RwLock<Option<(Instant, Arc<System>)>>,
    reading: tokio::sync::Mutex<()>,
}

impl SystemCache {
    fn known(&self) -> Option<(Instant, Arc<System>)> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.clone()
    }

    fn remember(&self, system: &Arc<System>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        *known = Some((Instant::now(), Arc::clone(system)));
    }
}

/// As it is, or was some seconds ago; never an error, and no wait unless nothing is known yet.
pub async fn current(context: &Context) -> Arc<System> {
    match context.system.known() {
        Some((read, system)) if read.elapsed() < FRESH => system,
        Some((_, system)) => {
            let context = context.clone();
            tokio::spawn(async move {
                // One at a time.
                if let Ok(_reading) = context.system.reading.try_lock() {
                    keep_known(&context).await;
                }
            });
            system
        }
        None => {
            let _reading = context.system.reading.lock().await;
            if let Some((_, system)) = context.system.known() {
                return system;
            }
            let read = tokio::time::timeout(FIRST, keep_known(context)).await;
            match context.system.known() {
                Some((_, system)) if read.is_ok() => system,
                _ => {
                    tracing::warn!("system configuration was not read in time");
                    // Remembered, so that the next one does not wait too.
                    let system = Arc::new(System::new(&context.settings, BTreeMap::new()));
                    context.system.remember(&system);
                    system
                }
            }
        }
    }
}

/// Reads it; when that fails, what was known holds on.
async fn keep_known(context: &Context) {
    let system = match read(context).await {
        Ok(system) => system,
        Err(error) => {
            tracing::warn!(%error, "system configuration is not up to date");
            match context.system.known() {
                Some((_, system)) => system,
                None => Arc::new(System::new(&context.settings, BTreeMap::new())),
            }
        }
    };
    context.system.remember(&system);
}

async fn read(context: &Context) -> Result<Arc<System>, StorageError> {
    let mut db = context.connection().await?;
    let saved = system::saved(&mut db).await?;
    Ok(Arc::new(System::new(&context.settings, saved)))
}

/// After somebody has saved here: whoever began to read before is waited for, so that nothing older is remembered.
pub async fn refresh(context: &Context) -> Result<Arc<System>, StorageError> {
    let _reading = context.system.reading.lock().await;
    let system = read(context).await?;
    context.system.remember(&system);
    Ok(system)
}
