//! The database files: made once, by a step that either happened or did not.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::account::Account;
use super::binaries::Binaries;
use super::error::{PostgresError, io_error};
use super::layout::Layout;
use super::{orphan, runtime};

/// The first major version whose own `C.UTF-8` needs no locale of the machine.
const BUILTIN_LOCALE_SINCE: u32 = 17;

/// Settings that differ from Postgres's defaults. They are given at every start, so an upgrade may change them.
/// Sized for one machine that also runs the workers; a bigger site has its own server in `DATABASE_URL`.
const SETTINGS: [&str; 11] = [
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "fsync=on",
    "shared_buffers=256MB",
    "effective_cache_size=1GB",
    "max_connections=200",
    "max_wal_size=2GB",
    "random_page_cost=1.1",
    "jit=off",
    "timezone=UTC",
    "log_timezone=UTC",
];

/// The folder with the database, made now if it was not there.
pub(super) fn prepare(
    layout: &Layout,
    account: Account,
    binaries: &Binaries,
) -> Result<PathBuf, PostgresError> {
    let cluster = layout.cluster(binaries.major);
    if fs::read_dir(&cluster).is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied) {
        return Err(PostgresError::ForeignData { folder: cluster });
    }
    if !cluster.join("PG_VERSION").is_file() {
        initialise(layout, account, binaries, &cluster)?;
    }
    // First: a server that is still ending removes files under our hands.
    orphan::clear(&cluster)?;
    account.take_over(&cluster)?;
    Ok(cluster)
}

/// `initdb` fills a folder under another name, which is renamed when it is whole.
fn initialise(
    layout: &Layout,
    account: Account,
    binaries: &Binaries,
    cluster: &Path,
) -> Result<(), PostgresError> {
    let half = layout.home.join(format!("{}.incomplete", binaries.major));
    runtime::discard(&half)?;
    account.make_private_folder(&half)?;
    let mut command = account.command(&binaries.initdb(), "KILL");
    command.arg("--pgdata").arg(&half).args([
        "--username=postgres",
        "--auth=trust",
        "--no-instructions",
    ]);
    command.args(["--encoding=UTF8", "--locale=C", "--data-checksums"]);
    if binaries.major >= BUILTIN_LOCALE_SINCE {
        command.args(["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]);
    }
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(io_error("run", &binaries.initdb()))?;
    if !output.status.success() {
        let output = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(PostgresError::Initdb {
            folder: half,
            output,
        });
    }
    // An empty or broken folder of that name holds nothing: it has no PG_VERSION.
    let _ = fs::remove_dir(cluster);
    fs::rename(&half, cluster).map_err(io_error("rename", &half))
}

/// The command that starts the server; it writes to the log file alone.
pub(super) fn server_command(
    layout: &Layout,
    account: Account,
    binaries: &Binaries,
    cluster: &Path,
) -> Result<Command, PostgresError> {
    let log = layout.log();
    layout.rotate_log().map_err(io_error("rename", &log))?;
    let file = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&log)
        .map_err(io_error("open", &log))?;
    let copy = file.try_clone().map_err(io_error("open", &log))?;
    let mut command = account.command(&binaries.postgres(), "INT");
    command
        .arg("-D")
        .arg(cluster)
        .arg("-k")
        .arg(layout.socket_folder())
        .args(["-p", "5432"]);
    command.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
    command.stdin(Stdio::null()).stdout(file).stderr(copy);
    Ok(command)
}
