//! Scenes of every kind, searches of every kind, and a look at every row.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use domain::field::{Column, Source};
use domain::keyword::{Keyword, fold};
use geo::{Geometry, Intersects as _};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{PgConnection, PgPool};
use storage::db::Page;
use storage::db::handles::connection;
use storage::db::scenes::{
    self, FieldCondition, FieldTest, Footprint, NewScene, SceneFilter, SceneIndex, SceneScope,
    ScopePart, SearchArea, Sort, Summary, UnknownCloud,
};
use testkit::builders::{add_nodes, node, scene};
use testkit::postgres::TestDatabase;

pub const SATELLITES: [&str; 4] = ["GF1", "GF2", "ZY3", ""];
pub const SENSORS: [&str; 3] = ["PMS", "WFV", "NAD"];
pub const SORTS: [Sort; 11] = [
    Sort::NewestFirst,
    Sort::PicturesFirst,
    Sort::OldestFirst,
    Sort::Clearest,
    Sort::Cloudiest,
    Sort::Name,
    Sort::NameBackwards,
    Sort::Satellite,
    Sort::SatelliteBackwards,
    Sort::Largest,
    Sort::Smallest,
];

pub fn moment() -> DateTime<Utc> {
    "2024-01-01T00:00:00Z".parse().unwrap()
}

pub struct World {
    pub pool: PgPool,
    /// Kept by nobody: it is brought up to date when it is asked.
    pub index: SceneIndex,
    pub random: SmallRng,
    pub made: i64,
    /// Areas of scopes: people of one province come again and again.
    pub provinces: Vec<Arc<SearchArea>>,
}

impl World {
    pub async fn new(seed: u64) -> Self {
        let pool = TestDatabase::new().await.pool;
        add_nodes(&pool, &[1, 2, 3].map(|id| node(id, "node"))).await;
        Self {
            index: SceneIndex::new(pool.clone()),
            pool,
            random: SmallRng::seed_from_u64(seed),
            made: 0,
            provinces: Vec::new(),
        }
    }

    /// A number of degrees with some decimals, or with all there are.
    pub fn degrees(&mut self, from: f64, to: f64) -> f64 {
        let number: f64 = self.random.random_range(from..to);
        match self.random.random_range(0..4) {
            0 => number,
            1 => number.round(),
            _ => (number * 1e5).round() / 1e5,
        }
    }

    /// Quads, some of them self-crossing, some cut in two by the antimeridian, some with holes, and some empty ones.
    pub fn footprint(&mut self) -> Footprint {
        let (x, y) = (self.degrees(95.0, 105.0), self.degrees(25.0, 35.0));
        let mut near =
            |degrees: f64| degrees + f64::from(self.random.random_range(-100_i8..100)) / 64.0;
        let corners = [
            (near(x), near(y)),
            (near(x), near(y)),
            (near(x), near(y)),
            (near(x), near(y)),
        ];
        let places = corners.map(|(x, y)| format!("{x} {y}"));
        let ring = format!("({},{})", places.join(","), places[0]);
        let text = match self.random.random_range(0..20) {
            0..3 => String::new(),
            3 => format!(
                "POLYGON(({0} {1},{2} {1},{2} {3},{0} {3},{0} {1}),({4} {5},{6} {5},{6} {7},{4} {5}))",
                x - 1.0,
                y - 1.0,
                x + 1.0,
                y + 1.0,
                x - 0.5,
                y - 0.5,
                x + 0.5,
                y + 0.5
            ),
            4 => format!(
                "MULTIPOLYGON(((179 {y},180 {y},180 {},179 {y})),((-180 {y},-179 {y},-180 {},-180 {y})))",
                y + 1.0,
                y + 1.0
            ),
            _ => format!("POLYGON({ring})"),
        };
        Footprint::from_wkt(&text).unwrap_or_default()
    }

    pub fn scene(&mut self, dataid: &str) -> NewScene {
        let footprint = self.footprint();
        let cloud = self.random.random_range(-1..=10_i8) * 10;
        let hours = self.random.random_range(0..2000);
        NewScene {
            dataname: format!("name-{}", self.random.random_range(0..50)),
            nodeid: self.random.random_range(1..=3),
            satellite: (*SATELLITES.choose(&mut self.random).unwrap()).into(),
            sensor: (*SENSORS.choose(&mut self.random).unwrap()).into(),
            // Whole hours: many scenes are of one time.
            acquired: moment() + TimeDelta::hours(hours),
            cloud: (cloud >= 0).then_some(f32::from(cloud)),
            archive_url: self
                .random
                .random_bool(0.5)
                .then(|| "file:///a.tif".to_owned()),
            size: self.random.random_range(0..20),
            footprint,
            image_url: (self.made % 3 == 0).then(|| "picture".to_owned()),
            ..scene(dataid)
        }
    }

    /// New ones, and changes of old ones.
    pub async fn ingest(&mut self, count: i64) {
        let mut batch = Vec::new();
        for _ in 0..count {
            let number = if self.random.random_bool(0.3) && self.made > 0 {
                self.random.random_range(0..self.made)
            } else {
                self.made += 1;
                self.made
            };
            batch.push(self.scene(&format!("scene-{number}")));
        }
        let mut db = connection(&self.pool).await.unwrap();
        scenes::upsert_batch(&mut db, &batch).await.unwrap();
    }

    pub fn area(&mut self) -> SearchArea {
        let (x, y) = (self.degrees(95.0, 105.0), self.degrees(25.0, 35.0));
        let size = self.degrees(0.1, 6.0).abs().max(0.1);
        if self.random.random_bool(0.5) {
            return SearchArea::new(
                geo::Rect::new((x, y), (x + size, y + size))
                    .to_polygon()
                    .into(),
            );
        }
        if self.random.random_bool(0.2) {
            let parts = [(179.5, 180.0), (-180.0, -179.3)];
            let parts =
                parts.map(|(west, east)| geo::Rect::new((west, y), (east, y + size)).to_polygon());
            return SearchArea::new(Geometry::MultiPolygon(parts.to_vec().into()));
        }
        let corners = vec![(x, y), (x + size, y), (x, y + size)];
        SearchArea::new(geo::Polygon::new(corners.into(), Vec::new()).into())
    }

    pub fn some<T: Clone>(&mut self, of: &[T]) -> Vec<T> {
        let count = self.random.random_range(0..=2);
        (0..count)
            .map(|_| of.choose(&mut self.random).unwrap().clone())
            .collect()
    }

    pub fn time(&mut self) -> Option<DateTime<Utc>> {
        let hours = self.random.random_range(0..2000);
        self.random
            .random_bool(0.4)
            .then(|| moment() + TimeDelta::hours(hours))
    }

    pub fn filter(&mut self) -> SceneFilter {
        let area = self.random.random_bool(0.7).then(|| self.area());
        let nodes = self.some(&[1_i64, 2, 3]);
        SceneFilter {
            node_ids: self.random.random_bool(0.3).then_some(nodes),
            area: area.map(Arc::new),
            from: self.time(),
            to: self.time(),
            satellites: self
                .some(&SATELLITES)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            sensors: self.some(&SENSORS).into_iter().map(str::to_owned).collect(),
            cloud_max: self
                .random
                .random_bool(0.4)
                .then(|| f64::from(self.random.random_range(0..=10_u8)) * 10.0),
            unknown_cloud: *[
                UnknownCloud::Exclude,
                UnknownCloud::Exclude,
                UnknownCloud::Include,
                UnknownCloud::Only,
            ]
            .choose(&mut self.random)
            .unwrap(),
            keyword: self
                .random
                .random_bool(0.2)
                .then(|| ["E-1", "e 高分一号", "资源三号", "E_1 gf"].choose(&mut self.random))
                .flatten()
                .and_then(|text| Keyword::parse(text)),
            conditions: self.conditions(),
            online_only: self.random.random_bool(0.2),
            scope: self.scope(),
            budget: None,
        }
    }

    /// Everything, nothing, or some nodes in some provinces.
    pub fn scope(&mut self) -> SceneScope {
        if self.random.random_bool(0.6) {
            return SceneScope::everything();
        }
        if self.provinces.len() < 4 {
            let province = Arc::new(self.area());
            self.provinces.push(province);
        }
        let parts = (0..self.random.random_range(0..4)).map(|_| {
            let mut nodes = self.some(&[1_i64, 2, 3]);
            nodes.sort_unstable();
            nodes.dedup();
            ScopePart {
                nodes: self.random.random_bool(0.6).then_some(nodes),
                areas: self
                    .random
                    .random_bool(0.7)
                    .then(|| self.provinces.choose(&mut self.random).map(Arc::clone))
                    .flatten()
                    .into_iter()
                    .collect(),
            }
        });
        SceneScope::of_parts(parts.collect())
    }

    /// None, mostly; or one about sizes.
    fn conditions(&mut self) -> Vec<FieldCondition> {
        let least = f64::from(self.random.random_range(0..6_u8));
        let about_size = FieldCondition {
            source: Source::Column(Column::Size),
            test: FieldTest::Range(Some(least), None),
        };
        let is_asked = self.random.random_bool(0.2);
        is_asked.then_some(about_size).into_iter().collect()
    }

    pub fn page(&mut self) -> Page {
        Page::new(
            Some(self.random.random_range(1..4)),
            Some(self.random.random_range(1..30)),
        )
    }
}

const fn in_sql(sort: Sort) -> &'static str {
    match sort {
        Sort::NewestFirst => "acquired DESC, did DESC",
        Sort::PicturesFirst => {
            "coalesce(archive_url, image_url) IS NULL, (acquired AT TIME ZONE '8 hours'::interval)::date DESC, \
             archive_url IS NULL, acquired DESC, did DESC"
        }
        Sort::OldestFirst => "acquired, did",
        Sort::Clearest => "cloud NULLS LAST, did",
        Sort::Cloudiest => "cloud DESC NULLS LAST, did DESC",
        Sort::Name => "dataname COLLATE \"C\", did",
        Sort::NameBackwards => "dataname COLLATE \"C\" DESC, did DESC",
        Sort::Satellite => "satellite COLLATE \"C\", acquired DESC, did",
        Sort::SatelliteBackwards => "satellite COLLATE \"C\" DESC, acquired DESC, did DESC",
        Sort::Largest => "size DESC, did DESC",
        Sort::Smallest => "size, did",
    }
}

fn is_large(condition: &FieldCondition, size: i64) -> bool {
    let FieldTest::Range(Some(least), None) = condition.test else {
        panic!("there are only conditions about sizes");
    };
    f64::from(i32::try_from(size).unwrap()) >= least
}

fn has_cloud(filter: &SceneFilter, cloud: Option<f32>) -> bool {
    match (filter.unknown_cloud, cloud) {
        (UnknownCloud::Only, cloud) => cloud.is_none(),
        (UnknownCloud::Include, None) => true,
        (_, cloud) => filter
            .cloud_max
            .is_none_or(|most| cloud.is_some_and(|cloud| f64::from(cloud) <= most)),
    }
}

fn is_in_scope(filter: &SceneFilter, node: i64, polygons: &geo::MultiPolygon) -> bool {
    filter.scope.parts().is_none_or(|parts| {
        parts.iter().any(|part| {
            let mut nodes = part.nodes.iter();
            let mut areas = part.areas.iter();
            nodes.all(|nodes| nodes.contains(&node))
                && areas.all(|area| area.geometry().intersects(polygons))
        })
    })
}

/// How many scenes there are by tenths of cloud cover.
fn count_cloud(clouds: &mut [i64], cloud: Option<f32>) {
    for (step, count) in clouds.iter_mut().enumerate() {
        let from = f64::from(u32::try_from(step).unwrap()) * 10.0;
        let within =
            |cloud: f64| cloud >= from && (cloud < from + 10.0 || cloud <= 100.0 && from >= 90.0);
        *count += i64::from(cloud.is_some_and(|cloud| within(f64::from(cloud))));
    }
}

pub type Answer = (Vec<String>, i64, Summary);

/// A look at every row, in the plainest way there is; `geo` says what meets.
pub async fn plainly(
    db: &mut PgConnection,
    filter: &SceneFilter,
    sort: Sort,
    page: Page,
) -> Answer {
    type SceneRow = (
        String,
        String,
        String,
        String,
        i64,
        DateTime<Utc>,
        Option<f32>,
        Vec<u8>,
        bool,
        i64,
    );
    let sql = format!(
        "SELECT dataid, dataname, satellite, sensor, nodeid, acquired, cloud, outline, \
         archive_url IS NOT NULL, size FROM scene ORDER BY {}",
        in_sql(sort)
    );
    let rows: Vec<SceneRow> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .fetch_all(db)
        .await
        .unwrap();
    let mut ids = Vec::new();
    let mut summary = Summary::default();
    for (dataid, dataname, satellite, sensor, node, acquired, cloud, outline, online, size) in rows
    {
        let polygons = Footprint::try_from(outline).unwrap().polygons();
        let names = [&dataid, &dataname, &satellite, &sensor].map(|name| fold(name));
        let expected = filter
            .node_ids
            .as_ref()
            .is_none_or(|nodes| nodes.contains(&node))
            && filter
                .area
                .as_ref()
                .is_none_or(|area| area.geometry().intersects(&polygons))
            && is_in_scope(filter, node, &polygons)
            && filter.from.is_none_or(|from| acquired >= from)
            && filter.to.is_none_or(|to| acquired <= to)
            && (filter.satellites.is_empty() || filter.satellites.contains(&satellite))
            && (filter.sensors.is_empty() || filter.sensors.contains(&sensor))
            && (online || !filter.online_only)
            && filter
                .conditions
                .iter()
                .all(|condition| is_large(condition, size))
            && has_cloud(filter, cloud)
            && filter
                .keyword
                .iter()
                .flat_map(Keyword::terms)
                .all(|term| names.iter().any(|name| term.is_in(name)));
        if !expected {
            continue;
        }
        ids.push(dataid);
        *summary.nodes.entry(node).or_default() += 1;
        summary.online += i64::from(online);
        let instrument = (satellite.clone(), sensor.clone());
        *summary.instruments.entry(instrument).or_default() += 1;
        *summary.satellites.entry(satellite).or_default() += 1;
        *summary.sensors.entry(sensor).or_default() += 1;
        let month = (acquired + TimeDelta::hours(8)).format("%Y-%m").to_string();
        let (year, month) = month.split_once('-').unwrap();
        *summary
            .months
            .entry((year.parse().unwrap(), month.parse().unwrap()))
            .or_default() += 1;
        count_cloud(&mut summary.clouds, cloud);
    }
    let total = i64::try_from(ids.len()).unwrap();
    let (offset, limit) = (page.offset(), page.limit());
    let ids = ids
        .into_iter()
        .skip(usize::try_from(offset).unwrap())
        .take(usize::try_from(limit).unwrap());
    (ids.collect(), total, summary)
}

pub async fn searched(
    index: &SceneIndex,
    db: &mut PgConnection,
    filter: &SceneFilter,
    sort: Sort,
    page: Page,
) -> Answer {
    let found = scenes::search(index, db, filter, sort, page, true)
        .await
        .unwrap();
    let ids = found.listing.items.into_iter().map(|scene| scene.dataid);
    (ids.collect(), found.listing.total, found.summary.unwrap())
}

/// What the search says without a filter, which is what the plain look says.
pub async fn everything(index: &SceneIndex, db: &mut PgConnection) -> Vec<String> {
    let page = Page::new(None, Some(Page::MAX_SIZE));
    let found = searched(
        index,
        db,
        &SceneFilter::everything(),
        Sort::OldestFirst,
        page,
    )
    .await;
    assert_eq!(
        found,
        plainly(db, &SceneFilter::everything(), Sort::OldestFirst, page).await
    );
    found.0
}
