//! How many sessions at once, and how often a wrong password may be tried.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use domain::network::Network;
use storage::tally::{Slot, Tally};

use crate::config::SessionLimits;

/// From this many failures on, an address is not even asked for its password ...
const LOCKED_FROM: u32 = 20;
/// ... until it has been quiet for so long.
const FORGOTTEN_AFTER: Duration = Duration::from_mins(5);
/// Addresses remembered at most, so that a spray from many addresses costs a bounded amount of memory.
const REMEMBERED: usize = 10_000;

/// The counts are plain numbers and stay sound even if a holder of the lock panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The places there are.
#[derive(Debug)]
pub(crate) struct Limits {
    most: SessionLimits,
    all: Tally<()>,
    clients: Tally<Network>,
    accounts: Tally<String>,
}

impl Limits {
    pub(crate) fn new(most: SessionLimits) -> Self {
        Self {
            most,
            all: Tally::default(),
            clients: Tally::default(),
            accounts: Tally::default(),
        }
    }

    /// A place for a connection, if there is one in all and for its address.
    pub(crate) fn connection(&self, client: IpAddr) -> Option<(Slot<()>, Slot<Network>)> {
        let all = self.all.enter((), self.most.total)?;
        let one = self.clients.enter(client.into(), self.most.per_client)?;
        Some((all, one))
    }

    /// A place for a session signed in to an account.
    pub(crate) fn account(&self, account: &str) -> Option<Slot<String>> {
        self.accounts
            .enter(account.to_owned(), self.most.per_account)
    }
}

/// Failed sign-ins by network.
#[derive(Debug, Default)]
pub(crate) struct Failures(Mutex<HashMap<Network, (u32, Instant)>>);

impl Failures {
    /// Whether the address failed so often of late that its password is not looked at.
    pub(crate) fn locked(&self, client: IpAddr, now: Instant) -> bool {
        let failures = lock(&self.0);
        failures
            .get(&client.into())
            .is_some_and(|(count, last)| *count >= LOCKED_FROM && fresh(*last, now))
    }

    /// Notes a failure; returns how many there were of late.
    pub(crate) fn add(&self, client: IpAddr, now: Instant) -> u32 {
        let mut failures = lock(&self.0);
        if failures.len() >= REMEMBERED {
            failures.retain(|_, (_, last)| fresh(*last, now));
        }
        if failures.len() >= REMEMBERED {
            failures.clear();
        }
        let entry = failures.entry(client.into()).or_insert((0, now));
        if !fresh(entry.1, now) {
            entry.0 = 0;
        }
        *entry = (entry.0.saturating_add(1), now);
        entry.0
    }

    pub(crate) fn forget(&self, client: IpAddr) {
        lock(&self.0).remove(&client.into());
    }
}

fn fresh(last: Instant, now: Instant) -> bool {
    now.saturating_duration_since(last) < FORGOTTEN_AFTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bounded_and_come_back() {
        let limits = Limits::new(SessionLimits {
            total: 3,
            per_client: 2,
            per_account: 1,
        });
        let (a, b) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let first = limits.connection(a);
        let second = limits.connection(a);
        assert!(first.is_some() && second.is_some());
        assert!(limits.connection(a).is_none(), "two for one address");
        let third = limits.connection(b);
        assert!(third.is_some());
        assert!(limits.connection(b).is_none(), "three in all");
        drop(first);
        assert!(limits.connection(a).is_some());
        let account = limits.account("x");
        assert!(
            account.is_some() && limits.account("x").is_none() && limits.account("y").is_some()
        );
        drop(account);
        assert!(limits.account("x").is_some());
    }

    #[test]
    fn many_failures_lock_an_address_for_a_while() {
        let (failures, client, start) = (
            Failures::default(),
            "10.0.0.1".parse().unwrap(),
            Instant::now(),
        );
        for count in 1..=LOCKED_FROM {
            assert!(!failures.locked(client, start));
            assert_eq!(failures.add(client, start), count);
        }
        assert!(failures.locked(client, start));
        assert!(!failures.locked("10.0.0.2".parse().unwrap(), start));
        let later = start + FORGOTTEN_AFTER;
        assert!(!failures.locked(client, later));
        assert_eq!(failures.add(client, later), 1);
        failures.forget(client);
        assert_eq!(failures.add(client, later), 1);
    }
}
