//! Template, report, and passwords.

use domain::account::import::ImportColumn;
use domain::sheet::SheetHeading as _;
use rust_xlsxwriter::{DataValidation, Format, Workbook, Worksheet, XlsxError};

use crate::workbook::{heading, write_head, write_text};

/// Rows of the template that are texts, so that no digit of a telephone or identity number is lost.
const TEMPLATE_ROWS: u32 = 100_000;

/// Something wrong with the table, in both languages.
#[derive(Debug, Clone)]
pub struct FaultLine {
    /// Row of the sheet, 1-based.
    pub row: u32,
    /// Heading of the column, or empty.
    pub column: String,
    pub chinese: String,
    pub english: String,
}

/// An empty table with its headings; `roles` are the names that its column takes.
pub fn template(roles: &[String]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name("用户")?;
    let text = Format::new().set_num_format("@");
    for (at, column) in (0..).zip(ImportColumn::ALL) {
        sheet.set_column_format(at, &text)?;
        sheet.set_column_width(at, 18)?;
        let needed = if ImportColumn::NEEDED.contains(&column) {
            "*"
        } else {
            ""
        };
        sheet.write_with_format(0, at, format!("{needed}{}", column.heading()), &heading())?;
        if column == ImportColumn::Sex {
            let choice = DataValidation::new().allow_list_strings(&["男", "女"])?;
            sheet.add_data_validation(1, at, TEMPLATE_ROWS, at, &choice)?;
        }
    }
    sheet.set_freeze_panes(1, 0)?;
    explain(workbook.add_worksheet(), roles)?;
    workbook.save_to_buffer()
}

fn explain(sheet: &mut Worksheet, roles: &[String]) -> Result<(), XlsxError> {
    sheet.set_name("说明 Notes")?;
    sheet.set_column_width(0, 110)?;
    let lines = [
        "* 为必填列。能提交订单的用户还须填写单位和手机号码。 * must be filled in; whoever places orders also needs a unit and a mobile number.",
        "用户名以字母开头，由 5 至 20 位字母、数字和下划线组成。 Login names begin with a letter and have 5 to 20 letters, digits and underscores.",
        "性别：男、女，可不填。 Sex: 男 or 女, or empty.",
        "角色留空为申请人，多个角色以顿号或逗号分隔，可用的角色见下。 Without roles: applicant. Several are separated by commas. Roles:",
    ];
    for (row, line) in (0..).zip(lines) {
        sheet.write_string(row, 0, line)?;
    }
    for (row, role) in (4..).zip(roles) {
        write_text(sheet, (row, 0), role)?;
    }
    Ok(())
}

/// What is wrong, row by row.
pub fn report(faults: impl IntoIterator<Item = FaultLine>) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // Rows are written to a file as they come, not kept: there may be a million.
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name("导入报告")?;
    let head = [
        ("行 Row", 8),
        ("列 Column", 24),
        ("说明", 48),
        ("What is wrong", 60),
    ];
    write_head(sheet, &head)?;
    for (at, fault) in (1..).zip(faults) {
        sheet.write_number(at, 0, fault.row)?;
        for (column, text) in (1..).zip([&fault.column, &fault.chinese, &fault.english]) {
            write_text(sheet, (at, column), text)?;
        }
    }
    workbook.save_to_buffer()
}

/// Login name, name, unit and first password of everybody who was made.
pub fn passwords(users: &[[&str; 4]]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    sheet.set_name("初始密码")?;
    let head = [
        ("用户名 Login name", 24),
        ("真实姓名 Name", 18),
        ("单位 Unit", 36),
        ("初始密码 First password", 26),
    ];
    write_head(sheet, &head)?;
    for (at, user) in (1..).zip(users) {
        for (column, text) in (0..).zip(user) {
            write_text(sheet, (at, column), text)?;
        }
    }
    workbook.save_to_buffer()
}
