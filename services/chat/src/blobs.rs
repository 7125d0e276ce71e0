//! Storage interface of chat images (blob store) with quotas and deletion of unused images.

use async_trait::async_trait;
use heuan_rpc::Error;
use heuan_store::Quota;

/// An uploaded image.
pub struct Blob {
    pub id: String,
    /// The customer whose conversation the image belongs to.
    pub customer_id: i64,
    pub by_customer: bool,
    pub content: Vec<u8>,
}

/// Storage of conversation images. The implementation stores them in the database, which replicas share and which is
/// backed up with the messages. An object store could replace it.
#[async_trait]
pub trait Blobs: Send + Sync {
    /// Stores an image. A customer's images count against `quota` by their bytes; `RESOURCE_EXHAUSTED` if it is used
    /// up.
    async fn put(&self, blob: Blob, quota: Quota, now: i64) -> Result<(), Error>;
    /// Marks an image as used by a message, so that it is not swept.
    async fn retain(&self, blob_id: &str) -> Result<(), Error>;
    /// Deletes an image that no message uses, and refunds `quota`. An unknown image counts as deleted.
    async fn remove(&self, blob_id: &str, quota: Quota, now: i64) -> Result<(), Error>;
    /// The customer whose conversation the image belongs to.
    async fn owner(&self, blob_id: &str) -> Result<Option<i64>, Error>;
    /// The customer whose conversation the image belongs to, and its content.
    async fn get(&self, blob_id: &str) -> Result<Option<(i64, Vec<u8>)>, Error>;
    /// Deletes unused images older than `at` whose URL begins with `path`; crashes leave such images.
    async fn sweep(&self, path: &str, before: i64) -> Result<u64, Error>;
    /// Deletes all images older than `at`.
    async fn expire(&self, before: i64) -> Result<u64, Error>;
}
