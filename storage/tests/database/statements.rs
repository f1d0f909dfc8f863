//! The statements that the compiler checks: `storage/.sqlx` is what the migrated database says of them, and holds
//! nothing else; what is written at run time stands in the files that docs/sql.md names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use sqlx::{AssertSqlSafe, Executor as _, SqlSafeStr as _};
use testkit::postgres::TestDatabase;

mod codes;
mod sql;
mod state_words;

const WRITE: &str = "run `make sqlx` and commit storage/.sqlx";

fn storage() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Contents of the files in `.sqlx`, by name.
fn cached() -> BTreeMap<String, Value> {
    let folder = storage().join(".sqlx");
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("storage/.sqlx") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_str()
            .expect("UTF-8")
            .to_owned();
        let text = fs::read_to_string(path).expect("a file");
        files.insert(name, serde_json::from_str(&text).expect("JSON"));
    }
    files
}

#[tokio::test]
async fn the_database_says_of_every_statement_what_the_build_was_told() {
    let pool = TestDatabase::new().await.pool;
    let mut db = pool.acquire().await.unwrap();
    let files = cached();
    assert!(!files.is_empty(), "no statements: {WRITE}");
    let mut stale = Vec::new();
    for (name, file) in &files {
        let sql = file["query"].as_str().unwrap();
        let described = (&mut *db)
            .describe(AssertSqlSafe(sql).into_sql_str())
            .await
            .map(|description| serde_json::to_value(description).unwrap());
        match described {
            Ok(description) if decisive(&description) == decisive(&file["describe"]) => {}
            Ok(description) => stale.push(format!(
                "{name}: {sql}\n  written: {}\n  today:   {description}",
                file["describe"]
            )),
            Err(error) => stale.push(format!("{name}: {sql}\n  today:   {error}")),
        }
    }
    assert!(
        stale.is_empty(),
        "{} of {} statements are stale; {WRITE}:\n{}",
        stale.len(),
        files.len(),
        stale.join("\n")
    );
}

/// A description without the nullability of columns whose name decides it (`"count!"`): what Postgres says of columns
/// of outer joins depends on the plan, and that on statistics.
fn decisive(description: &Value) -> Value {
    let mut description = description.clone();
    let named: Vec<bool> = description["columns"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|column| {
            let name = column["name"].as_str().unwrap_or_default();
            name.contains(['!', '?'])
        })
        .collect();
    for (column, is_named) in named.into_iter().enumerate() {
        if is_named {
            description["nullable"][column] = Value::Null;
        }
    }
    description
}

#[test]
fn the_folder_holds_the_statements_of_the_sources_and_nothing_else() {
    let written: BTreeSet<String> = sources()
        .values()
        .flat_map(|source| &source.checked)
        .map(|sql| file_name(sql))
        .collect();
    let cached: BTreeSet<String> = cached().into_keys().collect();
    let missing: Vec<_> = written.difference(&cached).collect();
    let left_over: Vec<_> = cached.difference(&written).collect();
    assert!(
        missing.is_empty() && left_over.is_empty(),
        "{WRITE}: missing {missing:?}, of no statement {left_over:?}"
    );
}

/// As the macros name it.
fn file_name(sql: &str) -> String {
    use std::fmt::Write as _;
    let mut name = "query-".to_owned();
    for byte in Sha256::digest(sql.as_bytes()) {
        write!(name, "{byte:02x}").expect("a String takes it");
    }
    name + ".json"
}

#[test]
fn statements_are_written_at_run_time_only_where_the_docs_say_so() {
    let docs = fs::read_to_string(storage().join("../docs/sql.md")).unwrap();
    let mut named = BTreeMap::new();
    for line in docs.lines() {
        let Some((path, rest)) = line
            .strip_prefix("| `storage/")
            .and_then(|row| row.split_once("` | "))
        else {
            continue;
        };
        let count: usize = rest.split(' ').next().unwrap().parse().unwrap();
        named.insert(path.to_owned(), count);
    }
    let sources = sources();
    let checked: usize = sources.values().map(|source| source.checked.len()).sum();
    let unchecked: BTreeMap<String, usize> = sources
        .into_iter()
        .filter(|(_, source)| source.unchecked > 0)
        .map(|(path, source)| (path, source.unchecked))
        .collect();
    println!(
        "{checked} checked, {} not",
        unchecked.values().sum::<usize>()
    );
    assert_eq!(
        unchecked, named,
        "left: statements written at run time; right: those that docs/sql.md allows. \
         Use `query!`, `query_as!` or `query_scalar!`; where that cannot be, say so there"
    );
}

#[test]
fn a_text_that_a_connection_runs_is_counted() {
    let unchecked = |code: &str| statements(code.parse().expect("tokens")).unchecked;
    for code in [
        "db.execute(\"LOCK TABLE a\")",
        "(&mut *tx).fetch_one(\"SELECT 1\")",
        "db.execute(statements)",
        "begun.fetch_all(\"SELECT 1\")",
        "sqlx::query(\"SELECT 1\").execute(&mut *db)",
    ] {
        assert_eq!(unchecked(code), 1, "{code}");
    }
    for code in [
        "sqlx::query!(\"SELECT 1\").fetch_one(&mut *db)",
        "position.fetch_one(db)",
        "query.build().execute(db)",
    ] {
        assert_eq!(unchecked(code), 0, "{code}");
    }
}

/// The statements of one file.
#[derive(Default)]
struct Source {
    /// Texts of those in macros.
    checked: Vec<String>,
    /// How many the database first sees at run time.
    unchecked: usize,
}

/// The sources of `storage`, by path, without tests.
fn sources() -> BTreeMap<String, Source> {
    let mut sources = BTreeMap::new();
    let mut folders = vec![storage().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name != "tests.rs") {
                sources.insert(relative(&path), source(&path));
            }
        }
    }
    sources
}

fn relative(path: &Path) -> String {
    let path: PathBuf = path.strip_prefix(storage()).expect("a path below").into();
    path.to_str().expect("UTF-8").to_owned()
}

fn source(path: &Path) -> Source {
    let text = product(path);
    let tokens = text
        .parse()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    statements(tokens)
}

/// The text of a source without the tests below it.
fn product(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a file");
    let end = text.find("#[cfg(test)]\nmod tests {");
    text[..end.unwrap_or(text.len())].to_owned()
}

fn statements(tokens: TokenStream) -> Source {
    let mut source = Source::default();
    collect(tokens, &mut source);
    source
}

fn collect(tokens: TokenStream, source: &mut Source) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let ident = match token {
            TokenTree::Group(group) => {
                collect(group.stream(), source);
                continue;
            }
            TokenTree::Ident(ident) => ident.to_string(),
            _ => continue,
        };
        let is_macro =
            matches!(tokens.get(at + 1), Some(TokenTree::Punct(mark)) if mark.as_char() == '!');
        match (ident.as_str(), tokens.get(at + 2)) {
            ("query" | "query_as" | "query_scalar", Some(TokenTree::Group(group))) if is_macro => {
                source.checked.push(statement(group.stream()));
            }
            ("query" | "query_as" | "query_scalar" | "query_with" | "raw_sql", _) => {
                source.unchecked += usize::from(is_of_sqlx(&tokens[..at]));
            }
            (name, _) if RUNS.contains(&name) => {
                source.unchecked += usize::from(is_run_as_text(&tokens[..at], tokens.get(at + 1)));
            }
            ("QueryBuilder", Some(_)) => {
                // `QueryBuilder::new`, `QueryBuilder::<Postgres>::new`; not `QueryBuilder<Postgres>`, the type.
                let path = matches!(tokens.get(at + 1), Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
                source.unchecked += usize::from(path);
            }
            _ => {}
        }
    }
}

/// What a connection runs a text with, and a query itself.
const RUNS: [&str; 7] = [
    "execute",
    "execute_many",
    "fetch",
    "fetch_all",
    "fetch_many",
    "fetch_one",
    "fetch_optional",
];

/// What connections, transactions and pools are called here.
const CONNECTIONS: [&str; 6] = ["connection", "db", "listener", "pool", "transaction", "tx"];

/// Whether a text is run on a connection: `db.execute("…")`, `db.execute(text)`, `(&mut *tx).fetch_one("…")`.
fn is_run_as_text(before: &[TokenTree], arguments: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(arguments)) = arguments else {
        return false;
    };
    let is_literal = matches!(
        arguments.stream().into_iter().next(),
        Some(TokenTree::Literal(_))
    );
    match before {
        [.., receiver, TokenTree::Punct(dot)] if dot.as_char() == '.' => {
            is_literal || is_connection(receiver)
        }
        _ => false,
    }
}

fn is_connection(receiver: &TokenTree) -> bool {
    match receiver {
        TokenTree::Ident(name) => CONNECTIONS.contains(&name.to_string().as_str()),
        TokenTree::Group(group) => {
            let tokens: Vec<_> = group.stream().into_iter().collect();
            let is_borrow = matches!(tokens.first(), Some(TokenTree::Punct(mark)) if "&*".contains(mark.as_char()));
            is_borrow && tokens.last().is_some_and(is_connection)
        }
        _ => false,
    }
}

fn is_of_sqlx(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Ident(root), TokenTree::Punct(_), TokenTree::Punct(_)] if root == "sqlx")
}

/// The text in a macro's arguments: literals that `+` joins, behind the type of `query_as!`.
fn statement(arguments: TokenStream) -> String {
    arguments
        .into_iter()
        .skip_while(|token| !matches!(token, TokenTree::Literal(_)))
        .take_while(|token| !matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','))
        .filter(|token| matches!(token, TokenTree::Literal(_)))
        .map(|token| {
            syn::parse2::<syn::LitStr>(token.into())
                .expect("SQL as a string")
                .value()
        })
        .collect()
}
