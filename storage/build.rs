//! Migrations are compiled in: an edited one must be compiled in anew.
fn main() {
    println!("cargo::rerun-if-changed=../migrations");
}
