use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

use super::*;
use crate::role::Role;

use Action as A;
use OrderState as S;

/// The life cycle as the design states it, row by row; everything absent must be refused.
const TABLE: &[(Option<S>, A, Capability, S)] = &[
    (None, A::Save, Capability::Owner, S::PendingSubmission),
    (None, A::Submit, Capability::Owner, S::PendingReview),
    (
        Some(S::PendingSubmission),
        A::Save,
        Capability::Owner,
        S::PendingSubmission,
    ),
    (
        Some(S::PendingSubmission),
        A::Submit,
        Capability::Owner,
        S::PendingReview,
    ),
    (
        Some(S::PendingReview),
        A::Withdraw,
        Capability::Owner,
        S::PendingSubmission,
    ),
    (
        Some(S::PendingReview),
        A::Approve,
        Capability::Auditor,
        S::Approved,
    ),
    (
        Some(S::PendingReview),
        A::Reject,
        Capability::Auditor,
        S::Rejected,
    ),
    (Some(S::Rejected), A::Save, Capability::Owner, S::Rejected),
    (
        Some(S::Rejected),
        A::Submit,
        Capability::Owner,
        S::PendingReview,
    ),
    (
        Some(S::Approved),
        A::FinishExtraction,
        Capability::System,
        S::PendingPackaging,
    ),
    (
        Some(S::Approved),
        A::Reextract,
        Capability::Auditor,
        S::Approved,
    ),
    (
        Some(S::Approved),
        A::ContinueWithoutFailed,
        Capability::Auditor,
        S::PendingPackaging,
    ),
    (
        Some(S::PendingPackaging),
        A::RetryPreparation,
        Capability::Auditor,
        S::PendingPackaging,
    ),
    (
        Some(S::Approved),
        A::CancelPreparation,
        Capability::Auditor,
        S::Rejected,
    ),
    (
        Some(S::PendingPackaging),
        A::CancelPreparation,
        Capability::Auditor,
        S::Rejected,
    ),
    (
        Some(S::PendingPackaging),
        A::FinishPreparation,
        Capability::System,
        S::Prepared,
    ),
    (
        Some(S::Approved),
        A::CancelPreparation,
        Capability::Owner,
        S::Rejected,
    ),
    (
        Some(S::PendingPackaging),
        A::CancelPreparation,
        Capability::Owner,
        S::Rejected,
    ),
    (
        Some(S::PendingReview),
        A::SetEmergency,
        Capability::Auditor,
        S::PendingReview,
    ),
    (
        Some(S::Approved),
        A::SetEmergency,
        Capability::Auditor,
        S::Approved,
    ),
    (
        Some(S::PendingPackaging),
        A::SetEmergency,
        Capability::Auditor,
        S::PendingPackaging,
    ),
    (
        Some(S::PendingReview),
        A::SetPriority,
        Capability::Auditor,
        S::PendingReview,
    ),
    (
        Some(S::Approved),
        A::SetPriority,
        Capability::Auditor,
        S::Approved,
    ),
    (
        Some(S::PendingPackaging),
        A::SetPriority,
        Capability::Auditor,
        S::PendingPackaging,
    ),
    (
        Some(S::Approved),
        A::PauseTasks,
        Capability::Auditor,
        S::Approved,
    ),
    (
        Some(S::Approved),
        A::ResumeTasks,
        Capability::Auditor,
        S::Approved,
    ),
    (
        Some(S::Approved),
        A::RetryTasks,
        Capability::Auditor,
        S::Approved,
    ),
    (
        Some(S::Approved),
        A::CancelTasks,
        Capability::Auditor,
        S::Approved,
    ),
    (
        Some(S::PendingPackaging),
        A::PauseTasks,
        Capability::Auditor,
        S::PendingPackaging,
    ),
    (
        Some(S::PendingPackaging),
        A::ResumeTasks,
        Capability::Auditor,
        S::PendingPackaging,
    ),
    (
        Some(S::PendingPackaging),
        A::RetryTasks,
        Capability::Auditor,
        S::PendingPackaging,
    ),
    (
        Some(S::PendingPackaging),
        A::CancelTasks,
        Capability::Auditor,
        S::PendingPackaging,
    ),
    (None, A::Clone, Capability::Owner, S::PendingSubmission),
    (
        Some(S::PendingSubmission),
        A::Clone,
        Capability::Owner,
        S::PendingSubmission,
    ),
    (
        Some(S::PendingReview),
        A::Clone,
        Capability::Owner,
        S::PendingReview,
    ),
    (Some(S::Approved), A::Clone, Capability::Owner, S::Approved),
    (Some(S::Rejected), A::Clone, Capability::Owner, S::Rejected),
    (
        Some(S::PendingPackaging),
        A::Clone,
        Capability::Owner,
        S::PendingPackaging,
    ),
    (Some(S::Overdue), A::Clone, Capability::Owner, S::Overdue),
    (Some(S::Prepared), A::Clone, Capability::Owner, S::Prepared),
    (
        Some(S::Completed),
        A::Clone,
        Capability::Owner,
        S::Completed,
    ),
    (
        Some(S::FeedbackGiven),
        A::Clone,
        Capability::Owner,
        S::FeedbackGiven,
    ),
    (
        Some(S::Prepared),
        A::SaveDraft,
        Capability::Auditor,
        S::Prepared,
    ),
    (
        Some(S::Prepared),
        A::RequestExtension,
        Capability::Owner,
        S::Prepared,
    ),
    (
        Some(S::Prepared),
        A::Extend,
        Capability::Auditor,
        S::Prepared,
    ),
    (
        Some(S::Prepared),
        A::NoteExpiry,
        Capability::System,
        S::Prepared,
    ),
    (
        Some(S::Completed),
        A::NoteExpiry,
        Capability::System,
        S::Completed,
    ),
    (
        Some(S::FeedbackGiven),
        A::NoteExpiry,
        Capability::System,
        S::FeedbackGiven,
    ),
    (
        Some(S::Prepared),
        A::Complete,
        Capability::Auditor,
        S::Completed,
    ),
    (
        Some(S::Prepared),
        A::MarkOverdue,
        Capability::Auditor,
        S::Overdue,
    ),
    (
        Some(S::Overdue),
        A::Reopen,
        Capability::Auditor,
        S::PendingPackaging,
    ),
    (
        Some(S::Completed),
        A::GiveFeedback,
        Capability::Owner,
        S::FeedbackGiven,
    ),
    (
        Some(S::PendingSubmission),
        A::Delete,
        Capability::Owner,
        S::Deleted,
    ),
    (
        Some(S::PendingSubmission),
        A::Delete,
        Capability::Auditor,
        S::Deleted,
    ),
    (Some(S::Rejected), A::Delete, Capability::Owner, S::Deleted),
    (
        Some(S::Rejected),
        A::Delete,
        Capability::Auditor,
        S::Deleted,
    ),
    (Some(S::Overdue), A::Delete, Capability::Owner, S::Deleted),
    (Some(S::Overdue), A::Delete, Capability::Auditor, S::Deleted),
    (Some(S::Completed), A::Delete, Capability::Owner, S::Deleted),
    (
        Some(S::Completed),
        A::Delete,
        Capability::Auditor,
        S::Deleted,
    ),
    (
        Some(S::FeedbackGiven),
        A::Delete,
        Capability::Owner,
        S::Deleted,
    ),
    (
        Some(S::FeedbackGiven),
        A::Delete,
        Capability::Auditor,
        S::Deleted,
    ),
];

#[test]
fn every_state_action_and_actor_is_as_the_table_says() {
    let froms = std::iter::once(None).chain(S::ALL.into_iter().map(Some));
    for from in froms {
        for action in A::ALL {
            for capability in Capability::ALL {
                let want = TABLE
                    .iter()
                    .find(|row| (row.0, row.1, row.2) == (from, action, capability))
                    .map(|row| row.3);
                assert_eq!(
                    transition(from, action, capability).ok(),
                    want,
                    "{from:?} {action:?} {capability:?}"
                );
            }
        }
    }
}

#[test]
fn a_stranger_sees_nothing_whatever_the_state() {
    for state in S::ALL {
        for action in A::ALL {
            assert_eq!(
                transition(Some(state), action, Capability::Stranger),
                Err(Refusal::Invisible)
            );
        }
    }
}

#[test]
fn not_allowed_and_wrong_state_are_told_apart() {
    assert_eq!(
        transition(Some(S::PendingReview), A::Approve, Capability::Owner),
        Err(Refusal::NotAllowed)
    );
    assert_eq!(
        transition(Some(S::Approved), A::Approve, Capability::Auditor),
        Err(Refusal::WrongState {
            from: S::Approved,
            action: A::Approve
        })
    );
}

#[test]
fn codes_read_back_and_gaps_are_refused() {
    for state in S::ALL {
        assert_eq!(S::try_from(state.code()), Ok(state));
    }
    for code in [-3, 4, 9, i16::MAX] {
        assert_eq!(S::try_from(code), Err(UnknownState(code)));
    }
}

#[test]
fn what_a_person_is_to_an_order_follows_from_what_the_person_holds() {
    let of = |role: Role, owns| Capability::of_caller(role.permissions(), owns);
    assert_eq!(of(Role::Operator, true), Capability::Operator);
    assert_eq!(of(Role::Applicant, true), Capability::Owner);
    assert_eq!(of(Role::Applicant, false), Capability::Stranger);
    assert_eq!(of(Role::Admin, false), Capability::Auditor);
    // Who audits does not audit an order of one's own, whatever else one holds.
    assert_eq!(of(Role::Admin, true), Capability::Operator);
    let both = Role::Admin
        .permissions()
        .with(Role::Applicant.permissions());
    assert_eq!(Capability::of_caller(both, true), Capability::Owner);
    assert_eq!(Capability::of_caller(both, false), Capability::Auditor);
    assert_eq!(
        Capability::of_caller(PermissionSet::NONE, true),
        Capability::Stranger
    );
}

#[test]
fn words_of_actions_read_back_and_are_those_in_json() {
    for action in A::ALL {
        assert_eq!(A::parse(action.as_str()), Some(action));
        let word: StrDeserializer<'_, Error> = action.as_str().into_deserializer();
        assert_eq!(A::deserialize(word), Ok(action));
    }
    assert_eq!(A::parse("Extend"), None);
}
