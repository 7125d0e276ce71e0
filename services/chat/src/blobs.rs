use async_trait::async_trait;
use heuan_rpc::Error;

/// A picture on its way in.
pub struct Blob {
    pub id: String,
    /// Whose conversation it is in.
    pub customer_id: i64,
    pub by_customer: bool,
    pub content: Vec<u8>,
}

/// Where pictures of conversations are kept. The tables hold them: replicas share those, and a conversation's pictures
/// are as safe as its words. An object store can take their place.
#[async_trait]
pub trait Blobs: Send + Sync {
    async fn put(&self, blob: Blob, at: i64) -> Result<(), Error>;
    /// A message shows it: it stays.
    async fn keep(&self, blob_id: &str) -> Result<(), Error>;
    /// One that is not there is gone already.
    async fn remove(&self, blob_id: &str) -> Result<(), Error>;
    /// Whose conversation it is in.
    async fn owner(&self, blob_id: &str) -> Result<Option<i64>, Error>;
    /// The content, and whose conversation it is in.
    async fn get(&self, blob_id: &str) -> Result<Option<(i64, Vec<u8>)>, Error>;
    /// Bytes that a customer has sent after `since`, and when the first of them came.
    async fn sent(&self, customer_id: i64, since: i64) -> Result<(i64, i64), Error>;
    /// Removes those from before `at` that no message shows, whose address begins with `path`: left by a crash.
    async fn sweep(&self, path: &str, at: i64) -> Result<u64, Error>;
}
