//! Proofs of the second factor, and what they are compared with.

use chrono::{DateTime, Utc};
use domain::account::AccountAction;
use domain::ids::UserId;
use domain::second_factor::{
    FactorProof, RECOVERY_CHARS, RECOVERY_CODES, SECRET_BYTES, accepted_step, recovery_code,
    shown_recovery_code,
};
use rand::Rng as _;
use sqlx::PgConnection;

use super::By;
use crate::StorageError;
use crate::db::account_events::{self, FieldChange, NewAccountEvent};
use crate::db::second_factors;
use crate::sealed::{CODE_BYTES, ServerKey};

/// What the codes of recovery codes are of.
const RECOVERY: &str = "recovery code";

/// Makes a secret and keeps it until a code confirms it. `None`: the second factor is on already.
pub async fn begin(
    db: &mut PgConnection,
    key: &ServerKey,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Option<[u8; SECRET_BYTES]>, StorageError> {
    let mut secret = [0; SECRET_BYTES];
    rand::rng().fill_bytes(&mut secret);
    let sealed = key.seal(&secret, user.0.as_bytes())?;
    let begun = second_factors::begin(db, user, &sealed, now).await?;
    Ok(begun.then_some(secret))
}

/// The time step of a code that confirms what [`begin`] made; `None`: it is not a code of it, or nothing was begun.
pub async fn confirming_step(
    db: &mut PgConnection,
    key: &ServerKey,
    user: UserId,
    code: &str,
    now: DateTime<Utc>,
) -> Result<Option<i64>, StorageError> {
    let Some(factor) = second_factors::find(db, user).await? else {
        return Ok(None);
    };
    let secret = key.open(&factor.sealed, user.0.as_bytes())?;
    Ok(accepted_step(&secret, code, now, factor.last_step))
}

/// Uses a proof up; false: it is none, or was used before. Of several who come with the same one, one is heard.
pub async fn prove(
    db: &mut PgConnection,
    key: &ServerKey,
    user: UserId,
    proof: &FactorProof,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StorageError> {
    match proof {
        FactorProof::Code(code) => match confirming_step(db, key, user, code, now).await? {
            Some(step) => second_factors::use_step(db, user, step).await,
            None => Ok(false),
        },
        FactorProof::Recovery(code) => {
            let left = second_factors::recovery_codes_left(db, user).await?;
            let hash = recovery_hash(key, user, code);
            let taken = second_factors::use_recovery_code(db, user, &hash, now).await?;
            if taken {
                note_recovery(db, user, left, by, now).await?;
            }
            Ok(taken)
        }
    }
}

async fn note_recovery(
    db: &mut PgConnection,
    user: UserId,
    left: i64,
    by: By<'_>,
    now: DateTime<Utc>,
) -> Result<(), StorageError> {
    let change = FieldChange {
        field: "recoveryCodesLeft".to_owned(),
        before: left.to_string(),
        after: (left - 1).to_string(),
    };
    let event = NewAccountEvent {
        user,
        by: by.user(),
        action: AccountAction::UseRecoveryCode,
        at: now,
        client_ip: by.client_ip(),
        agent: by.agent(),
        reason: "",
        changes: &[change],
    };
    account_events::insert(db, &event).await
}

/// Recovery codes to be shown once, and what is kept of them.
pub struct NewRecoveryCodes {
    /// The codes in plain text, grouped for reading.
    pub plain: Vec<String>,
    /// Codes of the codes: nobody without the server's key tries them out.
    pub hashes: Vec<[u8; CODE_BYTES]>,
}

impl NewRecoveryCodes {
    /// Fresh codes for this person.
    #[must_use]
    pub fn fresh(key: &ServerKey, user: UserId) -> Self {
        let codes: Vec<String> = (0..RECOVERY_CODES)
            .map(|_| {
                let mut random = [0; RECOVERY_CHARS];
                rand::rng().fill_bytes(&mut random);
                recovery_code(random)
            })
            .collect();
        Self {
            hashes: codes
                .iter()
                .map(|code| recovery_hash(key, user, code))
                .collect(),
            plain: codes.iter().map(|code| shown_recovery_code(code)).collect(),
        }
    }
}

fn recovery_hash(key: &ServerKey, user: UserId, code: &str) -> [u8; CODE_BYTES] {
    key.code(RECOVERY, &[user.0.as_bytes(), code.as_bytes()])
}
