//! How many sessions at once, and how often a wrong password may be tried.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::config::SessionLimits;

/// From this many failures on, an address is not even asked for its password ...
const LOCKED_FROM: u32 = 20;
/// ... until it has been quiet for so long.
const FORGOTTEN_AFTER: Duration = Duration::from_mins(5);
/// Addresses remembered at most, so that a spray from many addresses costs a bounded amount of memory.
const REMEMBERED: usize = 10_000;

/// Counts what is held per key, and frees it when the slot is dropped.
#[derive(Debug)]
struct Tally<K: Eq + Hash + Clone>(Arc<Mutex<HashMap<K, usize>>>);

/// A place taken; dropping it gives it back.
#[derive(Debug)]
pub(crate) struct Slot<K: Eq + Hash + Clone> {
    tally: Arc<Mutex<HashMap<K, usize>>>,
    key: K,
}

impl<K: Eq + Hash + Clone> Tally<K> {
    fn new() -> Self {
        Self(Arc::default())
    }

    fn enter(&self, key: K, most: usize) -> Option<Slot<K>> {
        let mut counts = lock(&self.0);
        let count = counts.entry(key.clone()).or_default();
        if *count >= most {
            if *count == 0 {
                counts.remove(&key);
            }
            return None;
        }
        *count += 1;
        Some(Slot {
            tally: Arc::clone(&self.0),
            key,
        })
    }
}

impl<K: Eq + Hash + Clone> Drop for Slot<K> {
    fn drop(&mut self) {
        let mut counts = lock(&self.tally);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

/// The counts are plain numbers and stay sound even if a holder of the lock panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The places there are.
#[derive(Debug)]
pub(crate) struct Limits {
    most: SessionLimits,
    all: Tally<()>,
    clients: Tally<IpAddr>,
    accounts: Tally<String>,
}

impl Limits {
    pub(crate) fn new(most: SessionLimits) -> Self {
        Self {
            most,
            all: Tally::new(),
            clients: Tally::new(),
            accounts: Tally::new(),
        }
    }

    /// A place for a connection, if there is one in all and for its address.
    pub(crate) fn connection(&self, client: IpAddr) -> Option<(Slot<()>, Slot<IpAddr>)> {
        let all = self.all.enter((), self.most.total)?;
        let one = self.clients.enter(source(client), self.most.per_client)?;
        Some((all, one))
    }

    /// A place for a session signed in to an account.
    pub(crate) fn account(&self, account: &str) -> Option<Slot<String>> {
        self.accounts
            .enter(account.to_owned(), self.most.per_account)
    }
}

/// What counts as one client: an IPv4 address, or an IPv6 network of 64 bits, as one host owns all of it.
fn source(client: IpAddr) -> IpAddr {
    match client {
        IpAddr::V4(_) => client,
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()
        }
    }
}

/// Failed sign-ins by address.
#[derive(Debug, Default)]
pub(crate) struct Failures(Mutex<HashMap<IpAddr, (u32, Instant)>>);

impl Failures {
    /// Whether the address failed so often of late that its password is not looked at.
    pub(crate) fn locked(&self, client: IpAddr, now: Instant) -> bool {
        let failures = lock(&self.0);
        failures
            .get(&source(client))
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
        let entry = failures.entry(source(client)).or_insert((0, now));
        if !fresh(entry.1, now) {
            entry.0 = 0;
        }
        *entry = (entry.0.saturating_add(1), now);
        entry.0
    }

    pub(crate) fn forget(&self, client: IpAddr) {
        lock(&self.0).remove(&source(client));
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
    fn a_whole_ipv6_network_is_one_client() {
        let one = source("2001:db8:1:2:3::4".parse().unwrap());
        assert_eq!(one, source("2001:db8:1:2:ffff::".parse().unwrap()));
        assert_ne!(one, source("2001:db8:1:3::1".parse().unwrap()));
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
