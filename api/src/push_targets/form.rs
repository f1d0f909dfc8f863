//! A target as it arrives.

use domain::ids::PushTargetId;
use domain::push_target::{LONGEST_NAME, TargetKind};
use domain::text::{is_blank, is_forbidden};
use push::{TargetSpec, parse_address};
use serde::Deserialize;
use texts::{FieldText, ProblemText};
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
    /// `ftp://host/folder`, `ftps://host/folder`, or of S3 the endpoint with the bucket, `https://endpoint/bucket/prefix`.
    address: String,
    /// Region of a bucket.
    region: String,
    /// The user, or the access key.
    login_name: String,
    /// The password, or the secret key. Left out where a target is changed: as it is.
    secret: Option<String>,
}

/// A target whose form is sound.
pub(super) struct CheckedTarget {
    pub(super) name: String,
    pub(super) spec: TargetSpec,
}

impl TargetForm {
    /// Whether the secret stays as it is.
    pub(super) fn keeps_secret(&self) -> bool {
        self.secret.as_deref().is_none_or(str::is_empty)
    }

    /// Checks the fields; `secret` stands for the one that was left out.
    pub(super) fn check(self, secret: Option<String>) -> Result<CheckedTarget, Problem> {
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
        let secret = self.secret.filter(|secret| !secret.is_empty()).or(secret);
        let secret = secret.ok_or_else(|| wrong("secret", FieldText::TargetSecretMissing))?;
        if unfit(&secret, LONGEST) {
            return Err(wrong("secret", FieldText::NameUnfit));
        }
        Ok(CheckedTarget {
            name,
            spec: TargetSpec {
                kind,
                address,
                region: self.region.trim().to_owned(),
                login_name: self.login_name.trim().to_owned(),
                secret,
            },
        })
    }
}

fn unfit(text: &str, most: usize) -> bool {
    text.chars().count() > most || text.chars().any(|c| is_forbidden(c, true))
}

impl CheckedTarget {
    /// Writes a file there, reads it back and removes it.
    pub(super) async fn try_out(&self, context: &Context, id: PushTargetId) -> Result<(), Problem> {
        let name = format!("scenedock-{}.txt", id.0.simple());
        push::check(&self.spec, &context.settings.push, &name)
            .await
            .map_err(|error| {
                let what = error.detail();
                Problem::conflict(ProblemText::TargetUnreachable { what })
            })
    }
}
