//! A stream that ends when its client keeps it waiting: for a head, for the next request, or with an answer unread.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use futures::task::AtomicWaker;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::limits::ServerLimits;

/// A head is being waited for, since the connection began or since its first byte came.
const HEAD: u8 = 0;
/// A request is being answered; its body is timed by whoever reads it.
const ANSWERING: u8 = 1;
/// The next request is being waited for.
const IDLE: u8 = 2;

/// What a connection is doing.
#[derive(Debug, Clone, Default)]
pub struct Phases(Arc<PhaseState>);

#[derive(Debug, Default)]
struct PhaseState {
    phase: AtomicU8,
    /// Who reads. It last asked when an answer was under way, and there was no clock to look at.
    reader: AtomicWaker,
}

impl Phases {
    /// A head was read whole.
    pub fn begin_answer(&self) -> AnswerInProgress {
        self.set(ANSWERING);
        AnswerInProgress(self.clone())
    }

    fn get(&self) -> u8 {
        self.0.phase.load(Ordering::Relaxed)
    }

    fn set(&self, phase: u8) {
        self.0.phase.store(phase, Ordering::Relaxed);
    }
}

/// An answer under way. When it is dropped the connection is idle.
#[derive(Debug)]
pub struct AnswerInProgress(Phases);

impl Drop for AnswerInProgress {
    fn drop(&mut self) {
        self.0.set(IDLE);
        // To ask again, and begin to wait.
        self.0.0.reader.wake();
    }
}

/// Time limit of a wait.
struct Deadline {
    sleep: Pin<Box<Sleep>>,
    /// What is waited for; `None`: nothing.
    awaited: Option<u8>,
}

impl Deadline {
    fn new() -> Self {
        Self {
            sleep: Box::pin(tokio::time::sleep(Duration::ZERO)),
            awaited: None,
        }
    }

    /// Whether `after` has passed since waiting for `of` began.
    fn is_over(&mut self, awaited: u8, after: Duration, context: &mut Context<'_>) -> bool {
        if self.awaited != Some(awaited) {
            self.awaited = Some(awaited);
            self.sleep.as_mut().reset(Instant::now() + after);
        }
        self.sleep.as_mut().poll(context).is_ready()
    }

    fn clear(&mut self) {
        self.awaited = None;
    }
}

/// A stream whose reads and writes end in [`io::ErrorKind::TimedOut`].
pub struct Timed<S> {
    stream: S,
    phases: Phases,
    head: Duration,
    idle: Duration,
    stall: Duration,
    reading: Deadline,
    writing: Deadline,
}

impl<S> Timed<S> {
    /// A connection that has just begun.
    pub fn new(stream: S, limits: &ServerLimits, phases: Phases) -> Self {
        Self {
            stream,
            phases,
            head: limits.head,
            idle: limits.idle,
            stall: limits.stall,
            reading: Deadline::new(),
            writing: Deadline::new(),
        }
    }

    /// A write that made progress, or how long it may still make none.
    fn written<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.writing.clear();
        } else if self.writing.is_over(ANSWERING, self.stall, context) {
            return Poll::Ready(Err(timed_out()));
        }
        written
    }
}

fn timed_out() -> io::Error {
    io::ErrorKind::TimedOut.into()
}

impl<S: AsyncRead + Unpin> AsyncRead for Timed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        this.phases.0.reader.register(context.waker());
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        if read.is_ready() {
            if this.phases.get() == IDLE {
                // The first byte of the next head.
                this.phases.set(HEAD);
            }
            return read;
        }
        let phase = this.phases.get();
        let over = match phase {
            HEAD => this.reading.is_over(phase, this.head, context),
            // What was answered may still be on its way: the writer has a clock of its own.
            IDLE if this.writing.awaited.is_none() => {
                this.reading.is_over(phase, this.idle, context)
            }
            _ => {
                this.reading.clear();
                false
            }
        };
        if over {
            return Poll::Ready(Err(timed_out()));
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Timed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.written(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.written(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
