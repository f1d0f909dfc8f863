//! Codes are parameters: no statement holds the digits of one.

use std::collections::BTreeSet;
use std::fs;

use super::sql::{texts, tokens};
use super::{product, sources, storage};

/// Small whole numbers that count something: every other `smallint` of the schema is a code.
const NUMBERS: [&str; 14] = [
    "appraise",
    "broken",
    "delay_hours",
    "files",
    "month",
    "response_speed",
    "service_attitude",
    "share",
    "stars",
    "stars_now",
    "window_from",
    "window_to",
    "year",
    // Of a region's outline: how deep it lies.
    "level",
];

/// Columns that hold a code, by the migrations.
fn code_columns() -> BTreeSet<String> {
    let mut columns = BTreeSet::new();
    for entry in fs::read_dir(storage().join("../migrations")).expect("migrations") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a file");
        let words: Vec<&str> = text
            .split([' ', '\n', ',', '(', ')'])
            .filter(|word| !word.is_empty())
            .collect();
        for pair in words.windows(2) {
            let is_name = pair[0]
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            if pair[1].trim_end_matches(';') == "smallint" && is_name && !NUMBERS.contains(&pair[0])
            {
                columns.insert(pair[0].to_owned());
            }
        }
    }
    columns
}

/// A column of codes that is compared with a digit: `state = 3`, `kind IN (1, 2)`.
fn compared_code<'a>(source: &'a str, columns: &BTreeSet<String>) -> Option<&'a str> {
    let words = columns.iter().flat_map(|column| {
        source
            .match_indices(column.as_str())
            .map(|(at, _)| at + column.len())
    });
    words.into_iter().find_map(|end| {
        let rest = source[end..].trim_start();
        let operators = ["=", "<>", "!=", "<=", ">=", "<", ">", "IN (", "NOT IN ("];
        let value = operators
            .iter()
            .find_map(|operator| rest.strip_prefix(operator))?;
        let value = value.trim_start().trim_start_matches('-');
        value
            .starts_with(|first: char| first.is_ascii_digit())
            .then(|| &source[end..])
    })
}

/// A column of codes that gets a digit: in the `VALUES` or the `SELECT` of an `INSERT`, as a branch of a `CASE`, or because a
/// result is called so (`SELECT 0 AS kind`).
fn given_code<'a>(statement: &'a str, columns: &BTreeSet<String>) -> Option<&'a str> {
    let statement = tokens(statement);
    let of_column = (0..statement.len()).find_map(|at| {
        let column = *statement.get(at)?;
        if !columns.contains(column) {
            return None;
        }
        let is_named = matches!(statement[..at], [.., value, "AS"] if is_number(value));
        let rest = &statement[at + 1..];
        let is_case = matches!(rest, ["=" | "<>", "CASE", ..]) && comes_to_digits(branches(rest));
        (is_named || is_case).then_some(column)
    });
    of_column.or_else(|| {
        let inserted = (0..statement.len()).flat_map(|at| inserted(&statement[at..]));
        let mut given = inserted.filter(|(_, value)| comes_to_digits(value));
        given.find_map(|(column, _)| columns.contains(column).then_some(column))
    })
}

/// A `CASE` without what stands behind it.
fn branches<'t, 'a>(expression: &'t [&'a str]) -> &'t [&'a str] {
    let end = expression.iter().position(|token| *token == "END");
    &expression[..end.unwrap_or(expression.len())]
}

fn is_number(token: &str) -> bool {
    token.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether an expression is a number, or one of its branches is.
fn comes_to_digits(expression: &[&str]) -> bool {
    let is_digits = match expression {
        [number] | ["-", number] => is_number(number),
        _ => false,
    };
    let mut pairs = expression.windows(2);
    is_digits
        || pairs.any(|pair| {
            ["THEN", "ELSE"].contains(&pair[0]) && (is_number(pair[1]) || pair[1] == "-")
        })
}

/// Each column of an `INTO table (columns) VALUES (…)` or `… SELECT …` that begins here, with what it gets.
fn inserted<'t, 'a>(statement: &'t [&'a str]) -> Vec<(&'a str, &'t [&'a str])> {
    let ["INTO", _, rest @ ..] = statement else {
        return Vec::new();
    };
    let (["AS", _, "(", rest @ ..] | ["(", rest @ ..]) = rest else {
        return Vec::new();
    };
    let (columns, rest) = list(rest);
    let ([")", "OVERRIDING", _, "VALUE", rest @ ..] | [")", rest @ ..]) = rest else {
        return Vec::new();
    };
    let values = match rest {
        ["SELECT", "DISTINCT", "ON", "(", rest @ ..] => list(rest).1.get(1..).unwrap_or_default(),
        ["VALUES", "(", rest @ ..] | ["SELECT", rest @ ..] => rest,
        _ => return Vec::new(),
    };
    let columns = columns
        .into_iter()
        .filter_map(|column| column.first().copied());
    columns.zip(list(values).0).collect()
}

/// Expressions between commas, up to the end of their brackets or the next clause, and what stands there.
fn list<'t, 'a>(tokens: &'t [&'a str]) -> (Vec<&'t [&'a str]>, &'t [&'a str]) {
    let mut expressions = Vec::new();
    let (mut begin, mut depth) = (0, 0_usize);
    for (at, token) in tokens.iter().copied().enumerate() {
        match token {
            "(" | "[" => depth += 1,
            ")" | "]" if depth > 0 => depth -= 1,
            "," if depth == 0 => {
                expressions.push(&tokens[begin..at]);
                begin = at + 1;
            }
            ")" | "]" | "FROM" | "ON" | "RETURNING" | "WHERE" | "UNION" if depth == 0 => {
                expressions.push(&tokens[begin..at]);
                return (expressions, &tokens[at..]);
            }
            _ => {}
        }
    }
    expressions.push(&tokens[begin..]);
    (expressions, &[])
}

#[test]
fn codes_are_parameters_and_never_digits() {
    let columns = code_columns();
    for column in ["state", "kind", "get_method", "datatype", "sex", "to_state"] {
        assert!(columns.contains(column), "{column} of {columns:?}");
    }
    for path in sources().into_keys() {
        let product = product(&storage().join(&path));
        let compared = compared_code(&product, &columns).map(|rest| rest.lines().next());
        assert_eq!(compared, None, "{path} holds the digits of a code");
        for text in texts(&product) {
            let given = given_code(&text, &columns);
            assert_eq!(given, None, "{path} gives a column the digits of a code");
        }
    }
}

#[test]
fn digits_of_codes_are_seen_wherever_they_stand() {
    let columns = code_columns();
    assert!(compared_code("WHERE o.state IN (1, 3)", &columns).is_some());
    assert!(compared_code("SET kind = -1", &columns).is_some());
    assert!(compared_code("AND n.datatype <> 4", &columns).is_some());
    assert!(compared_code("WHERE state = $1 AND kind <> ALL($2)", &columns).is_none());
    for statement in [
        "INSERT INTO scene (dataid, datatype) VALUES ($1, 1)",
        "INSERT INTO orders AS o (id, state) VALUES (coalesce($1, 2), -1) RETURNING id",
        "INSERT INTO node (kind, datatype) VALUES ($1, CASE $1 WHEN 'ZL' THEN 1 ELSE 0 END)",
        "INSERT INTO scene (datatype, size) SELECT DISTINCT ON (n.a, n.b) 3, n.size FROM unnest($1) n",
        "UPDATE orders SET state = CASE WHEN $1 THEN 5 ELSE state END WHERE id = $2",
        "SELECT 0 AS kind, name FROM scope_grant",
    ] {
        assert!(given_code(statement, &columns).is_some(), "{statement}");
    }
    for statement in [
        "INSERT INTO scene (dataid, datatype, size) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING",
        "INSERT INTO orders (state, version) SELECT $1, 1 FROM orders",
        "UPDATE orders SET version = 1, state = $1",
        "SELECT 1 AS count, kind FROM orders",
    ] {
        assert_eq!(given_code(statement, &columns), None, "{statement}");
    }
}
