//! AUTH, PBSZ, PROT, USER and PASS.

use std::io;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use tokio::time::sleep;

use crate::config::TlsMode;
use crate::gateway::{Denied, Grant, SignIn};
use crate::session::{END, ON, Session, SessionFlow, SignedIn};

/// The delay grows no further than to so many times its unit.
const LONGEST_DELAY: u32 = 10;

impl Session {
    pub(crate) async fn auth(&mut self, mechanism: &str) -> io::Result<()> {
        let Some(tls) = self.shared.tls.as_ref().map(|tls| tls.acceptor.clone()) else {
            return self.control.reply(502, "TLS is not available").await;
        };
        if self.control.is_secure() {
            return self.control.reply(503, "Already encrypted").await;
        }
        if !matches!(mechanism, "TLS" | "TLS-C" | "SSL") {
            return self.control.reply(504, "Use AUTH TLS").await;
        }
        // Who had signed in begins anew, and waits like others.
        if self.waiting.is_none() {
            self.waiting = self.shared.limits.waiting(self.arrival.client);
        }
        if self.waiting.is_none() {
            return self
                .control
                .reply(431, "Too many connections, try again later")
                .await;
        }
        self.control.reply(234, "Begin TLS").await?;
        let patience = self.shared.config.timeouts.handshake;
        self.control.upgrade(&tls, patience).await?;
        // What was said in clear may have been said by someone else.
        self.user = None;
        self.signed_in = None;
        self.unsigned_since = tokio::time::Instant::now();
        self.passive = None;
        Ok(())
    }

    pub(crate) async fn pbsz(&mut self) -> io::Result<()> {
        if self.control.is_secure() {
            self.control.reply(200, "PBSZ=0").await
        } else {
            self.control.reply(503, "AUTH first").await
        }
    }

    pub(crate) async fn prot(&mut self, level: &str) -> io::Result<()> {
        let required = self.shared.config.tls.mode == TlsMode::Required;
        if !self.control.is_secure() {
            return self.control.reply(503, "AUTH first").await;
        }
        match level {
            "P" => {
                self.private = true;
                self.control
                    .reply(200, "Data connections are encrypted")
                    .await
            }
            "C" if required => self.control.reply(534, "Only PROT P is allowed").await,
            "C" => {
                self.private = false;
                self.control
                    .reply(200, "Data connections are in clear")
                    .await
            }
            "S" | "E" => self.control.reply(536, "Use PROT P").await,
            _ => self.control.reply(504, "Use PROT P").await,
        }
    }

    pub(crate) async fn user(&mut self, account: String) -> io::Result<()> {
        if self.signed_in.is_some() {
            return self.control.reply(503, "Already signed in").await;
        }
        if self.shared.config.tls.mode == TlsMode::Required && !self.control.is_secure() {
            return self
                .control
                .reply(530, "TLS is required: AUTH TLS first")
                .await;
        }
        if account.is_empty() {
            return self.control.reply(501, "USER needs a name").await;
        }
        self.user = Some(account);
        self.control.reply(331, "Password required").await
    }

    pub(crate) async fn pass(&mut self, password: &str) -> SessionFlow {
        let Some(account) = self.user.take() else {
            self.control.reply(503, "USER first").await?;
            return Ok(ON);
        };
        match self.check(&account, password).await {
            Ok(grant) => self.enter(grant).await,
            Err(Denied::Refused) => self.refuse(&account).await,
            Err(Denied::Unavailable(error)) => {
                tracing::error!(%error, "sign-in cannot be checked");
                self.control
                    .reply(421, "Sign-in is not possible now, try again later")
                    .await?;
                Ok(END)
            }
        }
    }

    async fn check(&self, account: &str, password: &str) -> Result<Grant, Denied> {
        if self
            .shared
            .failures
            .locked(self.arrival.client, Instant::now())
        {
            return Err(Denied::Refused);
        }
        // No account has such a name or password, and the database knows no such text.
        if account.contains('\0') || password.contains('\0') {
            return Err(Denied::Refused);
        }
        let attempt = SignIn {
            account,
            password,
            client: self.arrival.client,
        };
        let grant = self.shared.gateway.sign_in(attempt).await?;
        if self.shared.liveness.expired(&grant) {
            return Err(Denied::Refused);
        }
        Ok(grant)
    }

    async fn enter(&mut self, grant: Grant) -> SessionFlow {
        self.shared.failures.forget(self.arrival.client);
        let slot = match self
            .shared
            .limits
            .signed_in(self.arrival.client, &grant.account)
        {
            Ok(slot) => slot,
            Err(reason) => {
                self.shared.stats.turned_away.fetch_add(1, Relaxed);
                self.control.reply(421, reason).await?;
                return Ok(END);
            }
        };
        let tls = self.control.is_secure();
        tracing::info!(account = grant.account, client = %self.arrival.client, tls, "signed in over FTP");
        self.signed_in = Some(SignedIn {
            watch: self.shared.liveness.watch(grant.clone()),
            bandwidth: self.shared.bandwidth.shared_by(&grant.account),
            roster: self.shared.roster.enter(
                grant.clone(),
                (self.arrival.client, tls),
                (self.shared.config.clock)(),
            ),
            grant,
            _slot: slot,
        });
        self.waiting = None;
        self.control.reply(230, "Signed in").await?;
        Ok(ON)
    }

    /// Every failure from the address makes the next answer slower.
    async fn refuse(&mut self, account: &str) -> SessionFlow {
        self.failures += 1;
        self.shared.stats.refused.fetch_add(1, Relaxed);
        let failures = self
            .shared
            .failures
            .add(self.arrival.client, Instant::now());
        tracing::warn!(account, client = %self.arrival.client, failures, "refused an FTP sign-in");
        let unit = self.shared.config.timeouts.sign_in_delay;
        sleep(unit * failures.min(LONGEST_DELAY)).await;
        if self.failures >= self.shared.config.sign_in_tries {
            self.control.reply(421, "Too many failed sign-ins").await?;
            return Ok(END);
        }
        self.control
            .reply(530, "Wrong account or password, or the account has ended")
            .await?;
        Ok(ON)
    }
}
