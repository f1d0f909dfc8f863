//! Values that the database cannot hold.

use crate::StorageError;

/// SQLSTATEs that blame a value: text with a NUL or broken UTF-8, a number or time out of range, text too long,
/// JSON with an escape that no text can hold.
const BLAME_A_VALUE: [&str; 6] = ["22021", "22003", "22008", "22001", "22P05", "54000"];

impl StorageError {
    /// Whether the database could not hold or read a value that it was given: the request is at fault.
    #[must_use]
    pub fn is_unstorable_value(&self) -> bool {
        match self {
            Self::Database(sqlx::Error::Database(error)) => error
                .code()
                .is_some_and(|code| BLAME_A_VALUE.contains(&code.as_ref())),
            Self::Database(sqlx::Error::Encode(_)) => true,
            _ => false,
        }
    }

    /// Whether the database does not take what was to be written, however often it is tried: SQLSTATE classes 22 (data
    /// exception), 23 (integrity constraint violation) and 54 (program limit exceeded, such as an index row's length).
    #[must_use]
    pub fn is_refused_value(&self) -> bool {
        let Self::Database(sqlx::Error::Database(error)) = self else {
            return false;
        };
        let class = error
            .code()
            .and_then(|code| code.get(..2).map(str::to_owned));
        matches!(class.as_deref(), Some("22" | "23" | "54"))
    }

    /// Whether the database gave up because the statement took too long.
    #[must_use]
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::Database(error)) if error.code().as_deref() == Some("57014"))
    }
}
