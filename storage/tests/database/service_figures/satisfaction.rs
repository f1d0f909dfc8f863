//! How the service was rated.

use domain::ids::OrderId;
use domain::order::feedback::{Feedback, Rating};
use domain::role::Role;
use domain::statistics::Period;
use storage::db::handles::connection;
use storage::db::order_scope::OrderScope;
use storage::db::service_figures::{self, RatingAspect, RatingFilter};
use storage::lifecycle::feedback::give_feedback;
use testkit::builders::acting;

use super::world::{World, at, period};

pub fn feedback(overall: Rating, speed: Option<Rating>) -> Feedback {
    Feedback {
        overall,
        response_speed: speed,
        service_attitude: None,
        content: String::new(),
    }
}

impl World {
    pub async fn rate(&self, order: OrderId, feedback: &Feedback, now: &str) {
        let now = at(now);
        self.admin(now).complete(order).await.unwrap();
        let by = acting(self.applicant, Role::Applicant);
        give_feedback(&self.pool, order, feedback, None, by, now)
            .await
            .unwrap();
    }

    /// Month, stars from one to five, orders delivered, rated.
    pub async fn satisfaction(&self, period: Period, aspect: RatingAspect) -> Vec<String> {
        let mut db = connection(&self.pool).await.unwrap();
        let months =
            service_figures::satisfaction_by_month(&mut db, (&OrderScope::All, period), aspect);
        let months = months.await.unwrap();
        let rows = months.iter().map(|(month, figures)| {
            let month = month.format("%Y-%m");
            format!(
                "{month} {:?} {} {}",
                figures.stars, figures.delivered, figures.rated
            )
        });
        rows.collect()
    }
}

#[tokio::test]
async fn ratings_count_when_given_and_orders_when_delivered() {
    let world = World::new().await;
    let year = period("2026-01-01", "2026-12-31");
    let first = world
        .prepared(&["s0"], "2026-01-05T00:00:00Z", "2026-01-06T00:00:00Z")
        .await;
    let second = world
        .prepared(&["s1"], "2026-01-07T00:00:00Z", "2026-01-08T00:00:00Z")
        .await;
    world
        .prepared(&["s2"], "2026-02-07T00:00:00Z", "2026-02-08T00:00:00Z")
        .await;
    let speed = Some(Rating::Average);
    world
        .rate(
            first,
            &feedback(Rating::VerySatisfied, speed),
            "2026-02-28T15:59:59Z",
        )
        .await;
    world
        .rate(
            second,
            &feedback(Rating::VeryDissatisfied, None),
            "2026-02-28T16:00:00Z",
        )
        .await;
    let overall = [
        "2026-01 [0, 0, 0, 0, 0] 2 2",
        "2026-02 [0, 0, 0, 0, 1] 1 0",
        "2026-03 [1, 0, 0, 0, 0] 0 0",
    ];
    assert_eq!(
        world.satisfaction(year, RatingAspect::Overall).await,
        overall
    );
    world.fold().await;
    assert_eq!(
        world.satisfaction(year, RatingAspect::Overall).await,
        overall
    );
    assert_eq!(
        world
            .satisfaction(period("2026-02-01", "2026-03-31"), RatingAspect::Speed)
            .await,
        ["2026-02 [0, 0, 1, 0, 0] 1 0"]
    );
    // Somebody sets right what was said, and takes one back.
    world.run("UPDATE feedback SET appraise = 1, created_at = '2026-04-01T00:00:00Z' WHERE appraise = 0").await;
    world.run("DELETE FROM feedback WHERE appraise = 4").await;
    world.assert_exact().await;
    assert_eq!(
        world.satisfaction(year, RatingAspect::Overall).await,
        [
            "2026-01 [0, 0, 0, 0, 0] 2 1",
            "2026-02 [0, 0, 0, 0, 0] 1 0",
            "2026-04 [0, 0, 0, 1, 0] 0 0",
        ]
    );
    world.fold().await;
    world.assert_exact().await;
    assert_rated(&world, year, first).await;
}

/// Beside the time lines of the orders; the rating that is left is listed.
async fn assert_rated(world: &World, year: Period, first: OrderId) {
    let plain: (i64, i64) = sqlx::query_as(
        "SELECT count(*), count(*) FILTER (WHERE f.order_id IS NOT NULL) FROM (SELECT order_id, min(at) AS at FROM order_event \
         WHERE action = 'finish_preparation' AND to_state = 6 GROUP BY 1) ready LEFT JOIN feedback f USING (order_id)",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!(plain, (3, 1));
    let filter = RatingFilter {
        period: year,
        aspect: RatingAspect::Overall,
        rating: Some(Rating::Satisfied),
        before: None,
    };
    let mut db = connection(&world.pool).await.unwrap();
    let page = service_figures::ratings(&mut db, &filter, 10)
        .await
        .unwrap();
    assert_eq!(
        (page.items.len(), page.items[0].order, page.next),
        (1, first, None)
    );
}
