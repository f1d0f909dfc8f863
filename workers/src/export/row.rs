//! One scene as the files show it.

use chrono::{DateTime, SecondsFormat, Utc};
use geometry::Footprint;

/// What an order says of a scene.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OrderFacts {
    /// 数据状态
    pub state: String,
    /// 失败原因
    pub reason: String,
}

/// A row. Plain values: whoever reads them from a database fills them in.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneRow {
    /// 序号, from 1.
    pub number: u64,
    /// 数据ID
    pub dataid: String,
    /// 数据名称
    pub dataname: String,
    /// 卫星
    pub satellite: String,
    /// 传感器
    pub sensor: String,
    /// 数据类型, in words.
    pub datatype: String,
    /// 成像时间
    pub acquired: DateTime<Utc>,
    /// 接收时间
    pub received: Option<DateTime<Utc>>,
    /// 云量, percent.
    pub cloud: Option<f32>,
    /// 数据大小, bytes; `None` of scenes that only the catalogue knows.
    pub size: Option<u64>,
    /// 目录节点, from the top, `/` between.
    pub node: String,
    /// 空间范围
    pub footprint: Footprint,
    /// How it fares in an order; `None` in lists of the catalogue's scenes.
    pub order: Option<OrderFacts>,
    /// What else is told of it: a value for each of the list's further columns.
    pub further: Vec<FurtherValue>,
}

/// A value of a further column.
#[derive(Debug, Clone, PartialEq)]
pub enum FurtherValue {
    /// The scene has none.
    None,
    Text(String),
    Number(f64),
    /// A moment.
    Time(DateTime<Utc>),
}

/// A value of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value<'a> {
    Text(&'a str),
    Whole(Option<u64>),
    Real(Option<f32>),
    Number(Option<f64>),
    Time(Option<DateTime<Utc>>),
}

impl<'a> From<&'a FurtherValue> for Value<'a> {
    fn from(value: &'a FurtherValue) -> Self {
        match value {
            FurtherValue::None => Self::Number(None),
            FurtherValue::Text(text) => Self::Text(text),
            FurtherValue::Number(number) => Self::Number(Some(*number)),
            FurtherValue::Time(time) => Self::Time(Some(*time)),
        }
    }
}

/// A column: its heading, the short one where ten bytes must do (three Chinese characters), and its width, as far as a
/// format has widths.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub(super) heading: &'static str,
    pub(super) short: &'static str,
    /// Bytes in a dBase table, 254 at most.
    pub(super) bytes: u8,
    /// Characters in a workbook.
    pub(super) characters: f64,
}

const fn column(heading: &'static str, short: &'static str, bytes: u8, characters: f64) -> Column {
    Column {
        heading,
        short,
        bytes,
        characters,
    }
}

const SCENE: [Column; 11] = [
    column("序号", "序号", 10, 8.0),
    column("数据ID", "数据ID", 254, 28.0),
    column("数据名称", "数据名", 254, 36.0),
    column("卫星", "卫星", 80, 14.0),
    column("传感器", "传感器", 80, 14.0),
    column("数据类型", "类型", 40, 14.0),
    column("成像时间", "成像时", 20, 20.0),
    column("接收时间", "接收时", 20, 20.0),
    column("云量", "云量", 10, 8.0),
    column("数据大小", "大小", 18, 16.0),
    column("目录节点", "节点", 254, 28.0),
];
const ORDER: [Column; 2] = [
    column("数据状态", "状态", 40, 12.0),
    column("失败原因", "原因", 254, 40.0),
];
/// The last column of tables that show no map.
pub(super) const FOOTPRINT: Column = column("空间范围", "范围", 254, 60.0);

/// Which columns a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Columns of a scene.
    Scenes,
    /// Those, and how the scene fares in an order.
    OfOrder,
    /// The number of the row alone.
    Outlines,
}

impl Layout {
    const fn columns(self) -> (&'static [Column], &'static [Column]) {
        match self {
            Self::Scenes => (&SCENE, &[]),
            Self::OfOrder => (&SCENE, &ORDER),
            Self::Outlines => (SCENE.split_at(1).0, &[]),
        }
    }
}

/// The columns of scenes, in their order, without the further ones and the footprint.
pub(super) fn columns(layout: Layout) -> impl Iterator<Item = Column> {
    let (scene, order) = layout.columns();
    scene.iter().chain(order).copied()
}

/// The row's values, one for each of [`columns`].
pub(super) fn values(row: &SceneRow, layout: Layout) -> impl Iterator<Item = Value<'_>> {
    let scene = [
        Value::Whole(Some(row.number)),
        Value::Text(&row.dataid),
        Value::Text(&row.dataname),
        Value::Text(&row.satellite),
        Value::Text(&row.sensor),
        Value::Text(&row.datatype),
        Value::Time(Some(row.acquired)),
        Value::Time(row.received),
        Value::Real(row.cloud),
        Value::Whole(row.size),
        Value::Text(&row.node),
    ];
    let order = row.order.iter();
    let order = order.flat_map(|facts| [Value::Text(&facts.state), Value::Text(&facts.reason)]);
    let all = scene.into_iter().chain(order);
    all.take(columns(layout).count())
}

/// The same, and those of the further columns.
pub(super) fn all_values(row: &SceneRow, layout: Layout) -> impl Iterator<Item = Value<'_>> {
    values(row, layout).chain(row.further.iter().map(Value::from))
}

/// A time that says its zone: UTC, to the second.
pub(super) fn rfc3339(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Secs, true)
}

#[cfg(test)]
pub(super) fn example() -> SceneRow {
    SceneRow {
        number: 1,
        dataid: "GF1-1".into(),
        dataname: "高分一号".into(),
        satellite: "GF1".into(),
        sensor: "PMS1".into(),
        datatype: "原始影像数据".into(),
        acquired: "2024-05-01T20:00:00Z".parse().unwrap_or_default(),
        received: None,
        cloud: Some(0.1),
        size: Some(123),
        node: "卫星/高分一号".into(),
        footprint: "POLYGON((0 0,0 1,1 1,1 0,0 0))".parse().unwrap_or_default(),
        order: Some(OrderFacts {
            state: "已提取".into(),
            reason: String::new(),
        }),
        further: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_value_for_every_column() {
        let mut row = example();
        for layout in [Layout::OfOrder, Layout::Scenes, Layout::Outlines] {
            assert_eq!(values(&row, layout).count(), columns(layout).count());
            row.order = None;
        }
    }

    /// A dBase name has ten bytes and a zero (dBase III file structure).
    #[test]
    fn short_headings_fit_and_differ() {
        let mut short: Vec<_> = columns(Layout::OfOrder)
            .map(|column| column.short)
            .collect();
        assert!(short.iter().all(|name| name.len() <= 10), "{short:?}");
        let count = short.len();
        short.sort_unstable();
        short.dedup();
        assert_eq!(short.len(), count);
    }
}
