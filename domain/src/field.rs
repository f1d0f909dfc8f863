//! Fields of the catalogue: what of a scene is shown and what it can be searched by, and lists of them for its nodes.

use serde::{Deserialize, Serialize};
use texts::SettingText;

use crate::text::{is_blank, is_forbidden};

mod condition;
mod differences;
mod kind;
pub mod sheet;
mod source;

pub use condition::{FieldCondition, FieldTest};
pub use differences::{PlacedField, differences};
pub use kind::FieldKind;
pub use source::{BUILT_IN, Column, Derived, Source};

/// The list of every node for which nothing else is said.
pub const DEFAULT_LIST: &str = "default";
/// The list of archives (`ZL`) for which nothing else is said.
pub const ARCHIVE_LIST: &str = "geologicalarchive";

/// Whether nodes have the list without being given one: also those that come later.
#[must_use]
pub fn is_fallback_list(name: &str) -> bool {
    matches!(name, DEFAULT_LIST | ARCHIVE_LIST)
}

/// Longest name of a list.
const LONGEST_NAME: usize = 40;
/// Longest label, in characters.
const LONGEST_LABEL: usize = 60;
/// Longest unit, in characters.
const LONGEST_UNIT: usize = 20;
/// Most fields that a list shows.
const MAX_SHOWN: usize = 100;
/// Most fields that a list searches by.
const MAX_SEARCHED: usize = 40;

/// A field of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// A built-in key, or `properties.` and the name of a further metadata field. Several names, separated by `|`, are
    /// tried in turn.
    pub key: String,
    /// Chinese label.
    pub label: String,
    /// English label.
    pub label_en: String,
    /// Type of its values.
    pub kind: FieldKind,
    /// Unit of its values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// Why a list cannot be used: the field of the request, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {text:?}")]
pub struct BadList {
    /// `name`, `label`, `display[2].key` and the like.
    pub field: String,
    /// What is wrong with it.
    pub text: SettingText,
}

fn bad(field: impl Into<String>, text: SettingText) -> BadList {
    BadList {
        field: field.into(),
        text,
    }
}

/// Whether a list may have this name.
#[must_use]
pub fn is_list_name(name: &str) -> bool {
    let plain = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_');
    (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(plain)
}

/// Checks what a list is called and holds.
pub fn check_list(label: &str, display: &[Field], query: &[Field]) -> Result<(), BadList> {
    check_text("label", label, LONGEST_LABEL)?;
    if display.is_empty() {
        return Err(bad("display", SettingText::NoDisplayField));
    }
    check_fields("display", display, MAX_SHOWN)?;
    check_fields("query", query, MAX_SEARCHED)?;
    for (index, field) in query.iter().enumerate() {
        if !can_be_searched(field) {
            return Err(bad(
                format!("query[{index}].key"),
                SettingText::NotSearchable,
            ));
        }
    }
    Ok(())
}

fn check_fields(part: &str, fields: &[Field], most: usize) -> Result<(), BadList> {
    if fields.len() > most {
        return Err(bad(part, SettingText::TooManyFields));
    }
    for (index, field) in fields.iter().enumerate() {
        let at = |name: &str| format!("{part}[{index}].{name}");
        if Source::of_key(&field.key).is_none() {
            return Err(bad(at("key"), SettingText::NoSuchField));
        }
        if fields[..index].iter().any(|other| other.key == field.key) {
            return Err(bad(at("key"), SettingText::FieldTwice));
        }
        check_text(&at("label"), &field.label, LONGEST_LABEL)?;
        check_text(&at("labelEn"), &field.label_en, LONGEST_LABEL)?;
        if let Some(unit) = &field.unit {
            check_text(&at("unit"), unit, LONGEST_UNIT)?;
        }
    }
    Ok(())
}

fn check_text(field: &str, text: &str, longest: usize) -> Result<(), BadList> {
    if is_blank(text) {
        return Err(bad(field, SettingText::Blank));
    }
    if text.chars().count() > longest || text.chars().any(|c| is_forbidden(c, true)) {
        return Err(bad(field, SettingText::LabelUnfit));
    }
    Ok(())
}

/// Whether searches can use the field: what is worked out from the footprint is not in the database, and a kind must be
/// able to hold the values.
#[must_use]
pub fn can_be_searched(field: &Field) -> bool {
    match Source::of_key(&field.key) {
        Some(Source::Column(column)) => column.holds(field.kind),
        Some(Source::Properties(_)) => field.kind != FieldKind::Time,
        Some(Source::Derived(_)) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(key: &str, kind: FieldKind) -> Field {
        Field {
            key: key.into(),
            label: "字段".into(),
            label_en: "Field".into(),
            kind,
            unit: None,
        }
    }

    #[test]
    fn names_of_lists_are_plain() {
        for name in ["default", "gwcg46", "a_1", &"x".repeat(40)] {
            assert!(is_list_name(name), "{name}");
        }
        for name in ["", "A", "a-b", "a b", "表", "a/b", &"x".repeat(41)] {
            assert!(!is_list_name(name), "{name}");
        }
    }

    #[test]
    fn only_what_the_database_knows_can_be_searched() {
        for (key, kind, can) in [
            ("cloud", FieldKind::Percent, true),
            ("cloud", FieldKind::Text, false),
            ("satelite", FieldKind::Choice, true),
            ("satelite", FieldKind::Number, false),
            ("receivetime", FieldKind::Time, true),
            ("receivetime", FieldKind::Number, false),
            ("level", FieldKind::Choice, true),
            ("properties.view:off_nadir", FieldKind::Angle, true),
            ("properties.created", FieldKind::Time, false),
            ("leftTopLongitude", FieldKind::Coordinate, false),
            ("none", FieldKind::Text, false),
        ] {
            assert_eq!(can_be_searched(&field(key, kind)), can, "{key} {kind:?}");
        }
    }

    #[test]
    fn lists_are_checked_field_by_field() {
        let name = field("dataname", FieldKind::Text);
        let good = [name.clone(), field("properties.a:b|c", FieldKind::Text)];
        assert_eq!(check_list("默认", &good, &good), Ok(()));
        let nameless = Field {
            label: "\u{3000}".into(),
            ..name.clone()
        };
        let long = Field {
            unit: Some("米".repeat(21)),
            ..name.clone()
        };
        let turned = Field {
            label_en: "a\u{202E}b".into(),
            ..name.clone()
        };
        let many: Vec<Field> = (0..41)
            .map(|n| field(&format!("properties.p{n}"), FieldKind::Text))
            .collect();
        for (label, display, query, wrong) in [
            (" ", &good[..], &[][..], "label"),
            ("默认", &[], &[], "display"),
            (
                "默认",
                &[field("none", FieldKind::Text)],
                &[],
                "display[0].key",
            ),
            ("默认", &[name.clone(), name.clone()], &[], "display[1].key"),
            ("默认", &[nameless], &[], "display[0].label"),
            ("默认", &[long], &[], "display[0].unit"),
            ("默认", &[turned], &[], "display[0].labelEn"),
            ("默认", &good, &many, "query"),
            (
                "默认",
                &good,
                &[field("centerLatitude", FieldKind::Coordinate)],
                "query[0].key",
            ),
        ] {
            let found = check_list(label, display, query).map_err(|bad| bad.field);
            assert_eq!(found, Err(wrong.to_owned()));
        }
    }
}
