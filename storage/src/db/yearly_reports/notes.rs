//! What operators say of months that stand out.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::yearly_report::{NoteSubject, ReportNote, ReportYear};
use sqlx::PgConnection;

use super::super::known;
use crate::StorageError;

/// The notes of a report that is not published yet.
pub async fn notes(
    db: &mut PgConnection,
    year: ReportYear,
    unit: Option<&str>,
) -> Result<Vec<ReportNote>, StorageError> {
    let rows = sqlx::query!(
        "SELECT month, subject, text FROM yearly_report_note WHERE year = $1::integer AND unit = $2 ORDER BY month, subject",
        year.number(),
        unit.unwrap_or_default()
    )
    .fetch_all(db)
    .await?;
    let notes = rows.into_iter().map(|row| {
        Ok(ReportNote {
            month: known("yearly_report_note.month", row.month)?,
            subject: NoteSubject::parse(&row.subject).ok_or_else(|| {
                StorageError::UnknownValue {
                    column: "yearly_report_note.subject",
                    value: row.subject.clone(),
                }
            })?,
            text: row.text,
        })
    });
    notes.collect()
}

/// Says something of a month instead of what was said before; an empty text takes it back. Answers what was said before.
pub async fn save_note(
    db: &mut PgConnection,
    (year, unit): (ReportYear, Option<&str>),
    note: &ReportNote,
    (by, now): (UserId, DateTime<Utc>),
) -> Result<String, StorageError> {
    let unit = unit.unwrap_or_default();
    let month = i32::try_from(note.month).unwrap_or(0);
    let before = sqlx::query_scalar!(
        "DELETE FROM yearly_report_note WHERE year = $1::integer AND unit = $2 AND month = $3::integer AND subject = $4 \
         RETURNING text",
        year.number(),
        unit,
        month,
        note.subject.as_str()
    )
    .fetch_optional(&mut *db)
    .await?;
    if !note.text.is_empty() {
        sqlx::query!(
            "INSERT INTO yearly_report_note (year, unit, month, subject, text, written_by, written_at) \
             VALUES ($1::integer, $2, $3::integer, $4, $5, $6, $7) \
             ON CONFLICT (year, unit, month, subject) DO UPDATE SET text = excluded.text, written_by = excluded.written_by, \
             written_at = excluded.written_at",
            year.number(),
            unit,
            month,
            note.subject.as_str(),
            note.text,
            by.0,
            now
        )
        .execute(db)
        .await?;
    }
    Ok(before.unwrap_or_default())
}
