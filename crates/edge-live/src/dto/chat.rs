//! JSON types of chat messages and conversations, used by events and by the routes of the chat. Customers see only
//! the first names of the staff.

use heuan_proto::chat::v1::{self as proto, ParticipantRole};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use heuan_edge_http::envelope::moment;

/// Path prefix of the images of link previews.
const PREVIEW_IMAGE_PATH: &str = "/api/link-preview/image/";

/// The audience of a response: customers see only the first name of the staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    Customer,
    Staff,
}

/// A message of a conversation.
#[derive(Serialize, ToSchema)]
pub struct ChatMessage {
    #[schema(minimum = 1)]
    msdtid: i64,
    /// The customer whose conversation it belongs to.
    cus_id: i64,
    /// From 1, without gaps in one conversation; messages are ordered by it.
    #[schema(minimum = 1)]
    seq: i64,
    sms: String,
    smstype: MessageKind,
    cus_usertype: UserType,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    msdate: String,
    /// URL of an image or target of a product inquiry; or empty.
    url: String,
    /// First name of the author.
    fname: String,
    lname: String,
    cus_tel: String,
    likes: i64,
    /// Whether the reader likes it.
    #[serde(rename = "isLiked")]
    is_liked: bool,
    /// The author's id of the message, for idempotency.
    client_id: String,
    /// Width of an image in pixels, otherwise 0.
    width: i32,
    height: i32,
    /// Previews of links in `sms`, as far as they are cached.
    #[serde(rename = "linkPreviews")]
    link_previews: Vec<LinkPreview>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    User,
    Text,
    Img,
    Icon,
    Deeplink,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UserType {
    User,
    Staff,
}

/// Metadata of a linked page.
#[derive(Serialize, ToSchema)]
pub struct LinkPreview {
    url: String,
    title: String,
    description: String,
    /// URL of a thumbnail, or empty.
    image: String,
    #[schema(example = "example.com")]
    domain: String,
}

/// The conversation of a customer.
#[derive(Serialize, ToSchema)]
pub struct Conversation {
    cus_id: i64,
    fname: String,
    lname: String,
    cus_tel: String,
    /// Absent in events.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    last_message: Option<ChatMessage>,
    last_seq: i64,
    /// Read positions of both sides, by `seq`.
    customer_read_seq: i64,
    staff_read_seq: i64,
    /// Messages of the other side that the reader has not seen.
    unread: i64,
    /// The member of the staff with the claim.
    #[schema(required)]
    claimed_by: Option<ClaimedBy>,
    #[schema(required, format = DateTime)]
    claimed_until: Option<String>,
    /// Increases with every action of the staff, which sends it back.
    version: i64,
    #[schema(format = DateTime)]
    updated_at: String,
}

#[derive(Serialize, ToSchema)]
pub struct ClaimedBy {
    /// Absent for customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    staff_id: Option<i64>,
    fname: String,
}

impl ChatMessage {
    pub fn of(from: proto::Message, audience: Audience) -> Result<Self> {
        let author = from.author.unwrap_or_default();
        let is_staff = author.role() == ParticipantRole::Staff;
        let hides = is_staff && audience == Audience::Customer;
        let shown = |text: String| if hides { String::new() } else { text };
        Ok(Self {
            msdtid: from.message_id,
            cus_id: from.customer_id,
            seq: from.seq,
            sms: from.text,
            smstype: match from.kind.as_str() {
                "img" => MessageKind::Img,
                "icon" => MessageKind::Icon,
                "deeplink" => MessageKind::Deeplink,
                "text" => MessageKind::Text,
                _ => MessageKind::User,
            },
            cus_usertype: if is_staff { UserType::Staff } else { UserType::User },
            msdate: moment(from.at_ms)?,
            url: from.url,
            fname: author.fname,
            lname: shown(author.lname),
            cus_tel: shown(author.phone),
            likes: from.likes,
            is_liked: from.is_liked,
            client_id: from.client_id,
            width: from.width,
            height: from.height,
            link_previews: from.link_previews.into_iter().map(LinkPreview::from).collect(),
        })
    }
}

impl From<proto::LinkPreview> for LinkPreview {
    fn from(from: proto::LinkPreview) -> Self {
        let proto::LinkPreview { url, title, description, image_id, domain } = from;
        let image =
            if image_id.is_empty() { String::new() } else { format!("{PREVIEW_IMAGE_PATH}{image_id}") };
        Self { url, title, description, image, domain }
    }
}

impl Conversation {
    pub fn of(from: proto::Conversation, audience: Audience) -> Result<Self> {
        let until = from.claimed_by.as_ref().map(|_| moment(from.claimed_until_ms)).transpose()?;
        let claimed_by = from.claimed_by.map(|staff| ClaimedBy {
            staff_id: (audience == Audience::Staff).then_some(staff.account_id),
            fname: staff.fname,
        });
        Ok(Self {
            cus_id: from.customer_id,
            fname: from.fname,
            lname: from.lname,
            cus_tel: from.phone,
            last_message: from.last_message.map(|last| ChatMessage::of(last, audience)).transpose()?,
            last_seq: from.last_seq,
            customer_read_seq: from.customer_read_seq,
            staff_read_seq: from.staff_read_seq,
            unread: if audience == Audience::Staff { from.staff_unread } else { from.customer_unread },
            claimed_by,
            claimed_until: until,
            version: from.version,
            updated_at: moment(from.updated_at_ms)?,
        })
    }
}

pub fn message(from: Option<proto::Message>, audience: Audience) -> Result<ChatMessage> {
    ChatMessage::of(from.ok_or_else(|| Error::internal("response without message"))?, audience)
}

pub fn conversation(from: Option<proto::Conversation>, audience: Audience) -> Result<Conversation> {
    Conversation::of(from.ok_or_else(|| Error::internal("response without conversation"))?, audience)
}
