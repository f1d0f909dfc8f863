//! What a file names of its own crate, and where that is.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

pub type Module = Vec<String>;

/// The files of a crate, by their module, with what each names.
pub type CrateFiles = BTreeMap<Module, NamedPaths>;

/// `use` after `use` that hands a name on, at most.
const LONGEST_CHAIN: usize = 8;

/// What a file names.
#[derive(Default)]
pub struct NamedPaths {
    /// As they are written. What the file only hands on is not among them.
    pub used: Vec<Module>,
    /// What only the function names in which the file declares the calls of its resource.
    pub declared: Vec<Module>,
    /// What the names stand for that a `use` brings in.
    bindings: BTreeMap<String, Module>,
    /// The file's own items.
    items: BTreeSet<String>,
    is_declaring: bool,
}

pub fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list();
        attribute.path().is_ident("cfg")
            && list.is_ok_and(|list| list.tokens.to_string().contains("test"))
    })
}

impl NamedPaths {
    pub fn of_file(file: &syn::File) -> Self {
        let mut named = Self {
            items: file.items.iter().filter_map(item_name).collect(),
            ..Self::default()
        };
        named.visit_file(file);
        named
    }

    fn note(&mut self, path: Module) {
        if self.is_declaring {
            self.declared.push(path);
        } else {
            self.used.push(path);
        }
    }

    fn bind(&mut self, name: String, path: Module, is_handed_on: bool) {
        if !is_handed_on {
            self.note(path.clone());
        }
        self.bindings.insert(name, path);
    }

    fn gather(&mut self, before: &[String], tree: &syn::UseTree, is_handed_on: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.gather(&with(&path.ident), &path.tree, is_handed_on),
            syn::UseTree::Name(name) if name.ident == "self" => {
                let last = before.last().cloned().unwrap_or_default();
                self.bind(last, before.to_vec(), is_handed_on);
            }
            syn::UseTree::Name(name) => {
                self.bind(name.ident.to_string(), with(&name.ident), is_handed_on);
            }
            syn::UseTree::Rename(name) => {
                self.bind(name.rename.to_string(), with(&name.ident), is_handed_on);
            }
            syn::UseTree::Glob(_) if is_handed_on => {}
            syn::UseTree::Glob(_) => self.note(before.to_vec()),
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.gather(before, tree, is_handed_on);
                }
            }
        }
    }
}

fn item_name(item: &syn::Item) -> Option<String> {
    let name = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Macro(item) => item.ident.as_ref()?,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Paths among tokens that only a macro understands.
fn paths_in(tokens: &str) -> Vec<Module> {
    let text = tokens.replace(" :: ", "::");
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    words
        .filter(|word| word.contains("::"))
        .map(|word| word.split("::").map(str::to_owned).collect())
        .collect()
}

impl<'a> Visit<'a> for NamedPaths {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        if is_for_tests(&item.attrs) {
            return;
        }
        let was_declaring = self.is_declaring;
        self.is_declaring |= item.sig.ident == "declare";
        visit::visit_item_fn(self, item);
        self.is_declaring = was_declaring;
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            let is_handed_on = !matches!(item.vis, syn::Visibility::Inherited);
            self.gather(&[], &item.tree, is_handed_on);
        }
    }

    /// Who may see it says nothing of what it uses.
    fn visit_visibility(&mut self, _: &'a syn::Visibility) {}

    fn visit_attribute(&mut self, attribute: &'a syn::Attribute) {
        if let Ok(list) = attribute.meta.require_list() {
            for path in paths_in(&list.tokens.to_string()) {
                self.note(path);
            }
        }
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        for path in paths_in(&call.tokens.to_string()) {
            self.note(path);
        }
        visit::visit_macro(self, call);
    }

    /// A function that is called by its name alone; any other small name may be a local.
    fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
        if let syn::Expr::Path(function) = &*call.func
            && let Some(name) = function.path.get_ident()
        {
            self.note(vec![name.to_string()]);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let segments = path.segments.iter();
        let names: Module = segments.map(|segment| segment.ident.to_string()).collect();
        let is_capital = |name: &String| name.starts_with(char::is_uppercase);
        if names.len() > 1 || names.first().is_some_and(is_capital) {
            self.note(names);
        }
        visit::visit_path(self, path);
    }
}

/// From the root of the crate, for a path that begins with `crate`, `super` or `self`.
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

/// From the root of the crate, for any path that the file of `module` names; `None`: of another crate, or of the file itself.
fn resolved(files: &CrateFiles, module: &[String], path: &[String]) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    if let Some(path) = absolute(module, path) {
        return Some(path);
    }
    let is_below =
        |name: &String| files.contains_key(&[module, std::slice::from_ref(name)].concat());
    if !rest.is_empty() && is_below(first) {
        return Some([module, path].concat());
    }
    let bound = files.get(module)?.bindings.get(first)?;
    let bound = if bound.first().is_some_and(is_below) {
        [module, &bound[..]].concat()
    } else {
        absolute(module, bound)?
    };
    Some([&bound[..], rest].concat())
}

/// The file that holds what the path leads to, through every `use` that hands it on; `None`: of another crate.
pub fn home(files: &CrateFiles, module: &[String], path: &[String]) -> Option<Module> {
    let mut path = resolved(files, module, path)?;
    for _ in 0..LONGEST_CHAIN {
        let lengths = (0..=path.len()).rev();
        let mut prefixes = lengths.map(|length| path[..length].to_vec());
        let file = prefixes.find(|prefix| files.contains_key(prefix))?;
        let rest = &path[file.len()..];
        let names = &files[&file];
        match rest.first() {
            Some(name) if !names.items.contains(name) && names.bindings.contains_key(name) => {
                path = resolved(files, &file, rest)?;
            }
            _ => return Some(file),
        }
    }
    None
}

/// Crate and module of a source file that is no test's.
pub fn module_of(name: &str) -> Option<(String, Module)> {
    let (owner, file) = name.split_once("/src/")?;
    let file = file.strip_suffix(".rs")?;
    let file = file.strip_suffix("/mod").unwrap_or(file);
    let parts: Module = file.split('/').map(str::to_owned).collect();
    let is_test = |part: &String| part == "tests" || part.ends_with("_tests") || part == "testing";
    if parts.iter().any(is_test) {
        return None;
    }
    let is_root = parts == ["lib"] || parts == ["main"];
    Some((owner.to_owned(), if is_root { Vec::new() } else { parts }))
}

#[test]
fn paths_are_found_in_what_only_a_macro_understands() {
    let text = "value_type = Vec < crate :: orders :: codes :: Permission >, with = \"super::time\", std :: mem";
    let paths = paths_in(text);
    let paths: Vec<String> = paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(
        paths,
        [
            "crate::orders::codes::Permission",
            "super::time",
            "std::mem"
        ]
    );
}
