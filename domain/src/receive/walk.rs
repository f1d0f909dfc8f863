//! Walks over all pages of a STAC API: from which moment on, and how far the next one may rely on this one.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// How far a walk reaches back behind the last one: items of one and the same moment, and items that were written a little late.
const OVERLAP: TimeDelta = TimeDelta::minutes(10);

/// From which `updated` on items are asked for; `None`: all.
#[must_use]
pub fn updated_since(mark: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    mark.map(|mark| mark - OVERLAP)
}

/// What a walk that is not through has seen so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StacWalk {
    /// Start of the walk.
    pub begun: DateTime<Utc>,
    /// The greatest `updated` so far.
    pub reached: Option<DateTime<Utc>>,
    /// The smallest `updated` of what had to be left for another time.
    pub left: Option<DateTime<Utc>>,
    /// Whether something without an `updated` had to be left.
    pub left_unknown: bool,
}

impl StacWalk {
    #[must_use]
    pub const fn begin(now: DateTime<Utc>) -> Self {
        Self {
            begun: now,
            reached: None,
            left: None,
            left_unknown: false,
        }
    }

    /// With an item more, that was taken, refused for good, or left.
    pub fn note(&mut self, updated: Option<DateTime<Utc>>, is_left: bool) {
        self.reached = self.reached.max(updated);
        if is_left {
            self.left_unknown |= updated.is_none();
            self.left = match (self.left, updated) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
    }

    /// The mark when the walk is through. It never goes back, never beyond what was left, and never beyond the beginning of the walk,
    /// whatever a source says of the time.
    #[must_use]
    pub fn mark(&self, before: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
        if self.left_unknown {
            return before;
        }
        let bound = self.left.map_or(self.begun, |left| left.min(self.begun));
        let next = self.reached.map(|reached| reached.min(bound));
        if self
            .left
            .is_some_and(|left| before.is_some_and(|before| left < before))
        {
            return self.left;
        }
        before.max(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    #[test]
    fn a_walk_reaches_back_behind_the_last_one() {
        assert_eq!(updated_since(None), None);
        assert_eq!(updated_since(Some(at(60))), Some(at(50)));
    }

    #[test]
    fn the_mark_is_the_greatest_time_and_never_a_time_to_come() {
        let mut walk = StacWalk::begin(at(100));
        assert_eq!(walk.mark(Some(at(7))), Some(at(7)), "nothing came");
        walk.note(Some(at(40)), false);
        walk.note(None, false);
        walk.note(Some(at(30)), false);
        assert_eq!(walk.mark(None), Some(at(40)));
        assert_eq!(walk.mark(Some(at(60))), Some(at(60)), "it never goes back");
        walk.note(Some(at(9999)), false);
        assert_eq!(
            walk.mark(None),
            Some(at(100)),
            "a clock that is wrong hides nothing"
        );
    }

    #[test]
    fn what_was_left_is_asked_for_again() {
        let mut walk = StacWalk::begin(at(100));
        walk.note(Some(at(40)), false);
        walk.note(Some(at(20)), true);
        walk.note(Some(at(35)), true);
        assert_eq!(walk.mark(None), Some(at(20)));
        assert_eq!(
            walk.mark(Some(at(30))),
            Some(at(20)),
            "even behind the overlap"
        );
        walk.note(None, true);
        assert_eq!(walk.mark(None), None);
        assert_eq!(walk.mark(Some(at(5))), Some(at(5)));
    }
}
