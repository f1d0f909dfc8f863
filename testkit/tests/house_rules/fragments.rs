//! A comment of question words, pronouns and prepositions alone says nothing, whatever name stands below it.

use testkit::sources::rust_sources;

/// Words that mean something only beside others.
const EMPTY: &str = "\
    a an the its it this that these those their they them there then here he his her one s and or but not no nor \
    nothing of in to as by for from with on at into over about than since until between beside besides out up down \
    before after who whose whom which what when where why how whoever whatever much many often long is are was were \
    be been being has have had having do does did done doing may might can could must will would shall should every \
    all any some both none each such same other others another else only also too just so well more most yet now \
    everybody somebody anybody nobody everyone everything something anything everywhere itself themselves act acts \
    acted ask asks asked decide decides decided tell tells told say says said show shows shown stand stands stood \
    lie lies lay go goes going went come comes came become becomes became make makes made mean means concern \
    concerns concerned thing things way place left last first next ago back";

fn is_fragment(comment: &str) -> bool {
    if !comment.is_ascii() || comment.contains(['`', '[']) {
        return false;
    }
    let comment = comment.to_lowercase();
    let mut words = comment
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_some() && words.all(|word| EMPTY.split_whitespace().any(|empty| empty == word))
}

/// Doc comments of one line without a word that carries meaning. The command line shows its own as help, and schemas
/// show theirs to the programmers of clients.
fn fragments(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let comment = |at: usize| lines.get(at).and_then(|line| line.strip_prefix("///"));
    (0..lines.len())
        .filter(|at| {
            let is_alone = comment(at + 1).is_none() && (*at == 0 || comment(at - 1).is_none());
            is_alone && comment(*at).is_some_and(is_fragment)
        })
        .map(|at| lines[at])
        .collect()
}

#[test]
fn comments_have_a_word_that_carries_meaning() {
    let mut refused = Vec::new();
    for (name, text) in rust_sources() {
        let lines = fragments(&text).into_iter();
        refused.extend(lines.map(|line| format!("{name}: {line}")));
    }
    assert!(
        refused.is_empty(),
        "say meaning, unit or shape, or nothing:\n{}",
        refused.join("\n")
    );
}

#[test]
fn fragments_are_recognised() {
    for text in [
        "/// When.\npub at: DateTime<Utc>,",
        "/// Whose it is.\npub owner: UserId,",
        "/// Every one, as they are shown.\npub const ALL: [Self; 2] = [];",
        "    /// To whom\n    login_name: String,",
        "/// What somebody's is.\nfn what() {}",
    ] {
        assert_eq!(fragments(text).len(), 1, "{text}");
    }
    for text in [
        "/// Time of the act.\npub at: DateTime<Utc>,",
        "/// `None`: all.\npub kind: Option<Kind>,",
        "/// Of these,\n/// how many.\npub count: i64,",
        "/// 1 to 12.\npub month: u32,",
        "// When.\nlet at = now();",
        "///\npub fn none() {}",
    ] {
        assert!(fragments(text).is_empty(), "{text}");
    }
}
