//! A receive task as it arrives.

use std::path::{Component, Path};

use chrono::{DateTime, Utc};
use domain::ids::ReceiveTaskId;
use domain::receive::{
    LONGEST_LOCATION, LONGEST_NAME, LONGEST_SETTLE, MAX_COLLECTIONS, ReceiveDefinition, Schedule,
    SourceContents, SourceKind, Verification,
};
use domain::text::{is_blank, is_forbidden};
use push::parse_address;
use serde::Deserialize;
use storage::db::receive_tasks::ReceiveTaskForm;
use texts::FieldText;
use url::Url;
use utoipa::ToSchema;

use crate::orders::codes;
use crate::problem::Problem;

/// Longest name of a collection, characters.
const LONGEST_COLLECTION: usize = 200;

/// Longest user or secret, characters.
const LONGEST_SECRET: usize = 300;

/// From where scenes come, and how.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = ReceiveDefinitionForm)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct DefinitionBody {
    #[schema(value_type = codes::ReceiveSourceKind)]
    kind: String,
    /// An absolute path below `ARCHIVE_ROOTS`; the address of a STAC API's first page on one of `ARCHIVE_HOSTS`, of another
    /// installation `https://host/stac`; or, on one of
    /// `PUSH_HOSTS`, `ftp://host/folder`, `ftps://host/folder`, or of S3 the endpoint with the bucket, `https://endpoint/bucket/prefix`.
    location: String,
    /// Of an API: only these; none: all. Of GeoTIFFs: the one that they belong to.
    collections: Vec<String>,
    #[schema(value_type = codes::ReceiveVerification)]
    verification: String,
    /// How long a file lies unchanged before it is taken, seconds; 0: senders write under another name and rename.
    settle_seconds: i32,
    /// Of S3 and FTP: what the files are.
    #[schema(value_type = Option<codes::ReceiveContents>)]
    contents: Option<String>,
    /// Region of a bucket.
    region: String,
    /// Of S3 and FTP: the user, or the access key.
    login_name: String,
    /// Of S3 and FTP: the password, or the secret key; of another installation the token that it gave. Left out where a task is changed or tried out: as it is, if host and user are the same.
    secret: Option<String>,
    /// Of another installation: whether the files of its scenes are copied too.
    with_files: bool,
    /// Of another installation: only scenes in this box, degrees west, south, east and north; west greater than east crosses the
    /// antimeridian.
    area: Option<[f64; 4]>,
    /// Of another installation: only scenes taken from then on.
    taken_from: Option<DateTime<Utc>>,
    /// Of another installation: only scenes taken until then.
    taken_until: Option<DateTime<Utc>>,
}

/// A definition to be tried out.
#[derive(Deserialize, ToSchema)]
#[schema(as = ReceiveDryRunForm)]
#[serde(rename_all = "camelCase")]
pub(super) struct DryRunBody {
    #[serde(flatten)]
    pub(super) definition: DefinitionBody,
    /// Of a saved task: whose secret it is where none is given.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub(super) task_id: Option<ReceiveTaskId>,
}

/// A definition that is sound, and what one signs in with; `None`: as it is known, or nothing.
pub(super) struct CheckedDefinition {
    pub(super) definition: ReceiveDefinition,
    pub(super) secret: Option<String>,
}

/// A receive task to be saved. Its schedule is either an interval or cron.
#[derive(Deserialize, ToSchema)]
#[schema(as = ReceiveTaskForm)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaskBody {
    name: String,
    definition: DefinitionBody,
    /// Minutes between the end of a run and the next one.
    every_minutes: Option<i32>,
    /// Five fields of cron, in Chinese time.
    cron: Option<String>,
}

fn wrong(field: &'static str, text: FieldText) -> Problem {
    Problem::invalid_field(field, text)
}

impl DefinitionBody {
    /// Checks the fields. `known`: what is changed, or tried out anew, and has a secret; one that was left out is the one of the task, but
    /// never for another host or user than it was given for.
    pub(super) fn check(
        self,
        known: Option<&ReceiveDefinition>,
    ) -> Result<CheckedDefinition, Problem> {
        let kind = SourceKind::parse(&self.kind)
            .ok_or_else(|| wrong("definition.kind", FieldText::ReceiveLocationWrong))?;
        let verification = Verification::parse(&self.verification).ok_or_else(|| {
            wrong(
                "definition.verification",
                FieldText::ReceiveVerificationWrong,
            )
        })?;
        let location = location_of(kind, self.location.trim())
            .ok_or_else(|| wrong("definition.location", FieldText::ReceiveLocationWrong))?;
        let contents = contents_of(kind, self.contents.as_deref())?;
        let collections = collections_of(kind, contents, self.collections)?;
        if !(0..=LONGEST_SETTLE).contains(&self.settle_seconds) {
            return Err(wrong(
                "definition.settleSeconds",
                FieldText::ReceiveSettleWrong,
            ));
        }
        let (is_remote, is_peer) = (kind.remote().is_some(), kind.is_peer());
        let word = |field: &'static str, text: String| {
            let text = text.trim().to_owned();
            if unfit(&text, LONGEST_SECRET) {
                return Err(wrong(field, FieldText::NameUnfit));
            }
            Ok(if is_remote { text } else { String::new() })
        };
        let definition = ReceiveDefinition {
            kind,
            location,
            collections,
            verification,
            settle_seconds: if kind.has_files() {
                self.settle_seconds
            } else {
                0
            },
            contents,
            region: word("definition.region", self.region)?,
            login_name: word("definition.loginName", self.login_name)?,
            with_files: is_peer && self.with_files,
            area: self.area.filter(|_| is_peer),
            taken_from: self.taken_from.filter(|_| is_peer),
            taken_until: self.taken_until.filter(|_| is_peer),
        };
        check_part(&definition)?;
        let secret = secret_of(&definition, self.secret, known)?;
        Ok(CheckedDefinition { definition, secret })
    }
}

/// A secret that was given to be sent to one host, as one user, goes to no other.
fn secret_of(
    definition: &ReceiveDefinition,
    given: Option<String>,
    known: Option<&ReceiveDefinition>,
) -> Result<Option<String>, Problem> {
    if !definition.kind.signs_in() {
        return Ok(None);
    }
    let Some(secret) = given.filter(|secret| !secret.is_empty()) else {
        let is_known = known.is_some_and(|known| is_same_account(known, definition));
        return if is_known {
            Ok(None)
        } else {
            Err(wrong("definition.secret", FieldText::TargetSecretMissing))
        };
    };
    if unfit(&secret, LONGEST_SECRET) {
        return Err(wrong("definition.secret", FieldText::NameUnfit));
    }
    Ok(Some(secret))
}

/// Which part of another installation's catalogue is copied.
fn check_part(definition: &ReceiveDefinition) -> Result<(), Problem> {
    let is_on_globe = |[west, south, east, north]: [f64; 4]| {
        let is_longitude = |degrees: f64| (-180.0..=180.0).contains(&degrees);
        is_longitude(west)
            && is_longitude(east)
            && south < north
            && south >= -90.0
            && north <= 90.0
            && west < east + 360.0
            && west.to_bits() != east.to_bits()
    };
    if !definition.area.is_none_or(is_on_globe) {
        return Err(wrong("definition.area", FieldText::ReceiveAreaWrong));
    }
    match (definition.taken_from, definition.taken_until) {
        (Some(from), Some(until)) if from > until => {
            Err(wrong("definition.takenFrom", FieldText::ReceiveTakenWrong))
        }
        _ => Ok(()),
    }
}

fn is_same_account(one: &ReceiveDefinition, other: &ReceiveDefinition) -> bool {
    let origin = |definition: &ReceiveDefinition| {
        let url = Url::parse(&definition.location).ok()?;
        let host = url.host_str()?.to_owned();
        Some((url.scheme().to_owned(), host, url.port()))
    };
    let is_same_host = origin(one).is_some() && origin(one) == origin(other);
    is_same_host && (one.kind, &one.login_name) == (other.kind, &other.login_name)
}

fn contents_of(kind: SourceKind, word: Option<&str>) -> Result<Option<SourceContents>, Problem> {
    if kind.remote().is_none() {
        return Ok(None);
    }
    let contents = word.and_then(SourceContents::parse);
    contents
        .map(Some)
        .ok_or_else(|| wrong("definition.contents", FieldText::ReceiveContentsWrong))
}

fn collections_of(
    kind: SourceKind,
    contents: Option<SourceContents>,
    names: Vec<String>,
) -> Result<Vec<String>, Problem> {
    let names = names.into_iter().map(|name| name.trim().to_owned());
    let collections: Vec<String> = names.filter(|name| !name.is_empty()).collect();
    let most = match (kind, contents) {
        (SourceKind::StacApi | SourceKind::Scenedock, _) => MAX_COLLECTIONS,
        (SourceKind::RasterFolder, _) | (_, Some(SourceContents::Rasters)) => 1,
        _ => 0,
    };
    let is_unfit = |name: &String| unfit(name, LONGEST_COLLECTION);
    if collections.len() > most || collections.iter().any(is_unfit) {
        return Err(wrong(
            "definition.collections",
            FieldText::ReceiveCollectionsWrong,
        ));
    }
    Ok(collections)
}

impl TaskBody {
    /// Checks the fields; `known`: the task that is changed.
    pub(super) fn check(
        self,
        known: Option<&ReceiveDefinition>,
    ) -> Result<ReceiveTaskForm, Problem> {
        let name = self.name.trim().to_owned();
        if is_blank(&name) || unfit(&name, LONGEST_NAME) {
            return Err(wrong("name", FieldText::NameUnfit));
        }
        let CheckedDefinition { definition, secret } = self.definition.check(known)?;
        let cron = self.cron.map(|text| text.trim().to_owned());
        let cron = cron.filter(|text| !text.is_empty());
        let field = if cron.is_some() {
            "cron"
        } else {
            "everyMinutes"
        };
        let schedule = Schedule::parse(self.every_minutes, cron.as_deref())
            .map_err(|_| wrong(field, FieldText::ReceiveScheduleWrong))?;
        Ok(ReceiveTaskForm {
            name,
            definition,
            schedule,
            cron,
            secret,
        })
    }
}

fn unfit(text: &str, most: usize) -> bool {
    text.chars().count() > most || text.chars().any(|c| is_forbidden(c, true))
}

/// The place, if it could be one. Whether it may be read is decided by those who read it: folders are mounted there, and names
/// lead to addresses there.
fn location_of(kind: SourceKind, text: &str) -> Option<String> {
    if text.len() > LONGEST_LOCATION || unfit(text, LONGEST_LOCATION) {
        return None;
    }
    if let Some(remote) = kind.remote() {
        return parse_address(remote, text).ok().map(String::from);
    }
    let could_be = if kind.is_folder() {
        let path = Path::new(text);
        let is_plain =
            |part: Component<'_>| matches!(part, Component::RootDir | Component::Normal(_));
        path.is_absolute() && path.components().all(is_plain)
    } else {
        Url::parse(text).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.username().is_empty()
                && url.password().is_none()
        })
    };
    could_be.then(|| text.to_owned())
}
