//! Statements as words and marks: enough to see what is compared with what.

use proc_macro2::{TokenStream, TokenTree};

/// The texts in a source, those that `+` joins as one.
pub(super) fn texts(source: &str) -> Vec<String> {
    let mut texts = Vec::new();
    collect(source.parse().expect("Rust"), &mut texts);
    texts
}

fn collect(tokens: TokenStream, texts: &mut Vec<String>) {
    let mut goes_on = false;
    let mut after_text = false;
    for token in tokens {
        let text = match &token {
            TokenTree::Literal(_) => syn::parse2::<syn::LitStr>(token.clone().into()).ok(),
            TokenTree::Group(group) => {
                collect(group.stream(), texts);
                None
            }
            _ => None,
        };
        let is_plus = matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '+');
        if let Some(text) = &text {
            match texts.last_mut().filter(|_| goes_on) {
                Some(before) => before.push_str(&text.value()),
                None => texts.push(text.value()),
            }
        }
        goes_on = is_plus && after_text;
        after_text = text.is_some();
    }
}

/// Words, quoted texts and marks, one after the other.
pub(super) fn tokens(statement: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = statement.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = if first == '\'' {
            rest[1..].find('\'').map(|at| at + 2)
        } else if is_of_word(first) {
            rest.find(|letter: char| !is_of_word(letter))
        } else if rest.starts_with("<>") {
            Some(2)
        } else {
            Some(first.len_utf8())
        };
        let (token, after) = rest.split_at(end.unwrap_or(rest.len()));
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

const fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$'
}

/// Whether a token names a table, a column or what stands for one: words of the language are in capitals.
pub(super) fn is_name(token: &str) -> bool {
    token.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
}

/// The word of a quoted text.
pub(super) fn quoted(token: &str) -> Option<&str> {
    token.strip_prefix('\'')?.strip_suffix('\'')
}

#[test]
fn statements_fall_into_words_and_marks() {
    assert_eq!(
        tokens("SELECT a.b <> 'x y' AND c=$1,-1"),
        [
            "SELECT", "a", ".", "b", "<>", "'x y'", "AND", "c", "=", "$1", ",", "-", "1"
        ]
    );
    let source = "fn a() { query(\"SELECT \" + \"1\", \"b\"); c(\"d\") + e(\"f\") }";
    assert_eq!(texts(source), ["SELECT 1", "b", "d", "f"]);
}
