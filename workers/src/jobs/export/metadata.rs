//! What an export of metadata tells of each scene beyond what lists show.

use std::collections::HashMap;

use chrono::DateTime;
use domain::export::ExportContent;
use domain::field::{Column, Field, FieldKind, Source};
use serde_json::Value;
use storage::db::exports::{self, Plan};
use storage::db::field_lists;
use storage::db::scenes::{self, Scene, field_values};
use storage::{PgConnection, StorageError};

use crate::export::FurtherValue;

/// Most columns beside those of every list: with them a table is still one that people can open.
const MAX_COLUMNS: usize = 200;
/// Heading of the column that says whether the scene's file is in the archive.
const ONLINE: &str = "是否在线";

/// The further columns of an export; none where it tells what lists show.
#[derive(Default)]
pub(super) struct FurtherColumns {
    fields: Vec<Field>,
    headings: Vec<String>,
    is_included: bool,
}

impl FurtherColumns {
    /// Those of the field lists of all nodes that the scenes lie in, each key once.
    pub(super) async fn load(db: &mut PgConnection, plan: &Plan) -> Result<Self, StorageError> {
        if plan.content != ExportContent::Metadata {
            return Ok(Self::default());
        }
        let mut fields = catalogue_fields();
        for node in exports::nodes_of(db, &plan.dids).await? {
            if let Some((list, _)) = field_lists::of_node(db, node).await? {
                add_missing(&mut fields, list.display);
            }
        }
        fields.truncate(MAX_COLUMNS);
        Ok(Self {
            headings: headings(&fields),
            fields,
            is_included: true,
        })
    }

    pub(super) fn headings(&self) -> &[String] {
        &self.headings
    }

    /// Values of these scenes, by number.
    pub(super) async fn values(
        &self,
        db: &mut PgConnection,
        dids: &[i64],
    ) -> Result<HashMap<i64, Vec<FurtherValue>>, StorageError> {
        if !self.is_included {
            return Ok(HashMap::new());
        }
        let scenes = scenes::by_dids(db, dids).await?;
        Ok(scenes
            .iter()
            .map(|scene| (scene.did, self.values_of_scene(scene)))
            .collect())
    }

    fn values_of_scene(&self, scene: &Scene) -> Vec<FurtherValue> {
        let online = yes_or_no(scene.archive_url.is_some());
        let values = field_values(scene, &self.fields).into_iter();
        let values = values.zip(&self.fields);
        let values = values.map(|(value, field)| further_value(value, field.kind));
        std::iter::once(online).chain(values).collect()
    }
}

/// Columns of the catalogue that no list of scenes has.
fn catalogue_fields() -> Vec<Field> {
    let field = |key: &str, label: &str, kind, unit: Option<&str>| Field {
        key: key.to_owned(),
        label: label.to_owned(),
        label_en: String::new(),
        kind,
        unit: unit.map(str::to_owned),
    };
    vec![
        field("gsd", "分辨率", FieldKind::Number, Some("米")),
        field("fileName", "文件名", FieldKind::Text, None),
    ]
}

fn add_missing(fields: &mut Vec<Field>, more: Vec<Field>) {
    for field in more {
        let is_column = matches!(Source::of_key(&field.key), Some(Source::Column(column))
            if !matches!(column, Column::Gsd | Column::FileName));
        if !is_column && fields.iter().all(|other| other.key != field.key) {
            fields.push(field);
        }
    }
}

/// Each once: programs that read the file tell columns apart by them.
fn headings(fields: &[Field]) -> Vec<String> {
    let mut headings = vec![ONLINE.to_owned()];
    for field in fields {
        let heading = match &field.unit {
            Some(unit) => format!("{}（{unit}）", field.label),
            None => field.label.clone(),
        };
        let is_taken = headings.contains(&heading) || IN_EVERY_LIST.contains(&&*heading);
        headings.push(if is_taken {
            format!("{heading} [{}]", field.key)
        } else {
            heading
        });
    }
    headings
}

/// Headings that every list has.
const IN_EVERY_LIST: [&str; 14] = [
    "序号",
    "数据ID",
    "数据名称",
    "卫星",
    "传感器",
    "数据类型",
    "成像时间",
    "接收时间",
    "云量",
    "数据大小",
    "目录节点",
    "数据状态",
    "失败原因",
    "空间范围",
];

/// As the headings of exports, in Chinese.
fn yes_or_no(is_so: bool) -> FurtherValue {
    FurtherValue::Text(if is_so { "是" } else { "否" }.to_owned())
}

fn further_value(value: Value, kind: FieldKind) -> FurtherValue {
    match value {
        Value::Number(number) => number
            .as_f64()
            .map_or(FurtherValue::None, FurtherValue::Number),
        Value::String(text) if kind == FieldKind::Time => {
            match DateTime::parse_from_rfc3339(&text) {
                Ok(time) => FurtherValue::Time(time.to_utc()),
                Err(_) => FurtherValue::Text(text),
            }
        }
        Value::String(text) => FurtherValue::Text(text),
        Value::Bool(is_so) => yes_or_no(is_so),
        _ => FurtherValue::None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn field(key: &str, label: &str, kind: FieldKind) -> Field {
        Field {
            key: key.to_owned(),
            label: label.to_owned(),
            label_en: label.to_owned(),
            kind,
            unit: None,
        }
    }

    #[test]
    fn columns_of_several_lists_are_there_once_under_names_of_their_own() {
        let mut fields = catalogue_fields();
        let first = [
            ("dataname", "名称"),
            ("level", "产品级别"),
            ("gsd", "空间分辨率"),
            ("properties.a", "云量"),
        ];
        let second = [("level", "级别"), ("orbit", "产品级别")];
        for list in [&first[..], &second[..]] {
            let list = list.iter();
            let list = list.map(|(key, label)| field(key, label, FieldKind::Text));
            add_missing(&mut fields, list.collect());
        }
        assert_eq!(
            headings(&fields),
            [
                "是否在线",
                "分辨率（米）",
                "文件名",
                "产品级别",
                "云量 [properties.a]",
                "产品级别 [orbit]"
            ]
        );
    }

    #[test]
    fn values_keep_what_they_are() {
        let moment = "2024-05-01T20:00:00Z";
        for (value, kind, expected) in [
            (json!(2.5), FieldKind::Number, FurtherValue::Number(2.5)),
            (
                json!("L1"),
                FieldKind::Text,
                FurtherValue::Text("L1".into()),
            ),
            (json!(null), FieldKind::Text, FurtherValue::None),
            (
                json!(false),
                FieldKind::Text,
                FurtherValue::Text("否".into()),
            ),
            (
                json!(moment),
                FieldKind::Time,
                FurtherValue::Time(moment.parse().unwrap()),
            ),
            (
                json!("昨天"),
                FieldKind::Time,
                FurtherValue::Text("昨天".into()),
            ),
        ] {
            assert_eq!(further_value(value.clone(), kind), expected, "{value}");
        }
    }
}
