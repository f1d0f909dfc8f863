//! Figures beside the entries that they open.

use serde_json::{Value, json};

use super::{listed, prepared_with};
use crate::world::World;

const DAYS: &str = "from=2000-01-01&to=2099-12-31";

/// Entries of the list, of its sum, and of the table that is saved.
async fn counted(w: &World, query: &str) -> [usize; 3] {
    let query = format!("{DAYS}&{query}");
    let page = listed(w, &query).await;
    let sum = page["sum"]["entries"].as_u64().unwrap();
    let table = format!("/api/registry/export.csv?{query}");
    let table = w.get(&table, &w.admin).await.text();
    [
        page["items"].as_array().unwrap().len(),
        usize::try_from(sum).unwrap(),
        table.lines().count() - 1,
    ]
}

/// Three deliveries: with everything filled in, with a scene that has nothing beside one that has, and with nothing in the form.
async fn half_filled() -> World {
    let w = World::new().await;
    for (dataids, unit) in [
        (&["s1"][..], "甲院"),
        (&["s1", "s2"], "甲院"),
        (&["s1"], "none"),
    ] {
        prepared_with(&w, dataids, json!({"applyUserUnit": unit})).await;
    }
    let emptied = "UPDATE registry_entry SET unit = '', usage = '' WHERE unit = 'none'; \
        UPDATE registry_scene SET satellite = '' WHERE dataid = 's2'; \
        INSERT INTO scene_region SELECT did, '156110000' FROM scene WHERE dataid = 's1'";
    let written = sqlx::raw_sql(emptied).execute(&w.context.pool);
    written.await.unwrap();
    w
}

#[tokio::test]
async fn what_is_left_empty_opens_its_entries_as_every_value_does() {
    let w = half_filled().await;
    for (by, figures) in [
        ("unit", [("", 1), ("甲院", 2)]),
        ("usage", [("", 1), ("测绘", 2)]),
        ("satellite", [("", 1), ("GF1", 3)]),
        ("region", [("", 1), ("156110000", 3)]),
    ] {
        let path = format!("/api/registry/figures?{DAYS}&by={by}");
        let answer = w.get(&path, &w.admin).await.ok();
        let mut counts: Vec<(&str, usize)> = (answer["items"].as_array().unwrap().iter())
            .map(|item| {
                let entries = item["entries"].as_u64().unwrap();
                let value = item["value"].as_str().unwrap();
                (value, usize::try_from(entries).unwrap())
            })
            .collect();
        counts.sort_unstable();
        assert_eq!(counts, figures, "{by}");
        for (value, entries) in counts {
            let query = match value {
                "" => format!("without={by}"),
                value => format!("{by}={value}"),
            };
            assert_eq!(counted(&w, &query).await, [entries; 3], "{query}");
        }
        // A parameter without a value is none, and no value means what is empty.
        assert_eq!(counted(&w, &format!("{by}=")).await, [3; 3], "{by}");
        let nobody = counted(&w, &format!("{by}=empty")).await;
        assert_eq!(nobody, [0; 3], "{by}");
    }
    // Together with other conditions.
    assert_eq!(counted(&w, "without=usage&unit=甲院").await, [0; 3]);
    assert_eq!(counted(&w, "without=satellite&unit=甲院").await, [1; 3]);
    let unknown = format!("/api/registry?{DAYS}&without=project");
    assert_eq!(w.get(&unknown, &w.admin).await.status, 400);
}

/// What the list says of its entries, added up.
fn repeated_fetches(page: &Value) -> i64 {
    let entries = page["items"].as_array().unwrap().iter();
    let repeated = entries.map(|entry| entry["repeatedFetches"].as_i64().unwrap());
    repeated.sum()
}

#[tokio::test]
async fn what_was_fetched_again_opens_deliveries_that_add_up_to_it() {
    let w = World::new().await;
    for unit in ["甲院", "甲院", "乙院", "丙院"] {
        prepared_with(&w, &["s1"], json!({"applyUserUnit": unit})).await;
    }
    // Of the first two files, one fetched twice and one four times; of the second one file once and one begun; of the third one
    // file twice.
    let fetched = "INSERT INTO registry_fetch (entry, path, times, bytes, first_at, last_at) \
        SELECT n.number, f.path, f.times, 1, n.opened_at, n.opened_at \
        FROM (VALUES (1, 'a', 2), (1, 'b', 4), (2, 'a', 1), (2, 'b', 0), (3, 'a', 2)) AS f (nth, path, times) \
        JOIN (SELECT number, opened_at, row_number() OVER (ORDER BY number) AS nth FROM registry_entry) n USING (nth)";
    let written = sqlx::raw_sql(fetched).execute(&w.context.pool);
    written.await.unwrap();
    let path = format!("/api/stats/downloads/completion?{DAYS}");
    let figures = w.get(&path, &w.admin).await.ok();
    let mut opened = Vec::new();
    let units = figures["items"].as_array().unwrap().iter();
    for (condition, figure) in units
        .map(|item| (format!("&unit={}", item["unit"].as_str().unwrap()), item))
        .chain([(String::new(), &figures["total"])])
    {
        let query = format!("repeated=true{condition}");
        let page = listed(&w, &format!("{DAYS}&{query}")).await;
        assert_eq!(figure["repeated"], repeated_fetches(&page), "{query}");
        let [rows, others] = [
            counted(&w, &query).await,
            counted(&w, &format!("repeated=false{condition}")).await,
        ];
        let deliveries = figure["deliveries"].as_u64().unwrap();
        assert_eq!(json!(rows[0] + others[0]), deliveries, "{query}");
        assert_eq!(rows, [rows[0]; 3], "{query}");
        opened.push((figure["repeated"].as_i64().unwrap(), rows[0]));
    }
    opened.sort_unstable();
    assert_eq!(opened, [(0, 0), (1, 1), (4, 1), (5, 2)]);
}
