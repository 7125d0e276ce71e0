//! Conversion of messages, conversations and events to and from protobuf.

use heuan_proto::chat::v1::{self as wire, event::Payload};
use heuan_rpc::Error;

use super::id;
use crate::{
    actor::{Actor, ParticipantRole},
    chat_service::{SendOutcome, role_denied, staff_only},
    conversation::Conversation,
    link_preview::Preview,
    message::{Kind, Message},
    store::{Event, EventPage, EventPayload, QuickReply},
};

/// The actor of a call. On the side of the staff it must be a clerk or a manager.
pub fn actor(from: Option<wire::Actor>) -> Result<Actor, Error> {
    let from = from.ok_or_else(|| Error::invalid("actor", "is needed"))?;
    let side = match from.role() {
        wire::ParticipantRole::Customer => ParticipantRole::Customer,
        wire::ParticipantRole::Staff => {
            check_account_role(from.account_role)?;
            ParticipantRole::Staff
        }
        wire::ParticipantRole::Unspecified => return Err(Error::invalid("actor.role", "is needed")),
    };
    let wire::Actor { account_id, fname, lname, phone, .. } = from;
    Ok(Actor { role: side, account_id: id("actor.account_id", account_id)?, fname, lname, phone })
}

/// Refuses other roles than clerk and manager on the side of the staff. Edges of the previous release name no role.
fn check_account_role(role: i32) -> Result<(), Error> {
    match wire::ChatActorRole::try_from(role) {
        Ok(wire::ChatActorRole::Unspecified | wire::ChatActorRole::Clerk | wire::ChatActorRole::Manager) => {
            Ok(())
        }
        Ok(wire::ChatActorRole::Customer | wire::ChatActorRole::Editor) | Err(_) => Err(role_denied()),
    }
}

/// Refuses customers, and staff who are neither clerk nor manager. Edges of the previous release name no actor in the
/// calls that use this check.
pub fn check_staff(from: Option<wire::Actor>) -> Result<(), Error> {
    if from.is_none() { Ok(()) } else { staff_only(&actor(from)?) }
}

pub fn kind(text: &str) -> Result<Kind, Error> {
    Kind::parse(text).ok_or_else(|| Error::invalid("smstype", "must be user, text, img, icon or deeplink"))
}

impl From<ParticipantRole> for wire::ParticipantRole {
    fn from(side: ParticipantRole) -> Self {
        match side {
            ParticipantRole::Customer => Self::Customer,
            ParticipantRole::Staff => Self::Staff,
        }
    }
}

impl From<Actor> for wire::Actor {
    fn from(from: Actor) -> Self {
        let Actor { role, account_id, fname, lname, phone } = from;
        let role = wire::ParticipantRole::from(role).into();
        Self { role, account_id, fname, lname, phone, ..Self::default() }
    }
}

impl From<Preview> for wire::LinkPreview {
    fn from(from: Preview) -> Self {
        let Preview { preview_id, url, title, description, domain, image_url } = from;
        let image_id = if image_url.is_empty() { String::new() } else { preview_id };
        Self { url, title, description, image_id, domain }
    }
}

impl From<Message> for wire::Message {
    fn from(from: Message) -> Self {
        Self {
            message_id: from.message_id,
            customer_id: from.customer_id,
            seq: from.seq,
            text: from.text,
            kind: from.kind.as_str().to_owned(),
            url: from.url,
            author: Some(from.author.into()),
            at_ms: from.created_at,
            likes: from.likes,
            is_liked: from.is_liked,
            link_previews: from.previews.into_iter().map(Into::into).collect(),
            client_id: from.client_id,
            width: from.width as i32,
            height: from.height as i32,
        }
    }
}

/// Converts a conversation as of `now`: an expired claim is omitted.
pub fn conversation(from: Conversation, now: i64) -> wire::Conversation {
    let claimed_by_id = from.claimed_by_at(now);
    let claimed_by = claimed_by_id.map(|account_id| wire::Actor {
        role: wire::ParticipantRole::Staff.into(),
        account_id,
        fname: from.claimed_name.clone(),
        ..wire::Actor::default()
    });
    wire::Conversation {
        customer_id: from.customer_id,
        fname: from.fname,
        lname: from.lname,
        phone: from.phone,
        last_message: from.last_message.map(Into::into),
        last_seq: from.last_seq,
        customer_read_seq: from.customer_read_seq,
        staff_read_seq: from.staff_read_seq,
        staff_unread: from.staff_unread,
        customer_unread: from.customer_unread,
        claimed_by,
        claimed_until_ms: if claimed_by_id.is_some() { from.claimed_until } else { 0 },
        version: from.version,
        updated_at_ms: from.updated_at,
    }
}

pub fn sent(from: SendOutcome, now: i64) -> wire::SendMessageResponse {
    wire::SendMessageResponse {
        message: Some(from.message.into()),
        conversation: Some(conversation(from.conversation, now)),
        deduplicated: from.deduplicated,
    }
}

pub fn event(from: Event, now: i64) -> wire::Event {
    let actor = wire::Actor {
        role: wire::ParticipantRole::from(from.side).into(),
        account_id: from.account_id,
        fname: from.fname,
        ..wire::Actor::default()
    };
    let payload = match from.payload {
        EventPayload::Message(message) => Payload::Message(message.into()),
        EventPayload::Like(message) => Payload::Liked(message.into()),
        EventPayload::Conversation(it) => Payload::Conversation(conversation(it, now)),
    };
    wire::Event {
        position: from.position,
        customer_id: from.customer_id,
        at_ms: from.created_at,
        payload: Some(payload),
        actor: Some(actor),
    }
}

pub fn stretch(from: EventPage, now: i64) -> wire::ListEventsResponse {
    wire::ListEventsResponse {
        events: from.events.into_iter().map(|one| event(one, now)).collect(),
        position: from.position,
        has_more: from.has_more,
        reset: from.reset,
    }
}

impl From<QuickReply> for wire::QuickReply {
    fn from(from: QuickReply) -> Self {
        let QuickReply { quick_reply_id, title, text } = from;
        Self { quick_reply_id, title, text }
    }
}
