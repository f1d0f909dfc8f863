//! A receive task as it arrives.

use std::path::{Component, Path};

use domain::receive::{
    LONGEST_LOCATION, LONGEST_NAME, LONGEST_SETTLE, MOST_COLLECTIONS, ReceiveDefinition, Schedule,
    SourceKind, Verification,
};
use domain::text::{is_blank, is_forbidden};
use serde::Deserialize;
use storage::db::receive_tasks::ReceiveTaskForm;
use texts::FieldText;
use url::Url;
use utoipa::ToSchema;

use crate::orders::codes;
use crate::problem::Problem;

/// Longest name of a collection, characters.
const LONGEST_COLLECTION: usize = 200;

/// From where scenes come, and how.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = ReceiveDefinitionForm)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct DefinitionBody {
    #[schema(value_type = codes::ReceiveSourceKind)]
    kind: String,
    /// An absolute path below `ARCHIVE_ROOTS`, or the address of a STAC API's first page on one of `ARCHIVE_HOSTS`.
    location: String,
    /// Of an API: only these; none: all. Of GeoTIFFs: the one that they belong to.
    collections: Vec<String>,
    #[schema(value_type = codes::ReceiveVerification)]
    verification: String,
    /// How long a file of a folder lies unchanged before it is taken, seconds; 0: senders write under another name and rename.
    settle_seconds: i32,
}

/// A receive task to be saved. Its schedule is either an interval or cron.
#[derive(Debug, Deserialize, ToSchema)]
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
    pub(super) fn check(self) -> Result<ReceiveDefinition, Problem> {
        let kind = SourceKind::parse(&self.kind)
            .ok_or_else(|| wrong("definition.kind", FieldText::ReceiveLocationWrong))?;
        let verification = Verification::parse(&self.verification).ok_or_else(|| {
            wrong(
                "definition.verification",
                FieldText::ReceiveVerificationWrong,
            )
        })?;
        let location = self.location.trim().to_owned();
        if !is_location(kind, &location) {
            return Err(wrong(
                "definition.location",
                FieldText::ReceiveLocationWrong,
            ));
        }
        let names = self.collections.into_iter();
        let names = names.map(|name| name.trim().to_owned());
        let collections: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        let most = match kind {
            SourceKind::ItemFolder => 0,
            SourceKind::RasterFolder => 1,
            SourceKind::StacApi => MOST_COLLECTIONS,
        };
        if collections.len() > most
            || collections
                .iter()
                .any(|name| unfit(name, LONGEST_COLLECTION))
        {
            return Err(wrong(
                "definition.collections",
                FieldText::ReceiveCollectionsWrong,
            ));
        }
        if !(0..=LONGEST_SETTLE).contains(&self.settle_seconds) {
            return Err(wrong(
                "definition.settleSeconds",
                FieldText::ReceiveSettleWrong,
            ));
        }
        Ok(ReceiveDefinition {
            kind,
            location,
            collections,
            verification,
            settle_seconds: if kind.is_folder() {
                self.settle_seconds
            } else {
                0
            },
        })
    }
}

impl TaskBody {
    pub(super) fn check(self) -> Result<ReceiveTaskForm, Problem> {
        let name = self.name.trim().to_owned();
        if is_blank(&name) || unfit(&name, LONGEST_NAME) {
            return Err(wrong("name", FieldText::NameUnfit));
        }
        let definition = self.definition.check()?;
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
        })
    }
}

fn unfit(text: &str, most: usize) -> bool {
    text.chars().count() > most || text.chars().any(|c| is_forbidden(c, true))
}

/// Whether it could be such a place. Whether it may be read is decided by those who read it: folders are mounted there, and names
/// lead to addresses there.
fn is_location(kind: SourceKind, text: &str) -> bool {
    if text.len() > LONGEST_LOCATION || unfit(text, LONGEST_LOCATION) {
        return false;
    }
    if kind.is_folder() {
        let path = Path::new(text);
        let is_plain =
            |part: Component<'_>| matches!(part, Component::RootDir | Component::Normal(_));
        return path.is_absolute() && path.components().all(is_plain);
    }
    Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
    })
}
