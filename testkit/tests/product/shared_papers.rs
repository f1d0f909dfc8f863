//! Black box: papers that several orders share outlive backups, deleted orders and a server that is killed.
//!
//! Slow (half a minute): a server and its database start eleven times.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::Connection as _;
use testkit::client::{Person, pdf};
use testkit::server::Launch;
use testkit::site::Site;

/// Papers of an order.
const PAPERS: usize = 4;
const KILLS: u32 = 8;

/// A server with one submitted order.
async fn submitted() -> anyhow::Result<(Site, String)> {
    let site = Site::with(&[1000], |launch| launch.env("PERSON_OPEN_ORDERS", "10000")).await?;
    let order = site.applicant.order(&site.archive.dataids()).await?;
    Ok((site, order))
}

/// The ids of the applicant's orders.
async fn orders(site: &Site) -> anyhow::Result<Vec<String>> {
    let list = site.applicant.get("/api/orders?pageSize=100").await?;
    let items = list["items"].as_array().context("no orders")?;
    let id = |order: &Value| order["id"].as_str().map(str::to_owned);
    items
        .iter()
        .map(|order| id(order).context("no id"))
        .collect()
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
        data: site.folder("restored"),
        ..site.launch.clone()
    };
    launch.run(&["restore", &backup.to_string_lossy()], "")?;
    Ok(launch)
}

#[tokio::test(flavor = "multi_thread")]
async fn shared_papers_are_in_a_backup_and_stay_until_their_last_order_is_gone()
-> anyhow::Result<()> {
    let (mut site, order) = submitted().await?;
    let first = clone(&site.applicant, &order).await?;
    let second = clone(&site.applicant, &first).await?;
    let backup = site.folder("backup");
    site.launch
        .run(&["backup", &backup.to_string_lossy(), "--with-key"], "")?;
    let stored = std::fs::read_dir(backup.join("objects/attachments"))?.count();
    ensure!(stored == PAPERS, "{stored} papers in the backup");
    site.server.stop()?;

    let launch = restored(&site, &backup)?;
    let server = launch.start()?;
    let person = site.applicant.at(&server.http);
    for order in [&order, &first, &second] {
        papers_are_whole(&person, order).await?;
    }
    delete(&person, &[&first]).await?;
    ensure!(swept(&launch).await? == PAPERS);
    for order in [&order, &second] {
        papers_are_whole(&person, order).await?;
    }
    let withdraw = format!("/api/orders/{order}/withdraw");
    person.post(&withdraw, &json!({})).await?;
    delete(&person, &[&order]).await?;
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
    let (mut site, order) = submitted().await?;
    let seed = rand::random();
    println!("seed {seed}");
    let mut random = SmallRng::seed_from_u64(seed);
    let path = format!("/api/orders/{order}/clone");
    for _ in 0..KILLS {
        let person = site.applicant.clone();
        let killed = async {
            // The instant is random on purpose; nothing is waited for.
            tokio::time::sleep(Duration::from_millis(random.random_range(0..40))).await;
            site.server.kill()
        };
        let (answers, killed) = tokio::join!(cloned_until_killed(&person, &path), killed);
        killed?;
        site.restart()?;
        // What was answered is there; what was not is there whole, or not at all.
        let all = orders(&site).await?;
        for order in &answers {
            ensure!(all.contains(order), "{order} was answered and is lost");
        }
        for order in &all {
            papers_are_whole(&site.applicant, order).await?;
        }
    }
    ensure!(swept(&site.launch).await? == PAPERS);
    let all = orders(&site).await?;
    println!("{} clones came about", all.len() - 1);
    for order in &all {
        papers_are_whole(&site.applicant, order).await?;
    }
    let after = clone(&site.applicant, &order).await?;
    papers_are_whole(&site.applicant, &after).await
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
