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
    /// Whether a delivery is made and being checked.
    pub verifying: bool,
    /// Whether it waits for its package and nothing works at that any more.
    pub is_stuck: bool,
}

impl Counts {
    /// How much of the extraction is done, 0 to 100, by bytes. Where the bytes that are known are all in and scenes of
    /// unknown size are not, scenes are counted: only an extraction without a gap is whole.
    fn percent_extracted(self) -> u64 {
        let by_bytes = percent(self.bytes_extracted.0, self.bytes.0);
        if self.bytes.0 > 0 && by_bytes < 100 {
            return by_bytes;
        }
        percent(self.extracted, self.scenes).min(100)
    }
}

/// What a preparation does one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// 提取: scenes come from the archive.
    Extract,
    /// 打包: the package is written.
    Package,
    /// 校验: the delivery is looked at from outside.
    Verify,
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
    /// What is being done now; `None` before and after the preparation.
    pub stage: Option<Stage>,
    /// How much of that is done, 0 to 100; `None` where nobody can tell.
    pub stage_percent: Option<u64>,
}

impl Progress {
    /// The progress of an order in `state`. Only a prepared order shows 100%: until its delivery
    /// is verified nobody can fetch anything.
    #[must_use]
    pub fn of_order(state: OrderState, counts: Counts) -> Self {
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
        let current = Stage::of_order(state, counts);
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
            stage: current,
            stage_percent: current.and_then(|stage| stage.percent(counts)),
        }
    }
}

impl Stage {
    /// What is being done to an order in `state`. One that is reopened is pending packaging while scenes that had been
    /// removed are extracted again.
    fn of_order(state: OrderState, counts: Counts) -> Option<Self> {
        let unfinished = counts.scenes > counts.extracted.saturating_add(counts.failed);
        match state {
            OrderState::Approved => Some(Self::Extract),
            OrderState::PendingPackaging if counts.verifying => Some(Self::Verify),
            OrderState::PendingPackaging if unfinished => Some(Self::Extract),
            OrderState::PendingPackaging => Some(Self::Package),
            _ => None,
        }
    }

    /// Extraction is measured by what was ordered, packaging by what was extracted: failed scenes are not packaged.
    fn percent(self, counts: Counts) -> Option<u64> {
        match self {
            Self::Extract => Some(counts.percent_extracted()),
            Self::Package => {
                Some(percent(counts.bytes_packaged.0, counts.bytes_extracted.0).min(100))
            }
            Self::Verify => None,
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
        verifying: false,
        is_stuck: false,
    };

    #[test]
    fn counts_scenes_and_both_moves_of_the_bytes() {
        let progress = Progress::of_order(OrderState::Approved, HALF);
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
        let of = |state| Progress::of_order(state, all).percent_str;
        assert_eq!(of(OrderState::PendingPackaging), "99%");
        assert_eq!(of(OrderState::Prepared), "100%");
        assert_eq!(of(OrderState::PendingReview), "0%");
    }

    #[test]
    fn each_stage_has_a_percentage_of_its_own() {
        let stage = |state, counts| {
            let progress = Progress::of_order(state, counts);
            (progress.stage, progress.stage_percent)
        };
        let extracted = Counts {
            extracted: 10,
            failed: 0,
            bytes_extracted: ByteCount(1000),
            ..HALF
        };
        let gap = Counts {
            scenes: 4,
            extracted: 3,
            failed: 1,
            bytes_extracted: ByteCount(1000),
            ..HALF
        };
        let packaged = Counts {
            bytes_packaged: ByteCount(250),
            ..extracted
        };
        let verifying = Counts {
            verifying: true,
            ..packaged
        };
        let (approved, packaging) = (OrderState::Approved, OrderState::PendingPackaging);
        let table = [
            (approved, HALF, Some(Stage::Extract), Some(50)),
            // The only scene is in: the extraction is whole, not half of something.
            (approved, extracted, Some(Stage::Extract), Some(100)),
            (packaging, extracted, Some(Stage::Package), Some(0)),
            (packaging, packaged, Some(Stage::Package), Some(25)),
            (packaging, verifying, Some(Stage::Verify), None),
            // Three of four are in; the size of the fourth, which failed, is unknown.
            (approved, gap, Some(Stage::Extract), Some(75)),
            // Reopened, with scenes to be extracted again.
            (packaging, HALF, Some(Stage::Extract), Some(50)),
            (OrderState::Prepared, verifying, None, None),
            (OrderState::PendingReview, HALF, None, None),
        ];
        for (state, counts, want, percent) in table {
            assert_eq!(
                stage(state, counts),
                (want, percent),
                "{state:?} {counts:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn never_leaves_the_scale(a: u64, b: u64, c: u64, n: u64, m: u64, k: u64) {
            let counts = Counts { scenes: n, extracted: m, failed: k, bytes: ByteCount(a),
                bytes_extracted: ByteCount(b), bytes_packaged: ByteCount(c), verifying: a % 2 == 0, is_stuck: false };
            for state in OrderState::ALL {
                let text = Progress::of_order(state, counts).percent_str;
                let value: u64 = text.trim_end_matches('%').parse().unwrap();
                prop_assert!(value <= 100);
                prop_assert!(Progress::of_order(state, counts).stage_percent.is_none_or(|percent| percent <= 100));
            }
        }
    }
}
