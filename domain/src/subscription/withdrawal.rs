//! What a target learns of a scene that was taken out of the catalogue after its file had been delivered: a note beside the
//! file, in place of the file.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::text::{is_blank, is_forbidden};

/// The end of the note's name.
const END: &str = ".withdrawn.json";

/// Longest reason, characters.
pub const LONGEST_WITHDRAWAL_REASON: usize = 500;

/// Most scenes that are withdrawn at once in the back office.
pub const MAX_WITHDRAWN: usize = 1000;

/// The reason of a withdrawal without spaces around it; `None`: it is none, too long, or holds what is no text.
#[must_use]
pub fn withdrawal_reason(words: &str) -> Option<&str> {
    let reason = words.trim();
    let is_fit = !is_blank(reason)
        && reason.chars().count() <= LONGEST_WITHDRAWAL_REASON
        && !reason.chars().any(|c| is_forbidden(c, false));
    is_fit.then_some(reason)
}

/// Where the note lies below the target's folder, by where the file lay.
#[must_use]
pub fn withdrawal_path(path: &str) -> String {
    format!("{path}{END}")
}

/// What was withdrawn. The note says just this, and says the same however often it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalNote {
    /// By which people name the subscription: `S000012`.
    pub subscription: String,
    /// What the scene is called.
    pub dataname: String,
    /// Where the file lay below the target's folder.
    pub path: String,
    /// The first file of the scene, or a correction.
    pub version: i32,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// When the scene was taken out of the catalogue.
    pub withdrawn_at: DateTime<Utc>,
    /// Why; empty: nobody said.
    pub reason: String,
}

impl WithdrawalNote {
    /// The note as it is written: JSON, a line for each field.
    ///
    /// # Errors
    /// Never: nothing in it has no place in JSON.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::subscription::file_path;

    #[test]
    fn a_reason_is_some_words_and_not_too_many() {
        let longest = "长".repeat(LONGEST_WITHDRAWAL_REASON);
        for (words, reason) in [
            (" 定位超差 ", Some("定位超差")),
            (&*longest, Some(&*longest)),
            ("", None),
            (" \u{3000} ", None),
            ("a\u{0}b", None),
        ] {
            assert_eq!(withdrawal_reason(words), reason, "{words:?}");
        }
        assert_eq!(withdrawal_reason(&format!("{longest}长")), None);
    }

    #[test]
    fn the_note_says_what_was_withdrawn_and_why() {
        let note = WithdrawalNote {
            subscription: "S000007".into(),
            dataname: "GF1_a".into(),
            path: "S000007/GF1_a_12.tif".into(),
            version: 1,
            size: 12,
            sha256: "07".into(),
            withdrawn_at: DateTime::UNIX_EPOCH,
            reason: "几何精度\"不合格\"".into(),
        };
        assert_eq!(
            withdrawal_path(&note.path),
            "S000007/GF1_a_12.tif.withdrawn.json"
        );
        assert_eq!(
            note.text().unwrap(),
            "{\n  \"subscription\": \"S000007\",\n  \"dataname\": \"GF1_a\",\n  \"path\": \"S000007/GF1_a_12.tif\",\n  \
             \"version\": 1,\n  \"size\": 12,\n  \"sha256\": \"07\",\n  \"withdrawnAt\": \"1970-01-01T00:00:00Z\",\n  \
             \"reason\": \"几何精度\\\"不合格\\\"\"\n}\n"
        );
    }

    proptest! {
        #[test]
        fn every_file_system_takes_the_name_of_the_notes_part(name in ".{0,80}", did in 1_i64.., round in 1_i32..) {
            let note = withdrawal_path(&file_path(1, did, round, &name));
            let part = format!("{note}.part");
            prop_assert!(part.rsplit('/').next().unwrap_or_default().len() <= 255, "{part}");
        }
    }
}
