//! The chain over the audit log. Each entry has a code that follows from the key that only the server has, the code of the
//! entry before it, and everything that the entry says: who changes, removes or reorders entries without the key leaves a
//! code that does not follow. What nobody can see from the chain alone is that its end was cut off, or chained anew by a worker;
//! therefore its head stands outside the database too ([`crate::audit_head`]), every verification names it, and one that was
//! written down elsewhere can be asked for.

use chrono::{DateTime, Utc};

use crate::sealed::{CODE_BYTES, ServerKey};

/// The purpose that the key's codes have here; another version of the form has another.
const PURPOSE: &str = "scenedock audit chain 1";

/// A link's code.
pub type ChainCode = [u8; CODE_BYTES];

/// What the first link follows.
pub const BEGINNING: ChainCode = [0; CODE_BYTES];

/// Everything that an entry says, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainedEntry {
    pub id: i64,
    /// Time of the act.
    pub at: DateTime<Utc>,
    /// The columns of text, each under its name, always in the same order.
    pub texts: Vec<(&'static str, String)>,
}

/// The code of `entry` at `position`, counted from 1, behind a link with the code `before`.
#[must_use]
pub fn link(key: &ServerKey, before: &ChainCode, position: i64, entry: &ChainedEntry) -> ChainCode {
    let position = position.to_be_bytes();
    let id = entry.id.to_be_bytes();
    // As precise as the database.
    let at = entry.at.timestamp_micros().to_be_bytes();
    let mut parts: Vec<&[u8]> = vec![before, &position, &id, &at];
    for (name, text) in &entry.texts {
        parts.extend([name.as_bytes(), text.as_bytes()]);
    }
    key.code(PURPOSE, &parts)
}

/// A place in the chain: how many entries there are up to it, and the last one's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainHead {
    /// Entries up to here.
    pub position: i64,
    /// The last one's code.
    pub code: ChainCode,
}

impl ChainHead {
    /// Of a chain without entries.
    pub const EMPTY: Self = Self {
        position: 0,
        code: BEGINNING,
    };

    /// Reads what [`std::fmt::Display`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (position, code) = text.trim().split_once(':')?;
        let code = hex::decode(code).ok()?.try_into().ok()?;
        let position = position.parse().ok().filter(|position| *position >= 0)?;
        Some(Self { position, code })
    }
}

impl std::fmt::Display for ChainHead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.position, hex::encode(self.code))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key() -> ServerKey {
        ServerKey::parse("0123456789abcdeffedcba9876543210").unwrap()
    }

    fn entry(id: i64, micros: i64, texts: &[String]) -> ChainedEntry {
        let names = ["action", "reason", "changes"];
        ChainedEntry {
            id,
            at: DateTime::from_timestamp_micros(micros).unwrap(),
            texts: names.into_iter().zip(texts.iter().cloned()).collect(),
        }
    }

    proptest! {
        #[test]
        fn nothing_that_an_entry_says_changes_without_its_code(
            id in 1_i64..1 << 40, micros in 0_i64..1 << 50, position in 1_i64..1 << 40,
            texts in proptest::collection::vec("[a-z\u{4e00}-\u{4e10}]{0,6}", 3),
            at in 0_usize..3, other in "[a-z\u{4e00}-\u{4e10}]{0,6}",
        ) {
            let key = key();
            let whole = entry(id, micros, &texts);
            let code = link(&key, &BEGINNING, position, &whole);
            prop_assert_eq!(code, link(&key, &BEGINNING, position, &whole));
            prop_assert_ne!(code, link(&key, &BEGINNING, position + 1, &whole));
            prop_assert_ne!(code, link(&key, &code, position, &whole));
            prop_assert_ne!(code, link(&key, &BEGINNING, position, &entry(id + 1, micros, &texts)));
            prop_assert_ne!(code, link(&key, &BEGINNING, position, &entry(id, micros + 1, &texts)));
            let mut changed = texts.clone();
            changed[at] = other;
            let same = changed == texts;
            let code_of_changed = link(&key, &BEGINNING, position, &entry(id, micros, &changed));
            prop_assert_eq!(code == code_of_changed, same);
        }
    }

    #[test]
    fn a_head_is_read_as_it_is_written() {
        let head = ChainHead {
            position: 12,
            code: link(&key(), &BEGINNING, 12, &entry(1, 1, &[])),
        };
        assert_eq!(ChainHead::parse(&format!(" {head}\n")), Some(head));
        for wrong in ["", "12", "x:00", "-1:00", "12:zz", &head.to_string()[..40]] {
            assert_eq!(ChainHead::parse(wrong), None, "{wrong}");
        }
    }
}
