//! Makes sure that there is something to embed: without built web apps the server says so on its pages.

use std::path::Path;
use std::{fs, io};

const PLACEHOLDER: &str = "<!doctype html><html lang=\"zh-CN\"><meta charset=\"utf-8\"><title>scenedock</title>\
<p>网页尚未构建：npm run build</p></html>\n";

fn main() -> io::Result<()> {
    for app in ["portal-ui", "admin-ui"] {
        let folder = Path::new("..").join(app).join("dist");
        let page = folder.join("index.html");
        if !page.exists() {
            fs::create_dir_all(&folder)?;
            fs::write(&page, PLACEHOLDER)?;
        }
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
