//! `GET /api/regions/managed/{areaCode}/uses`

use axum::extract::State;
use domain::text::first_named;
use serde::Serialize;
use storage::db::regions::{self, RegionUse, RegionUseKind};
use storage::lifecycle::regions::RegionUsers;
use texts::FieldText;
use utoipa::ToSchema;

use crate::context::Context;
use crate::json::{Json, Path};
use crate::problem::{FieldError, Problem, ProblemBody, first_users};

/// Most people and units that are named of each sort.
const MAX_NAMED: usize = 20;

/// Somebody by whom a region is named.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RegionUserView {
    /// The unit, or the login name; empty: everybody.
    who: String,
    /// Number of such uses.
    count: i64,
}

/// What names a region, and who.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegionUses)]
pub(super) struct UsesView {
    /// Regions that are directly part of it.
    children: usize,
    /// To whom grants of it are made; the first 20.
    grants: Vec<RegionUserView>,
    /// Whose bookmarks name it; the first 20.
    bookmarks: Vec<RegionUserView>,
    /// Whose saved searches name it; the first 20.
    searches: Vec<RegionUserView>,
}

/// What names a region, and who. One that nothing names can be removed.
#[utoipa::path(get, path = "/api/regions/managed/{areaCode}/uses", tag = "regions", operation_id = "getRegionUses",
    params(("areaCode" = String, Path)),
    responses((status = 200, body = UsesView), (status = 404, body = ProblemBody)))]
pub(super) async fn uses(
    State(context): State<Context>,
    Path(code): Path<String>,
) -> Result<Json<UsesView>, Problem> {
    let mut db = context.connection().await?;
    let regions = context.regions.read(&mut db).await?;
    regions.find(&code).ok_or_else(Problem::not_found)?;
    let uses = regions::uses(&mut db, &code).await?;
    let children = regions.all().filter(|region| region.parent == code);
    Ok(Json(UsesView {
        children: children.count(),
        grants: named(&uses, RegionUseKind::Grant),
        bookmarks: named(&uses, RegionUseKind::Bookmark),
        searches: named(&uses, RegionUseKind::Search),
    }))
}

fn named(uses: &[RegionUse], kind: RegionUseKind) -> Vec<RegionUserView> {
    let of_kind = uses.iter().filter(|one| one.kind == kind);
    let views = of_kind.take(MAX_NAMED).map(|one| RegionUserView {
        who: one.who.clone(),
        count: one.count,
    });
    views.collect()
}

/// Each sort of what needs a region, with the first names.
pub(super) fn errors(users: &RegionUsers) -> Vec<FieldError> {
    let of_kind = |kind: RegionUseKind, is_everybody: bool| {
        let of_kind = users.uses.iter().filter(move |one| one.kind == kind);
        of_kind.filter(move |one| one.who.is_empty() == is_everybody)
    };
    let count = |kind: RegionUseKind, is_everybody: bool| -> u64 {
        let counts = of_kind(kind, is_everybody).map(|one| one.count.unsigned_abs());
        counts.sum()
    };
    let names = |kind: RegionUseKind| first_users(of_kind(kind, false).map(|one| &*one.who));
    let children = users.children.len() as u64;
    let grants = count(RegionUseKind::Grant, false);
    let to_everybody = count(RegionUseKind::Grant, true);
    let bookmarks = count(RegionUseKind::Bookmark, false);
    let searches = count(RegionUseKind::Search, false);
    let sorts = [
        (
            "children",
            children,
            FieldText::RegionHasChildren {
                count: children,
                names: first_named(children, &users.children),
            },
        ),
        (
            "grants",
            grants,
            FieldText::NodeHasGrants {
                count: grants,
                names: names(RegionUseKind::Grant),
            },
        ),
        (
            "grants",
            to_everybody,
            FieldText::GrantedToEverybody {
                count: to_everybody,
            },
        ),
        (
            "bookmarks",
            bookmarks,
            FieldText::RegionHasBookmarks {
                count: bookmarks,
                names: names(RegionUseKind::Bookmark),
            },
        ),
        (
            "searches",
            searches,
            FieldText::NodeHasSearches {
                count: searches,
                names: names(RegionUseKind::Search),
            },
        ),
    ];
    let sorts = sorts.into_iter().filter(|(_, count, _)| *count > 0);
    sorts
        .map(|(field, _, text)| FieldError::new(field, text))
        .collect()
}
