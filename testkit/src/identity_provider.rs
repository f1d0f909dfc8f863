//! A real identity provider (`oidc-provider`), run by node on the loopback, at which anybody signs in under any name.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, ensure};

use crate::ports::free_port;
use crate::sources::root;

/// The secret of the product at it.
pub const CLIENT_SECRET: &str = "a-secret-of-the-test";

/// A running provider, gone when dropped.
pub struct IdentityProvider {
    process: Child,
    pub issuer: String,
}

impl IdentityProvider {
    /// Of a product that is reached at `site`.
    pub fn start(site: &str) -> anyhow::Result<Self> {
        let root = root();
        let installed = root.join("node_modules/oidc-provider/package.json");
        ensure!(
            installed.is_file(),
            "oidc-provider is missing: run `npm ci` first"
        );
        let mut process = Command::new("node")
            .arg("e2e/identity-provider.mjs")
            .args([&free_port()?.to_string(), site])
            .current_dir(&root)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("node is needed for this test")?;
        let out = process.stdout.take().context("no stdout")?;
        let mut provider = Self {
            process,
            issuer: String::new(),
        };
        let mut lines = BufReader::new(out).lines();
        provider.issuer = lines.next().context("the provider did not start")??;
        // Reads on, so that it never writes into a closed pipe.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        Ok(provider)
    }
}

impl Drop for IdentityProvider {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
