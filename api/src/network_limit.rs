//! How often one network may try something: passwords, names, pictures.
//!
//! The rule is the generic cell rate algorithm (ITU-T I.371, annex A): a try costs an interval, and as much may be owed
//! as a burst lasts. Unlike the limiters in libraries, a try can be given back: people who sign in with the right
//! password cost their institute nothing, however many share its address.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use texts::ProblemText;

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use domain::network::Network;

use crate::problem::Problem;

/// Networks that are remembered before those are forgotten that owe nothing.
const MANY_NETWORKS: usize = 10_000;

/// Who has tried lately.
#[derive(Debug)]
pub struct NetworkLimit {
    interval: TimeDelta,
    burst: i32,
    /// When a network has paid for everything it tried.
    owed_until: Mutex<HashMap<Network, DateTime<Utc>>>,
}

impl NetworkLimit {
    /// So many at once, and then one in each interval.
    #[must_use]
    pub fn new(burst: i32, interval: TimeDelta) -> Self {
        Self {
            interval,
            burst,
            owed_until: Mutex::default(),
        }
    }

    /// One more for this network, or 429 `too_often` with how long it has to wait.
    pub fn step(&self, network: Network, now: DateTime<Utc>) -> Result<(), Problem> {
        let mut owed_until = self.lock();
        if owed_until.len() > MANY_NETWORKS {
            owed_until.retain(|_, until| *until > now);
        }
        let owed = owed_until
            .get(&network)
            .map_or(now, |until| now.max(*until));
        let next = owed + self.interval;
        let wait = next - now - self.interval * self.burst;
        if wait > TimeDelta::zero() {
            return Err(too_often(wait));
        }
        owed_until.insert(network, next);
        Ok(())
    }

    /// One less: it turned out to be none of those that are counted.
    pub fn give_back(&self, network: Network) {
        if let Some(until) = self.lock().get_mut(&network) {
            *until -= self.interval;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Network, DateTime<Utc>>> {
        self.owed_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn too_often(wait: TimeDelta) -> Problem {
    let seconds = u32::try_from(wait.num_seconds() + 1).unwrap_or(u32::MAX);
    Problem::new(StatusCode::TOO_MANY_REQUESTS, ProblemText::TooOften).retry_after(seconds)
}

/// What each network may try, of what strangers may.
#[derive(Debug)]
pub struct NetworkLimits {
    /// Failed sign-ins of any account.
    pub sign_in: NetworkLimit,
    /// New accounts, and attempts at them.
    pub sign_up: NetworkLimit,
    /// Links to set another password that are asked for.
    pub password_reset: NetworkLimit,
    /// Questions whether an account name is taken.
    pub exists: NetworkLimit,
    /// Ways to the identity provider and back: each asks it, or keeps a row.
    pub provider: NetworkLimit,
    /// Pictures to be read.
    pub captcha: NetworkLimit,
    /// Areas to be kept: each takes up to two megabytes of the database.
    pub areas: NetworkLimit,
}

impl Default for NetworkLimits {
    fn default() -> Self {
        Self {
            sign_in: NetworkLimit::new(SIGN_INS, TimeDelta::seconds(30)),
            sign_up: NetworkLimit::new(20, TimeDelta::minutes(3)),
            password_reset: NetworkLimit::new(RESETS, TimeDelta::minutes(2)),
            exists: NetworkLimit::new(60, TimeDelta::seconds(1)),
            provider: NetworkLimit::new(PROVIDER_STEPS, TimeDelta::seconds(2)),
            captcha: NetworkLimit::new(120, TimeDelta::seconds(1)),
            areas: NetworkLimit::new(AREAS, TimeDelta::seconds(2)),
        }
    }
}

/// Failed sign-ins at once.
pub(crate) const SIGN_INS: i32 = 20;
/// Links to set another password at once: an institute comes from one address.
pub(crate) const RESETS: i32 = 20;
/// Steps to the identity provider and back at once: an institute comes from one address, and comes at nine.
const PROVIDER_STEPS: i32 = 120;
/// Areas kept at once. Whoever draws by hand needs a few.
pub(crate) const AREAS: i32 = 30;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn network(address: &str) -> Network {
        address.parse::<std::net::IpAddr>().unwrap().into()
    }

    fn start() -> DateTime<Utc> {
        "2026-03-01T08:00:00Z".parse().unwrap()
    }

    #[test]
    fn a_burst_then_one_in_each_interval_for_each_network() {
        let pace = NetworkLimit::new(3, TimeDelta::seconds(10));
        let (one, other) = (network("2001:db8::1"), network("192.0.2.1"));
        for _ in 0..3 {
            assert!(pace.step(one, start()).is_ok());
        }
        let neighbour = network("2001:db8::ffff");
        let refused = pace.step(neighbour, start()).unwrap_err();
        assert_eq!(
            (refused.status().as_u16(), refused.code()),
            (429, "too_often")
        );
        assert!(pace.step(other, start()).is_ok());
        let later = start() + TimeDelta::seconds(10);
        assert!(pace.step(one, later).is_ok());
        assert!(pace.step(one, later).is_err());
        pace.give_back(one);
        assert!(pace.step(one, later).is_ok());
    }

    proptest! {
        /// Never more than the burst and one for each interval that has passed.
        #[test]
        fn no_rhythm_gets_more(gaps in proptest::collection::vec(0_i64..30, 1..200)) {
            let pace = NetworkLimit::new(5, TimeDelta::seconds(10));
            let mut now = start();
            let mut passed = 0_i64;
            for gap in gaps {
                now += TimeDelta::seconds(gap);
                passed += i64::from(pace.step(network("192.0.2.1"), now).is_ok());
                let most = 5 + (now - start()).num_seconds() / 10;
                prop_assert!(passed <= most, "{passed} after {}", now - start());
            }
        }
    }
}
