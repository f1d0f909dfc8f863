//! Which Postgres a program is.

use std::process::Command;

/// Runs `postgres --version`; nothing when it cannot run.
pub(super) fn major_of(mut postgres: Command) -> Option<u32> {
    let output = postgres
        .arg("--version")
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    parse_major(&String::from_utf8_lossy(&output.stdout))
}

/// From for instance `postgres (PostgreSQL) 18.4` or `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`.
fn parse_major(text: &str) -> Option<u32> {
    let version = text.split("(PostgreSQL)").nth(1)?.trim_start();
    version
        .split(|letter: char| !letter.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_releases_and_betas() {
        assert_eq!(parse_major("postgres (PostgreSQL) 18.4\n"), Some(18));
        assert_eq!(
            parse_major("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"),
            Some(15)
        );
        assert_eq!(parse_major("postgres (PostgreSQL) 19beta1\n"), Some(19));
        assert_eq!(parse_major("something else"), None);
    }
}
