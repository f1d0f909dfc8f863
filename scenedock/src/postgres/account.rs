//! Who Postgres runs as: it refuses root, so as root we hand it to an unprivileged user.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, lchown};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::error::{PostgresError, io_error};
use super::layout::Layout;

/// The user and group id that Linux and macOS agree on for "nobody" when the user database does not say.
const NOBODY: (u32, u32) = (65534, 65534);

/// The user that the server's processes belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Account {
    /// We are not root: Postgres runs as we do.
    Ourselves {
        /// Our own user id.
        uid: u32,
    },
    /// We are root: Postgres runs as this user.
    Unprivileged {
        /// User id, never 0.
        uid: u32,
        /// Group id.
        gid: u32,
    },
}

impl Account {
    /// The owner of existing data, else `postgres`, else `nobody`.
    pub fn choose(layout: &Layout) -> Self {
        let uid = rustix::process::geteuid().as_raw();
        if uid != 0 {
            return Self::Ourselves { uid };
        }
        let (uid, gid) = owner_of_data(layout)
            .or_else(|| lookup("postgres"))
            .or_else(|| lookup("nobody"))
            .unwrap_or(NOBODY);
        Self::Unprivileged { uid, gid }
    }

    /// The user id the server's files belong to.
    pub fn uid(self) -> u32 {
        match self {
            Self::Ourselves { uid } | Self::Unprivileged { uid, .. } => uid,
        }
    }

    /// A command that runs as this user, in its own process group (so that Ctrl-C reaches us alone, and we stop the
    /// database last) and, where `setpriv` can do it, ends with us on `death_signal`.
    pub fn command(self, program: &Path, death_signal: &str) -> Command {
        let mut command = if death_signals_work() {
            self.through_setpriv(program, death_signal)
        } else {
            self.directly(program)
        };
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Nothing of our environment (keys, passwords) is Postgres's business.
        command
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("LC_ALL", "C")
            .env("TZ", "UTC")
            .current_dir("/");
        command
    }

    fn through_setpriv(self, program: &Path, death_signal: &str) -> Command {
        let mut command = Command::new(setpriv());
        if let Self::Unprivileged { uid, gid } = self {
            command.args([
                "--reuid",
                &uid.to_string(),
                "--regid",
                &gid.to_string(),
                "--clear-groups",
            ]);
        }
        command
            .args(["--no-new-privs", "--pdeathsig", death_signal, "--"])
            .arg(program);
        command
    }

    fn directly(self, program: &Path) -> Command {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new(program);
        if let Self::Unprivileged { uid, gid } = self {
            // Rust drops the supplementary groups too when a uid is set as root.
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Makes a folder (mode 0700) that belongs to this user.
    pub fn make_private_folder(self, folder: &Path) -> Result<(), PostgresError> {
        match fs::create_dir(folder) {
            Ok(()) => {
                set_mode(folder, 0o700)?;
                self.own(folder)
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                self.check_private(folder)
            }
            Err(error) => Err(io_error("make", folder)(error)),
        }
    }

    /// A folder we did not make now must be one that we made before, not someone's trap.
    fn check_private(self, folder: &Path) -> Result<(), PostgresError> {
        let meta = fs::symlink_metadata(folder).map_err(io_error("look at", folder))?;
        let ours = meta.is_dir() && meta.uid() == self.uid() && meta.mode() & 0o777 == 0o700;
        if ours {
            return Ok(());
        }
        Err(PostgresError::ForeignSocketFolder {
            folder: folder.to_owned(),
            uid: self.uid(),
        })
    }

    fn own(self, path: &Path) -> Result<(), PostgresError> {
        match self {
            Self::Ourselves { .. } => Ok(()),
            Self::Unprivileged { uid, gid } => {
                chown(path, Some(uid), Some(gid)).map_err(io_error("change owner of", path))
            }
        }
    }

    /// Hands a whole tree over, when it came to root's possession (a restored or copied folder).
    pub fn take_over(self, tree: &Path) -> Result<(), PostgresError> {
        let Self::Unprivileged { uid, gid } = self else {
            return Ok(());
        };
        let meta = fs::symlink_metadata(tree).map_err(io_error("look at", tree))?;
        if meta.uid() != uid {
            lchown(tree, Some(uid), Some(gid)).map_err(io_error("change owner of", tree))?;
        }
        if !meta.is_dir() {
            return Ok(());
        }
        for entry in fs::read_dir(tree).map_err(io_error("list", tree))? {
            self.take_over(&entry.map_err(io_error("list", tree))?.path())?;
        }
        Ok(())
    }

    /// Sees to it that this user may pass through every folder down to the database.
    ///
    /// The data folder and what is in it are let through by group alone: nobody else enters them. To folders above, the
    /// right to pass through (not to list) is added where they are root's; it is logged, because it is a change to
    /// something that was there before us.
    pub fn let_through(self, layout: &Layout) -> Result<(), PostgresError> {
        let Self::Unprivileged { uid, gid } = self else {
            return Ok(());
        };
        for folder in [&layout.data, &layout.home] {
            let meta = fs::metadata(folder).map_err(io_error("look at", folder))?;
            if meta.uid() == 0 && !passable(&meta, uid, gid) {
                chown(folder, None, Some(gid)).map_err(io_error("change group of", folder))?;
                set_mode(folder, meta.mode() & 0o700 | 0o010)?;
            }
        }
        for folder in layout.home.ancestors().filter(|folder| folder.is_dir()) {
            let meta = fs::metadata(folder).map_err(io_error("look at", folder))?;
            if passable(&meta, uid, gid) {
                continue;
            }
            let refused = || PostgresError::NotReachable {
                folder: folder.to_owned(),
                uid,
            };
            if meta.uid() != 0 {
                return Err(refused());
            }
            set_mode(folder, meta.mode() & 0o7777 | 0o001).map_err(|_| refused())?;
            tracing::warn!(folder = %folder.display(), uid, "added the right to pass through (o+x) so that Postgres can reach its files");
        }
        Ok(())
    }
}

fn passable(meta: &fs::Metadata, uid: u32, gid: u32) -> bool {
    let bit = if meta.uid() == uid {
        0o100
    } else if meta.gid() == gid {
        0o010
    } else {
        0o001
    };
    meta.mode() & bit != 0
}

fn set_mode(path: &Path, mode: u32) -> Result<(), PostgresError> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
        .map_err(io_error("change rights of", path))
}

/// Data that is already there decides, so that installing or removing a `postgres` user between two runs changes nothing.
fn owner_of_data(layout: &Layout) -> Option<(u32, u32)> {
    let newest = *layout.majors().last()?;
    let meta = fs::metadata(layout.cluster(newest)).ok()?;
    (meta.uid() != 0).then(|| (meta.uid(), meta.gid()))
}

/// User and group id of a name in `/etc/passwd`.
fn lookup(name: &str) -> Option<(u32, u32)> {
    parse_passwd(&fs::read_to_string("/etc/passwd").ok()?, name)
}

fn parse_passwd(text: &str, name: &str) -> Option<(u32, u32)> {
    let fields: Vec<&str> = text
        .lines()
        .map(|line| line.split(':').collect::<Vec<_>>())
        .find(|fields| fields[0] == name)?;
    Some((fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?)).filter(|(uid, _)| *uid != 0)
}

fn setpriv() -> &'static str {
    ["/usr/bin/setpriv", "/bin/setpriv"]
        .into_iter()
        .find(|path| Path::new(path).exists())
        .unwrap_or("setpriv")
}

/// Busybox has a `setpriv` without `--pdeathsig`; macOS has none.
pub(super) fn death_signals_work() -> bool {
    static WORKS: OnceLock<bool> = OnceLock::new();
    *WORKS.get_or_init(|| {
        Command::new(setpriv())
            .args(["--no-new-privs", "--pdeathsig", "INT", "--", "/bin/true"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSWD: &str = "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534::/:/sbin/nologin\npostgres:x:101:104:,,,:/var/lib/postgresql:/bin/bash\n";

    #[test]
    fn users_are_found_by_whole_name_and_root_is_never_one() {
        assert_eq!(parse_passwd(PASSWD, "postgres"), Some((101, 104)));
        assert_eq!(parse_passwd(PASSWD, "post"), None);
        assert_eq!(parse_passwd(PASSWD, "root"), None);
    }
}
