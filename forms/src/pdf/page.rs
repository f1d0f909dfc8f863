//! Pages on which text and lines are placed from top to bottom, before anything is drawn.

use krilla::Document as Pdf;
use krilla::color::luma;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::page::PageSettings;
use krilla::paint::{Fill, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{GlyphId, KrillaGlyph};

use crate::FormError;
use crate::document::Align;
use crate::face::{Faces, PlacedGlyph};
use crate::wrap;

/// A4, points.
const PAGE: (f32, f32) = (595.28, 841.89);
/// The left margin.
pub(super) const LEFT: f32 = 62.0;
/// Width between the margins.
pub(super) const CONTENT: f32 = PAGE.0 - 2.0 * LEFT;
const TOP: f32 = 64.0;
const BOTTOM: f32 = PAGE.1 - 56.0;
/// Thickness of lines.
const THIN: f32 = 0.6;

/// Size and weight of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TextStyle {
    pub(super) size: f32,
    pub(super) bold: bool,
}

impl TextStyle {
    /// From one baseline to the next.
    pub(super) fn leading(self) -> f32 {
        self.size * if self.size < 12.0 { 1.45 } else { 1.7 }
    }
}

enum Mark {
    Text {
        x: f32,
        baseline: f32,
        text: String,
        style: TextStyle,
    },
    Frame((f32, f32, f32, f32)),
    Dashed((f32, f32, f32, f32)),
}

/// The pages so far, and how far down the last one is filled.
pub(super) struct Sheet {
    faces: &'static Faces,
    pages: Vec<Vec<Mark>>,
    y: f32,
}

impl Sheet {
    pub(super) fn new(faces: &'static Faces) -> Self {
        Self {
            faces,
            pages: vec![Vec::new()],
            y: TOP,
        }
    }

    /// Leaves room.
    pub(super) fn skip(&mut self, height: f32) {
        self.y += height;
    }

    /// The top of the next free piece of this height, on a new page where this one has no room for it.
    pub(super) fn reserve(&mut self, height: f32) -> f32 {
        if self.y + height > BOTTOM && self.y > TOP {
            self.pages.push(Vec::new());
            self.y = TOP;
        }
        let top = self.y;
        self.y += height;
        top
    }

    /// Height that is left on this page.
    pub(super) fn room(&self) -> f32 {
        BOTTOM - self.y
    }

    /// The baseline of the next line.
    pub(super) fn line(&mut self, leading: f32) -> f32 {
        self.reserve(leading) + leading * 0.72
    }

    /// The lines that a text breaks into.
    pub(super) fn lines(
        &self,
        text: &str,
        width: f32,
        indent: f32,
        style: TextStyle,
    ) -> Vec<String> {
        let measure = |c| self.faces.draw(c, style.bold).advance * style.size;
        wrap::lines(text, width, indent, measure)
    }

    /// Places a line between `from` and `from + width`.
    pub(super) fn aligned(
        &mut self,
        text: &str,
        (from, width): (f32, f32),
        baseline: f32,
        align: Align,
        style: TextStyle,
    ) {
        let wide = self.faces.width(text, style.bold) * style.size;
        let x = match align {
            Align::Left => from,
            Align::Center => from + (width - wide) / 2.0,
            Align::Right => from + width - wide,
        };
        self.mark(Mark::Text {
            x,
            baseline,
            text: text.to_owned(),
            style,
        });
    }

    /// Draws the four sides of a cell: left, top, width, height.
    pub(super) fn frame(&mut self, side: (f32, f32, f32, f32)) {
        self.mark(Mark::Frame(side));
    }

    /// The same with dashed sides.
    pub(super) fn dashed(&mut self, side: (f32, f32, f32, f32)) {
        self.mark(Mark::Dashed(side));
    }

    fn mark(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }

    /// Draws every page; of several each says which it is.
    pub(super) fn draw(self, pdf: &mut Pdf) -> Result<(), FormError> {
        let wrong = || FormError::Writer("the page has no size".to_owned());
        let settings = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(wrong)?;
        let count = self.pages.len();
        for (marks, number) in self.pages.iter().zip(1..) {
            let mut page = pdf.start_page_with(settings.clone());
            let mut surface = page.surface();
            for mark in marks {
                draw(&mut surface, self.faces, mark);
            }
            if count > 1 {
                draw(&mut surface, self.faces, &footer(number, count));
            }
            surface.finish();
            page.finish();
        }
        Ok(())
    }
}

fn footer(number: usize, count: usize) -> Mark {
    Mark::Text {
        x: PAGE.0 / 2.0 - 27.0,
        baseline: PAGE.1 - 32.0,
        text: format!("第 {number} 页，共 {count} 页"),
        style: TextStyle {
            size: 9.0,
            bold: false,
        },
    }
}

fn draw(surface: &mut Surface<'_>, faces: &Faces, mark: &Mark) {
    match mark {
        Mark::Text {
            x,
            baseline,
            text,
            style,
        } => draw_text(surface, faces, (*x, *baseline), text, *style),
        Mark::Frame(side) => draw_frame(surface, *side, None),
        Mark::Dashed(side) => draw_frame(surface, *side, Some(4.0)),
    }
}

fn draw_frame(surface: &mut Surface<'_>, side: (f32, f32, f32, f32), dash: Option<f32>) {
    let Some(path) = rectangle(side) else {
        return;
    };
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke {
        paint: luma::Color::black().into(),
        width: THIN,
        dash: dash.map(|length| StrokeDash {
            array: vec![length, length],
            offset: 0.0,
        }),
        ..Stroke::default()
    }));
    surface.draw_path(&path);
}

fn rectangle((left, top, width, height): (f32, f32, f32, f32)) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.push_rect(Rect::from_xywh(left, top, width, height)?);
    path.finish()
}

/// One run for each stretch of characters from the same cut.
fn draw_text(
    surface: &mut Surface<'_>,
    faces: &Faces,
    (mut x, y): (f32, f32),
    text: &str,
    style: TextStyle,
) {
    surface.set_stroke(None);
    surface.set_fill(Some(Fill {
        paint: luma::Color::black().into(),
        ..Fill::default()
    }));
    let drawn: Vec<(usize, char, PlacedGlyph)> = text
        .char_indices()
        .map(|(at, c)| (at, c, faces.draw(c, style.bold)))
        .collect();
    for run in drawn.chunk_by(|one, next| one.2.is_bold == next.2.is_bold) {
        let glyphs: Vec<KrillaGlyph> = run.iter().map(|one| glyph(*one)).collect();
        let Some((_, _, first)) = run.first() else {
            continue;
        };
        let face = if first.is_bold {
            &faces.bold
        } else {
            &faces.regular
        };
        let at = Point::from_xy(x, y);
        surface.draw_glyphs(at, &glyphs, face.font.clone(), text, style.size, false);
        x += run
            .iter()
            .map(|(_, _, one)| one.advance * style.size)
            .sum::<f32>();
    }
}

fn glyph((at, character, drawn): (usize, char, PlacedGlyph)) -> KrillaGlyph {
    KrillaGlyph::new(
        GlyphId::new(drawn.glyph),
        drawn.advance,
        0.0,
        0.0,
        0.0,
        at..at + character.len_utf8(),
        None,
    )
}
