//! `scenedock import`: users, orders and behaviour of an old portal, line by line (docs/import.md).

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use chrono::NaiveDate;
use clap::{Args, ValueEnum};
use domain::old_portal::user::OldUserRules;
use indicatif::{ProgressBar, ProgressStyle};
use storage::PgPool;
use storage::clock;
use storage::db::handles;
use storage::lifecycle::old_portal::{
    ImportRun, ImportedBatch, NumberedRow, import_behaviours, import_orders, import_users,
    prepare_behaviours, user_rules,
};
use storage::sealed::ServerKey;
use tokio::task::JoinSet;

use crate::parts::ProcessParts;

mod lines;
mod refusals;

use lines::{FileLines, LineBatch, SourceLine};
use refusals::Refusals;

/// Batches that are written at once: one is checked here while the database writes the other.
const AT_ONCE: usize = 3;

/// What `scenedock import` takes.
#[derive(Args)]
pub struct Import {
    /// Kind of rows in the file
    #[arg(value_enum)]
    what: ImportedThing,
    /// The file: a JSON object a line (NDJSON); `-` is the standard input
    file: PathBuf,
    /// Look at every row, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Where refused rows go, as NDJSON with line, field, code and words; it is written anew
    #[arg(long)]
    rejects: Option<PathBuf>,
    /// Of users: roles that the file may give, by name or id; without them everybody is an applicant
    #[arg(long, value_delimiter = ',')]
    roles: Vec<String>,
}

/// Kind of rows in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ImportedThing {
    /// People with an account
    Users,
    /// Ended orders
    Orders,
    /// Recorded acts of people
    Behaviour,
}

impl ImportedThing {
    /// Whoever writes behaviours waits for the one before: they add to the same sums.
    const fn at_once(self) -> usize {
        match self {
            Self::Users | Self::Orders => AT_ONCE,
            Self::Behaviour => 1,
        }
    }
}

/// What batches need to be written.
struct Importer {
    what: ImportedThing,
    pool: PgPool,
    key: ServerKey,
    rules: OldUserRules,
    rolled_up: NaiveDate,
    run: ImportRun,
}

/// Runs the command and prints what came of it.
pub async fn run(parts: &ProcessParts, arguments: Import) -> anyhow::Result<()> {
    ensure!(
        arguments.roles.is_empty() || arguments.what == ImportedThing::Users,
        "--roles is for users"
    );
    let stop = crate::stop::on_signal()?;
    let mut db = handles::connection(&parts.pool).await?;
    let rules = user_rules(&mut db, &arguments.roles).await?;
    drop(db);
    let importer = Arc::new(Importer {
        what: arguments.what,
        pool: parts.pool.clone(),
        key: parts.key.clone(),
        rules,
        rolled_up: match arguments.what {
            ImportedThing::Behaviour => prepare_behaviours(&parts.pool, clock::now()).await?,
            _ => NaiveDate::MIN,
        },
        run: if arguments.dry_run {
            ImportRun::Dry
        } else {
            ImportRun::Real
        },
    });
    let mut summary = Summary::new(Refusals::open(arguments.rejects.as_deref())?)?;
    let mut lines = FileLines::open(&arguments.file)?;
    let mut at_work = JoinSet::new();
    // Whoever is stopped writes what has been read, and reads no more.
    while let Some(next) = stop.run_until_cancelled(lines.next()).await {
        let Some(batch) = next? else { break };
        let importer = Arc::clone(&importer);
        at_work.spawn(async move { importer.take_in(batch).await });
        if at_work.len() >= arguments.what.at_once() {
            summary.add_next(&mut at_work).await?;
        }
    }
    while !at_work.is_empty() {
        summary.add_next(&mut at_work).await?;
    }
    summary.print(importer.run, &arguments);
    if stop.is_cancelled() {
        bail!("stopped; the same command again goes on where this one ended");
    }
    let refused = summary.refusals.count();
    ensure!(refused == 0, "{refused} rows are refused");
    Ok(())
}

/// A batch that was taken in, with the lines of its rows.
struct BatchDone {
    lines: LineBatch,
    batch: ImportedBatch,
}

impl Importer {
    async fn take_in(&self, lines: LineBatch) -> anyhow::Result<BatchDone> {
        let (run, now) = (self.run, clock::now());
        let mut unreadable = Vec::new();
        let done = match self.what {
            ImportedThing::Users => {
                let rows = parsed(&lines, &mut unreadable);
                import_users(&self.pool, &self.key, rows, (&self.rules, run), now).await
            }
            ImportedThing::Orders => {
                let rows = parsed(&lines, &mut unreadable);
                import_orders(&self.pool, &self.key, rows, run, now).await
            }
            ImportedThing::Behaviour => {
                let rows = parsed(&lines, &mut unreadable);
                import_behaviours(&self.pool, rows, (self.rolled_up, run), now).await
            }
        };
        let mut batch = done.with_context(|| {
            let line = lines.first().map_or(0, |line| line.number);
            format!("the batch from line {line} on was not written; the same command again goes on")
        })?;
        batch.refused.append(&mut unreadable);
        batch.refused.sort_by_key(|(line, _)| *line);
        Ok(BatchDone { lines, batch })
    }
}

/// The rows of lines that are objects of the format, and what is wrong with the others.
fn parsed<T: serde::de::DeserializeOwned>(
    lines: &[SourceLine],
    unreadable: &mut Vec<(u64, domain::old_portal::OldRowFault)>,
) -> Vec<NumberedRow<T>> {
    let mut rows = Vec::with_capacity(lines.len());
    for line in lines {
        match line.parse() {
            Ok(row) => rows.push((line.number, row)),
            Err(fault) => unreadable.push((line.number, fault)),
        }
    }
    rows
}

/// What has come of the file so far.
struct Summary {
    begun: Instant,
    bar: ProgressBar,
    refusals: Refusals,
    added: u64,
    known: u64,
    roles_left_out: u64,
}

impl Summary {
    fn new(refusals: Refusals) -> anyhow::Result<Self> {
        let style = ProgressStyle::with_template(
            "{spinner} {human_pos} rows  {per_sec}  {elapsed}  {msg}",
        )?;
        let bar = ProgressBar::new_spinner().with_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        Ok(Self {
            begun: Instant::now(),
            bar,
            refusals,
            added: 0,
            known: 0,
            roles_left_out: 0,
        })
    }

    /// Waits for a batch, and counts it.
    async fn add_next(
        &mut self,
        at_work: &mut JoinSet<anyhow::Result<BatchDone>>,
    ) -> anyhow::Result<()> {
        let Some(done) = at_work.join_next().await else {
            return Ok(());
        };
        let BatchDone { lines, batch } = done??;
        self.added += batch.added;
        self.known += batch.known;
        self.roles_left_out += batch.roles_left_out;
        let bar = &self.bar;
        self.refusals.write(&lines, &batch.refused, |line| {
            bar.suspend(|| eprintln!("{line}"));
        })?;
        self.bar.inc(lines.len() as u64);
        Ok(())
    }

    fn print(&self, run: ImportRun, arguments: &Import) {
        self.bar.finish_and_clear();
        let (added, known, refused) = (self.added, self.known, self.refusals.count());
        let seconds = self.begun.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people to read")]
        let rate = (added + known + refused) as f64 / seconds.max(0.001);
        println!(
            "{added} new, {known} as before, {refused} refused; {seconds:.1} s, {rate:.0} rows a second"
        );
        if self.roles_left_out > 0 {
            println!("{} roles were left out: see --roles", self.roles_left_out);
        }
        if run == ImportRun::Dry {
            println!("nothing was written");
        }
        if let (Some(path), true) = (&arguments.rejects, refused > 0) {
            println!("refused rows are in {}", path.display());
        }
    }
}
