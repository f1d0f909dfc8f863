//! Tokens: where the next page begins. A token holds the place itself, so it stays good while scenes come and go, and
//! what it was made for, so that it is not taken to another search.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::DateTime;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use storage::db::items::{Cursor, Kind, SortKey};
use texts::FilterText;

use crate::problem::Problem;

/// What a search asks for, apart from where and how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of the request as JSON.
    pub fn of_request(request: &Value) -> Self {
        let mut request = request.clone();
        if let Some(fields) = request.as_object_mut() {
            fields.remove("token");
            fields.remove("limit");
        }
        let digest = Sha256::digest(request.to_string());
        Self(URL_SAFE_NO_PAD.encode(&digest[..9]))
    }
}

/// The token of a place; `matched` is how many items the first page found on all pages.
pub fn token(fingerprint: &Fingerprint, cursor: &Cursor, matched: i64) -> String {
    let content = serde_json::json!([fingerprint.0, cursor.did, cursor.keys, matched]);
    URL_SAFE_NO_PAD.encode(content.to_string())
}

/// The place of a token, and the count that it carries.
pub fn read_token(
    fingerprint: &Fingerprint,
    keys: &[SortKey],
    token: &str,
) -> Result<(Cursor, i64), Problem> {
    read(fingerprint, keys, token)
        .ok_or_else(|| Problem::invalid_field("token", FilterText::TokenWrong))
}

fn read(fingerprint: &Fingerprint, keys: &[SortKey], token: &str) -> Option<(Cursor, i64)> {
    let content = URL_SAFE_NO_PAD.decode(token).ok()?;
    let (made_for, did, values, matched): (String, i64, Vec<Option<String>>, i64) =
        serde_json::from_slice(&content).ok()?;
    let fits = made_for == fingerprint.0
        && values.len() == keys.len()
        && keys.iter().zip(&values).all(|(key, value)| {
            value
                .as_deref()
                .is_none_or(|value| is_value(key.field.kind(), value))
        });
    fits.then_some((Cursor { keys: values, did }, matched.max(0)))
}

/// Whether Postgres will read it as it wrote it.
fn is_value(kind: Kind, text: &str) -> bool {
    match kind {
        Kind::Text | Kind::Any => !text.contains('\0'),
        Kind::Number => text.parse::<f32>().is_ok(),
        Kind::Time => DateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f%#z").is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use storage::db::items::Field;

    #[test]
    fn a_token_belongs_to_its_search() {
        let keys = [SortKey {
            field: Field::Datetime,
            descending: true,
        }];
        let search = Fingerprint::of_request(&json!({"ids": ["a"], "limit": 5}));
        let here = Cursor {
            keys: vec![Some("2024-05-01 03:00:00.5+00".into())],
            did: 7,
        };
        let made = token(&search, &here, 12);
        let same = Fingerprint::of_request(&json!({"ids": ["a"], "limit": 9, "token": made}));
        assert_eq!(read_token(&same, &keys, &made).unwrap(), (here, 12));
        let other = Fingerprint::of_request(&json!({"ids": ["b"]}));
        assert!(read_token(&other, &keys, &made).is_err());
        for forged in [
            "",
            "x",
            &token(
                &search,
                &Cursor {
                    keys: vec![Some("now()".into())],
                    did: 1,
                },
                0,
            ),
        ] {
            assert!(read_token(&search, &keys, forged).is_err(), "{forged}");
        }
    }
}
