//! The head of the audit log's chain, outside the database. Workers chain whatever stands in the database with the server's key: who
//! can write to it, and to nothing else, cuts links off, changes what they sealed, and has it chained anew. The head in the object
//! store tells that. It has a code of its own under the same key: who can write to the store alone makes none.

use chrono::{DateTime, Utc};
use object_store::{Error, ObjectStore, ObjectStoreExt as _};
use serde::Deserialize;
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use crate::StorageError;
use crate::audit_chain::ChainHead;
use crate::db::{audit_heads, audit_seals, handles};
use crate::objects::ObjectKey;
use crate::sealed::{CODE_BYTES, ServerKey};

/// The purpose that the key's codes have here; another version of the form has another.
const PURPOSE: &str = "scenedock audit head 1";
/// A head takes some 250 bytes; what is longer is none, and is not read.
const LONGEST: u64 = 4096;

/// A head as it was written outside the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenHead {
    pub head: ChainHead,
    /// When the head was written.
    pub at: DateTime<Utc>,
}

/// As it lies in the object store. Codes are in hexadecimal digits.
#[derive(Deserialize)]
struct HeadFile {
    position: i64,
    code: String,
    at: DateTime<Utc>,
    /// The server's code over all of these.
    proof: String,
}

impl WrittenHead {
    fn proof(self, key: &ServerKey) -> [u8; CODE_BYTES] {
        let position = self.head.position.to_be_bytes();
        let at = self.at.timestamp_micros().to_be_bytes();
        key.code(PURPOSE, &[&position, &self.head.code, &at])
    }

    fn text(self, key: &ServerKey) -> String {
        let file = json!({
            "position": self.head.position,
            "code": hex::encode(self.head.code),
            "at": self.at,
            "proof": hex::encode(self.proof(key)),
        });
        file.to_string()
    }

    fn parse(text: &[u8], key: &ServerKey) -> Option<Self> {
        let file: HeadFile = serde_json::from_slice(text).ok()?;
        let head = ChainHead {
            position: file.position,
            code: hex::decode(file.code).ok()?.try_into().ok()?,
        };
        let written = Self { head, at: file.at };
        let proof = hex::decode(file.proof).ok()?;
        (proof == written.proof(key)).then_some(written)
    }
}

/// What the object store has where the head belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutsideHead {
    Absent,
    /// Something that was not written with this server's key.
    Foreign,
    Written(WrittenHead),
}

/// Reads what the object store has.
pub async fn read(objects: &dyn ObjectStore, key: &ServerKey) -> Result<OutsideHead, StorageError> {
    let found = match objects.get(&ObjectKey::AuditHead.path()).await {
        Ok(found) => found,
        Err(Error::NotFound { .. }) => return Ok(OutsideHead::Absent),
        Err(error) => return Err(error.into()),
    };
    if found.meta.size > LONGEST {
        return Ok(OutsideHead::Foreign);
    }
    let text = found.bytes().await?;
    let written = WrittenHead::parse(&text, key);
    Ok(written.map_or(OutsideHead::Foreign, OutsideHead::Written))
}

/// How the chain in the database and the head outside it stand to one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeadStanding {
    /// None was ever written: nothing is chained yet, or only an older version has run.
    NotBegun,
    /// The chain holds this one, and all that comes after it follows from it.
    Held(WrittenHead),
    /// There was one, and the object store has it no more.
    Lost,
    /// What the object store has was not written with this server's key.
    Foreign,
    /// The chain does not hold this one, or goes on with something that does not follow from it: its end was cut off or chained
    /// anew, or the database is an older one.
    Missing(WrittenHead),
}

impl HeadStanding {
    /// Whether an administrator of the machine has to look.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Lost | Self::Foreign | Self::Missing(_))
    }
}

/// Compares what was read, backwards as it is written: whether there was a head, then the head, now the chain. So another process
/// that writes meanwhile makes no fault of it. Beside it where the chain ends that follows from a head that is held.
async fn compare(
    db: &mut PgConnection,
    key: &ServerKey,
    has_begun: bool,
    outside: OutsideHead,
) -> Result<(HeadStanding, Option<ChainHead>), StorageError> {
    let standing = match outside {
        OutsideHead::Written(written) => {
            // That a row has its code says little: who owns the table writes it there, in front of a chain that is another one.
            let end = audit_seals::follow(db, key, written.head).await?;
            let missing = HeadStanding::Missing(written);
            return Ok((end.map_or(missing, |_| HeadStanding::Held(written)), end));
        }
        OutsideHead::Foreign => HeadStanding::Foreign,
        OutsideHead::Absent if has_begun => HeadStanding::Lost,
        OutsideHead::Absent => HeadStanding::NotBegun,
    };
    Ok((standing, None))
}

/// How they stand at this moment; nothing is written.
pub async fn look(
    pool: &PgPool,
    objects: &dyn ObjectStore,
    key: &ServerKey,
) -> Result<HeadStanding, StorageError> {
    let has_begun = audit_heads::has_begun(&mut *handles::connection(pool).await?).await?;
    // No connection is held while the store is waited for.
    let outside = read(objects, key).await?;
    let mut db = handles::connection(pool).await?;
    let (standing, _) = compare(&mut db, key, has_begun, outside).await?;
    Ok(standing)
}

/// What was found a moment ago, as one transaction sees it: whoever follows the whole chain in it must not be shown another chain
/// than the one that was compared.
pub async fn within(
    db: &mut PgConnection,
    standing: HeadStanding,
) -> Result<HeadStanding, StorageError> {
    if let HeadStanding::Held(written) = standing
        && !audit_seals::holds(db, written.head).await?
    {
        return Ok(HeadStanding::Missing(written));
    }
    Ok(standing)
}

/// Moves the head forward along the links that follow from it, to where the chain ends; one that the chain does not hold stays, and so does the lack of one that was
/// there. Answers how they stand then.
pub async fn keep(
    pool: &PgPool,
    objects: &dyn ObjectStore,
    key: &ServerKey,
    now: DateTime<Utc>,
) -> Result<HeadStanding, StorageError> {
    write_if(pool, (objects, key), now, |standing| !standing.is_fault()).await
}

/// The same after a restore, whose object store may be a new one: where there is no head, one is written.
pub async fn keep_restored(
    pool: &PgPool,
    objects: &dyn ObjectStore,
    key: &ServerKey,
    now: DateTime<Utc>,
) -> Result<HeadStanding, StorageError> {
    let may_write = |standing: HeadStanding| !standing.is_fault() || standing == HeadStanding::Lost;
    write_if(pool, (objects, key), now, may_write).await
}

/// Writes the head whatever stood there: somebody has seen that the chain does not hold it.
pub async fn accept(
    pool: &PgPool,
    objects: &dyn ObjectStore,
    key: &ServerKey,
    now: DateTime<Utc>,
) -> Result<HeadStanding, StorageError> {
    write_if(pool, (objects, key), now, |_| true).await
}

/// One process at a time, so that none writes an older head behind another's.
async fn write_if(
    pool: &PgPool,
    (objects, key): (&dyn ObjectStore, &ServerKey),
    now: DateTime<Utc>,
    may_write: fn(HeadStanding) -> bool,
) -> Result<HeadStanding, StorageError> {
    let mut tx = audit_heads::begin_writing(pool).await?;
    let has_begun = audit_heads::has_begun(&mut tx).await?;
    let outside = read(objects, key).await?;
    let (standing, end) = compare(&mut tx, key, has_begun, outside).await?;
    let head = match end {
        Some(end) => end,
        None => audit_seals::head(&mut tx).await?,
    };
    // An empty chain has no head to write.
    if head == ChainHead::EMPTY || !may_write(standing) {
        return Ok(standing);
    }
    let written = match standing {
        HeadStanding::Held(written) if written.head == head => written,
        _ => {
            let written = WrittenHead { head, at: now };
            let path = ObjectKey::AuditHead.path();
            objects.put(&path, written.text(key).into()).await?;
            written
        }
    };
    audit_heads::note_begun(&mut tx, now).await?;
    handles::commit(tx).await?;
    Ok(HeadStanding::Held(written))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(digit: &str) -> ServerKey {
        ServerKey::parse(&digit.repeat(32)).unwrap()
    }

    #[test]
    fn a_head_is_read_as_it_was_written_and_nobody_without_the_key_makes_another() {
        let written = WrittenHead {
            head: ChainHead {
                position: 12,
                code: [7; CODE_BYTES],
            },
            at: DateTime::from_timestamp_micros(1_800_000_000_123_456).unwrap(),
        };
        let text = written.text(&key("1"));
        let parse = |text: &str| WrittenHead::parse(text.as_bytes(), &key("1"));
        assert_eq!(parse(&text), Some(written), "{text}");
        assert!((text.len() as u64) < LONGEST);
        assert_eq!(WrittenHead::parse(text.as_bytes(), &key("2")), None);
        for (part, other) in [
            ("\"position\":12", "\"position\":11"),
            ("0707", "0708"),
            ("2027-", "2028-"),
        ] {
            let forged = text.replacen(part, other, 1);
            assert_ne!(forged, text, "{part}");
            assert_eq!(parse(&forged), None, "{forged}");
        }
        assert_eq!(parse(""), None);
    }
}
