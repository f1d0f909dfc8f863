//! When a worker looks into the queue though nobody woke it.

use std::task::{Context, Poll};
use std::time::Duration;

use apalis::prelude::{PollSnapshot, PollStrategy};
use tokio::time::{Interval, MissedTickBehavior};

/// Wakes its worker at least once in each interval.
///
/// apalis's own interval strategy starts the next wait without polling it. Where a look into the queue ends in the very
/// poll that finds the wait over, which takes a look longer than the interval, nothing wakes the worker any more before
/// its heartbeat, and tasks wait for seconds beside free slots.
#[derive(Debug)]
pub(super) struct PollTimer(Interval);

impl PollTimer {
    /// The first look is at once. Call inside a runtime.
    pub(super) fn every(interval: Duration) -> Self {
        let mut ticks = tokio::time::interval(interval);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self(ticks)
    }
}

impl PollStrategy for PollTimer {
    fn poll_drive(&mut self, context: &mut Context<'_>, _: &PollSnapshot) -> Poll<Option<()>> {
        let mut is_due = false;
        // To the end: only a wait that is pending wakes anybody.
        while self.0.poll_tick(context).is_ready() {
            is_due = true;
        }
        if is_due {
            Poll::Ready(Some(()))
        } else {
            Poll::Pending
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Wake, Waker};

    use super::*;

    const INTERVAL: Duration = Duration::from_millis(20);

    #[derive(Default)]
    struct Woken(AtomicUsize);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    impl Woken {
        /// Waits for one more wake than `before`; one that never comes fails the test.
        async fn again(&self, before: usize) {
            let come = async {
                while self.0.load(Ordering::SeqCst) == before {
                    tokio::time::sleep(INTERVAL / 10).await;
                }
            };
            let woken = tokio::time::timeout(Duration::from_mins(1), come).await;
            assert!(woken.is_ok(), "nobody wakes the worker");
        }
    }

    #[tokio::test]
    async fn a_worker_is_woken_again_after_the_poll_that_finds_the_wait_over() {
        let woken = Arc::new(Woken::default());
        let waker = Waker::from(Arc::clone(&woken));
        let mut context = Context::from_waker(&waker);
        let mut timer = PollTimer::every(INTERVAL);
        let mut looks = 0;
        while looks < 3 {
            let before = woken.0.load(Ordering::SeqCst);
            if timer
                .poll_drive(&mut context, &PollSnapshot::new())
                .is_ready()
            {
                looks += 1;
            }
            // No poll follows, as where the look that the timer called for ends within this one.
            woken.again(before).await;
        }
    }
}
