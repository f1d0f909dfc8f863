//! All grants in this process's memory: a search must not read them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, Utc};
use domain::ids::{ScopeGrantId, UnitId, UserId};
use domain::scope::{GrantExtent, GrantVerdict, ScopeLimit, ScopeSubject};
use geometry::antimeridian::cut_search;
use geometry::{FootprintRef, SearchArea, wkt};
use sqlx::PgConnection;

use super::grant_rows::{self, GrantRecord, KnownGrant};
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::catalogue::Tree;
use crate::db::scenes::{SceneScope, ScopePart};

/// The reader whose scope applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Somebody who is not signed in.
    Guest,
    Person(UserId),
    /// A member of this unit who has no grants of the own.
    Member(UnitId),
    /// A token: what its account sees and whoever made it.
    Token {
        account: UserId,
        issuer: UserId,
    },
    /// Somebody who sees every scene, whatever the grants.
    All,
}

impl From<ScopeSubject> for Viewer {
    /// Somebody who has the grants of a subject.
    fn from(subject: ScopeSubject) -> Self {
        match subject {
            ScopeSubject::Everybody => Self::Guest,
            ScopeSubject::Unit(unit) => Self::Member(unit),
            ScopeSubject::Person(person) => Self::Person(person),
        }
    }
}

/// All grants as they were at one moment.
#[derive(Debug, Default)]
pub struct ScopeBook {
    version: String,
    grants: Vec<BookedGrant>,
    everybody: Vec<usize>,
    of_units: HashMap<UnitId, Vec<usize>>,
    of_persons: HashMap<UserId, Vec<usize>>,
    /// The unit above each.
    parents: HashMap<UnitId, UnitId>,
    members: HashMap<UserId, UnitId>,
}

/// A grant, ready to be asked.
#[derive(Debug)]
pub struct BookedGrant {
    pub id: ScopeGrantId,
    /// Everybody, a unit or a person.
    pub subject: ScopeSubject,
    /// What it lets them see.
    pub extent: GrantExtent,
    /// Its area; `None`: everywhere. An area that nobody can read holds nothing.
    area: Option<Arc<SearchArea>>,
    /// Which version of its row was read.
    pub(super) row_version: String,
}

impl BookedGrant {
    fn part(&self, tree: &Tree) -> ScopePart {
        ScopePart {
            nodes: self.extent.nodes.as_ref().map(|nodes| below(tree, nodes)),
            areas: self.area.iter().cloned().collect(),
        }
    }

    /// What of it lets people see a scene, and what does not.
    #[must_use]
    pub fn verdict(
        &self,
        tree: &Tree,
        (node, footprint): (i64, FootprintRef<'_>),
        now: DateTime<Utc>,
    ) -> GrantVerdict {
        let part = self.part(tree);
        GrantVerdict {
            in_time: self.extent.is_valid(now),
            in_nodes: part.holds_node(node),
            in_area: part.areas.iter().all(|area| area.meets(footprint)),
        }
    }
}

/// The nodes and all below them, in order.
fn below(tree: &Tree, nodes: &BTreeSet<i64>) -> Vec<i64> {
    let nodes: Vec<i64> = nodes.iter().copied().collect();
    let mut nodes = tree.with_descendants(&nodes);
    nodes.sort_unstable();
    nodes
}

impl ScopeBook {
    /// What somebody may see at this moment.
    #[must_use]
    pub fn scope(&self, viewer: Viewer, tree: &Tree, now: DateTime<Utc>) -> SceneScope {
        if viewer == Viewer::All {
            return SceneScope::everything();
        }
        if let Viewer::Token { account, issuer } = viewer {
            let [account, issuer] =
                [account, issuer].map(|it| self.scope(Viewer::Person(it), tree, now));
            return account.shared_with(&issuer);
        }
        let grants = self.grants_of(viewer);
        let valid = grants.filter(|grant| grant.extent.is_valid(now));
        SceneScope::of_parts(valid.map(|grant| grant.part(tree)).collect())
    }

    /// Whether what somebody may see depends on the catalogue's tree.
    #[must_use]
    pub fn names_nodes(&self, viewer: Viewer) -> bool {
        if let Viewer::Token { account, issuer } = viewer {
            let mut both = [account, issuer].into_iter().map(Viewer::Person);
            return both.any(|viewer| self.names_nodes(viewer));
        }
        viewer != Viewer::All
            && self
                .grants_of(viewer)
                .any(|grant| grant.extent.nodes.is_some())
    }

    /// The grants that somebody has: everybody's, those of the own unit and of those above it, and the own ones. A token has none of
    /// its own.
    pub fn grants_of(&self, viewer: Viewer) -> impl Iterator<Item = &BookedGrant> {
        let (own, units) = match viewer {
            Viewer::Person(person) => (self.of_persons.get(&person), self.units_of(person)),
            Viewer::Member(unit) => (None, self.up_from(Some(unit))),
            Viewer::Guest | Viewer::Token { .. } | Viewer::All => (None, Vec::new()),
        };
        let of_units = units
            .into_iter()
            .filter_map(|unit| self.of_units.get(&unit));
        let numbers = std::iter::once(&self.everybody).chain(of_units).chain(own);
        numbers.flatten().map(|number| &self.grants[*number])
    }

    /// Every grant of the book.
    pub(super) fn grants(&self) -> &[BookedGrant] {
        &self.grants
    }

    /// What the grants to a unit itself let people see.
    pub fn extents_of_unit(&self, unit: UnitId) -> impl Iterator<Item = &GrantExtent> {
        let numbers = self.of_units.get(&unit).into_iter().flatten();
        numbers.map(|number| &self.grants[*number].extent)
    }

    /// The unit that somebody is a member of, and those above it.
    #[must_use]
    pub fn units_of(&self, person: UserId) -> Vec<UnitId> {
        self.up_from(self.members.get(&person).copied())
    }

    /// A unit and those above it.
    fn up_from(&self, mut next: Option<UnitId>) -> Vec<UnitId> {
        let mut known = HashSet::new();
        let mut units = Vec::new();
        while let Some(unit) = next.filter(|unit| known.insert(*unit)) {
            units.push(unit);
            next = self.parents.get(&unit).copied();
        }
        units
    }

    /// How far somebody may make grants: nodes are said with all below them.
    #[must_use]
    pub fn limit(&self, viewer: Viewer, tree: &Tree, now: DateTime<Utc>) -> ScopeLimit {
        if viewer == Viewer::All {
            return ScopeLimit::Everything;
        }
        let grants = self.grants_of(viewer);
        let valid = grants.filter(|grant| grant.extent.is_valid(now));
        ScopeLimit::Within(
            valid
                .map(|grant| with_below(grant.extent.clone(), tree))
                .collect(),
        )
    }

    /// Reads all grants; the areas that `before` has read already are the same ones, so that what is remembered of them stays.
    async fn read(db: &mut PgConnection, before: &Self) -> Result<Self, StorageError> {
        let version = version(db).await?;
        let grants = grant_rows::since(db, before.known()).await?;
        let parents = sqlx::query!(
            "SELECT id, parent_id AS \"parent_id!\" FROM unit WHERE parent_id IS NOT NULL"
        )
        .fetch_all(&mut *db)
        .await?;
        let members = sqlx::query!("SELECT user_id, unit_id FROM unit_member")
            .fetch_all(db)
            .await?;
        let mut book = Self {
            version,
            parents: parents
                .into_iter()
                .map(|row| (UnitId(row.id), UnitId(row.parent_id)))
                .collect(),
            members: members
                .into_iter()
                .map(|row| (UserId(row.user_id), UnitId(row.unit_id)))
                .collect(),
            ..Self::default()
        };
        book.fill(grants, before.areas()).await?;
        Ok(book)
    }

    /// The grants that one person has, and no others.
    pub(super) async fn of_person(
        db: &mut PgConnection,
        person: UserId,
    ) -> Result<Self, StorageError> {
        let member = super::member_of(db, person).await?;
        let units = match &member {
            Some((unit, _)) => super::above(db, *unit).await?,
            None => Vec::new(),
        };
        let grants = grant_rows::of_person(db, person, &units).await?;
        let mut book = Self {
            parents: units.windows(2).map(|pair| (pair[0], pair[1])).collect(),
            members: member.into_iter().map(|(unit, _)| (person, unit)).collect(),
            ..Self::default()
        };
        book.fill(grants, HashMap::new()).await?;
        Ok(book)
    }

    async fn fill(
        &mut self,
        grants: Vec<GrantRecord>,
        known: HashMap<String, Arc<SearchArea>>,
    ) -> Result<(), StorageError> {
        let texts = grants.iter().filter_map(|grant| grant.extent.area.clone());
        let areas = prepared(texts.collect(), known).await?;
        for GrantRecord {
            id,
            row_version,
            subject,
            extent,
        } in grants
        {
            let area = extent
                .area
                .as_ref()
                .and_then(|text| areas.get(text))
                .cloned();
            self.add(BookedGrant {
                id,
                subject,
                extent,
                area,
                row_version,
            });
        }
        Ok(())
    }

    fn add(&mut self, grant: BookedGrant) {
        let number = self.grants.len();
        match grant.subject {
            ScopeSubject::Everybody => self.everybody.push(number),
            ScopeSubject::Unit(unit) => self.of_units.entry(unit).or_default().push(number),
            ScopeSubject::Person(person) => {
                self.of_persons.entry(person).or_default().push(number);
            }
        }
        self.grants.push(grant);
    }

    fn known(&self) -> Vec<KnownGrant> {
        let known = self.grants.iter().map(|grant| KnownGrant {
            id: grant.id,
            row_version: grant.row_version.clone(),
            area: grant.extent.area.clone(),
        });
        known.collect()
    }

    fn areas(&self) -> HashMap<String, Arc<SearchArea>> {
        let areas = self
            .grants
            .iter()
            .filter_map(|grant| Some((grant.extent.area.clone()?, grant.area.clone()?)));
        areas.collect()
    }
}

/// The same extent with all nodes below its own.
#[must_use]
pub(crate) fn with_below(extent: GrantExtent, tree: &Tree) -> GrantExtent {
    GrantExtent {
        nodes: extent
            .nodes
            .map(|nodes| below(tree, &nodes).into_iter().collect()),
        ..extent
    }
}

/// Areas ready to be asked, by their text: a province takes milliseconds. One that cannot be read holds nothing.
async fn prepared(
    texts: Vec<String>,
    mut known: HashMap<String, Arc<SearchArea>>,
) -> Result<HashMap<String, Arc<SearchArea>>, StorageError> {
    let texts: HashSet<String> = texts.into_iter().collect();
    known.retain(|text, _| texts.contains(text));
    let missing: Vec<String> = texts
        .into_iter()
        .filter(|text| !known.contains_key(text))
        .collect();
    if missing.is_empty() {
        return Ok(known);
    }
    blocking(move || {
        for text in missing {
            let geometry = wkt::read(&text)
                .inspect_err(|error| tracing::error!(?error, "the area of a grant cannot be read"))
                .unwrap_or_else(|_| geo::Geometry::MultiPolygon(geo::MultiPolygon(Vec::new())));
            known.insert(text, Arc::new(SearchArea::new(cut_search(geometry))));
        }
        known
    })
    .await
}

async fn version(db: &mut PgConnection) -> Result<String, StorageError> {
    Ok(
        sqlx::query_scalar!("SELECT version::text AS \"version!\" FROM scope_version")
            .fetch_optional(db)
            .await?
            .unwrap_or_default(),
    )
}

/// Holds the book that was read last.
#[derive(Debug, Default)]
pub(crate) struct ScopeShelf(RwLock<Arc<ScopeBook>>);

impl ScopeShelf {
    /// All grants as `db` sees them at this moment.
    pub(crate) async fn now(&self, db: &mut PgConnection) -> Result<Arc<ScopeBook>, StorageError> {
        let known = Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner));
        if !known.version.is_empty() && version(db).await? == known.version {
            return Ok(known);
        }
        let book = Arc::new(ScopeBook::read(db, &known).await?);
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&book);
        Ok(book)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant(subject: ScopeSubject, nodes: &[i64]) -> BookedGrant {
        BookedGrant {
            id: ScopeGrantId::fresh(),
            subject,
            extent: GrantExtent {
                nodes: (!nodes.is_empty()).then(|| nodes.iter().copied().collect()),
                ..GrantExtent::default()
            },
            area: None,
            row_version: String::new(),
        }
    }

    #[test]
    fn people_have_everybodys_grants_those_of_their_units_and_their_own() {
        let (person, stranger) = (UserId::fresh(), UserId::fresh());
        let (institute, department, other) = (UnitId::fresh(), UnitId::fresh(), UnitId::fresh());
        let mut book = ScopeBook::default();
        for (subject, node) in [
            (ScopeSubject::Everybody, 1),
            (ScopeSubject::Unit(institute), 2),
            (ScopeSubject::Unit(department), 3),
            (ScopeSubject::Unit(other), 4),
            (ScopeSubject::Person(person), 5),
        ] {
            book.add(grant(subject, &[node]));
        }
        book.parents.insert(department, institute);
        // A circle cannot be made; should there be one, looking ends.
        book.parents.insert(institute, department);
        book.members.insert(person, department);
        let nodes = |viewer| -> Vec<i64> {
            let grants = book.grants_of(viewer);
            grants
                .flat_map(|grant| grant.extent.nodes.clone().unwrap_or_default())
                .collect()
        };
        assert_eq!(nodes(Viewer::Guest), [1]);
        assert_eq!(nodes(Viewer::Person(stranger)), [1]);
        assert_eq!(nodes(Viewer::Person(person)), [1, 3, 2, 5]);
        assert_eq!(nodes(Viewer::Member(department)), [1, 3, 2]);
        assert_eq!(nodes(ScopeSubject::Everybody.into()), [1]);
        let now = DateTime::UNIX_EPOCH;
        let all = book.scope(Viewer::All, &Tree::default(), now);
        assert!(all.is_everything());
        assert!(matches!(
            book.limit(Viewer::Guest, &Tree::default(), now),
            ScopeLimit::Within(held) if held.len() == 1
        ));
    }
}
