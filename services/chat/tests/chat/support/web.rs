//! A local test web: configurable name resolution, and servers that count connections.

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use heuan_outbound::{Lookup, Options};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::Notify,
};

/// Counts as a public address in these tests; 127.0.0.1 stays private.
pub const PUBLIC: [u8; 4] = [127, 0, 0, 2];

/// Response of a test server to a path.
#[derive(Clone)]
pub enum Page {
    Html(String),
    Bytes(&'static str, Vec<u8>),
    Redirect(String),
    /// An endless body.
    Endless,
    /// HTML, as soon as the test says so.
    Held(Arc<Notify>, String),
    /// No response.
    Silent,
    /// One byte at intervals.
    Drip,
}

#[derive(Clone)]
pub struct Server {
    pub address: SocketAddr,
    request_count: Arc<AtomicUsize>,
    connections: Arc<AtomicUsize>,
    pages: Arc<Mutex<HashMap<String, Page>>>,
}

impl Server {
    pub async fn at(address: [u8; 4]) -> Self {
        let listener = TcpListener::bind((IpAddr::from(address), 0)).await.unwrap();
        let server = Self {
            address: listener.local_addr().unwrap(),
            request_count: Arc::default(),
            connections: Arc::default(),
            pages: Arc::default(),
        };
        let it = server.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                it.connections.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(it.clone().serve(socket));
            }
        });
        server
    }

    pub fn page(&self, path: &str, page: Page) {
        self.pages.lock().unwrap().insert(path.to_owned(), page);
    }

    pub fn request_count(&self) -> usize {
        self.request_count.load(Ordering::SeqCst)
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    async fn serve(self, mut socket: TcpStream) {
        let mut head = Vec::new();
        let mut chunk = [0; 4096];
        while !head.windows(4).any(|window| window == b"\r\n\r\n") {
            match socket.read(&mut chunk).await {
                Ok(0) | Err(_) => return,
                Ok(read) => head.extend_from_slice(&chunk[..read]),
            }
        }
        self.request_count.fetch_add(1, Ordering::SeqCst);
        let head = String::from_utf8_lossy(&head).into_owned();
        let path = head.split(' ').nth(1).unwrap_or("/").to_owned();
        let page = self.pages.lock().unwrap().get(&path).cloned();
        let _ = answer(&mut socket, page).await;
    }
}

async fn answer(socket: &mut TcpStream, page: Option<Page>) -> io::Result<()> {
    let mut whole = async |status: &str, more: &str, body: &[u8]| {
        let head =
            format!("HTTP/1.1 {status}\r\n{more}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
        socket.write_all(head.as_bytes()).await?;
        socket.write_all(body).await
    };
    match page {
        None => whole("404 Not Found", "", b"").await,
        Some(Page::Held(release, text)) => {
            release.notified().await;
            whole("200 OK", "Content-Type: text/html\r\n", text.as_bytes()).await
        }
        Some(Page::Html(text)) => whole("200 OK", "Content-Type: text/html\r\n", text.as_bytes()).await,
        Some(Page::Bytes(kind, bytes)) => whole("200 OK", &format!("Content-Type: {kind}\r\n"), &bytes).await,
        Some(Page::Redirect(to)) => whole("302 Found", &format!("Location: {to}\r\n"), b"").await,
        Some(Page::Endless) => {
            socket
                .write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<head><title>Endless</title>")
                .await?;
            loop {
                socket.write_all(&[b' '; 16 * 1024]).await?;
            }
        }
        Some(Page::Silent) => {
            tokio::time::sleep(Duration::from_secs(60)).await;
            Ok(())
        }
        Some(Page::Drip) => {
            socket.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<head><title>").await?;
            loop {
                socket.write_all(b"x").await?;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Resolution of names: the first result, and subsequent ones.
#[derive(Clone, Default)]
pub struct Names(Arc<Mutex<HashMap<String, Vec<Vec<IpAddr>>>>>);

impl Names {
    pub fn lead(&self, name: &str, answers: &[&[&str]]) {
        let answers = answers.iter().map(|one| one.iter().map(|it| it.parse().unwrap()).collect()).collect();
        self.0.lock().unwrap().insert(name.to_owned(), answers);
    }

    /// A network in which [`PUBLIC`] is public.
    pub fn network(&self) -> Options {
        Options { trusted: vec![PUBLIC.into()], lookup: Arc::new(self.clone()), ..Options::default() }
    }
}

impl Lookup for Names {
    fn lookup(&self, name: String) -> Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>> {
        let mut names = self.0.lock().unwrap();
        let answer = names.get_mut(&name).and_then(|answers| {
            if answers.len() > 1 { Some(answers.remove(0)) } else { answers.first().cloned() }
        });
        Box::pin(async move { answer.ok_or_else(|| io::Error::other("no such name")) })
    }
}
