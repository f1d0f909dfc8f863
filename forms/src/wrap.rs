//! Where lines break.
//!
//! Chinese text breaks between any two characters, but no line begins with a closing mark (GB/T 15834-2011, 5.1.10) and
//! words and numbers of Latin letters stay whole as long as they fit on a line.

/// Marks that no line begins with. The one mark hangs over the end of the line before.
const CLOSING: &str = "，。、；：！？）》”’】…·%";

/// The lines of `text`, each at most `width` wide where `measure` says how wide a character is; the first line has
/// `indent` less. Line breaks of the text stay.
pub(crate) fn lines(
    text: &str,
    width: f32,
    indent: f32,
    measure: impl Fn(char) -> f32,
) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        let mut left = width - if lines.is_empty() { indent } else { 0.0 };
        for word in words(paragraph) {
            let wide: f32 = word.trim_end().chars().map(&measure).sum();
            let hangs = word.chars().all(|c| CLOSING.contains(c));
            if wide > left && !hangs && !line.is_empty() {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
                left = width;
            }
            if wide <= left || hangs {
                line.push_str(word);
                left -= word.chars().map(&measure).sum::<f32>();
                continue;
            }
            // A word that is longer than a line is broken anywhere.
            for character in word.chars() {
                if measure(character) > left && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                    left = width;
                }
                line.push(character);
                left -= measure(character);
            }
        }
        lines.push(line);
    }
    lines
}

/// What is not to be torn apart: each Chinese character, each run of Latin ones with the blanks after it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_latin = |c: char| c.is_ascii() && !CLOSING.contains(c);
        let end = if is_latin(first) {
            let word = rest
                .find(|c| !is_latin(c) || c == ' ')
                .unwrap_or(rest.len());
            let blanks = rest[word..].find(|c| c != ' ').unwrap_or(rest.len() - word);
            word + blanks
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn measure(c: char) -> f32 {
        if c.is_ascii() { 0.5 } else { 1.0 }
    }

    fn broken(text: &str, width: f32) -> Vec<String> {
        lines(text, width, 0.0, measure)
    }

    #[test]
    fn lines_break_where_people_break_them() {
        let table: [(&str, f32, &[&str]); 7] = [
            ("", 4.0, &[""]),
            ("地质调查院", 4.0, &["地质调查", "院"]),
            ("地质调查，院", 4.0, &["地质调查，", "院"]),
            ("用GF1数据", 3.0, &["用GF1", "数据"]),
            ("用 GF1 PMS", 3.0, &["用 GF1", "PMS"]),
            ("ABCDEFGHIJ", 3.0, &["ABCDEF", "GHIJ"]),
            ("甲\n乙", 4.0, &["甲", "乙"]),
        ];
        for (text, width, want) in table {
            assert_eq!(broken(text, width), want, "{text}");
        }
        assert_eq!(lines("一二三四", 3.0, 2.0, measure), ["一", "二三四"]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_lines_keep_their_width(text in "(地|质|，|。|A|b|9| ){0,40}", width in 2.0_f32..12.0) {
            let lines = broken(&text, width);
            let without = |text: &str| text.replace(' ', "");
            prop_assert_eq!(without(&lines.concat()), without(&text));
            for line in lines {
                let line = line.trim_end_matches(|c| CLOSING.contains(c) || c == ' ');
                prop_assert!(line.chars().map(measure).sum::<f32>() <= width + 0.01, "{}", line);
            }
        }
    }
}
