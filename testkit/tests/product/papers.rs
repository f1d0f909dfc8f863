//! Black box: a paper that keeps its reader busy for ever, or unpacks to gigabytes, costs its sender an answer and nobody
//! else anything.
//!
//! Slow (most of a minute): the papers keep their reader busy until its time of half a minute is up.

use std::io::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use reqwest::StatusCode;
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use testkit::client::Person;
use testkit::server::{Launch, Server};

/// Longest time until a paper is refused, whatever else the machine does: twice what its process may take.
const REFUSED_WITHIN: Duration = Duration::from_mins(1);
/// What the object streams of the paper unpack to, each: less than what one may.
const UNPACKED: usize = 60 << 20;
const STREAMS: usize = 30;

/// 60 MiB of numbers, packed into as many KiB, thirty times: numbers as objects take gigabytes, and reading them minutes.
fn endless() -> anyhow::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(b"9 0 [")?;
    encoder.write_all(&b"0 ".repeat(UNPACKED / 2))?;
    encoder.write_all(b"]")?;
    let packed = encoder.finish()?;
    let mut paper = b"%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n".to_vec();
    paper.extend(b"2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n");
    for number in 0..STREAMS {
        let length = packed.len();
        let number = number + 10;
        let head = format!(
            "{number} 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length {length}>>stream\n"
        );
        paper.extend(head.into_bytes());
        paper.extend(&packed);
        paper.extend(b"\nendstream\nendobj\n");
    }
    paper.extend(b"trailer<</Size 100/Root 1 0 R>>\nstartxref\n0\n%%EOF\n");
    Ok(paper)
}

async fn send(
    server: &Server,
    person: &Person,
    paper: Vec<u8>,
) -> anyhow::Result<(StatusCode, Value)> {
    let file = Part::bytes(paper).file_name("材料.pdf");
    let form = Form::new().text("type", "6").part("file", file);
    let request = reqwest::Client::new().post(format!("{}/api/attachments", server.http));
    let answer = request
        .bearer_auth(person.token())
        .multipart(form)
        .send()
        .await?;
    let status = answer.status();
    Ok((status, answer.json().await.unwrap_or(Value::Null)))
}

/// Most memory that the process has had, in MiB, where the system tells.
fn peak_mib(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? >> 10)
}

/// Children of the process that look through papers.
fn inspectors(pid: u32) -> usize {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    let children = children.unwrap_or_default();
    let is_inspector = |child: &&str| {
        std::fs::read(format!("/proc/{child}/cmdline"))
            .is_ok_and(|line| line.windows(13).any(|word| word == b"inspect-paper"))
    };
    children.split_whitespace().filter(is_inspector).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paper_without_end_is_refused_and_holds_up_nobody() -> anyhow::Result<()> {
    let home = tempfile::tempdir()?;
    let launch = Launch::new("serve", &home.path().join("data"));
    let server = launch.start()?;
    for name in ["hostile", "other"] {
        launch.create_user(name, "applicant")?;
    }
    let hostile = Person::sign_in(&server.http, "hostile").await?;
    let other = Person::sign_in(&server.http, "other").await?;
    other.upload(6).await?;
    let before = peak_mib(server.pid());

    let begun = Instant::now();
    let papers = [endless()?, endless()?, endless()?];
    let [one, two, three] = papers.map(|paper| send(&server, &hostile, paper));
    let honest = async {
        for kind in [6, 7, 2, 1] {
            other.upload(kind).await?;
        }
        anyhow::Ok(begun.elapsed())
    };
    let (one, two, three, honest) = tokio::join!(one, two, three, honest);
    let took = begun.elapsed();
    for refused in [one?, two?, three?] {
        ensure!(refused.0 == StatusCode::UNPROCESSABLE_ENTITY, "{refused:?}");
        ensure!(refused.1["code"] == "unreadable_pdf", "{}", refused.1);
    }
    ensure!(took < 3 * REFUSED_WITHIN, "{took:?} for three papers");
    let honest = honest.context("another's papers")?;
    ensure!(honest < took, "others waited for all of them: {honest:?}");
    ensure!(inspectors(server.pid()) == 0, "a process is left");
    let grown = peak_mib(server.pid())
        .zip(before)
        .map(|(now, was)| now.saturating_sub(was));
    ensure!(grown.is_none_or(|mib| mib < 100), "{grown:?} MiB more");
    Ok(())
}
