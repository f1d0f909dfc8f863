//! Black box: what a backup holds comes back whole, and a backup that is not whole is refused.
//!
//! Slow (20 s): half a dozen servers with a database of their own start and stop.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use testkit::archive::sha256_of;
use testkit::client::Person;
use testkit::download::{Download, path_url};
use testkit::server::{Launch, Server};
use testkit::site::{Site, ftp_account};

const MIB: usize = 1 << 20;
/// Longest wait for a transfer's row.
const RECORDED: Duration = Duration::from_secs(10);
/// What a running server says of itself: its workers, when to forget the orders and scenes that it holds in memory, and the
/// link to set it up, which goes as soon as there is an administrator.
const ALIVE: [&str; 4] = [
    "worker",
    "order_list_reset",
    "scene_index_reset",
    "set_up_link",
];

async fn delivered() -> anyhow::Result<(Site, String)> {
    let site = Site::start(&[2 * MIB + 1, 0, 70_000]).await?;
    let order = site.prepared().await?;
    Ok((site, order))
}

/// The same server on another folder.
fn fresh(site: &Site, name: &str) -> Launch {
    Launch {
        data: site.folder(name),
        ..site.launch.clone()
    }
}

fn back_up(site: &Site, name: &str, options: &[&str]) -> anyhow::Result<PathBuf> {
    let folder = site.folder(name);
    let text = folder.to_string_lossy();
    site.launch
        .run(&[&["backup", &text], options].concat(), "")?;
    Ok(folder)
}

/// Every file of the delivery, over FTP from `server`, against the delivery's own sums.
async fn downloads(
    (site, order): &(Site, String),
    server: &Server,
    into: &str,
) -> anyhow::Result<()> {
    let applicant = site.applicant.at(&server.http);
    let delivery = applicant
        .get(&format!("/api/orders/{order}/delivery"))
        .await?;
    let account = ftp_account(&delivery)?;
    let files = delivery["files"].as_array().context("no files")?;
    ensure!(files.len() >= 5, "{delivery}");
    let folder = site.folder(into);
    std::fs::create_dir(&folder)?;
    for (number, file) in files.iter().enumerate() {
        let name = file["name"].as_str().context("no name")?;
        let to = folder.join(number.to_string());
        let url = path_url(&format!("ftp://{}/", server.ftp), name)?;
        Download::new(&url, &to).options(&["-u", account]).run()?;
        ensure!(file["sha256"] == sha256_of(&to)?, "{name} is another file");
    }
    Ok(())
}

fn restore(launch: &Launch, backup: &Path, options: &[&str]) -> anyhow::Result<String> {
    let text = backup.to_string_lossy();
    launch.run(&[&["restore", &text], options].concat(), "")
}

/// What a command that must fail says.
fn refusal<T>(result: anyhow::Result<T>) -> String {
    match result {
        Ok(_) => panic!("was not refused"),
        Err(error) => error.to_string(),
    }
}

fn manifest(backup: &Path) -> std::io::Result<Value> {
    let text = std::fs::read(backup.join("manifest.json"))?;
    Ok(serde_json::from_slice(&text)?)
}

/// The database of a running server.
async fn database(data: &Path) -> anyhow::Result<PgConnection> {
    let options = sqlx::postgres::PgConnectOptions::new_without_pgpass()
        .socket(data.join("postgres/run"))
        .username("postgres")
        .database("scenedock");
    Ok(PgConnection::connect_with(&options).await?)
}

/// Waits for the rows that are written after the client has its bytes: ends of transfers, and notices of events.
async fn rows_settle(data: &Path) -> anyhow::Result<()> {
    let mut db = database(data).await?;
    let until = Instant::now() + RECORDED;
    let mut ticks = tokio::time::interval(Duration::from_millis(20));
    loop {
        ticks.tick().await;
        let open: i64 = sqlx::query_scalar(
            "SELECT (SELECT count(*) FROM transfer WHERE ended_at IS NULL) \
             + (SELECT count(*) FROM order_event WHERE NOT told) + (SELECT count(*) FROM download_change) \
             + (SELECT count(*) FROM received_change) + (SELECT count(*) FROM service_change) \
             + (SELECT count(*) FROM provided_change) + (SELECT count(*) FROM recent_behaviour_change)",
        )
        .fetch_one(&mut db)
        .await?;
        if open == 0 {
            return Ok(db.close().await?);
        }
        ensure!(
            Instant::now() < until,
            "{open} transfers never end, events are never told, or changes never counted"
        );
    }
}

/// Rows and a digest of every table of a running server's database, asked of the database itself.
async fn tables(data: &Path) -> anyhow::Result<BTreeMap<String, (i64, String)>> {
    let mut db = database(data).await?;
    let names: Vec<String> =
        sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'")
            .fetch_all(&mut db)
            .await?;
    let mut found = BTreeMap::new();
    for name in names {
        // The list of migrations also says how long each took.
        let row = if name == "_sqlx_migrations" {
            "(version, checksum)"
        } else {
            // The number of the transaction that wrote an order is another one in another database.
            "to_jsonb(t) - 'version'"
        };
        // Pictures are in no backup: they are made again.
        let kept = match name.as_str() {
            "task" => "WHERE kind <> 'make_preview'",
            "scene_preview" => "WHERE false",
            // Workers name the folders of their own server when they start.
            "archive_source" => "WHERE name NOT LIKE 'file:%'",
            _ => "",
        };
        let statement = format!(
            "SELECT count(*), coalesce(md5(string_agg(({row})::text, '|' ORDER BY ({row})::text)), '') FROM \"{name}\" t {kept}"
        );
        let facts = sqlx::query_as(AssertSqlSafe(statement))
            .fetch_one(&mut db)
            .await?;
        found.insert(name, facts);
    }
    found.retain(|name, _| !ALIVE.contains(&name.as_str()));
    db.close().await?;
    Ok(found)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_server_has_every_row_and_goes_on_delivering() {
    let mut delivered = delivered().await.unwrap();
    downloads(&delivered, &delivered.0.server, "before")
        .await
        .unwrap();
    rows_settle(&delivered.0.folder("data")).await.unwrap();
    let source = tables(&delivered.0.folder("data")).await.unwrap();
    let backup = back_up(&delivered.0, "beside", &["--with-key"]).unwrap();
    delivered.0.server.stop().unwrap();
    let alone = back_up(&delivered.0, "alone", &["--with-key"]).unwrap();
    let [one, other] = [&alone, &backup].map(|folder| manifest(folder).unwrap());
    assert_eq!(one["objects"], other["objects"]);

    let launch = fresh(&delivered.0, "restored");
    let said = restore(&launch, &backup, &[]).unwrap();
    assert!(said.starts_with("restored"), "{said}");
    let mut server = launch.start().unwrap();
    let restored = tables(&delivered.0.folder("restored")).await.unwrap();
    assert!(source["order_event"].0 > 0 && source["delivery_file"].0 >= 5);
    assert_eq!(source, restored);
    downloads(&delivered, &server, "after").await.unwrap();
    another_order_goes_through(&delivered.0, &server)
        .await
        .unwrap();
    // The new object store has a head of the audit log, from the restore on.
    let verified = launch.run(&["admin", "verify-audit"], "").unwrap();
    assert!(verified.contains("as it was written"), "{verified}");

    let again = refusal(restore(&launch, &backup, &[]));
    assert!(again.contains("another scenedock"), "{again}");
    server.stop().unwrap();
    let again = refusal(restore(&launch, &backup, &[]));
    assert!(again.contains("not empty"), "{again}");
}

/// New rows find their numbers free: the sequences were restored too.
async fn another_order_goes_through(site: &Site, server: &Server) -> anyhow::Result<()> {
    let applicant = site.applicant.at(&server.http);
    let admin = Person::sign_in(&server.http, "admin").await?;
    let order = applicant.order(&site.archive.dataids()[2..]).await?;
    admin.approve(&order).await?;
    applicant.wait_prepared(&order).await?;
    Ok(())
}

/// A server whose database is gone gets it back from a backup, beside the object store that it had: what was done since the backup
/// is missing from the audit log, which is reported until an administrator of the machine accepts it.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_database_beside_its_object_store_is_reported_until_it_is_accepted() {
    let (mut site, _) = delivered().await.unwrap();
    let backup = back_up(&site, "backup", &["--with-key"]).unwrap();
    // Signing in is in the audit log, and its head in the object store.
    Person::sign_in(&site.server.http, "admin").await.unwrap();
    site.server.stop().unwrap();
    let verify = |options: &[&str]| {
        let arguments = [&["admin", "verify-audit"], options].concat();
        site.launch.run(&arguments, "")
    };
    verify(&[]).unwrap();
    std::fs::remove_dir_all(site.folder("data/postgres")).unwrap();
    restore(&site.launch, &backup, &[]).unwrap();
    let refused = refusal(verify(&[]));
    assert!(refused.contains("are missing"), "{refused}");
    let accepted = verify(&["--new-head"]).unwrap();
    assert!(accepted.contains("are missing"), "{accepted}");
    verify(&[]).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_whole_is_refused_and_leaves_the_database_empty() {
    let mut delivered = delivered().await.unwrap();
    let site = &mut delivered.0;
    let backup = back_up(site, "backup", &[]).unwrap();
    site.server.stop().unwrap();
    let launch =
        fresh(site, "restored").env("SCENEDOCK_SECRET_KEY", key(&site.folder("data")).unwrap());
    for damage in [flip_object, flip_table, cut_object, drop_table_file] {
        let undo = damage(&backup).unwrap();
        let said = refusal(restore(&launch, &backup, &[]));
        assert!(said.contains("the backup is"), "{said}");
        undo().unwrap();
    }
    let elsewhere = backup.with_extension("json");
    std::fs::rename(backup.join("manifest.json"), &elsewhere).unwrap();
    let said = refusal(restore(&launch, &backup, &[]));
    assert!(said.contains("no finished backup"), "{said}");
    std::fs::rename(&elsewhere, backup.join("manifest.json")).unwrap();

    let keyless = fresh(site, "keyless");
    let said = refusal(restore(&keyless, &backup, &[]));
    assert!(said.contains("--with-key"), "{said}");
    let other = keyless
        .clone()
        .env("SCENEDOCK_SECRET_KEY", "00000000000000000000000000000000");
    let said = refusal(restore(&other, &backup, &[]));
    assert!(said.contains("--other-key"), "{said}");
    restore(&other, &backup, &["--other-key"]).unwrap();

    // After all that was refused, the same folder takes the whole backup.
    restore(&launch, &backup, &[]).unwrap();
    let server = launch.start().unwrap();
    downloads(&delivered, &server, "after").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_or_lost_object_is_reported() {
    let (mut site, _) = delivered().await.unwrap();
    site.server.stop().unwrap();
    let papers: Vec<_> = std::fs::read_dir(site.folder("data/objects/attachments"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    flip(&papers[0]).unwrap();
    std::fs::remove_file(&papers[1]).unwrap();
    let said = refusal(back_up(&site, "backup", &["--with-key"]));
    let [damaged, missing] = [0, 1].map(|at: usize| {
        let name = papers[at].file_name().unwrap().to_string_lossy();
        format!("attachments/{name}")
    });
    assert!(said.contains(&format!("damaged: {damaged}")), "{said}");
    assert!(said.contains(&format!("missing: {missing}")), "{said}");
    let manifest = manifest(&site.folder("backup")).unwrap();
    assert_eq!(manifest["damaged"], serde_json::json!([damaged]));
    assert_eq!(manifest["missing"], serde_json::json!([missing]));
    let said = refusal(back_up(&site, "backup", &[]));
    assert!(said.contains("not empty"), "{said}");
}

fn key(data: &Path) -> std::io::Result<String> {
    std::fs::read_to_string(data.join("secret.key"))
}

type Undo = Box<dyn Fn() -> std::io::Result<()>>;

fn changed(path: PathBuf, change: impl Fn(&Path) -> std::io::Result<()>) -> std::io::Result<Undo> {
    let whole = std::fs::read(&path)?;
    change(&path)?;
    Ok(Box::new(move || std::fs::write(&path, &whole)))
}

fn flip(path: &Path) -> std::io::Result<()> {
    let mut bytes = std::fs::read(path)?;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(path, bytes)
}

/// The largest object of a backup.
fn object(backup: &Path) -> std::io::Result<PathBuf> {
    let manifest = manifest(backup)?;
    let objects = manifest["objects"].as_object();
    let largest = objects
        .into_iter()
        .flatten()
        .max_by_key(|(_, content)| content["bytes"].as_u64());
    let (key, _) = largest.ok_or(std::io::ErrorKind::NotFound)?;
    Ok(backup.join("objects").join(key))
}

fn flip_object(backup: &Path) -> std::io::Result<Undo> {
    changed(object(backup)?, flip)
}

fn flip_table(backup: &Path) -> std::io::Result<Undo> {
    changed(backup.join("database/order_event.copy"), flip)
}

fn cut_object(backup: &Path) -> std::io::Result<Undo> {
    changed(object(backup)?, |path| std::fs::write(path, "short"))
}

fn drop_table_file(backup: &Path) -> std::io::Result<Undo> {
    changed(backup.join("database/orders.copy"), |path| {
        std::fs::remove_file(path)
    })
}
