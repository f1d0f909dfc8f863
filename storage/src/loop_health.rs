//! Whether the loops of this process go on: what nobody waits for is otherwise missed by nobody.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The loops of a process, by name.
#[derive(Debug, Clone, Default)]
pub struct LoopHealth(Arc<Mutex<BTreeMap<&'static str, Act>>>);

/// What a loop is at.
#[derive(Debug)]
enum Act {
    /// Busy since that instant, with the longest time that the act may take.
    Running(Instant, Duration),
    /// It waits for its next turn.
    Ended,
    /// The last one was given up, because it did not end.
    GivenUp,
}

impl LoopHealth {
    fn acts(&self) -> MutexGuard<'_, BTreeMap<&'static str, Act>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The loop begins an act, which should take `most` at the longest. One that was given up last time counts as stuck
    /// until one ends.
    pub fn begins(&self, what: &'static str, most: Duration) {
        let mut acts = self.acts();
        if !matches!(acts.get(what), Some(Act::GivenUp)) {
            acts.insert(what, Act::Running(Instant::now(), most));
        }
    }

    /// Ends the act, whether it failed or not.
    pub fn ends(&self, what: &'static str) {
        self.acts().insert(what, Act::Ended);
    }

    /// The act did not end, and is not waited for any more.
    pub fn gives_up(&self, what: &'static str) {
        self.acts().insert(what, Act::GivenUp);
    }

    /// Loops that do not go on.
    #[must_use]
    pub fn stuck(&self) -> Vec<&'static str> {
        let acts = self.acts();
        let stuck = acts.iter().filter(|(_, act)| match act {
            Act::Running(since, most) => since.elapsed() > *most,
            Act::Ended => false,
            Act::GivenUp => true,
        });
        stuck.map(|(what, _)| *what).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_is_stuck_from_its_limit_on_until_an_act_ends() {
        let health = LoopHealth::default();
        assert!(health.stuck().is_empty());
        health.begins("sweep", Duration::from_hours(1));
        health.begins("dispatch", Duration::ZERO);
        while health.stuck().is_empty() {}
        assert_eq!(health.stuck(), ["dispatch"]);
        health.gives_up("dispatch");
        health.begins("dispatch", Duration::from_hours(1));
        assert_eq!(health.stuck(), ["dispatch"], "it was given up just now");
        health.ends("dispatch");
        assert!(health.stuck().is_empty());
    }
}
