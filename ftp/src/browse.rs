//! What a signed-in client may do: look around and begin transfers.

use std::fmt::Write;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use uuid::Uuid;

use crate::command::{Command, without_switches};
use crate::config::TlsMode;
use crate::gateway::TransferStart;
use crate::listing::{self, long_line, timestamp};
use crate::manifest::{Manifest, Node, resolve};
use crate::passive::{self, Passive};
use crate::session::Session;
use crate::transfer::{Channel, FileJob, Job, RunningTransfer};

/// How long to wait for files that have come or gone; what was known before is shown after that.
const PATIENCE: Duration = Duration::from_secs(2);

impl Session {
    /// Reads the list of files anew, so that the session shows what was put there or removed meanwhile.
    pub(crate) async fn renew_manifest(&mut self) {
        let Some(signed_in) = &mut self.signed_in else {
            return;
        };
        let grant = &mut signed_in.grant;
        let changed = timeout(PATIENCE, self.shared.gateway.changed_manifest(grant)).await;
        match changed {
            Ok(Ok(Some(manifest))) => grant.manifest = manifest,
            Ok(Ok(None)) => {}
            Ok(Err(error)) => {
                tracing::warn!(%error, account = grant.account, "cannot ask which files there are");
            }
            Err(_) => tracing::warn!(account = grant.account, "no answer which files there are"),
        }
    }

    pub(crate) async fn browse(
        &mut self,
        command: Command,
        manifest: &Manifest,
        restart: u64,
    ) -> io::Result<()> {
        match command {
            Command::Pwd => self.pwd().await,
            Command::Cwd(path) => self.cwd(manifest, &path).await,
            Command::Cdup => self.cwd(manifest, "..").await,
            Command::Size(path) => match self.find(manifest, &path) {
                Some((_, Node::File { size, .. })) => {
                    self.control.reply(213, &size.to_string()).await
                }
                _ => self.control.reply(550, "No such file").await,
            },
            Command::Mdtm(path) => match self.find(manifest, &path) {
                Some((_, node)) => self.control.reply(213, &timestamp(node.modified())).await,
                None => self.control.reply(550, "No such file").await,
            },
            Command::Mlst(path) => self.mlst(manifest, &path).await,
            Command::Stat(path) => self.stat(manifest, &path).await,
            Command::Rest(offset) => self.rest(&offset).await,
            Command::Pasv => self.pasv().await,
            Command::Epsv(family) => self.epsv(&family).await,
            Command::List(typed) => self.list(manifest, &typed, false).await,
            Command::Nlst(typed) => self.list(manifest, &typed, true).await,
            Command::Mlsd(path) => self.mlsd(manifest, &path).await,
            Command::Retr(path) => self.retr(manifest, &path, restart).await,
            other => {
                let (code, text) = fixed(&other);
                if other == Command::Abor {
                    self.passive = None;
                }
                self.control.reply(code, text).await
            }
        }
    }

    fn find<'a>(&self, manifest: &'a Manifest, typed: &str) -> Option<(String, &'a Node)> {
        let path = resolve(&self.folder, typed);
        let node = manifest.get(&path)?;
        Some((path, node))
    }

    async fn pwd(&mut self) -> io::Result<()> {
        let text = format!(
            "\"/{}\" is the current folder",
            self.folder.replace('"', "\"\"")
        );
        self.control.reply(257, &text).await
    }

    async fn cwd(&mut self, manifest: &Manifest, typed: &str) -> io::Result<()> {
        match self.find(manifest, typed) {
            Some((path, node)) if node.is_folder() => {
                self.folder = path;
                self.control.reply(250, "Ok").await
            }
            _ => self.control.reply(550, "No such folder").await,
        }
    }

    async fn mlst(&mut self, manifest: &Manifest, typed: &str) -> io::Result<()> {
        match self.find(manifest, typed) {
            Some((path, node)) => {
                let entry = self.facts.entry(&format!("/{path}"), node);
                self.control
                    .reply_lines(250, "Listing", [entry.as_str()])
                    .await
            }
            None => self.control.reply(550, "No such file or folder").await,
        }
    }

    async fn stat(&mut self, manifest: &Manifest, typed: &str) -> io::Result<()> {
        if typed.is_empty() {
            let control = if self.control.is_secure() {
                "TLS"
            } else {
                "clear"
            };
            let data = if self.private { "TLS" } else { "clear" };
            let line = format!("control connection: {control}, data connections: {data}");
            return self
                .control
                .reply_lines(211, "Status", [line.as_str()])
                .await;
        }
        let now = (self.shared.config.clock)();
        let typed = without_switches(typed);
        let Some(found) = listing::select(manifest, &self.folder, typed) else {
            return self.control.reply(550, "No such file or folder").await;
        };
        let lines: Vec<_> = found
            .iter()
            .map(|(_, name, node)| long_line(name, node, now))
            .collect();
        let lines = lines.iter().map(String::as_str);
        self.control.reply_lines(213, "Listing", lines).await
    }

    async fn rest(&mut self, offset: &str) -> io::Result<()> {
        match offset.parse() {
            Ok(offset) => {
                self.restart = offset;
                let text = format!("Restarting at {offset}; send RETR");
                self.control.reply(350, &text).await
            }
            Err(_) => {
                self.control
                    .reply(501, "REST needs a number of bytes")
                    .await
            }
        }
    }

    async fn pasv(&mut self) -> io::Result<()> {
        self.close_passive().await;
        let IpAddr::V4(local) = self.local else {
            return self.control.reply(425, "Use EPSV over IPv6").await;
        };
        if self.extended_only {
            return self.control.reply(425, "Use EPSV").await;
        }
        let Some(port) = self.open_passive().await? else {
            return Ok(());
        };
        let public = self.shared.config.public_host.as_deref();
        let [a, b, c, d] = passive::advertised(local, &self.arrival, public)
            .await
            .octets();
        let [high, low] = port.to_be_bytes();
        let text = format!("Entering Passive Mode ({a},{b},{c},{d},{high},{low})");
        self.control.reply(227, &text).await
    }

    async fn epsv(&mut self, family: &str) -> io::Result<()> {
        let ours = if self.local.is_ipv4() { "1" } else { "2" };
        if family == "ALL" {
            self.extended_only = true;
            return self.control.reply(200, "Only EPSV from now on").await;
        }
        self.close_passive().await;
        if !family.is_empty() && family != ours {
            let text = format!("Network protocol not supported, use ({ours})");
            return self.control.reply(522, &text).await;
        }
        let Some(port) = self.open_passive().await? else {
            return Ok(());
        };
        let text = format!("Entering Extended Passive Mode (|||{port}|)");
        self.control.reply(229, &text).await
    }

    /// Frees the port at once, so that the next one may be the same.
    async fn close_passive(&mut self) {
        if let Some(passive) = self.passive.take() {
            passive.close().await;
        }
    }

    /// Opens the listener of the next transfer; tells the client if that fails.
    async fn open_passive(&mut self) -> io::Result<Option<u16>> {
        let ports = self.shared.config.passive_ports.as_ref();
        match Passive::open(self.local, ports, self.arrival.client) {
            Ok((port, passive)) => {
                self.passive = Some(passive);
                Ok(Some(port))
            }
            Err(error) => {
                tracing::warn!(%error, "no passive port");
                self.control
                    .reply(425, "No passive port is free, try again")
                    .await?;
                Ok(None)
            }
        }
    }

    async fn list(&mut self, manifest: &Manifest, typed: &str, names_only: bool) -> io::Result<()> {
        // A name may begin with a dash; switches are only dropped if it is none.
        let as_typed = listing::select(manifest, &self.folder, typed);
        let found =
            as_typed.or_else(|| listing::select(manifest, &self.folder, without_switches(typed)));
        let Some(found) = found else {
            return self.control.reply(550, "No such file or folder").await;
        };
        let now = (self.shared.config.clock)();
        let mut text = String::new();
        for (given, name, node) in found {
            // Writing to a String cannot fail.
            let _ = if names_only {
                write!(text, "{given}\r\n")
            } else {
                write!(text, "{}\r\n", long_line(name, node, now))
            };
        }
        let bytes = self.control.encode(&text);
        self.begin(Job::Listing(bytes)).await
    }

    async fn mlsd(&mut self, manifest: &Manifest, typed: &str) -> io::Result<()> {
        match self.find(manifest, typed) {
            None => self.control.reply(550, "No such folder").await,
            Some((_, Node::File { .. })) => self.control.reply(501, "Not a folder").await,
            Some((path, Node::Folder { .. })) => {
                let mut text = String::new();
                for (name, node) in manifest.children(&path) {
                    text.push_str(&self.facts.entry(name, node));
                    text.push_str("\r\n");
                }
                let bytes = self.control.encode(&text);
                self.begin(Job::Listing(bytes)).await
            }
        }
    }

    async fn retr(&mut self, manifest: &Manifest, typed: &str, offset: u64) -> io::Result<()> {
        let Some((path, Node::File { location, size, .. })) = self.find(manifest, typed) else {
            return self.control.reply(550, "No such file").await;
        };
        if offset > *size {
            return self
                .control
                .reply(554, "The restart offset is past the end of the file")
                .await;
        }
        let Some(signed_in) = &self.signed_in else {
            return self.control.reply(530, "Sign in first").await;
        };
        let start = TransferStart {
            id: Uuid::now_v7(),
            root: signed_in.grant.root,
            account: signed_in.grant.account.clone(),
            visitor: signed_in.grant.visitor,
            path,
            size: *size,
            offset,
            client: self.arrival.client,
            tls: self.private,
            started_at: (self.shared.config.clock)(),
        };
        let job = FileJob {
            location: location.clone(),
            size: *size,
            start,
        };
        self.begin(Job::File(job)).await
    }

    /// Begins a transfer over the open passive listener.
    async fn begin(&mut self, job: Job) -> io::Result<()> {
        if self.shared.config.tls.mode == TlsMode::Required && !self.private {
            return self
                .control
                .reply(521, "Data connections must be encrypted: PROT P first")
                .await;
        }
        let Some(passive) = self.passive.take() else {
            return self.control.reply(425, "EPSV or PASV first").await;
        };
        let channel = Channel {
            passive,
            client: self.arrival.client,
            tls: self
                .shared
                .tls
                .as_ref()
                .filter(|_| self.private)
                .map(|tls| tls.acceptor.clone()),
            bandwidth: self
                .signed_in
                .as_ref()
                .and_then(|signed_in| signed_in.bandwidth.clone()),
        };
        let path = match &job {
            Job::Listing(_) => None,
            Job::File(file) => Some(file.start.path.clone()),
        };
        let transfer = RunningTransfer::start(&self.shared, channel, job);
        if let (Some(path), Some(signed_in)) = (path, &self.signed_in) {
            let sent = Arc::clone(&transfer.sent);
            signed_in.roster.begin_file(path, sent);
        }
        self.transfer = Some(transfer);
        Ok(())
    }
}

/// Commands whose answer never varies.
fn fixed(command: &Command) -> (u16, &'static str) {
    match command {
        Command::Type(kind) if matches!(kind.as_bytes().first(), Some(b'A' | b'I' | b'L')) => {
            (200, "Every transfer is binary")
        }
        Command::Type(_) => (504, "Use TYPE I"),
        Command::Mode(mode) if mode == "S" => (200, "Ok"),
        Command::Mode(_) => (504, "Only MODE S"),
        Command::Structure(structure) if structure == "F" => (200, "Ok"),
        Command::Structure(_) => (504, "Only STRU F"),
        Command::Superfluous => (202, "Not needed here"),
        Command::Active => (502, "Active mode is not offered, use EPSV or PASV"),
        Command::Abor => (226, "Nothing to abort"),
        Command::Write => (550, "This service is read-only"),
        Command::BadPath => (553, "A name cannot hold control characters"),
        _ => (502, "Unknown command"),
    }
}
