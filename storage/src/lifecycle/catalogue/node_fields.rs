//! What of a node the audit log shows.

use crate::db::account_events::FieldChange;
use crate::db::catalogue::directory::DirectoryNode;
use crate::lifecycle::scopes::changes;

const FIELDS: [&str; 6] = [
    "parent",
    "label",
    "labelEn",
    "objType",
    "dataType",
    "collection",
];

/// In the order of [`FIELDS`].
fn fields_of(node: &DirectoryNode) -> [String; FIELDS.len()] {
    let draft = &node.draft;
    [
        node.parent_id.map_or_else(String::new, |id| id.to_string()),
        draft.label.clone(),
        draft.label_en.clone(),
        draft.kind.as_str().to_owned(),
        draft.scene_type.code().to_string(),
        draft.collection.clone().unwrap_or_default(),
    ]
}

/// What became different; of a node that comes or goes, all that it is or was.
pub(super) fn differences(
    before: Option<&DirectoryNode>,
    after: Option<&DirectoryNode>,
) -> Vec<FieldChange> {
    let fields = |node: Option<&DirectoryNode>| node.map_or_else(Default::default, fields_of);
    let pairs = FIELDS.into_iter().zip(fields(before)).zip(fields(after));
    changes(pairs.map(|((field, before), after)| (field, before, after)))
}

/// What a node was that goes, and where it stood.
pub(super) fn removal(node: &DirectoryNode, position: String) -> Vec<FieldChange> {
    let mut all = differences(Some(node), None);
    all.extend(changes([("place", position, String::new())]));
    all
}
