//! The second factor of sign-in: codes that an app derives from a shared secret and the time (TOTP, RFC 6238), and
//! recovery codes for who has lost the app.

use chrono::{DateTime, Utc};
use texts::FieldText;
use totp_rs::{Algorithm, Builder, Totp};

/// Bytes of a shared secret: as many as SHA-1 answers (RFC 4226, section 4).
pub const SECRET_BYTES: usize = 20;
/// Recovery codes that somebody gets at a time.
pub const RECOVERY_CODES: usize = 10;
/// Characters of a recovery code, without the dash: 50 bits.
pub const RECOVERY_CHARS: usize = 10;

/// Digits of a code, and seconds for which it is one: what every app assumes.
const DIGITS: u8 = 6;
const STEP_SECONDS: u64 = 30;
/// Time steps by which the clocks may differ, either way (RFC 6238, section 5.2).
const DRIFT: i64 = 1;

/// Crockford's base 32: no letter that is taken for a digit.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// What somebody proves the second factor with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactorProof {
    /// Six-digit code of the authenticator app.
    Code(String),
    /// One of the recovery codes, as it is kept: without a dash, in capitals.
    Recovery(String),
}

impl FactorProof {
    /// Reads what somebody typed, with blanks and dashes wherever they stand.
    pub fn parse(text: &str) -> Result<Self, FieldText> {
        let typed: String = text
            .chars()
            .filter(|character| !character.is_whitespace() && *character != '-')
            .collect();
        if typed.is_empty() {
            return Err(FieldText::SecondFactorMissing);
        }
        if typed.len() == usize::from(DIGITS) && typed.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Self::Code(typed));
        }
        let folded: String = typed
            .to_ascii_uppercase()
            .chars()
            .map(|character| match character {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            })
            .collect();
        let fits =
            folded.len() == RECOVERY_CHARS && folded.bytes().all(|byte| ALPHABET.contains(&byte));
        fits.then_some(Self::Recovery(folded))
            .ok_or(FieldText::SecondFactorForm)
    }
}

/// The recovery code of these random bytes, as it is kept.
#[must_use]
pub fn recovery_code(random: [u8; RECOVERY_CHARS]) -> String {
    random
        .into_iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect()
}

/// A recovery code as people read it: two halves.
#[must_use]
pub fn shown_recovery_code(code: &str) -> String {
    let (first, second) = code.split_at(code.len() / 2);
    format!("{first}-{second}")
}

/// The time step whose code this is: of those around now, one later than `last`, because a code is good once.
#[must_use]
pub fn accepted_step(secret: &[u8], code: &str, now: DateTime<Utc>, last: i64) -> Option<i64> {
    let totp = totp(secret).build_noncompliant();
    let current = now
        .timestamp()
        .div_euclid(i64::try_from(STEP_SECONDS).ok()?);
    (current - DRIFT..=current + DRIFT)
        .filter(|step| *step > last)
        .find(|step| is_code_of(&totp, *step, code))
}

fn is_code_of(totp: &Totp, step: i64, code: &str) -> bool {
    u64::try_from(step).is_ok_and(|step| totp.check(code, step * STEP_SECONDS).is_some())
}

fn totp(secret: &[u8]) -> Builder {
    Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(DIGITS)
        .with_skew(0)
        .with_step_duration(STEP_SECONDS)
        .with_secret(secret)
}

/// What somebody hands to an app: the secret to be typed, and an address to be read as a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrolment {
    /// Base 32 (RFC 4648).
    pub secret: String,
    /// `otpauth://totp/...`
    pub uri: String,
}

/// Of this secret; `None`: it is too short to be one. The app lists it under the system's name and the account's.
#[must_use]
pub fn enrolment(secret: &[u8], system: &str, login_name: &str) -> Option<Enrolment> {
    // A colon parts the two names.
    let plain = |name: &str| name.replace(':', " ");
    let totp = totp(secret)
        .with_issuer(Some(plain(system)))
        .with_account_name(plain(login_name))
        .build()
        .ok()?;
    Some(Enrolment {
        secret: totp.secret().to_base32(),
        uri: totp.to_url().ok()?,
    })
}

#[cfg(test)]
mod tests;
