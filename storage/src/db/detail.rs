//! What is said to people, as it is stored: the Chinese words, and beside them what they were made of.

use sqlx::types::Json;
use texts::Detail;

/// What a row says. Rows of earlier versions have the words alone.
pub(super) fn detail_of(words: String, detail: Option<Json<Detail>>) -> Detail {
    match detail {
        Some(Json(detail)) => detail,
        None => Detail::recognised(words),
    }
}
