//! Who may compute with areas now, and how much: a stranger's outline of 20,000 corners must not cost others anything.
//!
//! A permit is taken before any database connection. It holds one of a few slots until the last thread that works
//! under it has ended, also when its request is long gone; its budget ends that work soon after.

use std::sync::Arc;
use std::time::Duration;
use texts::ProblemText;

use axum::http::StatusCode;
use domain::budget::StopOnDrop;
use domain::budget::{Budget, Exhausted};
use domain::ids::UserId;
use domain::network::Network;
use storage::tally::{Slot, Tally};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::problem::Problem;
use crate::shares::Shares;

/// Seconds after which a full pool is worth another try.
const RETRY_AFTER_SECONDS: u32 = 2;

/// What one kind of callers may use.
#[derive(Debug, Clone, Copy)]
pub struct GeometryLimits {
    /// Requests that compute at the same time.
    pub slots: usize,
    /// Of these and of those in front of them, how many are one network's or one person's.
    pub per_requester: usize,
    /// Requests of one network or person, working and waiting.
    pub waiting_per_requester: usize,
    /// Longest wait for a slot.
    pub wait: Duration,
    /// What a request may cost (see [`Budget`]).
    pub steps: u64,
    /// How long it may take, database included.
    pub time: Duration,
}

impl GeometryLimits {
    /// For guests: half of the processors at most, two seconds of computing each.
    #[must_use]
    pub fn for_guests() -> Self {
        Self {
            slots: (processors() / 2).max(1),
            per_requester: 2,
            waiting_per_requester: 32,
            wait: Duration::from_secs(10),
            steps: 2_000_000,
            time: Duration::from_secs(15),
        }
    }

    /// For people with an account, whom one can ask what they are doing.
    #[must_use]
    pub fn for_signed_in() -> Self {
        Self {
            slots: processors().max(2),
            steps: 15_000_000,
            time: Duration::from_secs(30),
            ..Self::for_guests()
        }
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// Whom a share of the slots is counted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Requester {
    Guest(Network),
    Person(UserId),
}

/// Long answers that are being sent at the same time, each with some 10 MB until its reader has taken it; and those of one
/// network or person.
const ANSWERS: usize = 48;
const ANSWERS_OF_ONE: usize = 6;

/// A place for an answer that is being sent.
#[derive(Debug)]
pub struct AnswerSlot {
    _own: Slot<Requester>,
    _of_all: Slot<()>,
}

/// Slots for computing with areas: guests' and signed-in people's apart.
#[derive(Debug)]
pub struct GeometryPool {
    guests: GeometryQueue,
    people: GeometryQueue,
    readers: Tally<Requester>,
    answers: Tally<()>,
}

impl GeometryPool {
    /// None is taken yet.
    #[must_use]
    pub fn new(guests: GeometryLimits, signed_in: GeometryLimits) -> Self {
        Self {
            guests: GeometryQueue::new(guests),
            people: GeometryQueue::new(signed_in),
            readers: Tally::default(),
            answers: Tally::default(),
        }
    }

    /// A place for an answer that is kept in memory until its reader has taken it, however slowly. 503 `geometry_busy` when
    /// there is none.
    pub(super) fn begin_answer(&self, requester: Requester) -> Result<AnswerSlot, Problem> {
        let own = self.readers.enter(requester, ANSWERS_OF_ONE);
        let of_all = self.answers.enter((), ANSWERS);
        let (own, of_all) = own.zip(of_all).ok_or_else(busy)?;
        Ok(AnswerSlot {
            _own: own,
            _of_all: of_all,
        })
    }

    /// Answers that are being sent at this moment.
    #[cfg(test)]
    pub(crate) fn answers_in_use(&self) -> usize {
        self.answers.in_use()
    }

    /// Waits for a slot. 503 `geometry_busy` when all are taken for too long, or when too many wait already.
    pub(crate) async fn enter(&self, requester: Requester) -> Result<GeometryPermit, Problem> {
        let desk = match requester {
            Requester::Guest(_) => &self.guests,
            Requester::Person(_) => &self.people,
        };
        desk.admit(requester).await
    }

    /// Slots that guests and signed-in people hold at this moment.
    #[must_use]
    pub fn slots_in_use(&self) -> (usize, usize) {
        (self.guests.slots_in_use(), self.people.slots_in_use())
    }
}

#[derive(Debug)]
struct GeometryQueue {
    limits: GeometryLimits,
    slots: Arc<Semaphore>,
    waiting: Tally<Requester>,
    shares: Shares<Requester>,
}

impl GeometryQueue {
    fn new(limits: GeometryLimits) -> Self {
        Self {
            limits,
            slots: Arc::new(Semaphore::new(limits.slots)),
            waiting: Tally::default(),
            shares: Shares::new(limits.per_requester),
        }
    }

    fn slots_in_use(&self) -> usize {
        self.limits.slots - self.slots.available_permits()
    }

    async fn admit(&self, requester: Requester) -> Result<GeometryPermit, Problem> {
        let waiting = self
            .waiting
            .enter(requester, self.limits.waiting_per_requester)
            .ok_or_else(busy)?;
        let until = Instant::now() + self.limits.wait;
        // First one's own share, then a slot: whoever sends many stands in line behind himself.
        let share = acquire(self.shares.share_of(requester), until).await?;
        let slot = acquire(Arc::clone(&self.slots), until).await?;
        let held = PermitSlots {
            _slot: slot,
            _share: share,
            _waiting: waiting,
        };
        let budget = Budget::holding(self.limits.steps, held);
        Ok(GeometryPermit {
            _stop: budget.stop_on_drop(),
            budget,
            until: Instant::now() + self.limits.time,
        })
    }
}

async fn acquire(slots: Arc<Semaphore>, until: Instant) -> Result<OwnedSemaphorePermit, Problem> {
    match timeout_at(until, slots.acquire_owned()).await {
        Ok(Ok(slot)) => Ok(slot),
        _ => Err(busy()),
    }
}

fn busy() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, ProblemText::GeometryBusy)
        .retry_after(RETRY_AFTER_SECONDS)
}

/// What goes back when the last one that works under a permit has ended.
#[derive(Debug)]
struct PermitSlots {
    _slot: OwnedSemaphorePermit,
    _share: OwnedSemaphorePermit,
    _waiting: Slot<Requester>,
}

/// The right to compute with areas, for one request. Dropping it, as happens when the client hangs up, stops the work.
#[derive(Debug)]
pub struct GeometryPermit {
    _stop: StopOnDrop,
    budget: Budget,
    until: Instant,
}

impl GeometryPermit {
    /// What the request may cost. A clone keeps the slot: work elsewhere that has one is work under this permit.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Computes on a thread of its own, which keeps the slot until it ends. Whatever the work made of a budget that ran
    /// out is thrown away.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Budget) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        self.budget.check()?;
        let budget = self.budget.clone();
        let working = tokio::task::spawn_blocking(move || work(&budget));
        let made = self.in_time(working).await?;
        made.map_err(|_| Problem::internal())
    }

    /// Waits for what computes or reads elsewhere, as long as the request may take.
    pub async fn within<T>(
        &self,
        reading: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        self.in_time(reading).await?
    }

    async fn in_time<T>(&self, work: impl Future<Output = T>) -> Result<T, Problem> {
        let made = timeout_at(self.until, work).await.map_err(|_| {
            self.budget.stop(Exhausted::Time);
            Problem::from(Exhausted::Time)
        })?;
        self.budget.check()?;
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse as _;

    use super::*;
    use crate::caller::Client;

    fn limits(slots: usize) -> GeometryLimits {
        GeometryLimits {
            slots,
            per_requester: 1,
            waiting_per_requester: 2,
            wait: Duration::from_mins(1),
            steps: 1000,
            time: Duration::from_mins(1),
        }
    }

    fn client(address: &str) -> Client {
        let address: std::net::IpAddr = address.parse().unwrap();
        Client {
            ip: address.to_string(),
            network: address.into(),
            agent: String::new(),
        }
    }

    /// Waits for a condition that another thread brings about.
    async fn until(mut condition: impl FnMut() -> bool) {
        while !condition() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn work_ends_when_its_client_hangs_up_and_the_slot_comes_back_then() {
        let pool = GeometryPool::new(limits(1), limits(1));
        let permit = pool.admit(None, &client("192.0.2.1")).await.unwrap();
        let (began, has_begun) = std::sync::mpsc::channel();
        let endless = async {
            permit
                .run(move |budget| {
                    began.send(()).unwrap();
                    while budget.spend(0).is_ok() {}
                })
                .await
        };
        {
            let mut endless = std::pin::pin!(endless);
            // Polled until the work has begun, then dropped as a request is.
            until(|| {
                let waker = std::task::Waker::noop();
                let mut context = std::task::Context::from_waker(waker);
                assert!(endless.as_mut().poll(&mut context).is_pending());
                has_begun.try_recv().is_ok()
            })
            .await;
            assert_eq!(pool.slots_in_use(), (1, 0));
        }
        drop(permit);
        until(|| pool.slots_in_use() == (0, 0)).await;
    }

    #[tokio::test]
    async fn steps_and_time_end_the_work_with_a_reason() {
        let pool = GeometryPool::new(limits(1), limits(1));
        let guest = client("192.0.2.1");
        let permit = pool.admit(None, &guest).await.unwrap();
        let spent = permit.run(|budget| while budget.spend(1).is_ok() {}).await;
        assert_eq!(spent.unwrap_err().code(), "too_elaborate");
        let late = permit.run(|_| ()).await;
        assert_eq!(late.unwrap_err().code(), "too_elaborate");
        drop(permit);
        let hasty = GeometryLimits {
            time: Duration::ZERO,
            ..limits(1)
        };
        let pool = GeometryPool::new(hasty, hasty);
        let permit = pool.admit(None, &guest).await.unwrap();
        let slow = permit.run(|budget| while budget.check().is_ok() {}).await;
        assert_eq!(slow.unwrap_err().code(), "too_slow");
        drop(permit);
        until(|| pool.slots_in_use() == (0, 0)).await;
    }

    #[tokio::test]
    async fn who_sends_many_waits_for_himself_and_not_others_for_him() {
        let pool = GeometryPool::new(limits(2), limits(1));
        let (many, other) = (client("2001:db8::1"), client("192.0.2.1"));
        let first = pool.admit(None, &many).await.unwrap();
        // The second of the same network waits, a third one is not even let wait.
        let neighbour = client("2001:db8::2");
        let mut second = std::pin::pin!(pool.admit(None, &neighbour));
        assert!(futures::poll!(second.as_mut()).is_pending());
        let third = pool.admit(None, &many).await.unwrap_err();
        assert_eq!(
            (third.status().as_u16(), third.code()),
            (503, "geometry_busy")
        );
        let of_another = pool.admit(None, &other).await.unwrap();
        drop((first, of_another));
        assert!(second.await.is_ok());
    }

    #[tokio::test]
    async fn a_full_pool_says_when_to_come_again() {
        let hasty = GeometryLimits {
            wait: Duration::ZERO,
            ..limits(1)
        };
        let pool = GeometryPool::new(hasty, hasty);
        let held = pool.admit(None, &client("192.0.2.1")).await.unwrap();
        let refused = pool.admit(None, &client("198.51.100.7")).await.unwrap_err();
        assert_eq!(refused.code(), "geometry_busy");
        let answer = refused.into_response();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()["retry-after"], "2");
        drop(held);
        assert!(pool.admit(None, &client("198.51.100.7")).await.is_ok());
    }
}
