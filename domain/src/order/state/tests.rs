use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

use super::*;
use crate::role::Role;

use Action as A;
use OrderState as S;

/// The life cycle as the design states it, row by row; everything absent must be refused.
const TABLE: &[(Option<S>, A, Actor, S)] = &[
    (None, A::Save, Actor::Owner, S::PendingSubmission),
    (None, A::Submit, Actor::Owner, S::PendingReview),
    (
        Some(S::PendingSubmission),
        A::Save,
        Actor::Owner,
        S::PendingSubmission,
    ),
    (
        Some(S::PendingSubmission),
        A::Submit,
        Actor::Owner,
        S::PendingReview,
    ),
    (
        Some(S::PendingReview),
        A::Withdraw,
        Actor::Owner,
        S::PendingSubmission,
    ),
    (
        Some(S::PendingReview),
        A::Approve,
        Actor::Admin,
        S::Approved,
    ),
    (Some(S::PendingReview), A::Reject, Actor::Admin, S::Rejected),
    (Some(S::Rejected), A::Save, Actor::Owner, S::Rejected),
    (Some(S::Rejected), A::Submit, Actor::Owner, S::PendingReview),
    (
        Some(S::Approved),
        A::FinishExtraction,
        Actor::System,
        S::PendingPackaging,
    ),
    (Some(S::Approved), A::Reextract, Actor::Admin, S::Approved),
    (
        Some(S::Approved),
        A::ContinueWithoutFailed,
        Actor::Admin,
        S::PendingPackaging,
    ),
    (
        Some(S::PendingPackaging),
        A::RetryPreparation,
        Actor::Admin,
        S::PendingPackaging,
    ),
    (
        Some(S::Approved),
        A::CancelPreparation,
        Actor::Admin,
        S::Rejected,
    ),
    (
        Some(S::PendingPackaging),
        A::CancelPreparation,
        Actor::Admin,
        S::Rejected,
    ),
    (
        Some(S::PendingPackaging),
        A::FinishPreparation,
        Actor::System,
        S::Prepared,
    ),
    (
        Some(S::Approved),
        A::CancelPreparation,
        Actor::Owner,
        S::Rejected,
    ),
    (
        Some(S::PendingPackaging),
        A::CancelPreparation,
        Actor::Owner,
        S::Rejected,
    ),
    (
        Some(S::PendingReview),
        A::SetPriority,
        Actor::Admin,
        S::PendingReview,
    ),
    (Some(S::Approved), A::SetPriority, Actor::Admin, S::Approved),
    (
        Some(S::PendingPackaging),
        A::SetPriority,
        Actor::Admin,
        S::PendingPackaging,
    ),
    (Some(S::Approved), A::PauseTasks, Actor::Admin, S::Approved),
    (Some(S::Approved), A::ResumeTasks, Actor::Admin, S::Approved),
    (Some(S::Approved), A::RetryTasks, Actor::Admin, S::Approved),
    (Some(S::Approved), A::CancelTasks, Actor::Admin, S::Approved),
    (
        Some(S::PendingPackaging),
        A::PauseTasks,
        Actor::Admin,
        S::PendingPackaging,
    ),
    (
        Some(S::PendingPackaging),
        A::ResumeTasks,
        Actor::Admin,
        S::PendingPackaging,
    ),
    (
        Some(S::PendingPackaging),
        A::RetryTasks,
        Actor::Admin,
        S::PendingPackaging,
    ),
    (
        Some(S::PendingPackaging),
        A::CancelTasks,
        Actor::Admin,
        S::PendingPackaging,
    ),
    (None, A::Clone, Actor::Owner, S::PendingSubmission),
    (
        Some(S::PendingSubmission),
        A::Clone,
        Actor::Owner,
        S::PendingSubmission,
    ),
    (
        Some(S::PendingReview),
        A::Clone,
        Actor::Owner,
        S::PendingReview,
    ),
    (Some(S::Approved), A::Clone, Actor::Owner, S::Approved),
    (Some(S::Rejected), A::Clone, Actor::Owner, S::Rejected),
    (
        Some(S::PendingPackaging),
        A::Clone,
        Actor::Owner,
        S::PendingPackaging,
    ),
    (Some(S::Overdue), A::Clone, Actor::Owner, S::Overdue),
    (Some(S::Prepared), A::Clone, Actor::Owner, S::Prepared),
    (Some(S::Completed), A::Clone, Actor::Owner, S::Completed),
    (
        Some(S::FeedbackGiven),
        A::Clone,
        Actor::Owner,
        S::FeedbackGiven,
    ),
    (Some(S::Prepared), A::SaveDraft, Actor::Admin, S::Prepared),
    (
        Some(S::Prepared),
        A::RequestExtension,
        Actor::Owner,
        S::Prepared,
    ),
    (Some(S::Prepared), A::Extend, Actor::Admin, S::Prepared),
    (Some(S::Prepared), A::NoteExpiry, Actor::System, S::Prepared),
    (
        Some(S::Completed),
        A::NoteExpiry,
        Actor::System,
        S::Completed,
    ),
    (
        Some(S::FeedbackGiven),
        A::NoteExpiry,
        Actor::System,
        S::FeedbackGiven,
    ),
    (Some(S::Prepared), A::Complete, Actor::Admin, S::Completed),
    (Some(S::Prepared), A::MarkOverdue, Actor::Admin, S::Overdue),
    (
        Some(S::Overdue),
        A::Reopen,
        Actor::Admin,
        S::PendingPackaging,
    ),
    (
        Some(S::Completed),
        A::GiveFeedback,
        Actor::Owner,
        S::FeedbackGiven,
    ),
    (
        Some(S::PendingSubmission),
        A::Delete,
        Actor::Owner,
        S::Deleted,
    ),
    (
        Some(S::PendingSubmission),
        A::Delete,
        Actor::Admin,
        S::Deleted,
    ),
    (Some(S::Rejected), A::Delete, Actor::Owner, S::Deleted),
    (Some(S::Rejected), A::Delete, Actor::Admin, S::Deleted),
    (Some(S::Overdue), A::Delete, Actor::Owner, S::Deleted),
    (Some(S::Overdue), A::Delete, Actor::Admin, S::Deleted),
    (Some(S::Completed), A::Delete, Actor::Owner, S::Deleted),
    (Some(S::Completed), A::Delete, Actor::Admin, S::Deleted),
    (Some(S::FeedbackGiven), A::Delete, Actor::Owner, S::Deleted),
    (Some(S::FeedbackGiven), A::Delete, Actor::Admin, S::Deleted),
];

#[test]
fn every_state_action_and_actor_is_as_the_table_says() {
    let froms = std::iter::once(None).chain(S::ALL.into_iter().map(Some));
    for from in froms {
        for action in A::ALL {
            for actor in Actor::ALL {
                let want = TABLE
                    .iter()
                    .find(|row| (row.0, row.1, row.2) == (from, action, actor))
                    .map(|row| row.3);
                assert_eq!(
                    transition(from, action, actor).ok(),
                    want,
                    "{from:?} {action:?} {actor:?}"
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
                transition(Some(state), action, Actor::Stranger),
                Err(Refusal::Invisible)
            );
        }
    }
}

#[test]
fn not_allowed_and_wrong_state_are_told_apart() {
    assert_eq!(
        transition(Some(S::PendingReview), A::Approve, Actor::Owner),
        Err(Refusal::NotAllowed)
    );
    assert_eq!(
        transition(Some(S::Approved), A::Approve, Actor::Admin),
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
    let of = |role: Role, owns| Actor::of_caller(role.permissions(), owns);
    assert_eq!(of(Role::Operator, true), Actor::Operator);
    assert_eq!(of(Role::Applicant, true), Actor::Owner);
    assert_eq!(of(Role::Applicant, false), Actor::Stranger);
    assert_eq!(of(Role::Admin, false), Actor::Admin);
    // Who audits does not audit an order of one's own, whatever else one holds.
    assert_eq!(of(Role::Admin, true), Actor::Operator);
    let both = Role::Admin
        .permissions()
        .with(Role::Applicant.permissions());
    assert_eq!(Actor::of_caller(both, true), Actor::Owner);
    assert_eq!(Actor::of_caller(both, false), Actor::Admin);
    assert_eq!(Actor::of_caller(PermissionSet::NONE, true), Actor::Stranger);
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
