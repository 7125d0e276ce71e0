use async_trait::async_trait;
use heuan_rpc::Error;
use heuan_store::Quota;

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
    /// Those of customers count towards `quota`, by their bytes. `RESOURCE_EXHAUSTED` when it is used up.
    async fn put(&self, blob: Blob, quota: Quota, now: i64) -> Result<(), Error>;
    /// A message shows it: it stays.
    async fn keep(&self, blob_id: &str) -> Result<(), Error>;
    /// Removes a picture that no message shows, and takes it off `quota`. One that is not there is gone already.
    async fn remove(&self, blob_id: &str, quota: Quota, now: i64) -> Result<(), Error>;
    /// Whose conversation it is in.
    async fn owner(&self, blob_id: &str) -> Result<Option<i64>, Error>;
    /// The content, and whose conversation it is in.
    async fn get(&self, blob_id: &str) -> Result<Option<(i64, Vec<u8>)>, Error>;
    /// Removes those from before `at` that no message shows, whose address begins with `path`: left by a crash.
    async fn sweep(&self, path: &str, before: i64) -> Result<u64, Error>;
    /// Removes those from before `at`, whether a message shows them or not.
    async fn expire(&self, before: i64) -> Result<u64, Error>;
}
