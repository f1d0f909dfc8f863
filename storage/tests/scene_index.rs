//! The index of scenes in memory: whatever is asked, it says what a look at every row says at that moment.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by panicking"
)]

use std::str::FromStr as _;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use geo::{BoundingRect as _, Geometry, Intersects as _};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use sqlx::{PgConnection, PgPool};
use storage::db::Page;
use storage::db::catalogue::{self, NewNode};
use storage::db::handles::{begin, commit, connection};
use storage::db::scenes::{self, Bounds, Filter, NewScene, SearchedArea, Sort, Summary};
use testkit::postgres::TestDatabase;
use wkt::Wkt;

const SATELLITES: [&str; 4] = ["GF1", "GF2", "ZY3", ""];
const SENSORS: [&str; 3] = ["PMS", "WFV", "NAD"];
const SORTS: [Sort; 6] = [
    Sort::NewestFirst,
    Sort::OldestFirst,
    Sort::Clearest,
    Sort::Cloudiest,
    Sort::Name,
    Sort::Largest,
];

/// `geo`'s own answer.
struct Plain {
    place: Geometry,
    boxes: Vec<Bounds>,
    rectangle: bool,
}

impl SearchedArea for Plain {
    fn boxes(&self) -> &[Bounds] {
        &self.boxes
    }

    fn is_rectangle(&self) -> bool {
        self.rectangle
    }

    fn meets(&self, footprint: &Geometry) -> bool {
        self.place.intersects(footprint)
    }
}

fn bounds(place: &Geometry) -> Bounds {
    let rect = place.bounding_rect().unwrap();
    Bounds {
        west: rect.min().x,
        south: rect.min().y,
        east: rect.max().x,
        north: rect.max().y,
    }
}

fn read(text: &str) -> Option<Geometry> {
    Geometry::try_from(Wkt::<f64>::from_str(text).ok()?).ok()
}

fn moment() -> DateTime<Utc> {
    "2024-01-01T00:00:00Z".parse().unwrap()
}

struct World {
    pool: PgPool,
    random: SmallRng,
    made: i64,
}

impl World {
    async fn new(seed: u64) -> Self {
        let pool = TestDatabase::new().await.pool;
        let mut db = connection(&pool).await.unwrap();
        for id in [1, 2, 3] {
            let node = NewNode {
                id: Some(id),
                parent_id: None,
                label: "node",
                obj_type: "WX",
                collection: None,
                position: 0,
            };
            catalogue::ensure(&mut db, &node).await.unwrap();
        }
        Self {
            pool,
            random: SmallRng::seed_from_u64(seed),
            made: 0,
        }
    }

    /// A number of degrees with some decimals, or with all there are.
    fn degrees(&mut self, from: f64, to: f64) -> f64 {
        let number: f64 = self.random.random_range(from..to);
        match self.random.random_range(0..4) {
            0 => number,
            1 => number.round(),
            _ => (number * 1e5).round() / 1e5,
        }
    }

    /// Quads, some of them self-crossing, some cut in two by the antimeridian, some with holes, some no surfaces, and
    /// some that nobody can read.
    fn footprint(&mut self) -> String {
        let (x, y) = (self.degrees(95.0, 105.0), self.degrees(25.0, 35.0));
        let mut near =
            |place: f64| place + f64::from(self.random.random_range(-100_i8..100)) / 64.0;
        let corners = [
            (near(x), near(y)),
            (near(x), near(y)),
            (near(x), near(y)),
            (near(x), near(y)),
        ];
        let places = corners.map(|(x, y)| format!("{x} {y}"));
        let ring = format!("({},{})", places.join(","), places[0]);
        match self.random.random_range(0..20) {
            0 => format!("POINT({x} {y})"),
            1 => format!("LINESTRING({})", places.join(",")),
            2 => format!("MULTIPOINT({})", places.join(",")),
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
            5 => "GEOMETRYCOLLECTION EMPTY".into(),
            6 => "POLYGON EMPTY".into(),
            7 => "no place at all".into(),
            _ => format!("POLYGON({ring})"),
        }
    }

    fn scene(&mut self, dataid: String) -> NewScene {
        let footprint = self.footprint();
        let bounds = read(&footprint)
            .filter(|place| place.bounding_rect().is_some())
            .map_or(
                Bounds {
                    west: 100.0,
                    south: 30.0,
                    east: 101.0,
                    north: 31.0,
                },
                |place| bounds(&place),
            );
        let cloud = self.random.random_range(-1..=10_i8) * 10;
        let hours = self.random.random_range(0..2000);
        NewScene {
            dataname: format!("name-{}", self.random.random_range(0..50)),
            datatype: 0,
            nodeid: self.random.random_range(1..=3),
            satellite: (*SATELLITES.choose(&mut self.random).unwrap()).into(),
            sensor: (*SENSORS.choose(&mut self.random).unwrap()).into(),
            // Whole hours: many scenes are of one time.
            acquired: moment() + TimeDelta::hours(hours),
            received: None,
            cloud: (cloud >= 0).then_some(f32::from(cloud)),
            gsd: None,
            archive_url: None,
            file_name: None,
            size: self.random.random_range(0..20),
            sha256: None,
            footprint,
            bounds,
            properties: serde_json::json!({}),
            image_url: None,
            dataid,
        }
    }

    /// New ones, and changes of old ones.
    async fn ingest(&mut self, count: i64) {
        let mut batch = Vec::new();
        for _ in 0..count {
            let number = if self.random.random_bool(0.3) && self.made > 0 {
                self.random.random_range(0..self.made)
            } else {
                self.made += 1;
                self.made
            };
            batch.push(self.scene(format!("scene-{number}")));
        }
        let mut db = connection(&self.pool).await.unwrap();
        scenes::upsert_batch(&mut db, &batch).await.unwrap();
    }

    fn area(&mut self) -> Plain {
        let (x, y) = (self.degrees(95.0, 105.0), self.degrees(25.0, 35.0));
        let size = self.degrees(0.1, 6.0).abs().max(0.1);
        if self.random.random_bool(0.5) {
            let place = Geometry::from(geo::Rect::new((x, y), (x + size, y + size)).to_polygon());
            let boxes = vec![bounds(&place)];
            return Plain {
                place,
                boxes,
                rectangle: true,
            };
        }
        if self.random.random_bool(0.2) {
            let parts = [(179.5, 180.0), (-180.0, -179.3)];
            let parts =
                parts.map(|(west, east)| geo::Rect::new((west, y), (east, y + size)).to_polygon());
            let boxes = parts
                .iter()
                .map(|part| bounds(&part.clone().into()))
                .collect();
            let place = Geometry::MultiPolygon(parts.to_vec().into());
            return Plain {
                place,
                boxes,
                rectangle: false,
            };
        }
        let triangle = geo::Polygon::new(
            vec![(x, y), (x + size, y), (x, y + size)].into(),
            Vec::new(),
        );
        let place = Geometry::from(triangle);
        let boxes = vec![bounds(&place)];
        Plain {
            place,
            boxes,
            rectangle: false,
        }
    }

    fn some<T: Clone>(&mut self, of: &[T]) -> Vec<T> {
        let count = self.random.random_range(0..=2);
        (0..count)
            .map(|_| of.choose(&mut self.random).unwrap().clone())
            .collect()
    }

    fn time(&mut self) -> Option<DateTime<Utc>> {
        let hours = self.random.random_range(0..2000);
        self.random
            .random_bool(0.4)
            .then(|| moment() + TimeDelta::hours(hours))
    }

    fn filter(&mut self) -> Filter {
        let area = self.random.random_bool(0.7).then(|| self.area());
        let nodes = self.some(&[1_i64, 2, 3]);
        Filter {
            node_ids: self.random.random_bool(0.3).then_some(nodes),
            area: area.map(|area| Arc::new(area) as Arc<dyn SearchedArea>),
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
            text: self.random.random_bool(0.1).then(|| "E-1".to_owned()),
        }
    }

    fn page(&mut self) -> Page {
        Page::new(
            Some(self.random.random_range(1..4)),
            Some(self.random.random_range(1..30)),
        )
    }
}

type Answer = (Vec<String>, i64, Summary);

/// A look at every row, in the plainest way there is.
async fn plainly(db: &mut PgConnection, filter: &Filter, sort: Sort, page: Page) -> Answer {
    type Row = (
        String,
        String,
        String,
        String,
        i64,
        DateTime<Utc>,
        Option<f32>,
        String,
    );
    let order = match sort {
        Sort::NewestFirst => "acquired DESC, did DESC",
        Sort::OldestFirst => "acquired, did",
        Sort::Clearest => "cloud NULLS LAST, did",
        Sort::Cloudiest => "cloud DESC NULLS LAST, did DESC",
        Sort::Name => "dataname, did",
        _ => "size DESC, did DESC",
    };
    let sql = format!(
        "SELECT dataid, dataname, satellite, sensor, nodeid, acquired, cloud, footprint FROM scene ORDER BY {order}"
    );
    let rows: Vec<Row> = sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .fetch_all(db)
        .await
        .unwrap();
    let mut ids = Vec::new();
    let mut summary = Summary::default();
    for (dataid, dataname, satellite, sensor, node, acquired, cloud, footprint) in rows {
        let text = format!("{dataid}\n{dataname}").to_lowercase();
        let wanted = filter
            .node_ids
            .as_ref()
            .is_none_or(|nodes| nodes.contains(&node))
            && filter
                .area
                .as_ref()
                .is_none_or(|area| read(&footprint).is_some_and(|place| area.meets(&place)))
            && filter.from.is_none_or(|from| acquired >= from)
            && filter.to.is_none_or(|to| acquired <= to)
            && (filter.satellites.is_empty() || filter.satellites.contains(&satellite))
            && (filter.sensors.is_empty() || filter.sensors.contains(&sensor))
            && filter
                .cloud_max
                .is_none_or(|most| cloud.is_some_and(|cloud| f64::from(cloud) <= most))
            && filter
                .text
                .as_ref()
                .is_none_or(|part| text.contains(&part.to_lowercase()));
        if !wanted {
            continue;
        }
        ids.push(dataid);
        *summary.satellites.entry(satellite).or_default() += 1;
        *summary.sensors.entry(sensor).or_default() += 1;
        let month = (acquired + TimeDelta::hours(8)).format("%Y-%m").to_string();
        let (year, month) = month.split_once('-').unwrap();
        *summary
            .months
            .entry((year.parse().unwrap(), month.parse().unwrap()))
            .or_default() += 1;
        for (step, count) in summary.clouds.iter_mut().enumerate() {
            let from = f64::from(u32::try_from(step).unwrap()) * 10.0;
            let within = |cloud: f64| {
                cloud >= from && (cloud < from + 10.0 || cloud <= 100.0 && from >= 90.0)
            };
            *count += i64::from(cloud.is_some_and(|cloud| within(f64::from(cloud))));
        }
    }
    let total = i64::try_from(ids.len()).unwrap();
    let (offset, limit) = (page.offset(), page.limit());
    let ids = ids
        .into_iter()
        .skip(usize::try_from(offset).unwrap())
        .take(usize::try_from(limit).unwrap());
    (ids.collect(), total, summary)
}

async fn searched(db: &mut PgConnection, filter: &Filter, sort: Sort, page: Page) -> Answer {
    let found = scenes::search(db, filter, sort, page, true).await.unwrap();
    let ids = found.listing.items.into_iter().map(|scene| scene.dataid);
    (ids.collect(), found.listing.total, found.summary.unwrap())
}

/// What the search says without a filter, which is what the plain look says.
async fn everything(db: &mut PgConnection) -> Vec<String> {
    let page = Page::new(None, Some(Page::MAX_SIZE));
    let found = searched(db, &Filter::default(), Sort::OldestFirst, page).await;
    assert_eq!(
        found,
        plainly(db, &Filter::default(), Sort::OldestFirst, page).await
    );
    found.0
}

#[tokio::test]
async fn any_search_is_what_a_look_at_every_row_finds_while_scenes_change() {
    let mut world = World::new(1).await;
    let (mut found, mut searches) = (0, 0);
    for round in 0..16 {
        // Some of these are more than what is kept out of the chunks.
        world.ingest(if round == 14 { 4200 } else { 40 }).await;
        let mut db = connection(&world.pool).await.unwrap();
        if round % 7 == 5 {
            let gone = sqlx::query("DELETE FROM scene WHERE did % 13 = 1 OR size = 7")
                .execute(&mut *db)
                .await
                .unwrap();
            assert!(gone.rows_affected() > 0);
        }
        for _ in 0..12 {
            let (filter, page) = (world.filter(), world.page());
            let sort = *SORTS.choose(&mut world.random).unwrap();
            let expected = plainly(&mut db, &filter, sort, page).await;
            assert_eq!(
                searched(&mut db, &filter, sort, page).await,
                expected,
                "{filter:?} {sort:?} {page:?}"
            );
            let most = 500;
            let candidates = scenes::candidates(&mut db, &filter, most).await.unwrap();
            let count = usize::try_from(expected.1).unwrap();
            assert_eq!(
                candidates.map(|all| all.len()),
                (count <= most).then_some(count),
                "{filter:?}"
            );
            found += expected.0.len();
            searches += 1;
        }
    }
    assert!(
        found > 2 * searches,
        "the filters found hardly anything: {found}"
    );
}

#[tokio::test]
async fn who_commits_later_is_seen_though_his_number_is_earlier() {
    let mut world = World::new(3).await;
    world.ingest(5).await;
    let mut db = connection(&world.pool).await.unwrap();
    let before = everything(&mut db).await.len();
    let mut early = begin(&world.pool).await.unwrap();
    let first = world.scene("first".into());
    scenes::upsert_batch(&mut early, &[first]).await.unwrap();
    let mut late = begin(&world.pool).await.unwrap();
    let second = world.scene("second".into());
    scenes::upsert_batch(&mut late, &[second]).await.unwrap();
    assert_eq!(everything(&mut db).await.len(), before, "not committed");
    // The tally's row is held by who wrote first.
    let late = tokio::spawn(commit(late));
    late.await.unwrap().unwrap();
    let seen = everything(&mut db).await;
    assert!(seen.contains(&"second".into()) && !seen.contains(&"first".into()));
    commit(early).await.unwrap();
    assert!(everything(&mut db).await.contains(&"first".into()));
}

#[tokio::test]
async fn a_transaction_sees_its_own_changes_and_nobody_else_does() {
    let mut world = World::new(4).await;
    world.ingest(3).await;
    let mut db = connection(&world.pool).await.unwrap();
    let before = everything(&mut db).await;
    let mut own = begin(&world.pool).await.unwrap();
    let added = world.scene("added".into());
    scenes::upsert_batch(&mut own, &[added]).await.unwrap();
    assert_eq!(everything(&mut own).await.len(), before.len() + 1);
    assert_eq!(everything(&mut db).await, before);
    own.rollback().await.unwrap();
    assert_eq!(everything(&mut db).await, before);
}

#[tokio::test]
async fn an_old_snapshot_is_searched_as_it_was() {
    let mut world = World::new(5).await;
    world.ingest(5).await;
    let mut db = connection(&world.pool).await.unwrap();
    let mut old = begin(&world.pool).await.unwrap();
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        .execute(&mut *old)
        .await
        .unwrap();
    let before = everything(&mut old).await;
    world.ingest(5).await;
    assert_ne!(everything(&mut db).await, before);
    assert_eq!(everything(&mut old).await, before);
}

#[tokio::test]
async fn scenes_that_are_removed_renumbered_or_moved_leave_their_place() {
    let mut world = World::new(6).await;
    world.ingest(60).await;
    let mut db = connection(&world.pool).await.unwrap();
    let mut before = everything(&mut db).await;
    for change in [
        "UPDATE scene SET acquired = acquired - interval '2000 hours' WHERE did % 3 = 0",
        "UPDATE scene SET did = DEFAULT WHERE did % 4 = 0",
        "DELETE FROM scene WHERE did % 5 = 0",
    ] {
        let done = sqlx::query(change).execute(&mut *db).await.unwrap();
        assert!(done.rows_affected() > 0, "{change}");
        let after = everything(&mut db).await;
        if !change.contains("DEFAULT") {
            assert_ne!(after, before, "{change}");
        }
        before = after;
    }
    sqlx::query("TRUNCATE scene CASCADE")
        .execute(&mut *db)
        .await
        .unwrap();
    assert_eq!(everything(&mut db).await, [""; 0]);
    world.ingest(3).await;
    assert!(!everything(&mut db).await.is_empty());
}

/// Restored from a dump of a server that had counted further.
#[tokio::test]
async fn transaction_numbers_of_another_server_do_no_harm() {
    let mut world = World::new(7).await;
    world.ingest(20).await;
    let mut db = connection(&world.pool).await.unwrap();
    for statement in [
        "ALTER TABLE scene DISABLE TRIGGER USER",
        "UPDATE scene SET version = '9000000000'",
        "INSERT INTO scene_index_reset VALUES ('9000000000')",
        "INSERT INTO scene_gone SELECT did, '9000000000' FROM scene",
        "ALTER TABLE scene ENABLE TRIGGER USER",
    ] {
        sqlx::query(statement).execute(&mut *db).await.unwrap();
    }
    everything(&mut db).await;
    world.ingest(5).await;
    everything(&mut db).await;
    let foreign: i64 =
        sqlx::query_scalar("SELECT count(*) FROM scene WHERE version = '9000000000'")
            .fetch_one(&mut *db)
            .await
            .unwrap();
    assert_eq!(foreign, 0);
}

/// Writers move scenes between two satellites and add them in pairs: at every moment the sum is even, and what a
/// writer has written before a search is in its answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn totals_are_exact_under_concurrent_writers() {
    let world = World::new(8).await;
    let writers: Vec<_> = (0..3)
        .map(|writer| tokio::spawn(write_pairs(world.pool.clone(), writer)))
        .collect();
    let mut seen = Vec::new();
    let mut db = connection(&world.pool).await.unwrap();
    while writers.iter().any(|writer| !writer.is_finished()) {
        let found = searched(
            &mut db,
            &Filter::default(),
            Sort::NewestFirst,
            Page::new(None, Some(10)),
        )
        .await;
        assert_eq!(found.1 % 2, 0);
        assert!(seen.last().is_none_or(|last| *last <= found.1));
        assert_eq!(found.2.satellites.values().sum::<i64>(), found.1);
        seen.push(found.1);
    }
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(everything(&mut db).await.len(), 3 * 2 * 40);
    assert!(
        seen.len() > 5,
        "hardly any search while scenes were written"
    );
}

async fn write_pairs(pool: PgPool, writer: u64) {
    let mut own = World {
        pool: pool.clone(),
        random: SmallRng::seed_from_u64(writer),
        made: 0,
    };
    for pair in 0..40 {
        let batch = [0, 1].map(|half| own.scene(format!("{writer}-{pair}-{half}")));
        let mut db = connection(&pool).await.unwrap();
        scenes::upsert_batch(&mut db, &batch).await.unwrap();
        let filter = Filter {
            text: None,
            satellites: vec![batch[0].satellite.clone()],
            from: Some(batch[0].acquired),
            to: Some(batch[0].acquired),
            ..Filter::default()
        };
        let found = searched(
            &mut db,
            &filter,
            Sort::NewestFirst,
            Page::new(None, Some(1000)),
        )
        .await;
        assert!(found.0.contains(&batch[0].dataid), "written, and not found");
        let other = NewScene {
            satellite: "ZY3".into(),
            ..batch[1].clone()
        };
        scenes::upsert_batch(&mut db, &[other]).await.unwrap();
    }
}

/// With many scenes nobody waits until they are read; the keeper reads them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_scenes_are_searched_while_the_keeper_still_reads_them() {
    let world = World::new(9).await;
    let mut db = connection(&world.pool).await.unwrap();
    sqlx::query(
        "INSERT INTO scene (dataid, dataname, nodeid, satellite, acquired, footprint, bounds) \
         SELECT 's' || n, 's' || n, 1, 'GF' || n % 3, timestamptz '2020-01-01Z' + n * interval '1 minute', \
         format('POLYGON((%1$s 10,%2$s 10,%2$s 11,%1$s 11,%1$s 10))', n % 150, n % 150 + 1), \
         box(point(n % 150, 10), point(n % 150 + 1, 11)) FROM generate_series(1, 70000) AS n",
    )
    .execute(&mut *db)
    .await
    .unwrap();
    let ask = async |db: &mut PgConnection| {
        let filter = Filter {
            satellites: vec!["GF1".into()],
            from: Some("2020-01-11T00:00:00Z".parse().unwrap()),
            ..Filter::default()
        };
        searched(db, &filter, Sort::NewestFirst, Page::new(None, Some(3))).await
    };
    let before = ask(&mut db).await;
    assert_eq!(
        before.1,
        i64::try_from((14400..=70000).filter(|n| n % 3 == 1).count()).unwrap()
    );
    assert!(!scenes::is_indexed(&mut db).await.unwrap());
    let pool = world.pool.clone();
    let keeper = tokio::spawn(async move { scenes::keep_index(&pool).await });
    while !scenes::is_indexed(&mut db).await.unwrap() {
        assert_eq!(ask(&mut db).await, before);
    }
    assert_eq!(ask(&mut db).await, before);
    sqlx::query("UPDATE scene SET satellite = 'GF1' WHERE satellite = 'GF2'")
        .execute(&mut *db)
        .await
        .unwrap();
    let after = ask(&mut db).await;
    assert_eq!(
        after.1,
        i64::try_from((14400..=70000).filter(|n| n % 3 != 0).count()).unwrap()
    );
    while !scenes::is_indexed(&mut db).await.unwrap() {
        assert_eq!(ask(&mut db).await, after);
    }
    assert_eq!(ask(&mut db).await, after);
    keeper.abort();
}
