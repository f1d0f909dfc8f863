//! What is told of a table: its faults, or who was made.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::account::import::{Faults, ImportCheck, ImportColumn, RowFault};
use domain::sheet::{MAX_LISTED, SheetHeading as _};
use forms::user_table::{self, FaultLine};
use serde::Serialize;
use storage::db::imported::ImportedAccount;
use texts::{Locale, Message, ProblemText};
use utoipa::ToSchema;

use crate::problem::{FieldError, Problem};

/// Something wrong with a row.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportFault)]
pub(super) struct FaultView {
    /// As spreadsheets number rows: the headings are row 1.
    row: u32,
    /// Heading of the column in the template, or empty.
    column: String,
    #[serde(flatten)]
    error: FieldError,
}

/// What is wrong with a table, or that its users were made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportReport {
    /// How many users the table has.
    rows: usize,
    /// Number of accounts created.
    imported: usize,
    /// Number of faults, also of those that are not listed.
    fault_count: usize,
    /// The first thousand of it.
    faults: Vec<FaultView>,
    /// A workbook in base64: what is wrong, or the first passwords of those who were made; these are told only here.
    #[schema(required)]
    workbook: Option<String>,
}

impl ImportReport {
    /// Nothing is wrong, and nothing was written.
    pub(super) const fn clean(rows: usize) -> Self {
        Self {
            rows,
            imported: 0,
            fault_count: 0,
            faults: Vec::new(),
            workbook: None,
        }
    }

    pub(super) fn with_faults(checked: &ImportCheck) -> Result<Self, Problem> {
        let listed = &checked.faults.listed;
        let workbook =
            user_table::report(listed.iter().map(line)).map_err(|_| Problem::internal())?;
        Ok(Self {
            fault_count: checked.faults.count,
            faults: listed.iter().take(MAX_LISTED).map(view).collect(),
            workbook: Some(STANDARD.encode(workbook)),
            ..Self::clean(checked.rows)
        })
    }

    pub(super) fn imported(
        accounts: &[ImportedAccount],
        passwords: &[String],
    ) -> Result<Self, Problem> {
        let lines: Vec<[&str; 4]> = (accounts.iter().zip(passwords))
            .map(|(account, password)| {
                let profile = &account.profile;
                [
                    account.login_name.as_str(),
                    &profile.user_name,
                    &profile.unit,
                    password,
                ]
            })
            .collect();
        let workbook = user_table::passwords(&lines).map_err(|_| Problem::internal())?;
        Ok(Self {
            imported: accounts.len(),
            workbook: Some(STANDARD.encode(workbook)),
            ..Self::clean(accounts.len())
        })
    }
}

/// 400 with the first faults, their fields named `12.loginName`.
pub(super) fn refused(faults: &Faults) -> Problem {
    let text = ProblemText::ImportRefused {
        faults: faults.count as u64,
    };
    let errors = faults.listed.iter().take(100).map(|fault| {
        let field = format!("{}.{}", fault.row, name(fault));
        FieldError::new(field, fault.text.clone())
    });
    Problem::bad_request(text).with_errors(errors.collect())
}

fn name(fault: &RowFault) -> &'static str {
    fault.column.map_or("", ImportColumn::field)
}

fn view(fault: &RowFault) -> FaultView {
    FaultView {
        row: fault.row,
        column: fault
            .column
            .map(|column| column.headings().0.to_owned())
            .unwrap_or_default(),
        error: FieldError::new(name(fault), fault.text.clone()),
    }
}

fn line(fault: &RowFault) -> FaultLine {
    let message = Message::from(fault.text.clone());
    FaultLine {
        row: fault.row,
        column: fault.column.map(ImportColumn::heading).unwrap_or_default(),
        chinese: message.chinese(),
        english: message.render(Locale::En),
    }
}
