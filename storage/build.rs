//! Migrations and what the database says of each statement are compiled in: edited ones must be compiled in anew.
fn main() {
    println!("cargo::rerun-if-changed=../migrations");
    println!("cargo::rerun-if-changed=seeds");
    println!("cargo::rerun-if-changed=.sqlx");
    // `make sqlx` names a new folder each time, so that every statement is described again.
    println!("cargo::rerun-if-env-changed=SQLX_OFFLINE_DIR");
}
