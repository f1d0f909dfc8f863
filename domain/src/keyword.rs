//! The keyword of a search: words that must all match, each in any of its spellings.
//!
//! People write a satellite as its operator does (GF-1), as files do (GF1), or as newspapers do (高分一号). [`fold`] makes
//! spellings that differ in case, hyphens, underscores and spaces the same, and [`spellings`] knows the names of satellites.
//! A keyword is looked for in the name, the id, the satellite and the sensor of a scene, each of them folded.

mod spelling;
mod spellings;

pub use spelling::{Next, Spelling};

/// Most words of a keyword; what follows is not looked for.
const MAX_WORDS: usize = 10;
/// Most words that one name of a satellite takes: `高分 1 号`.
const LONGEST_NAME: usize = 3;

/// What a scene must be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keyword {
    terms: Vec<Term>,
}

/// One thing that is looked for, by any of its spellings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Never empty.
    pub spellings: Vec<Spelling>,
}

impl Keyword {
    /// Reads what somebody wrote; `None` when there is no word in it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text: String = text.chars().map(half_width).collect();
        let between = |letter: char| letter.is_whitespace() || matches!(letter, ',' | '、' | '/');
        let words: Vec<&str> = text
            .split(between)
            .filter(|word| !fold(word).is_empty())
            .take(MAX_WORDS)
            .collect();
        let mut terms = Vec::new();
        let mut rest = words.as_slice();
        while let Some((first, others)) = rest.split_first() {
            let longest = 1 + others
                .iter()
                .take(LONGEST_NAME - 1)
                .take_while(|word| continues_name(word))
                .count();
            let name = (1..=longest).rev().find_map(|length| {
                Some((
                    length,
                    spellings::spellings_of(&fold(&rest[..length].join(" ")))?,
                ))
            });
            if let Some((length, spellings)) = name {
                terms.push(Term { spellings });
                rest = &rest[length..];
            } else {
                terms.push(Term::literal(fold(first)));
                rest = others;
            }
        }
        (!terms.is_empty()).then_some(Self { terms })
    }

    /// The terms, all of which must match.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }
}

/// Whether a word can go on with the name of a satellite: `1`, `一号`, `02D`. What begins with a Latin letter is the sensor
/// beside it: `Landsat 8 OLI`, `GF-1 WFV`.
fn continues_name(word: &str) -> bool {
    !word.starts_with(|first: char| first.is_ascii_alphabetic())
}

impl Term {
    fn literal(text: String) -> Self {
        let next = Next::Any;
        Self {
            spellings: vec![Spelling { text, next }],
        }
    }

    /// Whether a folded text contains it.
    #[must_use]
    pub fn is_in(&self, folded: &str) -> bool {
        self.spellings.iter().any(|spelling| spelling.is_in(folded))
    }

    /// The same as a regular expression of `PostgreSQL` (an ARE) on a folded text.
    #[must_use]
    pub fn pattern(&self) -> String {
        let each: Vec<String> = self.spellings.iter().map(Spelling::pattern).collect();
        each.join("|")
    }
}

/// Small letters, without hyphens, underscores and spaces; between two digits they stay, as one underscore, so that numbers
/// do not run into one another.
#[must_use]
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut parted = false;
    for letter in text.chars() {
        if matches!(letter, '-' | '_' | ' ') {
            parted = true;
            continue;
        }
        let after_digit = folded.ends_with(|last: char| last.is_ascii_digit());
        if parted && letter.is_ascii_digit() && after_digit {
            folded.push('_');
        }
        parted = false;
        folded.push(small(letter));
    }
    folded
}

/// One letter for each: a letter that becomes longer stays as it is.
fn small(letter: char) -> char {
    let mut small = letter.to_lowercase();
    match (small.next(), small.next()) {
        (Some(small), None) => small,
        _ => letter,
    }
}

/// `ＧＦ－１` is typed with the width of Chinese characters on: U+FF01 to U+FF5E are ASCII, 0xFEE0 further on.
fn half_width(letter: char) -> char {
    let code = u32::from(letter);
    if (0xFF01..=0xFF5E).contains(&code) {
        char::from_u32(code - 0xFEE0).unwrap_or(letter)
    } else {
        letter
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matches(keyword: &str, name: &str) -> bool {
        let folded = fold(name);
        let keyword = Keyword::parse(keyword).expect("a keyword");
        keyword.terms().iter().all(|term| term.is_in(&folded))
    }

    #[test]
    fn spellings_of_a_satellite_find_one_another() {
        for (keyword, name) in [
            ("高分一号", "GF1_PMS1_E116.3_N39.9_20240501"),
            ("高分1号", "GF-1"),
            ("GF-1", "高分一号影像"),
            ("gf 1", "GF1_WFV"),
            ("ＧＦ－１", "gf-1"),
            ("高分十四号", "GF14_x"),
            ("资源三号", "ZY3-02_TLC"),
            ("ZY-3", "zy301a"),
            ("资源一号02D", "ZY1-02D_AHSI"),
            ("哨兵二号", "Sentinel-2A MSI"),
            ("哨兵 2", "S2B_MSIL2A_20240501"),
            ("Sentinel-2", "S2A_MSIL1C"),
            ("sentinel1", "S1A_IW_GRDH"),
            ("陆地卫星", "LC08_L1TP landsat-8"),
            ("陆地卫星8号", "LC08_L1TP_123032"),
            ("Landsat 9", "LC09_L2SP"),
            ("高分", "GF2_PMS"),
            ("l1tp lc08", "LC08_L1TP_123032"),
            ("20240501 gf1", "GF1_PMS1_20240501"),
            ("50_t", "S2A_50T_x"),
            ("环境一号", "HJ1A_CCD"),
            ("资源一号 02D", "ZY1-02D_AHSI"),
            // As cards name satellite and sensor.
            ("Landsat 8 OLI/TIRS", "landsat-8 oli,tirs"),
            ("Landsat 8 OLI", "landsat-8 oli,tirs"),
            ("landsat-8 oli", "landsat-8 oli,tirs"),
            ("Sentinel-2A MSI", "sentinel-2a msi"),
            ("Sentinel-1A SAR", "sentinel-1a sar"),
            ("GF-1 WFV", "GF1 WFV1"),
            ("GF-1 PMS", "GF-1 PMS2"),
            ("CBERS-4 MUX", "cbers-4 mux"),
            ("中巴资源卫星", "CBERS_4_MUX_20240501"),
            ("中巴地球资源卫星", "cbers-4a"),
            ("L8", "LC08_L1TP_123032"),
        ] {
            assert!(matches(keyword, name), "{keyword} in {name}");
        }
        for (keyword, name) in [
            ("高分一号", "GF10_SAR"),
            ("GF-1", "GF-12"),
            ("高分", "abcgfd"),
            ("GF1 PMS2", "GF1_PMS1_20240501"),
            ("陆地卫星8号", "LC09_L1TP"),
            ("哨兵一号", "S2A_MSIL1C"),
            ("12", "1_2"),
            ("Landsat 8 TM", "landsat-8 oli,tirs"),
            ("L8", "landsat-9"),
        ] {
            assert!(!matches(keyword, name), "{keyword} in {name}");
        }
    }

    #[test]
    fn folding_keeps_numbers_apart() {
        for (text, folded) in [
            ("GF-1", "gf1"),
            ("GF1_20240501", "gf1_20240501"),
            ("a - 1 __ 2 -b_", "a1_2b"),
            ("2024-05", "2024_05"),
            ("É资源", "é资源"),
            ("-_ ", ""),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn without_words_there_is_no_keyword() {
        for text in ["", "  ", "-", "　", "，、"] {
            assert_eq!(Keyword::parse(text), None, "{text}");
        }
    }

    #[test]
    fn patterns_take_signs_literally() {
        let keyword = Keyword::parse(r"100%.\(").expect("a keyword");
        assert_eq!(keyword.terms()[0].pattern(), r"100\%\.\\\(");
        let keyword = Keyword::parse("高分一号").expect("a keyword");
        assert_eq!(
            keyword.terms()[0].pattern(),
            "gf1(?![0-9])|高分一号|高分1号"
        );
    }

    proptest! {
        #[test]
        fn folding_again_changes_nothing(text in "[a-cA-C0-2_ É资-]{0,12}") {
            let folded = fold(&text);
            prop_assert_eq!(fold(&folded), folded);
        }

        #[test]
        fn what_is_part_of_a_name_is_found_in_it(name in "[a-cA-C0-2_-]{1,12}", from in 0_usize..12, to in 0_usize..12) {
            let (from, to) = (from.min(name.len()), to.min(name.len()));
            if let Some(part) = name.get(from..to)
                && let Some(keyword) = Keyword::parse(part)
            {
                prop_assert!(keyword.terms().iter().all(|term| term.is_in(&fold(&name))), "{} in {}", part, name);
            }
        }
    }
}
