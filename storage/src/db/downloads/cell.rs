//! Figures of downloads, and what tells them apart.

use std::ops::AddAssign;

use chrono::NaiveDate;
use domain::size::ByteCount;
use strum::IntoStaticStr;

/// What transfers are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DownloadDimension {
    /// The applying unit of their order.
    Unit,
    /// `ftp`, `ftps`, `https` or `push`.
    Protocol,
    /// The month of their day, `2026-11`.
    Month,
    /// Their day, `2026-11-27`.
    Day,
}

impl DownloadDimension {
    pub(super) fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Transfers, and what they brought.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DownloadFigures {
    /// Transfers that ended.
    pub transfers: u64,
    /// Those that brought a file to its end.
    pub files: u64,
    /// Those that the receiver broke off, or a fault.
    pub broken: u64,
    /// Bytes sent, those of broken transfers too.
    pub bytes: ByteCount,
}

impl AddAssign for DownloadFigures {
    fn add_assign(&mut self, more: Self) {
        self.transfers += more.transfers;
        self.files += more.files;
        self.broken += more.broken;
        self.bytes = ByteCount(self.bytes.0 + more.bytes.0);
    }
}

/// What was downloaded on one day for one unit over one protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadCell {
    /// The day in China.
    pub day: NaiveDate,
    /// The applying unit.
    pub unit: String,
    /// `ftp`, `ftps`, `https` or `push`.
    pub protocol: String,
    /// Files and bytes.
    pub figures: DownloadFigures,
}

/// A cell as statements read it.
pub(super) struct CellRow {
    pub(super) day: NaiveDate,
    pub(super) unit: String,
    pub(super) protocol: String,
    pub(super) transfers: i64,
    pub(super) files: i64,
    pub(super) broken: i64,
    pub(super) bytes: i64,
}

impl From<CellRow> for DownloadCell {
    fn from(row: CellRow) -> Self {
        Self {
            day: row.day,
            unit: row.unit,
            protocol: row.protocol,
            figures: (row.transfers, row.files, row.broken, row.bytes).into(),
        }
    }
}

impl From<(i64, i64, i64, i64)> for DownloadFigures {
    fn from((transfers, files, broken, bytes): (i64, i64, i64, i64)) -> Self {
        Self {
            transfers: transfers.unsigned_abs(),
            files: files.unsigned_abs(),
            broken: broken.unsigned_abs(),
            bytes: ByteCount(bytes.unsigned_abs()),
        }
    }
}
