//! The keys that sign records and reports: one of Ed25519, made once for an installation and sealed like its other secrets, and
//! one of SM2 where it is set.

use forms::signing::{Algorithm, RecordKey, RecordSigner};
use rand::Rng as _;
use storage::PgConnection;
use storage::db::record_keys::{self, NewRecordKey, SEED_BYTES};

use crate::context::Context;
use crate::problem::Problem;

/// What signs now; made when there is none. Of two processes that make one at once, one's is kept.
pub(crate) async fn signer(
    context: &Context,
    db: &mut PgConnection,
) -> Result<RecordSigner, Problem> {
    let signer = match record_keys::signing_seed(db, &context.server_key).await? {
        Some(seed) => RecordSigner::from_seed(&seed),
        None => make(context, db).await?,
    };
    let Some(key) = &context.settings.sm2_key else {
        return Ok(signer);
    };
    // What is signed with it can be checked from then on.
    let public = key.public_bytes();
    let id = RecordKey::new(Algorithm::Sm2, &public).id;
    record_keys::note_sm2(db, (&id, &public), context.now()).await?;
    Ok(signer.with_sm2(Some(key)))
}

async fn make(context: &Context, db: &mut PgConnection) -> Result<RecordSigner, Problem> {
    let mut seed = [0; SEED_BYTES];
    rand::rng().fill_bytes(&mut seed);
    let made = RecordSigner::from_seed(&seed);
    let new = NewRecordKey {
        id: &made.public().id,
        algorithm: Algorithm::Ed25519.name(),
        public_key: &made.public_bytes(),
        seed: &seed,
        made: context.now(),
    };
    record_keys::keep(db, &context.server_key, new).await?;
    let seed = record_keys::signing_seed(db, &context.server_key).await?;
    seed.map(|seed| RecordSigner::from_seed(&seed))
        .ok_or_else(Problem::internal)
}

/// Makes the key at the first start, so that it is there before anybody asks for it.
pub async fn make_key(context: &Context) {
    let made = async { signer(context, &mut *context.connection().await?).await };
    if made.await.is_err() {
        tracing::error!("delivery records cannot be signed: their key cannot be made or opened");
    }
}

/// Every key of the installation, as those who check know it.
pub(super) async fn record_keys(
    context: &Context,
    db: &mut PgConnection,
) -> Result<Vec<RecordKey>, Problem> {
    signer(context, db).await?;
    let keys = record_keys::public_keys(db).await?.into_iter();
    let keys = keys.map(|key| {
        let algorithm = if key.algorithm == Algorithm::Sm2.name() {
            Algorithm::Sm2
        } else {
            Algorithm::Ed25519
        };
        RecordKey::new(algorithm, &key.bytes)
    });
    Ok(keys.collect())
}
