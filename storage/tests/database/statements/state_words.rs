//! Words in statements that stand for a state, a kind or an outcome are words of the enum that the column holds.

use domain::attempt::AttemptOutcome;
use domain::audit_log::AuditOutcome;
use domain::content::NewsState;
use domain::export::ExportState;
use domain::order::state::{Action, Capability};
use domain::preview::PreviewState;
use domain::push_target::TargetKind;
use domain::receive::{ItemOutcome, ReceiveState, RunState, RunTrigger};
use domain::research_result::ResultState;
use domain::scene_copy::CopyState;
use domain::subscription::{BackfillState, MatchState, SubscriptionState, WithdrawalState};
use domain::task::{ErrorClass, TaskKind};
use domain::task_state::TaskState;
use storage::db::deliveries::DeliveryState;
use storage::db::regions::RegionUseKind;
use storage::db::registry::FetchState;
use storage::db::transfers::Outcome;
use strum::IntoEnumIterator;

use super::sql::{is_name, quoted, texts, tokens};
use super::{product, sources, storage};

/// What a column of a table may hold; without a table: what statements call so that no table holds.
struct Column {
    table: &'static str,
    name: &'static str,
    words: Vec<&'static str>,
}

fn column<T: Into<&'static str>>(
    table: &'static str,
    name: &'static str,
    values: impl IntoIterator<Item = T>,
) -> Column {
    Column {
        table,
        name,
        words: values.into_iter().map(Into::into).collect(),
    }
}

fn columns() -> Vec<Column> {
    vec![
        column("task", "state", TaskState::ALL),
        column("task_listing", "state", TaskState::ALL),
        column("task", "kind", TaskKind::ALL),
        column("task", "error_class", ErrorClass::ALL),
        column("task_attempt", "outcome", AttemptOutcome::ALL),
        column("subscription", "state", SubscriptionState::ALL),
        column("subscription_match", "state", MatchState::ALL),
        column("subscription_withdrawal", "state", WithdrawalState::ALL),
        column("subscription_backfill", "state", BackfillState::ALL),
        column("push_target", "kind", TargetKind::ALL),
        column("receive_task", "state", ReceiveState::ALL),
        column("receive_run", "state", RunState::ALL),
        column("receive_run", "cause", RunTrigger::ALL),
        column("receive_file", "outcome", ItemOutcome::ALL),
        column("scene_copy", "state", CopyState::ALL),
        column("scene_preview", "state", PreviewState::ALL),
        column("delivery", "state", DeliveryState::iter()),
        column("transfer", "outcome", Outcome::ALL),
        column("export", "state", ExportState::iter()),
        column("news", "state", NewsState::ALL.iter().copied()),
        column("research_result", "state", ResultState::ALL.iter().copied()),
        column("audit_log", "outcome", AuditOutcome::ALL),
        column("order_event", "action", Action::ALL),
        column("order_event", "actor", Capability::ALL),
        column("", "state", FetchState::iter()),
        column("", "kind", RegionUseKind::iter()),
    ]
}

/// The tables that a statement names, each behind what it calls them.
fn tables<'a>(statement: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let mut tables = Vec::new();
    for (at, token) in statement.iter().enumerate() {
        if !["FROM", "JOIN", "UPDATE", "INTO", "USING"].contains(token) {
            continue;
        }
        let rest = statement[at + 1..].iter().copied();
        let mut rest = rest
            .skip_while(|token| ["ONLY", "LATERAL"].contains(token))
            .peekable();
        while let Some(table) = rest.next_if(|token| is_name(token)) {
            rest.next_if_eq(&"AS");
            let alias = rest.next_if(|token| is_name(token)).unwrap_or(table);
            tables.push((alias, table));
            if rest.next_if_eq(&",").is_none() {
                break;
            }
        }
    }
    tables
}

/// What makes a comparison of a column, or gives it a value.
const OPERATORS: [&[&str]; 7] = [
    &["="],
    &["<>"],
    &["!", "="],
    &["IN"],
    &["NOT", "IN"],
    &["IS", "DISTINCT", "FROM"],
    &["IS", "NOT", "DISTINCT", "FROM"],
];

/// A word that a column is compared with.
struct Compared<'a> {
    /// What the statement calls the column's table, where it says so.
    alias: Option<&'a str>,
    column: &'a str,
    word: &'a str,
}

fn compared<'a>(statement: &[&'a str], columns: &[Column]) -> Vec<Compared<'a>> {
    let mut all = Vec::new();
    for (at, name) in statement.iter().copied().enumerate() {
        if !columns.iter().any(|column| column.name == name) {
            continue;
        }
        let rest = &statement[at + 1..];
        let operator = OPERATORS.iter().find(|words| rest.starts_with(words));
        let Some(operator) = operator else {
            continue;
        };
        let alias = match statement[..at] {
            [.., alias, "."] => Some(alias),
            _ => None,
        };
        let words = values(&rest[operator.len()..]).into_iter();
        all.extend(words.map(|word| Compared {
            alias,
            column: name,
            word,
        }));
    }
    all
}

/// The quoted words of a value, of a list of values, or those that a `CASE` comes to.
fn values<'a>(expression: &[&'a str]) -> Vec<&'a str> {
    if expression.first() == Some(&"CASE") {
        let end = expression.iter().position(|token| *token == "END");
        let branches = expression[..end.unwrap_or(expression.len())].windows(2);
        return branches
            .filter(|pair| ["THEN", "ELSE"].contains(&pair[0]))
            .filter_map(|pair| quoted(pair[1]))
            .collect();
    }
    let list = expression.iter().copied();
    let list = list
        .skip_while(|token| ["(", "ANY", "ALL", "ARRAY", "["].contains(token))
        .take_while(|token| *token == "," || quoted(token).is_some());
    let mut words = Vec::new();
    let mut before = ",";
    for token in list {
        // Behind a word without a comma another expression begins.
        if before != "," && token != "," {
            break;
        }
        words.extend(quoted(token));
        before = token;
    }
    words
}

/// The columns that may be meant: that of the table which the statement calls so, else those of the tables that it names, else
/// every one of this name.
fn possible<'a>(
    compared: &Compared,
    tables: &[(&str, &str)],
    columns: &'a [Column],
) -> Vec<&'a Column> {
    let columns = columns.iter();
    let of_name: Vec<&'a Column> = columns
        .filter(|column| column.name == compared.column)
        .collect();
    let alias = compared.alias.unwrap_or_default();
    let meant: Vec<&'a Column> = (of_name.iter().copied())
        .filter(|column| tables.contains(&(alias, column.table)))
        .collect();
    if !meant.is_empty() {
        return meant;
    }
    let named: Vec<&'a Column> = (of_name.iter().copied())
        .filter(|column| tables.iter().any(|(_, table)| *table == column.table))
        .collect();
    if named.is_empty() { of_name } else { named }
}

/// How many words are compared in a statement, and those that the columns do not hold.
fn unknown_words(statement: &str, columns: &[Column]) -> (usize, Vec<String>) {
    let statement = tokens(statement);
    let tables = tables(&statement);
    let compared = compared(&statement, columns);
    let holds = |one: &Compared| {
        let possible = possible(one, &tables, columns).into_iter();
        possible
            .flat_map(|column| &column.words)
            .any(|word| *word == one.word)
    };
    let unknown = compared.iter().filter(|one| !holds(one));
    let unknown = unknown.map(|one| format!("{} {}", one.column, one.word));
    (compared.len(), unknown.collect())
}

#[test]
fn words_of_states_are_those_of_their_enums() {
    let columns = columns();
    let mut read = 0;
    let mut unknown = Vec::new();
    for path in sources().into_keys() {
        for text in texts(&product(&storage().join(&path))) {
            let (compared, words) = unknown_words(&text, &columns);
            read += compared;
            unknown.extend(words.into_iter().map(|words| format!("{path}: {words}")));
        }
    }
    assert!(read > 350, "only {read} words were read");
    assert!(
        unknown.is_empty(),
        "no enum has these words:\n{}",
        unknown.join("\n")
    );
}

#[test]
fn a_misspelt_word_is_seen_wherever_it_stands() {
    let columns = columns();
    for statement in [
        "SELECT 1 FROM task WHERE state = 'wating'",
        "SELECT 1 FROM task t WHERE t.state IN ('waiting', 'runing')",
        "SELECT 1 FROM task t WHERE t.state = ANY (ARRAY['waiting', 'runing'])",
        // A word of another table's states.
        "UPDATE subscription AS s SET state = 'done' WHERE s.id = $1",
        "SELECT 1 FROM subscription s, task t WHERE t.state = 'paused'",
        "UPDATE export SET state = CASE WHEN $1 THEN 'done' ELSE 'lost' END",
        "DELETE FROM task WHERE state NOT IN ('done', 'ended')",
        "SELECT 1 FROM transfer WHERE outcome IS DISTINCT FROM 'finished'",
        "state = 'ending'",
    ] {
        assert_eq!(unknown_words(statement, &columns).1.len(), 1, "{statement}");
    }
    for statement in [
        "SELECT 1 FROM task WHERE state <> 'done' AND kind = 'export'",
        "SELECT s.state = 'paused' FROM subscription s JOIN task t ON t.id = s.task WHERE t.state = 'running'",
        "SELECT definition ->> 'kind' = 'folder' FROM receive_task",
        "SELECT 1 FROM delivery WHERE state = $1",
    ] {
        assert!(
            unknown_words(statement, &columns).1.is_empty(),
            "{statement}"
        );
    }
}
