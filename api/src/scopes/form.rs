//! A grant as it is asked for.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::account::check_optional_text;
use domain::calendar::checked_moment;
use domain::ids::{UnitId, UserId};
use domain::scope::{GrantExtent, ScopeSubject, ScopeSubjectKind};
use serde::{Deserialize, Deserializer};
use storage::db::scopes::{GrantDraft, StoredGrant};
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;
use wkt::ToWkt as _;

use crate::areas::refuse_crossing;
use crate::context::Context;
use crate::geometry::area::Area;
use crate::geometry::pool::GeometryPermit;
use crate::orders::codes;
use crate::problem::{FieldError, Problem};
use geometry::wkt::{Unreadable, parse};

/// Most nodes that one grant names.
const MAX_NODES: usize = 1000;

/// A grant as it is to be. Each of its limits has to be named, with `null` where there is none: a limit that is forgotten, or
/// misspelt, must not open the whole catalogue.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[schema(as = ScopeGrantDraft)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct GrantForm {
    #[schema(value_type = codes::ScopeSubjectKind)]
    subject: ScopeSubjectKind,
    /// The unit or the person; not of everybody.
    #[serde(default)]
    subject_id: Option<Uuid>,
    /// Catalogue nodes with all below them; null: all.
    #[schema(required)]
    #[serde(deserialize_with = "named")]
    node_ids: Option<BTreeSet<i64>>,
    /// An administrative region: scenes that meet it; null: none.
    #[schema(required)]
    #[serde(deserialize_with = "named")]
    region: Option<String>,
    /// An area as WKT, longitude and latitude: scenes that meet it; null: none.
    #[schema(required)]
    #[serde(deserialize_with = "named")]
    wkt: Option<String>,
    /// What people call the area; of a region it is the region's name.
    #[serde(default)]
    area_name: String,
    /// The last moment, in the years 1970 to 9999; null: for good.
    #[schema(required)]
    #[serde(deserialize_with = "named")]
    until: Option<DateTime<Utc>>,
    /// Why, or empty.
    #[serde(default)]
    note: String,
    /// The `version` that the caller has read. A grant that somebody changed meanwhile is left as it is
    /// (`changed_meanwhile`). Null: that is not asked; of a new one it is not looked at.
    #[serde(default)]
    pub(super) version: Option<i64>,
}

/// A limit that is there, if only as `null`.
fn named<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// An area of a grant: its text, the region's code, and what people call it.
type GrantArea = (Option<String>, Option<String>, String);

impl GrantForm {
    /// What is to be kept, or what is wrong with it. The area that the grant to be changed has already may be sent back as it is, whatever
    /// is asked of new ones.
    pub(super) async fn draft(
        self,
        context: &Context,
        permit: &GeometryPermit,
        before: Option<&StoredGrant>,
    ) -> Result<GrantDraft, Problem> {
        let subject = self.subject()?;
        let nodes = self.node_ids.as_ref();
        let checks = [
            (
                "nodeIds",
                nodes
                    .is_some_and(|nodes| nodes.is_empty() || nodes.len() > MAX_NODES)
                    .then_some(FieldText::ScopeNodesWrong),
            ),
            ("areaName", check_optional_text(&self.area_name).err()),
            ("note", check_optional_text(&self.note).err()),
            (
                "until",
                self.until.and_then(|until| checked_moment(until).err()),
            ),
        ];
        let errors: Vec<_> = checks
            .into_iter()
            .filter_map(|(field, text)| text.map(|text| FieldError::new(field, text)))
            .collect();
        if !errors.is_empty() {
            return Err(Problem::invalid(errors));
        }
        let known = before.and_then(|grant| grant.extent.area.as_deref());
        let (area, region, area_name) = self.area(context, permit, known).await?;
        Ok(GrantDraft {
            subject,
            extent: GrantExtent {
                nodes: self.node_ids,
                area,
                until: self.until,
            },
            region,
            area_name,
            note: self.note.trim().to_owned(),
        })
    }

    fn subject(&self) -> Result<ScopeSubject, Problem> {
        match (self.subject, self.subject_id) {
            (ScopeSubjectKind::Everybody, None) => Ok(ScopeSubject::Everybody),
            (ScopeSubjectKind::Unit, Some(id)) => Ok(ScopeSubject::Unit(UnitId(id))),
            (ScopeSubjectKind::Person, Some(id)) => Ok(ScopeSubject::Person(UserId(id))),
            _ => Err(Problem::invalid_field(
                "subjectId",
                FieldText::NoSuchSubject,
            )),
        }
    }

    async fn area(
        &self,
        context: &Context,
        permit: &GeometryPermit,
        known: Option<&str>,
    ) -> Result<GrantArea, Problem> {
        let given = |text: &Option<String>| {
            let text = text.as_deref().map(str::trim);
            text.filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let name = self.area_name.trim().to_owned();
        match (given(&self.region), given(&self.wkt)) {
            (None, None) => Ok((None, None, String::new())),
            (Some(_), Some(_)) => Err(Problem::invalid_field("region", FieldText::OneAreaOnly)),
            (Some(code), None) => {
                let mut db = context.connection().await?;
                let regions = context.regions.read(&mut db).await?;
                drop(db);
                let missing = || Problem::invalid_field("region", FieldText::NoSuchRegion);
                let wrong = |reason: Unreadable| Problem::invalid_field("region", reason);
                let found = regions.find(&code).ok_or_else(missing)?;
                regions.area(&code).ok_or_else(missing)?.map_err(wrong)?;
                Ok((Some(found.wkt.clone()), Some(code), found.name.clone()))
            }
            (None, Some(wkt)) if known == Some(&*wkt) => Ok((Some(wkt), None, name)),
            (None, Some(wkt)) => {
                let text = permit.run(move |_| outline(&wkt)).await??;
                let missing = || Problem::invalid_field("wkt", FieldText::NoSurface);
                Ok((Some(text.ok_or_else(missing)?), None, name))
            }
        }
    }
}

/// The area as it is stored; `None`: it is nowhere.
fn outline(wkt: &str) -> Result<Option<String>, Problem> {
    let wrong = |reason: Unreadable| Problem::invalid_field("wkt", reason);
    let geometry = parse(wkt).map_err(wrong)?;
    refuse_crossing(&geometry)?;
    let area = Area::from_geometry(geometry).map_err(wrong)?;
    // Cut, it is another one, which may be sent back.
    refuse_crossing(area.search().geometry())?;
    let is_somewhere = !area.boxes().is_empty();
    Ok(is_somewhere.then(|| area.search().geometry().wkt_string()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_granted_can_be_granted_again(
            corners in prop::collection::vec((0..60_u32, 0..60_u32), 3..7),
            west in prop::sample::select(vec![0.0, 179.99]),
            unit in prop::sample::select(vec![0.5, 1e-3, 1.234_567e-3]),
        ) {
            let points = corners.iter().chain(corners.first()).map(|(x, y)| {
                format!("{} {}", west + f64::from(*x) * unit, f64::from(*y) * unit)
            });
            let text = format!("POLYGON(({}))", points.collect::<Vec<_>>().join(","));
            if let Ok(Some(stored)) = outline(&text) {
                prop_assert!(matches!(outline(&stored), Ok(Some(_))), "{stored}");
            }
        }
    }
}
