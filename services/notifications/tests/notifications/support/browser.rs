//! A browser with its keys, and the push service of its endpoint. The service has the checks of real ones, and the
//! browser decrypts like real ones.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heuan_proto::notifications::v1::SavePushSubscriptionRequest;
use p256::ecdsa::{Signature, VerifyingKey, signature::Verifier as _};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};
use web_push_native::p256::{PublicKey, SecretKey};

use super::accounts::session_of;

#[derive(Clone, Debug)]
pub struct Push {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

#[derive(Clone)]
pub struct PushService {
    pub address: SocketAddr,
    inner: Arc<Inner>,
}

struct Inner {
    pushes: Mutex<Vec<Push>>,
    answer: Mutex<String>,
}

impl PushService {
    pub async fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let inner =
            Arc::new(Inner { pushes: Mutex::default(), answer: Mutex::new("201 Created".to_owned()) });
        let kept = inner.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(serve(socket, kept.clone()));
            }
        });
        Self { address, inner }
    }

    /// Sets the response, such as `503 Unavailable`, with headers after a line break. Empty: it never responds.
    pub fn set_answer(&self, answer: &str) {
        answer.clone_into(&mut self.inner.answer.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub fn pushes(&self) -> Vec<Push> {
        self.inner.pushes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn endpoint(&self, name: &str) -> String {
        format!("http://{}/push/{name}", self.address)
    }
}

async fn serve(mut socket: TcpStream, inner: Arc<Inner>) {
    let mut bytes = Vec::new();
    loop {
        let mut chunk = [0; 8192];
        let head_end = loop {
            if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
            match socket.read(&mut chunk).await {
                Ok(0) | Err(_) => return,
                Ok(read) => bytes.extend_from_slice(&chunk[..read]),
            }
        };
        let head = String::from_utf8(bytes[..head_end].to_vec()).unwrap();
        let mut lines = head.lines();
        let path = lines.next().unwrap().split(' ').nth(1).unwrap().to_owned();
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
            .collect();
        let length = headers.iter().find(|(name, _)| name == "content-length");
        let length: usize = length.map_or(0, |(_, value)| value.parse().unwrap());
        while bytes.len() < head_end + length {
            match socket.read(&mut chunk).await {
                Ok(0) | Err(_) => return,
                Ok(read) => bytes.extend_from_slice(&chunk[..read]),
            }
        }
        let body = bytes[head_end..head_end + length].to_vec();
        bytes.drain(..head_end + length);
        inner.pushes.lock().unwrap().push(Push { path, headers, body });
        let answer = inner.answer.lock().unwrap().clone();
        if answer.is_empty() {
            return std::future::pending().await;
        }
        let answer = format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n");
        if socket.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

impl Push {
    pub fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(one, _)| one == name).map_or("", |(_, value)| value)
    }

    /// Checks the signature like a push service (RFC 8292) and returns the claims.
    pub fn claims(&self, public_key: &str) -> Value {
        let authorization = self.header("authorization").strip_prefix("vapid t=").unwrap();
        let (token, key) = authorization.split_once(", k=").unwrap();
        assert_eq!(key, public_key);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let key = VerifyingKey::from_sec1_bytes(&URL_SAFE_NO_PAD.decode(key).unwrap()).unwrap();
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
        key.verify(signed.as_bytes(), &signature).unwrap();
        let claims = signed.split_once('.').unwrap().1;
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()
    }
}

pub struct Browser {
    key: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    pub fn new(seed: u8) -> Self {
        Self { key: SecretKey::from_slice(&[seed; 32]).unwrap(), auth: [seed; 16] }
    }

    pub fn subscription(&self, customer_id: i64, endpoint: String) -> SavePushSubscriptionRequest {
        let public: PublicKey = self.key.public_key();
        SavePushSubscriptionRequest {
            customer_id,
            endpoint,
            p256dh: URL_SAFE_NO_PAD.encode(public.to_sec1_bytes_uncompressed()),
            auth: URL_SAFE_NO_PAD.encode(self.auth),
            language: "en".to_owned(),
            session_id: session_of(customer_id),
            ..Default::default()
        }
    }

    /// The decrypted payload for the service worker.
    pub fn opened(&self, push: &Push) -> Value {
        let plain = web_push_native::decrypt(push.body.clone(), &self.key, &self.auth.into()).unwrap();
        serde_json::from_slice(&plain).unwrap()
    }
}

trait Uncompressed {
    fn to_sec1_bytes_uncompressed(&self) -> Vec<u8>;
}

impl Uncompressed for PublicKey {
    fn to_sec1_bytes_uncompressed(&self) -> Vec<u8> {
        use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;
        self.to_encoded_point(false).as_bytes().to_vec()
    }
}
