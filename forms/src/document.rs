//! What a paper consists of, whatever it is written as. Lengths are points (1/72 inch).

/// A paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// Heading of the paper.
    pub title: String,
    /// What follows, from top to bottom.
    pub blocks: Vec<Block>,
}

/// A part of a paper, over its whole width.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    Paragraph(Paragraph),
    /// Two texts on one line, one at each margin.
    Ends(String, String),
    /// A table with lines around every cell.
    Table(Table),
    /// An empty frame of an identity card's size (ISO/IEC 7810 ID-1, 85.6 mm × 54.0 mm), with a hint in its middle.
    CardFrame(String),
    /// Room.
    Gap(f32),
}

/// Where a text stands between its margins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Flush left.
    Left,
    /// Centred.
    Center,
    /// Flush right.
    Right,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Paragraph {
    /// Its text, one line or several.
    pub text: String,
    /// Horizontal alignment.
    pub align: Align,
    /// Font size.
    pub size: f32,
    /// Whether its first line begins two characters in.
    pub indented: bool,
    /// Whether it is bold.
    pub bold: bool,
}

impl Paragraph {
    /// Plain text of the body.
    #[must_use]
    pub fn body(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            align: Align::Left,
            size: 14.0,
            indented: true,
            bold: false,
        }
    }

    /// A small remark.
    #[must_use]
    pub fn note(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            align: Align::Left,
            size: 9.0,
            indented: false,
            bold: false,
        }
    }

    /// The same without the first line's indent.
    #[must_use]
    pub fn flush(mut self) -> Self {
        self.indented = false;
        self
    }

    /// The same at the right margin.
    #[must_use]
    pub fn right(mut self) -> Self {
        self.align = Align::Right;
        self.indented = false;
        self
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Shares of the width, in any unit.
    pub columns: Vec<f32>,
    /// Its rows. One that does not fit goes to the next page.
    pub rows: Vec<FormRow>,
}

/// A row; its cells together span all columns.
#[derive(Debug, Clone, PartialEq)]
pub struct FormRow {
    pub cells: Vec<Cell>,
    /// Least height.
    pub height: f32,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    pub text: String,
    /// What stands at its lower right: a place for signature, seal and date.
    pub foot: Vec<String>,
    /// How many columns it spans.
    pub span: usize,
    /// Whether it names what stands beside it: bold and centred.
    pub is_label: bool,
    /// Alignment of the text.
    pub align: Align,
    /// Font size.
    pub size: f32,
}

impl Cell {
    /// A cell that names what stands beside it.
    #[must_use]
    pub fn label(text: impl Into<String>) -> Self {
        Self {
            is_label: true,
            align: Align::Center,
            ..Self::value(text)
        }
    }

    /// A cell with a text.
    #[must_use]
    pub fn value(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            foot: Vec::new(),
            span: 1,
            is_label: false,
            align: Align::Left,
            size: 10.5,
        }
    }

    /// The same over several columns.
    #[must_use]
    pub fn over(mut self, span: usize) -> Self {
        self.span = span;
        self
    }

    /// The same, standing elsewhere.
    #[must_use]
    pub fn at(mut self, align: Align) -> Self {
        self.align = align;
        self
    }

    /// The same in another size.
    #[must_use]
    pub fn sized(mut self, size: f32) -> Self {
        self.size = size;
        self
    }

    /// The same with lines for signature, seal and date.
    #[must_use]
    pub fn signed<const N: usize>(mut self, lines: [&str; N]) -> Self {
        self.foot = lines.map(str::to_owned).into();
        self
    }
}

impl FormRow {
    /// A row of this least height.
    #[must_use]
    pub fn new<const N: usize>(height: f32, cells: [Cell; N]) -> Self {
        Self {
            cells: cells.into(),
            height,
        }
    }
}
