//! TIFFs written by hand: every kind, and every lie.

use std::fs::File;
use std::io::Write;

/// Values of a tag.
#[derive(Clone)]
pub enum Tag {
    Short(Vec<u16>),
    Long(Vec<u32>),
    Bytes(Vec<u8>),
}

/// One directory and its blocks.
#[derive(Clone)]
pub struct Page {
    pub tags: Vec<(u16, Tag)>,
    pub blocks: Vec<Vec<u8>>,
    pub tiled: bool,
}

/// Byte order and number widths of a TIFF.
#[derive(Clone, Copy)]
pub struct Form {
    pub little_endian: bool,
    pub big: bool,
}

pub const PLAIN: Form = Form {
    little_endian: true,
    big: false,
};

impl Form {
    pub fn number(self, value: u64, width: usize) -> Vec<u8> {
        if self.little_endian {
            value.to_le_bytes()[..width].to_vec()
        } else {
            value.to_be_bytes()[8 - width..].to_vec()
        }
    }

    /// Samples as they lie in a block.
    pub fn samples(self, values: &[u64], width: usize) -> Vec<u8> {
        values
            .iter()
            .flat_map(|value| self.number(*value, width))
            .collect()
    }
}

impl Page {
    /// A grey image of one strip.
    pub fn grey(width: u32, height: u32, bits: u16, block: Vec<u8>) -> Self {
        Self {
            tags: vec![
                (256, Tag::Long(vec![width])),
                (257, Tag::Long(vec![height])),
                (258, Tag::Short(vec![bits])),
                (262, Tag::Short(vec![1])),
            ],
            blocks: vec![block],
            tiled: false,
        }
    }

    pub fn with(mut self, tag: u16, value: Tag) -> Self {
        self.tags.retain(|(number, _)| *number != tag);
        self.tags.push((tag, value));
        self
    }

    pub fn short(self, tag: u16, value: u16) -> Self {
        self.with(tag, Tag::Short(vec![value]))
    }

    pub fn tiles(mut self, width: u32, height: u32, blocks: Vec<Vec<u8>>) -> Self {
        self.tiled = true;
        self.blocks = blocks;
        self.with(322, Tag::Long(vec![width]))
            .with(323, Tag::Long(vec![height]))
    }
}

/// The bytes of a file of these pages.
pub fn bytes(form: Form, pages: &[Page]) -> Vec<u8> {
    let mut out = if form.little_endian { b"II" } else { b"MM" }.to_vec();
    if form.big {
        out.extend(form.number(43, 2));
        out.extend(form.number(8, 2));
        out.extend(form.number(0, 2));
    } else {
        out.extend(form.number(42, 2));
    }
    let mut link = out.len();
    let width = if form.big { 8 } else { 4 };
    out.extend(vec![0; width + 8]);
    for page in pages {
        let mut tags = page.tags.clone();
        let mut places = (Vec::new(), Vec::new());
        for block in &page.blocks {
            places.0.push(u32::try_from(out.len()).unwrap());
            places.1.push(u32::try_from(block.len()).unwrap());
            out.extend(block);
        }
        let (offsets, lengths) = if page.tiled { (324, 325) } else { (273, 279) };
        for (tag, values) in [(offsets, places.0), (lengths, places.1)] {
            if tags.iter().all(|(number, _)| *number != tag) {
                tags.push((tag, Tag::Long(values)));
            }
        }
        let at = directory(&mut out, form, &tags);
        let offset = form.number(at as u64, width);
        out[link..link + width].copy_from_slice(&offset);
        link = out.len() - width;
    }
    out
}

/// Appends a directory, whose last bytes are the place of the next one.
fn directory(out: &mut Vec<u8>, form: Form, tags: &[(u16, Tag)]) -> usize {
    let width = if form.big { 8 } else { 4 };
    let mut entries = Vec::new();
    for (tag, values) in tags {
        let (kind, count, mut value) = match values {
            Tag::Short(all) => (
                3,
                all.len(),
                all.iter()
                    .flat_map(|v| form.number((*v).into(), 2))
                    .collect(),
            ),
            Tag::Long(all) => (
                4,
                all.len(),
                all.iter()
                    .flat_map(|v| form.number((*v).into(), 4))
                    .collect(),
            ),
            Tag::Bytes(all) => (2, all.len(), all.clone()),
        };
        if value.len() > width {
            let at = form.number(out.len() as u64, width);
            out.extend(std::mem::replace(&mut value, at));
        }
        value.resize(width, 0);
        entries.extend(form.number((*tag).into(), 2));
        entries.extend(form.number(kind, 2));
        entries.extend(form.number(count as u64, width));
        entries.extend(value);
    }
    let at = out.len();
    out.extend(form.number(tags.len() as u64, if form.big { 8 } else { 2 }));
    out.extend(entries);
    out.extend(vec![0; width]);
    at
}

/// A file of these bytes.
pub fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}
