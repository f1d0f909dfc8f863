//! Black box: a year that an old portal handed over, and every figure, table and workbook of it beside other programs' counts.
//!
//! Slow (40 s): more than a thousand answers over seven periods.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use sqlx::{Connection as _, PgConnection};
use testkit::site::Site;

use super::python::interpreter;

const TOO_LONG: Duration = Duration::from_mins(2);
/// What `year.py` writes for `scenedock import`.
const ROWS: [(&str, usize); 3] = [("users", 60), ("orders", 1500), ("behaviour", 4000)];

/// What was promised before the first order of the year came in: an import asks for it.
const PROMISES: [(&str, &str); 1] = [(
    "promises",
    "INSERT INTO preparation_promise (since, hours) \
     SELECT r.since, r.hours FROM jsonb_to_recordset($1::jsonb) AS r (since timestamptz, hours integer)",
)];

/// What no old portal hands over: files that `year.py` wrote, and how the database takes their rows.
const NOT_IMPORTED: [(&str, &str); 5] = [
    (
        "failures",
        "INSERT INTO preparation_failure (order_id, kind, cause, detail, at) \
         SELECT o.id, 'extract_scene', r.cause, to_jsonb('测试'::text), r.at \
         FROM jsonb_to_recordset($1::jsonb) AS r (\"orderNumber\" text, cause text, at timestamptz) \
         JOIN orders o ON o.ordername = r.\"orderNumber\"",
    ),
    (
        "transfers",
        "INSERT INTO transfer (id, order_id, did, size, account, path, protocol, from_offset, client_ip, started_at) \
         SELECT r.id, o.id, s.did, r.size, r.dataid, '/' || r.dataid, r.protocol, r.\"offset\", '127.0.0.1', r.\"startedAt\" \
         FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, \"orderNumber\" text, dataid text, size bigint, \"offset\" bigint, \
         protocol text, \"startedAt\" timestamptz) \
         JOIN orders o ON o.ordername = r.\"orderNumber\" JOIN scene s ON s.dataid = r.dataid",
    ),
    // They count when they end.
    (
        "transfers",
        "UPDATE transfer t SET bytes = r.bytes, outcome = r.outcome, ended_at = r.\"endedAt\" \
         FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, bytes bigint, outcome text, \"endedAt\" timestamptz) WHERE t.id = r.id",
    ),
    (
        "results",
        "INSERT INTO research_result (id, user_id, unit, kind, title, authors, month, venue, doi, link, note, state, reason, \
         created_at, updated_at) \
         SELECT r.id, u.id, r.unit, r.kind, r.title, r.authors, r.month, r.venue, '', '', '', r.state, r.reason, \
         r.\"createdAt\", r.\"createdAt\" \
         FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, \"loginName\" text, unit text, kind text, title text, authors text, \
         month date, venue text, state text, reason text, \"createdAt\" timestamptz) \
         JOIN app_user u ON u.login_name = r.\"loginName\"",
    ),
    (
        "results",
        "INSERT INTO research_result_order (result_id, order_id) SELECT r.id, o.id \
         FROM jsonb_to_recordset($1::jsonb) AS r (id uuid, orders text[]) JOIN orders o ON o.ordername = ANY (r.orders)",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn another_program_counts_what_the_statistics_say() {
    prove().await.unwrap();
}

async fn prove() -> anyhow::Result<()> {
    let site = Site::with(&[1], |launch| launch.env("RECORD_DAYS", "7300")).await?;
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/figures");
    let year = site.folder("year");
    run(Command::new("python3")
        .arg(scripts.join("year.py"))
        .arg(&year))?;
    let file = |name: &str| year.join(format!("{name}.ndjson")).display().to_string();
    site.launch.run(&["ingest", &file("items")], "")?;
    write_rows(&site, &year, &PROMISES).await?;
    for (what, rows) in ROWS {
        let said = site.launch.run(&["import", what, &file(what)], "")?;
        ensure!(
            said.starts_with(&format!("{rows} new, 0 as before, 0 refused")),
            "{said}"
        );
    }
    write_rows(&site, &year, &NOT_IMPORTED).await?;
    until_counted(&site).await?;
    run(Command::new(interpreter("python-figures")?)
        .arg(scripts.join("prove.py"))
        .args([&site.server.http, site.admin.token()])
        .arg(&year))
}

/// Writes what `year.py` wrote into the database of the running site, as its statements say, all or nothing.
async fn write_rows(
    site: &Site,
    year: &Path,
    statements: &[(&str, &'static str)],
) -> anyhow::Result<()> {
    let options = sqlx::postgres::PgConnectOptions::new_without_pgpass()
        .socket(site.launch.data.join("postgres/run"))
        .username("postgres")
        .database("scenedock");
    let mut db = PgConnection::connect_with(&options).await?;
    let mut transaction = db.begin().await?;
    for &(name, statement) in statements {
        let lines = std::fs::read_to_string(year.join(format!("{name}.ndjson")))?;
        let rows: Vec<&str> = lines.lines().collect();
        let written = sqlx::query(statement)
            .bind(format!("[{}]", rows.join(",")))
            .execute(&mut *transaction)
            .await
            .context(statement)?;
        let count = u64::try_from(rows.len())?;
        // A result is based on one to three orders.
        let is_whole = (count..=count * 3).contains(&written.rows_affected());
        ensure!(is_whole, "{count} rows: {written:?} by {statement}");
    }
    transaction.commit().await?;
    Ok(db.close().await?)
}

/// Workers count what came in, order by order, and look up in which provinces its scenes lie.
async fn until_counted(site: &Site) -> anyhow::Result<()> {
    let until = Instant::now() + TOO_LONG;
    let mut ticks = tokio::time::interval(Duration::from_millis(200));
    loop {
        ticks.tick().await;
        let page = site
            .admin
            .get("/api/stats/orders?from=2023-01-01&to=2025-12-31")
            .await?;
        let regions = site
            .admin
            .get("/api/stats/breakdown?by=region&from=2023-01-01&to=2025-12-31")
            .await?;
        let results = site.admin.get("/api/result-desk/figures?by=unit").await?;
        let are_current = [&page, &regions, &results].map(|answer| answer["current"] == true);
        if are_current == [true; 3] && page["orderNum"] == ROWS[1].1 {
            return Ok(());
        }
        ensure!(Instant::now() < until, "{page} {are_current:?}");
    }
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let done = command.output()?;
    ensure!(
        done.status.success(),
        "{}{}",
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr)
    );
    Ok(())
}
