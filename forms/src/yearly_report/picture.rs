//! A chart's SVG as PNG, drawn with the packaged font.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::chart::{FONT, WIDTH};
use crate::FormError;
use crate::face::faces;

/// Pixels of the picture for one of the drawing: print is finer than a screen.
const FINENESS: f32 = 2.0;

static FONTS: LazyLock<Result<Arc<fontdb::Database>, FormError>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_source(fontdb::Source::Binary(faces()?.regular.file()));
    fonts.set_serif_family(FONT);
    Ok(Arc::new(fonts))
});

/// The picture's bytes.
pub(super) fn png((svg, height): &(String, u32)) -> Result<Vec<u8>, FormError> {
    let failed = |error: &dyn std::fmt::Display| FormError::Writer(error.to_string());
    let fonts = FONTS
        .as_ref()
        .map_err(|error| FormError::Font(error.to_string()))?;
    let options = Options {
        font_family: FONT.to_owned(),
        fontdb: Arc::clone(fonts),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    let fine = |length: u32| length * 2;
    let mut pixels = Pixmap::new(fine(WIDTH), fine(*height))
        .ok_or_else(|| FormError::Writer("a picture without a size".into()))?;
    resvg::render(
        &tree,
        Transform::from_scale(FINENESS, FINENESS),
        &mut pixels.as_mut(),
    );
    pixels.encode_png().map_err(|error| failed(&error))
}
