//! A private Redis, and the few words to it that a test says.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, ensure};

use crate::guardian::Guardian;
use crate::ports::free_port;

/// `$2` port. Ready when it answers; nothing is ever written to disk.
const SCRIPT: &str = r#"
serve redis-server --bind 127.0.0.1 --port "$2" --save '' --appendonly no --dir "$folder"
until [ "$(redis-cli -p "$2" ping 2>/dev/null)" = PONG ]; do
  kill -0 %1 2>/dev/null || { cat log; exit 1; }
  sleep 0.05
done
started
"#;
/// Longest answer.
const ANSWER: Duration = Duration::from_secs(10);
/// Between choosing a free port and Redis taking it, another process may have it.
const TRIES: usize = 3;

/// A private Redis; gone when dropped.
pub struct Redis {
    port: u16,
    _guardian: Guardian,
}

impl Redis {
    /// Starts one on a free port of the loopback address.
    pub fn start() -> anyhow::Result<Self> {
        let mut tried = Self::start_once();
        for _ in 1..TRIES {
            if tried.is_ok() {
                break;
            }
            tried = Self::start_once();
        }
        tried.context("redis-server")
    }

    fn start_once() -> anyhow::Result<Self> {
        let port = free_port()?;
        let guardian = Guardian::start(SCRIPT, &[&port.to_string()])?;
        Ok(Self {
            port,
            _guardian: guardian,
        })
    }

    /// As `QUEUE_URL` takes it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    /// Empties it.
    pub fn flush_all(&self) -> anyhow::Result<()> {
        let answer = self.command("FLUSHALL")?;
        ensure!(answer == "+OK", "FLUSHALL: {answer}");
        Ok(())
    }

    /// Number of keys in the database.
    pub fn keys(&self) -> anyhow::Result<u64> {
        let answer = self.command("DBSIZE")?;
        let count = answer.strip_prefix(':').context("no number")?;
        Ok(count.parse()?)
    }

    /// One command; the first line of the answer.
    fn command(&self, command: &str) -> anyhow::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(ANSWER))?;
        stream.write_all(format!("{command}\r\n").as_bytes())?;
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_starts_forgets_and_ends() {
        let redis = Redis::start().unwrap();
        assert_eq!(redis.command("SET a 1").unwrap(), "+OK");
        assert_eq!(redis.keys().unwrap(), 1);
        redis.flush_all().unwrap();
        assert_eq!(redis.keys().unwrap(), 0);
        let port = redis.port;
        drop(redis);
        assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
    }
}
