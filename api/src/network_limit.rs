//! How often one network may try something: passwords, names, pictures.
//!
//! The rule is the generic cell rate algorithm (ITU-T I.371, annex A): a try costs an interval, and as much may be owed
//! as a burst lasts. Unlike the limiters in libraries, a try can be given back: people who sign in with the right
//! password cost their institute nothing, however many share its address. And where what is owed is owed by tries that nobody
//! has judged yet, the next one waits for their end: fifty people who come at nine are let in one after the other.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use domain::network::Network;
use texts::ProblemText;
use tokio::sync::Notify;

use crate::problem::Problem;

/// Networks that are remembered before those are forgotten that owe nothing.
const MANY_NETWORKS: usize = 10_000;

/// Tries of one network that wait for others of it to end: as many as an institute has people at its doors.
const MAX_WAITING: u32 = 200;

/// Recent tries of each network.
#[derive(Debug)]
pub struct NetworkLimit {
    interval: TimeDelta,
    burst: i32,
    tries: Mutex<HashMap<Network, NetworkTries>>,
    /// Told whenever a try ends.
    ended: Notify,
}

/// What one network has tried.
#[derive(Debug)]
struct NetworkTries {
    /// When it has paid for everything.
    owed_until: DateTime<Utc>,
    /// How many are not judged yet; see [`NetworkLimit::enter`].
    in_flight: u32,
    /// Requests of the network that are queued for a slot.
    waiting: u32,
}

/// A try that is not judged yet. Dropped, it was one of those that are counted.
#[must_use]
#[derive(Debug)]
pub struct Try<'a> {
    limit: &'a NetworkLimit,
    network: Network,
}

impl Try<'_> {
    /// It turned out to be none of those that are counted.
    pub fn give_back(self) {
        self.limit.give_back(self.network);
    }
}

impl Drop for Try<'_> {
    fn drop(&mut self) {
        if let Some(tries) = self.limit.lock().get_mut(&self.network) {
            tries.in_flight -= 1;
        }
        self.limit.ended.notify_waiters();
    }
}

/// Counts a queued request until it is dropped.
struct Waiting<'a>(&'a NetworkLimit, Network);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(tries) = self.0.lock().get_mut(&self.1) {
            tries.waiting -= 1;
        }
    }
}

impl NetworkLimit {
    /// So many at once, and then one in each interval.
    #[must_use]
    pub fn new(burst: i32, interval: TimeDelta) -> Self {
        Self {
            interval,
            burst,
            tries: Mutex::default(),
            ended: Notify::new(),
        }
    }

    /// One more for this network, or 429 `too_often` with how long it has to wait.
    pub fn step(&self, network: Network, now: DateTime<Utc>) -> Result<(), Problem> {
        let mut all = self.lock();
        self.count(tries_of(&mut all, network, now), now)
            .map_err(too_often)
    }

    /// One more for this network, which lasts until it is judged. Where it is too many because of others that last, it waits
    /// for them: only those count in the end that are not given back. Of failures so many pass as by [`Self::step`].
    pub async fn enter(&self, network: Network, now: DateTime<Utc>) -> Result<Try<'_>, Problem> {
        loop {
            // Hears every end from here on.
            let ended = self.ended.notified();
            {
                let mut all = self.lock();
                let tries = tries_of(&mut all, network, now);
                match self.count(tries, now) {
                    Ok(()) => {
                        tries.in_flight += 1;
                        let limit = self;
                        return Ok(Try { limit, network });
                    }
                    Err(wait) if tries.in_flight == 0 || tries.waiting >= MAX_WAITING => {
                        return Err(too_often(wait));
                    }
                    Err(_) => tries.waiting += 1,
                }
            }
            let waiting = Waiting(self, network);
            ended.await;
            drop(waiting);
        }
    }

    /// Counts one more, or answers how long it would have to wait.
    fn count(&self, tries: &mut NetworkTries, now: DateTime<Utc>) -> Result<(), TimeDelta> {
        let next = now.max(tries.owed_until) + self.interval;
        let wait = next - now - self.interval * self.burst;
        if wait > TimeDelta::zero() {
            return Err(wait);
        }
        tries.owed_until = next;
        Ok(())
    }

    /// One less: it turned out to be none of those that are counted.
    pub fn give_back(&self, network: Network) {
        if let Some(tries) = self.lock().get_mut(&network) {
            tries.owed_until -= self.interval;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Network, NetworkTries>> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn tries_of(
    all: &mut HashMap<Network, NetworkTries>,
    network: Network,
    now: DateTime<Utc>,
) -> &mut NetworkTries {
    if all.len() > MANY_NETWORKS {
        all.retain(|_, tries| tries.owed_until > now || tries.in_flight > 0 || tries.waiting > 0);
    }
    all.entry(network).or_insert(NetworkTries {
        owed_until: now,
        in_flight: 0,
        waiting: 0,
    })
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

    /// Those who are right cost nothing, however many come at once; of those who are wrong no more are looked at than may
    /// fail.
    #[tokio::test]
    async fn who_comes_while_others_last_waits_for_their_end() {
        for (right, looked_at) in [(true, 50), (false, 3)] {
            let pace = NetworkLimit::new(3, TimeDelta::seconds(10));
            let most = std::sync::atomic::AtomicU32::new(0);
            let tries = (0..50).map(|_| async {
                let network = network("192.0.2.1");
                let Ok(one) = pace.enter(network, start()).await else {
                    return false;
                };
                let in_flight = pace.lock()[&network].in_flight;
                most.fetch_max(in_flight, std::sync::atomic::Ordering::Relaxed);
                tokio::task::yield_now().await;
                if right {
                    one.give_back();
                }
                true
            });
            let passed = futures::future::join_all(tries).await;
            let passed = passed.into_iter().filter(|passed| *passed).count();
            assert_eq!((passed, most.into_inner()), (looked_at, 3));
            assert_eq!(pace.lock()[&network("192.0.2.1")].waiting, 0);
        }
    }

    #[tokio::test]
    async fn only_so_many_wait_and_who_goes_away_frees_a_place() {
        let pace = NetworkLimit::new(1, TimeDelta::seconds(10));
        let network = network("192.0.2.1");
        let first = pace.enter(network, start()).await.unwrap();
        let mut waiting: Vec<_> = (0..MAX_WAITING)
            .map(|_| Box::pin(pace.enter(network, start())))
            .collect();
        for one in &mut waiting {
            assert!(futures::poll!(one).is_pending());
        }
        let refused = pace.enter(network, start()).await.unwrap_err();
        assert_eq!(refused.code(), "too_often");
        waiting.pop();
        let mut late = Box::pin(pace.enter(network, start()));
        assert!(futures::poll!(&mut late).is_pending());
        first.give_back();
        assert!(futures::poll!(&mut late).is_ready());
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
