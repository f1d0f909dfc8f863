//! What a chunk's scenes are called, as one text to be looked through.

use domain::keyword::{Keyword, Next, Spelling, fold};
use memchr::memchr_iter;
use memchr::memmem::Finder;

/// After the names of each scene.
const END: u8 = b'\n';

/// What a keyword is looked for in, folded: a scene's name, its id, its satellite and its sensor. No word can span two of
/// them.
pub(super) fn names(dataname: &str, dataid: &str, satellite: &str, sensor: &str) -> Box<str> {
    let dataname = fold(&dataname.replace('\n', " "));
    let others = [dataid, satellite, sensor].map(fold);
    format!("{dataname}\0{}", others.join("\0")).into_boxed_str()
}

/// The names of scenes, in this order.
pub(super) fn joined<'a>(names: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut joined = Vec::new();
    for names in names {
        joined.extend_from_slice(names.as_bytes());
        joined.push(END);
    }
    joined
}

/// The names of each scene again.
pub(super) fn parted(joined: &[u8]) -> impl Iterator<Item = Box<str>> {
    let each = joined.split_inclusive(|byte| *byte == END);
    each.map(|names| String::from_utf8_lossy(&names[..names.len() - 1]).into())
}

/// A keyword, to be looked for in folded names.
pub(super) struct Needle {
    terms: Vec<Vec<Finding>>,
}

/// One spelling of a term.
struct Finding {
    finder: Finder<'static>,
    next: Next,
}

impl Needle {
    pub(super) fn new(keyword: &Keyword) -> Self {
        let finding = |spelling: &Spelling| Finding {
            finder: Finder::new(spelling.text.as_bytes()).into_owned(),
            next: spelling.next,
        };
        let terms = keyword.terms().iter();
        Self {
            terms: terms
                .map(|term| term.spellings.iter().map(finding).collect())
                .collect(),
        }
    }

    /// Whether the names of a scene have it.
    pub(super) fn is_in(&self, names: &str) -> bool {
        let has = |finding: &Finding| finding.first_in(names.as_bytes()).is_some();
        self.terms.iter().all(|spellings| spellings.iter().any(has))
    }

    /// Calls `found` with the place of each scene whose names have it, out of those of a chunk, in order.
    pub(super) fn each_in(&self, joined: &[u8], found: impl FnMut(usize)) {
        let mut terms = self.terms.iter().map(|spellings| {
            let each = spellings.iter().map(|spelling| spelling.places_in(joined));
            each.reduce(merged).unwrap_or_default()
        });
        let mut places = terms.next().unwrap_or_default();
        for term in terms {
            places.retain(|place| term.binary_search(place).is_ok());
        }
        places.into_iter().for_each(found);
    }
}

fn merged(mut one: Vec<usize>, other: Vec<usize>) -> Vec<usize> {
    one.extend(other);
    one.sort_unstable();
    one.dedup();
    one
}

impl Finding {
    /// Where it ends first, and may go on as it does.
    fn first_in(&self, text: &[u8]) -> Option<usize> {
        let length = self.finder.needle().len();
        let mut ends = self.finder.find_iter(text).map(|at| at + length);
        ends.find(|end| self.next.allows(&text[*end..]))
    }

    /// The scenes of a chunk whose names have it, in order.
    fn places_in(&self, joined: &[u8]) -> Vec<usize> {
        let (mut from, mut place, mut places) = (0, 0, Vec::new());
        while let Some(at) = self.first_in(&joined[from..]).map(|at| from + at) {
            place += memchr_iter(END, &joined[from..at]).count();
            places.push(place);
            let Some(end) = memchr::memchr(END, &joined[at..]) else {
                break;
            };
            from = at + end + 1;
            place += 1;
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_what_a_look_at_each_finds(
            scenes in proptest::collection::vec(("[A-Ca-c_é\n资源1-]{0,9}", "[a-bB0-1]{0,4}"), 0..40),
            text in "[A-Ca-cÉé_资0 ]{1,4}|gf1",
        ) {
            let each: Vec<Box<str>> =
                scenes.iter().map(|(name, id)| names(name, id, "GF-1", "PMS")).collect();
            let joined = joined(each.iter().map(AsRef::as_ref));
            prop_assert_eq!(parted(&joined).collect::<Vec<_>>(), each.clone());
            let Some(keyword) = Keyword::parse(&text) else {
                return Ok(());
            };
            let needle = Needle::new(&keyword);
            let mut found = Vec::new();
            needle.each_in(&joined, |place| found.push(place));
            let has = |names: &str| keyword.terms().iter().all(|term| term.is_in(names));
            let expected: Vec<usize> =
                (0..scenes.len()).filter(|place| has(&each[*place])).collect();
            prop_assert_eq!(&found, &expected);
            let one_by_one = (0..each.len()).filter(|place| needle.is_in(&each[*place]));
            prop_assert_eq!(one_by_one.collect::<Vec<_>>(), expected);
        }
    }
}
