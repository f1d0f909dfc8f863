//! A paper as PDF: A4, text that can be selected and searched, only the used characters of the font embedded.

mod page;
mod table;

use krilla::Document as Pdf;
use krilla::embed::{AssociationKind, EmbeddedFile, MimeType};
use krilla::metadata::Metadata;

use crate::FormError;
use crate::document::{Align, Block, Document, Paragraph};
use crate::face::faces;
use page::{CONTENT, LEFT, Sheet, TextStyle};

/// Font size of the heading (二号).
const TITLE: f32 = 22.0;
/// Side lengths of an identity card (ISO/IEC 7810 ID-1), millimetres.
const CARD: (f32, f32) = (85.6, 54.0);
const POINTS_PER_MM: f32 = 72.0 / 25.4;

/// What a PDF that carries a JSON file calls it.
const ATTACHED: &str = "delivery-record.json";

pub(crate) fn write(document: &Document) -> Result<Vec<u8>, FormError> {
    write_with(document, None)
}

/// The same with a JSON file that it carries.
pub(crate) fn write_with(
    document: &Document,
    attached: Option<Vec<u8>>,
) -> Result<Vec<u8>, FormError> {
    let mut sheet = Sheet::new(faces()?);
    sheet.paragraph(&Paragraph {
        text: document.title.clone(),
        align: Align::Center,
        size: TITLE,
        indented: false,
        bold: true,
    });
    sheet.skip(8.0);
    for block in &document.blocks {
        sheet.block(block);
    }
    let mut pdf = Pdf::new();
    pdf.set_metadata(
        Metadata::new()
            .title(document.title.clone())
            .language("zh-CN".to_owned())
            .creator("scenedock".to_owned()),
    );
    sheet.draw(&mut pdf)?;
    if let Some(json) = attached {
        attach(&mut pdf, json)?;
    }
    pdf.finish()
        .map_err(|error| FormError::Writer(format!("{error:?}")))
}

fn attach(pdf: &mut Pdf, json: Vec<u8>) -> Result<(), FormError> {
    let file = EmbeddedFile {
        path: ATTACHED.to_owned(),
        mime_type: MimeType::new("application/json"),
        description: Some(ATTACHED.to_owned()),
        association_kind: AssociationKind::Source,
        data: json.into(),
        modification_date: None,
        compress: Some(true),
        location: None,
    };
    pdf.embed_file(file)
        .ok_or_else(|| FormError::Writer("the attachment is refused".to_owned()))
}

impl Sheet {
    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph),
            Block::Ends(left, right) => self.ends(left, right),
            Block::Table(table) => self.table(table),
            Block::CardFrame(hint) => self.card_frame(hint),
            Block::Gap(height) => self.skip(*height),
        }
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        let indent = if paragraph.indented {
            2.0 * paragraph.size
        } else {
            0.0
        };
        let style = TextStyle {
            size: paragraph.size,
            bold: paragraph.bold,
        };
        for (at, line) in self
            .lines(&paragraph.text, CONTENT, indent, style)
            .into_iter()
            .enumerate()
        {
            let baseline = self.line(style.leading());
            let from = LEFT + if at == 0 { indent } else { 0.0 };
            self.aligned(
                &line,
                (from, CONTENT + LEFT - from),
                baseline,
                paragraph.align,
                style,
            );
        }
    }

    fn ends(&mut self, left: &str, right: &str) {
        let style = TextStyle {
            size: 10.5,
            bold: false,
        };
        let baseline = self.line(style.leading());
        self.aligned(left, (LEFT, CONTENT), baseline, Align::Left, style);
        self.aligned(right, (LEFT, CONTENT), baseline, Align::Right, style);
    }

    fn card_frame(&mut self, hint: &str) {
        let (width, height) = (CARD.0 * POINTS_PER_MM, CARD.1 * POINTS_PER_MM);
        let top = self.reserve(height);
        let left = LEFT + (CONTENT - width) / 2.0;
        self.dashed((left, top, width, height));
        let style = TextStyle {
            size: 12.0,
            bold: false,
        };
        self.aligned(
            hint,
            (left, width),
            top + height / 2.0,
            Align::Center,
            style,
        );
    }
}
