//! Tables: every cell framed, rows as high as their highest cell, the head repeated on each page.

use super::page::{CONTENT, LEFT, Sheet, TextStyle};
use crate::document::{Align, Cell, FormRow, Table};

const PADDING: f32 = 5.0;

/// A cell with the place that it takes.
struct Placed<'a> {
    cell: &'a Cell,
    left: f32,
    width: f32,
    lines: Vec<String>,
}

impl Placed<'_> {
    const fn style(&self) -> TextStyle {
        TextStyle {
            size: self.cell.size,
            bold: self.cell.is_label,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a cell has few lines")]
    fn text_height(&self) -> f32 {
        self.style().leading() * self.lines.len() as f32
    }

    #[expect(clippy::cast_precision_loss, reason = "a cell has few lines")]
    fn height(&self) -> f32 {
        let foot = self.style().leading() * self.cell.foot.len() as f32;
        self.text_height() + foot + 2.0 * PADDING
    }
}

impl Sheet {
    pub(super) fn table(&mut self, table: &Table) {
        let head = table.rows.first().filter(|row| is_head(row));
        for (at, row) in table.rows.iter().enumerate() {
            let placed = self.placed(table, row);
            let height = placed.iter().map(Placed::height).fold(row.height, f32::max);
            if height > self.room()
                && at > 0
                && let Some(head) = head
            {
                // `reserve` turns the page; the head is what comes first there.
                let placed = self.placed(table, head);
                self.skip(self.room());
                self.row(&placed, head.height);
            }
            self.row(&placed, height);
        }
    }

    fn placed<'a>(&self, table: &Table, row: &'a FormRow) -> Vec<Placed<'a>> {
        let all: f32 = table.columns.iter().sum();
        let mut columns = table.columns.iter();
        let mut left = LEFT;
        let mut placed = Vec::new();
        for cell in &row.cells {
            let share: f32 = columns.by_ref().take(cell.span).sum();
            let width = CONTENT * share / all;
            let style = TextStyle {
                size: cell.size,
                bold: cell.is_label,
            };
            placed.push(Placed {
                cell,
                left,
                width,
                lines: self.lines(&cell.text, width - 2.0 * PADDING, 0.0, style),
            });
            left += width;
        }
        placed
    }

    fn row(&mut self, cells: &[Placed<'_>], height: f32) {
        let top = self.reserve(height);
        for placed in cells {
            self.frame((placed.left, top, placed.width, height));
            self.text(placed, top, height);
            self.foot(placed, top + height);
        }
    }

    /// In the middle of the cell, or at its top where signatures follow.
    fn text(&mut self, placed: &Placed<'_>, top: f32, height: f32) {
        let style = placed.style();
        let free = if placed.cell.foot.is_empty() {
            (height - placed.text_height()) / 2.0
        } else {
            PADDING
        };
        let mut baseline = top + free + style.leading() * 0.72;
        let room = (placed.left + PADDING, placed.width - 2.0 * PADDING);
        for line in &placed.lines {
            self.aligned(line, room, baseline, placed.cell.align, style);
            baseline += style.leading();
        }
    }

    fn foot(&mut self, placed: &Placed<'_>, bottom: f32) {
        let style = placed.style();
        let mut baseline = bottom - PADDING - style.leading() * 0.28;
        let room = (placed.left + PADDING, placed.width - 2.0 * PADDING);
        for line in placed.cell.foot.iter().rev() {
            self.aligned(line, room, baseline, Align::Right, style);
            baseline -= style.leading();
        }
    }
}

fn is_head(row: &FormRow) -> bool {
    row.cells.iter().all(|cell| cell.is_label)
}
