//! What lists show of the indexed scenes, in a file without a name in the folder for temporary files.
//!
//! The text of a scene is several times as long as what the index knows of it, and of all scenes that were found only those
//! on the page are read: in a file it takes the memory that the kernel has to spare. The file is only ever written at its
//! end and is gone with the process.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::DateTime;
use serde::{Deserialize, Serialize};

use super::classes::Class;
use super::hit::Hit;
use crate::db::scenes::{Card, Footprint};

/// What the file holds of a scene: all of a [`Card`] that is not in memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CardText {
    pub(super) dataid: String,
    pub(super) dataname: String,
    pub(super) datatype: i16,
    /// Microseconds since 1970.
    pub(super) received: Option<i64>,
    pub(super) image_url: Option<String>,
}

/// Bits of a [`TextOffset`] for the length of a text; the others are for where it begins.
const LENGTH_BITS: u32 = 24;

/// Where the text of a scene is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextOffset(u64);

impl TextOffset {
    /// The text was not written.
    pub(super) const NONE: Self = Self(u64::MAX);

    /// [`Self::NONE`] for what is longer than 16 MiB or further than a tebibyte away.
    fn new(offset: u64, length: usize) -> Self {
        match u64::try_from(length) {
            Ok(length) if length < 1 << LENGTH_BITS && offset < 1 << (u64::BITS - LENGTH_BITS) => {
                Self(offset << LENGTH_BITS | length)
            }
            _ => Self::NONE,
        }
    }

    fn offset(self) -> u64 {
        self.0 >> LENGTH_BITS
    }

    fn length(self) -> usize {
        usize::try_from(self.0 & ((1 << LENGTH_BITS) - 1)).unwrap_or(usize::MAX)
    }
}

/// The file.
#[derive(Debug, Default)]
pub(super) struct Cards {
    /// `None`: there can be none, and there are no texts.
    file: Option<File>,
    end: AtomicU64,
}

impl Cards {
    /// An empty file.
    pub(super) fn new() -> Self {
        let file = tempfile::tempfile()
            .map_err(|error| warn_unwritable(&error))
            .ok();
        Self {
            file,
            end: AtomicU64::new(0),
        }
    }

    /// Writes texts, and says where each is. What cannot be written is read from the database when it is wanted.
    pub(super) fn write<'a>(&self, texts: impl Iterator<Item = &'a CardText>) -> Vec<TextOffset> {
        let mut bytes: Vec<u8> = Vec::new();
        let mut lengths = Vec::new();
        for text in texts {
            let begin = bytes.len();
            // A text of no length cannot be read.
            bytes.extend(postcard::to_allocvec(text).unwrap_or_default());
            lengths.push(bytes.len() - begin);
        }
        let Some(mut offset) = self.append(&bytes) else {
            return vec![TextOffset::NONE; lengths.len()];
        };
        let places = lengths.into_iter().map(|length| {
            let place = TextOffset::new(offset, length);
            offset += u64::try_from(length).unwrap_or(0);
            place
        });
        places.collect()
    }

    /// Writes what is no scene's text.
    pub(super) fn write_bytes(&self, bytes: &[u8]) -> TextOffset {
        let offset = self.append(bytes);
        offset.map_or(TextOffset::NONE, |offset| {
            TextOffset::new(offset, bytes.len())
        })
    }

    fn append(&self, bytes: &[u8]) -> Option<u64> {
        let file = self.file.as_ref()?;
        let length = u64::try_from(bytes.len()).ok()?;
        let offset = self.end.fetch_add(length, Ordering::Relaxed);
        match file.write_all_at(bytes, offset) {
            Ok(()) => Some(offset),
            Err(error) => {
                warn_unwritable(&error);
                None
            }
        }
    }

    /// What was written there.
    pub(super) fn read_bytes(&self, place: TextOffset) -> Option<Vec<u8>> {
        if place == TextOffset::NONE {
            return None;
        }
        let mut bytes = vec![0; place.length()];
        let file = self.file.as_ref()?;
        file.read_exact_at(&mut bytes, place.offset()).ok()?;
        Some(bytes)
    }

    fn read(&self, place: TextOffset) -> Option<CardText> {
        postcard::from_bytes(&self.read_bytes(place)?).ok()
    }

    /// The whole card of a scene whose text is there; `None` when it is not.
    pub(super) fn card(
        &self,
        hit: &Hit,
        at: TextOffset,
        class: &Class,
        footprint: Footprint,
        has_preview: bool,
    ) -> Option<Card> {
        let text = self.read(at)?;
        Some(Card {
            did: hit.did,
            dataid: text.dataid,
            dataname: text.dataname,
            datatype: text.datatype,
            nodeid: class.node,
            satellite: class.satellite.clone(),
            sensor: class.sensor.clone(),
            acquired: DateTime::from_timestamp_micros(hit.acquired)?,
            received: text.received.and_then(DateTime::from_timestamp_micros),
            cloud: Some(hit.cloud).filter(|cloud| !cloud.is_nan()),
            online: class.online,
            size: hit.size,
            footprint,
            image_url: text.image_url,
            has_preview,
        })
    }

    /// Bytes that were written, those included that nobody will read again.
    pub(super) fn bytes(&self) -> u64 {
        self.end.load(Ordering::Relaxed)
    }
}

fn warn_unwritable(error: &std::io::Error) {
    tracing::warn!(%error, "what lists show of scenes cannot be kept in the folder for temporary files; \
        searches ask the database for it");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text() -> impl Strategy<Value = CardText> {
        let time = proptest::option::of(-1_000_000_000_000_i64..4_000_000_000_000_000);
        let names = (".{0,40}", ".{0,40}", proptest::option::of(".{0,40}"));
        (names, any::<i16>(), time).prop_map(
            |((dataid, dataname, image_url), datatype, received)| CardText {
                dataid,
                dataname,
                datatype,
                received,
                image_url,
            },
        )
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(batches in proptest::collection::vec(proptest::collection::vec(text(), 0..8), 1..6)) {
            let cards = Cards::new();
            let places: Vec<Vec<TextOffset>> = batches.iter().map(|batch| cards.write(batch.iter())).collect();
            for (text, place) in batches.iter().flatten().zip(places.iter().flatten()) {
                prop_assert_eq!(cards.read(*place), Some(text.clone()));
            }
        }
    }

    #[test]
    fn without_a_file_there_are_no_texts() {
        let nothing = Cards::default();
        let text = CardText {
            dataid: "a".into(),
            dataname: String::new(),
            datatype: 1,
            received: None,
            image_url: None,
        };
        let places = nothing.write([&text].into_iter());
        assert_eq!(places, [TextOffset::NONE]);
        assert_eq!(nothing.read(places[0]), None);
    }

    #[test]
    fn a_place_holds_its_offset_and_its_length() {
        for (offset, length) in [(0, 0), (1, 1), ((1 << 40) - 2, (1 << 24) - 1), (77, 350)] {
            let place = TextOffset::new(offset, length);
            assert_eq!((place.offset(), place.length()), (offset, length));
        }
        assert_eq!(TextOffset::new(0, 1 << 24), TextOffset::NONE);
        assert_eq!(TextOffset::new(1 << 40, 0), TextOffset::NONE);
    }
}
