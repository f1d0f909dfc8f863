//! Field lists as a table, a field a row, and what is wrong with such a table.

use domain::field::Field;
use domain::field::sheet::{SheetColumn, SheetPart};
use domain::sheet::SheetHeading as _;
use rust_xlsxwriter::{DataValidation, Workbook, Worksheet, XlsxError};

use crate::workbook::{write_head, write_text};

/// A list as it is written.
#[derive(Debug, Clone, Copy)]
pub struct TableList<'a> {
    pub name: &'a str,
    /// Name of the list, for administrators.
    pub label: &'a str,
    /// What is shown, in order.
    pub display: &'a [Field],
    /// What is searched by, in order.
    pub query: &'a [Field],
}

/// A catalogue node as it is written.
#[derive(Debug, Clone, Copy)]
pub struct TableNode<'a> {
    pub id: i64,
    /// Label in the tree.
    pub label: &'a str,
    /// The same in English, or empty.
    pub label_en: &'a str,
    /// The list of its own.
    pub list: Option<&'a str>,
}

/// Rows that offer choices, for those that people add.
const ROWS_WITH_CHOICES: u32 = 10_000;

/// All lists and nodes: what is read again, and the template of what may be read.
pub fn write(lists: &[TableList<'_>], nodes: &[TableNode<'_>]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name("字段")?;
    let headings = SheetColumn::ALL.map(SheetColumn::heading);
    let widths = [20, 20, 10, 36, 20, 26, 12, 10];
    let head: Vec<(&str, u32)> = headings.iter().map(String::as_str).zip(widths).collect();
    write_head(sheet, &head)?;
    offer_choices(sheet)?;
    let mut row = 1;
    for list in lists {
        for (part, fields) in [
            (SheetPart::Display, list.display),
            (SheetPart::Query, list.query),
        ] {
            for field in fields {
                let unit = field.unit.as_deref().unwrap_or_default();
                let (name, label) = (list.name, list.label);
                let (part, kind) = (part.words().0, field.kind.words().0);
                let (key, label_en) = (&*field.key, &*field.label_en);
                let cells = [name, label, part, key, &field.label, label_en, kind, unit];
                write_row(sheet, row, &cells)?;
                row += 1;
            }
        }
    }
    for node in nodes {
        let id = node.id.to_string();
        let list = node.list.unwrap_or_default();
        let part = SheetPart::Node.words().0;
        let cells = [list, "", part, &id, node.label, node.label_en, "", ""];
        write_row(sheet, row, &cells)?;
        row += 1;
    }
    explain(workbook.add_worksheet())?;
    workbook.save_to_buffer()
}

fn write_row(sheet: &mut Worksheet, row: u32, cells: &[&str]) -> Result<(), XlsxError> {
    for (column, text) in (0..).zip(cells) {
        if !text.is_empty() {
            write_text(sheet, (row, column), text)?;
        }
    }
    Ok(())
}

fn offer_choices(sheet: &mut Worksheet) -> Result<(), XlsxError> {
    let parts = [SheetPart::Display, SheetPart::Query, SheetPart::Node].map(|part| part.words().0);
    let kinds = domain::field::FieldKind::ALL.map(|kind| kind.words().0);
    for (column, choices) in [(2, parts.as_slice()), (6, kinds.as_slice())] {
        let choice = DataValidation::new().allow_list_strings(choices)?;
        sheet.add_data_validation(1, column, ROWS_WITH_CHOICES, column, &choice)?;
    }
    Ok(())
}

fn explain(sheet: &mut Worksheet) -> Result<(), XlsxError> {
    sheet.set_name("说明 Notes")?;
    sheet.set_column_width(0, 120)?;
    let lines = [
        "每行一个字段；行的顺序就是显示的顺序。 A field a row; the order of the rows is the order in which they are shown.",
        "表中出现的列表整个被替换，未出现的列表不变。 A list that occurs in the table is replaced as a whole; other lists stay.",
        "用途为“节点”的行：字段列是节点编号，列表标识留空表示沿用上级节点。 Rows of use “node”: the field is the node's id; without a list the node has that of the node above.",
        "字段：内置字段，或 properties.名称，多个名称用 | 分隔。 Fields: built-in keys, or properties.name; several names are separated by |.",
        "任何一行有错则全部不导入。 Nothing is imported if a single row is wrong.",
    ];
    for (row, line) in (0..).zip(lines) {
        sheet.write_string(row, 0, line)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use domain::field::FieldKind;
    use domain::field::sheet::{KnownFields, check};

    use super::*;
    use crate::user_table::read;

    fn field(key: &str, label: &str) -> Field {
        Field {
            key: key.into(),
            label: label.into(),
            label_en: "-1+2".into(),
            kind: FieldKind::Choice,
            unit: Some("＝m".into()),
        }
    }

    #[test]
    fn what_is_written_is_read_again_and_formulas_are_texts() {
        let display = [field("cloud", "=1+1"), field("gsd", "@x")];
        let list = TableList {
            name: "hy",
            label: "+海洋",
            display: &display,
            query: &[],
        };
        let node = |id, list| TableNode {
            id,
            label: "=n",
            label_en: "",
            list,
        };
        let bytes = write(&[list], &[node(1, Some("hy")), node(2, None)]).unwrap();
        let rows = read(&bytes, 100).unwrap();
        let known = KnownFields {
            nodes: [1, 2].into(),
            ..KnownFields::default()
        };
        let checked = check(&rows, &known);
        assert_eq!(checked.faults, []);
        let read = &checked.lists["hy"];
        assert_eq!(
            (read.label.as_str(), read.display.as_slice()),
            ("+海洋", &display[..])
        );
        assert_eq!(
            checked.nodes,
            [(1, Some("hy".to_owned())), (2, None)].into()
        );
    }
}
