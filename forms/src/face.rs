//! The two packaged cuts of the font, and how wide their characters are.

use std::io::Read as _;
use std::sync::{Arc, LazyLock};

use flate2::read::GzDecoder;
use krilla::text::Font;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

use crate::FormError;

/// Every Chinese character of GBK: names of people and places need the rare ones.
const REGULAR: &[u8] = include_bytes!("../fonts/NotoSerifSC-Regular-GBK.ttf.gz");
/// The characters of the forms' own words; what else is bold stands in the regular cut.
const BOLD: &[u8] = include_bytes!("../fonts/NotoSerifSC-Bold-labels.ttf.gz");
/// What stands for a character that the font lacks (GETA MARK).
const MISSING: char = '〓';

/// A cut of the font.
pub(crate) struct FontFace {
    pub(crate) font: Font,
    data: Arc<Vec<u8>>,
}

/// Regular and bold face.
pub(crate) struct Faces {
    pub(crate) regular: FontFace,
    pub(crate) bold: FontFace,
}

/// A character as it is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PlacedGlyph {
    /// Whether it stands in the bold cut.
    pub(crate) is_bold: bool,
    pub(crate) glyph: u32,
    /// Advance width, in ems.
    pub(crate) advance: f32,
}

/// The cuts, read when the first paper is written.
pub(crate) fn faces() -> Result<&'static Faces, FormError> {
    static FACES: LazyLock<Result<Faces, String>> = LazyLock::new(|| {
        Ok(Faces {
            regular: read(REGULAR)?,
            bold: read(BOLD)?,
        })
    });
    FACES
        .as_ref()
        .map_err(|error| FormError::Font(error.clone()))
}

fn read(packed: &[u8]) -> Result<FontFace, String> {
    let mut data = Vec::new();
    GzDecoder::new(packed)
        .read_to_end(&mut data)
        .map_err(|error| error.to_string())?;
    let data = Arc::new(data);
    let bytes: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::clone(&data) as _;
    let font = Font::new(bytes.into(), 0).ok_or("it is no font")?;
    Ok(FontFace { font, data })
}

impl FontFace {
    /// The font's file.
    pub(crate) fn file(&self) -> Arc<Vec<u8>> {
        Arc::clone(&self.data)
    }

    fn glyph(&self, character: char) -> Option<(u32, f32)> {
        let font = FontRef::new(&self.data).ok()?;
        let glyph: GlyphId = font.charmap().map(character)?;
        let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
        Some((glyph.to_u32(), metrics.advance_width(glyph)?))
    }
}

impl Faces {
    /// How a character is drawn.
    pub(crate) fn draw(&self, character: char, is_bold: bool) -> PlacedGlyph {
        let bold = is_bold.then(|| self.bold.glyph(character)).flatten();
        let (glyph, advance) = bold
            .or_else(|| self.regular.glyph(character))
            .or_else(|| self.regular.glyph(MISSING))
            .unwrap_or((0, 1.0));
        PlacedGlyph {
            is_bold: bold.is_some(),
            glyph,
            advance,
        }
    }

    /// How wide a text is, in ems.
    pub(crate) fn width(&self, text: &str, is_bold: bool) -> f32 {
        text.chars().map(|c| self.draw(c, is_bold).advance).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_names_are_drawn_and_what_is_missing_is_marked() {
        let faces = faces().unwrap();
        let missing = faces.draw(MISSING, false);
        for name in "喆堃旻昇甯晁翀𠮷".chars() {
            let drawn = faces.draw(name, false);
            assert_eq!(drawn == missing, name == '𠮷', "{name}");
        }
        assert!((faces.width("中国", false) - 2.0).abs() < 0.01);
        assert!(faces.width("il", false) < 1.0);
    }

    #[test]
    fn what_is_not_in_the_bold_cut_stands_in_the_regular_one() {
        let faces = faces().unwrap();
        // The words of every paper, delivery records too.
        for label in "分发登记表卫星遥感数据交付记录账号材料文件".chars() {
            assert!(faces.draw(label, true).is_bold, "{label}");
        }
        assert!(!faces.draw('翀', true).is_bold);
        assert!(!faces.draw('表', false).is_bold);
    }
}
