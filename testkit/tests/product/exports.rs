//! Black box: exports of orders and of the catalogue, opened with the programs people use, and compared with the API.
//!
//! Slow (17 s): a server is killed and started again for each kind of file.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::client::Person;
use testkit::site::Site;

const KINDS: [(&str, &str); 4] = [
    ("shapefile", "zip"),
    ("geojson", "geojson"),
    ("csv", "csv"),
    ("xlsx", "xlsx"),
];
/// Longest export that a test waits for.
const LONGEST: Duration = Duration::from_mins(1);

/// Scenes that are hard to write: across 180, with a hole, drawn clockwise, named like a formula, by quotes and commas.
fn hard_items() -> String {
    let item = |id: &str, title: &str, geometry: Value| {
        json!({"type": "Feature", "stac_version": "1.0.0", "id": id, "collection": "hard",
            "bbox": [100, 30, 101, 31], "geometry": geometry, "links": [], "assets": {},
            "properties": {"datetime": "2024-02-29T16:30:59Z", "title": title, "platform": "高分一号",
                "instruments": ["全色"], "eo:cloud_cover": 12.25}})
    };
    let square = json!([[100, 30], [101, 30], [101, 31], [100, 31], [100, 30]]);
    let clockwise = json!([[100, 30], [100, 31], [101, 31], [101, 30], [100, 30]]);
    let hole = json!([
        [100.4, 30.4],
        [100.6, 30.4],
        [100.6, 30.6],
        [100.4, 30.6],
        [100.4, 30.4]
    ]);
    let west = json!([[-180, 1], [-179, 1], [-179, 2], [-180, 2], [-180, 1]]);
    let east = json!([[179, 1], [180, 1], [180, 2], [179, 2], [179, 1]]);
    let polygon = |rings: Value| json!({"type": "Polygon", "coordinates": rings});
    let items = [
        item(
            "HARD-180",
            "跨越180度经线",
            json!({"type": "MultiPolygon", "coordinates": [[east], [west]]}),
        ),
        item(
            "HARD-HOLE",
            "有洞，\"引号\",逗号",
            polygon(json!([square, hole])),
        ),
        item(
            "HARD-CW",
            "=1+cmd|' /C calc'!A0",
            polygon(json!([clockwise])),
        ),
        item("HARD-AT", "@SUM(A1)", polygon(json!([square]))),
        // 80 characters of three bytes: the longest that a dBase field takes whole.
        item("HARD-LONG", &"长".repeat(80), polygon(json!([square]))),
    ];
    items.map(|item| item.to_string() + "\n").concat()
}

async fn started() -> anyhow::Result<Site> {
    let site = Site::with(&[1000, 20, 0, 77], |launch| {
        launch.env("PERSON_EXPORTS", "1000")
    });
    let site = site.await?;
    std::fs::remove_file(&site.archive.scenes[3].path)?;
    let hard = site.folder("hard.ndjson");
    std::fs::write(&hard, hard_items())?;
    site.launch.run(&["ingest", &hard.to_string_lossy()], "")?;
    site.launch.create_user("other", "applicant")?;
    Ok(site)
}

/// Scenes of the archive, one of which is gone, and the hard ones.
fn all(site: &Site) -> Vec<String> {
    let mut all = site.archive.dataids();
    all.extend(["180", "HOLE", "CW", "AT", "LONG"].map(|name| format!("HARD-{name}")));
    all
}

/// Leaves the file in a folder that `EXPORTS_LOOK` names, under a name that says how many scenes it holds.
fn keep(path: &Path, scenes: &Value) -> anyhow::Result<()> {
    let folder = std::env::var_os("EXPORTS_LOOK").filter(|folder| !folder.is_empty());
    if let (Some(folder), Some(name)) = (folder, path.file_name()) {
        let count = scenes.as_array().map_or(0, Vec::len);
        let name = format!("{count}-scenes-{}", name.to_string_lossy());
        std::fs::copy(path, Path::new(&folder).join(name))?;
    }
    Ok(())
}

/// Compares a file with the API's scenes by the programs people use.
fn compare(
    site: &Site,
    kind: &str,
    bytes: &[u8],
    scenes: &Value,
    of_order: bool,
) -> anyhow::Result<()> {
    let ending = KINDS
        .iter()
        .find(|(name, _)| *name == kind)
        .map_or("", |(_, ending)| ending);
    let path = site.folder(&format!("export.{ending}"));
    let answer = site.folder("scenes.json");
    std::fs::write(&path, bytes)?;
    keep(&path, scenes)?;
    std::fs::write(&answer, scenes.to_string())?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports_check.py");
    let mut command = Command::new(python());
    command.env("PYTHONUTF8", "1").arg(script).arg(kind);
    let output = command
        .args([&path, &answer])
        .args(of_order.then_some("of_order"))
        .output()?;
    ensure!(
        output.status.success(),
        "{kind}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}

/// The system's, for which openpyxl is packaged, even where another stands in front of it.
fn python() -> &'static str {
    let system = "/usr/bin/python3";
    if Path::new(system).exists() {
        system
    } else {
        "python3"
    }
}

async fn begin(person: &Person, asked: &Value) -> anyhow::Result<String> {
    let (status, begun) = person
        .ask(Method::POST, "/api/exports", Some(asked))
        .await?;
    ensure!(status == StatusCode::ACCEPTED, "{status} {begun}");
    Ok(begun["uuid"].as_str().context("no uuid")?.to_owned())
}

async fn done(person: &Person, uuid: &str) -> anyhow::Result<Value> {
    let until = Instant::now() + LONGEST;
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    loop {
        ticks.tick().await;
        let export = person.get(&format!("/api/exports/{uuid}")).await?;
        if export["F_STATUS"] == "1" {
            return Ok(export);
        }
        ensure!(export["F_STATUS"] == "0", "{export}");
        ensure!(
            export["F_ZIPURL"].is_null() && export["fileName"].is_null(),
            "{export}"
        );
        ensure!(Instant::now() < until, "does not come about: {export}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn exports_open_everywhere_and_tell_what_the_api_tells() {
    let mut site = started().await.unwrap();
    let order = site.applicant.order(&all(&site)).await.unwrap();
    site.admin.approve(&order).await.unwrap();
    let ended = |order: &Value| order["dataPercent"]["failed"] == 6;
    site.applicant.wait(&order, ended).await.unwrap();
    every_kind_of_an_order(&site, &order).await.unwrap();
    every_kind_of_the_catalogue(&site).await.unwrap();
    a_choice_of_an_order(&site, &order).await.unwrap();
    what_cannot_be_exported(&site, &order).await.unwrap();
    nobody_elses(&site, &order).await.unwrap();
    a_removed_one_is_gone(&site).await.unwrap();
    a_killed_server_goes_on(&mut site).await.unwrap();
}

async fn every_kind_of_an_order(site: &Site, order: &str) -> anyhow::Result<()> {
    let path = format!("/api/orders/{order}/scenes?pageSize=100");
    let scenes = site.applicant.get(&path).await?["items"].take();
    let name = site.applicant.get(&format!("/api/orders/{order}")).await?["ordername"].take();
    let name = name.as_str().context("no name")?;
    for (kind, extension) in KINDS {
        let uuid = begin(&site.applicant, &json!({"kind": kind, "orderId": order})).await?;
        let export = done(&site.applicant, &uuid).await?;
        ensure!(
            export["fileName"] == format!("{name}_景数据.{extension}"),
            "{export}"
        );
        ensure!(export["count"] == 9 && export["kind"] == kind, "{export}");
        ensure!(
            export["expiresAt"].is_string() && export["message"].is_null(),
            "{export}"
        );
        let file = export["F_ZIPURL"].as_str().context("no path")?;
        let bytes = site.applicant.bytes(file).await?;
        compare(site, kind, &bytes, &scenes, true)?;
    }
    let list = site.applicant.get("/api/exports").await?;
    ensure!(
        list["total"] == 4 && list["items"][0]["kind"] == "xlsx",
        "{list}"
    );
    Ok(())
}

async fn every_kind_of_the_catalogue(site: &Site) -> anyhow::Result<()> {
    let mut chosen = all(site);
    chosen.reverse();
    let mut scenes = Vec::new();
    for id in &chosen {
        scenes.push(site.applicant.get(&format!("/api/scenes/{id}")).await?);
    }
    for (kind, extension) in KINDS {
        let uuid = begin(&site.applicant, &json!({"kind": kind, "dataIds": chosen})).await?;
        let export = done(&site.applicant, &uuid).await?;
        ensure!(
            export["fileName"] == format!("景数据.{extension}"),
            "{export}"
        );
        let bytes = site
            .applicant
            .bytes(&format!("/api/exports/{uuid}/file"))
            .await?;
        compare(site, kind, &bytes, &json!(scenes), false)?;
    }
    Ok(())
}

async fn a_choice_of_an_order(site: &Site, order: &str) -> anyhow::Result<()> {
    let path = format!("/api/orders/{order}/scenes?pageSize=100");
    let scenes = site.admin.get(&path).await?["items"].take();
    let chosen = json!([scenes[1], scenes[5]]);
    let dids = [&scenes[5]["did"], &scenes[1]["did"]];
    let uuid = begin(
        &site.admin,
        &json!({"kind": "csv", "orderId": order, "dids": dids}),
    )
    .await?;
    done(&site.admin, &uuid).await?;
    let path = format!("/api/exports/{uuid}/file");
    let bytes = site.admin.bytes(&path).await?;
    compare(site, "csv", &bytes, &chosen, true)?;
    // As a browser fetches it, and fetches it again.
    let get = || {
        reqwest::Client::new()
            .get(format!("{}{path}", site.server.http))
            .bearer_auth(site.admin.token())
    };
    let first = get().send().await?;
    let header = |name: &str| {
        first.headers()[name]
            .to_str()
            .unwrap_or_default()
            .to_owned()
    };
    ensure!(
        header("content-disposition").contains("filename*=UTF-8''"),
        "{first:?}"
    );
    ensure!(header("cache-control").contains("private"), "{first:?}");
    let again = get().header("if-none-match", header("etag")).send().await?;
    ensure!(again.status() == StatusCode::NOT_MODIFIED, "{again:?}");
    Ok(())
}

async fn a_removed_one_is_gone(site: &Site) -> anyhow::Result<()> {
    let other = Person::sign_in(&site.server.http, "other").await?;
    let asked = json!({"kind": "csv", "dataIds": ["TEST-000"]});
    let uuid = begin(&site.applicant, &asked).await?;
    done(&site.applicant, &uuid).await?;
    let stored = site.launch.data.join("objects/exports").join(&uuid);
    ensure!(stored.is_dir(), "{} is not there", stored.display());
    let path = format!("/api/exports/{uuid}");
    for (person, status) in [
        (&other, StatusCode::NOT_FOUND),
        (&site.applicant, StatusCode::NO_CONTENT),
        (&site.applicant, StatusCode::NOT_FOUND),
    ] {
        let (answered, _) = person.ask(Method::DELETE, &path, None).await?;
        ensure!(answered == status, "{answered}");
    }
    site.launch
        .run(&["admin", "sweep", "--older-than", "0"], "")?;
    let left = || Ok::<_, std::io::Error>(std::fs::read_dir(&stored)?.count());
    ensure!(left().unwrap_or(0) == 0, "its bytes are still there");
    Ok(())
}

async fn what_cannot_be_exported(site: &Site, order: &str) -> anyhow::Result<()> {
    let table = [
        (json!({"kind": "csv"}), 422, "nothing_chosen"),
        (json!({"kind": "csv", "dataIds": []}), 422, "nothing_chosen"),
        (
            json!({"kind": "csv", "orderId": order, "dids": []}),
            422,
            "nothing_chosen",
        ),
        (
            json!({"kind": "csv", "orderId": order, "dids": [-1]}),
            422,
            "unknown_scenes",
        ),
        (
            json!({"kind": "csv", "dataIds": ["nobody"]}),
            422,
            "unknown_scenes",
        ),
        (json!({"kind": "csv", "dids": [1]}), 400, "invalid"),
        (
            json!({"kind": "csv", "orderId": order, "dataIds": ["TEST-000"]}),
            400,
            "invalid",
        ),
        (json!({"kind": "csv", "orderId": TASK}), 404, "not_found"),
    ];
    for (asked, status, code) in table {
        let (answered, problem) = site
            .applicant
            .ask(Method::POST, "/api/exports", Some(&asked))
            .await?;
        ensure!(
            answered.as_u16() == status && problem["code"] == code,
            "{asked}: {problem}"
        );
    }
    Ok(())
}

/// Some id that nothing has.
const TASK: &str = "01890000-0000-7000-8000-000000000002";

async fn nobody_elses(site: &Site, order: &str) -> anyhow::Result<()> {
    let other = Person::sign_in(&site.server.http, "other").await?;
    let asked = json!({"kind": "csv", "orderId": order});
    let (status, _) = other
        .ask(Method::POST, "/api/exports", Some(&asked))
        .await?;
    ensure!(status == StatusCode::NOT_FOUND, "{status}");
    let uuid = begin(&site.applicant, &asked).await?;
    done(&site.applicant, &uuid).await?;
    for who in [&other, &site.admin] {
        for path in [
            format!("/api/exports/{uuid}"),
            format!("/api/exports/{uuid}/file"),
        ] {
            let (status, _) = who.ask(Method::GET, &path, None).await?;
            ensure!(status == StatusCode::NOT_FOUND, "{path}: {status}");
        }
    }
    Ok(())
}

/// Killed with as many exports under way as a person may have; a sixth is refused.
async fn a_killed_server_goes_on(site: &mut Site) -> anyhow::Result<()> {
    let chosen = all(site);
    for (kind, _) in KINDS {
        let mut begun = Vec::new();
        let mut refused = 0;
        for _ in 0..5 {
            let asked = json!({"kind": kind, "dataIds": chosen});
            match begin(&site.applicant, &asked).await {
                Ok(uuid) => begun.push(uuid),
                Err(_) => refused += 1,
            }
        }
        ensure!(refused == 0, "five are allowed");
        site.server.kill()?;
        site.restart()?;
        for uuid in begun {
            done(&site.applicant, &uuid).await?;
        }
    }
    Ok(())
}
