//! Stored values as the domain has them, and texts as patterns.

use geometry::Footprint;

use crate::StorageError;

/// Reads a stored code as the domain's type.
pub(crate) fn known<C: Copy + ToString, T: TryFrom<C>>(
    column: &'static str,
    code: C,
) -> Result<T, StorageError> {
    T::try_from(code).map_err(|_| StorageError::UnknownValue {
        column,
        value: code.to_string(),
    })
}

/// Reads a stored footprint.
pub(crate) fn footprint(column: &'static str, outline: Vec<u8>) -> Result<Footprint, StorageError> {
    Footprint::try_from(outline).map_err(|error| {
        sqlx::Error::ColumnDecode {
            index: column.to_owned(),
            source: error.into(),
        }
        .into()
    })
}

/// A `LIKE` pattern for text that contains `part`, in which `part` has no special meaning.
pub(crate) fn containing(part: &str) -> String {
    let escaped = part
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    format!("%{escaped}%")
}
