//! `scenedock inspect-paper`: one uploaded paper, looked through by a process that may use little and is not missed.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use api::inspection::{InspectionProcess, Inspector, inspect};
use rustix::process::{Resource, Rlimit, nice, setrlimit};

/// Seconds of processor time. A scan of 15 MB takes a tenth of one.
const PROCESSOR_SECONDS: u64 = 5;
/// Bytes of memory of its own; the program's pages are not counted.
const MEMORY: u64 = 512 << 20;
/// Longest time, on a machine that has little left for it.
const PATIENCE: Duration = Duration::from_secs(30);
/// It gives way to those who wait for an answer.
const NICENESS: i32 = 5;
/// On Linux the program that runs, also when its file has been replaced by a newer one since.
const OWN_PROGRAM: &str = "/proc/self/exe";

/// The allocator takes memory as it needs it: a gigabyte that it sets aside at its start would be beyond [`MEMORY`].
const NO_RESERVE: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "0");

/// Has papers looked through by this program.
pub fn inspector() -> anyhow::Result<Inspector> {
    let program = if Path::new(OWN_PROGRAM).exists() {
        PathBuf::from(OWN_PROGRAM)
    } else {
        std::env::current_exe().context("cannot find its own program")?
    };
    Ok(Inspector::Process(InspectionProcess {
        program,
        arguments: vec!["inspect-paper".into()],
        environment: vec![NO_RESERVE],
        patience: PATIENCE,
    }))
}

/// The paper on the standard input; the verdict is the exit code.
pub fn run() -> ExitCode {
    let mut paper = Vec::new();
    let looked = confine()
        .and_then(|()| Ok(std::io::stdin().lock().read_to_end(&mut paper)?))
        .map(|_| inspect(&paper));
    match looked {
        Ok(verdict) => verdict.exit_code().into(),
        Err(error) => {
            eprintln!("scenedock: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Before the first byte is read. A limit that is met ends the process.
fn confine() -> anyhow::Result<()> {
    for (resource, most) in [
        (Resource::Cpu, PROCESSOR_SECONDS),
        (Resource::Data, MEMORY),
        // It writes nothing, its dying state neither.
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit).with_context(|| format!("cannot limit {resource:?}"))?;
    }
    nice(NICENESS).context("cannot give way")?;
    Ok(())
}
