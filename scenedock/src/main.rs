//! The one binary of scenedock.
fn main() {}
