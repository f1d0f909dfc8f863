//! What an uploaded paper really is.

use std::io::Cursor;
use texts::ProblemText;

use axum::http::StatusCode;
use domain::attachment::{AttachmentKind, PaperFormat};
use image::{ImageFormat, ImageReader};

use super::docx::ends_as_docx;
use crate::problem::Problem;

/// Kept from the beginning of a paper: cameras put previews and colour profiles before a JPEG's frame header.
const HEAD_BYTES: usize = 512 * 1024;
/// Kept from its end: the table of contents of a DOCX with a thousand pictures.
const TAIL_BYTES: usize = 128 * 1024;
/// Most pixels of a picture: the largest telephones take 108 million, a sheet of A2 scanned at 600 dpi has 139 million.
const MAX_PIXELS: u64 = 150_000_000;
/// Readers look for the end mark of a PDF in this many last bytes.
const PDF_END_WITHIN: usize = 1024;
const PDF_END: &[u8] = b"%%EOF";
/// The last chunk of every PNG, with its checksum.
const PNG_END: &[u8] = b"\0\0\0\0IEND\xAE\x42\x60\x82";
const JPEG_END: &[u8] = &[0xFF, 0xD9];

/// Beginning, end and size of a paper that streams past.
#[derive(Debug, Default)]
pub(super) struct ContentSample {
    head: Vec<u8>,
    tail: Vec<u8>,
    size: u64,
}

impl ContentSample {
    /// Sees the next bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.size += bytes.len() as u64;
        let room = HEAD_BYTES.saturating_sub(self.head.len());
        self.head.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.tail
            .extend_from_slice(&bytes[bytes.len().saturating_sub(TAIL_BYTES)..]);
        let surplus = self.tail.len().saturating_sub(TAIL_BYTES);
        self.tail.drain(..surplus);
    }

    /// Bytes seen.
    pub(super) const fn size(&self) -> u64 {
        self.size
    }

    /// What it is, by its content: a whole JPEG, PNG, PDF or DOCX, if papers of `kind` may be that. A kind that is not
    /// known yet may be anything.
    pub(super) fn format(&self, kind: Option<AttachmentKind>) -> Result<PaperFormat, Problem> {
        if self.size == 0 {
            return Err(Problem::bad_request(ProblemText::EmptyFile));
        }
        let format = PaperFormat::sniff(&self.head)
            .filter(|format| kind.is_none_or(|kind| kind.takes(*format)))
            .ok_or_else(|| wrong_type(kind))?;
        let sound = match format {
            PaperFormat::Jpeg => {
                self.is_image(ImageFormat::Jpeg)? && contains(&self.tail, JPEG_END)
            }
            PaperFormat::Png => self.is_image(ImageFormat::Png)? && self.tail.ends_with(PNG_END),
            PaperFormat::Pdf => self.ends_as_pdf(),
            PaperFormat::Docx => ends_as_docx(&self.tail, self.size),
        };
        if sound { Ok(format) } else { Err(damaged()) }
    }

    /// Reads the header only; pixels are never decoded here.
    fn is_image(&self, format: ImageFormat) -> Result<bool, Problem> {
        let size = ImageReader::with_format(Cursor::new(&self.head), format).into_dimensions();
        let Ok((width, height)) = size else {
            return Ok(false);
        };
        let pixels = u64::from(width) * u64::from(height);
        if pixels > MAX_PIXELS {
            return Err(too_many_pixels());
        }
        Ok(pixels > 0)
    }

    fn ends_as_pdf(&self) -> bool {
        let end = &self.tail[self.tail.len().saturating_sub(PDF_END_WITHIN)..];
        let Some(mark) = end
            .windows(PDF_END.len())
            .rposition(|window| window == PDF_END)
        else {
            return false;
        };
        let after = &end[mark + PDF_END.len()..];
        contains(&self.tail, b"startxref") && !is_of_another_format(after)
    }
}

/// What some programs leave behind the end of a PDF is let be, but not the tail of an archive or of a page.
fn is_of_another_format(bytes: &[u8]) -> bool {
    bytes.contains(&b'<') || contains(bytes, b"PK")
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

pub(super) fn wrong_type(kind: Option<AttachmentKind>) -> Problem {
    let text = if kind.is_some_and(|kind| kind.takes(PaperFormat::Docx)) {
        ProblemText::WrongDocumentType
    } else {
        ProblemText::WrongFileType
    };
    Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text)
}

fn too_many_pixels() -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemText::TooManyPixels)
}

pub(super) fn damaged() -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, ProblemText::DamagedFile)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample(pieces: &[&[u8]]) -> ContentSample {
        let mut sample = ContentSample::default();
        for piece in pieces {
            sample.push(piece);
        }
        sample
    }

    fn picture(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image::RgbImage::new(20, 10)
            .write_to(&mut bytes, format)
            .unwrap();
        bytes.into_inner()
    }

    fn code(bytes: &[u8]) -> Result<PaperFormat, &'static str> {
        sample(&[bytes])
            .format(Some(AttachmentKind::IdCard))
            .map_err(|problem| problem.code())
    }

    const PDF: &[u8] = b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n";

    #[test]
    fn whole_papers_are_known_and_others_refused() {
        let (jpeg, png) = (picture(ImageFormat::Jpeg), picture(ImageFormat::Png));
        assert_eq!(code(&jpeg), Ok(PaperFormat::Jpeg));
        assert_eq!(code(&png), Ok(PaperFormat::Png));
        assert_eq!(code(PDF), Ok(PaperFormat::Pdf));
        assert_eq!(code(b""), Err("empty_file"));
        assert_eq!(code(b"GIF89a"), Err("wrong_file_type"));
        assert_eq!(code(b"<html><script>"), Err("wrong_file_type"));
        assert_eq!(code(&[b"<!--", PDF].concat()), Err("wrong_file_type"));
        assert_eq!(code(&PDF[..20]), Err("damaged_file"));
        assert_eq!(
            code(&[PDF, b"\n\0\0 left by a printer"].concat()),
            Ok(PaperFormat::Pdf)
        );
        for tail in [&b"<script>alert(1)</script>"[..], b"PK\x05\x06\0\0\0\0"] {
            assert_eq!(code(&[PDF, tail].concat()), Err("damaged_file"));
        }
        assert_eq!(code(&png[..30]), Err("damaged_file"));
        assert_eq!(code(&jpeg[..jpeg.len() - 2]), Err("damaged_file"));
        assert_eq!(
            code(&[&png[..], b"PK\x03\x04"].concat()),
            Err("damaged_file")
        );
        assert_eq!(
            code(b"\x89PNG\r\n\x1a\n<?php system(); ?>"),
            Err("damaged_file")
        );
        assert_eq!(code(b"\xFF\xD8\xFF<script>\xFF\xD9"), Err("damaged_file"));
    }

    /// A PNG of that many pixels in a few bytes: its header says so, and nobody unpacks the rest.
    fn claiming(width: u32, height: u32) -> Vec<u8> {
        let mut png = picture(ImageFormat::Png);
        png[16..20].copy_from_slice(&width.to_be_bytes());
        png[20..24].copy_from_slice(&height.to_be_bytes());
        // The header chunk's checksum is over its type and content.
        let sum = crc32(&png[12..29]).to_be_bytes();
        png[29..33].copy_from_slice(&sum);
        png
    }

    /// PNG (ISO/IEC 15948), annex D.
    fn crc32(bytes: &[u8]) -> u32 {
        let step = |sum: u32, _| {
            if sum & 1 == 1 {
                (sum >> 1) ^ 0xEDB8_8320
            } else {
                sum >> 1
            }
        };
        !bytes.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), step)
        })
    }

    #[test]
    fn pictures_too_large_to_be_unpacked_are_refused() {
        assert_eq!(code(&claiming(12_000, 9_000)), Ok(PaperFormat::Png));
        assert_eq!(code(&claiming(65_535, 65_535)), Err("too_many_pixels"));
        // What the decoders themselves do not take is refused as damaged.
        assert!(code(&claiming(u32::MAX >> 1, 1)).is_err());
        let mut jpeg = picture(ImageFormat::Jpeg);
        let frame = jpeg
            .windows(2)
            .position(|mark| matches!(mark, [0xFF, 0xC0]))
            .unwrap();
        jpeg[frame + 5..frame + 9].fill(0xFF);
        assert!(code(&jpeg).is_err());
    }

    proptest! {
        #[test]
        fn how_it_was_cut_up_does_not_matter(cuts in proptest::collection::vec(1..5000_usize, 1..40)) {
            let size = cuts.iter().sum::<usize>() + TAIL_BYTES;
            let bytes: Vec<u8> = (0..=250).cycle().take(size).collect();
            let mut pieces = Vec::new();
            let mut rest = &bytes[..];
            for cut in cuts {
                let (piece, after) = rest.split_at(cut);
                pieces.push(piece);
                rest = after;
            }
            pieces.push(rest);
            let (cut, whole) = (sample(&pieces), sample(&[&bytes]));
            prop_assert_eq!(cut.head, whole.head);
            prop_assert_eq!(cut.tail, whole.tail);
            prop_assert_eq!(cut.size, bytes.len() as u64);
        }

        #[test]
        fn no_bytes_make_it_fall_over(head in prop::sample::select(vec![&b"\xFF\xD8\xFF"[..], b"PK\x03\x04", b"\x89PNG\r\n\x1a\n", b"%PDF-", b""]),
            rest in proptest::collection::vec(any::<u8>(), 0..2000)) {
            let _ = sample(&[head, &rest]).format(None);
        }
    }
}
