//! Black box: a year that an old portal handed over, and every figure of it beside another program's count.
//!
//! Slow (10 s): hundreds of answers over six periods.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::ensure;
use testkit::site::Site;

use super::python::interpreter;

const TOO_LONG: Duration = Duration::from_mins(2);
/// What `year.py` writes.
const ROWS: [(&str, usize); 3] = [("users", 60), ("orders", 1500), ("behaviour", 4000)];

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
    for (what, rows) in ROWS {
        let said = site.launch.run(&["import", what, &file(what)], "")?;
        ensure!(
            said.starts_with(&format!("{rows} new, 0 as before, 0 refused")),
            "{said}"
        );
    }
    until_counted(&site).await?;
    run(Command::new(interpreter("python-figures")?)
        .arg(scripts.join("prove.py"))
        .args([&site.server.http, site.admin.token()])
        .arg(&year))
}

/// Workers count what came in, order by order.
async fn until_counted(site: &Site) -> anyhow::Result<()> {
    let until = Instant::now() + TOO_LONG;
    let mut ticks = tokio::time::interval(Duration::from_millis(200));
    loop {
        ticks.tick().await;
        let page = site
            .admin
            .get("/api/stats/orders?from=2023-01-01&to=2025-12-31")
            .await?;
        if page["current"] == true && page["orderNum"] == ROWS[1].1 {
            return Ok(());
        }
        ensure!(Instant::now() < until, "{page}");
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
