//! Third-party web service for tests that responds, rejects, stalls or misbehaves.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{
    io::{self, AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

/// Behavior of the upstream from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Responds with this status and JSON body.
    Json(u16, String),
    /// Redirects to this URL.
    Redirect(String),
    /// Reads the request and never responds.
    Stall,
    /// Sends the response headers and half of the body, then stalls.
    Half(String),
    /// Sends an endless body.
    Endless,
    /// Closes the connection without a response.
    Hangup,
}

/// Server on a free loopback port that records the requested targets.
pub struct Upstream {
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
    accept: tokio::task::JoinHandle<()>,
}

struct State {
    reply: Reply,
    /// Behavior for targets that contain a text.
    special: Vec<(String, Reply)>,
    requests: Vec<String>,
}

impl Upstream {
    pub async fn start(reply: Reply) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let state = Arc::new(Mutex::new(State { reply, special: Vec::new(), requests: Vec::new() }));
        let shared = Arc::clone(&state);
        let accept = tokio::spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                open.spawn(serve(client, Arc::clone(&shared)));
            }
        });
        Ok(Self { address, state, accept })
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn set(&self, reply: Reply) {
        lock(&self.state).reply = reply;
    }

    /// Sets the behavior for targets that contain `part`.
    pub fn set_for(&self, part: &str, reply: Reply) {
        lock(&self.state).special.push((part.to_owned(), reply));
    }

    /// Returns the requested paths and queries in order.
    pub fn requests(&self) -> Vec<String> {
        lock(&self.state).requests.clone()
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        self.accept.abort();
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Handles one request per connection. Client disconnects are ignored.
async fn serve(mut client: TcpStream, state: Arc<Mutex<State>>) {
    let Ok(target) = read_target(&mut client).await else { return };
    let reply = {
        let mut state = lock(&state);
        let special = state.special.iter().find(|(part, _)| target.contains(part));
        let reply = special.map_or(&state.reply, |(_, reply)| reply).clone();
        state.requests.push(target);
        reply
    };
    let _ = answer(&mut client, reply).await;
}

async fn read_target(client: &mut TcpStream) -> io::Result<String> {
    let mut request = Vec::new();
    let head = loop {
        if let Some(end) = request.windows(4).position(|end| end == b"\r\n\r\n") {
            break end + 4;
        }
        read_more(client, &mut request).await?;
    };
    let text = String::from_utf8_lossy(&request[..head]).into_owned();
    // An unread body resets the connection when it is closed, and the client may miss the response.
    let length = text.lines().filter_map(|line| line.split_once(':')).find_map(|(name, value)| {
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().unwrap_or(0))
    });
    while request.len() < head + length.unwrap_or(0) {
        read_more(client, &mut request).await?;
    }
    Ok(text.split(' ').nth(1).unwrap_or_default().to_owned())
}

async fn read_more(client: &mut TcpStream, request: &mut Vec<u8>) -> io::Result<()> {
    if client.read_buf(request).await? == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
}

async fn answer(client: &mut TcpStream, reply: Reply) -> io::Result<()> {
    const TYPE: &str = "content-type: application/json\r\nconnection: close";
    match reply {
        Reply::Json(status, body) => {
            let length = body.len();
            let head = format!("HTTP/1.1 {status} So\r\n{TYPE}\r\ncontent-length: {length}\r\n\r\n");
            client.write_all((head + &body).as_bytes()).await
        }
        Reply::Redirect(to) => {
            let head = format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n");
            client.write_all(head.as_bytes()).await
        }
        Reply::Half(body) => {
            let length = body.len() * 2;
            let head = format!("HTTP/1.1 200 OK\r\n{TYPE}\r\ncontent-length: {length}\r\n\r\n");
            client.write_all((head + &body).as_bytes()).await?;
            std::future::pending().await
        }
        Reply::Endless => {
            client.write_all(format!("HTTP/1.1 200 OK\r\n{TYPE}\r\n\r\n").as_bytes()).await?;
            loop {
                client.write_all(&[b' '; 4096]).await?;
            }
        }
        Reply::Stall => std::future::pending().await,
        Reply::Hangup => Ok(()),
    }
}
