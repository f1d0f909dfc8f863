//! A comment that says a name again says nothing.

use testkit::sources::rust_sources;

/// Words that add nothing to a name.
const FILLING: [&str; 16] = [
    "a", "an", "the", "its", "of", "this", "that", "it", "is", "in", "to", "as", "whose", "and",
    "one", "most",
];

/// A word without its ending.
fn stem(word: &str) -> &str {
    let endings = ["ies", "es", "s", "ed", "ing"];
    endings
        .iter()
        .find_map(|ending| word.strip_suffix(ending))
        .unwrap_or(word)
}

/// The words of a name, in lower case: of `most_rows` and of `MostRows`.
fn words_of(name: &str) -> Vec<String> {
    let mut text = String::new();
    let mut after_small = false;
    for letter in name.chars() {
        if letter == '_' || (letter.is_uppercase() && after_small) {
            text.push(' ');
        }
        after_small = letter.is_lowercase() || letter.is_ascii_digit();
        text.extend(letter.to_lowercase().filter(|letter| *letter != '_'));
    }
    text.split_whitespace().map(str::to_owned).collect()
}

/// The name of what a line defines: an item, a field, a variant.
fn defined(line: &str) -> Option<&str> {
    let modifiers = [
        "const", "async", "static", "fn", "struct", "enum", "trait", "type", "mod", "mut",
    ];
    let word = line.split_whitespace().find(|word| {
        !modifiers.contains(word) && !word.starts_with("pub") && !word.ends_with("super)")
    })?;
    let end = word.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    Some(&word[..end.unwrap_or(word.len())])
}

fn repeats(comment: &str, name: &str) -> bool {
    if !comment.is_ascii() || comment.contains(['`', '[']) {
        return false;
    }
    let comment = comment.to_lowercase();
    let mut words = comment
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty() && !FILLING.contains(word))
        .peekable();
    let names = words_of(name);
    words.peek().is_some()
        && words.all(|word| names.iter().any(|of_name| stem(of_name) == stem(word)))
}

/// Comments of one line that say the name of what is below them. Those of a route are its title in the document.
fn repetitions(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_comment = |at: usize| lines.get(at).is_some_and(|line| line.starts_with("///"));
    let alone = (0..lines.len())
        .filter(|at| is_comment(*at) && !is_comment(at + 1) && (*at == 0 || !is_comment(at - 1)));
    alone
        .filter(|at| {
            let mut below = lines[at + 1..].iter();
            let mut is_route = false;
            let item = loop {
                let Some(line) = below.next() else {
                    return false;
                };
                if !line.starts_with("#[") {
                    break line;
                }
                is_route |= line.contains("utoipa::path");
                let mut end = line;
                while !end.ends_with(']') {
                    let Some(next) = below.next() else {
                        return false;
                    };
                    end = next;
                }
            };
            !is_route && defined(item).is_some_and(|name| repeats(&lines[*at][3..], name))
        })
        .map(|at| lines[at])
        .collect()
}

#[test]
fn comments_say_more_than_the_name() {
    let mut found = Vec::new();
    for (name, text) in rust_sources() {
        // The comments of the command line are its help.
        if !name.starts_with("scenedock/") {
            found.extend(
                repetitions(&text)
                    .into_iter()
                    .map(|line| format!("{name}: {line}")),
            );
        }
    }
    assert!(
        found.is_empty(),
        "say more, or nothing:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_name_is_recognised_in_its_comment() {
    for text in [
        "/// Its id.\npub id: i64,",
        "/// The scenes of an order.\n#[derive(Debug)]\npub(crate) struct OrderScenes {",
        "/// Most rows.\npub const MAX_ROWS: i64 = 1;",
        "/// Signed in.\nSignIn,",
    ] {
        assert_eq!(repetitions(text).len(), 1, "{text}");
    }
    for text in [
        "/// Bytes; 0: unknown.\npub bytes: i64,",
        "/// The applicant.\npub owner: UserId,",
        "/// Scenes.\n/// Of an order.\npub scenes: i64,",
        "/// Counties.\n#[utoipa::path(\n    get\n)]\nfn counties() {}",
        "/// 申请单位\npub unit: String,",
    ] {
        assert!(repetitions(text).is_empty(), "{text}");
    }
}
