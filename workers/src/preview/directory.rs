//! The directories of a TIFF (TIFF 6.0, section 2; BigTIFF), read as they are asked for: nothing here is as large as
//! the file says it is.

use std::collections::BTreeMap;

use texts::PictureText;

use super::error::PreviewError;
use super::paced::PacedFile;

/// Directories that are looked at; pyramids have a dozen.
const MAX_DIRECTORIES: usize = 64;
/// Entries of a directory; real ones have thirty.
const MAX_ENTRIES: u64 = 4096;

/// A TIFF whose header was understood.
#[derive(Debug)]
pub(super) struct TiffFile<'a> {
    pub(super) file: &'a PacedFile<'a>,
    pub(super) size: u64,
    pub(super) little_endian: bool,
    big: bool,
    first: u64,
}

/// One directory: where each tag's values are.
#[derive(Debug, Clone, Default)]
pub(super) struct Directory {
    entries: BTreeMap<u16, DirectoryEntry>,
    next: u64,
}

#[derive(Debug, Clone, Copy)]
struct DirectoryEntry {
    kind: Kind,
    count: u64,
    /// Where the values begin in the file.
    at: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unsigned(u64),
    Float(u64),
    /// Text, and what is only ever read as bytes.
    Bytes,
}

impl Kind {
    const fn of_code(code: u16) -> Option<Self> {
        Some(match code {
            1 => Self::Unsigned(1),
            3 => Self::Unsigned(2),
            4 | 13 => Self::Unsigned(4),
            16 | 18 => Self::Unsigned(8),
            11 => Self::Float(4),
            12 => Self::Float(8),
            2 | 6 | 7 => Self::Bytes,
            _ => return None,
        })
    }

    const fn width(self) -> u64 {
        match self {
            Self::Unsigned(width) | Self::Float(width) => width,
            Self::Bytes => 1,
        }
    }
}

fn cut_off() -> PreviewError {
    PreviewError::corrupt(PictureText::DirectoryCutOff)
}

impl<'a> TiffFile<'a> {
    /// Reads the header.
    pub(super) fn open(file: &'a PacedFile<'a>) -> Result<Self, PreviewError> {
        let size = file.size()?;
        let not_tiff = || PreviewError::unsupported(PictureText::NotATiff);
        if size < 16 {
            return Err(not_tiff());
        }
        let mut head = [0; 16];
        file.read_exact_at(&mut head, 0)?;
        let little_endian = match &head[..2] {
            b"II" => true,
            b"MM" => false,
            _ => return Err(not_tiff()),
        };
        let mut tiff = Self {
            file,
            size,
            little_endian,
            big: false,
            first: 0,
        };
        match tiff.number(&head[2..4]) {
            42 => tiff.first = tiff.number(&head[4..8]),
            43 if tiff.number(&head[4..6]) == 8 => {
                tiff.big = true;
                tiff.first = tiff.number(&head[8..16]);
            }
            _ => return Err(not_tiff()),
        }
        Ok(tiff)
    }

    /// A number of up to eight bytes in the file's order.
    pub(super) fn number(&self, bytes: &[u8]) -> u64 {
        let join = |number, byte: &u8| number << 8 | u64::from(*byte);
        if self.little_endian {
            bytes.iter().rev().fold(0, join)
        } else {
            bytes.iter().fold(0, join)
        }
    }

    fn bytes_at(&self, at: u64, into: &mut [u8]) -> Result<(), PreviewError> {
        let end = at.checked_add(into.len() as u64);
        if end.is_none_or(|end| end > self.size) {
            return Err(cut_off());
        }
        Ok(self.file.read_exact_at(into, at)?)
    }

    /// Every directory, those of sub-images after the one that names them.
    pub(super) fn directories(&self) -> Result<Vec<Directory>, PreviewError> {
        let mut found = Vec::new();
        let mut next = self.first;
        while next != 0 && found.len() < MAX_DIRECTORIES {
            let directory = self.directory(next)?;
            next = directory.next;
            let below = directory.numbers(self, tag::SUB_IFDS, MAX_DIRECTORIES)?;
            found.push(directory);
            for at in below.unwrap_or_default() {
                if found.len() < MAX_DIRECTORIES {
                    found.push(self.directory(at)?);
                }
            }
        }
        Ok(found)
    }

    fn directory(&self, at: u64) -> Result<Directory, PreviewError> {
        let (head, width) = if self.big { (8, 20) } else { (2, 12) };
        let mut count = vec![0; head];
        self.bytes_at(at, &mut count)?;
        let count = self.number(&count);
        if count > MAX_ENTRIES {
            return Err(PreviewError::corrupt(PictureText::DirectoryTooLong));
        }
        let begin = at + head as u64;
        let after = if self.big { 8 } else { 4 };
        let mut raw = vec![0; usize::try_from(count).unwrap_or(0) * width + after];
        self.bytes_at(begin, &mut raw)?;
        let (entries, next) = raw.split_at(raw.len() - after);
        let mut directory = Directory {
            entries: BTreeMap::new(),
            next: self.number(next),
        };
        let mut offset = begin;
        for raw in entries.chunks_exact(width) {
            if let Some(kind) = Kind::of_code(u16::try_from(self.number(&raw[2..4])).unwrap_or(0)) {
                let code = u16::try_from(self.number(&raw[..2])).unwrap_or(0);
                directory
                    .entries
                    .insert(code, self.entry(kind, raw, offset));
            }
            offset += width as u64;
        }
        Ok(directory)
    }

    fn entry(&self, kind: Kind, raw: &[u8], offset: u64) -> DirectoryEntry {
        let (count, value) = if self.big {
            (&raw[4..12], &raw[12..20])
        } else {
            (&raw[4..8], &raw[8..12])
        };
        let count = self.number(count);
        let inline = count
            .checked_mul(kind.width())
            .is_some_and(|bytes| bytes <= value.len() as u64);
        let at = if inline {
            offset + (raw.len() - value.len()) as u64
        } else {
            self.number(value)
        };
        DirectoryEntry { kind, count, at }
    }
}

impl Directory {
    /// How many values a tag has.
    pub(super) fn count(&self, tag: u16) -> u64 {
        self.entries.get(&tag).map_or(0, |entry| entry.count)
    }

    /// One value of a tag.
    pub(super) fn nth(
        &self,
        tiff: &TiffFile<'_>,
        tag: u16,
        index: u64,
    ) -> Result<Option<u64>, PreviewError> {
        let Some(entry) = self.entries.get(&tag) else {
            return Ok(None);
        };
        let (Kind::Unsigned(width), true) = (entry.kind, index < entry.count) else {
            return Err(PreviewError::corrupt(PictureText::TagUnreadable { tag }));
        };
        let mut bytes = [0; 8];
        let bytes = &mut bytes[..usize::try_from(width).unwrap_or(8)];
        let at = index
            .checked_mul(width)
            .and_then(|skip| entry.at.checked_add(skip));
        tiff.bytes_at(at.ok_or_else(cut_off)?, bytes)?;
        Ok(Some(tiff.number(bytes)))
    }

    /// The first value of a tag.
    pub(super) fn first(&self, tiff: &TiffFile<'_>, tag: u16) -> Result<Option<u64>, PreviewError> {
        self.nth(tiff, tag, 0)
    }

    /// All values of a tag that may have up to `most`.
    pub(super) fn numbers(
        &self,
        tiff: &TiffFile<'_>,
        tag: u16,
        most: usize,
    ) -> Result<Option<Vec<u64>>, PreviewError> {
        let Some(entry) = self.entries.get(&tag) else {
            return Ok(None);
        };
        let Kind::Unsigned(width) = entry.kind else {
            return Err(PreviewError::corrupt(PictureText::TagUnreadable { tag }));
        };
        let width = usize::try_from(width).unwrap_or(1);
        let bytes = self.bytes(tiff, tag, most.saturating_mul(width))?;
        let numbers = |bytes: Vec<u8>| bytes.chunks_exact(width).map(|b| tiff.number(b)).collect();
        Ok(bytes.map(numbers))
    }

    /// The bytes of a tag, which may have up to `most`.
    pub(super) fn bytes(
        &self,
        tiff: &TiffFile<'_>,
        tag: u16,
        most: usize,
    ) -> Result<Option<Vec<u8>>, PreviewError> {
        let Some(entry) = self.entries.get(&tag) else {
            return Ok(None);
        };
        let length = entry.count.checked_mul(entry.kind.width());
        let length = length
            .and_then(|length| usize::try_from(length).ok())
            .filter(|length| *length <= most)
            .ok_or_else(|| PreviewError::unsupported(PictureText::TagTooLarge { tag }))?;
        let mut bytes = vec![0; length];
        tiff.bytes_at(entry.at, &mut bytes)?;
        Ok(Some(bytes))
    }
}

/// Tags by number (TIFF 6.0, appendix A; GDAL's own).
pub(super) mod tag {
    pub const SUBFILE_TYPE: u16 = 254;
    pub const WIDTH: u16 = 256;
    pub const HEIGHT: u16 = 257;
    pub const BITS: u16 = 258;
    pub const COMPRESSION: u16 = 259;
    pub const PHOTOMETRIC: u16 = 262;
    pub const FILL_ORDER: u16 = 266;
    pub const STRIP_OFFSETS: u16 = 273;
    pub const SAMPLES: u16 = 277;
    pub const ROWS_PER_STRIP: u16 = 278;
    pub const STRIP_BYTES: u16 = 279;
    pub const PLANAR: u16 = 284;
    pub const PREDICTOR: u16 = 317;
    pub const COLOR_MAP: u16 = 320;
    pub const TILE_WIDTH: u16 = 322;
    pub const TILE_HEIGHT: u16 = 323;
    pub const TILE_OFFSETS: u16 = 324;
    pub const TILE_BYTES: u16 = 325;
    pub const SUB_IFDS: u16 = 330;
    pub const EXTRA_SAMPLES: u16 = 338;
    pub const SAMPLE_FORMAT: u16 = 339;
    pub const JPEG_TABLES: u16 = 347;
    pub const SUBSAMPLING: u16 = 530;
    pub const GDAL_NODATA: u16 = 42113;
}
