//! The virtual root of a session: an index over the delivery's files that answers look-ups and listings.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use object_store::path::Path as ObjectPath;

/// One file an account sees.
#[derive(Clone, Debug)]
pub struct VirtualFile {
    /// Path below the virtual root, segments separated by `/`, no leading slash.
    pub path: String,
    /// Path of the bytes in the object store.
    pub location: ObjectPath,
    /// Length in bytes.
    pub size: u64,
    /// Shown as the time of the last change.
    pub modified: DateTime<Utc>,
}

/// Why files do not form a tree that FTP can show.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ManifestError {
    /// A segment is empty, `.`, `..` or holds a control character.
    #[error("{0:?} cannot be a path in a delivery")]
    BadPath(String),
    /// The path is taken, perhaps by a folder.
    #[error("{0:?} is there twice")]
    Duplicate(String),
}

/// A file or a folder.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Folder {
        modified: DateTime<Utc>,
    },
    File {
        location: ObjectPath,
        size: u64,
        modified: DateTime<Utc>,
    },
}

impl Node {
    pub(crate) const fn modified(&self) -> DateTime<Utc> {
        match self {
            Self::Folder { modified } | Self::File { modified, .. } => *modified,
        }
    }

    pub(crate) const fn is_folder(&self) -> bool {
        matches!(self, Self::Folder { .. })
    }

    pub(crate) const fn size(&self) -> u64 {
        match self {
            Self::Folder { .. } => 0,
            Self::File { size, .. } => *size,
        }
    }
}

/// The files of a delivery, indexed by folder.
#[derive(Debug)]
pub struct Manifest {
    root: Node,
    /// Folder path (`""` is the root) to its children by name.
    folders: BTreeMap<String, BTreeMap<String, Node>>,
}

impl Manifest {
    /// Builds the index. `folders` are shown even if no file is below them.
    ///
    /// # Errors
    /// A path that FTP could not show, or two entries of one name.
    pub fn new(
        files: impl IntoIterator<Item = VirtualFile>,
        folders: impl IntoIterator<Item = String>,
    ) -> Result<Self, ManifestError> {
        let epoch = DateTime::UNIX_EPOCH;
        let mut manifest = Self {
            root: Node::Folder { modified: epoch },
            folders: BTreeMap::from([(String::new(), BTreeMap::new())]),
        };
        for folder in folders {
            check(&folder)?;
            manifest.ensure_folder(&folder, epoch)?;
        }
        for file in files {
            manifest.add(file)?;
        }
        Ok(manifest)
    }

    fn add(&mut self, file: VirtualFile) -> Result<(), ManifestError> {
        check(&file.path)?;
        let (parent, name) = split(&file.path);
        self.ensure_folder(parent, file.modified)?;
        let node = Node::File {
            location: file.location,
            size: file.size,
            modified: file.modified,
        };
        let children = self.folders.entry(parent.to_owned()).or_default();
        if children.insert(name.to_owned(), node).is_some() {
            return Err(ManifestError::Duplicate(file.path));
        }
        Ok(())
    }

    /// Makes the folder and those above it, each as new as the newest file below it.
    fn ensure_folder(&mut self, path: &str, newest: DateTime<Utc>) -> Result<(), ManifestError> {
        let mut here = path;
        loop {
            self.folders.entry(here.to_owned()).or_default();
            if here.is_empty() {
                let newest = newest.max(self.root.modified());
                self.root = Node::Folder { modified: newest };
                return Ok(());
            }
            let (parent, name) = split(here);
            let children = self.folders.entry(parent.to_owned()).or_default();
            match children.get_mut(name) {
                Some(Node::Folder { modified }) => *modified = newest.max(*modified),
                Some(Node::File { .. }) => return Err(ManifestError::Duplicate(here.to_owned())),
                None => {
                    children.insert(name.to_owned(), Node::Folder { modified: newest });
                }
            }
            here = parent;
        }
    }

    /// What is at a resolved path.
    pub(crate) fn get(&self, path: &str) -> Option<&Node> {
        if path.is_empty() {
            return Some(&self.root);
        }
        let (parent, name) = split(path);
        self.folders.get(parent)?.get(name)
    }

    /// The children of a folder, by name.
    pub(crate) fn children(&self, path: &str) -> impl Iterator<Item = (&str, &Node)> {
        let children = self.folders.get(path).into_iter().flatten();
        children.map(|(name, node)| (name.as_str(), node))
    }
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

fn check(path: &str) -> Result<(), ManifestError> {
    let bad =
        |segment: &str| matches!(segment, "" | "." | "..") || segment.chars().any(char::is_control);
    if path.split('/').any(bad) {
        return Err(ManifestError::BadPath(path.to_owned()));
    }
    Ok(())
}

/// A path as typed, seen from `folder`, made absolute: no leading slash, no `.`, no `..`. It can only name what the
/// manifest holds, so going above the root is harmless and stops there.
pub(crate) fn resolve(folder: &str, typed: &str) -> String {
    let base = if typed.starts_with('/') { "" } else { folder };
    let mut parts: Vec<&str> = Vec::new();
    for segment in base.split('/').chain(typed.split('/')) {
        match segment {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, seconds: i64) -> VirtualFile {
        VirtualFile {
            path: path.into(),
            location: ObjectPath::from("o"),
            size: 1,
            modified: DateTime::from_timestamp(seconds, 0).unwrap(),
        }
    }

    #[test]
    fn resolves_like_a_shell_that_cannot_leave_its_root() {
        let table = [
            ("", "", ""),
            ("a/b", "", "a/b"),
            ("a/b", "c", "a/b/c"),
            ("a/b", "../c", "a/c"),
            ("a", "../../../etc/passwd", "etc/passwd"),
            ("a", "/x/./y//z/", "x/y/z"),
            ("a", " lead", "a/ lead"),
        ];
        for (folder, typed, expected) in table {
            assert_eq!(resolve(folder, typed), expected, "{folder} + {typed}");
        }
    }

    #[test]
    fn folders_appear_with_the_time_of_their_newest_file() {
        let manifest = Manifest::new(
            [file("a/b/x", 5), file("a/y", 9), file("z", 3)],
            ["empty/inner".to_owned()],
        )
        .unwrap();
        let names: Vec<_> = manifest.children("").map(|(name, _)| name).collect();
        assert_eq!(names, ["a", "empty", "z"]);
        assert_eq!(manifest.get("a").unwrap().modified().timestamp(), 9);
        assert_eq!(manifest.get("a/b").unwrap().modified().timestamp(), 5);
        assert_eq!(manifest.get("").unwrap().modified().timestamp(), 9);
        assert!(manifest.get("empty/inner").unwrap().is_folder());
        assert!(manifest.get("a/b/x/y").is_none());
    }

    #[test]
    fn refuses_what_is_no_tree() {
        for bad in ["", "/a", "a//b", "a/../b", "a\nb", "a/"] {
            let built = Manifest::new([file(bad, 0)], []);
            assert_eq!(built.unwrap_err(), ManifestError::BadPath(bad.into()));
        }
        assert!(Manifest::new([file("a", 0), file("a", 0)], []).is_err());
        assert!(Manifest::new([file("a", 0), file("a/b", 0)], []).is_err());
        assert!(Manifest::new([file("a/b", 0), file("a", 0)], []).is_err());
    }
}
