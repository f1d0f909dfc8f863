//! Processes that servers of other projects start for their sessions.

use std::process::Command;

/// Ids of every process below this one, whoever started it there.
pub(crate) fn descendants(parent: u32) -> Vec<u32> {
    let (mut left, mut found) = (vec![parent], Vec::new());
    while let Some(parent) = left.pop() {
        let listed = Command::new("pgrep")
            .args(["-P", &parent.to_string()])
            .output();
        let text = listed.map(|done| String::from_utf8_lossy(&done.stdout).into_owned());
        let children = text.unwrap_or_default();
        let children: Vec<u32> = children.lines().filter_map(|id| id.parse().ok()).collect();
        left.extend(&children);
        found.extend(children);
    }
    found
}

/// Kills them as `kill -9` does. One that has ended meanwhile is no matter.
pub(crate) fn kill(ids: &[u32]) {
    for id in ids {
        let id = id.to_string();
        Command::new("kill").args(["-KILL", &id]).output().ok();
    }
}
