//! How long a target may take, and what is said of one that takes longer or fails.

use std::time::Duration;

use texts::{Detail, FailureText};
use tokio::sync::watch;
use url::Url;

use crate::error::PushError;
use crate::hosts::{PushConfig, place_name};

/// How long a server may take, and what it is called in what went wrong.
#[derive(Debug, Clone)]
pub(crate) struct Patience {
    pub(crate) address: String,
    /// Longest wait for a reply.
    pub(crate) reply: Duration,
    /// Longest silence while bytes go out or come back.
    pub(crate) silence: Duration,
    /// Closes with the connection, where that can be known apart from its answers.
    pub(crate) connection: Option<watch::Receiver<()>>,
}

impl Patience {
    pub(crate) fn new(address: &Url, config: &PushConfig) -> Self {
        Self {
            address: place_name(address),
            reply: config.connect,
            silence: config.silence,
            connection: None,
        }
    }

    pub(crate) fn longest(&self) -> Duration {
        self.reply.max(self.silence)
    }

    /// Waits for a call that by itself may wait for ever.
    pub(crate) async fn wait<T>(&self, call: impl Future<Output = T>) -> Result<T, PushError> {
        let call = tokio::time::timeout(self.longest(), call);
        tokio::select! {
            biased;
            done = call => done.map_err(|_| self.no_answer()),
            () = self.connection_ends() => Err(self.broken("connection lost".to_owned())),
        }
    }

    async fn connection_ends(&self) {
        let Some(connection) = &self.connection else {
            return std::future::pending().await;
        };
        let mut connection = connection.clone();
        while connection.changed().await.is_ok() {}
    }

    pub(crate) fn no_answer(&self) -> PushError {
        let address = self.address.clone();
        PushError::Failed(FailureText::NoAnswer { place: address }.into())
    }

    pub(crate) fn explained(&self, what: String) -> Detail {
        let (address, what) = (self.address.clone(), what.into());
        FailureText::Said {
            place: address,
            what,
        }
        .into()
    }

    pub(crate) fn broken(&self, what: String) -> PushError {
        PushError::Failed(self.explained(what))
    }
}
