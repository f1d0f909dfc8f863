//! What must hold of an order beside its state before something is done to it: pure functions over the facts that
//! each of them names. Whoever changes an order loads these facts under its lock, and no others.

use chrono::{DateTime, TimeDelta, Utc};
use strum::IntoStaticStr;

use super::application::{ApplicationContent, Incomplete};
use super::data_kind::DataKind;
use super::state::OrderState;
use crate::attachment::AttachmentKind;
use crate::text::is_blank;

/// More time is asked for at most once in this long.
pub const BETWEEN_REQUESTS: TimeDelta = TimeDelta::days(1);
/// Most days that one extension gives.
pub const MAX_EXTENSION_DAYS: u16 = 90;

/// Which scenes are extracted again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Scope {
    /// Every scene.
    All,
    /// Only scenes whose extraction failed.
    Failed,
}

impl Scope {
    /// The word in requests, and in the audit log.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// How many scenes of an order are how far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SceneTally {
    /// Scenes extracted into the object store.
    pub extracted: i64,
    /// Being extracted, or waiting for it.
    pub extracting: i64,
    /// Failed for good.
    pub failed: i64,
}

/// Why something is not done although the order's state would allow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unmet {
    /// A rejection, a cancellation or a request for more time without a cause.
    #[error("a cause is needed")]
    CauseMissing,
    /// Going on without the failed scenes needs at least one good and none unfinished.
    #[error("there is nothing to go on with")]
    NothingToContinue,
    /// Every scene of the order is only in the catalogue.
    #[error("no scene has a file")]
    NothingOnline,
    /// Extracting the failed scenes again needs failed scenes.
    #[error("no scene has failed")]
    NothingFailed,
    /// A preparation that goes on by itself is not begun again.
    #[error("the preparation goes on")]
    NothingStuck,
    /// Extracting whole orders again is switched off.
    #[error("extracting whole orders again is switched off")]
    ReorderOff,
    /// There is no open delivery whose time could change.
    #[error("there is no open delivery")]
    NoOpenDelivery,
    /// More time was asked for a short while ago.
    #[error("more time has been asked for already")]
    AlreadyAsked,
    /// Somebody has decided about the order, and may still take that back.
    #[error("a decision is pending")]
    DecisionPending,
    /// Its applicant took the order back and handed in another one after it was read.
    #[error("the order was handed in anew")]
    ChangedMeanwhile,
    /// There is no decision to take back: it was carried out, dropped, or never made.
    #[error("no decision is pending")]
    NoDecision,
    /// Somebody else decided: only they take it back.
    #[error("somebody else decided")]
    OthersDecision,
    /// The order holds data of this kind, and takes no other.
    #[error("the order takes no other data than of the kind {0:?}")]
    OtherDataKind(DataKind),
    /// So many scenes of the order are not in the applicant's scope.
    #[error("{0} scenes are not in the applicant's scope")]
    OutOfScope(u64),
}

/// What is handed in or approved holds nothing that the applicant may not see.
pub const fn must_be_in_scope(hidden: u64) -> Result<(), Unmet> {
    match hidden {
        0 => Ok(()),
        hidden => Err(Unmet::OutOfScope(hidden)),
    }
}

/// A decision is about what was read, which was handed in at `read`. `None`: whoever decides does not say what they read.
pub fn must_be_as_read(read: Option<DateTime<Utc>>, submitted: DateTime<Utc>) -> Result<(), Unmet> {
    match read {
        Some(read) if read != submitted => Err(Unmet::ChangedMeanwhile),
        _ => Ok(()),
    }
}

/// What is rejected, cancelled or asked for says why.
pub fn needs_cause(cause: &str) -> Result<(), Unmet> {
    if is_blank(cause) {
        return Err(Unmet::CauseMissing);
    }
    Ok(())
}

/// An order is completed with its scanned papers.
pub fn may_complete(content: &ApplicationContent) -> Result<(), Incomplete> {
    let missing = content.missing(&AttachmentKind::FOR_COMPLETION);
    if missing.is_empty() {
        return Ok(());
    }
    Err(Incomplete::PapersMissing(missing))
}

/// Without its failed scenes an order goes on when no scene is under way and one at least is there.
pub const fn may_continue_without_failed(tally: SceneTally) -> Result<(), Unmet> {
    if tally.extracting > 0 || tally.extracted == 0 {
        return Err(Unmet::NothingToContinue);
    }
    Ok(())
}

/// The last part of a preparation is begun again where nothing of it goes on by itself.
pub const fn may_retry_preparation(is_stuck: bool) -> Result<(), Unmet> {
    if is_stuck {
        return Ok(());
    }
    Err(Unmet::NothingStuck)
}

/// Whole orders are extracted again where the setting `reorder` is on.
pub const fn may_reextract_all(reorder_is_on: bool) -> Result<(), Unmet> {
    if reorder_is_on {
        return Ok(());
    }
    Err(Unmet::ReorderOff)
}

/// Failed scenes are extracted again, or cloned, where there are some.
pub const fn may_take_failed(failed: usize) -> Result<(), Unmet> {
    if failed == 0 {
        return Err(Unmet::NothingFailed);
    }
    Ok(())
}

/// Archive data and product data make orders of their own.
pub fn may_add(order: DataKind, scenes: &[DataKind]) -> Result<(), Unmet> {
    if scenes.iter().all(|kind| *kind == order) {
        return Ok(());
    }
    Err(Unmet::OtherDataKind(order))
}

/// What is left of an order without its catalogue-only scenes must be something.
pub const fn may_leave_out_catalogued(left: usize) -> Result<(), Unmet> {
    if left == 0 {
        return Err(Unmet::NothingOnline);
    }
    Ok(())
}

/// More time is asked for with a reason, for a delivery that is open, and once in [`BETWEEN_REQUESTS`].
pub fn may_request_extension(
    reason: &str,
    delivery_is_open: bool,
    asked_lately: bool,
) -> Result<(), Unmet> {
    needs_cause(reason)?;
    match (delivery_is_open, asked_lately) {
        (false, _) => Err(Unmet::NoOpenDelivery),
        (true, true) => Err(Unmet::AlreadyAsked),
        (true, false) => Ok(()),
    }
}

/// What comes after a scene was extracted or has failed for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterExtraction {
    /// Scenes are under way, none is there, or the administrator decides about those that failed.
    Wait,
    /// The order moves on and is packaged.
    FinishAndPackage,
    /// An order that waits for its package already is packaged.
    Package,
}

/// An approved order moves on when every scene is in; with failed ones the administrator decides. One that is reopened has
/// had that decision, and goes on without what can no longer be had.
#[must_use]
pub const fn after_extraction(state: OrderState, tally: SceneTally) -> AfterExtraction {
    if tally.extracting > 0 || tally.extracted == 0 {
        return AfterExtraction::Wait;
    }
    match state {
        OrderState::Approved if tally.failed > 0 => AfterExtraction::Wait,
        OrderState::Approved => AfterExtraction::FinishAndPackage,
        _ => AfterExtraction::Package,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ids::AttachmentId;
    use crate::order::application::ApplicationForm;

    const fn tally(extracted: i64, extracting: i64, failed: i64) -> SceneTally {
        SceneTally {
            extracted,
            extracting,
            failed,
        }
    }

    #[test]
    fn an_order_takes_data_of_its_kind() {
        use DataKind::{Archive, Product};
        for (order, scenes, expected) in [
            (Archive, &[][..], Ok(())),
            (Archive, &[Archive, Archive], Ok(())),
            (
                Archive,
                &[Archive, Product],
                Err(Unmet::OtherDataKind(Archive)),
            ),
            (Product, &[Product], Ok(())),
            (Product, &[Archive], Err(Unmet::OtherDataKind(Product))),
        ] {
            assert_eq!(may_add(order, scenes), expected, "{order:?} {scenes:?}");
        }
    }

    #[test]
    fn a_decision_is_about_what_was_read() {
        let first = DateTime::UNIX_EPOCH;
        let later = first + TimeDelta::microseconds(1);
        for (read, submitted, verdict) in [
            (None, later, Ok(())),
            (Some(first), first, Ok(())),
            (Some(first), later, Err(Unmet::ChangedMeanwhile)),
            (Some(later), first, Err(Unmet::ChangedMeanwhile)),
        ] {
            assert_eq!(must_be_as_read(read, submitted), verdict, "{read:?}");
        }
    }

    #[test]
    fn a_cause_is_more_than_blanks() {
        assert_eq!(needs_cause("材料不全"), Ok(()));
        for blank in ["", " ", "\u{3000}\n"] {
            assert_eq!(needs_cause(blank), Err(Unmet::CauseMissing));
        }
    }

    #[test]
    fn completing_needs_every_paper_of_the_list() {
        let with = |kinds: &[AttachmentKind]| {
            let papers = kinds.iter().map(|kind| (*kind, AttachmentId::fresh()));
            let form = ApplicationForm::default();
            may_complete(&ApplicationContent::new(form, vec![1], papers.collect()))
        };
        let needed = AttachmentKind::FOR_COMPLETION;
        assert_eq!(with(&needed), Ok(()));
        for (at, missing) in needed.iter().enumerate() {
            let mut some = needed.to_vec();
            some.remove(at);
            assert_eq!(with(&some), Err(Incomplete::PapersMissing(vec![*missing])));
        }
    }

    #[test]
    fn what_was_done_lately_or_is_switched_off_is_refused() {
        assert_eq!(may_reextract_all(true), Ok(()));
        assert_eq!(may_reextract_all(false), Err(Unmet::ReorderOff));
        assert_eq!(may_take_failed(1), Ok(()));
        assert_eq!(may_take_failed(0), Err(Unmet::NothingFailed));
        assert_eq!(may_leave_out_catalogued(1), Ok(()));
        assert_eq!(may_leave_out_catalogued(0), Err(Unmet::NothingOnline));
        for (reason, open, lately, verdict) in [
            ("出差", true, false, Ok(())),
            ("出差", true, true, Err(Unmet::AlreadyAsked)),
            ("出差", false, false, Err(Unmet::NoOpenDelivery)),
            ("出差", false, true, Err(Unmet::NoOpenDelivery)),
            (" ", false, true, Err(Unmet::CauseMissing)),
        ] {
            assert_eq!(may_request_extension(reason, open, lately), verdict);
        }
    }

    #[test]
    fn what_follows_an_extraction() {
        use AfterExtraction::{FinishAndPackage, Package, Wait};
        use OrderState::{Approved, PendingPackaging};
        for (state, tally, next) in [
            (Approved, tally(0, 0, 0), Wait),
            (Approved, tally(2, 1, 0), Wait),
            (Approved, tally(2, 0, 1), Wait),
            (Approved, tally(0, 0, 3), Wait),
            (Approved, tally(3, 0, 0), FinishAndPackage),
            (PendingPackaging, tally(2, 1, 0), Wait),
            (PendingPackaging, tally(0, 0, 3), Wait),
            (PendingPackaging, tally(2, 0, 1), Package),
            (PendingPackaging, tally(3, 0, 0), Package),
        ] {
            assert_eq!(after_extraction(state, tally), next, "{state:?} {tally:?}");
        }
    }

    proptest! {
        /// Nobody packages an order that has a scene under way, or none.
        #[test]
        fn packages_are_made_of_finished_orders_only(
            state in proptest::sample::select(&OrderState::ALL[..]),
            extracted in 0_i64..3, extracting in 0_i64..3, failed in 0_i64..3,
        ) {
            let tally = tally(extracted, extracting, failed);
            let next = after_extraction(state, tally);
            if next != AfterExtraction::Wait {
                prop_assert!(extracting == 0 && extracted > 0);
                prop_assert_eq!(may_continue_without_failed(tally), Ok(()));
            }
            if next == AfterExtraction::FinishAndPackage {
                prop_assert!(state == OrderState::Approved && failed == 0);
            }
        }
    }
}
