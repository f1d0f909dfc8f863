//! Black box: STAC clients and validators of others against the real server.
//!
//! Slow (14 s): validators in Python load their schemas and page through everything.

use std::path::Path;
use std::process::Command;

use anyhow::ensure;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use storage::db::scenes::Footprint;
use testkit::postgres::TestDatabase;
use testkit::site::Site;

use super::python::interpreter;

/// A picture of one pixel.
const PREVIEW: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/// Items of two satellites over China: times that repeat, clouds that are not known, one footprint across 180, names
/// that need care in addresses.
fn item(number: u32) -> Value {
    let (column, row) = (f64::from(number % 12), f64::from(number / 12));
    let (west, south) = (100.0 + column * 0.7, 28.0 + row * 0.6);
    let (east, north) = (west + 0.9, south + 0.8);
    let mut ring = json!([
        [west, south],
        [east, south + 0.1],
        [east - 0.1, north],
        [west + 0.1, north],
        [west, south]
    ]);
    if number == 17 {
        ring = json!([
            [179.4, 10.0],
            [-179.3, 10.2],
            [-179.5, 11.0],
            [179.2, 10.8],
            [179.4, 10.0]
        ]);
    }
    let satellite = if number.is_multiple_of(3) {
        "gf2"
    } else {
        "gf1"
    };
    let mut properties = json!({
        "datetime": format!("2024-{:02}-{:02}T03:{:02}:00Z", number % 6 + 1, number % 28 + 1, number % 3),
        "title": format!("高分 {number}"), "platform": satellite.to_uppercase(), "instruments": ["PMS1"], "gsd": 2,
        "view:off_nadir": 3.5, "created": "2024-08-01T00:00:00Z",
    });
    if !number.is_multiple_of(5) {
        properties["eo:cloud_cover"] = json!(f64::from(number * 37 % 200) / 2.0);
    }
    json!({
        "type": "Feature", "stac_version": "1.0.0", "id": format!("{satellite}/景 {number}#%"), "collection": satellite,
        "geometry": {"type": "Polygon", "coordinates": [ring]}, "properties": properties, "links": [],
        "assets": {
            "data": {"href": format!("{number}.tif"), "roles": ["data"]},
            "preview": {"href": "preview.png", "roles": ["thumbnail"]},
        },
    })
}

/// What the database holds.
async fn rows(database: &TestDatabase) -> anyhow::Result<Vec<Value>> {
    let rows: Vec<(Value, Vec<u8>)> = sqlx::query_as(
        "SELECT jsonb_build_object('id', dataid, 'collection', n.collection, 'platform', satellite, 'cloud', cloud,
            'datetime', to_char(acquired AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')), outline
         FROM scene JOIN catalogue_node n ON n.id = nodeid ORDER BY dataid",
    )
    .fetch_all(&database.pool)
    .await?;
    let with_footprint = rows.into_iter().map(|(mut row, outline)| {
        row["footprint"] = Footprint::try_from(outline)?.wkt().into();
        Ok(row)
    });
    with_footprint.collect()
}

fn write_items(folder: &Path) -> anyhow::Result<String> {
    let path = folder.join("more.ndjson");
    std::fs::write(folder.join("preview.png"), STANDARD.decode(PREVIEW)?)?;
    let lines: Vec<String> = (0..120).map(|number| item(number).to_string()).collect();
    std::fs::write(&path, lines.join("\n"))?;
    Ok(path.to_string_lossy().into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_and_validators_of_others_find_exactly_what_the_database_holds() {
    prove().await.unwrap();
}

async fn prove() -> anyhow::Result<()> {
    let database = TestDatabase::new().await;
    let site = Site::with(&[1000, 2000, 3000], |launch| {
        launch.env("DATABASE_URL", &database.url)
    })
    .await?;
    let items = write_items(&site.archive.folder)?;
    site.launch.run(&["ingest", &items], "")?;
    let ids = site.archive.dataids();
    let prepared = site.applicant.order(&ids[..1]).await?;
    site.admin.approve(&prepared).await?;
    site.applicant.wait_prepared(&prepared).await?;
    site.applicant.order(&ids[1..2]).await?;
    let held = site.folder("held.json");
    let content = json!({
        "scenes": rows(&database).await?, "token": site.applicant.token(),
        "orders": {&ids[0]: "succeeded", &ids[1]: "ordered", &ids[2]: "orderable"},
    });
    std::fs::write(&held, content.to_string())?;
    let proof = Command::new(interpreter("python-stac")?)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stac/prove.py"))
        .arg(format!("{}/stac", site.server.http))
        .arg(&held)
        .output()?;
    ensure!(
        proof.status.success(),
        "{}{}\n{}",
        String::from_utf8_lossy(&proof.stdout),
        String::from_utf8_lossy(&proof.stderr),
        site.launch.log()
    );
    Ok(())
}
