//! How long things took, counted in steps that can be added up over any days.

use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Durations by the step that they fall into. A step is known by its upper end, which is less than 1/32 longer than any
/// duration in it (the SQL function `duration_step`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DurationHistogram {
    /// Seconds of the upper end, and how many durations the step has.
    steps: BTreeMap<u64, u64>,
}

impl DurationHistogram {
    /// Counts durations of one step in.
    pub fn count(&mut self, upper_seconds: u64, durations: u64) {
        if durations > 0 {
            *self.steps.entry(upper_seconds).or_default() += durations;
        }
    }

    /// Number of durations counted.
    #[must_use]
    pub fn durations(&self) -> u64 {
        self.steps.values().sum()
    }

    /// Seconds within which at least `percent` of 100 durations lie: the upper end of the step in which the percentile lies;
    /// `None` of nothing.
    #[must_use]
    pub fn within(&self, percent: u64) -> Option<u64> {
        let needed = (self.durations() * percent).div_ceil(100).max(1);
        let mut so_far = 0;
        self.steps.iter().find_map(|(upper, durations)| {
            so_far += durations;
            (so_far >= needed).then_some(*upper)
        })
    }
}

impl AddAssign<&Self> for DurationHistogram {
    fn add_assign(&mut self, more: &Self) {
        for (upper, durations) in &more.steps {
            self.count(*upper, *durations);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(steps: &[(u64, u64)]) -> DurationHistogram {
        let mut histogram = DurationHistogram::default();
        for (upper, durations) in steps {
            histogram.count(*upper, *durations);
        }
        histogram
    }

    #[test]
    fn percentiles_are_the_first_that_enough_lie_within() {
        let twenty = histogram(&[(1, 10), (60, 9), (3600, 1)]);
        assert_eq!(twenty.durations(), 20);
        for (percent, seconds) in [(0, 1), (50, 1), (51, 60), (95, 60), (96, 3600), (100, 3600)] {
            assert_eq!(twenty.within(percent), Some(seconds), "{percent}");
        }
        assert_eq!(histogram(&[(7, 0)]).within(50), None);
        assert_eq!(histogram(&[(7, 1)]).within(95), Some(7));
    }

    #[test]
    fn histograms_add_up() {
        let mut all = histogram(&[(1, 2)]);
        all += &histogram(&[(1, 1), (9, 4)]);
        assert_eq!(all, histogram(&[(1, 3), (9, 4)]));
    }
}
