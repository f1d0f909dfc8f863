//! What the life cycle refuses, in words for the person who asked.

use axum::http::StatusCode;
use domain::order::application::{FieldFault, Incomplete};
use domain::order::data_kind::DataKind;
use domain::order::rules::Unmet;
use domain::order::state::{OrderState, Refusal};
use storage::lifecycle::LifecycleError;
use storage::lifecycle::removal::OneRefused;
use texts::{FieldText, Message, ProblemText};

use super::payload;
use crate::problem::{FieldError, Problem};

const UNPROCESSABLE: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

impl From<LifecycleError> for Problem {
    fn from(error: LifecycleError) -> Self {
        match error {
            // What was deleted does not exist for anybody.
            LifecycleError::Refused(Refusal::WrongState {
                from: OrderState::Deleted,
                ..
            }) => Refusal::Invisible.into(),
            LifecycleError::Refused(refusal) => refusal.into(),
            LifecycleError::Incomplete(incomplete) => incomplete.into(),
            LifecycleError::TooManyScenes(most) => payload::too_many_scenes(most),
            LifecycleError::UnknownScenes(ids) => unknown_scenes(ids),
            LifecycleError::UnusablePapers => Self::new(UNPROCESSABLE, ProblemText::UnusablePapers),
            LifecycleError::SharedName(name) => {
                Self::new(UNPROCESSABLE, ProblemText::SharedFileName).with_errors(vec![field(
                    "attachments",
                    FieldText::FileNameTaken { name },
                )])
            }
            LifecycleError::Unmet(unmet) => unmet.into(),
            LifecycleError::KeyReused => {
                Self::new(UNPROCESSABLE, ProblemText::IdempotencyKeyReused)
            }
            LifecycleError::Quota(met) => met.into(),
            LifecycleError::Storage(error) => error.into(),
        }
    }
}

impl From<Unmet> for Problem {
    fn from(unmet: Unmet) -> Self {
        Self::conflict(match unmet {
            Unmet::CauseMissing => return cause_missing(ProblemText::CauseMissing),
            Unmet::NothingToContinue => ProblemText::NothingToContinue,
            Unmet::NothingStuck => ProblemText::NothingStuck,
            Unmet::NothingOnline => ProblemText::NothingOnline,
            Unmet::NothingFailed => ProblemText::NothingFailed,
            Unmet::ReorderOff => ProblemText::ReorderOff,
            Unmet::OutOfScope(count) => ProblemText::ScenesOutOfScope { count },
            Unmet::OtherDataKind(DataKind::Product) => ProblemText::OtherDataKind,
            Unmet::OtherDataKind(DataKind::Archive) => ProblemText::OtherDataKindThanArchive,
            Unmet::NoOpenDelivery => ProblemText::NoOpenDelivery,
            Unmet::AlreadyAsked => ProblemText::AlreadyAsked,
            Unmet::ChangedMeanwhile => ProblemText::OrderChangedMeanwhile,
            Unmet::DecisionPending => ProblemText::DecisionPending,
            Unmet::NoDecision => ProblemText::NoDecision,
            Unmet::OthersDecision => ProblemText::OthersDecision,
        })
    }
}

/// A cause was asked for and not given.
pub(super) fn cause_missing(text: ProblemText) -> Problem {
    let error = FieldError::new("cause", text.clone());
    Problem::new(UNPROCESSABLE, text).with_errors(vec![error])
}

impl From<Incomplete> for Problem {
    fn from(incomplete: Incomplete) -> Self {
        let text = incomplete.text();
        let errors = match incomplete {
            Incomplete::NothingChanged => Vec::new(),
            Incomplete::CatalogueOnlyUndecided(scenes) => {
                vec![field(
                    "catalogueOnly",
                    FieldText::CatalogueOnlyScenes { scenes },
                )]
            }
            Incomplete::NoScenes => vec![field("dataIds", text.clone())],
            Incomplete::RequiredEmpty(faults) | Incomplete::Invalid(faults) => {
                faults.into_iter().map(fault).collect()
            }
            Incomplete::PapersMissing(kinds) => kinds
                .into_iter()
                .map(|kind| {
                    field(
                        "attachments",
                        FieldText::PaperMissing {
                            paper: kind.text().into(),
                        },
                    )
                })
                .collect(),
        };
        Self::new(UNPROCESSABLE, text).with_errors(errors)
    }
}

fn fault(fault: FieldFault) -> FieldError {
    field(fault.field, fault.text)
}

fn field(field: &'static str, text: impl Into<Message>) -> FieldError {
    FieldError::new(field, text)
}

fn unknown_scenes(mut ids: Vec<String>) -> Problem {
    ids.sort_unstable();
    let errors = ids
        .into_iter()
        .map(|id| field("dataIds", FieldText::SceneUnknown { id }))
        .collect();
    Problem::new(UNPROCESSABLE, ProblemText::UnknownScenes).with_errors(errors)
}

impl From<OneRefused> for Problem {
    /// Names the order that refused, unless the caller may not know of it.
    fn from(refused: OneRefused) -> Self {
        match (refused.number, refused.error) {
            (Some(number), LifecycleError::Refused(Refusal::WrongState { from, .. }))
                if from != OrderState::Deleted =>
            {
                Self::conflict(ProblemText::WrongStateToDelete {
                    number: number.to_string(),
                })
            }
            (_, error) => error.into(),
        }
    }
}
