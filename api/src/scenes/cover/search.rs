//! CoverSearch for the scenes of a cover: a shortlist, a cover from it, and again for what stayed open.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};
use domain::cover::{DERIVED_TYPES, Kind, Traits};
use geo::{BoundingRect as _, Geometry, MultiPolygon, Rect};
use storage::db::catalogue::Tree;
use storage::db::scenes::{self, Candidate, Near, Rank, SceneFilter};

use crate::context::Context;
use crate::geometry::area::Area;
use crate::geometry::pool::GeometryPermit;
use crate::problem::Problem;
use crate::scenes::bounded_search::BoundedSearch;
use geometry::cover::{self, Choice, Cover, Shortlist};
use geometry::coverage::Surface;

/// Searches at most: the first over the whole area, each next one over the gap that is left.
const MAX_ROUNDS: usize = 3;
/// Days of a year in the Gregorian calendar.
const DAYS_OF_A_YEAR: f64 = 365.2425;

/// What was chosen, and from what.
pub(super) struct CoverChoice {
    pub(super) dataids: Vec<String>,
    /// Share of the area that stays open, 0 to 1.
    pub(super) gap: f64,
    pub(super) uncovered: MultiPolygon,
    pub(super) candidates: usize,
    pub(super) derived_left_out: usize,
    pub(super) overcast_left_out: usize,
    pub(super) complete: bool,
}

/// A cover of the surface out of what the search finds; age counts up to `until`, or now.
pub(super) async fn cover(
    context: &Context,
    search: BoundedSearch,
    until: Option<DateTime<Utc>>,
    surface: Surface,
    permit: &GeometryPermit,
) -> Result<CoverChoice, Problem> {
    let now = context.now();
    let now = until.map_or(now, |until| until.min(now));
    let mut looking = CoverSearch::new(context, search, now).await?;
    let whole = surface.size();
    let mut listed = permit.within(looking.look(context, &surface, None)).await?;
    let mut chosen = CoverChoice {
        dataids: Vec::new(),
        gap: 1.0,
        uncovered: surface.whole(),
        candidates: listed.total,
        derived_left_out: listed.left_out,
        overcast_left_out: listed.overcast,
        complete: false,
    };
    let mut open = Some(surface);
    for _ in 0..=MAX_ROUNDS {
        let Some(surface) = open.take() else { break };
        let share = surface.size() / whole;
        let choices = listed.choices(now);
        let covered = covered(surface, choices, permit).await?;
        chosen.complete = listed.is_whole && covered.complete;
        let progress = !covered.dataids.is_empty();
        chosen.take(covered, share);
        if chosen.complete || !progress {
            break;
        }
        let uncovered = chosen.uncovered.clone();
        let reopened = permit.run(move |budget| {
            let rest = Surface::new(&uncovered.0, budget).ok()??;
            Some((rest, Area::from_geometry(Geometry::MultiPolygon(uncovered))))
        });
        let Some((rest, area)) = reopened.await? else {
            chosen.complete = true;
            break;
        };
        let Ok(area) = area else { break };
        looking.filter.area = Some(area.search());
        let kind = Some(listed.kind);
        listed = permit.within(looking.look(context, &rest, kind)).await?;
        open = Some(rest);
    }
    Ok(chosen)
}

impl CoverChoice {
    fn take(&mut self, covered: Cover, share: f64) {
        for dataid in covered.dataids {
            if !self.dataids.contains(&dataid) {
                self.dataids.push(dataid);
            }
        }
        self.gap = covered.gap * share;
        self.uncovered = covered.uncovered;
    }
}

async fn covered(
    surface: Surface,
    choices: Vec<Choice>,
    permit: &GeometryPermit,
) -> Result<Cover, Problem> {
    let covering = permit.run(move |budget| cover::cover(&surface, choices, budget));
    Ok(covering.await??)
}

/// The conditions that every round of a cover searches by.
struct CoverSearch {
    filter: SceneFilter,
    /// Nodes whose scenes are derived products, not imagery.
    derived: Arc<HashSet<i64>>,
    now: DateTime<Utc>,
}

/// Found scenes of one kind.
struct CandidateList {
    kind: Kind,
    candidates: Vec<Candidate>,
    total: usize,
    /// Whether all that were found are candidates.
    is_whole: bool,
    /// Derived products that were found and are no candidates.
    left_out: usize,
    /// Scenes that are too cloudy to be candidates.
    overcast: usize,
}

/// Shortlists of imagery and of derived products, and how much imagery is too cloudy for either.
struct CandidateLists {
    imagery: Shortlist,
    derived: Shortlist,
    overcast: usize,
}

impl CoverSearch {
    async fn new(
        context: &Context,
        search: BoundedSearch,
        now: DateTime<Utc>,
    ) -> Result<Self, Problem> {
        let mut db = context.connection().await?;
        let filter = search.filter(context, &mut db).await?;
        let derived = Tree::read(&mut db)
            .await?
            .of_types(&DERIVED_TYPES.map(str::to_owned));
        Ok(Self {
            filter,
            derived: Arc::new(derived.into_iter().collect()),
            now,
        })
    }

    /// A shortlist for the surface, of this kind or else of the best that was found.
    async fn look(
        &self,
        context: &Context,
        surface: &Surface,
        kind: Option<Kind>,
    ) -> Result<CandidateList, Problem> {
        let mut transaction = context.begin_search().await?;
        let lists = Arc::new(Mutex::new(CandidateLists::new(surface)));
        let rank = self.offering(&lists);
        scenes::near(&context.scenes, &mut transaction, &self.filter, rank, 0).await?;
        let empty = CandidateLists::new(surface);
        let lists = {
            let mut lists = lists.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *lists, empty)
        };
        let (mut listed, dids) = lists.best(kind);
        listed.candidates = scenes::candidates(&mut transaction, &dids).await?;
        transaction.commit().await?;
        Ok(listed)
    }

    /// Shows every scene to the lists; none gets a rank.
    fn offering(&self, lists: &Arc<Mutex<CandidateLists>>) -> Rank {
        let (lists, derived, now) = (Arc::clone(lists), Arc::clone(&self.derived), self.now);
        Arc::new(move |near: &Near<'_>| {
            let footprint = (near.footprint)()?.polygons();
            let acquired = DateTime::from_timestamp_micros(near.acquired).unwrap_or_default();
            let traits = Traits {
                size: near.size,
                cloud: Some(f64::from(near.cloud)).filter(|cloud| !cloud.is_nan()),
                gsd: None,
                years: years(acquired, now),
            };
            let mut lists = lists.lock().unwrap_or_else(PoisonError::into_inner);
            if traits.is_overcast() {
                lists.overcast += 1;
                return None;
            }
            let list = if derived.contains(&near.node) {
                &mut lists.derived
            } else {
                &mut lists.imagery
            };
            list.offer(near.did, traits.cost(), &footprint);
            None
        })
    }
}

impl CandidateLists {
    fn new(surface: &Surface) -> Self {
        let rim = surface.whole().bounding_rect();
        let rim = rim.unwrap_or_else(|| Rect::new((-180.0, -90.0), (180.0, 90.0)));
        Self {
            imagery: Shortlist::new(rim),
            derived: Shortlist::new(rim),
            overcast: 0,
        }
    }

    fn best(self, kind: Option<Kind>) -> (CandidateList, Vec<i64>) {
        let Self {
            imagery,
            derived,
            overcast,
        } = self;
        let found = if imagery.total() + overcast > 0 {
            Kind::Imagery
        } else {
            Kind::Derived
        };
        let kind = kind.unwrap_or(found);
        let (list, left_out) = match kind {
            Kind::Imagery => (imagery, derived.total()),
            Kind::Derived => (derived, 0),
        };
        let listed = CandidateList {
            kind,
            candidates: Vec::new(),
            total: list.total(),
            is_whole: list.is_whole(),
            left_out,
            overcast,
        };
        (listed, list.dids())
    }
}

impl CandidateList {
    fn choices(&self, now: DateTime<Utc>) -> Vec<Choice> {
        let choice = |scene: &Candidate| {
            let traits = Traits {
                size: scene.size,
                cloud: scene.cloud.map(f64::from),
                gsd: scene.gsd.map(f64::from),
                years: years(scene.acquired, now),
            };
            Some(Choice {
                dataid: scene.dataid.clone(),
                cost: traits.cost(),
                footprint: scene.footprint.known_geometry()?,
            })
        };
        self.candidates.iter().filter_map(choice).collect()
    }
}

fn years(acquired: DateTime<Utc>, now: DateTime<Utc>) -> f64 {
    (now - acquired).as_seconds_f64() / 86_400.0 / DAYS_OF_A_YEAR
}
