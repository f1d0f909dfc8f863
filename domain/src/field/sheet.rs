//! Field lists out of a table, a field a row, and nodes with the list that each has. All rows are right, or none is taken.

use std::collections::{BTreeMap, HashMap, HashSet};

use texts::{FieldText, Message, SettingText};

use super::{
    Field, FieldKind, LONGEST_LABEL, LONGEST_UNIT, MAX_SEARCHED, MAX_SHOWN, Source,
    can_be_searched, check_text, is_list_name,
};
use crate::sheet::{MAX_FAULTS, SheetHeading, SheetRow, read_headings, read_texts};
use crate::text::folded;

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SheetColumn {
    /// Name of the list; of a node that has none of its own, empty.
    List,
    /// Name of the list, for administrators.
    ListLabel,
    /// Whether the row is a field that is shown, one that is searched by, or a node.
    Part,
    /// The field's key, or the node's id.
    Key,
    /// Chinese label.
    Label,
    /// English label.
    LabelEn,
    /// Type of the field's values.
    Kind,
    /// Unit of its values.
    Unit,
}

impl SheetColumn {
    /// Every one, as the table has them.
    pub const ALL: [Self; 8] = [
        Self::List,
        Self::ListLabel,
        Self::Part,
        Self::Key,
        Self::Label,
        Self::LabelEn,
        Self::Kind,
        Self::Unit,
    ];
}

impl SheetHeading for SheetColumn {
    const EVERY: &'static [Self] = &Self::ALL;

    fn headings(self) -> (&'static str, &'static str) {
        match self {
            Self::List => ("列表标识", "List"),
            Self::ListLabel => ("列表名称", "List name"),
            Self::Part => ("用途", "Use"),
            Self::Key => ("字段", "Field"),
            Self::Label => ("中文标签", "Chinese label"),
            Self::LabelEn => ("英文标签", "English label"),
            Self::Kind => ("类型", "Kind"),
            Self::Unit => ("单位", "Unit"),
        }
    }
}

/// What a row is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SheetPart {
    /// A field that is shown.
    Display,
    /// A field that is searched by.
    Query,
    /// A node that has the list.
    Node,
}

impl SheetPart {
    const ALL: [Self; 3] = [Self::Display, Self::Query, Self::Node];

    /// Its word in Chinese and in English.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Display => ("显示", "display"),
            Self::Query => ("查询", "query"),
            Self::Node => ("节点", "node"),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let text = folded(text);
        Self::ALL.into_iter().find(|part| {
            let (chinese, english) = part.words();
            text == chinese || text == english
        })
    }
}

impl FieldKind {
    /// Its word in Chinese and in English, as tables have it.
    #[must_use]
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Text => ("文本", "text"),
            Self::Number => ("数值", "number"),
            Self::Time => ("时间", "time"),
            Self::Size => ("数据量", "size"),
            Self::Percent => ("百分比", "percent"),
            Self::Choice => ("选项", "choice"),
            Self::Angle => ("角度", "angle"),
            Self::Coordinate => ("坐标", "coordinate"),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let text = folded(text);
        Self::ALL.into_iter().find(|kind| {
            let (chinese, english) = kind.words();
            text == chinese || text == english
        })
    }
}

/// Something wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetFault {
    /// As spreadsheets number rows: the headings are row 1.
    pub row: u32,
    /// Which column; `None`: one that is none.
    pub column: Option<SheetColumn>,
    /// What is wrong, in words for the person who uploaded the table.
    pub text: Message,
}

/// A list of the table, which replaces the one of its name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SheetList {
    /// Name of the list, for administrators.
    pub label: String,
    /// What is shown, in order.
    pub display: Vec<Field>,
    /// What is searched by, in order.
    pub query: Vec<Field>,
    /// Row where the list begins, 1-based.
    row: u32,
}

/// A table that was looked through.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SheetCheck {
    /// Lists by their names.
    pub lists: BTreeMap<String, SheetList>,
    /// Nodes with the list that each has of its own.
    pub nodes: BTreeMap<i64, Option<String>>,
    /// Rows that are not blank, without the headings.
    pub rows: usize,
    /// The first [`MAX_FAULTS`].
    pub faults: Vec<SheetFault>,
    /// Number of faults, also of those that are not listed.
    pub fault_count: usize,
}

/// Lists and fields that are stored already.
#[derive(Debug, Clone, Default)]
pub struct KnownFields {
    /// Lists: their names, and what administrators read.
    pub lists: HashMap<String, String>,
    pub nodes: HashSet<i64>,
    /// Nodes that go beyond what the person may change, with the list that each has of its own: it stays.
    pub fixed: HashMap<i64, Option<String>>,
    /// Lists of which some node goes beyond what the person may change, with what each shows and is searched by: they stay.
    pub fixed_lists: HashMap<String, (Vec<Field>, Vec<Field>)>,
}

impl SheetCheck {
    fn add(&mut self, row: u32, column: Option<SheetColumn>, text: impl Into<Message>) {
        self.fault_count += 1;
        if self.faults.len() < MAX_FAULTS {
            let text = text.into();
            self.faults.push(SheetFault { row, column, text });
        }
    }
}

/// Looks a table through; its first row names the columns.
#[must_use]
pub fn check(rows: &[SheetRow], known: &KnownFields) -> SheetCheck {
    let mut checked = SheetCheck::default();
    let Some((head, rows)) = rows.split_first() else {
        return checked;
    };
    let columns = read_headings(head, |column, text| checked.add(head.number, column, text));
    if checked.fault_count > 0 {
        return checked;
    }
    let mut seen = HashMap::new();
    let mut named = Vec::new();
    for row in rows.iter().filter(|row| !row.is_blank()) {
        checked.rows += 1;
        let texts = read_texts(row, &columns, LONGEST_LABEL, |column, text| {
            checked.add(row.number, column, text);
        });
        let text = |column| texts.get(&column).copied().unwrap_or_default();
        let (list, key) = (text(SheetColumn::List), text(SheetColumn::Key));
        let Some(part) = SheetPart::parse(text(SheetColumn::Part)) else {
            checked.add(
                row.number,
                Some(SheetColumn::Part),
                FieldText::SheetPartWrong,
            );
            continue;
        };
        let is_inherited = part == SheetPart::Node && list.is_empty();
        if !is_inherited && !is_list_name(list) {
            checked.add(
                row.number,
                Some(SheetColumn::List),
                FieldText::ListNameWrong,
            );
            continue;
        }
        let own = if part == SheetPart::Node { "" } else { list };
        let twice = (part, own.to_owned(), key.to_owned());
        if let Some(first) = seen.insert(twice, row.number) {
            let text = FieldText::SheetRowTwice {
                row: u64::from(first),
            };
            checked.add(row.number, Some(SheetColumn::Key), text);
            continue;
        }
        if part == SheetPart::Node {
            read_node(row.number, (list, key), known, &mut checked);
            if !list.is_empty() {
                named.push((row.number, list.to_owned()));
            }
        } else {
            read_field(row.number, part, &texts, &mut checked);
        }
    }
    finish(&named, known, &mut checked);
    checked
}

fn read_node(row: u32, (list, key): (&str, &str), known: &KnownFields, checked: &mut SheetCheck) {
    match key.parse::<i64>() {
        Ok(id) if known.nodes.contains(&id) => {
            let list = (!list.is_empty()).then(|| list.to_owned());
            if known.fixed.get(&id).is_some_and(|own| *own != list) {
                checked.add(row, Some(SheetColumn::List), FieldText::NodeBeyondScope);
                return;
            }
            checked.nodes.insert(id, list);
        }
        _ => checked.add(row, Some(SheetColumn::Key), FieldText::NoSuchNode),
    }
}

fn read_field(
    row: u32,
    part: SheetPart,
    texts: &HashMap<SheetColumn, &str>,
    checked: &mut SheetCheck,
) {
    let text = |column| texts.get(&column).copied().unwrap_or_default();
    let (key, unit) = (text(SheetColumn::Key), text(SheetColumn::Unit));
    let kind = FieldKind::parse(text(SheetColumn::Kind));
    if kind.is_none() {
        checked.add(row, Some(SheetColumn::Kind), FieldText::FieldKindWrong);
    }
    let field = Field {
        key: key.to_owned(),
        label: text(SheetColumn::Label).to_owned(),
        label_en: text(SheetColumn::LabelEn).to_owned(),
        kind: kind.unwrap_or(FieldKind::Text),
        unit: (!unit.is_empty()).then(|| unit.to_owned()),
    };
    if Source::of_key(key).is_none() {
        checked.add(row, Some(SheetColumn::Key), SettingText::NoSuchField);
    } else if part == SheetPart::Query && kind.is_some() && !can_be_searched(&field) {
        checked.add(row, Some(SheetColumn::Key), SettingText::NotSearchable);
    }
    let labels = [
        (SheetColumn::Label, Some(&field.label), LONGEST_LABEL),
        (SheetColumn::LabelEn, Some(&field.label_en), LONGEST_LABEL),
        (SheetColumn::Unit, field.unit.as_ref(), LONGEST_UNIT),
    ];
    for (column, text, longest) in labels {
        if let Some(Err(bad)) = text.map(|text| check_text("", text, longest)) {
            checked.add(row, Some(column), bad.text);
        }
    }
    let label = text(SheetColumn::ListLabel);
    let name = text(SheetColumn::List);
    let list = checked.lists.entry(name.to_owned()).or_default();
    if list.row == 0 {
        list.row = row;
    }
    if list.label.is_empty() {
        label.clone_into(&mut list.label);
    }
    let differs = !label.is_empty() && label != list.label;
    let (fields, most) = match part {
        SheetPart::Query => (&mut list.query, MAX_SEARCHED),
        SheetPart::Display | SheetPart::Node => (&mut list.display, MAX_SHOWN),
    };
    let too_many = fields.len() >= most;
    if !too_many {
        fields.push(field);
    }
    if too_many {
        checked.add(row, Some(SheetColumn::Key), SettingText::TooManyFields);
    }
    if differs {
        checked.add(
            row,
            Some(SheetColumn::ListLabel),
            FieldText::ListLabelDiffers,
        );
    }
}

/// What only the whole table tells: what each list is called and shows, and whether the lists of nodes exist.
fn finish(named: &[(u32, String)], known: &KnownFields, checked: &mut SheetCheck) {
    let mut faults = Vec::new();
    for (name, list) in &mut checked.lists {
        if list.label.is_empty()
            && let Some(label) = known.lists.get(name)
        {
            label.clone_into(&mut list.label);
        }
        if let Err(bad) = check_text("", &list.label, LONGEST_LABEL) {
            faults.push((list.row, SheetColumn::ListLabel, bad.text.into()));
        }
        if let Some((display, query)) = known.fixed_lists.get(name)
            && (known.lists.get(name), &list.display, &list.query)
                != (Some(&list.label), display, query)
        {
            let text: Message = FieldText::ListBeyondScope.into();
            faults.push((list.row, SheetColumn::List, text));
        }
        if list.display.is_empty() {
            faults.push((
                list.row,
                SheetColumn::Part,
                SettingText::NoDisplayField.into(),
            ));
        }
    }
    for (row, name) in named {
        if !checked.lists.contains_key(name) && !known.lists.contains_key(name) {
            let text: Message = FieldText::NoSuchFieldList.into();
            faults.push((*row, SheetColumn::List, text));
        }
    }
    for (row, column, text) in faults {
        checked.add(row, Some(column), text);
    }
}

#[cfg(test)]
mod tests;
