//! How a session begins: who answers is looked at first, and only whom one was to meet is shown a password.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use russh::Preferred;
use russh::client::{AuthResult, Config, Handle, Handler, KeyboardInteractiveAuthResponse};
use russh::keys::{Algorithm, PublicKeyOrCertificate};
use russh_sftp::client::error::Error;
use russh_sftp::client::{Config as SftpConfig, RawSftpSession};
use russh_sftp::protocol::StatusCode;
use texts::FailureText;
use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::error::PushError;
use crate::hosts::{PushConfig, addresses};
use crate::keys::{HostDemand, HostKey};
use crate::patience::Patience;
use crate::sftp::transfer::AT_ONCE;
use crate::spec::TargetSpec;

const PORT: u16 = 22;
/// A connection that a server lets die without a word is noticed.
const KEEPALIVE: Duration = Duration::from_secs(20);
/// Times that a server may ask back before it says yes or no.
const ROUNDS: usize = 5;

/// Looks at who answers.
pub struct HostCheck {
    demand: HostDemand,
    met: Arc<OnceLock<HostKey>>,
    /// Goes with the session: requests that come in the moment in which it ends are answered by nobody.
    _connection: watch::Sender<()>,
}

impl Handler for HostCheck {
    type Error = russh::Error;

    async fn check_server_key(
        &mut self,
        presented: &PublicKeyOrCertificate,
    ) -> Result<bool, Self::Error> {
        let PublicKeyOrCertificate::PublicKey { key, .. } = presented else {
            return Ok(false);
        };
        let key = HostKey::met(key);
        let takes = self.demand.takes(&key);
        let _ = self.met.set(key);
        Ok(takes)
    }
}

/// Connects, sees that it is the host that was to be met, and signs in.
pub(super) async fn connect(
    spec: &TargetSpec,
    config: &PushConfig,
    patience: &mut Patience,
) -> Result<(Handle<HostCheck>, HostKey), PushError> {
    let port = spec.address.port().unwrap_or(PORT);
    let addresses = addresses(&spec.address, port, config).await?;
    let socket = tokio::time::timeout(patience.reply, TcpStream::connect(&addresses[..]))
        .await
        .map_err(|_| patience.no_answer())?
        .map_err(|error| patience.broken(error.to_string()))?;
    let met = Arc::new(OnceLock::new());
    let (connection, ends) = watch::channel(());
    let check = HostCheck {
        demand: spec.host.clone(),
        met: Arc::clone(&met),
        _connection: connection,
    };
    let settings = Arc::new(settings(&spec.host));
    let begun = patience
        .wait(russh::client::connect_stream(settings, socket, check))
        .await?;
    let met = met.get().cloned();
    let mut ssh = match (begun, &met) {
        (Ok(ssh), Some(_)) => ssh,
        (_, Some(met)) if !spec.host.takes(met) => return Err(stranger(spec, met, patience)),
        (Err(error), _) => return Err(patience.broken(error.to_string())),
        (Ok(_), None) => return Err(patience.broken("no host key".to_owned())),
    };
    let met = met.ok_or_else(|| patience.no_answer())?;
    patience.connection = Some(ends);
    if patience
        .wait(sign_in(&mut ssh, spec))
        .await?
        .map_err(|error| patience.broken(error.to_string()))?
    {
        Ok((ssh, met))
    } else {
        let address = patience.address.clone();
        Err(PushError::Denied(
            FailureText::TargetSignInRefused { place: address }.into(),
        ))
    }
}

fn stranger(spec: &TargetSpec, met: &HostKey, patience: &Patience) -> PushError {
    PushError::Stranger {
        target: patience.address.clone(),
        known: spec.host.fingerprint(),
        met: met.fingerprint(),
    }
}

fn settings(demand: &HostDemand) -> Config {
    let mut keys: Vec<_> = Preferred::DEFAULT
        .key
        .iter()
        // SHA-1 signatures are forged (RFC 8332).
        .filter(|algorithm| !matches!(algorithm, Algorithm::Rsa { hash: None }))
        .cloned()
        .collect();
    if let Some(known) = demand.expected() {
        keys.sort_by_key(|algorithm| !known.signs(algorithm));
    }
    Config {
        preferred: Preferred {
            key: Cow::Owned(keys),
            ..Preferred::DEFAULT
        },
        keepalive_interval: Some(KEEPALIVE),
        nodelay: true,
        ..Config::default()
    }
}

async fn sign_in(ssh: &mut Handle<HostCheck>, spec: &TargetSpec) -> Result<bool, russh::Error> {
    let name = spec.login_name.as_str();
    if let Some(key) = &spec.key {
        let answer = ssh.authenticate_publickey(name, key.signer()).await?;
        return Ok(answer.success());
    }
    match ssh
        .authenticate_password(name, spec.secret.as_str())
        .await?
    {
        AuthResult::Success => Ok(true),
        AuthResult::Failure {
            remaining_methods, ..
        } if remaining_methods.contains(&russh::MethodKind::KeyboardInteractive) => {
            answer_questions(ssh, spec).await
        }
        AuthResult::Failure { .. } => Ok(false),
    }
}

/// Some servers take a password only as the answer to a question (RFC 4256).
async fn answer_questions(
    ssh: &mut Handle<HostCheck>,
    spec: &TargetSpec,
) -> Result<bool, russh::Error> {
    let name = spec.login_name.as_str();
    let mut answer = ssh
        .authenticate_keyboard_interactive_start(name, None)
        .await?;
    for _ in 0..ROUNDS {
        let prompts = match answer {
            KeyboardInteractiveAuthResponse::Success => return Ok(true),
            KeyboardInteractiveAuthResponse::Failure { .. } => return Ok(false),
            KeyboardInteractiveAuthResponse::InfoRequest { prompts, .. } => prompts,
        };
        let words = prompts.iter().map(|_| spec.secret.clone()).collect();
        answer = ssh.authenticate_keyboard_interactive_respond(words).await?;
    }
    Ok(false)
}

/// Begins to speak of files. Answers what the server offers beyond the draft.
pub(super) async fn begin(
    ssh: &Handle<HostCheck>,
    patience: &Patience,
) -> Result<(RawSftpSession, HashMap<String, String>), PushError> {
    let broken = |error: russh::Error| patience.broken(error.to_string());
    let channel = patience.wait(ssh.channel_open_session()).await?;
    let channel = channel.map_err(broken)?;
    let subsystem = channel.request_subsystem(true, "sftp");
    patience.wait(subsystem).await?.map_err(broken)?;
    let settings = SftpConfig {
        // Of the last of those under way; that they come in at all is seen one by one.
        request_timeout_secs: patience.longest().as_secs().max(1) * AT_ONCE as u64,
        ..SftpConfig::default()
    };
    let sftp = RawSftpSession::new_with_config(channel.into_stream(), settings);
    let version = patience.ask_sftp(sftp.init()).await?;
    Ok((sftp, version.extensions))
}

/// A string as SSH writes it (RFC 4251, section 5).
pub(super) fn ssh_string(text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    [&length.to_be_bytes()[..], text.as_bytes()].concat()
}

impl Patience {
    pub(super) async fn ask_sftp<T>(
        &self,
        call: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, PushError> {
        self.wait(call)
            .await?
            .map_err(|error| self.explain_sftp(&error))
    }

    pub(super) fn explain_sftp(&self, error: &Error) -> PushError {
        let what = self.explained(error.to_string());
        match error {
            Error::Timeout => self.no_answer(),
            Error::Status(status) => match status.status_code {
                StatusCode::PermissionDenied | StatusCode::NoSuchFile => PushError::Denied(what),
                _ => PushError::Failed(what),
            },
            _ => PushError::Failed(what),
        }
    }
}
