//! Response body with its compressed representations (Brotli, Zstandard, gzip) and entity tags, as the response
//! cache stores it.

use std::sync::Arc;

use actix_web::http::{StatusCode, header::HeaderValue};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use heuan_rpc::Error;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

use crate::encoding::{Encoding, MIN_BYTES};

/// Bodies above this size are compressed on the blocking pool, because it would delay other requests of the worker.
const COMPRESS_ON_BLOCKING_POOL: usize = 16 * 1024;

/// Serialized response body, compressed at most once per encoding, with its entity tags.
#[derive(Debug)]
pub struct Body {
    pub status: StatusCode,
    pub content_type: &'static str,
    /// Whether the response is made from a search index that lacks changes of the catalog.
    pub is_indexing: bool,
    identity: Representation,
    tag: String,
    compressed: [OnceCell<Option<Representation>>; 3],
}

/// One representation of a body: its bytes and its entity tag.
#[derive(Clone, Debug)]
pub struct Representation {
    pub bytes: Bytes,
    pub etag: HeaderValue,
}

impl Body {
    pub fn new(content_type: &'static str, bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        let digest = Sha256::digest(&bytes);
        let tag = URL_SAFE_NO_PAD.encode(&digest[..12]);
        let identity = Representation { bytes, etag: etag(&tag, "") };
        Self {
            status: StatusCode::OK,
            content_type,
            is_indexing: false,
            identity,
            tag,
            compressed: Default::default(),
        }
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

    #[must_use]
    pub fn with_indexing(mut self, is_indexing: bool) -> Self {
        self.is_indexing = is_indexing;
        self
    }

    pub fn bytes(&self) -> &Bytes {
        &self.identity.bytes
    }

    /// Returns the representation for `encoding`, and its actual encoding, which is identity if compression gains
    /// nothing.
    pub async fn representation(self: &Arc<Self>, encoding: Encoding) -> (Encoding, Representation) {
        let slot = match encoding {
            Encoding::Identity => return (Encoding::Identity, self.identity.clone()),
            Encoding::Brotli => &self.compressed[0],
            Encoding::Zstd => &self.compressed[1],
            Encoding::Gzip => &self.compressed[2],
        };
        if self.identity.bytes.len() < MIN_BYTES {
            return (Encoding::Identity, self.identity.clone());
        }
        match slot.get_or_init(|| Arc::clone(self).compress(encoding)).await {
            Some(representation) => (encoding, representation.clone()),
            None => (Encoding::Identity, self.identity.clone()),
        }
    }

    async fn compress(self: Arc<Self>, encoding: Encoding) -> Option<Representation> {
        let bytes = self.identity.bytes.clone();
        let compressed = if bytes.len() < COMPRESS_ON_BLOCKING_POOL {
            encoding.compress(&bytes)
        } else {
            tokio::task::spawn_blocking(move || encoding.compress(&bytes)).await.ok().flatten()
        };
        Some(Representation { bytes: compressed?, etag: etag(&self.tag, encoding.name()) })
    }

    /// Returns the weight in the cache. Compressed representations are created later, so each is counted as a third of the body.
    pub fn weight(&self) -> usize {
        self.identity.bytes.len() * 2
    }
}

/// Returns a strong entity tag, which differs per encoding.
fn etag(tag: &str, encoding: &str) -> HeaderValue {
    let text = if encoding.is_empty() { format!("\"{tag}\"") } else { format!("\"{tag}-{encoding}\"") };
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("\"\""))
}
