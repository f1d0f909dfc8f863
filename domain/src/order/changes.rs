//! What differs between two contents of an order: between it and what was rejected, or before and after somebody saved it.

use super::application::{ApplicationContent, ApplicationForm};
use super::get_method::GetMethod;
use crate::attachment::AttachmentKind;

/// A field of the form that says something else now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// The field's name in the payload.
    pub field: &'static str,
    /// What it said; for `getMethod` its code.
    pub before: String,
    /// Value of the field after the change.
    pub after: String,
}

/// Everything that differs between two contents of an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Fields of the form, in the form's order.
    pub fields: Vec<FieldChange>,
    /// Scenes that were added.
    pub scenes_added: usize,
    /// Scenes that were taken out.
    pub scenes_removed: usize,
    /// Slots whose paper was added, replaced or taken out.
    pub papers: Vec<AttachmentKind>,
}

impl Changes {
    /// What makes `after` differ from `before`.
    #[must_use]
    pub fn between(before: &ApplicationContent, after: &ApplicationContent) -> Self {
        let missing = |from: &[i64], all: &[i64]| {
            // Both are in ascending order.
            all.iter()
                .filter(|did| from.binary_search(did).is_err())
                .count()
        };
        Self {
            fields: fields(&before.form)
                .into_iter()
                .zip(fields(&after.form))
                .filter(|((_, before), (_, after))| before != after)
                .map(|((field, before), (_, after))| FieldChange {
                    field,
                    before,
                    after,
                })
                .collect(),
            scenes_added: missing(&before.scenes, &after.scenes),
            scenes_removed: missing(&after.scenes, &before.scenes),
            papers: AttachmentKind::SLOTS
                .into_iter()
                .filter(|kind| papers(before, *kind) != papers(after, *kind))
                .collect(),
        }
    }
}

fn papers(content: &ApplicationContent, kind: AttachmentKind) -> Vec<crate::ids::AttachmentId> {
    let held = content.papers.iter().filter(|(slot, _)| *slot == kind);
    held.map(|(_, id)| *id).collect()
}

fn fields(form: &ApplicationForm) -> [(&'static str, String); 11] {
    let method = form.get_method.map(GetMethod::code);
    let end = form.wanted_end.map(|day| day.to_string());
    [
        ("applyuser", form.applyuser.clone()),
        ("applyUserPhone", form.phone.clone()),
        ("applyUserUnit", form.unit.clone()),
        ("productName", form.project.clone()),
        ("applyUserUsed", form.usage.clone()),
        (
            "getMethod",
            method.map_or_else(String::new, |code| code.to_string()),
        ),
        ("description", form.description.clone()),
        ("processDescribe", form.process_describe.clone()),
        ("extractingElements", form.extracting_elements.clone()),
        ("assignment", form.assignment.clone()),
        ("wantedEnd", end.unwrap_or_default()),
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::ids::AttachmentId;

    fn content(scenes: &[i64], papers: &[(AttachmentKind, u128)]) -> ApplicationContent {
        let papers = papers
            .iter()
            .map(|(kind, id)| (*kind, AttachmentId(Uuid::from_u128(*id))));
        ApplicationContent::new(
            ApplicationForm::default(),
            scenes.to_vec(),
            papers.collect(),
        )
    }

    #[test]
    fn names_what_differs_and_nothing_else() {
        use AttachmentKind::{IdCard, IntroductionLetter, TaskSource};
        let before = content(&[1, 2, 3], &[(TaskSource, 1), (IdCard, 2)]);
        let mut after = content(
            &[2, 3, 4, 5],
            &[(TaskSource, 9), (IntroductionLetter, 3), (IdCard, 2)],
        );
        after.form.project = "矿产".to_owned();
        after.form.get_method = Some(GetMethod::OfflineCopy);
        after.form.wanted_end = chrono::NaiveDate::from_ymd_opt(2026, 12, 31);
        let changes = Changes::between(&before, &after);
        let fields: Vec<_> = changes
            .fields
            .iter()
            .map(|change| (change.field, change.before.as_str(), change.after.as_str()))
            .collect();
        assert_eq!(
            fields,
            [
                ("productName", "", "矿产"),
                ("getMethod", "", "2"),
                ("wantedEnd", "", "2026-12-31")
            ]
        );
        assert_eq!((changes.scenes_added, changes.scenes_removed), (2, 1));
        assert_eq!(changes.papers, [TaskSource, IntroductionLetter]);
        assert_eq!(Changes::between(&before, &before), Changes::default());
    }

    proptest! {
        #[test]
        fn there_are_none_exactly_between_equals(a in prop::collection::btree_set(0..6_i64, 0..4), b in prop::collection::btree_set(0..6_i64, 0..4), text in "[ab]?") {
            let before = content(&a.into_iter().collect::<Vec<_>>(), &[]);
            let mut after = content(&b.into_iter().collect::<Vec<_>>(), &[]);
            after.form.description = text;
            prop_assert_eq!(Changes::between(&before, &after) == Changes::default(), before == after);
        }
    }
}
