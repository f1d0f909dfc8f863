//! One server per data folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::error::{PostgresError, io_error};

const LONGEST_WAIT: Duration = Duration::from_secs(1);
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// Holds `<data>/lock` until it is dropped or the process dies, however it dies.
#[derive(Debug)]
pub(super) struct DataLock {
    _file: File,
}

impl DataLock {
    /// Takes the lock or says which process has it, after [`LONGEST_WAIT`]: whatever a process starts holds its files, too, until
    /// the other program runs, so a lock that was just let go may still be there for a moment.
    pub fn take(data: &Path) -> Result<Self, PostgresError> {
        let path = data.join("lock");
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(io_error("open", &path))?;
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if begun.elapsed() < LONGEST_WAIT => {
                    thread::sleep(BETWEEN_TRIES);
                }
                Err(TryLockError::WouldBlock) => return Err(refusal(data, &mut file)),
                Err(TryLockError::Error(source)) => return Err(io_error("lock", &path)(source)),
            }
        }
        write_pid(&mut file).map_err(io_error("write", &path))?;
        Ok(Self { _file: file })
    }
}

fn refusal(data: &Path, file: &mut File) -> PostgresError {
    let mut pid = String::new();
    if file.read_to_string(&mut pid).is_err() || pid.trim().is_empty() {
        "unknown".clone_into(&mut pid);
    }
    PostgresError::Locked {
        data: data.to_owned(),
        pid: pid.trim().to_owned(),
    }
}

fn write_pid(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}
