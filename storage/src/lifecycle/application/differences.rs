//! What a change makes different in an order's application, for the audit log. A telephone number stands there by its ends.

use domain::account::masked_phone;
use domain::attachment::{AttachmentKind, display_name};
use domain::order::application::ApplicationContent;
use domain::order::changes::{self, Changes};
use domain::order::get_method::GetMethod;
use texts::Text as _;

use crate::db::account_events::FieldChange;
use crate::db::attachments::Attachment;

/// An application, with the papers that it names.
#[derive(Debug, Clone)]
pub(super) struct FiledApplication {
    pub(super) content: ApplicationContent,
    pub(super) papers: Vec<Attachment>,
}

/// Form, scenes and papers.
pub(super) fn of_applications(
    before: &FiledApplication,
    after: &FiledApplication,
) -> Vec<FieldChange> {
    let mut changes = of_contents(&before.content, &after.content);
    changes.extend(of_papers(&before.papers, &after.papers));
    changes
}

/// Form and scenes.
pub(super) fn of_contents(
    before: &ApplicationContent,
    after: &ApplicationContent,
) -> Vec<FieldChange> {
    let changes = Changes::between(before, after);
    let fields = changes.fields.into_iter().map(of_field);
    let (added, removed) = (changes.scenes_added, changes.scenes_removed);
    fields
        .chain(of_scenes(before.scenes.len(), added, removed))
        .collect()
}

fn of_field(change: changes::FieldChange) -> FieldChange {
    let value = |value: String| match change.field {
        "applyUserPhone" => masked_phone(&value),
        _ => value,
    };
    FieldChange {
        field: change.field.to_owned(),
        before: value(change.before),
        after: value(change.after),
    }
}

/// How the order is handed over.
pub(super) fn of_get_methods(
    before: Option<GetMethod>,
    after: Option<GetMethod>,
) -> Option<FieldChange> {
    let code = |method: GetMethod| method.code().to_string();
    (before != after).then(|| FieldChange {
        field: "getMethod".to_owned(),
        before: before.map(code).unwrap_or_default(),
        after: after.map(code).unwrap_or_default(),
    })
}

/// How many scenes an order of `before` scenes got and lost.
pub(in crate::lifecycle) fn of_scenes(
    before: usize,
    added: usize,
    removed: usize,
) -> Option<FieldChange> {
    let after = (before + added).saturating_sub(removed);
    (added + removed > 0).then(|| FieldChange {
        field: "dataIds".to_owned(),
        before: before.to_string(),
        after: format!("{after} (+{added}, -{removed})"),
    })
}

/// The slots that hold another paper, or none any more, and the papers' names. Of two of the same name the stored names tell
/// which is which: they begin with when each was uploaded.
pub(in crate::lifecycle) fn of_papers(
    before: &[Attachment],
    after: &[Attachment],
) -> Vec<FieldChange> {
    let slots = AttachmentKind::SLOTS.into_iter();
    let differ = slots.filter_map(|slot| {
        let (before, after) = (in_slot(before, slot), in_slot(after, slot));
        if before.map(|paper| paper.id) == after.map(|paper| paper.id) {
            return None;
        }
        let stored = [before, after].map(|paper| paper.map_or("", |paper| &*paper.stored_name));
        let [was, is] = stored.map(display_name);
        let [before, after] = if was == is { stored } else { [was, is] };
        Some(FieldChange {
            field: slot.text().key().to_owned(),
            before: before.to_owned(),
            after: after.to_owned(),
        })
    });
    differ.collect()
}

fn in_slot(papers: &[Attachment], slot: AttachmentKind) -> Option<&Attachment> {
    papers.iter().find(|paper| paper.kind == slot)
}

#[cfg(test)]
mod tests {
    use domain::order::application::ApplicationForm;

    use super::*;

    fn content(phone: &str, scenes: &[i64]) -> ApplicationContent {
        let form = ApplicationForm {
            phone: phone.to_owned(),
            ..ApplicationForm::default()
        };
        ApplicationContent::new(form, scenes.to_vec(), Vec::new())
    }

    fn change(field: &str, before: &str, after: &str) -> FieldChange {
        FieldChange {
            field: field.to_owned(),
            before: before.to_owned(),
            after: after.to_owned(),
        }
    }

    #[test]
    fn a_number_that_changes_between_its_ends_is_said_to_change() {
        let [before, after] = ["13812345678", "13800005678"].map(|phone| content(phone, &[1]));
        let masked = "138****5678";
        assert_eq!(
            of_contents(&before, &after),
            [change("applyUserPhone", masked, masked)]
        );
        assert_eq!(of_contents(&before, &before), []);
    }

    #[test]
    fn scenes_that_come_and_go_are_counted() {
        let table: [(&[i64], &[i64], Option<&str>); 3] = [
            (&[3, 1, 2], &[5, 2, 4, 3], Some("4 (+2, -1)")),
            (&[1, 2], &[], Some("0 (+0, -2)")),
            (&[2, 1], &[1, 2], None),
        ];
        for (before, after, expected) in table {
            let changes = of_contents(&content("", before), &content("", after));
            let count = before.len().to_string();
            let expected = expected.map(|after| change("dataIds", &count, after));
            assert_eq!(changes, Vec::from_iter(expected));
        }
    }
}
