//! What of a node the audit log shows.

use crate::db::catalogue::directory::DirectoryNode;

pub(super) const FIELDS: [&str; 6] = [
    "parent",
    "label",
    "labelEn",
    "objType",
    "dataType",
    "collection",
];

/// In the order of [`FIELDS`].
pub(super) fn fields_of(node: &DirectoryNode) -> [String; FIELDS.len()] {
    let draft = &node.draft;
    [
        node.parent_id.map_or_else(String::new, |id| id.to_string()),
        draft.label.clone(),
        draft.label_en.clone(),
        draft.kind.as_str().to_owned(),
        draft.datatype.to_string(),
        draft.collection.clone().unwrap_or_default(),
    ]
}
