//! System configuration, and where a process keeps what it knows of it.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use axum::http::HeaderValue;
use domain::sign_in_policy::SignInPolicy;
use domain::system::SysKey;

/// Every entry, with what holds until somebody saves.
#[derive(Debug)]
pub struct System {
    entries: BTreeMap<SysKey, String>,
    policy: HeaderValue,
}

impl System {
    /// Of these entries, without a policy yet.
    #[must_use]
    pub fn new(entries: BTreeMap<SysKey, String>) -> Self {
        Self {
            entries,
            policy: HeaderValue::from_static(""),
        }
    }

    /// With the policy that follows from it.
    #[must_use]
    pub fn with_policy(self, policy: HeaderValue) -> Self {
        Self { policy, ..self }
    }

    /// An entry; empty when nothing holds.
    #[must_use]
    pub fn text(&self, key: SysKey) -> &str {
        self.entries.get(&key).map_or("", String::as_str)
    }

    /// What it asks of passwords, accounts and of how many come at once.
    #[must_use]
    pub fn sign_in_policy(&self) -> SignInPolicy {
        SignInPolicy::of_entries(|key| self.text(key))
    }

    /// The Content-Security-Policy that follows from it.
    #[must_use]
    pub fn policy(&self) -> HeaderValue {
        self.policy.clone()
    }
}

/// The configuration as last read, shared by the requests of this process.
#[derive(Debug, Default)]
pub struct SystemCache {
    known: RwLock<Option<(Instant, Arc<System>)>>,
    /// Held by the one who reads it anew.
    pub(super) reading: tokio::sync::Mutex<()>,
}

impl SystemCache {
    pub(super) fn known(&self) -> Option<(Instant, Arc<System>)> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.clone()
    }

    pub(super) fn remember(&self, system: &Arc<System>) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        *known = Some((Instant::now(), Arc::clone(system)));
    }

    /// As if nobody had asked for so long.
    #[cfg(test)]
    pub(super) fn age(&self, by: std::time::Duration) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some((read, _)) = known.as_mut() {
            *read = read.checked_sub(by).unwrap_or(*read);
        }
    }
}
