//! Content that the staff edit: version checks, drafts, the ledger of changes, undo, and the gRPC service over them.
//!
//! A service implements [`ContentStore`] over its own tables, and has tables `content_change` and `content_draft` in its migrations. An item has
//! a kind, an id and a body, which is JSON text. Its version is a hash of the body, so that imports change it too.

mod draft;
mod draft_list;
mod draft_table;
mod due_drafts;
mod grpc;
mod import;
mod ledger;
pub mod operator;
mod save;

use std::fmt::Write as _;

use heuan_rpc::{Code, Error};
use heuan_store::{Db, StoreError, Tx};
use sha2::{Digest as _, Sha256};

pub use draft_table::ContentDraft;
pub use due_drafts::DueDrafts;
pub use grpc::{checked_actor, content_server};
pub use import::{Contents, EditedContent, edited_since_import, record_import};
pub use ledger::{ChangeAction, ChangeSource, ContentChange};
pub use save::save_item;

/// Maximum bytes of a body.
pub const MAX_BODY_BYTES: usize = 1 << 20;

/// Maximum items of one kind that the staff create.
pub const MAX_ITEMS: usize = 500;
/// Maximum bytes of all bodies of one kind: shoppers read many of them in one response.
pub const MAX_KIND_BYTES: usize = 16 << 20;

/// The member of the staff who makes a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentActor {
    /// `None` on the command line.
    pub account_id: Option<i64>,
    pub name: String,
}

/// A change that is being written.
#[derive(Clone, Copy, Debug)]
pub struct ContentWrite<'a> {
    pub actor: &'a ContentActor,
    pub revision: i64,
    /// Unix milliseconds.
    pub now: i64,
}

/// An item as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentItem {
    pub item_id: String,
    /// JSON text. Equal bodies have equal texts.
    pub body: String,
}

impl ContentItem {
    pub fn version(&self) -> String {
        version(&self.body)
    }
}

/// The version of a body: 16 hexadecimal digits.
pub fn version(body: &str) -> String {
    let digest = Sha256::digest(body.as_bytes());
    digest.iter().take(8).fold(String::with_capacity(16), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The items of a service. Methods run in the transaction of the caller.
#[tonic::async_trait]
pub trait ContentStore: Send + Sync + 'static {
    fn db(&self) -> &Db;

    /// Maps a failure of the database.
    fn store_error(&self, error: StoreError) -> Error;

    /// Whether this service owns the kind.
    fn has_kind(&self, kind: &str) -> bool;

    /// Whether items of the kind have drafts.
    fn has_drafts(&self, kind: &str) -> bool;

    /// Maximum bytes of all bodies of one kind.
    fn max_kind_bytes(&self) -> usize {
        MAX_KIND_BYTES
    }

    /// Takes the lock of all writers of content. Returns the revision of the change, above that of every change before.
    async fn begin_change(&self, tx: &mut Tx) -> Result<i64, Error>;

    /// At most `limit` items after the id `after`, by id.
    async fn list(
        &self,
        tx: &mut Tx,
        kind: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<ContentItem>, Error>;

    async fn read(&self, tx: &mut Tx, kind: &str, item_id: &str) -> Result<Option<ContentItem>, Error>;

    /// Checks a body from outside and returns it as it is stored. Without an id the item is new and gets one.
    async fn check(
        &self,
        tx: &mut Tx,
        kind: &str,
        item_id: Option<&str>,
        body: &str,
    ) -> Result<ContentItem, Error>;

    /// Writes a checked item. Returns [`not_creatable`] if the shop does not have the item and cannot create
    /// it.
    async fn write(
        &self,
        tx: &mut Tx,
        kind: &str,
        item: &ContentItem,
        by: &ContentWrite<'_>,
    ) -> Result<(), Error>;

    /// Deletes an item, or returns [`not_deletable`].
    async fn delete(&self, tx: &mut Tx, kind: &str, item_id: &str, revision: i64) -> Result<(), Error>;

    /// Called after the commit of a change.
    fn committed(&self, revision: i64);
}

/// The error for a draft that was saved, published or discarded after the version that the caller has seen.
pub fn draft_changed() -> Error {
    Error::conflict("draft_changed", "the draft was changed meanwhile; look at it again")
}

/// The error for an item that was changed after the version that the caller has seen.
pub fn content_changed() -> Error {
    Error::conflict("content_changed", "the content was changed meanwhile; look at it again")
}

/// The error for more content than a kind may have.
pub fn content_limit() -> Error {
    Error::conflict("content_limit", "there is too much content of this kind; delete some first")
}

/// The error for deleting an item that the shop needs.
pub fn not_deletable() -> Error {
    Error::conflict("not_deletable", "the shop needs this; empty it instead")
}

/// The error for creating an item of a kind whose items are fixed.
pub fn not_creatable() -> Error {
    Error::invalid("kind", "items of this kind cannot be added")
}

fn no_such_content() -> Error {
    Error::not_found("no such content")
}

/// The error for a caller without the role.
fn refused() -> Error {
    let mut error = Error::new(Code::PermissionDenied, "this is for the staff");
    "staff".clone_into(&mut error.detail.reason);
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_is_that_of_the_body() {
        assert_eq!(version("{}").len(), 16);
        assert_eq!(version("{}"), version("{}"));
        assert_ne!(version("{}"), version("{ }"));
    }
}
