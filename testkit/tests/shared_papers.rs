//! Black box: papers that several orders share outlive backups, deleted orders and a server that is killed.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::Connection as _;
use tempfile::TempDir;
use testkit::archive::Archive;
use testkit::client::{Person, pdf};
use testkit::server::{Launch, Server};

/// Papers of an order.
const PAPERS: usize = 4;
const KILLS: u32 = 8;

/// A server with one submitted order.
struct Site {
    home: TempDir,
    launch: Launch,
    server: Server,
    applicant: Person,
    order: String,
}

impl Site {
    async fn start() -> anyhow::Result<Self> {
        let home = tempfile::tempdir()?;
        let archive = Archive::make(&home.path().join("archive"), &[1000])?;
        let launch = Launch::new("serve", &home.path().join("data"))
            .env("ARCHIVE_ROOTS", &archive.folder)
            .env("PERSON_OPEN_ORDERS", "10000");
        let server = launch.start()?;
        launch.create_user("applicant", "applicant")?;
        launch.run(&["ingest", &archive.items.to_string_lossy()], "")?;
        let applicant = Person::sign_in(&server.http, "applicant").await?;
        let order = applicant.order(&archive.dataids()).await?;
        Ok(Self {
            home,
            launch,
            server,
            applicant,
            order,
        })
    }

    fn applicant(&self) -> Person {
        self.applicant.at(&self.server.http)
    }

    /// The ids of the applicant's orders.
    async fn orders(&self) -> anyhow::Result<Vec<String>> {
        let list = self.applicant().get("/api/orders?pageSize=100").await?;
        let items = list["items"].as_array().context("no orders")?;
        let id = |order: &Value| order["id"].as_str().map(str::to_owned);
        items
            .iter()
            .map(|order| id(order).context("no id"))
            .collect()
    }
}

async fn clone(person: &Person, order: &str) -> anyhow::Result<String> {
    let asked = json!({"scope": "all"});
    let made = person
        .post(&format!("/api/orders/{order}/clone"), &asked)
        .await?;
    Ok(made["id"].as_str().context("no id")?.to_owned())
}

async fn delete(person: &Person, orders: &[&str]) -> anyhow::Result<()> {
    let asked = json!({"ids": orders});
    let (status, body) = person
        .ask(Method::DELETE, "/api/orders", Some(&asked))
        .await?;
    ensure!(status.is_success(), "{status} {body}");
    Ok(())
}

/// All papers of the order can be read, and are what was uploaded.
async fn papers_are_whole(person: &Person, order: &str) -> anyhow::Result<()> {
    let order = person.get(&format!("/api/orders/{order}")).await?;
    let papers = order["attachments"].as_array().context("no papers")?;
    ensure!(papers.len() == PAPERS, "{order}");
    for paper in papers {
        let path = paper["fDataPath"].as_str().context("no path")?;
        ensure!(person.bytes(path).await? == pdf(), "{path} is another file");
    }
    Ok(())
}

/// Papers in the store after what the reconciler does every hour, and a sweep that spares nothing for being young.
async fn swept(launch: &Launch) -> anyhow::Result<usize> {
    let options = sqlx::postgres::PgConnectOptions::new_without_pgpass()
        .socket(launch.data.join("postgres/run"))
        .username("postgres")
        .database("scenedock");
    let mut db = sqlx::PgConnection::connect_with(&options).await?;
    storage::db::retention::forget_dropped_drafts(&mut db, chrono::DateTime::UNIX_EPOCH).await?;
    db.close().await?;
    launch.run(&["admin", "sweep", "--older-than", "0"], "")?;
    // The sweep takes empty folders, too.
    let papers = std::fs::read_dir(launch.data.join("objects/attachments"));
    Ok(papers.map_or(0, Iterator::count))
}

fn restored(site: &Site, backup: &Path) -> anyhow::Result<Launch> {
    let launch = Launch {
        data: site.home.path().join("restored"),
        ..site.launch.clone()
    };
    launch.run(&["restore", &backup.to_string_lossy()], "")?;
    Ok(launch)
}

#[tokio::test(flavor = "multi_thread")]
async fn shared_papers_are_in_a_backup_and_stay_until_their_last_order_is_gone()
-> anyhow::Result<()> {
    let mut site = Site::start().await?;
    let first = clone(&site.applicant, &site.order).await?;
    let second = clone(&site.applicant, &first).await?;
    let backup = site.home.path().join("backup");
    site.launch
        .run(&["backup", &backup.to_string_lossy(), "--with-key"], "")?;
    let stored = std::fs::read_dir(backup.join("objects/attachments"))?.count();
    ensure!(stored == PAPERS, "{stored} papers in the backup");
    site.server.stop()?;

    let launch = restored(&site, &backup)?;
    let server = launch.start()?;
    let person = site.applicant.at(&server.http);
    for order in [&site.order, &first, &second] {
        papers_are_whole(&person, order).await?;
    }
    delete(&person, &[&first]).await?;
    ensure!(swept(&launch).await? == PAPERS);
    for order in [&site.order, &second] {
        papers_are_whole(&person, order).await?;
    }
    let withdraw = format!("/api/orders/{}/withdraw", site.order);
    person.post(&withdraw, &json!({})).await?;
    delete(&person, &[&site.order]).await?;
    ensure!(swept(&launch).await? == PAPERS);
    papers_are_whole(&person, &second).await?;
    delete(&person, &[&second]).await?;
    let left = swept(&launch).await?;
    ensure!(left == 0, "{left} papers that no order names");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_while_it_clones_loses_no_paper_and_leaves_no_orphan() -> anyhow::Result<()>
{
    let mut site = Site::start().await?;
    let seed = rand::random();
    println!("seed {seed}");
    let mut random = SmallRng::seed_from_u64(seed);
    let path = format!("/api/orders/{}/clone", site.order);
    for _ in 0..KILLS {
        let person = site.applicant();
        let killed = async {
            // The instant is random on purpose; nothing is waited for.
            tokio::time::sleep(Duration::from_millis(random.random_range(0..40))).await;
            site.server.kill()
        };
        let (answers, killed) = tokio::join!(cloned_until_killed(&person, &path), killed);
        killed?;
        site.server = site.launch.start()?;
        // What was answered is there; what was not is there whole, or not at all.
        let orders = site.orders().await?;
        for order in &answers {
            ensure!(orders.contains(order), "{order} was answered and is lost");
        }
        for order in &orders {
            papers_are_whole(&site.applicant(), order).await?;
        }
    }
    ensure!(swept(&site.launch).await? == PAPERS);
    let orders = site.orders().await?;
    println!("{} clones came about", orders.len() - 1);
    for order in &orders {
        papers_are_whole(&site.applicant(), order).await?;
    }
    let after = clone(&site.applicant(), &site.order).await?;
    papers_are_whole(&site.applicant(), &after).await
}

/// The ids of the clones that were answered before the server was killed.
async fn cloned_until_killed(person: &Person, path: &str) -> Vec<String> {
    let mut made = Vec::new();
    let asked = json!({"scope": "all"});
    while let Ok(order) = person.post(path, &asked).await {
        made.extend(order["id"].as_str().map(str::to_owned));
    }
    made
}
