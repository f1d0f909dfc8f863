//! One client: what it says, what its transfer does, and the clock, in one loop.

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::arrival::Arrival;
use crate::bandwidth::Bandwidth;
use crate::command::Command;
use crate::control::Control;
use crate::gateway::Grant;
use crate::limits::SignedInPlace;
use crate::listing::Facts;
use crate::liveness::GrantWatch;
use crate::pace::Failure;
use crate::passive::Passive;
use crate::roster::RosterPlace;
use crate::shared::Shared;
use crate::socket::Socket;
use crate::transfer::{RunningTransfer, TransferStep};
use crate::waiting::WaitingPlace;

/// Commands kept while a transfer runs; they are carried out when it has ended.
const QUEUED: usize = 16;

/// Whether the session goes on.
pub(crate) type SessionFlow = io::Result<ControlFlow<()>>;

/// The session continues with its next command.
pub(crate) const ON: ControlFlow<()> = ControlFlow::Continue(());
pub(crate) const END: ControlFlow<()> = ControlFlow::Break(());

/// A client that has signed in.
pub(crate) struct SignedIn {
    pub(crate) grant: Grant,
    pub(crate) watch: GrantWatch,
    pub(crate) bandwidth: Option<Arc<Bandwidth>>,
    pub(crate) roster: RosterPlace,
    pub(crate) _slot: SignedInPlace,
}

/// State of a client's control connection.
pub(crate) struct Session {
    pub(crate) shared: Arc<Shared>,
    pub(crate) control: Control,
    pub(crate) arrival: Arrival,
    pub(crate) local: IpAddr,
    /// The account named by USER, until PASS.
    pub(crate) user: Option<String>,
    /// From when the time to sign in counts; NOOP does not prolong it.
    pub(crate) unsigned_since: Instant,
    /// The place among those who have not signed in.
    pub(crate) waiting: Option<WaitingPlace>,
    pub(crate) signed_in: Option<SignedIn>,
    pub(crate) failures: u32,
    /// PROT P was chosen.
    pub(crate) private: bool,
    pub(crate) folder: String,
    /// REST, for the next transfer only.
    pub(crate) restart: u64,
    pub(crate) facts: Facts,
    pub(crate) passive: Option<Passive>,
    /// EPSV ALL was said: PASV is refused from then on.
    pub(crate) extended_only: bool,
    pub(crate) transfer: Option<RunningTransfer>,
    queue: VecDeque<Vec<u8>>,
}

enum Event {
    Line(Vec<u8>),
    Closed,
    Broken(io::Error),
    Transfer(TransferStep),
    Idle,
    /// The account has expired or was disabled.
    Revoked,
    /// Somebody who runs the system has ended it.
    Kicked,
    /// Somebody else has the place before sign-in.
    Displaced,
    Draining,
    Cut,
}

/// Serves a connection to its end.
pub(crate) async fn serve(
    shared: &Arc<Shared>,
    stream: TcpStream,
    arrival: Arrival,
    waiting: WaitingPlace,
) -> io::Result<()> {
    let local = stream
        .local_addr()
        .map(|address: SocketAddr| address.ip().to_canonical())?;
    let control = Control::new(Socket::new(stream)?, shared.config.line_limit);
    let mut session = Session {
        shared: Arc::clone(shared),
        control,
        arrival,
        local,
        user: None,
        unsigned_since: Instant::now(),
        waiting: Some(waiting),
        signed_in: None,
        failures: 0,
        private: false,
        folder: String::new(),
        restart: 0,
        facts: Facts::default(),
        passive: None,
        extended_only: false,
        transfer: None,
        queue: VecDeque::new(),
    };
    let result = session.run().await;
    // Whatever ended the session ends its transfer, and the transfer's record is complete before the slot is free.
    session.stop_transfer().await;
    session.control.close().await;
    result
}

impl Session {
    async fn run(&mut self) -> io::Result<()> {
        if self.arrival.encrypted {
            self.begin_encrypted().await?;
        }
        let banner = self.shared.config.banner.clone();
        self.control.reply(220, &banner).await?;
        loop {
            let event = self.next_event().await;
            if self.on_event(event).await?.is_break() {
                return Ok(());
            }
        }
    }

    /// Implicit FTPS: the handshake comes before the greeting, and data connections are encrypted unless the client says
    /// otherwise, as its clients take for granted.
    async fn begin_encrypted(&mut self) -> io::Result<()> {
        let Some(tls) = &self.shared.tls else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let patience = self.shared.config.timeouts.handshake;
        tokio::select! {
            done = self.control.upgrade(&tls.acceptor, patience) => done?,
            () = displaced(self.waiting.as_ref()) => return Err(io::ErrorKind::TimedOut.into()),
            () = self.shared.draining.cancelled() => return Err(io::ErrorKind::ConnectionAborted.into()),
        }
        self.private = true;
        Ok(())
    }

    async fn next_event(&mut self) -> Event {
        if self.transfer.is_none()
            && !self.shared.draining.is_cancelled()
            && let Some(line) = self.queue.pop_front()
        {
            return Event::Line(line);
        }
        let timeouts = &self.shared.config.timeouts;
        let patience_ends = match &self.signed_in {
            Some(_) => Instant::now() + timeouts.idle,
            None => self.unsigned_since + timeouts.sign_in,
        };
        let quiet = self.transfer.is_none();
        tokio::select! {
            biased;
            () = self.shared.cut.cancelled() => Event::Cut,
            () = revoked(self.signed_in.as_ref()) => Event::Revoked,
            () = kicked(self.signed_in.as_ref()) => Event::Kicked,
            () = displaced(self.waiting.as_ref()) => Event::Displaced,
            step = step(self.transfer.as_mut()) => Event::Transfer(step),
            () = self.shared.draining.cancelled(), if quiet => Event::Draining,
            line = self.control.line() => match line {
                Ok(Some(line)) => Event::Line(line),
                Ok(None) => Event::Closed,
                Err(error) => Event::Broken(error),
            },
            () = sleep_until(patience_ends), if quiet => Event::Idle,
        }
    }

    async fn on_event(&mut self, event: Event) -> SessionFlow {
        match event {
            Event::Line(line) => return self.on_line(line).await,
            Event::Transfer(TransferStep::Opened(text)) => self.control.reply(150, &text).await?,
            Event::Transfer(TransferStep::Ended(result)) => {
                self.transfer = None;
                self.note_no_file();
                self.tell_end(result).await?;
            }
            Event::Closed => return Ok(END),
            Event::Broken(error) => {
                self.stop_transfer().await;
                if error.kind() == io::ErrorKind::InvalidData {
                    self.control.reply(500, "Line too long, closing").await?;
                }
                return Err(error);
            }
            Event::Idle => return self.end_with("Idle for too long, closing").await,
            Event::Revoked => return self.end_with("The account has ended").await,
            Event::Kicked => {
                return self
                    .end_with("An administrator has ended the session, you may sign in again")
                    .await;
            }
            Event::Displaced => {
                self.shared.stats.turned_away.fetch_add(1, Relaxed);
                return self.end_with("Too many connections, sign in sooner").await;
            }
            Event::Draining | Event::Cut => {
                return self
                    .end_with("The service is restarting, connect again and resume")
                    .await;
            }
        }
        Ok(ON)
    }

    /// Cuts the transfer, if any, with its own reply, and closes with 421.
    async fn end_with(&mut self, text: &str) -> SessionFlow {
        if let Some(result) = self.stop_transfer().await {
            self.tell_end(result).await?;
        }
        self.control.reply(421, text).await?;
        Ok(END)
    }

    /// Cancels the transfer and waits for its end.
    async fn stop_transfer(&mut self) -> Option<Result<u64, Failure>> {
        let mut transfer = self.transfer.take()?;
        transfer.cancel();
        loop {
            if let TransferStep::Ended(result) = transfer.step().await {
                self.note_no_file();
                return Some(result);
            }
        }
    }

    /// What was fetched is no longer.
    fn note_no_file(&self) {
        if let Some(signed_in) = &self.signed_in {
            signed_in.roster.end_file();
        }
    }

    async fn tell_end(&mut self, result: Result<u64, Failure>) -> io::Result<()> {
        match result {
            Ok(bytes) => {
                let text = format!("Transfer complete, {bytes} bytes");
                self.control.reply(226, &text).await
            }
            Err(failure) => {
                let (code, text) = failure.reply();
                self.control.reply(code, text).await
            }
        }
    }

    async fn on_line(&mut self, line: Vec<u8>) -> SessionFlow {
        if line.is_empty() {
            return Ok(ON);
        }
        let Some(text) = self.control.decode(&line) else {
            self.control
                .reply(501, "The command is neither UTF-8 nor GBK")
                .await?;
            return Ok(ON);
        };
        let command = Command::parse(&text);
        if self.transfer.is_some() {
            self.during_transfer(command, line).await?;
            return Ok(ON);
        }
        let restart = self.restart;
        if !command.keeps_restart() {
            self.restart = 0;
        }
        let wants_data = command.wants_data();
        let flow = self.dispatch(command, restart).await?;
        if wants_data && self.transfer.is_none() {
            self.passive = None;
        }
        Ok(flow)
    }

    /// NOOP, STAT and ABOR are answered at once, all else waits for the transfer's end.
    async fn during_transfer(&mut self, command: Command, line: Vec<u8>) -> io::Result<()> {
        match command {
            Command::Noop => self.control.reply(200, "Still sending").await,
            Command::Stat(path) if path.is_empty() => {
                let sent = self.transfer.as_ref().map_or(0, RunningTransfer::sent);
                let text = format!("Transfer in progress, {sent} bytes sent");
                self.control.reply(213, &text).await
            }
            Command::Abor => {
                match self.stop_transfer().await {
                    Some(Err(_)) => self.control.reply(426, "Transfer aborted").await?,
                    Some(result) => self.tell_end(result).await?,
                    None => {}
                }
                self.control.reply(226, "Abort successful").await
            }
            _ if self.queue.len() < QUEUED => {
                self.queue.push_back(line);
                Ok(())
            }
            _ => {
                self.control
                    .reply(503, "Too many commands during a transfer")
                    .await
            }
        }
    }

    async fn dispatch(&mut self, command: Command, restart: u64) -> SessionFlow {
        match command {
            Command::Quit => {
                self.control.reply(221, "Goodbye").await?;
                return Ok(END);
            }
            Command::Pass(password) => return self.pass(&password).await,
            Command::Auth(mechanism) => self.auth(&mechanism).await?,
            Command::User(account) => self.user(account).await?,
            Command::Pbsz => self.pbsz().await?,
            Command::Prot(level) => self.prot(&level).await?,
            Command::Noop | Command::Client => self.control.reply(200, "Ok").await?,
            Command::Syst => self.control.reply(215, "UNIX Type: L8").await?,
            Command::Help => {
                self.control
                    .reply(214, "Read-only downloads; see the order's page")
                    .await?;
            }
            Command::Feat => self.feat().await?,
            Command::Opts(option) => self.opts(&option).await?,
            command => {
                if command.wants_data() {
                    self.renew_manifest().await;
                }
                match &self.signed_in {
                    None => self.control.reply(530, "Sign in first").await?,
                    Some(signed_in) => {
                        let manifest = Arc::clone(&signed_in.grant.manifest);
                        self.browse(command, &manifest, restart).await?;
                    }
                }
            }
        }
        Ok(ON)
    }

    async fn feat(&mut self) -> io::Result<()> {
        let facts = self.facts.feature();
        let mut features = vec![
            "EPSV",
            "MDTM",
            &facts,
            "MLSD",
            "REST STREAM",
            "SIZE",
            "TVFS",
            "UTF8",
        ];
        if self.shared.tls.is_some() {
            features.splice(0..0, ["AUTH TLS", "PBSZ", "PROT"]);
        }
        self.control.reply_lines(211, "Features:", features).await
    }

    async fn opts(&mut self, option: &str) -> io::Result<()> {
        match option {
            "UTF8" | "UTF8 ON" | "UTF-8" | "UTF-8 ON" => {
                self.control.use_gbk(false);
                self.control.reply(200, "Names are UTF-8").await
            }
            "UTF8 OFF" | "UTF-8 OFF" => {
                self.control.use_gbk(true);
                self.control.reply(200, "Names are GBK").await
            }
            _ => match option.strip_prefix("MLST") {
                Some(facts) => {
                    self.facts = Facts::choose(facts);
                    let text = format!("MLST OPTS {}", self.facts.names());
                    self.control.reply(200, &text).await
                }
                None => self.control.reply(501, "Unknown option").await,
            },
        }
    }
}

async fn revoked(signed_in: Option<&SignedIn>) {
    let ended: Option<&CancellationToken> = signed_in.map(|signed_in| &signed_in.watch.ended);
    match ended {
        Some(ended) => ended.cancelled().await,
        None => std::future::pending().await,
    }
}

async fn kicked(signed_in: Option<&SignedIn>) {
    match signed_in {
        Some(signed_in) => signed_in.roster.ended().cancelled().await,
        None => std::future::pending().await,
    }
}

async fn displaced(waiting: Option<&WaitingPlace>) {
    match waiting {
        Some(slot) => slot.lost().await,
        None => std::future::pending().await,
    }
}

async fn step(transfer: Option<&mut RunningTransfer>) -> TransferStep {
    match transfer {
        Some(transfer) => transfer.step().await,
        None => std::future::pending().await,
    }
}
