//! Figures of whoever sees all scenes of some nodes, beside those of the same scenes one by one, and the orders behind them.

use domain::order::get_method::GetMethod;
use domain::statistics::{Dimension, MethodFigures, Period};
use sqlx::PgPool;
use storage::db::Page;
use storage::db::handles::connection;
use storage::db::order_figures::{self, FigureSource};
use storage::db::orders::{self, CountedOrders, Filter, OrderList};
use testkit::builders::order;

use super::{at, counted, day, names, roll_up, world};

/// Whoever sees all scenes of some nodes is told from sums what the orders say of these scenes.
pub(super) async fn the_nodes_say_the_same(pool: &PgPool, period: Period) {
    let mut db = connection(pool).await.unwrap();
    for nodes in [&[][..], &[1], &[2], &[2, 1], &[7]] {
        let dids: Vec<i64> = sqlx::query_scalar("SELECT did FROM scene WHERE nodeid = ANY ($1)")
            .bind(nodes)
            .fetch_all(&mut *db)
            .await
            .unwrap();
        let (summed, plain) = (
            FigureSource::Nodes(nodes.to_vec()),
            FigureSource::Scenes(dids),
        );
        for dimension in Dimension::ALL {
            assert_eq!(
                counted(pool, &summed, dimension, period).await,
                counted(pool, &plain, dimension, period).await,
                "{period:?} {nodes:?} {dimension:?}"
            );
        }
        let by_month = order_figures::by_month(&mut db, &summed, period)
            .await
            .unwrap();
        let by_day = order_figures::by_day(&mut db, &summed, period)
            .await
            .unwrap();
        let months = order_figures::by_month(&mut db, &plain, period).await;
        let days = order_figures::by_day(&mut db, &plain, period).await;
        assert_eq!(
            (by_month, by_day),
            (months.unwrap(), days.unwrap()),
            "{nodes:?}"
        );
    }
}

#[tokio::test]
async fn figures_of_nodes_follow_what_is_corrected() {
    let (pool, applicant, _) = world().await;
    let period = Period::new(day("2026-11-01"), day("2026-12-31"));
    for (list, moment) in [
        (&["a0", "b0"][..], "2026-11-10T02:00:00Z"),
        (&["a1", "b1", "b2"][..], "2026-11-10T03:00:00Z"),
        (&["b3"][..], "2026-11-30T16:00:00Z"),
    ] {
        order(applicant, &names(list))
            .create(&pool, at(moment))
            .await;
    }
    for statement in [
        "UPDATE scene SET nodeid = 2 WHERE dataid = 'a0'",
        "UPDATE scene SET size = size * 3 WHERE dataid = 'b1'",
        "INSERT INTO scene_region (did, region) SELECT did, '1' FROM scene WHERE dataid < 'b2'",
        "DELETE FROM order_scene USING scene s WHERE s.did = order_scene.did AND s.dataid = 'a1'",
        "UPDATE orders SET apply_user_unit = ' 丁单位', get_method = 2 WHERE data_count = 1",
        "UPDATE orders SET created_at = created_at + interval '20 days' WHERE get_method = 0",
    ] {
        let changed = sqlx::query(statement).execute(&pool).await.unwrap();
        assert_ne!(changed.rows_affected(), 0, "{statement}");
        roll_up(&pool).await;
        the_nodes_say_the_same(&pool, period).await;
        the_orders_are_those_counted(&pool, period).await;
        let mut db = connection(&pool).await.unwrap();
        assert_eq!(order_figures::differences(&mut db).await.unwrap(), []);
    }
}

/// Every figure opens as many orders as it counts.
async fn the_orders_are_those_counted(pool: &PgPool, period: Period) {
    let mut db = connection(pool).await.unwrap();
    let list = OrderList::default();
    for nodes in [&[1][..], &[2], &[1, 2]] {
        let source = FigureSource::Nodes(nodes.to_vec());
        for by in Dimension::ALL {
            let figures = order_figures::by_value(&mut db, &source, by, period).await;
            for (value, MethodFigures { online, offline }) in figures.unwrap() {
                for (method, part) in [
                    (GetMethod::OnlineDownload, online),
                    (GetMethod::OfflineCopy, offline),
                ] {
                    let filter = Filter {
                        counted: Some(CountedOrders {
                            source: source.clone(),
                            by,
                            value: value.clone(),
                            method: Some(method),
                        }),
                        ..Filter::default()
                    };
                    let page = Page::new(None, None);
                    let found = orders::list(&list, &mut db, &filter, page).await.unwrap();
                    let total = found.total.unsigned_abs();
                    assert_eq!(total, part.orders, "{nodes:?} {by:?} {value}");
                }
            }
        }
    }
}
