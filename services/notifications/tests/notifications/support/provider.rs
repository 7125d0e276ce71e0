//! Fake HTTP provider of SMS and WhatsApp that is slow, refuses, responds twice or loses responses. Like real ones it
//! sends a message of one idempotency key once.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use heuan_notifications::ProviderConfig;
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::Semaphore,
};

#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// Status and body.
    Json(u16, &'static str),
    /// Status 429 with these seconds in `Retry-After`.
    TooMany(&'static str),
    /// Two responses to one request.
    Twice,
    /// Accepted, but the connection breaks before the response.
    Lost,
    /// No response at all.
    Never,
    /// Accepted, but the response waits for [`Provider::respond`].
    Slow,
    /// Status and body after [`Provider::respond`]; not accepted.
    SlowRefusal(u16, &'static str),
    /// One after the other: lost, unavailable, accepted, accepted twice, too many requests.
    InTurn,
    /// One of these and others, in an order that a seed decides.
    Random,
}

pub const ACCEPTED: Answer = Answer::Json(202, r#"{"status": "queued"}"#);

#[derive(Clone, Debug)]
pub struct Call {
    pub key: String,
    pub head: String,
    pub body: Value,
}

pub struct Provider {
    pub address: SocketAddr,
    inner: Arc<Mutex<Inner>>,
    /// A permit for each slow response that may be sent.
    responses: Arc<Semaphore>,
}

struct Inner {
    answer: Answer,
    /// Answers to messages for these numbers, in place of `answer`.
    answers_to: BTreeMap<String, Answer>,
    calls: Vec<Call>,
    /// Number of times a message of each key was accepted.
    accepted: BTreeMap<String, usize>,
}

impl Provider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let inner = Inner {
            answer: ACCEPTED,
            answers_to: BTreeMap::new(),
            calls: Vec::new(),
            accepted: BTreeMap::new(),
        };
        let inner = Arc::new(Mutex::new(inner));
        let responses = Arc::new(Semaphore::new(0));
        let kept = (inner.clone(), responses.clone());
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(serve(socket, kept.0.clone(), kept.1.clone()));
            }
        });
        Self { address, inner, responses }
    }

    pub fn set_answer(&self, answer: Answer) {
        self.inner.lock().unwrap().answer = answer;
    }

    /// Sets the answer to messages for one number.
    pub fn set_answer_to(&self, number: &str, answer: Answer) {
        self.inner.lock().unwrap().answers_to.insert(number.to_owned(), answer);
    }

    /// Numbers that were called, in order.
    pub fn called(&self) -> Vec<String> {
        let number = |call: Call| call.body["to"].as_str().unwrap_or_default().to_owned();
        self.calls().into_iter().map(number).collect()
    }

    /// Sends the response to one [`Answer::Slow`] or [`Answer::SlowRefusal`].
    pub fn respond(&self) {
        self.responses.add_permits(1);
    }

    pub fn calls(&self) -> Vec<Call> {
        self.inner.lock().unwrap().calls.clone()
    }

    pub fn accepted(&self) -> BTreeMap<String, usize> {
        self.inner.lock().unwrap().accepted.clone()
    }

    pub fn config(&self) -> ProviderConfig {
        config_of(&self.address.to_string())
    }
}

pub fn config_of(address: &str) -> ProviderConfig {
    ProviderConfig {
        url: format!("http://{address}/send"),
        headers: vec!["authorization: Bearer secret".into(), "idempotency-key: {{ key }}".into()],
        body: r#"{"to": {{ to }}, "text": {{ text }}, "template": {{ template }}, "number": {{ number }}}"#
            .to_owned(),
        accepted_field: "/status".to_owned(),
        accepted_values: vec!["queued".to_owned()],
        invalid_field: "/code".to_owned(),
        invalid_values: vec!["21211".to_owned()],
        per_minute: 10_000,
        timeout_s: 60,
        ..ProviderConfig::default()
    }
}

/// Half of the answers accept; the same for the same call at every run.
fn random(turn: usize) -> Answer {
    let mixed = (turn as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 61 {
        0..=3 => ACCEPTED,
        4 => Answer::Twice,
        5 => Answer::Lost,
        6 => Answer::Json(503, "{}"),
        _ => Answer::Json(429, "{}"),
    }
}

async fn serve(mut socket: TcpStream, inner: Arc<Mutex<Inner>>, responses: Arc<Semaphore>) {
    let mut bytes = Vec::new();
    loop {
        let Some((head, body)) = read(&mut socket, &mut bytes).await else { return };
        let key = head
            .lines()
            .find_map(|line| line.strip_prefix("idempotency-key: "))
            .unwrap_or_default()
            .to_owned();
        let (answer, turn) = {
            let mut inner = inner.lock().unwrap();
            let body: Value = serde_json::from_slice(&body).unwrap();
            let own = body["to"].as_str().and_then(|number| inner.answers_to.get(number).copied());
            inner.calls.push(Call { key: key.clone(), head, body });
            let turn = inner.calls.len();
            let answer = match own.unwrap_or(inner.answer) {
                Answer::InTurn => {
                    [Answer::Lost, Answer::Json(503, "{}"), ACCEPTED, Answer::Twice, Answer::Json(429, "{}")]
                        [turn % 5]
                }
                Answer::Random => random(turn),
                answer => answer,
            };
            let is_accepted = matches!(answer, Answer::Json(200..=299, text) if text.contains("queued"))
                || matches!(answer, Answer::Twice | Answer::Lost | Answer::Slow);
            if is_accepted {
                *inner.accepted.entry(key).or_default() += 1;
            }
            (answer, turn)
        };
        let response = |status: u16, text: &str| {
            format!("HTTP/1.1 {status} R{turn}\r\nContent-Length: {}\r\n\r\n{text}", text.len())
        };
        let Answer::Json(_, accepted) = ACCEPTED else { return };
        let text = match answer {
            Answer::Json(status, text) => response(status, text),
            Answer::TooMany(seconds) => {
                format!("HTTP/1.1 429 R{turn}\r\nRetry-After: {seconds}\r\nContent-Length: 0\r\n\r\n")
            }
            Answer::Twice => response(202, accepted) + &response(202, accepted),
            Answer::Lost | Answer::InTurn | Answer::Random => return,
            Answer::Never => return std::future::pending().await,
            Answer::Slow => {
                responses.acquire().await.unwrap().forget();
                response(202, accepted)
            }
            Answer::SlowRefusal(status, text) => {
                responses.acquire().await.unwrap().forget();
                response(status, text)
            }
        };
        if socket.write_all(text.as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn read(socket: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<(String, Vec<u8>)> {
    let mut chunk = [0; 8192];
    loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8(bytes[..at + 2].to_vec()).unwrap().to_ascii_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
            let end = at + 4 + length.unwrap_or(0);
            if bytes.len() >= end {
                let body = bytes[at + 4..end].to_vec();
                bytes.drain(..end);
                return Some((head, body));
            }
        }
        match socket.read(&mut chunk).await {
            Ok(0) | Err(_) => return None,
            Ok(read) => bytes.extend_from_slice(&chunk[..read]),
        }
    }
}
