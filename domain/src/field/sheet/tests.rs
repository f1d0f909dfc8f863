use proptest::prelude::*;

use super::*;
use crate::sheet::SheetCell;

const HEAD: [&str; 8] = [
    "列表标识 List",
    "List name",
    "用途",
    "字段 Field",
    "中文标签",
    "English label",
    "kind",
    "单位",
];

fn table(rows: &[[&str; 8]]) -> Vec<SheetRow> {
    let rows = std::iter::once(&HEAD).chain(rows);
    (1..)
        .zip(rows)
        .map(|(number, cells)| SheetRow {
            number,
            cells: (0..)
                .zip(cells)
                .filter(|(_, text)| !text.is_empty())
                .map(|(at, text)| match *text {
                    "=" => (at, SheetCell::Formula),
                    "?" => (at, SheetCell::Other),
                    text => (at, SheetCell::Text(text.into())),
                })
                .collect(),
        })
        .collect()
}

fn known() -> KnownFields {
    KnownFields {
        lists: [("default".to_owned(), "默认".to_owned())].into(),
        nodes: [1, 2, 3].into(),
        fixed: [(3, Some("default".to_owned()))].into(),
        fixed_lists: HashMap::new(),
    }
}

/// Row, heading and code of each fault.
fn faults(rows: &[[&str; 8]]) -> Vec<(u32, &'static str, String)> {
    let checked = check(&table(rows), &known());
    let faults = checked.faults.into_iter();
    faults
        .map(|fault| {
            let heading = fault.column.map_or("", |column| column.headings().0);
            (fault.row, heading, fault.text.code.into_owned())
        })
        .collect()
}

const CLOUD: [&str; 8] = ["hy", "海洋", "显示", "cloud", "云量", "Cloud", "百分比", ""];

#[test]
fn lists_and_the_nodes_that_have_them_are_read() {
    let checked = check(
        &table(&[
            CLOUD,
            [
                "hy",
                "",
                "QUERY",
                "gsd",
                "分辨率",
                "Resolution",
                "number",
                "m",
            ],
            ["hy", "", "节点", "2", "ignored", "", "", ""],
            ["", "", "node", "1", "", "", "", ""],
            [
                "default", "", "显示", "dataname", "名称", "Name", "文本", "",
            ],
        ]),
        &known(),
    );
    assert_eq!(
        (checked.fault_count, checked.rows),
        (0, 5),
        "{:?}",
        checked.faults
    );
    let hy = &checked.lists["hy"];
    assert_eq!(
        (hy.label.as_str(), hy.display.len(), hy.query.len()),
        ("海洋", 1, 1)
    );
    assert_eq!(hy.query[0].unit.as_deref(), Some("m"));
    assert_eq!(checked.lists["default"].label, "默认");
    assert_eq!(
        checked.nodes,
        [(1, None), (2, Some("hy".to_owned()))].into()
    );
}

#[test]
fn every_row_is_told_what_is_wrong_with_it() {
    let with = |at: usize, text: &'static str| {
        let mut row = CLOUD;
        row[at] = text;
        row
    };
    for (row, column, code) in [
        (with(0, "坏"), "列表标识", "field.list_name_wrong"),
        (with(2, "其他"), "用途", "field.sheet_part_wrong"),
        (with(3, "nothing"), "字段", "setting.no_such_field"),
        (with(3, "="), "字段", "field.import_formula"),
        (with(4, ""), "中文标签", "setting.blank"),
        (with(5, "?"), "英文标签", "field.import_cell_wrong"),
        (with(6, "颜色"), "类型", "field.field_kind_wrong"),
        (with(1, ""), "列表名称", "setting.blank"),
        (
            ["gone", "", "节点", "1", "", "", "", ""],
            "列表标识",
            "field.no_such_field_list",
        ),
        (
            ["", "", "节点", "9", "", "", "", ""],
            "字段",
            "field.no_such_node",
        ),
        (
            ["", "", "节点", "3", "", "", "", ""],
            "列表标识",
            "field.node_beyond_scope",
        ),
        (
            ["hy", "海洋", "查询", "cloud", "云量", "Cloud", "时间", ""],
            "字段",
            "setting.not_searchable",
        ),
    ] {
        let found = faults(&[row]);
        assert!(
            found.contains(&(2, column, code.to_owned())),
            "{row:?}: {found:?}"
        );
    }
    // Whoever must not change a node hands back what was exported of it.
    assert_eq!(faults(&[["default", "", "节点", "3", "", "", "", ""]]), []);
    assert_eq!(
        faults(&[CLOUD, CLOUD]),
        [(3, "字段", "field.sheet_row_twice".to_owned())]
    );
    let mut other = with(3, "gsd");
    other[1] = "别名";
    assert_eq!(
        faults(&[CLOUD, other]),
        [(3, "列表名称", "field.list_label_differs".to_owned())]
    );
    let query = ["hy", "海洋", "查询", "cloud", "云量", "Cloud", "百分比", ""];
    assert_eq!(
        faults(&[query]),
        [(2, "用途", "setting.no_display_field".to_owned())]
    );
}

/// Whoever must not change a list hands back what was exported of it, and nothing else.
#[test]
fn lists_of_nodes_beyond_the_scope_stay() {
    let named = |name| {
        let mut row = CLOUD;
        row[0] = name;
        row
    };
    let before = check(&table(&[named("hy")]), &known());
    let list = &before.lists["hy"];
    let mut known = known();
    known.lists.insert("hy".to_owned(), list.label.clone());
    let content = (list.display.clone(), list.query.clone());
    known.fixed_lists.insert("hy".to_owned(), content);
    let beyond = |row: [&str; 8]| {
        let faults = check(&table(&[row]), &known).faults.into_iter();
        let codes = faults.map(|fault| (fault.row, fault.column, fault.text.code.into_owned()));
        codes.collect::<Vec<_>>()
    };
    let fault = vec![(
        2,
        Some(SheetColumn::List),
        "field.list_beyond_scope".to_owned(),
    )];
    assert_eq!(beyond(named("hy")), []);
    assert_eq!(beyond(named("other")), []);
    for (at, text) in [(1, "别名"), (4, "云"), (7, "%")] {
        let mut row = named("hy");
        row[at] = text;
        assert_eq!(beyond(row), fault, "{text}");
    }
}

#[test]
fn wrong_headings_stop_the_reading() {
    let mut rows = table(&[CLOUD]);
    rows[0].cells[3].1 = SheetCell::Text("Colour".into());
    rows[0].cells[5].1 = SheetCell::Text("用途".into());
    let checked = check(&rows, &known());
    let codes: Vec<_> = checked
        .faults
        .iter()
        .map(|fault| fault.text.code.as_ref())
        .collect();
    assert_eq!(
        codes,
        [
            "field.import_heading_unknown",
            "field.import_column_twice",
            "field.import_column_missing",
            "field.import_column_missing"
        ]
    );
    assert_eq!(checked.rows, 0);
}

#[test]
fn a_hundred_thousand_rows_are_looked_through() {
    let keys: Vec<String> = (0..100_000).map(|at| format!("properties.f{at}")).collect();
    let rows: Vec<[&str; 8]> = keys
        .iter()
        .map(|key| ["hy", "海洋", "显示", key, "字段", "Field", "文本", ""])
        .collect();
    let checked = check(&table(&rows), &known());
    assert_eq!(checked.lists["hy"].display.len(), MAX_SHOWN);
    assert_eq!(checked.fault_count, rows.len() - MAX_SHOWN);
    assert_eq!(checked.faults.len(), checked.fault_count);
}

proptest! {
    /// What is taken is what a list may hold.
    #[test]
    fn lists_without_faults_pass_the_check_of_lists(rows in proptest::collection::vec((0_usize..3, 0_usize..3, 0_usize..6, 0_usize..8), 0..30)) {
        let rows: Vec<[&str; 8]> = rows.iter().map(|(list, part, key, kind)| [
            ["a", "b", "default"][*list], ["甲", "乙", ""][*list], ["显示", "查询", "显示"][*part],
            ["cloud", "gsd", "level", "centerLatitude", "dataname", "x"][*key], "标签", "Label",
            FieldKind::ALL[*kind].words().1, "",
        ]).collect();
        let checked = check(&table(&rows), &known());
        if checked.fault_count == 0 {
            for list in checked.lists.values() {
                prop_assert_eq!(super::super::check_list(&list.label, &list.display, &list.query), Ok(()));
            }
        }
    }
}
