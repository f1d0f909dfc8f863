//! Results (成果) as a workbook.

use rust_xlsxwriter::{Workbook, XlsxError};

use crate::workbook::{write_head, write_text};

/// The columns with their widths in characters, in the order of [`ResultLine`].
const COLUMNS: [(&str, u32); 16] = [
    ("编号", 10),
    ("类型", 8),
    ("名称", 48),
    ("作者", 28),
    ("发表年月", 10),
    ("刊物或发布处", 28),
    ("DOI", 28),
    ("链接", 28),
    ("单位", 28),
    ("登记人", 12),
    ("所依据的订单", 36),
    ("卫星", 24),
    ("状态", 8),
    ("未通过原因", 28),
    ("备注", 28),
    ("登记时间", 20),
];

/// A line of the table; every cell is a text.
pub type ResultLine = [String; COLUMNS.len()];

/// The workbook's bytes.
///
/// # Errors
/// When there are more lines than a sheet has (1,048,576).
pub fn write(lines: &[ResultLine]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name("成果登记")?;
    write_head(sheet, &COLUMNS)?;
    for (row, line) in (1..).zip(lines) {
        for (column, cell) in (0..).zip(line) {
            write_text(sheet, (row, column), cell)?;
        }
    }
    workbook.save_to_buffer()
}
