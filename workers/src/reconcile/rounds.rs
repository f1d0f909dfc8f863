//! Acting again and again: each act has an end, hears that the process stops, and is seen when it does neither.

use std::time::Duration;

use storage::lifecycle::LifecycleError;
use storage::loop_health::LoopHealth;
use tokio::sync::Notify;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_util::sync::CancellationToken;

/// How long an act that has begun may take once the process stops. What it has not committed by then is as if it had not
/// begun.
const GRACE: Duration = Duration::from_secs(3);

/// A loop.
#[derive(Debug, Clone, Copy)]
pub struct Round {
    /// Its name in the log and at `/readyz`.
    pub what: &'static str,
    /// Time from the start of one act to the next.
    pub period: Duration,
    /// What an act may take; then it is given up, and the next one begins.
    pub most: Duration,
}

/// The loops of a process.
#[derive(Debug, Clone, Copy)]
pub struct Rounds<'a> {
    stop: &'a CancellationToken,
    health: &'a LoopHealth,
}

impl<'a> Rounds<'a> {
    /// They run until `stop` is set.
    #[must_use]
    pub const fn new(stop: &'a CancellationToken, health: &'a LoopHealth) -> Self {
        Self { stop, health }
    }

    /// Acts once a period.
    pub async fn every<F, R>(self, round: Round, act: F)
    where
        F: Fn() -> R,
        R: Future<Output = Result<(), LifecycleError>>,
    {
        self.every_and_on(&Notify::new(), round, act).await;
    }

    /// Acts once a period, and at once on a nudge.
    pub async fn every_and_on<F, R>(self, nudge: &Notify, round: Round, act: F)
    where
        F: Fn() -> R,
        R: Future<Output = Result<(), LifecycleError>>,
    {
        let Round { what, period, most } = round;
        let mut ticks = interval(period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failing = false;
        loop {
            tokio::select! {
                () = self.stop.cancelled() => return,
                _ = ticks.tick() => {}
                () = nudge.notified() => {}
            }
            self.health.begins(what, most);
            // On the heap: all loops of a process are one future, and what they hold together outgrows a thread's stack in a build
            // without optimisation.
            let acting = Box::pin(act());
            let ended = tokio::select! {
                ended = timeout(most, acting) => ended,
                () = self.overdue() => return,
            };
            if let Ok(ended) = ended {
                self.health.ends(what);
                // Once: a dependency that is down is down at every tick.
                if let (Err(error), false) = (&ended, failing) {
                    tracing::warn!(%error, what, "reconciler fails, and goes on trying");
                }
                failing = ended.is_err();
            } else {
                self.health.gives_up(what);
                tracing::error!(
                    what,
                    ?most,
                    "reconciler does not end what it does, and begins anew"
                );
            }
        }
    }

    async fn overdue(self) {
        self.stop.cancelled().await;
        sleep(GRACE).await;
    }
}
