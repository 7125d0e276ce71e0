//! JSON types of content that the staff edit: items with a version, and the entries of their change ledger.

use heuan_proto::staffcontent::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{ContentBody, ContentKind};
use heuan_edge_http::envelope::{filled, moment};

/// One page of items.
#[derive(Serialize, ToSchema)]
pub struct StaffContentPage {
    /// Always true; errors have their own shape.
    pub success: bool,
    pub data: Vec<StaffContent>,
    /// Cursor of the next page; null on the last.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// A promotion, banner, page or other content.
#[derive(Serialize, ToSchema)]
pub struct StaffContent {
    kind: ContentKind,
    /// A number, a slug, or the kind itself where there is only one.
    item_id: String,
    /// Another one after every change; empty for an item that is only a draft: never published, or removed by an import.
    version: String,
    /// As shoppers see it; that of the draft for an item that is only a draft.
    body: ContentBody,
    has_draft: bool,
}

/// Unpublished changes of an item.
#[derive(Serialize, ToSchema)]
pub struct ContentDraft {
    /// Another one after every change of the draft.
    version: String,
    body: ContentBody,
    /// Version of the item that the draft was made from; empty when it was never published. While it is not that of the item,
    /// the draft cannot be published and must be saved again.
    base_version: String,
    /// Body of the item that the draft was made from; null when it was never published.
    #[schema(required)]
    base_body: Option<ContentBody>,
    /// Day in Vientiane, `YYYY-MM-DD`, on which it is published by itself; null if by hand.
    #[schema(required)]
    publish_on: Option<String>,
    /// Reason why it was not published on its day.
    #[schema(required)]
    refusal: Option<DraftRefusal>,
    /// Id of the account that saved it last.
    cus_id: i64,
    /// Empty if unknown.
    name: String,
    #[schema(format = DateTime)]
    at: String,
}

/// Reason why a draft was not published on its day. `content_changed`: the item was changed since the draft was saved.
/// `invalid`: the draft refers to what is gone, or there is too much content of its kind.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DraftRefusal {
    ContentChanged,
    Invalid,
}

/// An item with the newest part of its ledger.
#[derive(Serialize, ToSchema)]
pub struct StaffContentDetail {
    #[serde(flatten)]
    content: StaffContent,
    /// Newest first, at most 20.
    changes: Vec<StaffContentChange>,
    /// Continues the changes; null at the end.
    #[schema(required)]
    changes_cursor: Option<String>,
    /// Null when there is none.
    #[schema(required)]
    draft: Option<ContentDraft>,
}

/// A saved item or draft, and the change that can be undone.
#[derive(Serialize, ToSchema)]
pub struct SavedContent {
    /// Null when there is no item any more.
    #[schema(required)]
    pub content: Option<StaffContentDetail>,
    /// Null when nothing was published: the body was equal, or a draft was saved.
    #[schema(required)]
    pub change_id: Option<String>,
}

/// One page of changes.
#[derive(Serialize, ToSchema)]
pub struct StaffContentChanges {
    /// Always true; errors have their own shape.
    pub success: bool,
    pub data: Vec<StaffContentChange>,
    /// Cursor of the next page; null on the last.
    #[schema(required)]
    pub next_cursor: Option<String>,
}

/// One change of one item.
#[derive(Serialize, ToSchema)]
pub struct StaffContentChange {
    change_id: String,
    #[schema(format = DateTime)]
    at: String,
    /// Null for changes by the command line.
    #[schema(required)]
    cus_id: Option<i64>,
    /// Empty if unknown.
    name: String,
    action: ContentAction,
    /// The change that an undo restored.
    #[schema(required)]
    reference: Option<String>,
    undone: bool,
    can_undo: bool,
    /// Null before the item existed.
    #[schema(required)]
    old_body: Option<ContentBody>,
    /// Null after its deletion.
    #[schema(required)]
    new_body: Option<ContentBody>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContentAction {
    Create,
    Update,
    Delete,
    Undo,
    Import,
}

impl TryFrom<(ContentKind, proto::ContentItem)> for StaffContent {
    type Error = Error;

    fn try_from((kind, item): (ContentKind, proto::ContentItem)) -> Result<Self> {
        let body = stored(kind, &item.body_json)?;
        Ok(Self { kind, item_id: item.item_id, version: item.version, body, has_draft: item.has_draft })
    }
}

impl TryFrom<(ContentKind, proto::GetContentResponse)> for StaffContentDetail {
    type Error = Error;

    fn try_from((kind, answer): (ContentKind, proto::GetContentResponse)) -> Result<Self> {
        let item = answer.item.ok_or_else(|| Error::internal("response without content"))?;
        let changes = answer.changes.into_iter();
        Ok(Self {
            content: StaffContent::try_from((kind, item))?,
            changes: changes.map(|it| StaffContentChange::try_from((kind, it))).collect::<Result<_>>()?,
            changes_cursor: filled(answer.changes_cursor),
            draft: answer.draft.map(|draft| ContentDraft::try_from((kind, draft))).transpose()?,
        })
    }
}

impl TryFrom<(ContentKind, proto::ContentDraft)> for ContentDraft {
    type Error = Error;

    fn try_from((kind, from): (ContentKind, proto::ContentDraft)) -> Result<Self> {
        let refusal = match from.refusal.as_str() {
            "" => None,
            "content_changed" => Some(DraftRefusal::ContentChanged),
            "invalid" => Some(DraftRefusal::Invalid),
            other => return Err(Error::internal(format!("a draft has the unknown refusal {other}"))),
        };
        Ok(Self {
            version: from.version,
            body: stored(kind, &from.body_json)?,
            base_version: from.base_version,
            base_body: filled(from.base_body_json).map(|json| stored(kind, &json)).transpose()?,
            publish_on: filled(from.publish_on),
            refusal,
            cus_id: from.account_id,
            name: from.name,
            at: moment(from.at_ms)?,
        })
    }
}

impl StaffContentDetail {
    pub fn item_id(&self) -> &str {
        &self.content.item_id
    }

    /// Names of the fields in which the draft differs from the item, for the audit log.
    pub fn draft_fields(&self) -> String {
        let Some(draft) = &self.draft else { return String::new() };
        changed(&fields(draft.base_body.as_ref()), &fields(Some(&draft.body)))
    }

    /// Names of the fields that a change set, for the audit log: `title, is_visible`.
    pub fn changed_fields(&self, change_id: &str) -> String {
        let Some(change) = self.changes.iter().find(|change| change.change_id == change_id) else {
            return String::new();
        };
        let (old, new) = (fields(change.old_body.as_ref()), fields(change.new_body.as_ref()));
        changed(&old, &new)
    }
}

type Fields = serde_json::Map<String, serde_json::Value>;

/// Names of the fields with another value.
fn changed(old: &Fields, new: &Fields) -> String {
    let names = old.keys().chain(new.keys().filter(|name| !old.contains_key(*name)));
    names.filter(|name| old.get(*name) != new.get(*name)).cloned().collect::<Vec<_>>().join(", ")
}

fn fields(body: Option<&ContentBody>) -> Fields {
    match body.and_then(|body| serde_json::to_value(body).ok()) {
        Some(serde_json::Value::Object(fields)) => fields,
        _ => Fields::new(),
    }
}

impl TryFrom<(ContentKind, proto::ContentChange)> for StaffContentChange {
    type Error = Error;

    fn try_from((kind, from): (ContentKind, proto::ContentChange)) -> Result<Self> {
        let body = |json: &str| match json {
            "" => Ok(None),
            json => stored(kind, json).map(Some),
        };
        let action = match from.action.as_str() {
            "create" => ContentAction::Create,
            "update" => ContentAction::Update,
            "delete" => ContentAction::Delete,
            "undo" => ContentAction::Undo,
            "import" => ContentAction::Import,
            other => return Err(Error::internal(format!("a change has the unknown action {other}"))),
        };
        Ok(Self {
            change_id: from.change_id,
            at: moment(from.at_ms)?,
            cus_id: Some(from.account_id).filter(|id| *id > 0),
            name: from.name,
            action,
            reference: filled(from.reference),
            undone: from.undone,
            can_undo: from.can_undo,
            old_body: body(&from.old_body_json)?,
            new_body: body(&from.new_body_json)?,
        })
    }
}

/// Parses a body from a service. An invalid body is an error of the service.
fn stored(kind: ContentKind, json: &str) -> Result<ContentBody> {
    ContentBody::parse(kind, json).map_err(|error| Error::internal(error.message))
}
