//! How deep parts of a text lie in one another: browsers go through them level by level.

/// Most quotes and lists in one another.
pub(super) const DEEPEST: usize = 50;

/// Columns of a tab.
const TAB: usize = 4;

/// At least as deep as quotes and lists are. Lines that only look like points of lists count as well.
pub(super) fn depth(body: &str) -> usize {
    let mut deepest = 0;
    for line in body.split(['\n', '\r']) {
        let (signs, blanks) = beginning(line);
        // A line stays in the lists that are open by being indented by two columns or more for each.
        deepest = deepest.max(signs + deepest.min(blanks / 2));
    }
    deepest
}

/// Signs of emphasis that one block has, which is what may lie between two blank lines: of these any may be inside of others.
pub(super) fn emphasis(body: &str) -> usize {
    let (mut most, mut signs) = (0, 0);
    for line in body.replace("\r\n", "\n").split(['\n', '\r']) {
        let text = line.trim_matches([' ', '\t']);
        if text.is_empty() {
            signs = 0;
        } else if !is_rule(text) {
            signs += text.matches(['*', '_', '~']).count();
            most = most.max(signs);
        }
    }
    most
}

/// How many quotes and points of lists a line begins with, as far as they matter, and the columns of blanks among them.
fn beginning(line: &str) -> (usize, usize) {
    let (mut signs, mut blanks) = (0, 0);
    let mut rest = line;
    while signs <= DEEPEST {
        let text = rest.trim_start_matches([' ', '\t']);
        let skipped = rest[..rest.len() - text.len()].chars();
        blanks += skipped
            .map(|c| if c == '\t' { TAB } else { 1 })
            .sum::<usize>();
        let Some(after) = behind_sign(text).filter(|_| !is_rule(text)) else {
            break;
        };
        signs += 1;
        rest = after;
    }
    (signs, blanks)
}

/// What follows the sign of a quote, of a point of a list, or of a footnote.
fn behind_sign(text: &str) -> Option<&str> {
    if let Some(quoted) = text.strip_prefix('>') {
        return Some(quoted);
    }
    if let Some(note) = text.strip_prefix("[^") {
        return note.split_once("]:").map(|(_, after)| after);
    }
    let point = text.strip_prefix(['-', '+', '*']);
    let after = point.or_else(|| behind_number(text))?;
    (after.is_empty() || after.starts_with([' ', '\t'])).then_some(after)
}

fn behind_number(text: &str) -> Option<&str> {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.len() == text.len() {
        return None;
    }
    behind.strip_prefix(['.', ')'])
}

/// A line across the page, which may be written like points of lists: `- - -`.
fn is_rule(text: &str) -> bool {
    ['-', '*', '_'].into_iter().any(|sign| {
        text.matches(sign).take(3).count() == 3
            && text.chars().all(|c| c == sign || c == ' ' || c == '\t')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_lists_are_counted() {
        for (body, expected) in [
            ("text", 0),
            ("> text", 1),
            (">>> text", 3),
            ("> - 1. text", 3),
            ("- a\n  - b\n    - c", 3),
            ("- a\n\t- b\n\t\t- c", 3),
            ("1) a\r\n   * b", 2),
            ("-\n  -\n", 2),
            ("[^1]: > note", 2),
            // A line across the page, numbers, hyphens, and a drawing.
            ("- - - - - - - -", 0),
            ("> * * * *", 1),
            ("-1\n2.5\n3)a\n*a*\n--", 0),
            ("2024. a", 1),
            ("                                a", 0),
        ] {
            assert_eq!(depth(body), expected, "{body:?}");
        }
    }

    #[test]
    fn signs_of_emphasis_are_counted_by_block() {
        for (body, expected) in [
            ("text", 0),
            ("**a** _b_", 6),
            ("**a**\n~b~\n\n_c_", 6),
            ("_a_\r\nb*\r\n \t\r\n*c", 3),
            ("*a\n* * *\n_____\na*", 2),
        ] {
            assert_eq!(emphasis(body), expected, "{body:?}");
        }
    }

    #[test]
    fn every_way_to_nest_is_found() {
        let levels = 1000;
        let stairs: Vec<_> = (0..levels)
            .map(|level| format!("{}- a", "  ".repeat(level)))
            .collect();
        let mixed = (0..levels).map(|level| [">", "- ", "+\t", "7. "][level % 4]);
        for body in [
            ">".repeat(levels),
            "> ".repeat(levels),
            format!("{}a", "- ".repeat(levels)),
            format!("{}a", "* ".repeat(levels)),
            format!("{}a", "1. ".repeat(levels)),
            format!("{}a", "[^a]: ".repeat(levels)),
            mixed.collect::<String>(),
            stairs.join("\n"),
        ] {
            assert!(depth(&body) > DEEPEST, "{}", &body[..20]);
        }
    }
}
