//! How folders look: LIST, NLST, MLSD and MLST.

use std::fmt::Write;

use chrono::{DateTime, TimeDelta, Utc};

use crate::manifest::{Manifest, Node, resolve};

/// The facts of RFC 3659 we know, in the order they are told.
const KNOWN: [&str; 4] = ["type", "size", "modify", "perm"];

/// Which facts MLSD and MLST tell; all until `OPTS MLST` chooses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts([bool; 4]);

impl Default for Facts {
    fn default() -> Self {
        Self([true; 4])
    }
}

impl Facts {
    /// What follows `OPTS MLST `, in any case; unknown facts are ignored as the RFC asks.
    pub(crate) fn choose(facts: &str) -> Self {
        let is_named = |fact: &str| {
            facts
                .split(';')
                .any(|one| one.trim().eq_ignore_ascii_case(fact))
        };
        Self(KNOWN.map(is_named))
    }

    /// The chosen facts as the answer to OPTS shows them.
    pub(crate) fn names(self) -> String {
        let mut names = String::new();
        for (known, chosen) in KNOWN.iter().zip(self.0) {
            if chosen {
                names.push_str(known);
                names.push(';');
            }
        }
        names
    }

    /// The line of FEAT: a star marks what is told.
    pub(crate) fn feature(self) -> String {
        let mut line = "MLST ".to_owned();
        for (known, chosen) in KNOWN.iter().zip(self.0) {
            line.push_str(known);
            line.push_str(if chosen { "*;" } else { ";" });
        }
        line
    }

    /// One entry without a line end.
    pub(crate) fn entry(self, name: &str, node: &Node) -> String {
        let folder = node.is_folder();
        let values = [
            Some(if folder { "dir" } else { "file" }.to_owned()),
            (!folder).then(|| node.size().to_string()),
            Some(timestamp(node.modified())),
            Some(if folder { "el" } else { "r" }.to_owned()),
        ];
        let mut line = String::new();
        for ((known, chosen), value) in KNOWN.iter().zip(self.0).zip(values) {
            if let (true, Some(value)) = (chosen, value) {
                // Writing to a String cannot fail.
                let _ = write!(line, "{known}={value};");
            }
        }
        line.push(' ');
        line.push_str(name);
        line
    }
}

/// The time of RFC 3659, UTC.
pub(crate) fn timestamp(time: DateTime<Utc>) -> String {
    time.format("%Y%m%d%H%M%S").to_string()
}

/// One line as `ls -l` writes it: the year instead of the time of day for what is older than half a year.
pub(crate) fn long_line(name: &str, node: &Node, now: DateTime<Utc>) -> String {
    let mode = if node.is_folder() {
        "dr-xr-xr-x"
    } else {
        "-r--r--r--"
    };
    let age = now - node.modified();
    let recent = age < TimeDelta::days(182) && age > TimeDelta::days(-1);
    let format = if recent { "%b %d %H:%M" } else { "%b %d  %Y" };
    let time = node.modified().format(format);
    format!("{mode} 1 ftp ftp {:>13} {time} {name}", node.size())
}

/// What LIST and NLST show for a path as typed: a folder's children, a file, or what a pattern in the last segment
/// matches (command-line clients leave `mget *.tif` to the server). `None` if there is nothing.
///
/// The first of each pair is the name as NLST gives it: so written that RETR accepts it.
pub(crate) fn select<'a>(
    manifest: &'a Manifest,
    folder: &str,
    typed: &str,
) -> Option<Vec<(String, &'a str, &'a Node)>> {
    let path = resolve(folder, typed);
    match manifest.get(&path) {
        Some(node) if node.is_folder() => {
            let prefix = match typed.trim_end_matches('/') {
                "" if typed.starts_with('/') => "/".to_owned(),
                "" | "." => String::new(),
                typed => format!("{typed}/"),
            };
            let children = manifest.children(&path);
            Some(
                children
                    .map(|(name, node)| (format!("{prefix}{name}"), name, node))
                    .collect(),
            )
        }
        Some(_) => {
            let (parent, name) = path.rsplit_once('/').unwrap_or(("", &path));
            let (name, node) = manifest
                .children(parent)
                .find(|(child, _)| *child == name)?;
            Some(vec![(typed.to_owned(), name, node)])
        }
        None => select_pattern(manifest, folder, typed),
    }
}

fn select_pattern<'a>(
    manifest: &'a Manifest,
    folder: &str,
    typed: &str,
) -> Option<Vec<(String, &'a str, &'a Node)>> {
    let (prefix, pattern) = typed
        .rfind('/')
        .map_or(("", typed), |at| typed.split_at(at + 1));
    if !pattern.contains(['*', '?']) {
        return None;
    }
    let parent = resolve(folder, prefix);
    let found: Vec<_> = manifest
        .children(&parent)
        .filter(|(name, _)| matches(pattern, name))
        .map(|(name, node)| (format!("{prefix}{name}"), name, node))
        .collect();
    (!found.is_empty()).then_some(found)
}

/// Shell matching of `*` and `?` in time proportional to the product of the lengths: on a mismatch only the last
/// star is tried again.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut to) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while to < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, to));
                at += 1;
            }
            Some(one) if *one == '?' || *one == name[to] => {
                at += 1;
                to += 1;
            }
            _ => match star {
                Some((star_at, tried)) => {
                    star = Some((star_at, tried + 1));
                    at = star_at + 1;
                    to = tried + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::VirtualFile;
    use object_store::path::Path;

    fn manifest() -> Manifest {
        let file = |path: &str| VirtualFile {
            path: path.into(),
            location: Path::from("o"),
            size: 12,
            modified: DateTime::from_timestamp(1_700_000_000, 0).unwrap(),
        };
        Manifest::new([file("d/a.tif"), file("d/b.tif"), file("d/c.txt")], []).unwrap()
    }

    fn names(folder: &str, typed: &str) -> Option<Vec<String>> {
        let manifest = manifest();
        let found = select(&manifest, folder, typed)?;
        Some(found.into_iter().map(|(given, ..)| given).collect())
    }

    #[test]
    fn names_are_as_retr_accepts_them() {
        assert_eq!(names("d", "").unwrap(), ["a.tif", "b.tif", "c.txt"]);
        assert_eq!(names("", "d/").unwrap(), ["d/a.tif", "d/b.tif", "d/c.txt"]);
        assert_eq!(names("d", "/").unwrap(), ["/d"]);
        assert_eq!(names("", "/d/*.tif").unwrap(), ["/d/a.tif", "/d/b.tif"]);
        assert_eq!(names("d", "?.txt").unwrap(), ["c.txt"]);
        assert_eq!(names("d", "*.jpg"), None);
        assert_eq!(names("", "nothing"), None);
    }

    #[test]
    fn facts_are_those_chosen() {
        let manifest = manifest();
        let node = manifest.get("d/a.tif").unwrap();
        let all = Facts::default();
        assert_eq!(
            all.entry("x", node),
            "type=file;size=12;modify=20231114221320;perm=r; x"
        );
        let some = Facts::choose("SIZE;Unknown;type;");
        assert_eq!(some.names(), "type;size;");
        assert_eq!(some.feature(), "MLST type*;size*;modify;perm;");
        assert_eq!(some.entry("x", node), "type=file;size=12; x");
        assert_eq!(Facts::choose("").entry("x", node), " x");
    }

    #[test]
    fn old_files_show_their_year() {
        let manifest = manifest();
        let node = manifest.get("d/a.tif").unwrap();
        let day = |days: i64| DateTime::from_timestamp(1_700_000_000 + days * 86_400, 0).unwrap();
        assert!(long_line("x", node, day(1)).ends_with("12 Nov 14 22:13 x"));
        assert!(long_line("x", node, day(300)).ends_with("12 Nov 14  2023 x"));
        assert!(long_line("x", node, day(-30)).ends_with("12 Nov 14  2023 x"));
    }

    #[test]
    fn patterns_match_like_a_shell() {
        let table = [
            ("*", "abc", true),
            ("a*c", "abbc", true),
            ("a*b*c", "axbxbxc", true),
            ("a?c", "ac", false),
            ("*.tif", "a.tif.xml", false),
            ("影*", "影像.tif", true),
        ];
        for (pattern, name, expected) in table {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
