//! Deliveries count the same, whether they come in all together, one by one, or before what was fetched and said of them.

use serde_json::Value;

use super::world::{World, at, orders, refusals};

/// What is not in a sum yet, added up. Numbers of the registry depend on what came in first and are left out.
const DIFFERENCES: [&str; 2] = [
    "SELECT concat_ws('|', tells, day, unit, value, sum(entries), sum(scenes), sum(bytes), sum(fetched), sum(begun), sum(repeated), \
     max(last_at), sum(delivery_scenes), sum(delivery_bytes)) FROM provided_change GROUP BY tells, day, unit, value \
     HAVING (sum(entries), sum(scenes), sum(bytes), sum(fetched), sum(begun), sum(repeated)) <> (0, 0, 0, 0, 0, 0) ORDER BY 1",
    "SELECT concat_ws('|', day, measure, value, sum(count)) FROM service_change GROUP BY day, measure, value \
     HAVING sum(count) <> 0 ORDER BY 1",
];
/// What deliveries are, and what sums say of them.
const COUNTED: [&str; 4] = [
    "SELECT concat_ws('|', e.ordername, d.day, d.unit, d.usage, d.scenes, d.bytes, d.handed_over, d.took, d.stars, d.state, d.paths, \
     d.files, d.repeated, d.last_at) FROM provided_delivery d JOIN registry_entry e ON e.number = d.entry ORDER BY 1",
    "SELECT concat_ws('|', e.ordername, f.path, f.times, f.bytes, f.first_at, f.last_at) \
     FROM registry_fetch f JOIN registry_entry e ON e.number = f.entry ORDER BY 1",
    "SELECT concat_ws('|', tells, span, starts, unit, value, entries, scenes, bytes, fetched, begun, repeated, last_at, \
     delivery_scenes, delivery_bytes) FROM provided_figure WHERE entries <> 0 ORDER BY 1",
    "SELECT concat_ws('|', measure, span, starts, value, count) FROM service_figure ORDER BY 1",
];

async fn lines(world: &World, statements: &[&'static str]) -> Vec<String> {
    let mut lines = Vec::new();
    for statement in statements {
        let found = sqlx::query_scalar::<_, String>(*statement)
            .fetch_all(&world.pool)
            .await;
        lines.extend(found.expect(statement));
    }
    lines
}

/// The same orders, before anything of them was fetched and anybody said how they were.
fn before(file: &[Value]) -> Vec<Value> {
    let mut file = file.to_vec();
    for row in &mut file {
        let order = row.as_object_mut().unwrap();
        if order.remove("evaluation").is_some() {
            order.remove("ratedAt");
            order.insert("state".into(), 7.into());
        }
        if let Some(delivery) = order.get_mut("delivery") {
            delivery.as_object_mut().unwrap().remove("download");
        }
    }
    file
}

/// Writes what was fetched and said of orders that there are, as this product does: after their deliveries.
async fn fetch_and_rate(world: &World, file: &[Value]) {
    for row in file {
        let number = row["orderNumber"].as_str().unwrap();
        let download = &row["delivery"]["download"];
        if download.is_object() {
            let moment = |field: &str| at(download[field].as_str().unwrap());
            let fetched = sqlx::query(
                "INSERT INTO registry_fetch (entry, path, times, bytes, first_at, last_at) \
                 SELECT number, ordername, 1, 30, $2, $3 FROM registry_entry WHERE ordername = $1",
            );
            let fetched = fetched.bind(number).bind(moment("firstAt"));
            let fetched = fetched.bind(moment("lastAt"));
            fetched.execute(&world.pool).await.unwrap();
        }
        if let Some(overall) = row["evaluation"]["overall"].as_i64() {
            let rated = sqlx::query(
                "INSERT INTO feedback (order_id, appraise, response_speed, content, created_at) \
                 SELECT id, $2::bigint::smallint, 1, '', $3 FROM orders WHERE ordername = $1",
            );
            let rated = rated.bind(number).bind(overall);
            let rated = rated.bind(at(row["ratedAt"].as_str().unwrap()));
            rated.execute(&world.pool).await.unwrap();
        }
    }
}

#[tokio::test]
async fn all_together_one_by_one_and_afterwards_count_the_same() {
    let file = orders(60);
    let (together, singly) = (World::new().await, World::new().await);
    let afterwards = World::new().await;
    assert_eq!(refusals(&together.import(&file).await), []);
    for row in &file {
        singly.import(std::slice::from_ref(row)).await;
    }
    assert_eq!(refusals(&afterwards.import(&before(&file)).await), []);
    fetch_and_rate(&afterwards, &file).await;

    let differences = lines(&together, &DIFFERENCES).await;
    assert!(differences.len() > 100, "{}", differences.len());
    for other in [&singly, &afterwards] {
        assert_eq!(lines(other, &DIFFERENCES).await, differences);
    }
    for world in [&together, &singly, &afterwards] {
        world.roll_up().await;
    }
    let counted = lines(&together, &COUNTED).await;
    for other in [&singly, &afterwards] {
        assert_eq!(lines(other, &COUNTED).await, counted);
    }
}

#[tokio::test]
async fn a_delivery_is_counted_once_with_what_was_fetched_and_said_of_it() {
    let world = World::new().await;
    world.import(&orders(60)).await;
    let taken_back = "SELECT count(*) FROM provided_change WHERE entries < 0";
    assert_eq!(world.count(taken_back).await, 0);
    world.roll_up().await;
}
