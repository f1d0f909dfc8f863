//! A target as it arrives.

use domain::ids::PushTargetId;
use domain::push_target::{LONGEST_NAME, SignIn, TargetKind};
use domain::text::{is_blank, is_forbidden};
use push::{HostDemand, HostKey, InstallationKey, PushError, TargetSpec, parse_address};
use serde::Deserialize;
use texts::{FieldText, ProblemText};
use url::Url;
use utoipa::ToSchema;

use crate::context::Context;
use crate::orders::codes;
use crate::problem::Problem;

/// Longest login name or secret, characters.
const LONGEST: usize = 300;

/// A target to be saved.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = PushTargetForm)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct TargetForm {
    name: String,
    #[schema(value_type = codes::TargetKind)]
    kind: String,
    /// `ftp://host/folder`, `ftps://host/folder`, `sftp://host/folder` (from the root, or below the account's own folder as
    /// `sftp://host/~/folder`), or of S3 the endpoint with the bucket, `https://endpoint/bucket/prefix`.
    address: String,
    /// Region of a bucket.
    region: String,
    /// The user, or the access key.
    login_name: String,
    /// The password, or the secret key. Left out where a target is changed: as it is. Not needed with a key.
    secret: Option<String>,
    /// `password` where left out; `key`: the installation's own key, SFTP only.
    #[schema(value_type = Option<codes::TargetSignIn>)]
    sign_in: Option<String>,
    /// Of SFTP: fingerprint of the host's key that was compared with its owner. Left out: as it is known, and of a host that is
    /// not known yet, whichever it shows.
    host_key: Option<String>,
}

/// What is known of a target that is changed.
pub(super) struct KnownTarget {
    pub(super) address: String,
    pub(super) secret: String,
    pub(super) host_key: Option<HostKey>,
}

/// A target whose form is sound.
pub(super) struct CheckedTarget {
    pub(super) name: String,
    pub(super) sign_in: SignIn,
    pub(super) spec: TargetSpec,
}

impl TargetForm {
    /// Whether the installation's key is signed in with.
    pub(super) fn wants_key(&self) -> bool {
        self.sign_in.as_deref().and_then(SignIn::parse) == Some(SignIn::Key)
    }

    /// Checks the fields; what is known stands for what was left out, and `key` is what a sign-in by key comes with.
    pub(super) fn check(
        self,
        known: Option<KnownTarget>,
        key: Option<InstallationKey>,
    ) -> Result<CheckedTarget, Problem> {
        let wrong = |field: &'static str, text: FieldText| Problem::invalid_field(field, text);
        let kind = TargetKind::parse(&self.kind)
            .ok_or_else(|| wrong("kind", FieldText::TargetAddressWrong))?;
        let name = self.name.trim().to_owned();
        if is_blank(&name) || unfit(&name, LONGEST_NAME) {
            return Err(wrong("name", FieldText::NameUnfit));
        }
        let address = parse_address(kind, &self.address)
            .map_err(|_| wrong("address", FieldText::TargetAddressWrong))?;
        for (field, text) in [("region", &self.region), ("loginName", &self.login_name)] {
            if unfit(text, LONGEST) {
                return Err(wrong(field, FieldText::NameUnfit));
            }
        }
        let sign_in = self
            .sign_in
            .as_deref()
            .map_or(Some(SignIn::Password), SignIn::parse);
        let sign_in = sign_in
            .filter(|way| way.fits(kind))
            .ok_or_else(|| wrong("signIn", FieldText::TargetSignInWrong))?;
        let host = host_demand(self.host_key, &address, known.as_ref());
        // What opens one host is not sent to another: whoever moves a target knows what opens it there.
        let known_secret = known
            .filter(|known| stands_at(known, &address))
            .map(|known| known.secret);
        let secret = match sign_in {
            SignIn::Key => Some(String::new()),
            SignIn::Password => self
                .secret
                .or(known_secret)
                .filter(|secret| !secret.is_empty()),
        };
        let secret = secret.ok_or_else(|| wrong("secret", FieldText::TargetSecretMissing))?;
        if unfit(&secret, LONGEST) {
            return Err(wrong("secret", FieldText::NameUnfit));
        }
        Ok(CheckedTarget {
            name,
            sign_in,
            spec: TargetSpec {
                kind,
                address,
                region: self.region.trim().to_owned(),
                login_name: self.login_name.trim().to_owned(),
                secret,
                key: key.filter(|_| sign_in == SignIn::Key),
                host,
            },
        })
    }
}

/// Whether the target is on this host and port, whatever its folder is.
fn stands_at(known: &KnownTarget, address: &Url) -> bool {
    Url::parse(&known.address).is_ok_and(|before| {
        before.scheme() == address.scheme()
            && before.host() == address.host()
            && before.port() == address.port()
    })
}

/// Whom the target's host has to be: whom somebody has compared, else whom it was where it stands at the same place.
fn host_demand(compared: Option<String>, address: &Url, known: Option<&KnownTarget>) -> HostDemand {
    let before = known
        .filter(|known| stands_at(known, address))
        .and_then(|known| known.host_key.clone());
    let compared = compared.map(|words| words.trim().to_owned());
    match (compared.filter(|words| !words.is_empty()), before) {
        (Some(fingerprint), before) => HostDemand::Compared {
            fingerprint,
            before,
        },
        (None, Some(before)) => HostDemand::Known(before),
        (None, None) => HostDemand::Anybody,
    }
}

fn unfit(text: &str, most: usize) -> bool {
    text.chars().count() > most || text.chars().any(|c| is_forbidden(c, true))
}

impl CheckedTarget {
    /// Writes a file there, reads it back and removes it. Answers the key that the host showed.
    pub(super) async fn try_out(
        &self,
        context: &Context,
        id: PushTargetId,
    ) -> Result<Option<HostKey>, Problem> {
        let name = format!("scenedock-{}.txt", id.0.simple());
        push::check(&self.spec, &context.settings.push, &name)
            .await
            .map_err(|error| {
                Problem::conflict(match error {
                    PushError::Stranger { known, met, .. } => {
                        ProblemText::TargetHostKeyDiffers { known, met }
                    }
                    error => ProblemText::TargetUnreachable {
                        what: error.detail(),
                    },
                })
            })
    }
}
