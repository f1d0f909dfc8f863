//! docs/error-details.md lists every text that docs/errors.md does not explain. It is written by
//! `UPDATE_DETAILS=1 cargo test -p testkit --test house_rules error_details`.

use std::collections::{BTreeMap, BTreeSet};

use testkit::sources::{root, text};

const PAGE: &str = "docs/error-details.md";
const HEAD: &str = "# Details of errors · 错误明细

What stands beside the codes of [errors.md](errors.md): the `code` of a field in `errors`, the `reason` of a problem, and
sentences within others. Each says by itself what is wrong and what to enter instead. What stands in braces is in `params`.
This page is written by a test, from the files in `texts/`; a text in neither page fails `make test`.

本页由测试根据 `texts/` 生成，列出 `errors` 中各字段的 `code`、问题的 `reason` 以及嵌在其他句子中的文字；花括号中的内容见 `params`。
";
/// The heading of each room of the catalogue; the others are reasons of problems.
const ROOMS: [(&str, &str); 10] = [
    ("field", "Fields of what was sent · 提交内容的字段"),
    ("filter", "Filters of the STAC API · STAC 查询条件"),
    ("setting", "System configuration · 系统配置"),
    ("area_file", "Uploaded areas · 上传的空间范围"),
    ("check", "Checks of the audit desk · 审核检查项"),
    (
        "dropped",
        "Decisions that were not carried out · 未执行的审核决定",
    ),
    ("digest", "Digests of subscriptions · 订阅日报"),
    ("paper", "Names of papers · 附件名称"),
    ("scene_type", "Types of scenes · 数据类型"),
    ("top", "The monitor in a terminal · 终端监控"),
];
const REASONS: &str = "Reasons of problems · 问题的具体原因";

type Texts = BTreeMap<String, String>;

fn texts(file: &str) -> Texts {
    serde_json::from_str(&text(file).expect(file)).expect(file)
}

/// What stands in backticks in errors.md.
fn explained() -> BTreeSet<String> {
    let page = text("docs/errors.md").expect("docs/errors.md");
    page.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// A cell of a table: a bar would end it.
fn cell(words: &str) -> String {
    words
        .replace('|', "\\|")
        .replace('\n', " ")
        .trim()
        .to_owned()
}

fn page() -> String {
    let (chinese, english) = (texts("texts/zh-CN.json"), texts("texts/en.json"));
    let explained = explained();
    let mut rooms: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (code, words) in &chinese {
        if explained.contains(code) {
            continue;
        }
        let room = code.split('.').next().unwrap_or_default();
        let known = ROOMS.iter().find(|(name, _)| *name == room);
        let row = format!(
            "| `{code}` | {} | {} |\n",
            cell(&english[code]),
            cell(words)
        );
        rooms
            .entry(known.map_or("", |(name, _)| name))
            .or_default()
            .push(row);
    }
    let mut page = HEAD.to_owned();
    for (room, heading) in ROOMS.into_iter().chain([("", REASONS)]) {
        let rows = rooms.remove(room).unwrap_or_default().concat();
        page.push_str(&format!(
            "\n## {heading}\n\n| Code | English | 中文 |\n| --- | --- | --- |\n{rows}"
        ));
    }
    page
}

#[test]
fn every_text_is_in_one_of_the_two_pages() {
    let page = page();
    if std::env::var_os("UPDATE_DETAILS").is_some() {
        std::fs::write(root().join(PAGE), &page).expect(PAGE);
    }
    let written = text(PAGE).unwrap_or_default();
    let new: Vec<_> = page
        .lines()
        .filter(|line| !written.contains(line))
        .collect();
    assert!(
        written == page,
        "write {PAGE} anew (UPDATE_DETAILS=1): {new:#?}"
    );
}
