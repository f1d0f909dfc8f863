//! Stopping on SIGTERM and Ctrl-C: first in order, at the second signal at once.

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// A token that the first SIGTERM, SIGINT or SIGHUP sets; the second one ends the process.
pub fn on_signal() -> std::io::Result<CancellationToken> {
    let token = CancellationToken::new();
    let mut term = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut hangup = signal(SignalKind::hangup())?;
    let set = token.clone();
    tokio::spawn(async move {
        for again in [false, true] {
            tokio::select! {
                _ = term.recv() => {}
                _ = interrupt.recv() => {}
                _ = hangup.recv() => {}
            }
            if again {
                std::process::exit(130);
            }
            tracing::info!("stopping; a second signal stops at once");
            set.cancel();
        }
    });
    Ok(token)
}
