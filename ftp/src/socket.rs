//! A TCP socket whose reads survive urgent data.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use rustix::net::{RecvFlags, recv};
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;

/// The control connection's socket.
///
/// Clients send ABOR with TCP's urgent mark. A read stops short at the mark, and tokio takes a short read to mean that
/// the socket is drained and waits for an edge that never comes. Reading through `try_io` forgets readiness only when
/// the kernel itself says there is nothing more.
#[derive(Debug)]
pub(crate) struct Socket(TcpStream);

impl Socket {
    /// Takes over an accepted connection and sets it up: urgent bytes stay in line, small answers leave at once,
    /// and a peer that vanished is noticed.
    pub(crate) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        let socket = socket2::SockRef::from(&stream);
        socket.set_out_of_band_inline(true)?;
        let keepalive = socket2::TcpKeepalive::new()
            .with_time(Duration::from_mins(1))
            .with_interval(Duration::from_secs(20));
        socket.set_tcp_keepalive(&keepalive)?;
        Ok(Self(stream))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.poll_read_ready(context))?;
            let into = buffer.initialize_unfilled();
            let read = self.0.try_io(Interest::READABLE, || {
                Ok(recv(&self.0, into, RecvFlags::DONTWAIT)?.1)
            });
            match read {
                Ok(count) => {
                    buffer.advance(count);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
