use std::sync::Arc;

use actix_web::http::{StatusCode, header::HeaderValue};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use heuan_rpc::Error;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

use crate::encoding::{Encoding, MIN_BYTES};

/// Above this, packing would hold up the other requests of the worker, so it goes to the blocking pool.
const PACK_ELSEWHERE: usize = 16 * 1024;

/// A body ready to send: serialized once, packed at most once for each encoding, and kept with its tags.
#[derive(Debug)]
pub struct Body {
    pub status: StatusCode,
    pub content_type: &'static str,
    plain: Form,
    tag: String,
    packed: [OnceCell<Option<Form>>; 3],
}

/// One representation: its bytes and its own entity tag.
#[derive(Clone, Debug)]
pub struct Form {
    pub bytes: Bytes,
    pub etag: HeaderValue,
}

impl Body {
    pub fn new(content_type: &'static str, bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        let digest = Sha256::digest(&bytes);
        let tag = URL_SAFE_NO_PAD.encode(&digest[..12]);
        let plain = Form { bytes, etag: etag(&tag, "") };
        Self { status: StatusCode::OK, content_type, plain, tag, packed: Default::default() }
    }

    pub fn json(value: &impl Serialize) -> Result<Self, Error> {
        serde_json::to_vec(value).map(|bytes| Self::new("application/json", bytes)).map_err(Error::internal)
    }

    pub fn html(html: String) -> Self {
        Self::new("text/html; charset=utf-8", html)
    }

    #[must_use]
    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    pub fn bytes(&self) -> &Bytes {
        &self.plain.bytes
    }

    /// The representation for a client that takes `encoding`, and the encoding it really has.
    pub async fn form(self: &Arc<Self>, encoding: Encoding) -> (Encoding, Form) {
        let slot = match encoding {
            Encoding::Identity => return (Encoding::Identity, self.plain.clone()),
            Encoding::Brotli => &self.packed[0],
            Encoding::Zstd => &self.packed[1],
            Encoding::Gzip => &self.packed[2],
        };
        if self.plain.bytes.len() < MIN_BYTES {
            return (Encoding::Identity, self.plain.clone());
        }
        match slot.get_or_init(|| Arc::clone(self).pack(encoding)).await {
            Some(form) => (encoding, form.clone()),
            None => (Encoding::Identity, self.plain.clone()),
        }
    }

    async fn pack(self: Arc<Self>, encoding: Encoding) -> Option<Form> {
        let bytes = self.plain.bytes.clone();
        let packed = if bytes.len() < PACK_ELSEWHERE {
            encoding.pack(&bytes)
        } else {
            tokio::task::spawn_blocking(move || encoding.pack(&bytes)).await.ok().flatten()
        };
        Some(Form { bytes: packed?, etag: etag(&self.tag, encoding.name()) })
    }

    /// What it may come to weigh in the cache: packed forms are made later, so they are counted ahead, at the
    /// third each that JSON and HTML pack to.
    pub fn weight(&self) -> usize {
        self.plain.bytes.len() * 2
    }
}

/// A strong tag: another encoding is another representation.
fn etag(tag: &str, encoding: &str) -> HeaderValue {
    let text = if encoding.is_empty() { format!("\"{tag}\"") } else { format!("\"{tag}-{encoding}\"") };
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("\"\""))
}
