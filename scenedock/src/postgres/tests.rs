//! The real server, from an empty folder through every kind of end. They run as root and as an ordinary user.

use std::fs;
use std::io::{BufRead, BufReader};
use std::mem;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, Executor};
use tempfile::TempDir;

use super::*;

const CHILD_FOLDER: &str = "SCENEDOCK_TEST_CHILD_FOLDER";

async fn connect(postgres: &EmbeddedPostgres) -> PgConnection {
    PgConnection::connect(postgres.url()).await.unwrap()
}

async fn write_note(connection: &mut PgConnection) {
    connection
        .execute("CREATE TABLE note (text text)")
        .await
        .unwrap();
    connection
        .execute("INSERT INTO note VALUES ('卫星影像')")
        .await
        .unwrap();
}

async fn read_note(postgres: &EmbeddedPostgres) -> String {
    let mut connection = connect(postgres).await;
    sqlx::query_scalar("SELECT text FROM note")
        .fetch_one(&mut connection)
        .await
        .unwrap()
}

/// A process that nobody has reaped yet is a number without a program.
fn gone(pid: Pid) -> bool {
    let stat = format!("/proc/{}/stat", pid.as_raw_nonzero());
    test_kill_process(pid).is_err()
        || fs::read_to_string(stat).is_ok_and(|stat| stat.contains(") Z "))
}

#[tokio::test]
async fn data_is_kept_over_a_stop_and_a_second_start() {
    let parent = TempDir::new().unwrap();
    fs::set_permissions(parent.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let data = TempDir::new_in(parent.path()).unwrap();
    let first = start(data.path()).await.unwrap();
    write_note(&mut connect(&first).await).await;
    let pid = first.server.pid();
    assert_eq!(running_url(data.path()).as_deref(), Some(first.url()));
    first.stop().await;
    assert!(gone(pid));
    assert_eq!(running_url(data.path()), None);

    let second = start(data.path()).await.unwrap();
    assert_eq!(read_note(&second).await, "卫星影像");
    let mut connection = PgConnection::connect(second.url()).await.unwrap();
    let encoding: String = sqlx::query_scalar("SHOW server_encoding")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(encoding, "UTF8");
    let network: String = sqlx::query_scalar("SHOW listen_addresses")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(network, "");
}

#[tokio::test]
async fn dropping_it_stops_the_server() {
    let data = TempDir::new().unwrap();
    let postgres = start(data.path()).await.unwrap();
    let pid = postgres.server.pid();
    drop(postgres);
    assert!(gone(pid));
}

#[tokio::test]
async fn a_second_server_on_the_same_folder_is_refused_by_name() {
    let data = TempDir::new().unwrap();
    let first = start(data.path()).await.unwrap();
    let refusal = start(data.path()).await.unwrap_err();
    assert!(matches!(refusal, PostgresError::Locked { .. }), "{refusal}");
    assert!(
        refusal
            .to_string()
            .contains(&std::process::id().to_string()),
        "{refusal}"
    );
    assert!(connect(&first).await.ping().await.is_ok());
}

#[tokio::test]
async fn a_pid_file_whose_number_belongs_to_a_stranger_is_no_obstacle() {
    let data = TempDir::new().unwrap();
    start(data.path()).await.unwrap().stop().await;
    let layout = Layout::new(fs::canonicalize(data.path()).unwrap());
    let cluster = layout.cluster(layout.majors()[0]);
    // This very process: alive, ours, and no Postgres.
    let lines = format!(
        "{}\n{}\n1700000000\n5432\n\n\n",
        std::process::id(),
        cluster.display()
    );
    fs::write(cluster.join("postmaster.pid"), &lines).unwrap();
    fs::write(layout.socket_folder().join(".s.PGSQL.5432.lock"), &lines).unwrap();
    fs::write(layout.socket_folder().join(".s.PGSQL.5432"), "").unwrap();

    let again = start(data.path()).await.unwrap();
    assert_eq!(orphan::postmaster_pid(&cluster), Some(again.server.pid()));
}

#[tokio::test]
async fn an_orphan_that_still_runs_is_ended_and_its_data_kept() {
    let data = TempDir::new().unwrap();
    let postgres = start(data.path()).await.unwrap();
    write_note(&mut connect(&postgres).await).await;
    let pid = postgres.server.pid();
    let EmbeddedPostgres {
        server,
        _lock: lock,
        ..
    } = postgres;
    mem::forget(server);
    drop(lock);

    let next = start(data.path()).await.unwrap();
    assert_ne!(next.server.pid(), pid);
    assert!(gone(pid));
    assert_eq!(read_note(&next).await, "卫星影像");
}

#[tokio::test]
async fn children_of_a_killed_postmaster_are_waited_for() {
    let data = TempDir::new().unwrap();
    let postgres = start(data.path()).await.unwrap();
    let cluster = fs::read_link(format!(
        "/proc/{}/cwd",
        postgres.server.pid().as_raw_nonzero()
    ));
    let EmbeddedPostgres {
        server,
        _lock: lock,
        ..
    } = postgres;
    let pid = server.pid();
    mem::forget(server);
    kill_process(pid, Signal::KILL).unwrap();
    // Its children may outlive it for a moment: they too must be gone before a new server touches the files.
    drop(lock);

    let next = start(data.path()).await.unwrap();
    assert!(connect(&next).await.ping().await.is_ok());
    if let Ok(cluster) = cluster {
        assert_eq!(orphan::postmaster_pid(&cluster), Some(next.server.pid()));
    }
}

#[tokio::test]
async fn a_server_that_dies_is_noticed() {
    let data = TempDir::new().unwrap();
    let postgres = start(data.path()).await.unwrap();
    kill_process(postgres.server.pid(), Signal::KILL).unwrap();
    assert!(
        postgres.ended().await.contains("signal: 9"),
        "{:?}",
        postgres.server.ended()
    );
}

#[tokio::test]
async fn data_of_another_major_version_is_refused_and_left_alone() {
    let data = TempDir::new().unwrap();
    let old = data.path().join("postgres/9");
    fs::create_dir_all(&old).unwrap();
    fs::write(old.join("PG_VERSION"), "9\n").unwrap();
    let refusal = start(data.path()).await.unwrap_err();
    assert!(
        matches!(refusal, PostgresError::VersionMismatch { data: 9, .. }),
        "{refusal}"
    );
    assert_eq!(fs::read_to_string(old.join("PG_VERSION")).unwrap(), "9\n");
}

#[tokio::test]
async fn an_initdb_that_was_cut_off_is_started_afresh() {
    let data = TempDir::new().unwrap();
    let probe = TempDir::new().unwrap();
    let running = start(probe.path()).await.unwrap();
    let major = Layout::new(fs::canonicalize(probe.path()).unwrap()).majors()[0];
    drop(running);
    let half = data.path().join(format!("postgres/{major}.incomplete"));
    fs::create_dir_all(&half).unwrap();
    fs::write(half.join("global"), "half").unwrap();

    let postgres = start(data.path()).await.unwrap();
    assert!(connect(&postgres).await.ping().await.is_ok());
    assert!(!half.exists());
}

#[tokio::test]
async fn a_long_path_gets_a_socket_elsewhere() {
    let data = TempDir::new().unwrap();
    let long = data.path().join("长".repeat(40));
    let postgres = start(&long).await.unwrap();
    assert!(postgres.socket_folder.starts_with("/tmp"));
    let folder = postgres.socket_folder.clone();
    assert!(connect(&postgres).await.ping().await.is_ok());
    postgres.stop().await;
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_bundle_the_unprivileged_user_cannot_read_is_copied_and_runs() {
    let Ok(cwd) = std::env::current_dir() else {
        return;
    };
    let bundle = cwd
        .ancestors()
        .map(|folder| folder.join(binaries::bundle_folder()))
        .find(|bin| bin.is_dir());
    let Some(bin) = bundle else { return };
    if !rustix::process::geteuid().is_root() {
        // An ordinary user's Postgres runs as that user and reads what that user reads.
        return;
    }
    let folder = TempDir::new().unwrap();
    let hidden = folder.path().join("hidden/native");
    copy(bin.parent().unwrap(), &hidden);
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let data = TempDir::new().unwrap();
    let layout = Layout::new(fs::canonicalize(data.path()).unwrap());
    fs::create_dir(&layout.home).unwrap();
    let account = Account::choose(&layout);

    let runnable = runtime::make_runnable(&hidden.join("bin"), &layout, account)
        .unwrap()
        .unwrap();
    assert!(runnable.starts_with(layout.runtime()), "{runnable:?}");
    assert!(version::major_of(account.command(&runnable.join("postgres"), "KILL")).is_some());
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    assert!(
        Command::new("cp")
            .arg("-r")
            .arg(from)
            .arg(to)
            .status()
            .unwrap()
            .success()
    );
}

/// Not a test of its own: the process that the next test kills.
#[tokio::test]
#[ignore = "started by the test below"]
async fn serve_until_killed() {
    let folder = std::env::var(CHILD_FOLDER).unwrap();
    let postgres = start(Path::new(&folder)).await.unwrap();
    write_note(&mut connect(&postgres).await).await;
    println!("\nready {}", postgres.server.pid().as_raw_nonzero());
    postgres.ended().await;
}

fn spawn_child(folder: &Path) -> (Child, Pid) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "postgres::tests::serve_until_killed",
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(CHILD_FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    let ready = lines
        .find_map(|line| line.strip_prefix("ready ").map(str::to_owned))
        .unwrap();
    (child, Pid::from_raw(ready.parse().unwrap()).unwrap())
}

#[tokio::test]
async fn a_killed_scenedock_stops_nothing_from_starting_again() {
    let data = TempDir::new().unwrap();
    let (mut child, orphan) = spawn_child(data.path());
    child.kill().unwrap();
    child.wait().unwrap();

    let next = start(data.path()).await.unwrap();
    assert!(gone(orphan));
    assert_eq!(read_note(&next).await, "卫星影像");
}

#[tokio::test]
async fn the_server_ends_with_a_killed_scenedock_where_setpriv_can_say_so() {
    if !account::death_signals_work() {
        return;
    }
    let data = TempDir::new().unwrap();
    let (mut child, orphan) = spawn_child(data.path());
    child.kill().unwrap();
    child.wait().unwrap();
    let end = Instant::now() + Duration::from_secs(20);
    while !gone(orphan) {
        assert!(
            Instant::now() < end,
            "Postgres {orphan:?} outlived its scenedock"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(running_url(data.path()), None);
}
