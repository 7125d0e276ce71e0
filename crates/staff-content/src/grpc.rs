//! The gRPC service of content, for each service with content.

use std::sync::Arc;

use heuan_proto::staffcontent::v1::{
    self as wire,
    staff_content_service_server::{StaffContentService, StaffContentServiceServer},
};
use heuan_rpc::Error;
use heuan_runtime::clock::Clock;
use tonic::{Request, Response, Status};

use crate::{
    ChangeSource, ContentActor, ContentChange, ContentDraft, ContentItem, ContentStore, MAX_BODY_BYTES,
    draft::{self, SaveDraft},
    draft_list, draft_table, ledger, no_such_content, refused,
    save::{self, Save},
    version,
};

/// Maximum changes that are returned with an item.
const CHANGES: usize = 20;
/// Maximum bytes of an id; longer than any valid id.
const MAX_ID_BYTES: usize = 200;

/// The gRPC service over the content of `store`.
pub fn content_server<S: ContentStore>(
    store: Arc<S>,
    clock: Clock,
) -> StaffContentServiceServer<impl StaffContentService> {
    StaffContentServiceServer::new(Handler { store, clock })
}

/// The actor, who must be an editor or a manager.
pub fn checked_actor(actor: wire::ContentActor) -> Result<ContentActor, Error> {
    if !matches!(actor.role(), wire::ContentActorRole::Editor | wire::ContentActorRole::Manager) {
        return Err(refused());
    }
    if actor.account_id <= 0 {
        return Err(Error::invalid("actor.account_id", "must be a positive number"));
    }
    Ok(ContentActor { account_id: Some(actor.account_id), name: actor.name })
}

struct Handler<S> {
    store: Arc<S>,
    clock: Clock,
}

impl<S: ContentStore> Handler<S> {
    /// The actor, who must be an editor or a manager, for a kind of this service.
    fn checked(&self, actor: Option<wire::ContentActor>, kind: &str) -> Result<ContentActor, Error> {
        let actor = checked_actor(actor.unwrap_or_default())?;
        if !self.store.has_kind(kind) {
            return Err(Error::invalid("kind", "unknown kind of content"));
        }
        Ok(actor)
    }

    /// Like [`Self::checked`], for a kind with drafts.
    fn checked_draft(&self, actor: Option<wire::ContentActor>, kind: &str) -> Result<ContentActor, Error> {
        let actor = self.checked(actor, kind)?;
        if !self.store.has_drafts(kind) {
            return Err(Error::invalid("kind", "items of this kind have no drafts; save them directly"));
        }
        Ok(actor)
    }
}

#[tonic::async_trait]
impl<S: ContentStore> StaffContentService for Handler<S> {
    async fn list_content(
        &self,
        request: Request<wire::ListContentRequest>,
    ) -> Result<Response<wire::ListContentResponse>, Status> {
        let request = request.into_inner();
        self.checked(request.actor, &request.kind)?;
        let limit = limit(request.limit)?;
        id("cursor", &request.cursor)?;
        let mut tx = self.store.db().snapshot().await.map_err(|error| self.store.store_error(error))?;
        let kind = request.kind.as_str();
        let (items, next_cursor) =
            draft_list::list(&*self.store, &mut tx, kind, &request.cursor, limit).await?;
        let items = items.into_iter().map(|listed| wire::ContentItem {
            version: if listed.is_published { listed.item.version() } else { String::new() },
            has_draft: listed.has_draft,
            ..to_wire(kind, listed.item)
        });
        Ok(Response::new(wire::ListContentResponse { items: items.collect(), next_cursor }))
    }

    async fn get_content(
        &self,
        request: Request<wire::GetContentRequest>,
    ) -> Result<Response<wire::GetContentResponse>, Status> {
        let wire::GetContentRequest { actor, kind, item_id } = request.into_inner();
        self.checked(actor, &kind)?;
        id("item_id", &item_id)?;
        let mut tx = self.store.db().snapshot().await.map_err(|error| self.store.store_error(error))?;
        let published = self.store.read(&mut tx, &kind, &item_id).await?;
        let draft = draft_table::read(&mut tx, (&kind, &item_id)).await;
        let draft = draft.map_err(|error| self.store.store_error(error))?;
        let item = detail(&kind, published, draft.as_ref()).ok_or_else(no_such_content)?;
        let changes = ledger::list(&mut tx, (&kind, &item_id), "", CHANGES).await;
        let (changes, changes_cursor) = changes.map_err(|error| self.store.store_error(error))?;
        Ok(Response::new(wire::GetContentResponse {
            item: Some(item),
            changes: changes.into_iter().map(Into::into).collect(),
            changes_cursor,
            draft: draft.map(Into::into),
        }))
    }

    async fn save_content(
        &self,
        request: Request<wire::SaveContentRequest>,
    ) -> Result<Response<wire::SaveContentResponse>, Status> {
        let request = request.into_inner();
        let actor = self.checked(request.actor, &request.kind)?;
        id("item_id", &request.item_id)?;
        check_body(&request.body_json)?;
        let save = Save {
            kind: &request.kind,
            item_id: filled(&request.item_id),
            version: filled(&request.version),
            body: &request.body_json,
        };
        let saved = save::save(&*self.store, &actor, &save, self.clock.now_ms()).await?;
        Ok(Response::new(wire::SaveContentResponse {
            item: saved.item.map(|item| to_wire(&request.kind, item)),
            change_id: saved.change_id,
        }))
    }

    async fn delete_content(
        &self,
        request: Request<wire::DeleteContentRequest>,
    ) -> Result<Response<wire::DeleteContentResponse>, Status> {
        let wire::DeleteContentRequest { actor, kind, item_id, version, draft_version } =
            request.into_inner();
        let actor = self.checked(actor, &kind)?;
        id("item_id", &item_id)?;
        let now = self.clock.now_ms();
        let (item, versions) =
            ((kind.as_str(), item_id.as_str()), (version.as_str(), draft_version.as_deref()));
        let change_id = save::delete(&*self.store, &actor, item, versions, now).await?;
        Ok(Response::new(wire::DeleteContentResponse { change_id }))
    }

    async fn list_content_changes(
        &self,
        request: Request<wire::ListContentChangesRequest>,
    ) -> Result<Response<wire::ListContentChangesResponse>, Status> {
        let request = request.into_inner();
        self.checked(request.actor, &request.kind)?;
        let limit = limit(request.limit)?;
        id("item_id", &request.item_id)?;
        id("cursor", &request.cursor)?;
        let mut tx = self.store.db().snapshot().await.map_err(|error| self.store.store_error(error))?;
        let item = (request.kind.as_str(), request.item_id.as_str());
        let page = ledger::list(&mut tx, item, &request.cursor, limit).await;
        let (changes, next_cursor) = page.map_err(|error| self.store.store_error(error))?;
        let changes = changes.into_iter().map(Into::into).collect();
        Ok(Response::new(wire::ListContentChangesResponse { changes, next_cursor }))
    }

    async fn undo_content_change(
        &self,
        request: Request<wire::UndoContentChangeRequest>,
    ) -> Result<Response<wire::UndoContentChangeResponse>, Status> {
        let wire::UndoContentChangeRequest { actor, kind, item_id, change_id } = request.into_inner();
        let actor = self.checked(actor, &kind)?;
        id("item_id", &item_id)?;
        id("change_id", &change_id)?;
        let now = self.clock.now_ms();
        let saved = save::undo(&*self.store, &actor, (&kind, &item_id), &change_id, now).await?;
        Ok(Response::new(wire::UndoContentChangeResponse {
            change_id: saved.change_id,
            item: saved.item.map(|item| to_wire(&kind, item)),
        }))
    }

    async fn save_content_draft(
        &self,
        request: Request<wire::SaveContentDraftRequest>,
    ) -> Result<Response<wire::SaveContentDraftResponse>, Status> {
        let request = request.into_inner();
        let actor = self.checked_draft(request.actor, &request.kind)?;
        id("item_id", &request.item_id)?;
        check_body(&request.body_json)?;
        let save = SaveDraft {
            kind: &request.kind,
            item_id: filled(&request.item_id),
            version: filled(&request.version),
            draft_version: filled(&request.draft_version),
            body: &request.body_json,
            publish_on: &request.publish_on,
        };
        let (today, now) = (self.clock.today(), self.clock.now_ms());
        let item_id = draft::save(&*self.store, &actor, &save, (&today, now)).await?;
        Ok(Response::new(wire::SaveContentDraftResponse { item_id }))
    }

    async fn publish_content_draft(
        &self,
        request: Request<wire::PublishContentDraftRequest>,
    ) -> Result<Response<wire::PublishContentDraftResponse>, Status> {
        let request = request.into_inner();
        let actor = self.checked_draft(request.actor, &request.kind)?;
        id("item_id", &request.item_id)?;
        let (kind, now) = (request.kind.as_str(), self.clock.now_ms());
        let seen = (filled(&request.version), request.draft_version.as_str());
        let saved = draft::publish(&*self.store, &actor, (kind, &request.item_id), seen, now).await?;
        Ok(Response::new(wire::PublishContentDraftResponse {
            item: saved.item.map(|item| to_wire(kind, item)),
            change_id: saved.change_id,
        }))
    }

    async fn discard_content_draft(
        &self,
        request: Request<wire::DiscardContentDraftRequest>,
    ) -> Result<Response<wire::DiscardContentDraftResponse>, Status> {
        let request = request.into_inner();
        self.checked_draft(request.actor, &request.kind)?;
        id("item_id", &request.item_id)?;
        let item = (request.kind.as_str(), request.item_id.as_str());
        draft::discard(&*self.store, item, &request.draft_version).await?;
        Ok(Response::new(wire::DiscardContentDraftResponse {}))
    }
}

fn check_body(body: &str) -> Result<(), Error> {
    if body.len() > MAX_BODY_BYTES {
        return Err(Error::invalid("body", format!("is longer than {MAX_BODY_BYTES} bytes")));
    }
    Ok(())
}

fn filled(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// An item as it is published, or the draft of an item that is not in the shop.
fn detail(
    kind: &str,
    published: Option<ContentItem>,
    draft: Option<&ContentDraft>,
) -> Option<wire::ContentItem> {
    let has_draft = draft.is_some();
    if let Some(published) = published {
        return Some(wire::ContentItem { has_draft, ..to_wire(kind, published) });
    }
    let draft = draft?;
    let item = ContentItem { item_id: draft.item_id.clone(), body: draft.body.clone() };
    Some(wire::ContentItem { has_draft, version: String::new(), ..to_wire(kind, item) })
}

fn limit(limit: i32) -> Result<usize, Error> {
    let limit = usize::try_from(limit).ok().filter(|limit| (1..=100).contains(limit));
    limit.ok_or_else(|| Error::invalid("limit", "must be from 1 to 100"))
}

fn id(field: &str, text: &str) -> Result<(), Error> {
    if text.len() > MAX_ID_BYTES || text.chars().any(char::is_control) {
        return Err(Error::invalid(field, format!("must have at most {MAX_ID_BYTES} bytes")));
    }
    Ok(())
}

fn to_wire(kind: &str, item: ContentItem) -> wire::ContentItem {
    wire::ContentItem {
        kind: kind.to_owned(),
        version: item.version(),
        item_id: item.item_id,
        body_json: item.body,
        has_draft: false,
    }
}

impl From<ContentDraft> for wire::ContentDraft {
    fn from(from: ContentDraft) -> Self {
        Self {
            version: from.version(),
            body_json: from.body,
            base_version: from.base_body.as_deref().map(version).unwrap_or_default(),
            base_body_json: from.base_body.unwrap_or_default(),
            publish_on: from.publish_on,
            refusal: from.refusal,
            account_id: from.actor_id.unwrap_or(0),
            name: from.actor_name,
            at_ms: from.at,
        }
    }
}

impl From<ContentChange> for wire::ContentChange {
    fn from(from: ContentChange) -> Self {
        let source = match from.action.source() {
            ChangeSource::Edit => wire::ContentChangeSource::Edit,
            ChangeSource::Import => wire::ContentChangeSource::Import,
        };
        Self {
            can_undo: from.can_undo(),
            change_id: from.change_id,
            at_ms: from.at,
            account_id: from.account_id.unwrap_or(0),
            name: from.name,
            source: source.into(),
            action: from.action.name().to_owned(),
            reference: from.reference,
            undone: from.undone,
            old_body_json: from.old_body.unwrap_or_default(),
            new_body_json: from.new_body.unwrap_or_default(),
        }
    }
}
