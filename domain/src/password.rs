//! Which passwords people may choose.

use std::collections::HashSet;
use std::sync::LazyLock;
use texts::FieldText;

/// Passwords that everybody tries first; `password/common.LICENSE` says where they are from.
static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("password/common.txt").lines().collect());

/// Characters (portal specification section 8).
const LENGTH: std::ops::RangeInclusive<usize> = 6..=20;

/// Most former passwords that are kept and compared: each comparison takes as long as a sign-in.
pub const MAX_FORMER_PASSWORDS: u32 = 24;

/// The form of [`check`], for browsers: `REGEX_PASSWORD` (portal specification, sections 3 and 5).
pub const PATTERN: &str = "^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9]).{6,20}$";

/// Why a password is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordFlaw {
    /// No password was given.
    Missing,
    /// Too short, too long, or not of three kinds of characters.
    Form,
    /// Among those that everybody tries first.
    Common,
}

impl PasswordFlaw {
    /// Message to the person.
    #[must_use]
    pub const fn text(self) -> FieldText {
        match self {
            Self::Missing => FieldText::PasswordMissing,
            Self::Form => FieldText::PasswordForm,
            Self::Common => FieldText::PasswordCommon,
        }
    }
}

/// Upper case, lower case and digit, 6 to 20 characters, and none that everybody tries.
pub fn check(password: &str) -> Result<(), PasswordFlaw> {
    if password.is_empty() {
        return Err(PasswordFlaw::Missing);
    }
    let has = |class: fn(&u8) -> bool| password.as_bytes().iter().any(class);
    let is_well_formed = LENGTH.contains(&password.chars().count())
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_digit);
    if !is_well_formed {
        return Err(PasswordFlaw::Form);
    }
    if is_common(password) {
        return Err(PasswordFlaw::Common);
    }
    Ok(())
}

/// Whether everybody tries it: as it is, in other case, or with a mark behind it.
#[must_use]
pub fn is_common(password: &str) -> bool {
    let folded = password.to_lowercase();
    let unmarked = folded.trim_end_matches(|mark: char| mark.is_ascii_punctuation());
    COMMON.contains(folded.as_str()) || COMMON.contains(unmarked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_follow_the_rule() {
        for good in ["Scenedock1", "Zk7-qfRw", "李4aB-x9Q"] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        assert_eq!(check(""), Err(PasswordFlaw::Missing));
        for bad in [
            "Ab1cd",
            "scenedock1",
            "SCENEDOCK1",
            "Scenedock",
            "Aa1aaaaaaaaaaaaaaaaaa",
        ] {
            assert_eq!(check(bad), Err(PasswordFlaw::Form), "{bad}");
        }
    }

    #[test]
    fn what_everybody_tries_is_refused() {
        for common in [
            "Password1",
            "pASSWORD1",
            "Qwerty123",
            "A123456",
            "Aa123456",
            "Abcd1234",
            "P@ssw0rd",
            "Password1!",
            "Abc123!!",
        ] {
            let flaw = check(common).err();
            let is_refused = is_common(common) && flaw.is_some();
            assert!(is_refused, "{common}: {flaw:?}");
        }
        assert!(!is_common("Scenedock1"));
    }

    #[test]
    fn the_list_is_lower_case_and_sorted() {
        let list: Vec<&str> = include_str!("password/common.txt").lines().collect();
        assert!(list.len() > 10_000 && list.is_sorted());
        assert!(list.iter().all(|word| *word == word.to_lowercase()));
    }
}
