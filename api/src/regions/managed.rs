//! Administrative regions as administrators change them.

mod change;
mod create;
mod list;
mod outline;
mod remove;
mod restore;
mod uses;

use domain::permission::Permission;
use domain::region::{RegionLevel, RegionOrigin, RegionRefusal};
use domain::text::looks_alike;
use serde::{Deserialize, Serialize};
use storage::db::account_events::FieldChange;
use storage::db::audit_log::outline_in_short;
use storage::db::regions::RegionOverlays;
use storage::lifecycle::regions::{RegionDesk, RegionError, UNCHANGED};
use texts::{FieldText, ProblemText};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::region::Region;
use super::table::Regions;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::orders::codes;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};

pub(super) fn declare(routes: &mut Routes) {
    let manage = RouteAccess::Needs(Permission::ManageCatalogue);
    routes.add(manage, routes!(list::list, create::create));
    routes.add(manage, routes!(change::change, remove::remove));
    routes.add(manage, routes!(restore::restore));
    routes.add(manage, routes!(uses::uses));
}

/// A region, and how it differs from what ships.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ManagedRegion)]
#[serde(rename_all = "camelCase")]
struct RegionView {
    area_code: String,
    area_name: String,
    /// In lower case, a space between syllables.
    pinyin: String,
    #[schema(value_type = codes::RegionLevel)]
    level: RegionLevel,
    /// Empty: it is part of none.
    parent_code: String,
    /// Names of the regions that it is part of, from the top.
    path: Vec<String>,
    #[schema(value_type = codes::RegionOrigin)]
    origin: RegionOrigin,
    /// Regions that are directly part of it.
    children: usize,
    /// What a change has to name.
    version: i64,
}

/// Which state of a region the caller has read.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RegionVersion {
    /// The region's `version`.
    version: i64,
}

/// What ships, what administrators say, and what follows.
struct ManagedRegions<'a> {
    base: &'a Regions,
    overlays: &'a RegionOverlays,
    regions: Regions,
}

impl<'a> ManagedRegions<'a> {
    fn new(base: &'a Regions, overlays: &'a RegionOverlays) -> Self {
        let regions = base.with(overlays);
        Self {
            base,
            overlays,
            regions,
        }
    }

    /// Those that there are, and those that shipped and are no more.
    fn all(&self) -> impl Iterator<Item = &Region> {
        let is_removed = |region: &&Region| self.origin(&region.code) == RegionOrigin::Removed;
        let removed = self.base.all().filter(is_removed);
        self.regions.all().chain(removed)
    }

    fn origin(&self, code: &str) -> RegionOrigin {
        RegionOrigin::of_overlay(self.overlays.get(code).map(|stored| &stored.overlay))
    }

    /// Those that are directly part of a region.
    fn parts(&self, code: &str) -> impl Iterator<Item = &Region> {
        self.regions
            .all()
            .filter(move |region| region.parent == code)
    }

    /// Regions beside one another are told apart by what they are called.
    fn check_name(&self, region: &Region) -> Result<(), RegionRefusal> {
        let mut others = self.parts(&region.parent);
        let is_taken =
            others.any(|other| other.code != region.code && looks_alike(&other.name, &region.name));
        if is_taken {
            return Err(RegionRefusal::NameTaken);
        }
        Ok(())
    }

    fn path(&self, region: &Region) -> Vec<String> {
        let mut names = Vec::new();
        let mut above = self.regions.find(&region.parent);
        // As many steps as there are levels: own boundaries may hold a circle.
        for _ in RegionLevel::ALL {
            let Some(next) = above else { break };
            names.push(next.name.clone());
            above = self.regions.find(&next.parent);
        }
        names.reverse();
        names
    }

    fn view(&self, region: &Region) -> RegionView {
        let stored = self.overlays.get(&region.code);
        RegionView {
            area_code: region.code.clone(),
            area_name: region.name.clone(),
            pinyin: region.pinyin.clone(),
            level: region.level,
            parent_code: region.parent.clone(),
            path: self.path(region),
            origin: self.origin(&region.code),
            children: self.parts(&region.code).count(),
            version: stored.map_or(UNCHANGED, |stored| stored.version),
        }
    }
}

fn desk<'a>(context: &'a Context, caller: &Caller, client: &'a Client) -> RegionDesk<'a> {
    RegionDesk {
        pool: &context.pool,
        by: caller.by(client),
        user: caller.id,
        now: context.now(),
    }
}

/// The region as it is after a change.
async fn read(context: &Context, code: &str) -> Result<RegionView, Problem> {
    let mut db = context.connection().await?;
    let overlays = storage::db::regions::overlays(&mut db).await?;
    drop(db);
    let managed = ManagedRegions::new(context.regions.base(), &overlays);
    let region = managed.regions.find(code).ok_or_else(Problem::not_found)?;
    Ok(managed.view(region))
}

impl From<RegionError> for Problem {
    fn from(error: RegionError) -> Self {
        let refusal = match error {
            RegionError::Storage(error) => return error.into(),
            RegionError::Scope(refusal) => return Self::conflict(refusal.text()),
            RegionError::InUse(users) => {
                return Self::conflict(ProblemText::RegionInUse).with_errors(uses::errors(&users));
            }
            RegionError::Refused(refusal) => refusal,
        };
        match (refusal, refusal.text()) {
            (_, Some(text)) => Self::conflict(text),
            (RegionRefusal::CodeTaken, None) => {
                Self::invalid_field("areaCode", FieldText::RegionCodeTaken)
            }
            (RegionRefusal::NameTaken, None) => {
                Self::invalid_field("areaName", FieldText::RegionNameTaken)
            }
            (RegionRefusal::ParentWrong, None) => {
                Self::invalid_field("parentCode", FieldText::RegionParentWrong)
            }
            (_, None) => Self::not_found(),
        }
    }
}

/// What of a region became different; of an outline the number of its corners and a digest.
fn changes_between(before: Option<&Region>, after: Option<&Region>) -> Vec<FieldChange> {
    let facts = |region: Option<&Region>| {
        region.map_or_else(Default::default, |region| {
            [
                region.name.clone(),
                region.pinyin.clone(),
                region.level.as_str().to_owned(),
                region.parent.clone(),
                outline_in_short(&region.wkt),
            ]
        })
    };
    let pairs: [String; 5] = facts(before);
    ["areaName", "pinyin", "level", "parentCode", "outline"]
        .into_iter()
        .zip(pairs.into_iter().zip(facts(after)))
        .filter(|(_, (before, after))| before != after)
        .map(|(field, (before, after))| FieldChange {
            field: field.to_owned(),
            before,
            after,
        })
        .collect()
}

#[cfg(test)]
mod tests;
