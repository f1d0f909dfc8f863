//! How many results there are, while they are reported, changed, decided about and withdrawn.

use std::collections::BTreeMap;

use domain::ids::{OrderId, ResearchResultId};
use domain::research_result::{ResultForm, ResultKind};
use storage::db::handles::{begin, commit, connection};
use storage::db::research_results::{
    self, Replaced, Reported, ResultDimension, ResultFigure, roll_up_due,
};

use super::world::{World, at};

type Counts = BTreeMap<String, (i64, i64)>;

fn form(kind: ResultKind, month: &str) -> ResultForm {
    ResultForm {
        kind,
        title: "冰川变化".to_owned(),
        authors: "张三".to_owned(),
        month: month.parse().unwrap(),
        venue: String::new(),
        doi: String::new(),
        link: String::new(),
        note: String::new(),
    }
}

impl World {
    async fn report(&self, form: ResultForm, orders: &[OrderId]) -> ResearchResultId {
        let mut tx = begin(&self.pool).await.unwrap();
        let now = at("2026-06-01T00:00:00Z");
        let reported =
            research_results::insert(&mut tx, self.applicant, (&form, orders), now).await;
        commit(tx).await.unwrap();
        match reported.unwrap() {
            Reported::Done(id) => id,
            other => panic!("{other:?}"),
        }
    }

    async fn roll_up_results(&self) {
        let mut tx = begin(&self.pool).await.unwrap();
        assert!(!roll_up_due(&mut tx).await.unwrap());
        commit(tx).await.unwrap();
    }

    async fn result_figures(&self, by: ResultDimension, year: Option<i32>) -> Counts {
        let mut db = connection(&self.pool).await.unwrap();
        let figures = research_results::figures(&mut db, by, year).await.unwrap();
        let figures = figures.into_iter();
        let counts = figures.map(
            |ResultFigure {
                 value,
                 results,
                 checked,
             }| (value, (results, checked)),
        );
        counts.collect()
    }

    /// By a statement of the test's own.
    async fn plain_results(&self, by: &str, year: Option<i32>) -> Counts {
        let statement = format!(
            "SELECT {by}, count(DISTINCT r.id), count(DISTINCT r.id) FILTER (WHERE r.state = 'checked') FROM research_result r \
             LEFT JOIN research_result_order b ON b.result_id = r.id LEFT JOIN registry_entry e ON e.order_id = b.order_id \
             LEFT JOIN registry_scene s ON s.entry = e.number \
             WHERE r.state <> 'refused' AND to_char(r.month, 'YYYY') = coalesce($1::text, to_char(r.month, 'YYYY')) \
             AND {by} IS NOT NULL GROUP BY 1"
        );
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(sqlx::AssertSqlSafe(statement))
            .bind(year.map(|year| year.to_string()))
            .fetch_all(&self.pool)
            .await
            .unwrap();
        let counts = rows.into_iter();
        counts
            .map(|(value, results, checked)| (value, (results, checked)))
            .collect()
    }

    async fn assert_results(&self, what: &str) {
        self.roll_up_results().await;
        let mut db = connection(&self.pool).await.unwrap();
        assert!(!research_results::is_due(&mut db).await.unwrap(), "{what}");
        let differences = research_results::differences(&mut db).await.unwrap();
        assert_eq!(differences, [], "{what}");
        for (by, column) in [
            (ResultDimension::Satellite, "s.satellite"),
            (ResultDimension::Unit, "r.unit"),
            (ResultDimension::Kind, "r.kind"),
            (ResultDimension::Year, "to_char(r.month, 'YYYY')"),
        ] {
            for year in [None, Some(2025), Some(2026)] {
                let summed = self.result_figures(by, year).await;
                let plain = self.plain_results(column, year).await;
                assert_eq!(summed, plain, "{what} {by:?} {year:?}");
            }
        }
    }
}

#[tokio::test]
async fn sums_of_results_say_what_the_results_say() {
    let world = World::new().await;
    let ready = "2026-01-06T00:00:00Z";
    let both = world.prepared(&["s0", "s1"], "2026-01-05T00:00:00Z", ready);
    let both = both.await;
    let one = world.prepared(&["s2"], "2026-01-05T00:00:00Z", ready).await;
    let paper = form(ResultKind::Paper, "2025-12-01");
    let first = world.report(paper.clone(), &[both, one]).await;
    world
        .report(form(ResultKind::Award, "2026-02-01"), &[one])
        .await;
    world.assert_results("reported").await;
    assert_eq!(
        world
            .result_figures(ResultDimension::Satellite, None)
            .await
            .len(),
        2
    );

    let mut tx = begin(&world.pool).await.unwrap();
    let owned = (world.applicant, first);
    let other = form(ResultKind::Report, "2026-03-01");
    let now = at("2026-06-02T00:00:00Z");
    let replaced = research_results::replace(&mut tx, owned, (&other, &[one]), now).await;
    assert_eq!(replaced.unwrap(), Replaced::Done);
    commit(tx).await.unwrap();
    world.assert_results("changed").await;
    assert_eq!(
        world
            .result_figures(ResultDimension::Year, Some(2025))
            .await,
        Counts::new()
    );

    for statement in [
        "UPDATE research_result SET state = 'checked' WHERE kind = 'report'",
        "UPDATE research_result SET state = 'refused' WHERE kind = 'award'",
        "INSERT INTO registry_scene SELECT entry, 9, dataid, dataname, node, 'GF9', sensor, acquired, size, sha256 \
         FROM registry_scene s JOIN registry_entry e ON e.number = s.entry WHERE e.scene_count = 1",
        "UPDATE registry_scene SET satellite = 'GF7' WHERE satellite = 'GF9'",
        "DELETE FROM research_result WHERE kind = 'report'",
    ] {
        let mut db = connection(&world.pool).await.unwrap();
        assert!(!research_results::is_due(&mut db).await.unwrap());
        world.run(statement).await;
        assert!(
            research_results::is_due(&mut db).await.unwrap(),
            "{statement}"
        );
        drop(db);
        world.assert_results(statement).await;
    }
    world
        .run("UPDATE research_result SET state = 'reported'")
        .await;
    world.roll_up_results().await;
    world
        .run("UPDATE result_figure SET results = results + 1 WHERE dimension = 'kind'")
        .await;
    let mut db = connection(&world.pool).await.unwrap();
    let differences = research_results::differences(&mut db).await.unwrap();
    assert_eq!((differences.len(), differences[0].summed.0), (1, 2));
}
