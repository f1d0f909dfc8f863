//! How the files of a crate use one another: never in a circle, and nothing of a process is outside of what it was given.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use testkit::sources::rust_sources;

use crate::named_paths::{CrateFiles, Module, NamedPaths, home, is_for_tests, module_of};

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

/// Which files of the crate each of them uses. A name that a file only hands on leads to the file that has it, and a resource of
/// the API names its calls to declare them.
fn uses_of(files: &CrateFiles) -> Uses {
    let others = |module: &Module, named: &NamedPaths| -> BTreeSet<Module> {
        let home = |path: &Module| home(files, module, path);
        let declared = named.declared.iter().filter_map(home);
        let declared = declared.filter(|other| !other.starts_with(module));
        let used = named.used.iter().filter_map(home).chain(declared);
        used.filter(|other| other != module).collect()
    };
    let files = files.iter();
    files
        .map(|(module, named)| (module.clone(), others(module, named)))
        .collect()
}

#[test]
fn no_files_use_one_another_in_a_circle() {
    let mut crates: BTreeMap<String, CrateFiles> = BTreeMap::new();
    for (name, text) in rust_sources() {
        if let Some((owner, module)) = module_of(&name) {
            let named = NamedPaths::of_file(&syn::parse_file(&text).unwrap());
            crates.entry(owner).or_default().insert(module, named);
        }
    }
    assert!(crates.len() > 8, "{:?}", crates.keys());
    for (owner, files) in crates {
        let knots = knots(uses_of(&files));
        assert!(
            knots.is_empty(),
            "in {owner} these use one another: {knots:#?}"
        );
    }
}

#[test]
fn a_file_and_one_below_it_are_a_circle_where_both_use_the_other() {
    for (parent, child, is_circle) in [
        (
            "mod child; pub fn a() {} pub fn b() { child::c() }",
            "use super::a; pub fn c() { a() }",
            true,
        ),
        (
            "mod child; use child::c; pub fn a() { c() }",
            "pub fn c() { super::a() }",
            true,
        ),
        (
            "mod child; pub use child::c; pub fn a() { c() }",
            "pub fn c() { super::a() }",
            true,
        ),
        (
            "mod child; pub fn a() { vec![child::c()] }",
            "pub fn c() { crate::parent::a() }",
            true,
        ),
        // The parent only hands on what the child has.
        (
            "mod child; pub use child::c; pub fn a() {}",
            "pub fn c() { super::a() }",
            false,
        ),
        // What the child takes from its parent is a leaf's.
        (
            "mod child; mod leaf; pub use leaf::a; pub fn b() { child::c() }",
            "use super::a; pub fn c() { a() }",
            false,
        ),
        (
            "mod child; pub fn a() {} fn declare() { routes!(child::c) }",
            "pub fn c() { super::a() }",
            false,
        ),
    ] {
        let sources = [
            ("lib", "mod parent;"),
            ("parent", parent),
            ("parent/child", child),
            ("parent/leaf", "pub fn a() {}"),
        ];
        let files = sources.into_iter().map(|(name, text)| {
            let (_, module) = module_of(&format!("one/src/{name}.rs")).unwrap();
            let file = syn::parse_file(text).unwrap();
            (module, NamedPaths::of_file(&file))
        });
        let circle = knots(uses_of(&files.collect()));
        assert_eq!(!circle.is_empty(), is_circle, "{parent} / {child}");
    }
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
            let words = types.used.into_iter().flatten();
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
