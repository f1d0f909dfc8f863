//! When a worker looks into the queue though nobody woke it.

use std::task::{Context, Poll};
use std::time::Duration;

use apalis::prelude::{PollSnapshot, PollStrategy};
use tokio::time::{Interval, MissedTickBehavior};

/// Wakes its worker at every beat.
///
/// apalis's own interval strategy starts the next wait without polling it. Where a look into the queue ends in the very
/// poll that finds the wait over, which takes a look longer than the interval, nothing wakes the worker any more before
/// its heartbeat, and tasks wait for seconds beside free slots.
#[derive(Debug)]
pub(super) struct Beat(Interval);

impl Beat {
    /// The first beat is at once. Call inside a runtime.
    pub(super) fn every(interval: Duration) -> Self {
        let mut beats = tokio::time::interval(interval);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self(beats)
    }
}

impl PollStrategy for Beat {
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
        let mut beat = Beat::every(INTERVAL);
        let mut beats = 0;
        while beats < 3 {
            let before = woken.0.load(Ordering::SeqCst);
            if beat
                .poll_drive(&mut context, &PollSnapshot::new())
                .is_ready()
            {
                beats += 1;
            }
            // No poll follows, as where the look that the beat called for ends within this one.
            woken.again(before).await;
        }
    }
}
