//! What a search asks for, as it arrives.

use serde::{Deserialize, Serialize};
use storage::db::scenes::UnknownCloud;
use utoipa::ToSchema;

use super::conditions::Condition;
use crate::moment;

/// What to search for; what is absent does not narrow.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = SceneSearch)]
#[serde(rename_all = "camelCase", default)]
pub struct Search {
    /// Catalogue nodes, with everything below them.
    pub(super) node_ids: Vec<i64>,
    /// The footprint meets this area (WKT, longitude and latitude). At most one of `wkt`, `region` and `areaId`.
    pub(super) wkt: Option<String>,
    /// The footprint meets this administrative region (`areaCode`).
    pub(super) region: Option<String>,
    /// The footprint meets this kept area.
    pub(super) area_id: Option<String>,
    /// Only nodes of these object types.
    #[schema(value_type = Vec<crate::orders::codes::CatalogKind>)]
    pub(super) obj_types: Vec<String>,
    /// What must hold of single fields; all of them hold.
    pub(super) conditions: Vec<Condition>,
    /// Taken at or after: RFC 3339, or a date in China.
    #[serde(deserialize_with = "moment::none_if_empty")]
    #[schema(value_type = Option<String>)]
    pub(super) from: Option<moment::PeriodBegin>,
    /// Taken at or before.
    #[serde(deserialize_with = "moment::none_if_empty")]
    #[schema(value_type = Option<String>)]
    pub(super) to: Option<moment::PeriodEnd>,
    pub(super) satellites: Vec<String>,
    pub(super) sensors: Vec<String>,
    /// At most this cloud cover, percent.
    pub(super) cloud_max: Option<f64>,
    /// What becomes of scenes whose cloud cover nobody knows.
    pub(super) unknown_cloud: UnknownCloudWord,
    /// Words that the name, the id, the satellite or the sensor contain, all of them; without regard to case, hyphens,
    /// underscores and spaces. Names of satellites are known in several spellings (高分一号, GF-1, GF1).
    pub(super) text: Option<String>,
    pub(super) page: Option<i64>,
    pub(super) page_size: Option<i64>,
    /// `scenedate`, `dataname`, `cloud`, `satelite` or `datasize`; backwards with `-`. Otherwise `pictures`: scenes with a
    /// picture before those without one, of each the last day first, and on a day files that are online before scenes
    /// that are only in the catalogue.
    pub(super) sort: Option<String>,
    /// Answer also what the found scenes are.
    pub(super) facets: bool,
    /// Answer also how much of the area the scenes of the page cover.
    pub(super) coverage: bool,
    /// Only scenes whose file is online.
    pub(super) online_only: bool,
}

/// What becomes of scenes whose cloud cover nobody knows.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = UnknownCloud)]
#[serde(rename_all = "lowercase")]
pub enum UnknownCloudWord {
    /// `cloudMax` leaves them out.
    #[default]
    Exclude,
    /// `cloudMax` lets them through.
    Include,
    /// Only they are found, whatever `cloudMax` is.
    Only,
}

impl UnknownCloudWord {
    pub(super) const fn as_str(self) -> Option<&'static str> {
        match self {
            Self::Exclude => None,
            Self::Include => Some("include"),
            Self::Only => Some("only"),
        }
    }
}

impl From<UnknownCloudWord> for UnknownCloud {
    fn from(word: UnknownCloudWord) -> Self {
        match word {
            UnknownCloudWord::Exclude => Self::Exclude,
            UnknownCloudWord::Include => Self::Include,
            UnknownCloudWord::Only => Self::Only,
        }
    }
}

impl Search {
    /// The word for its order.
    pub(crate) fn sort(&self) -> Option<&str> {
        self.sort.as_deref()
    }
}
