use std::collections::HashSet;

use super::*;

#[test]
fn every_action_is_read_as_it_is_stored_and_only_of_its_subject() {
    let all = AuditAction::all();
    let stored: HashSet<_> = all
        .iter()
        .map(|action| (action.subject().as_str(), action.as_str()))
        .collect();
    assert_eq!(stored.len(), all.len());
    for subject in AuditSubject::ALL {
        for action in &all {
            let read = AuditAction::parse(subject, action.as_str());
            let known = stored.contains(&(subject.as_str(), action.as_str()));
            assert_eq!(read.is_some(), known, "{subject:?} {action:?}");
            if action.subject() == subject {
                assert_eq!(read, Some(*action));
            }
        }
        assert_eq!(AuditSubject::parse(subject.as_str()), Some(subject));
    }
    for outcome in AuditOutcome::ALL {
        assert_eq!(AuditOutcome::parse(outcome.as_str()), Some(outcome));
    }
    assert_eq!(AuditAction::parse(AuditSubject::Order, "open"), None);
}
