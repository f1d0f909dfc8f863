//! docs/errors.md explains every code that the API answers, and every class of a task's failure, and every code
//! of a notice, a failure and an event; and nothing else.

use std::collections::BTreeSet;

use domain::task::ErrorClass;
use strum::IntoEnumIterator;
use testkit::sources::text;
use texts::{
    EventText, FailureText, ImportText, ItemText, MailText, NoticeText, PictureText, ProblemText,
    Text, WaitRuleText, WaitText,
};

/// The names in backticks that begin a row, in the given column.
fn explained(page: &str, column: usize) -> BTreeSet<String> {
    page.lines()
        .filter(|line| line.starts_with("| "))
        .filter_map(|line| line.split(" | ").nth(column))
        .filter_map(|cell| {
            cell.trim_start_matches("| ")
                .strip_prefix('`')?
                .strip_suffix('`')
        })
        .map(str::to_owned)
        .collect()
}

fn page() -> String {
    text("docs/errors.md").expect("docs/errors.md")
}

#[test]
fn every_code_is_explained_and_no_other() {
    let code = |text: ProblemText| text.key().split('.').next().map(str::to_owned);
    let codes: BTreeSet<_> = ProblemText::iter().filter_map(code).collect();
    let explained = explained(&page(), 1);
    let missing: Vec<_> = codes.difference(&explained).collect();
    let idle: Vec<_> = explained.difference(&codes).collect();
    assert!(missing.is_empty(), "without a line: {missing:?}");
    assert!(idle.is_empty(), "a line for nothing: {idle:?}");
    assert!(codes.len() > 70, "only {} codes", codes.len());
}

#[test]
fn every_class_of_failure_is_explained() {
    let classes: BTreeSet<_> = ErrorClass::ALL
        .iter()
        .map(|class| class.as_str().to_owned())
        .collect();
    let mut explained = explained(&page(), 0);
    explained.retain(|name| !name.contains('.'));
    assert_eq!(explained, classes);
}

#[test]
fn every_notice_failure_and_event_is_explained() {
    fn keys<T: Text + IntoEnumIterator>() -> impl Iterator<Item = String> {
        T::iter().map(|text| text.key().to_owned())
    }
    let codes: BTreeSet<_> = keys::<NoticeText>()
        .chain(keys::<FailureText>())
        .chain(keys::<EventText>())
        .chain(keys::<PictureText>())
        .chain(keys::<MailText>())
        .chain(keys::<WaitText>())
        .chain(keys::<WaitRuleText>())
        .chain(keys::<ImportText>())
        .chain(keys::<ItemText>())
        .collect();
    let mut explained = explained(&page(), 0);
    explained.retain(|name| name.contains('.'));
    let missing: Vec<_> = codes.difference(&explained).collect();
    let idle: Vec<_> = explained.difference(&codes).collect();
    assert!(missing.is_empty(), "without a line: {missing:?}");
    assert!(idle.is_empty(), "a line for nothing: {idle:?}");
}

#[test]
fn every_line_says_it_in_both_languages() {
    for line in page()
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'))
    {
        let chinese = line.rsplit(" | ").next().unwrap_or_default();
        assert!(!chinese.is_ascii(), "{line}");
        let cells = line.split(" | ").count();
        assert!((3..=4).contains(&cells), "{line}");
    }
}
