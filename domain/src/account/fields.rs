//! What may stand in the fields of an account.

use texts::FieldText;

use crate::text::{is_blank, is_forbidden};

/// Longest free text, in characters.
pub const LONGEST_TEXT: usize = 200;

/// Longest part of an e-mail address before the `@`, in bytes (RFC 5321, section 4.5.3.1.1).
const LONGEST_LOCAL_PART: usize = 64;
/// Longest part of a host's name between dots, in bytes (RFC 1035, section 2.3.4).
const LONGEST_LABEL: usize = 63;

/// Of [`check_login_name`], for browsers: `REGEX_USERNAME` (portal specification, sections 3 and 5).
pub const LOGIN_NAME_PATTERN: &str = "^[A-Za-z][A-Za-z0-9_]{4,19}$";

/// Of [`check_email`], for browsers: `REGEX_EMAIL`.
pub const EMAIL_PATTERN: &str = "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*\
    @([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$";

/// Of [`check_mobile`], for browsers (portal specification, section 9).
pub const MOBILE_PATTERN: &str = "^1[3-9][0-9]{9}$";

/// Starts with a letter; letters, digits, underscore; 5 to 20.
pub fn check_login_name(name: &str) -> Result<(), FieldText> {
    if name.is_empty() {
        return Err(FieldText::LoginNameMissing);
    }
    let is_well_formed = (5..=20).contains(&name.len())
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_well_formed
        .then_some(())
        .ok_or(FieldText::LoginNameWrong)
}

/// Empty, or an address that every mail server takes as it stands: ASCII letters, digits and signs between dots, `@`, and the name of a
/// host with its domain (RFC 5321, `Dot-string` and `Domain`). What has to be quoted, or names a machine by number, is none; a host of
/// another script has a name of ASCII letters, too (`xn--`).
pub fn check_email(text: &str) -> Result<(), FieldText> {
    (text.is_empty() || is_address(text))
        .then_some(())
        .ok_or(FieldText::EmailWrong)
}

fn is_address(text: &str) -> bool {
    let Some((local, host)) = text.split_once('@') else {
        return false;
    };
    let Some((name, top)) = host.rsplit_once('.') else {
        return false;
    };
    text.len() <= LONGEST_TEXT
        && local.len() <= LONGEST_LOCAL_PART
        && local.split('.').all(is_atom)
        && name.split('.').all(is_label)
        && is_label(top)
        && top.len() >= 2
        && top.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// What may stand between two dots before the `@`.
fn is_atom(part: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte);
    !part.is_empty() && part.bytes().all(fits)
}

/// What may stand between two dots of a host's name.
fn is_label(part: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=LONGEST_LABEL).contains(&part.len())
        && part.bytes().all(fits)
        && !part.starts_with('-')
        && !part.ends_with('-')
}

/// 11 digits starting with 1 then 3-9.
pub fn check_mobile(text: &str) -> Result<(), FieldText> {
    let bytes = text.as_bytes();
    let is_mobile = bytes.len() == 11
        && bytes.iter().all(u8::is_ascii_digit)
        && bytes[0] == b'1'
        && (b'3'..=b'9').contains(&bytes[1]);
    is_mobile.then_some(()).ok_or(FieldText::MobileWrong)
}

/// Not blank, not too long, nothing that cannot be shown. `missing` is what is told of a blank one.
pub fn check_required_text(text: &str, missing: FieldText) -> Result<(), FieldText> {
    if is_blank(text) {
        return Err(missing);
    }
    check_optional_text(text)
}

/// The same where nothing is fine too.
pub fn check_optional_text(text: &str) -> Result<(), FieldText> {
    if text.trim().chars().count() > LONGEST_TEXT {
        return Err(FieldText::FormTextTooLong {
            most: LONGEST_TEXT as u64,
        });
    }
    if text.chars().any(|character| is_forbidden(character, true)) {
        return Err(FieldText::ControlCharacters);
    }
    Ok(())
}

/// A telephone number for lists: `138****5678`; of a short one only the last two digits stand.
#[must_use]
pub fn masked_phone(phone: &str) -> String {
    let characters: Vec<char> = phone.chars().collect();
    let (first, last) = if characters.len() >= 11 {
        (3, 4)
    } else {
        (0, 2)
    };
    let hidden = characters.len().saturating_sub(first + last);
    characters
        .iter()
        .enumerate()
        .map(|(at, character)| {
            let is_hidden = at >= first && at < first + hidden;
            if is_hidden { '*' } else { *character }
        })
        .collect()
}
