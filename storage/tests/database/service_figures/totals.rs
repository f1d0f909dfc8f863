//! What a list of deliveries adds up to, and what there is to choose from, beside plain counts of entries while these change.

use std::collections::BTreeMap;

use domain::list_order::RegistryOrder;
use domain::order::get_method::GetMethod;
use sqlx::AssertSqlSafe;
use storage::db::handles::connection;
use storage::db::registry::{
    self, FetchState, PromiseState, ProvidedDimension, RegistryChoices, RegistryFilter, RegistrySum,
};

use super::provided::three_deliveries;
use super::world::{World, period};

/// What happens to the three deliveries.
const CHANGES: [&str; 12] = [
    "UPDATE registry_entry SET unit = '甲单位', usage = '测绘' WHERE number < 3",
    "UPDATE registry_entry SET promised_hours = CASE number WHEN 1 THEN 1 WHEN 2 THEN 10000 END",
    "INSERT INTO registry_fetch SELECT number, 'a', number % 3, 1, '2026-03-01', '2026-03-01' FROM registry_entry",
    "INSERT INTO feedback (order_id, appraise, created_at) SELECT order_id, number, '2026-03-01' FROM registry_entry WHERE number < 3",
    "UPDATE registry_scene SET satellite = 'GF7', size = size + 5 WHERE entry = 1 AND position = 1",
    "INSERT INTO scene_region (did, region) SELECT did, '1' FROM scene WHERE dataid IN ('s0', 's3')",
    "UPDATE registry_entry SET get_method = 2, completed_at = opened_at, scene_count = 3, scene_bytes = 9 WHERE number = 3",
    "UPDATE registry_entry SET round = 2 WHERE number = 3",
    "UPDATE scene_region SET region = '2' WHERE did = (SELECT did FROM scene WHERE dataid = 's0')",
    "UPDATE registry_entry SET opened_at = opened_at + interval '20 days', unit = '', usage = '' WHERE number = 2",
    "UPDATE registry_scene SET satellite = '' WHERE entry = 3",
    "DELETE FROM feedback WHERE order_id = (SELECT order_id FROM registry_entry WHERE number = 1)",
];

const OF_SATELLITE: &str =
    "EXISTS (SELECT FROM registry_scene s WHERE s.entry = number AND s.satellite = 'GF1')";
const OF_NO_SATELLITE: &str =
    "EXISTS (SELECT FROM registry_scene s WHERE s.entry = number AND s.satellite = '')";
const FETCHED: &str = "(get_method = 2 AND completed_at IS NOT NULL \
    OR EXISTS (SELECT FROM registry_fetch f WHERE f.entry = number AND f.times > 0))";
const TOUCHED: &str = "EXISTS (SELECT FROM registry_fetch f WHERE f.entry = number)";
const REPEATED: &str =
    "EXISTS (SELECT FROM registry_fetch f WHERE f.entry = number AND f.times > 1)";
const RATED: &str = "EXISTS (SELECT FROM feedback b WHERE b.order_id = e.order_id)";
const SATISFIED: &str =
    "EXISTS (SELECT FROM feedback b WHERE b.order_id = e.order_id AND b.appraise < 2)";
const READY: &str = "opened_at <= approved_at + make_interval(hours => promised_hours)";

fn in_region(region: &str) -> String {
    format!(
        "EXISTS (SELECT FROM registry_scene s LEFT JOIN scene c USING (dataid) LEFT JOIN scene_region r USING (did) \
         WHERE s.entry = number AND coalesce(r.region, '') = '{region}')"
    )
}

fn all() -> RegistryFilter {
    RegistryFilter {
        period: period("2026-01-01", "2026-12-31"),
        unit: None,
        usage: None,
        satellite: None,
        region: None,
        get_method: None,
        fetched: None,
        is_first: false,
        is_repeated: None,
        promise: None,
        is_rated: None,
        is_satisfied: None,
        person: None,
        ordername: None,
        part: None,
        before: None,
        order: RegistryOrder::Newest,
    }
}

/// A filter, and the condition that says the same of an entry.
struct Case {
    narrow: fn(&mut RegistryFilter),
    condition: String,
}

fn case(narrow: fn(&mut RegistryFilter), condition: impl Into<String>) -> Case {
    Case {
        narrow,
        condition: condition.into(),
    }
}

fn by_values() -> Vec<Case> {
    let in_unit = |condition: &str| format!("unit = '甲单位' AND {condition}");
    vec![
        case(|_| {}, "true"),
        case(
            |f| f.period = period("2026-01-15", "2026-02-03"),
            "opened_at < '2026-02-03T16:00:00Z'",
        ),
        case(|f| f.unit = Some("甲单位".into()), "unit = '甲单位'"),
        case(|f| f.unit = Some(String::new()), "unit = ''"),
        case(|f| f.usage = Some("测绘".into()), "usage = '测绘'"),
        case(|f| f.usage = Some(String::new()), "usage = ''"),
        case(
            |f| (f.unit, f.usage) = (Some("甲单位".into()), Some("测绘".into())),
            in_unit("usage = '测绘'"),
        ),
        case(|f| f.satellite = Some("GF1".into()), OF_SATELLITE),
        case(|f| f.satellite = Some(String::new()), OF_NO_SATELLITE),
        case(
            |f| (f.unit, f.satellite) = (Some("甲单位".into()), Some("GF1".into())),
            in_unit(OF_SATELLITE),
        ),
        case(|f| f.region = Some("1".into()), in_region("1")),
        case(|f| f.region = Some(String::new()), in_region("")),
        case(
            |f| (f.unit, f.region) = (Some("甲单位".into()), Some("2".into())),
            in_unit(&in_region("2")),
        ),
        case(
            |f| (f.satellite, f.region) = (Some("GF1".into()), Some("1".into())),
            format!("{OF_SATELLITE} AND {}", in_region("1")),
        ),
        case(
            |f| (f.usage, f.satellite) = (Some("测绘".into()), Some("GF1".into())),
            format!("usage = '测绘' AND {OF_SATELLITE}"),
        ),
        case(
            |f| f.person = Some("lisi".into()),
            "login_name LIKE '%lisi%'",
        ),
        case(|f| f.part = Some("s4".into()), "number = 3"),
    ]
}

fn by_states() -> Vec<Case> {
    let first = |condition: &str| format!("round = 1 AND {condition}");
    vec![
        case(
            |f| f.get_method = Some(GetMethod::OfflineCopy),
            "get_method = 2",
        ),
        case(|f| f.fetched = Some(FetchState::Fetched), FETCHED),
        case(
            |f| f.fetched = Some(FetchState::Begun),
            format!("{TOUCHED} AND NOT {FETCHED}"),
        ),
        case(
            |f| f.fetched = Some(FetchState::Untouched),
            format!("NOT {TOUCHED} AND NOT {FETCHED}"),
        ),
        case(
            |f| (f.unit, f.fetched) = (Some("甲单位".into()), Some(FetchState::Fetched)),
            format!("unit = '甲单位' AND {FETCHED}"),
        ),
        case(|f| f.is_first = true, "round = 1"),
        case(|f| f.is_repeated = Some(true), REPEATED),
        case(|f| f.is_repeated = Some(false), format!("NOT {REPEATED}")),
        case(
            |f| f.promise = Some(PromiseState::Any),
            first(&format!("({READY}) IS NOT NULL")),
        ),
        case(|f| f.promise = Some(PromiseState::Kept), first(READY)),
        case(
            |f| f.promise = Some(PromiseState::Late),
            first(&format!("NOT ({READY})")),
        ),
        case(|f| f.is_rated = Some(true), first(RATED)),
        case(|f| f.is_rated = Some(false), first(&format!("NOT {RATED}"))),
        case(|f| f.is_satisfied = Some(true), first(SATISFIED)),
        case(
            |f| f.is_satisfied = Some(false),
            first(&format!("{RATED} AND NOT {SATISFIED}")),
        ),
        case(
            |f| (f.is_rated, f.is_satisfied) = (Some(false), Some(true)),
            "false",
        ),
        case(
            |f| {
                f.get_method = Some(GetMethod::OnlineDownload);
                f.fetched = Some(FetchState::Fetched);
                f.promise = Some(PromiseState::Late);
                f.is_rated = Some(true);
            },
            format!("get_method = 0 AND {FETCHED} AND round = 1 AND NOT ({READY}) AND {RATED}"),
        ),
    ]
}

impl World {
    pub async fn list_total(&self, narrow: fn(&mut RegistryFilter)) -> RegistrySum {
        let mut filter = all();
        narrow(&mut filter);
        let mut db = connection(&self.pool).await.unwrap();
        registry::sum(&mut db, &filter).await.unwrap()
    }

    pub async fn choices(&self) -> RegistryChoices {
        let mut db = connection(&self.pool).await.unwrap();
        registry::choices(&mut db).await.unwrap()
    }

    async fn plain_total(&self, condition: &str) -> RegistrySum {
        let count = format!(
            "SELECT count(*), coalesce(sum(scene_count), 0)::bigint, coalesce(sum(scene_bytes), 0)::bigint FROM registry_entry e \
             WHERE opened_at >= '2025-12-31T16:00:00Z' AND opened_at < '2026-12-31T16:00:00Z' AND ({condition})"
        );
        let (entries, scenes, bytes) = sqlx::query_as(AssertSqlSafe(count))
            .fetch_one(&self.pool)
            .await
            .unwrap();
        RegistrySum {
            entries,
            scenes,
            bytes,
            is_whole: true,
        }
    }

    async fn plain_values(&self, table: &str, column: &str) -> Vec<String> {
        let values =
            format!("SELECT DISTINCT {column} FROM {table} WHERE {column} <> '' ORDER BY 1");
        let values = sqlx::query_scalar(AssertSqlSafe(values));
        values.fetch_all(&self.pool).await.unwrap()
    }

    async fn assert_totals(&self, when: &str) {
        self.assert_exact().await;
        for Case { narrow, condition } in by_values().into_iter().chain(by_states()) {
            assert_eq!(
                self.list_total(narrow).await,
                self.plain_total(&condition).await,
                "{condition}, after {when}"
            );
        }
        let choices = RegistryChoices {
            units: self.plain_values("registry_entry", "unit").await,
            usages: self.plain_values("registry_entry", "usage").await,
            satellites: self.plain_values("registry_scene", "satellite").await,
        };
        assert_eq!(self.choices().await, choices, "after {when}");
    }
}

#[tokio::test]
async fn lists_add_up_to_their_entries_whatever_happens_to_these() {
    let world = three_deliveries().await;
    world.assert_totals("the beginning").await;
    world.fold().await;
    world.assert_totals("the beginning").await;
    for statement in CHANGES {
        world.run(statement).await;
        world.assert_totals(statement).await;
        world.fold().await;
        world.assert_totals(statement).await;
    }
    let choices = world.choices().await;
    assert!(choices.units.contains(&"甲单位".to_owned()));
    assert!(choices.satellites.contains(&"GF7".to_owned()));
}

/// What one unit was given, by everything that figures know.
#[tokio::test]
async fn figures_of_one_unit_are_its_part_of_all() {
    let world = three_deliveries().await;
    for statement in CHANGES {
        world.run(statement).await;
    }
    for _ in 0..2 {
        let units = world.figures(ProvidedDimension::Unit, None).await;
        assert!(units.len() > 1, "{units:?}");
        // Units are counted by years, months by months.
        let months = world.figures(ProvidedDimension::Month, None).await;
        assert_eq!(added_up(&units), added_up(&months));
        for by in [
            ProvidedDimension::Month,
            ProvidedDimension::Usage,
            ProvidedDimension::Satellite,
            ProvidedDimension::Region,
        ] {
            let mut added = Figures::new();
            for unit in units.keys() {
                for (value, counts) in world.figures(by, Some(unit)).await {
                    let sums = added.entry(value).or_default();
                    *sums = [0, 1, 2].map(|n: usize| sums[n] + counts[n]);
                }
            }
            assert_eq!(added, world.figures(by, None).await, "{by:?}");
        }
        world.fold().await;
    }
}

/// Deliveries, scenes and bytes by value.
type Figures = BTreeMap<String, [i64; 3]>;

fn added_up(figures: &Figures) -> [i64; 3] {
    [0, 1, 2].map(|n: usize| figures.values().map(|counts| counts[n]).sum())
}

impl World {
    async fn figures(&self, by: ProvidedDimension, unit: Option<&str>) -> Figures {
        let mut db = connection(&self.pool).await.unwrap();
        let figures = registry::figures(&mut db, by, all().period, unit);
        let figures = figures.await.unwrap().into_iter();
        figures
            .map(|one| (one.value, [one.entries, one.scenes, one.bytes]))
            .collect()
    }
}

/// Entries that no sum knows are counted up to a bound; the answer says so.
#[tokio::test]
async fn a_list_that_only_its_entries_know_is_not_counted_to_the_end() {
    let world = three_deliveries().await;
    for statement in [
        "ALTER TABLE registry_entry DROP CONSTRAINT registry_entry_delivery_id_fkey",
        "INSERT INTO registry_entry (delivery_id, order_id, round, opened_at, ordername, kind, get_method, user_id, login_name, \
             user_name, applicant, unit, usage, project, description, scene_count, scene_bytes, file_count, file_bytes) \
         SELECT gen_random_uuid(), e.order_id, n + 1, e.opened_at, e.ordername, e.kind, e.get_method, e.user_id, e.login_name, \
             e.user_name, e.applicant, e.unit, e.usage, e.project, e.description, 1, 2, 1, 1 \
         FROM registry_entry e, generate_series(1, 10000) n WHERE e.number = 1",
    ] {
        world.run(statement).await;
    }
    let found = world.list_total(|f| f.person = Some("lisi".into())).await;
    assert_eq!((found.entries, found.is_whole), (10_000, false));
    let found = world
        .list_total(|f| (f.person, f.is_first) = (Some("lisi".into()), true))
        .await;
    assert_eq!((found.entries, found.is_whole), (3, true));
    let found = world.list_total(|_| {}).await;
    assert_eq!((found.entries, found.is_whole), (10_003, true));
}
