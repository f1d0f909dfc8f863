//! Names and ids of a chunk's scenes as one text, to be looked through.

use memchr::memchr_iter;
use memchr::memmem::Finder;

/// After the names of each scene.
const END: u8 = b'\n';

/// The names of a scene: its name and its id, which no searched text can span.
pub(super) fn names(dataname: &str, dataid: &str) -> Box<str> {
    let names = format!("{dataname}\0{dataid}");
    names.replace('\n', " ").into_boxed_str()
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

/// A part of a name or an id, in whatever case.
pub(super) struct Needle {
    finder: Finder<'static>,
    is_ascii: bool,
}

impl Needle {
    pub(super) fn new(text: &str) -> Self {
        Self {
            finder: Finder::new(folded(text).as_bytes()).into_owned(),
            is_ascii: text.is_ascii(),
        }
    }

    /// Whether the names of a scene have it.
    pub(super) fn is_in(&self, names: &str) -> bool {
        self.finder.find(folded(names).as_bytes()).is_some()
    }

    /// Calls `found` with the place of each scene whose names have it, out of those of a chunk.
    pub(super) fn each_in(&self, mut joined: Vec<u8>, mut found: impl FnMut(usize)) {
        if self.is_ascii {
            // No letter beyond ASCII is a capital of one within, for whoever searches by name.
            joined.make_ascii_lowercase();
        } else {
            joined = folded(&String::from_utf8_lossy(&joined)).into_bytes();
        }
        let (mut from, mut place) = (0, 0);
        while let Some(at) = self.finder.find(&joined[from..]).map(|at| from + at) {
            place += memchr_iter(END, &joined[from..at]).count();
            found(place);
            let Some(end) = memchr::memchr(END, &joined[at..]) else {
                return;
            };
            from = at + end + 1;
            place += 1;
        }
    }
}

/// Small letters, one for each: a text that becomes longer when it is folded stays as it is.
fn folded(text: &str) -> String {
    let small = |letter: char| {
        let mut small = letter.to_lowercase();
        match (small.next(), small.next()) {
            (Some(small), None) => small,
            _ => letter,
        }
    };
    text.chars().map(small).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_what_a_look_at_each_finds(
            scenes in proptest::collection::vec(("[A-Ca-c_é\n资源]{0,9}", "[a-bB0-1]{0,4}"), 0..40),
            text in "[A-Ca-cÉé_资0]{1,3}",
        ) {
            let each: Vec<Box<str>> = scenes.iter().map(|(name, id)| names(name, id)).collect();
            let joined = joined(each.iter().map(AsRef::as_ref));
            prop_assert_eq!(parted(&joined).collect::<Vec<_>>(), each.clone());
            let needle = Needle::new(&text);
            let mut found = Vec::new();
            needle.each_in(joined, |place| found.push(place));
            let small = text.to_lowercase();
            let has = |name: &str| name.to_lowercase().contains(&small);
            let expected: Vec<usize> = (0..scenes.len())
                .filter(|place| has(&scenes[*place].0) || has(&scenes[*place].1))
                .collect();
            prop_assert_eq!(&found, &expected);
            let one_by_one = (0..each.len()).filter(|place| needle.is_in(&each[*place]));
            prop_assert_eq!(one_by_one.collect::<Vec<_>>(), expected);
        }
    }
}
