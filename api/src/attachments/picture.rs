//! Pictures of published texts, looked through as papers are.

use std::io::Cursor;

use axum::http::StatusCode;
use domain::attachment::PaperFormat;
use domain::content::{MAX_PIXELS, PictureFormat, metadata, webp};
use image::{ImageFormat, ImageReader};
use texts::ProblemText;

use super::content::{ContentSample, damaged};
use super::inspection::{Verdict, inspect, is_zip};
use crate::problem::Problem;

/// What a whole picture is, and how large, in pixels.
pub(crate) fn check(bytes: &[u8]) -> Result<(PictureFormat, (u32, u32)), Problem> {
    if bytes.is_empty() {
        return Err(Problem::bad_request(ProblemText::EmptyFile));
    }
    let (format, size) = match PaperFormat::sniff(bytes) {
        Some(PaperFormat::Jpeg) => (PictureFormat::Jpeg, sound(bytes, ImageFormat::Jpeg)?),
        Some(PaperFormat::Png) => (PictureFormat::Png, sound(bytes, ImageFormat::Png)?),
        _ if webp::is_webp(bytes) => {
            let size = webp::dimensions(bytes).filter(|_| !is_zip(bytes));
            (PictureFormat::Webp, size.ok_or_else(damaged)?)
        }
        _ => {
            let text = ProblemText::WrongPictureType;
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text));
        }
    };
    if u64::from(size.0) * u64::from(size.1) > MAX_PIXELS {
        let text = ProblemText::TooManyPixelsForContent {
            millions: MAX_PIXELS / 1_000_000,
        };
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, text));
    }
    Ok((format, size))
}

/// A whole picture without what its file says beside it.
pub(crate) fn without_metadata(format: PictureFormat, bytes: &[u8]) -> Result<Vec<u8>, Problem> {
    metadata::without_metadata(format, bytes).ok_or_else(damaged)
}

/// By the rules for papers; its pixels are never decoded here.
fn sound(bytes: &[u8], format: ImageFormat) -> Result<(u32, u32), Problem> {
    let mut sample = ContentSample::default();
    sample.push(bytes);
    sample.format(None)?;
    if inspect(bytes) != Verdict::Sound {
        return Err(damaged());
    }
    let size = ImageReader::with_format(Cursor::new(bytes), format).into_dimensions();
    size.map_err(|_| damaged())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(format: ImageFormat, width: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image::RgbImage::new(width, 10)
            .write_to(&mut bytes, format)
            .unwrap();
        bytes.into_inner()
    }

    fn code(bytes: &[u8]) -> Result<(PictureFormat, (u32, u32)), &'static str> {
        check(bytes).map_err(|problem| problem.code())
    }

    #[test]
    fn whole_pictures_are_taken_and_nothing_else() {
        let (jpeg, png) = (
            picture(ImageFormat::Jpeg, 20),
            picture(ImageFormat::Png, 30),
        );
        let webp = b"RIFF\x14\0\0\0WEBPVP8L\x07\0\0\0\x2F\x13\x40\x02\0\0\0\0";
        assert_eq!(code(&jpeg), Ok((PictureFormat::Jpeg, (20, 10))));
        assert_eq!(code(&png), Ok((PictureFormat::Png, (30, 10))));
        assert_eq!(code(webp), Ok((PictureFormat::Webp, (20, 10))));
        assert_eq!(code(b""), Err("empty_file"));
        for other in [
            &b"GIF89a"[..],
            b"%PDF-1.7",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        ] {
            assert_eq!(code(other), Err("wrong_file_type"));
        }
        for whole in [&jpeg[..], &png, webp] {
            assert_eq!(
                code(&[whole, b"<script>alert(1)</script>"].concat()),
                Err("damaged_file")
            );
            assert_eq!(code(&whole[..whole.len() - 4]), Err("damaged_file"));
        }
    }

    #[test]
    fn a_picture_that_unpacks_to_too_much_is_refused() {
        // 16,384 pixels a side, as its header says.
        let large = b"RIFF\x14\0\0\0WEBPVP8L\x07\0\0\0\x2F\xFF\xFF\xFF\x0F\0\0\0";
        assert_eq!(code(large), Err("too_many_pixels"));
    }
}
