//! Long values in lists of entries.

/// Most characters of a value that a list has; the file of the log has all of them.
const LONGEST_EXCERPT: usize = 2000;
/// Characters in front of the first difference.
const LEAD: usize = 40;

/// The values before and after a change as a list shows them: whole, or, of long ones, the part from shortly before the
/// first difference on. An ellipsis stands for what is left out.
#[must_use]
pub fn excerpts(before: &str, after: &str) -> (String, String) {
    let is_long = |text: &str| text.chars().nth(LONGEST_EXCERPT).is_some();
    if !is_long(before) && !is_long(after) {
        return (before.to_owned(), after.to_owned());
    }
    let pairs = before.chars().zip(after.chars());
    let common = pairs.take_while(|(one, other)| one == other).count();
    let from = common.saturating_sub(LEAD);
    (excerpt(before, from), excerpt(after, from))
}

fn excerpt(text: &str, from: usize) -> String {
    let mut rest = text.chars().skip(from);
    let mut excerpt: String = rest.by_ref().take(LONGEST_EXCERPT).collect();
    if rest.next().is_some() {
        excerpt.push('…');
    }
    if from > 0 {
        excerpt.insert(0, '…');
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_values_are_whole() {
        let longest = "长".repeat(LONGEST_EXCERPT);
        let longest = longest.as_str();
        for (before, after) in [("", ""), ("a", "b"), ("", longest), (longest, "x")] {
            let expected = (before.to_owned(), after.to_owned());
            assert_eq!(excerpts(before, after), expected);
        }
    }

    #[test]
    fn long_values_have_their_first_difference() {
        let same = "长".repeat(5000);
        let (before, after) = (format!("{same}甲"), format!("{same}乙{same}"));
        let lead = "长".repeat(LEAD);
        let cut = "长".repeat(LONGEST_EXCERPT - LEAD - 1);
        assert_eq!(
            excerpts(&before, &after),
            (format!("…{lead}甲"), format!("…{lead}乙{cut}…"))
        );
        // The end alone went.
        assert_eq!(
            excerpts(&before, &same),
            (format!("…{lead}甲"), format!("…{lead}"))
        );
        let made = format!("{}…", "长".repeat(LONGEST_EXCERPT));
        assert_eq!(excerpts("", &same), (String::new(), made));
    }
}
