//! How the files of a crate use one another: never in a circle, and nothing of a process is outside of what it was given.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use testkit::sources::rust_sources;

type Module = Vec<String>;

/// What a file names of its own crate.
#[derive(Default)]
struct NamedPaths(Vec<Module>);

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list();
        attribute.path().is_ident("cfg")
            && list.is_ok_and(|list| list.tokens.to_string().contains("test"))
    })
}

impl NamedPaths {
    fn gather(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.gather(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.0.push(with(&name.ident)),
            syn::UseTree::Rename(name) => self.0.push(with(&name.ident)),
            syn::UseTree::Glob(_) => self.0.push(before.to_vec()),
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.gather(before, tree);
                }
            }
        }
    }
}

/// Paths of the own crate among tokens that only a macro understands.
fn paths_in(tokens: &str) -> Vec<Module> {
    let text = tokens.replace(" :: ", "::");
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    words
        .filter(|word| {
            let first = word.split("::").next();
            word.contains("::") && matches!(first, Some("crate" | "super" | "self"))
        })
        .map(|word| word.split("::").map(str::to_owned).collect())
        .collect()
}

impl<'a> Visit<'a> for NamedPaths {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.gather(&[], &item.tree);
        }
    }

    /// Who may see it says nothing of what it uses.
    fn visit_visibility(&mut self, _: &'a syn::Visibility) {}

    fn visit_attribute(&mut self, attribute: &'a syn::Attribute) {
        if let Ok(list) = attribute.meta.require_list() {
            self.0.extend(paths_in(&list.tokens.to_string()));
        }
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        self.0.extend(paths_in(&call.tokens.to_string()));
        visit::visit_macro(self, call);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let segments = path.segments.iter();
        self.0
            .push(segments.map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}

/// From the root of the crate, for a path that the file of `module` names; `None`: of another crate.
fn absolute(module: &[String], path: &[String]) -> Option<Module> {
    let (first, mut rest) = path.split_first()?;
    if first == "crate" {
        return Some(rest.to_vec());
    }
    if first != "super" && first != "self" {
        return None;
    }
    let mut base = module.to_vec();
    if first == "super" {
        base.pop()?;
    }
    while rest.first().is_some_and(|name| name == "super") {
        base.pop()?;
        rest = &rest[1..];
    }
    base.extend_from_slice(rest);
    Some(base)
}

/// Crate and module of a source file that is no test's.
fn module_of(name: &str) -> Option<(String, Module)> {
    let (owner, file) = name.split_once("/src/")?;
    let parts: Module = file
        .strip_suffix(".rs")?
        .split('/')
        .map(str::to_owned)
        .collect();
    let is_test = |part: &String| part == "tests" || part.ends_with("_tests") || part == "testing";
    if parts.iter().any(is_test) {
        return None;
    }
    let is_root = parts == ["lib"] || parts == ["main"];
    Some((owner.to_owned(), if is_root { Vec::new() } else { parts }))
}

/// The file that holds what the path leads to.
fn file_of(modules: &BTreeSet<Module>, path: &[String]) -> Option<Module> {
    (1..=path.len())
        .rev()
        .map(|length| path[..length].to_vec())
        .find(|module| modules.contains(module))
}

type Uses = BTreeMap<Module, BTreeSet<Module>>;

/// What remains when those that use none of the others, and those that none of the others uses, are taken away.
fn knots(mut graph: Uses) -> Uses {
    loop {
        let before = graph.len();
        let sources: BTreeSet<Module> = graph.keys().cloned().collect();
        let targets: BTreeSet<Module> = graph.values().flatten().cloned().collect();
        for others in graph.values_mut() {
            others.retain(|other| sources.contains(other));
        }
        graph.retain(|file, others| !others.is_empty() && targets.contains(file));
        if graph.len() == before {
            return graph;
        }
    }
}

#[test]
fn no_files_use_one_another_in_a_circle() {
    let mut crates: BTreeMap<String, BTreeMap<Module, syn::File>> = BTreeMap::new();
    for (name, text) in rust_sources() {
        if let Some((owner, module)) = module_of(&name) {
            let file = syn::parse_file(&text).unwrap();
            crates.entry(owner).or_default().insert(module, file);
        }
    }
    assert!(crates.len() > 8, "{:?}", crates.keys());
    for (owner, files) in crates {
        let modules: BTreeSet<Module> = files.keys().cloned().collect();
        let mut uses = Uses::new();
        for (module, file) in &files {
            let mut named = NamedPaths::default();
            named.visit_file(file);
            let paths = named.0.iter().filter_map(|path| absolute(module, path));
            let others = paths.filter_map(|path| file_of(&modules, &path));
            // A file names what is below it to declare it and to hand it on.
            let others = others.filter(|other| !other.starts_with(module));
            uses.insert(module.clone(), others.collect());
        }
        let knots = knots(uses);
        assert!(
            knots.is_empty(),
            "in {owner} these use one another: {knots:#?}"
        );
    }
}

#[test]
fn paths_are_found_in_what_only_a_macro_understands() {
    let text = "value_type = Vec < crate :: orders :: codes :: Permission >, with = \"super::time\", std :: mem";
    let paths = paths_in(text);
    let paths: Vec<String> = paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["crate::orders::codes::Permission", "super::time"]);
}

#[test]
fn a_circle_is_found() {
    let module = |name: &str| vec![name.to_owned()];
    let uses = |pairs: &[(&str, &str)]| {
        let mut uses = Uses::new();
        for (user, used) in pairs {
            uses.entry(module(user)).or_default().insert(module(used));
        }
        uses
    };
    assert!(knots(uses(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let circle = knots(uses(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")]));
    assert_eq!(
        circle.into_keys().collect::<Vec<_>>(),
        [module("b"), module("c")]
    );
}

/// Statics whose value is not written in the source.
const WORKED_OUT: [(&str, &str); 13] = [
    // Memory that was let go of and is used again, as an allocator does; it holds nothing that anybody reads.
    ("workers/src/stream/blocks.rs", "IDLE"),
    // What the machine's `setpriv` can do stays as it is while the process runs, and costs a process to find out.
    ("scenedock/src/postgres/account.rs", "WORKS"),
    // A hash that nothing is checked against but what is wrong anyway: any one is as good.
    ("storage/src/password.rs", "DECOY"),
    // These follow from what is compiled in, and from nothing else.
    ("api/src/auth/picture/glyphs.rs", "GLYPHS"),
    ("api/src/basemap/archive.rs", "SHIPPED_TAG"),
    ("api/src/regions/table.rs", "SHIPPED_TABLE"),
    ("basemap/src/names.rs", "PAIRS"),
    ("domain/src/password.rs", "COMMON"),
    ("forms/src/face.rs", "FACES"),
    ("forms/src/workbook.rs", "LOOK"),
    ("forms/src/yearly_report/picture.rs", "FONTS"),
    ("texts/src/catalogue.rs", "EN"),
    ("texts/src/catalogue.rs", "ZH_CN"),
];

/// What changes belongs to somebody: two servers in one process share nothing, and a test has its own.
#[test]
fn no_static_changes() {
    struct Statics(Vec<String>);
    impl<'a> Visit<'a> for Statics {
        fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
            if !is_for_tests(&module.attrs) {
                visit::visit_item_mod(self, module);
            }
        }

        fn visit_item_static(&mut self, item: &'a syn::ItemStatic) {
            let mut types = NamedPaths::default();
            types.visit_type(&item.ty);
            let words = types.0.into_iter().flatten();
            let changes = |word: String| {
                [
                    "Mutex",
                    "RwLock",
                    "Semaphore",
                    "Notify",
                    "Cell",
                    "RefCell",
                    "OnceCell",
                    "OnceLock",
                    "LazyCell",
                    "LazyLock",
                ]
                .contains(&word.as_str())
                    || word.starts_with("Atomic")
            };
            if words.into_iter().any(changes)
                || !matches!(item.mutability, syn::StaticMutability::None)
            {
                self.0.push(item.ident.to_string());
            }
        }
    }
    for (name, text) in rust_sources() {
        if module_of(&name).is_none() || name.starts_with("testkit/") {
            continue;
        }
        let mut statics = Statics(Vec::new());
        statics.visit_file(&syn::parse_file(&text).unwrap());
        statics
            .0
            .retain(|found| !WORKED_OUT.contains(&(&*name, &**found)));
        assert!(statics.0.is_empty(), "{name}: {:?}", statics.0);
    }
}
