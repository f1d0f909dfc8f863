//! `scenedock verify`: whether a file is a delivery record or a published yearly report, for people without an account and machines
//! without a browser.

use std::path::PathBuf;

use anyhow::{Context, bail};
use forms::delivery_record::DeliveryRecord;
use forms::signing::{RecordKey, SignedBy};
use forms::verification::{Issued, Verdict, check};
use forms::yearly_report::ReportSeal;
use serde::Deserialize;
use url::Url;

/// What to check, and with which keys.
#[derive(clap::Args)]
pub struct Verify {
    /// The file: a delivery record (JSON, PDF) or a published yearly report (JSON, Word, Excel)
    file: PathBuf,
    /// A file with the keys, as `/api/delivery-records/keys` answers them; nothing is asked over the network then
    #[arg(long)]
    key: Option<PathBuf>,
    /// The site that is asked for its keys
    #[arg(long, conflicts_with = "key", default_value = "http://127.0.0.1:8080/")]
    site: Url,
}

#[derive(Deserialize)]
struct KeyList {
    items: Vec<RecordKey>,
}

/// Says on the standard output what the file says; fails when it is not genuine.
pub async fn run(arguments: Verify) -> anyhow::Result<()> {
    let file = arguments.file.display();
    let bytes = std::fs::read(&arguments.file).with_context(|| format!("cannot read {file}"))?;
    let keys = match &arguments.key {
        Some(file) => read_keys(file)?,
        None => fetch_keys(&arguments.site).await?,
    };
    match check(&bytes, &keys) {
        Verdict::Genuine { issued, by } => {
            let SignedBy { key, second_key } = by;
            let second = second_key.map(|key| format!(" and with key {key} (SM2)"));
            let second = second.unwrap_or_default();
            println!("{file}: genuine, signed with key {key} (Ed25519){second}");
            match issued {
                Issued::Delivery(record) => print_record(&record),
                Issued::Report(seal) => print_report(&seal),
            }
            Ok(())
        }
        Verdict::Altered => bail!("{file}: NOT genuine: it was changed after it was signed"),
        Verdict::UnknownKey { key } => {
            bail!("{file}: NOT verified: it names the key {key}, which is none of those given")
        }
        Verdict::Unreadable => {
            bail!("{file}: NOT a signed file, or too damaged to be read as one")
        }
    }
}

fn read_keys(file: &std::path::Path) -> anyhow::Result<Vec<RecordKey>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("cannot read the keys in {}", file.display()))?;
    let list: KeyList =
        serde_json::from_str(&text).with_context(|| format!("{} holds no keys", file.display()))?;
    Ok(list.items)
}

async fn fetch_keys(site: &Url) -> anyhow::Result<Vec<RecordKey>> {
    let address = site.join("/api/delivery-records/keys")?;
    let answer = reqwest::get(address.clone())
        .await
        .and_then(reqwest::Response::error_for_status)
        .with_context(|| format!("cannot ask {address} for the keys"))?;
    let list: KeyList = answer
        .json()
        .await
        .with_context(|| format!("{address} answers no keys"))?;
    Ok(list.items)
}

fn print_report(seal: &ReportSeal) {
    println!("issuer:    {}", seal.issuer);
    println!("report:    {}, edition {}", seal.year, seal.edition);
    if !seal.unit.is_empty() {
        println!("unit:      {}", seal.unit);
    }
    println!("published: {}", seal.published_at);
    println!("sha256:    {}", seal.sha256);
}

fn print_record(record: &DeliveryRecord) {
    let bytes: i64 = record.scenes.iter().map(|scene| scene.size).sum();
    println!("issuer:    {}", record.issuer);
    println!("registry:  {}", record.number);
    println!(
        "order:     {} (delivery {})",
        record.order_number, record.round
    );
    println!("opened:    {}", record.opened_at);
    println!("applicant: {}, {}", record.applicant, record.unit);
    println!("project:   {} ({})", record.project, record.usage);
    println!("scenes:    {}, {bytes} bytes", record.scenes.len());
    println!("as of:     {}", record.as_of);
}
