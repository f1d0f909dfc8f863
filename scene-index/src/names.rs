//! What scenes are called, as text that is looked through.

use domain::keyword::{Keyword, Next, Spelling, fold};
use memchr::memchr_iter;
use memchr::memmem::Finder;

use crate::scene::SceneSource;

/// After the names of each scene.
pub const END: u8 = b'\n';
/// Between two names of one scene: no word spans both.
const BETWEEN: &str = "\0";
/// Up to so many scenes of a block are read one by one; of more, the whole block is scanned.
const MAX_ROWS_ONE_BY_ONE: usize = 24;
/// Scenes whose names are looked through in the time of a step of the budget, about.
pub const NAMES_OF_A_STEP: u64 = 32;

/// What a scene alone is called, as keywords are looked for in it: its name and its public id, folded.
#[must_use]
pub fn folded(name: &str, id: &str) -> Box<str> {
    let names = [name, id].map(|name| fold(&name.replace('\n', " ")));
    names.join(BETWEEN).into_boxed_str()
}

/// A keyword, compared once with what scenes have in common.
pub(crate) struct NameTest {
    terms: Vec<TermTest>,
}

/// A term of a keyword.
struct TermTest {
    spellings: Vec<Finding>,
    /// Whether the satellite or the sensor has it, by the snapshot's number of the source.
    in_source: Vec<bool>,
}

/// One spelling of a term.
struct Finding {
    finder: Finder<'static>,
    next: Next,
}

impl NameTest {
    pub fn new(keyword: &Keyword, sources: &[SceneSource]) -> Self {
        let finding = |spelling: &Spelling| Finding {
            finder: Finder::new(spelling.text.as_bytes()).into_owned(),
            next: spelling.next,
        };
        let common: Vec<[String; 2]> = sources
            .iter()
            .map(|source| [&source.satellite, &source.sensor].map(|name| fold(name)))
            .collect();
        let terms = keyword.terms().iter().map(|term| TermTest {
            spellings: term.spellings.iter().map(finding).collect(),
            in_source: common
                .iter()
                .map(|names| names.iter().any(|name| term.is_in(name)))
                .collect(),
        });
        Self {
            terms: terms.collect(),
        }
    }

    /// Leaves of some rows, in order, those whose scenes have it. `names`: of the rows from one on and before another, each
    /// ended; `source_of`: the snapshot's number of a row's source.
    pub fn retain(
        &self,
        rows: &mut Vec<usize>,
        (from, names): (usize, &[u8]),
        source_of: impl Fn(usize) -> usize,
    ) {
        for term in &self.terms {
            let is_open = rows.iter().any(|row| !term.in_source[source_of(*row)]);
            if !is_open {
                continue;
            }
            if rows.len() <= MAX_ROWS_ONE_BY_ONE {
                let mut each = Names::new(from, names);
                rows.retain(|row| {
                    term.in_source[source_of(*row)]
                        || each.next_of(*row).is_some_and(|names| term.is_in(names))
                });
                continue;
            }
            let found = term.places_in(names);
            rows.retain(|row| {
                term.in_source[source_of(*row)] || found.binary_search(&(row - from)).is_ok()
            });
        }
    }
}

impl TermTest {
    fn is_in(&self, names: &[u8]) -> bool {
        let mut spellings = self.spellings.iter();
        spellings.any(|spelling| spelling.first_in(names).is_some())
    }

    /// The scenes whose names have it, in order.
    fn places_in(&self, joined: &[u8]) -> Vec<usize> {
        let each = self.spellings.iter().map(|it| it.places_in(joined));
        each.reduce(merged).unwrap_or_default()
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

    fn places_in(&self, joined: &[u8]) -> Vec<usize> {
        let (mut from, mut index, mut indices) = (0, 0, Vec::new());
        while let Some(at) = self.first_in(&joined[from..]).map(|at| from + at) {
            index += memchr_iter(END, &joined[from..at]).count();
            indices.push(index);
            let Some(end) = memchr::memchr(END, &joined[at..]) else {
                break;
            };
            from = at + end + 1;
            index += 1;
        }
        indices
    }
}

/// Names of rows, asked for in order.
struct Names<'a> {
    row: usize,
    rest: &'a [u8],
}

impl<'a> Names<'a> {
    const fn new(row: usize, rest: &'a [u8]) -> Self {
        Self { row, rest }
    }

    fn next_of(&mut self, row: usize) -> Option<&'a [u8]> {
        loop {
            let end = memchr::memchr(END, self.rest)?;
            let names = &self.rest[..end];
            self.rest = &self.rest[end + 1..];
            self.row += 1;
            if self.row > row {
                return Some(names);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_what_a_look_at_each_finds(
            scenes in proptest::collection::vec(("[A-Ca-c_é\n资源1-]{0,9}", "[a-bB0-1]{0,4}", 0_usize..3), 0..80),
            text in "[A-Ca-cÉé_资0 ]{1,4}|gf1|pms a",
            kept in 1_usize..5,
        ) {
            let Some(keyword) = Keyword::parse(&text) else {
                return Ok(());
            };
            let sources = [("GF-1", "PMS"), ("", "Ab"), ("资源三号", "c")].map(|(satellite, sensor)| SceneSource {
                satellite: satellite.into(),
                sensor: sensor.into(),
                ..SceneSource::default()
            });
            let mut joined = Vec::new();
            for (name, id, _) in &scenes {
                joined.extend_from_slice(folded(name, id).as_bytes());
                joined.push(END);
            }
            let test = NameTest::new(&keyword, &sources);
            let first = 7;
            let mut found: Vec<usize> = (0..scenes.len()).step_by(kept).map(|at| at + first).collect();
            let asked = found.clone();
            test.retain(&mut found, (first, &joined), |row| scenes[row - first].2);
            let has = |row: &usize| {
                let (name, id, source) = &scenes[row - first];
                let source = &sources[*source];
                let names = [&name.replace('\n', " "), id, &source.satellite, &source.sensor].map(|name| fold(name));
                keyword.terms().iter().all(|term| names.iter().any(|name| term.is_in(name)))
            };
            prop_assert_eq!(found, asked.into_iter().filter(has).collect::<Vec<_>>());
        }
    }
}
