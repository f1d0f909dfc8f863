//! Knots of imports: files of one crate that need one another in a circle. No new one may be tied.
//!
//! A file depends on those that its `crate::`, `super::` and `self::` paths name. A parent that names its own children
//! without such a path is no knot: they are one room. Tests are not looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use testkit::sources::root;

/// The knots that are left. This list only shrinks.
const KNOTS: &[&str] = &[
    "storage: db::scenes::index, db::scenes::search",
    "storage: db::scenes::index::area_memo, db::scenes::index::cards, db::scenes::index::chunk, db::scenes::index::content, db::scenes::index::load, db::scenes::index::look, db::scenes::index::looks, db::scenes::index::mirror",
];

/// Modules of one crate by path (`orders::list`), with those that each depends on.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            files.push(path);
        }
    }
}

/// The path of a file's module; `None` for files of tests.
fn module(source: &Path, file: &Path) -> Option<String> {
    let inside = file.strip_prefix(source).ok()?.with_extension("");
    let mut parts: Vec<_> = inside.iter().filter_map(|part| part.to_str()).collect();
    if parts.contains(&"tests") {
        return None;
    }
    if matches!(parts.as_slice(), ["lib" | "main"]) {
        parts.clear();
    }
    Some(parts.join("::"))
}

/// The code without comments and without test modules.
fn product_code(text: &str) -> String {
    let mut code = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let indent = &line[..line.len() - line.trim_start().len()];
        if line.trim() == "#[cfg(test)]" {
            let opens = lines.next().is_some_and(|next| next.ends_with('{'));
            let end = format!("{indent}}}");
            if opens {
                lines.by_ref().find(|next| *next == end);
            }
            continue;
        }
        code += line.split("//").next().unwrap_or_default();
        code.push('\n');
    }
    code
}

/// Every path of a tree of imports: `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn leaves(tree: &str) -> Vec<String> {
    let Some((prefix, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.split_whitespace().collect()];
    };
    let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
    let mut depth = 0;
    let parts = inner.split(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts
        .filter(|part| !part.trim().is_empty())
        .flat_map(leaves)
        .map(|leaf| prefix.trim().to_owned() + &leaf)
        .collect()
}

/// The paths in a file that begin with `crate`, `super` or `self`.
fn paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let mut rest = code;
    while let Some(at) = ["crate::", "super::", "self::"]
        .iter()
        .filter_map(|start| rest.find(start))
        .min()
    {
        let (before, from) = rest.split_at(at);
        let statement = from.split(';').next().unwrap_or_default();
        let imports = before.ends_with("use ");
        let end = if imports {
            statement.len()
        } else {
            from.find(|c| !is_path(c)).unwrap_or(from.len())
        };
        let (path, after) = from.split_at(end);
        if imports {
            paths.extend(leaves(path));
        } else if !before.ends_with(|c: char| is_path(c) || c == '$') {
            paths.push(path.to_owned());
        }
        rest = after;
    }
    paths
}

/// The module that a path in `module` leads to: the longest part of it that is a file. The root of the crate declares
/// every module and is in no knot.
fn target(module: &str, path: &str, graph: &Graph) -> Option<String> {
    let mut full: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    for part in path.split("::") {
        match part {
            "crate" => full.clear(),
            "super" => drop(full.pop()),
            "self" => {}
            name => full.push(name),
        }
    }
    (1..=full.len())
        .rev()
        .map(|length| full[..length].join("::"))
        .find(|name| graph.contains_key(name))
        .filter(|name| name != module)
}

fn graph(source: &Path) -> Graph {
    let mut files = Vec::new();
    rust_files(source, &mut files);
    let code: BTreeMap<_, _> = files
        .iter()
        .filter_map(|file| Some((module(source, file)?, fs::read_to_string(file).ok()?)))
        .collect();
    let mut graph: Graph = code
        .keys()
        .map(|name| (name.clone(), BTreeSet::new()))
        .collect();
    for (name, text) in &code {
        let named: BTreeSet<_> = paths(&product_code(text))
            .iter()
            .filter_map(|path| target(name, path, &graph))
            .collect();
        graph.insert(name.clone(), named);
    }
    graph
}

fn reachable<'a>(graph: &'a Graph, from: &str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&str> = graph[from].iter().map(String::as_str).collect();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(graph[next].iter().map(String::as_str));
        }
    }
    seen
}

/// Every largest set of modules that all reach one another.
fn knots(graph: &Graph) -> BTreeSet<Vec<&str>> {
    let reach: BTreeMap<_, _> = graph
        .keys()
        .map(|name| (name.as_str(), reachable(graph, name)))
        .collect();
    reach
        .iter()
        .filter(|(name, ends)| ends.contains(*name))
        .map(|(name, ends)| {
            ends.iter()
                .copied()
                .filter(|other| reach[other].contains(name))
                .collect()
        })
        .collect()
}

#[test]
fn no_files_need_one_another_in_a_circle() {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(root()).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.join("Cargo.toml").is_file() || !folder.join("src").is_dir() {
            continue;
        }
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let graph = graph(&folder.join("src"));
        found.extend(
            knots(&graph)
                .iter()
                .map(|knot| format!("{name}: {}", knot.join(", "))),
        );
    }
    let known: BTreeSet<String> = KNOTS.iter().map(|&knot| knot.to_owned()).collect();
    let tied: Vec<_> = found.difference(&known).collect();
    let untied: Vec<_> = known.difference(&found).collect();
    assert!(tied.is_empty(), "files that need one another: {tied:#?}");
    assert!(untied.is_empty(), "untied, take them off: {untied:#?}");
}

#[test]
fn a_circle_is_found_and_a_line_is_not() {
    let code = "use crate::b::{self, c::{D, E as F}};\n\
                //! crate::z\n\
                fn f() { super::g::h(); my_crate::x(); }\n\
                #[cfg(test)]\nmod tests {\n    use crate::only_tests;\n}\n";
    assert_eq!(
        paths(&product_code(code)),
        [
            "crate::b::self",
            "crate::b::c::D",
            "crate::b::c::E",
            "super::g::h"
        ]
    );
    let graph: Graph = [("a", "b"), ("b", "c"), ("c", "b"), ("d", "a")]
        .into_iter()
        .map(|(from, to)| (from.to_owned(), BTreeSet::from([to.to_owned()])))
        .collect();
    assert_eq!(knots(&graph), BTreeSet::from([vec!["b", "c"]]));
    assert_eq!(target("a::x", "super::Y", &graph), Some("a".to_owned()));
    assert_eq!(target("a", "crate::b::C", &graph), Some("b".to_owned()));
}
