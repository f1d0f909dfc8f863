//! A target as it arrives.

use domain::ids::{PushTargetId, UserId};
use domain::push_bounds::LEAST_RATE;
use domain::push_target::{LONGEST_NAME, SignIn, SignInKey, TargetKind};
use domain::text::{is_blank, is_forbidden};
use push::{HostDemand, HostKey, SEED_BYTES, SshKey, TargetSpec, parse_address};
use serde::Deserialize;
use texts::FieldText;
use url::Url;
use utoipa::ToSchema;

use super::trial;
use crate::context::Context;
use crate::orders::codes;
use crate::problem::Problem;

/// Longest login name or secret, characters.
const LONGEST: usize = 300;

/// A target to be saved, as all of it is to be. Of one that is changed, only what nobody can read there or what was compared stays where
/// it is left out: `secret`, `signInKey` and `hostKey`. Every other field that is left out is empty, or sets no bound.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = PushTargetForm)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct TargetForm {
    name: String,
    /// `shelf`: one's own shelf on our gateway. It has a name and a bandwidth; nothing else here is read. One for each person, and it
    /// never becomes another kind.
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
    /// `password` where left out; `key`: SFTP only.
    #[schema(value_type = Option<codes::TargetSignIn>)]
    sign_in: Option<String>,
    /// `person` changes a target over to one's own key that is signed in at with the installation's. Left out, or `installation`:
    /// such a target keeps that key as long as address and user stay the same. Every other is signed in at with one's own.
    #[schema(value_type = Option<codes::TargetSignInKey>)]
    sign_in_key: Option<SignInKey>,
    /// Of SFTP: fingerprint of the host's key that was compared with its owner. Left out: as it is known, and of a host that is
    /// not known yet, whichever it shows.
    host_key: Option<String>,
    /// Bytes a second that it is written to with, by all files together; left out or null: any, whatever was set before.
    bytes_per_second: Option<i64>,
}

/// What is known of a target that is changed.
pub(super) struct KnownTarget {
    pub(super) kind: TargetKind,
    pub(super) address: String,
    pub(super) login_name: String,
    pub(super) sign_in_key: Option<SignInKey>,
    pub(super) secret: String,
    pub(super) host_key: Option<HostKey>,
}

/// A target whose form is sound.
pub(super) struct CheckedTarget {
    pub(super) name: String,
    pub(super) sign_in: SignIn,
    pub(super) sign_in_key: Option<SignInKey>,
    pub(super) bytes_per_second: Option<i64>,
    /// Where it is; `None`: it is a shelf.
    pub(super) spec: Option<TargetSpec>,
}

impl TargetForm {
    /// Whether a key is signed in with.
    pub(super) fn wants_key(&self) -> bool {
        self.sign_in.as_deref().and_then(SignIn::parse) == Some(SignIn::Key)
    }

    /// Checks the fields; what is known stands for what was left out, and a key to sign in with is made from `seed`.
    pub(super) fn check(
        self,
        known: Option<KnownTarget>,
        (owner, seed): (UserId, Option<[u8; SEED_BYTES]>),
    ) -> Result<CheckedTarget, Problem> {
        let wrong = |field: &'static str, text: FieldText| Problem::invalid_field(field, text);
        let kind = TargetKind::parse(&self.kind)
            .ok_or_else(|| wrong("kind", FieldText::TargetAddressWrong))?;
        let is_shelf = kind == TargetKind::Shelf;
        if known
            .as_ref()
            .is_some_and(|known| (known.kind == TargetKind::Shelf) != is_shelf)
        {
            return Err(wrong("kind", FieldText::TargetKindFixed));
        }
        let name = self.name.trim().to_owned();
        if is_blank(&name) || unfit(&name, LONGEST_NAME) {
            return Err(wrong("name", FieldText::NameUnfit));
        }
        if self.bytes_per_second.is_some_and(|most| most < LEAST_RATE) {
            return Err(wrong("bytesPerSecond", FieldText::RateTooLow));
        }
        if is_shelf {
            return Ok(CheckedTarget {
                name,
                sign_in: SignIn::Password,
                sign_in_key: None,
                bytes_per_second: self.bytes_per_second,
                spec: None,
            });
        }
        self.check_server((kind, name), known, (owner, seed))
    }

    /// The same of what makes a target a server or a bucket.
    fn check_server(
        self,
        (kind, name): (TargetKind, String),
        known: Option<KnownTarget>,
        (owner, seed): (UserId, Option<[u8; SEED_BYTES]>),
    ) -> Result<CheckedTarget, Problem> {
        let wrong = |field: &'static str, text: FieldText| Problem::invalid_field(field, text);
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
        let sign_in_key =
            (sign_in == SignIn::Key).then(|| self.key_when_saved(known.as_ref(), &address));
        let key = sign_in_key.zip(seed);
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
            sign_in_key,
            bytes_per_second: self.bytes_per_second,
            spec: Some(TargetSpec {
                kind,
                address,
                region: self.region.trim().to_owned(),
                login_name: self.login_name.trim().to_owned(),
                secret,
                key: key.map(|(which, seed)| SshKey::new(which, &seed, owner)),
                host,
            }),
        })
    }

    /// With which key the target is signed in at from now on.
    fn key_when_saved(&self, known: Option<&KnownTarget>, address: &Url) -> SignInKey {
        let is_moved = known.is_none_or(|known| {
            known.address != address.as_str() || known.login_name != self.login_name.trim()
        });
        let before = known.and_then(|known| known.sign_in_key);
        SignInKey::when_saved(before, is_moved, self.sign_in_key)
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
    /// Writes a file there, reads it back and removes it. Answers the key that the host showed. A shelf needs no trial: it is our own
    /// store, and `/readyz` asks that.
    pub(super) async fn try_out(
        &self,
        context: &Context,
        id: PushTargetId,
    ) -> Result<Option<HostKey>, Problem> {
        let Some(spec) = &self.spec else {
            return Ok(None);
        };
        trial::check(context, id, spec).await
    }
}
