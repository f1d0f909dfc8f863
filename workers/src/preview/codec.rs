//! Unpacking one block.

use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};

use flate2::bufread::ZlibDecoder;
use ruzstd::decoding::StreamingDecoder;
use texts::PictureText;

use super::error::PreviewError;
use super::jpeg;
use super::layout::{JPEG, Layout};
use super::lzw::LzwReader;
use super::paced::PacedFile;
use super::packbits::PackBits;

/// Compressions by number (TIFF 6.0, section 8; libtiff).
const NONE: u64 = 1;
const LZW: u64 = 5;
const DEFLATE: u64 = 8;
const OLD_DEFLATE: u64 = 32946;
const PACK_BITS: u64 = 32773;
const ZSTD: u64 = 50000;

/// Read ahead of the decoder.
const AHEAD: usize = 64 << 10;
/// What a block's frame may ask to remember; libtiff's highest level needs 8 MiB.
const ZSTD_WINDOW: u64 = 32 << 20;

/// The packed bytes of one block.
#[derive(Debug)]
pub(super) struct Span<'a> {
    file: &'a PacedFile<'a>,
    begin: u64,
    length: u64,
    at: u64,
}

impl Read for Span<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.length - self.at).unwrap_or(usize::MAX);
        let length = into.len().min(left);
        let read = self
            .file
            .read_at(&mut into[..length], self.begin + self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Span<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let to = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
        };
        self.at = to.unwrap_or(u64::MAX).min(self.length);
        Ok(self.at)
    }
}

/// The bytes of a block, unpacked as they are read.
pub(super) enum Unpacked<'a> {
    /// As they lie in the file: what is not wanted can be passed over.
    Plain(BufReader<Span<'a>>),
    /// Unpacked one after another.
    Stream(Box<dyn Read + 'a>),
}

impl<'a> Unpacked<'a> {
    pub(super) fn open(
        file: &'a PacedFile<'a>,
        layout: &Layout,
        (begin, length): (u64, u64),
    ) -> Result<Self, PreviewError> {
        let span = Span {
            file,
            begin,
            length,
            at: 0,
        };
        let packed = BufReader::with_capacity(AHEAD, span);
        Ok(match layout.compression {
            NONE => Self::Plain(packed),
            LZW => Self::Stream(Box::new(LzwReader::new(packed))),
            DEFLATE | OLD_DEFLATE => Self::Stream(Box::new(ZlibDecoder::new(packed))),
            PACK_BITS => Self::Stream(Box::new(PackBits::new(packed))),
            ZSTD => {
                let decoder = StreamingDecoder::new_with_max_window_size(packed, ZSTD_WINDOW)
                    .map_err(|error| PreviewError::corrupt(error.to_string()))?;
                Self::Stream(Box::new(decoder))
            }
            JPEG => Self::Stream(Box::new(Cursor::new(jpeg::block(packed, length, layout)?))),
            other => {
                return Err(PreviewError::unsupported(
                    PictureText::CompressionUnsupported { code: other },
                ));
            }
        })
    }

    /// Fills `row`.
    pub(super) fn read(&mut self, row: &mut [u8]) -> io::Result<()> {
        match self {
            Self::Plain(packed) => packed.read_exact(row),
            Self::Stream(unpacked) => unpacked.read_exact(row),
        }
    }

    /// Leaves out as much as `row` would hold, which may be overwritten.
    pub(super) fn skip(&mut self, row: &mut [u8]) -> io::Result<()> {
        match self {
            Self::Plain(packed) => packed.seek_relative(i64::try_from(row.len()).unwrap_or(0)),
            Self::Stream(unpacked) => unpacked.read_exact(row),
        }
    }
}
