//! A process that looks through one paper.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use domain::attachment::PaperFormat;
use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, Command};

use super::verdict::Verdict;
use crate::problem::Problem;

/// How such a process is started.
#[derive(Debug, Clone)]
pub struct InspectionProcess {
    /// Reads the paper from its standard input, calls [`super::inspect`], and exits with [`Verdict::exit_code`]. It bounds
    /// its own memory and processor time; ending without such a code, it has not read the paper.
    pub program: PathBuf,
    /// What the program is told.
    pub arguments: Vec<OsString>,
    /// All of its environment: it needs none of this server's secrets.
    pub environment: Vec<(&'static str, &'static str)>,
    /// After this time it is killed.
    pub patience: Duration,
}

impl InspectionProcess {
    /// What it says of the paper. Dropping the future kills it.
    pub(super) async fn verdict(&self, paper: &[u8]) -> Result<Verdict, Problem> {
        let mut child = self.start()?;
        let code = tokio::time::timeout(self.patience, code_over(&mut child, paper)).await;
        let verdict = match code {
            Ok(Ok(code)) => Verdict::of_exit_code(code),
            Ok(Err(error)) => return Err(failed(&error)),
            Err(_) => None,
        };
        Ok(verdict.unwrap_or_else(|| {
            let bytes = paper.len();
            tracing::warn!(
                bytes,
                "a paper was refused: looking through it took too much time or memory"
            );
            given_up(paper)
        }))
    }

    fn start(&self) -> Result<Child, Problem> {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .env_clear()
            .envs(self.environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        command.spawn().map_err(|error| failed(&error))
    }
}

/// Hands the paper over; the code that the process ends with, unless a signal ended it.
async fn code_over(child: &mut Child, paper: &[u8]) -> std::io::Result<Option<i32>> {
    if let Some(mut input) = child.stdin.take() {
        // One that has ended reads no more, and says why by its code.
        let _ = input.write_all(paper).await;
    }
    Ok(child.wait().await?.code())
}

/// What cannot be read in that time, people are asked to print anew.
fn given_up(paper: &[u8]) -> Verdict {
    match PaperFormat::sniff(paper) {
        Some(PaperFormat::Pdf) => Verdict::Unreadable,
        _ => Verdict::Damaged,
    }
}

fn failed(error: &std::io::Error) -> Problem {
    tracing::error!(%error, "the process that looks through papers cannot be started");
    Problem::internal()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PDF: &[u8] = b"%PDF-1.4 and so on";

    fn shell(script: &str, patience: Duration) -> InspectionProcess {
        InspectionProcess {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            environment: Vec::new(),
            patience,
        }
    }

    #[tokio::test]
    async fn only_a_verdict_counts() {
        let patience = Duration::from_mins(1);
        for (script, verdict) in [
            ("while read -r line; do :; done; exit 40", Verdict::Sound),
            ("exit 41", Verdict::Damaged),
            ("exit 42", Verdict::Active),
            ("exit 43", Verdict::Unreadable),
            // A program that never looked.
            ("exit 0", Verdict::Unreadable),
            ("exit 101", Verdict::Unreadable),
            ("kill -9 $$", Verdict::Unreadable),
        ] {
            let said = shell(script, patience).verdict(PDF).await;
            assert_eq!(said.unwrap(), verdict, "{script}");
        }
        let said = shell("exit 0", patience).verdict(b"\xff\xd8\xff").await;
        assert_eq!(said.unwrap(), Verdict::Damaged);
    }

    #[tokio::test]
    async fn who_takes_too_long_is_killed() {
        // It reads nothing: more than a pipe holds is not handed over.
        let paper = [PDF, &b" ".repeat(1 << 20)].concat();
        let process = shell("exec sleep 3600", Duration::from_millis(50));
        let mut child = process.start().unwrap();
        let pid = child.id().unwrap();
        let over = code_over(&mut child, &paper);
        assert!(tokio::time::timeout(process.patience, over).await.is_err());
        child.kill().await.unwrap();
        assert!(!std::path::Path::new(&format!("/proc/{pid}")).exists());
        assert_eq!(process.verdict(&paper).await.unwrap(), Verdict::Unreadable);
    }

    #[tokio::test]
    async fn without_its_program_nothing_is_taken_for_sound() {
        let mut process = shell("exit 40", Duration::from_mins(1));
        process.program = "/nowhere/at/all".into();
        assert!(process.verdict(PDF).await.is_err());
    }
}
