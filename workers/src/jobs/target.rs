//! Sessions with targets, as jobs open them, and what their failures are to the ledger.

use domain::push_target::TargetKind;
use push::{HostDemand, HostKey, PushError, SshKey, Target, TargetSpec, parse_address};
use storage::db::push_keys;
use storage::db::push_targets::TargetLogin;
use storage::lifecycle::pushes::TargetFailure;
use texts::Message;

use super::outcome::storage_fault;
use crate::crew::Crew;
use crate::fault::Fault;

/// Which side failed: the two have different patience.
pub(super) enum Broken {
    /// The file, its archive, or this product.
    Own(Fault),
    /// The server that files are pushed to.
    Target(PushError),
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self::Own(fault)
    }
}

impl From<PushError> for Broken {
    fn from(error: PushError) -> Self {
        Self::Target(error)
    }
}

/// Signs in.
pub(super) async fn open(crew: &Crew, to: &TargetLogin) -> Result<Target, Broken> {
    let address = parse_address(to.kind, &to.address)
        .map_err(|fault| Fault::Bug(fault.to_string().into()))?;
    let secret = to
        .secret(&crew.key)
        .map_err(|error| storage_fault(&error))?;
    let spec = TargetSpec {
        kind: to.kind,
        address,
        region: to.region.clone(),
        login_name: to.login_name.clone(),
        secret,
        key: key(crew, to).await?,
        host: host(to)?,
    };
    Ok(Target::open(&spec, &crew.settings.push).await?)
}

/// The key that is signed in with, where one is.
async fn key(crew: &Crew, to: &TargetLogin) -> Result<Option<SshKey>, Fault> {
    let Some(which) = to.sign_in_key else {
        return Ok(None);
    };
    let seed = async {
        let mut db = crew.pool.acquire().await?;
        push_keys::seed(&mut db, &crew.key).await
    };
    let seed = seed.await.map_err(|error| storage_fault(&error))?;
    Ok(seed.map(|seed| SshKey::new(which, &seed, to.owner)))
}

/// Which host key the server must show. If the stored one is unreadable the push fails: it never accepts just any host.
fn host(to: &TargetLogin) -> Result<HostDemand, Fault> {
    match to.host_key.as_deref().map(HostKey::parse) {
        Some(Some(known)) => Ok(HostDemand::Known(known)),
        None if to.kind != TargetKind::Sftp => Ok(HostDemand::Anybody),
        _ => Err(Fault::Bug("no host key is known".into())),
    }
}

/// What is written of a target that failed: that is no failure of the task.
pub(super) fn failure<'a>(
    to: &TargetLogin,
    error: &PushError,
    why: &'a Message,
) -> TargetFailure<'a> {
    tracing::warn!(%error, "the target of a subscription fails");
    TargetFailure {
        class: error.class(),
        is_stranger: error.is_stranger(),
        is_denial: matches!(error, PushError::Denied(_)),
        tested: to.tested,
        why,
    }
}
