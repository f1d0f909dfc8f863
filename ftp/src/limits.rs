//! How many sessions at once, and how often a wrong password may be tried.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use domain::network::Network;
use storage::tally::{Slot, Tally};

use crate::config::SessionLimits;
use crate::waiting::{WaitingPlace, WaitingRoom, lock};

/// From this many failures on, an address is not even asked for its password ...
const LOCKED_FROM: u32 = 20;
/// ... until it has been quiet for so long.
const FORGOTTEN_AFTER: Duration = Duration::from_mins(5);
/// Addresses remembered at most, so that a spray from many addresses costs a bounded amount of memory.
const REMEMBERED: usize = 10_000;

/// The places there are.
#[derive(Debug)]
pub(crate) struct Limits {
    most: SessionLimits,
    waiting: WaitingRoom,
    all: Tally<()>,
    clients: Tally<Network>,
    accounts: Tally<String>,
}

/// The places of a session that has signed in: in all, of its network, of its account.
#[derive(Debug)]
pub(crate) struct SignedInPlace {
    _all: Slot<()>,
    _client: Slot<Network>,
    _account: Slot<String>,
}

impl Limits {
    pub(crate) fn new(most: SessionLimits) -> Self {
        Self {
            most,
            waiting: WaitingRoom::new(most.waiting, most.waiting_per_client),
            all: Tally::default(),
            clients: Tally::default(),
            accounts: Tally::default(),
        }
    }

    /// A place for a connection that is yet to sign in, unless it could not do so anyway.
    pub(crate) fn connection(&self, client: IpAddr) -> Option<WaitingPlace> {
        let is_full = self.all.in_use() >= self.most.total
            || self.clients.held_by(&client.into()) >= self.most.per_client;
        if is_full { None } else { self.waiting(client) }
    }

    /// A place before sign-in.
    pub(crate) fn waiting(&self, client: IpAddr) -> Option<WaitingPlace> {
        self.waiting.enter(client)
    }

    /// A place for a session signed in to an account; the error says what there is too much of.
    pub(crate) fn signed_in(
        &self,
        client: IpAddr,
        account: &str,
    ) -> Result<SignedInPlace, &'static str> {
        let all = self.all.enter((), self.most.total);
        let client = self.clients.enter(client.into(), self.most.per_client);
        let account = self
            .accounts
            .enter(account.to_owned(), self.most.per_account);
        Ok(SignedInPlace {
            _all: all.ok_or("Too many sessions, try again later")?,
            _client: client.ok_or("Too many sessions from this network, try again later")?,
            _account: account.ok_or("Too many sessions for this account, try again later")?,
        })
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

    /// Notes a failure; returns how many there were of late. What is refused without a look at its password says nothing
    /// more, and makes the wait no longer: whoever shares the address with a client that tries for ever gets in again.
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
        if entry.0 >= LOCKED_FROM {
            return entry.0;
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
            per_account: 2,
            waiting: 100,
            waiting_per_client: 100,
        });
        let (a, b) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        let first = limits.signed_in(a, "x").unwrap();
        let second = limits.signed_in(a, "y").unwrap();
        assert!(limits.signed_in(a, "z").unwrap_err().contains("network"));
        assert!(limits.connection(a).is_none(), "it could not sign in");
        let third = limits.signed_in(b, "x").unwrap();
        assert!(
            limits
                .signed_in(b, "z")
                .unwrap_err()
                .starts_with("Too many sessions,")
        );
        assert!(limits.connection(b).is_none());
        drop(second);
        assert!(limits.signed_in(b, "x").unwrap_err().contains("account"));
        let kept = limits.signed_in(b, "z").unwrap();
        drop((first, third, kept));
        assert!(limits.all.in_use() == 0 && limits.clients.in_use() == 0);
        assert!(limits.connection(a).is_some());
    }

    #[test]
    fn strangers_take_no_place_of_those_who_sign_in() {
        let limits = Limits::new(SessionLimits {
            total: 1,
            per_client: 1,
            per_account: 1,
            waiting: 2,
            waiting_per_client: 2,
        });
        let client = "10.0.0.1".parse().unwrap();
        let strangers = [limits.connection(client), limits.connection(client)];
        assert!(strangers.iter().all(Option::is_some) && limits.connection(client).is_none());
        assert!(limits.signed_in(client, "x").is_ok());
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
        // Whoever tries on meanwhile does not make it longer.
        let soon = start + FORGOTTEN_AFTER / 2;
        assert_eq!(failures.add(client, soon), LOCKED_FROM);
        let later = start + FORGOTTEN_AFTER;
        assert!(!failures.locked(client, later));
        assert_eq!(failures.add(client, later), 1);
        failures.forget(client);
        assert_eq!(failures.add(client, later), 1);
    }
}
