//! Small archive servers that answer exactly what a test tells them to.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A web server that sends `reply` to every request and closes. Gives the port.
pub async fn http(reply: Vec<u8>) -> u16 {
    counting_http("127.0.0.1", reply).await.0
}

/// The same on another address, with the number of connections so far.
pub async fn counting_http(address: &str, reply: Vec<u8>) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind((address, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let count = Arc::new(AtomicUsize::new(0));
    let counting = Arc::clone(&count);
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            counting.fetch_add(1, Ordering::Relaxed);
            let mut socket = BufReader::new(socket);
            let mut line = String::new();
            while socket.read_line(&mut line).await.is_ok_and(|n| n > 2) {
                line.clear();
            }
            // The client may have gone: that is its affair.
            let _ = socket.write_all(&reply).await;
        }
    });
    (port, count)
}

/// How the FTP server behaves.
#[derive(Clone, Default)]
pub struct Ftp {
    /// The only file, at `/影像/大 图.tif`.
    pub content: Vec<u8>,
    /// Bytes it really sends; then the data connection ends.
    pub sends: Option<usize>,
    /// The last reply of a transfer.
    pub ending: &'static str,
    /// Without the EPSV command.
    pub old: bool,
    /// Accepts the data connection and stays silent.
    pub stalls: bool,
}

/// Starts the FTP server. Gives the port.
pub async fn ftp(behaviour: Ftp) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let behaviour = Arc::new(behaviour);
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(session(BufReader::new(socket), behaviour.clone()));
        }
    });
    port
}

async fn session(mut control: BufReader<TcpStream>, ftp: Arc<Ftp>) {
    let mut binary = false;
    let mut passive = None;
    answer(&mut control, "220 ready").await;
    let mut line = String::new();
    while control.read_line(&mut line).await.is_ok_and(|n| n > 0) {
        let (verb, argument) = line
            .trim_end()
            .split_once(' ')
            .unwrap_or((line.trim_end(), ""));
        let known = argument == "影像/大 图.tif";
        match verb {
            "USER" => answer(&mut control, "331 password").await,
            "PASS" if argument == "wrong" => answer(&mut control, "530 no").await,
            "PASS" => answer(&mut control, "230 in").await,
            "TYPE" => {
                binary = argument == "I";
                answer(&mut control, "200 ok").await;
            }
            "SIZE" if argument == "forbidden" => {
                answer(&mut control, "550 Permission denied").await;
            }
            "SIZE" | "RETR" if !known => answer(&mut control, "550 No such file").await,
            "SIZE" => answer(&mut control, &format!("213 {}", ftp.content.len())).await,
            "EPSV" if ftp.old => answer(&mut control, "502 what").await,
            "EPSV" | "PASV" => {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let port = listener.local_addr().unwrap().port();
                let reply = if verb == "EPSV" {
                    format!("229 go (|||{port}|)")
                } else {
                    // Another host's address: a client must not go there.
                    format!("227 go (192,0,2,1,{},{})", port / 256, port % 256)
                };
                answer(&mut control, &reply).await;
                passive = Some(listener);
            }
            "RETR" => {
                let (mut data, _) = passive.take().unwrap().accept().await.unwrap();
                answer(&mut control, "150 here").await;
                if ftp.stalls {
                    std::future::pending::<()>().await;
                }
                // As ASCII transfer does: the test's content has line ends.
                let text = String::from_utf8_lossy(&ftp.content).replace('\n', "\r\n");
                let bytes = if binary {
                    ftp.content.clone()
                } else {
                    text.into_bytes()
                };
                let count = ftp.sends.unwrap_or(bytes.len());
                let _ = data.write_all(&bytes[..count]).await;
                drop(data);
                answer(&mut control, ftp.ending).await;
            }
            "QUIT" => answer(&mut control, "221 bye").await,
            _ => answer(&mut control, "500 what").await,
        }
        line.clear();
    }
}

async fn answer(control: &mut BufReader<TcpStream>, text: &str) {
    let _ = control.write_all(format!("{text}\r\n").as_bytes()).await;
}
