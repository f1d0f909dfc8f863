//! How far the preparation of an order has come: the specification's `dataPercent`.

use serde::Serialize;

use super::state::OrderState;
use crate::size::ByteCount;

/// What the ledger counts about an order's preparation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Scenes ordered.
    pub scenes: u64,
    /// Scenes in the object store.
    pub extracted: u64,
    /// Scenes whose extraction failed for good.
    pub failed: u64,
    /// Sum of the ordered scenes' sizes.
    pub bytes: ByteCount,
    /// Bytes extracted, running extractions included.
    pub bytes_extracted: ByteCount,
    /// Bytes of the package that are written.
    pub bytes_packaged: ByteCount,
}

/// `dataPercent` of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The whole preparation, e.g. `37%`.
    pub percent_str: String,
    /// Scenes ordered.
    pub all_size: u64,
    /// Scenes extracted.
    pub isin: u64,
    /// Scenes failed.
    pub failed: u64,
    /// Scenes still to be extracted.
    pub doing: u64,
    /// Bytes moved so far; every scene is moved twice, into the store and into the package.
    pub bytes_done: ByteCount,
    /// Bytes to move in all.
    pub bytes_all: ByteCount,
}

impl Progress {
    /// The progress of an order in `state`. Only a prepared order shows 100%: until its delivery
    /// is verified nobody can fetch anything.
    #[must_use]
    pub fn of(state: OrderState, counts: Counts) -> Self {
        let all = ByteCount(counts.bytes.0.saturating_mul(2));
        let moved = counts
            .bytes_extracted
            .0
            .min(counts.bytes.0)
            .saturating_add(counts.bytes_packaged.0.min(counts.bytes.0));
        let (percent, done) = match state {
            OrderState::Approved | OrderState::PendingPackaging => {
                (percent(moved, all.0).min(99), ByteCount(moved))
            }
            OrderState::Prepared
            | OrderState::Completed
            | OrderState::FeedbackGiven
            | OrderState::Overdue => (100, all),
            OrderState::Deleted
            | OrderState::PendingSubmission
            | OrderState::PendingReview
            | OrderState::Rejected => (0, ByteCount(0)),
        };
        Self {
            percent_str: format!("{percent}%"),
            all_size: counts.scenes,
            isin: counts.extracted,
            failed: counts.failed,
            doing: counts
                .scenes
                .saturating_sub(counts.extracted)
                .saturating_sub(counts.failed),
            bytes_done: done,
            bytes_all: all,
        }
    }
}

fn percent(part: u64, whole: u64) -> u64 {
    u64::try_from(u128::from(part) * 100 / u128::from(whole.max(1))).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HALF: Counts = Counts {
        scenes: 10,
        extracted: 5,
        failed: 1,
        bytes: ByteCount(1000),
        bytes_extracted: ByteCount(500),
        bytes_packaged: ByteCount(0),
    };

    #[test]
    fn counts_scenes_and_both_moves_of_the_bytes() {
        let progress = Progress::of(OrderState::Approved, HALF);
        assert_eq!(progress.percent_str, "25%");
        assert_eq!((progress.isin, progress.failed, progress.doing), (5, 1, 4));
        assert_eq!(progress.bytes_all, ByteCount(2000));
    }

    #[test]
    fn only_a_prepared_order_is_whole() {
        let all = Counts {
            bytes_extracted: ByteCount(1000),
            bytes_packaged: ByteCount(1000),
            ..HALF
        };
        let of = |state| Progress::of(state, all).percent_str;
        assert_eq!(of(OrderState::PendingPackaging), "99%");
        assert_eq!(of(OrderState::Prepared), "100%");
        assert_eq!(of(OrderState::PendingReview), "0%");
    }

    proptest! {
        #[test]
        fn never_leaves_the_scale(a: u64, b: u64, c: u64, n: u64, m: u64, k: u64) {
            let counts = Counts { scenes: n, extracted: m, failed: k, bytes: ByteCount(a),
                bytes_extracted: ByteCount(b), bytes_packaged: ByteCount(c) };
            for state in OrderState::ALL {
                let text = Progress::of(state, counts).percent_str;
                let value: u64 = text.trim_end_matches('%').parse().unwrap();
                prop_assert!(value <= 100);
            }
        }
    }
}
