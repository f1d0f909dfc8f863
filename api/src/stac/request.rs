//! What a search asks for, from a query or from a body.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use storage::db::items::{Cursor, SortKey};
use texts::FilterText;
use utoipa::IntoParams;

use super::cql::Conditions;
use super::fields::Fields;
use super::interval::{self, Interval};
use super::item_geometry;
use super::paging::{self, Fingerprint};
use super::sort::{self, SortBy};
use crate::geometry::area::Area;
use crate::problem::Problem;
use crate::scenes::search_record::Interest;

/// Items where nobody says how many.
const USUAL_LIMIT: i64 = 10;
/// Most items of an answer.
const MOST: i64 = 1000;
/// Longest list of ids or collections.
const LONGEST_LIST: usize = 1000;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// West, south, east, north.
    bbox: Option<String>,
    /// A GeoJSON geometry.
    intersects: Option<String>,
    /// A moment, or two with `/` between them; `..` is open.
    datetime: Option<String>,
    /// Ids, separated by `,`.
    ids: Option<String>,
    /// Collections, separated by `,`.
    collections: Option<String>,
    /// Most items, up to 1000.
    limit: Option<String>,
    /// Fields, separated by `,`; backwards with `-`.
    sortby: Option<String>,
    /// Parts of items, separated by `,`; left out with `-`.
    fields: Option<String>,
    /// CQL2.
    filter: Option<String>,
    /// `cql2-text` (the default) or `cql2-json`.
    #[serde(rename = "filter-lang")]
    #[param(rename = "filter-lang")]
    filter_lang: Option<String>,
    #[serde(rename = "filter-crs")]
    #[param(rename = "filter-crs")]
    filter_crs: Option<String>,
    /// The query extension, as JSON.
    query: Option<String>,
    /// Token of the page, from the link to it.
    token: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SearchBody {
    bbox: Option<Vec<f64>>,
    intersects: Option<Value>,
    datetime: Option<String>,
    ids: Option<Vec<String>>,
    #[serde(deserialize_with = "one_or_many")]
    collections: Option<Vec<String>>,
    limit: Option<i64>,
    sortby: Option<Vec<SortBy>>,
    #[serde(deserialize_with = "present")]
    fields: Option<Fields>,
    filter: Option<Value>,
    #[serde(rename = "filter-lang")]
    filter_lang: Option<String>,
    #[serde(rename = "filter-crs")]
    filter_crs: Option<String>,
    query: Option<Map<String, Value>>,
    token: Option<String>,
}

/// Some clients send a single collection as text.
fn one_or_many<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<String>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMany {
        One(String),
        Many(Vec<String>),
    }
    let named = Option::<OneOrMany>::deserialize(deserializer)?;
    Ok(named.map(|named| match named {
        OneOrMany::One(one) => vec![one],
        OneOrMany::Many(many) => many,
    }))
}

/// `null` is no list of fields.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Fields>, D::Error> {
    Fields::deserialize(deserializer).map(Some)
}

/// A request that was understood.
pub struct ItemSearch {
    /// Only in these; `None` everywhere.
    pub collections: Option<Vec<String>>,
    /// Time of acquisition that items must lie in.
    pub interval: Interval,
    /// Conditions on the items.
    pub conditions: Conditions,
    pub order: Vec<SortKey>,
    /// Cursor behind the last item of the page before.
    pub after: Option<Cursor>,
    /// Items on all pages, as the first page counted them.
    pub matched: Option<i64>,
    /// Most items.
    pub limit: i64,
    /// Parts of an item to answer.
    pub fields: Option<Fields>,
    /// What tokens are made for.
    pub fingerprint: Fingerprint,
    /// Whether this is the first page.
    pub begins: bool,
    /// What it tells of the person's interests.
    pub interest: Interest,
    /// Whether nothing but collections narrows: their counts are the answer's.
    pub unnarrowed: bool,
}

impl SearchQuery {
    /// The query string's parameters as a request body.
    pub fn into_body(self) -> Result<SearchBody, Problem> {
        let words = |list: &str| -> Vec<String> {
            let words = list.split(',').map(str::trim);
            words
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let numbers = |list: &str| -> Result<Vec<f64>, Problem> {
            let numbers = list.split(',').map(|number| number.trim().parse());
            numbers
                .collect::<Result<_, _>>()
                .map_err(|_| Problem::invalid_field("bbox", FilterText::BboxNotNumbers))
        };
        Ok(SearchBody {
            bbox: self.bbox.as_deref().map(numbers).transpose()?,
            intersects: self
                .intersects
                .as_deref()
                .map(|text| json("intersects", text))
                .transpose()?,
            ids: self.ids.as_deref().map(words),
            collections: self.collections.as_deref().map(words),
            limit: self.limit.as_deref().map(limit).transpose()?,
            sortby: self.sortby.as_deref().map(sort::read),
            fields: self.fields.as_deref().map(Fields::read),
            filter: match self.filter_lang.as_deref() {
                Some("cql2-json") => self
                    .filter
                    .as_deref()
                    .map(|text| json("filter", text))
                    .transpose()?,
                _ => self.filter.map(Value::String),
            },
            filter_lang: Some(self.filter_lang.unwrap_or_else(|| "cql2-text".to_owned())),
            filter_crs: self.filter_crs,
            query: self
                .query
                .as_deref()
                .map(|text| json("query", text))
                .transpose()?,
            datetime: self.datetime,
            token: self.token,
        })
    }
}

fn limit(text: &str) -> Result<i64, Problem> {
    text.trim()
        .parse()
        .map_err(|_| Problem::invalid_field("limit", FilterText::LimitWrong))
}

fn json<T: for<'de> Deserialize<'de>>(field: &'static str, text: &str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|error| {
        Problem::invalid_field(
            field,
            FilterText::NotJson {
                field: field.to_owned(),
                error: error.to_string(),
            },
        )
    })
}

/// The coordinate system that everything here is in.
const CRS84: &str = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";

impl SearchBody {
    /// Whether it names shapes other than a box.
    pub const fn may_hold_shapes(&self) -> bool {
        self.intersects.is_some() || self.filter.is_some()
    }

    /// Understands it. `said` is the request as it came, for the tokens.
    pub fn understand(self, raw: &Value) -> Result<ItemSearch, Problem> {
        let unnarrowed = self.bbox.is_none()
            && self.intersects.is_none()
            && self.ids.is_none()
            && self.datetime.is_none()
            && self.filter.is_none()
            && self.query.is_none();
        let limit = self.limit.unwrap_or(USUAL_LIMIT);
        if limit < 1 {
            return Err(Problem::invalid_field("limit", FilterText::LimitWrong));
        }
        let order = sort::keys(self.sortby.as_deref().unwrap_or_default())?;
        let fingerprint = Fingerprint::of_request(raw);
        let (after, matched) = self
            .token
            .as_deref()
            .map(|token| paging::read_token(&fingerprint, &order, token))
            .transpose()?
            .unzip();
        let interval = match self.datetime.as_deref() {
            Some(text) => interval::read(text)?,
            None => (None, None),
        };
        let (fields, collections) = (self.fields.clone(), self.collections.clone());
        let begins = after.is_none();
        let (conditions, area) = self.conditions()?;
        Ok(ItemSearch {
            begins,
            interval,
            order,
            after,
            fingerprint,
            unnarrowed,
            interest: Interest::new(area.as_ref().map_or(&[], Area::boxes), &[], &[], &[]),
            matched,
            limit: limit.min(MOST),
            fields,
            collections: bounded_list("collections", collections)?,
            conditions,
        })
    }

    /// And the area, where one is named outside the filter.
    fn conditions(self) -> Result<(Conditions, Option<Area>), Problem> {
        let mut named = None;
        let mut meets = |conditions: &mut Conditions, area: Area| {
            named = Some(area.clone());
            conditions.meets(area);
        };
        let mut conditions = Conditions::default();
        match (self.bbox, self.intersects) {
            (Some(_), Some(_)) => {
                return Err(Problem::invalid_field(
                    "bbox",
                    FilterText::BboxWithIntersects,
                ));
            }
            (Some(bbox), None) => meets(&mut conditions, item_geometry::area_of_bbox(&bbox)?),
            (None, Some(geometry)) => meets(&mut conditions, item_geometry::area_of(&geometry)?),
            (None, None) => {}
        }
        if let Some(ids) = bounded_list("ids", self.ids)? {
            conditions.ids(ids);
        }
        if self.filter_crs.is_some_and(|crs| crs != CRS84) {
            return Err(Problem::invalid_field(
                "filter-crs",
                FilterText::CrsUnsupported,
            ));
        }
        match (self.filter, self.filter_lang.as_deref()) {
            (None, _) => {}
            (Some(Value::String(text)), Some("cql2-text")) => conditions.text(&text)?,
            (Some(filter), None | Some("cql2-json")) => conditions.json(&filter)?,
            (Some(_), _) => {
                return Err(Problem::invalid_field(
                    "filter-lang",
                    FilterText::LanguageUnsupported,
                ));
            }
        }
        if let Some(query) = &self.query {
            conditions.query(query)?;
        }
        Ok((conditions, named))
    }
}

/// An empty list does not narrow.
fn bounded_list(
    field: &'static str,
    list: Option<Vec<String>>,
) -> Result<Option<Vec<String>>, Problem> {
    match list {
        Some(list) if list.len() > LONGEST_LIST => Err(Problem::invalid_field(
            field,
            FilterText::TooManyListed {
                field: field.to_owned(),
            },
        )),
        list => Ok(list.filter(|list| !list.is_empty())),
    }
}
