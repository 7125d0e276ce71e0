//! A fake of the calls for staff content that records requests, returns one item and fails on demand.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heuan_proto::staffcontent::v1::{staff_content_service_server::StaffContentService, *};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

type GrpcResult<T> = Result<Response<T>, Status>;

/// Time of everything in this fake, 2026-11-21 in Vientiane.
const AT: i64 = 1_795_194_000_000;
pub const MESSAGES: &str = r#"{"messages":[{"text":{"la":"ສະບາຍດີ","en":"Hello"},"href":"/shop"}]}"#;
const BRANCH: &str = r#"{"b_code":"HQ","b_name":"ສາຂາ","b_name_eng":"Branch","b_image":"","brchcode":"","tb_address_la":"",
    "tb_address_en":"","b_map":"","b_f_phone":"","b_s_phone":"","b_email":"","b_f_fax":"","b_s_fax":"","b_history_la":"",
    "b_history_en":"","b_show_map":true,"lat":17.9,"lng":102.6,"open":"08:00","close":"18:00"}"#;

/// A received call.
#[derive(Clone, Debug, PartialEq)]
pub enum ContentCall {
    List(ListContentRequest),
    Get(GetContentRequest),
    Save(SaveContentRequest),
    Delete(DeleteContentRequest),
    Changes(ListContentChangesRequest),
    Undo(UndoContentChangeRequest),
    SaveDraft(SaveContentDraftRequest),
    PublishDraft(PublishContentDraftRequest),
    DiscardDraft(DiscardContentDraftRequest),
}

#[derive(Clone, Default)]
pub struct FakeStaffContent(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    received: Vec<ContentCall>,
    error: Option<Error>,
}

impl FakeStaffContent {
    /// The calls since the last time, except reads of one item.
    pub fn take_received(&self) -> Vec<ContentCall> {
        let mut received = std::mem::take(&mut self.inner().received);
        received.retain(|call| !matches!(call, ContentCall::Get(_)));
        received
    }

    /// From now on every change fails with this error, or none does.
    pub fn refuse(&self, error: Option<Error>) {
        self.inner().error = error;
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, call: ContentCall) {
        self.inner().received.push(call);
    }

    fn write(&self, call: ContentCall) -> Result<(), Status> {
        let mut inner = self.inner();
        inner.received.push(call);
        inner.error.clone().map_or(Ok(()), |error| Err(error.into()))
    }
}

fn body(kind: &str) -> String {
    if kind == "branch" { BRANCH } else { MESSAGES }.to_owned()
}

fn item(kind: &str, item_id: &str) -> ContentItem {
    ContentItem {
        kind: kind.to_owned(),
        item_id: item_id.to_owned(),
        version: "0f".to_owned(),
        body_json: body(kind),
        has_draft: true,
    }
}

fn draft(kind: &str) -> ContentDraft {
    ContentDraft {
        version: "0d".to_owned(),
        body_json: body(kind).replace("Hello", "Good morning"),
        base_version: "0f".to_owned(),
        base_body_json: body(kind),
        publish_on: "2026-12-01".to_owned(),
        account_id: 7,
        name: "Kham Phanthavong".to_owned(),
        at_ms: AT,
        ..ContentDraft::default()
    }
}

fn change(kind: &str) -> ContentChange {
    let body = body(kind);
    ContentChange {
        change_id: "0193a".to_owned(),
        at_ms: AT,
        account_id: 7,
        name: "Kham Phanthavong".to_owned(),
        source: ContentChangeSource::Edit.into(),
        action: "update".to_owned(),
        can_undo: true,
        old_body_json: body.clone(),
        new_body_json: body,
        ..ContentChange::default()
    }
}

#[tonic::async_trait]
impl StaffContentService for FakeStaffContent {
    async fn list_content(&self, request: Request<ListContentRequest>) -> GrpcResult<ListContentResponse> {
        let request = request.into_inner();
        let items = vec![item(&request.kind, "1")];
        self.read(ContentCall::List(request));
        Ok(Response::new(ListContentResponse { items, next_cursor: "1".to_owned() }))
    }

    async fn get_content(&self, request: Request<GetContentRequest>) -> GrpcResult<GetContentResponse> {
        let request = request.into_inner();
        let found = (request.item_id != "99").then(|| item(&request.kind, &request.item_id));
        let changes = vec![change(&request.kind)];
        let draft = Some(draft(&request.kind));
        self.read(ContentCall::Get(request));
        let item = Some(found.ok_or_else(|| Error::not_found("no such content"))?);
        Ok(Response::new(GetContentResponse { item, changes, changes_cursor: String::new(), draft }))
    }

    async fn save_content(&self, request: Request<SaveContentRequest>) -> GrpcResult<SaveContentResponse> {
        let request = request.into_inner();
        let id = if request.item_id.is_empty() { "1" } else { &request.item_id };
        let item = item(&request.kind, id);
        self.write(ContentCall::Save(request))?;
        Ok(Response::new(SaveContentResponse { item: Some(item), change_id: "0193a".to_owned() }))
    }

    async fn delete_content(
        &self,
        request: Request<DeleteContentRequest>,
    ) -> GrpcResult<DeleteContentResponse> {
        self.write(ContentCall::Delete(request.into_inner()))?;
        Ok(Response::new(DeleteContentResponse { change_id: "0193b".to_owned() }))
    }

    async fn list_content_changes(
        &self,
        request: Request<ListContentChangesRequest>,
    ) -> GrpcResult<ListContentChangesResponse> {
        let request = request.into_inner();
        let changes = vec![change(&request.kind)];
        self.read(ContentCall::Changes(request));
        Ok(Response::new(ListContentChangesResponse { changes, next_cursor: String::new() }))
    }

    async fn undo_content_change(
        &self,
        request: Request<UndoContentChangeRequest>,
    ) -> GrpcResult<UndoContentChangeResponse> {
        let request = request.into_inner();
        let item = item(&request.kind, &request.item_id);
        self.write(ContentCall::Undo(request))?;
        Ok(Response::new(UndoContentChangeResponse { change_id: "0193c".to_owned(), item: Some(item) }))
    }

    async fn save_content_draft(
        &self,
        request: Request<SaveContentDraftRequest>,
    ) -> GrpcResult<SaveContentDraftResponse> {
        let request = request.into_inner();
        let item_id = if request.item_id.is_empty() { "1".to_owned() } else { request.item_id.clone() };
        self.write(ContentCall::SaveDraft(request))?;
        Ok(Response::new(SaveContentDraftResponse { item_id }))
    }

    async fn publish_content_draft(
        &self,
        request: Request<PublishContentDraftRequest>,
    ) -> GrpcResult<PublishContentDraftResponse> {
        let request = request.into_inner();
        let item = item(&request.kind, &request.item_id);
        self.write(ContentCall::PublishDraft(request))?;
        Ok(Response::new(PublishContentDraftResponse { change_id: "0193a".to_owned(), item: Some(item) }))
    }

    async fn discard_content_draft(
        &self,
        request: Request<DiscardContentDraftRequest>,
    ) -> GrpcResult<DiscardContentDraftResponse> {
        self.write(ContentCall::DiscardDraft(request.into_inner()))?;
        Ok(Response::new(DiscardContentDraftResponse {}))
    }
}
