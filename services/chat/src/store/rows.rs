//! Column lists and row types of messages and conversations, shared by the queries of the chat.

use crate::{
    actor::{Actor, ParticipantRole},
    conversation::Conversation,
    message::{Kind, Message},
};

pub const MESSAGE: &str = "m.message_id, m.customer_id, m.seq, m.text, m.kind, m.url, m.side, m.account_id, m.fname, \
     m.lname, m.phone, m.client_id, m.likes, m.width, m.height, m.created_at";

pub const CONVERSATION: &str = "c.customer_id, c.fname, c.lname, c.phone, c.last_seq, c.customer_read_seq, \
     c.staff_read_seq, c.customer_unread, c.staff_unread, c.claimed_by, c.claimed_name, c.claimed_until, c.version, \
     c.version_by, c.updated_at";

#[derive(heuan_store::FromRow)]
pub struct MessageRow {
    message_id: i64,
    customer_id: i64,
    seq: i64,
    text: String,
    kind: String,
    url: String,
    side: String,
    account_id: i64,
    fname: String,
    lname: String,
    phone: String,
    client_id: String,
    likes: i64,
    width: i64,
    height: i64,
    created_at: i64,
}

#[derive(heuan_store::FromRow)]
pub struct ConversationRow {
    customer_id: i64,
    fname: String,
    lname: String,
    phone: String,
    last_seq: i64,
    customer_read_seq: i64,
    staff_read_seq: i64,
    customer_unread: i64,
    staff_unread: i64,
    claimed_by: i64,
    claimed_name: String,
    claimed_until: i64,
    version: i64,
    version_by: i64,
    updated_at: i64,
}

impl From<MessageRow> for Message {
    fn from(row: MessageRow) -> Self {
        Self {
            message_id: row.message_id,
            customer_id: row.customer_id,
            seq: row.seq,
            text: row.text,
            kind: Kind::parse(&row.kind).unwrap_or(Kind::Text),
            url: row.url,
            author: Actor {
                role: ParticipantRole::parse(&row.side),
                account_id: row.account_id,
                fname: row.fname,
                lname: row.lname,
                phone: row.phone,
            },
            client_id: row.client_id,
            likes: row.likes,
            is_liked: false,
            width: row.width,
            height: row.height,
            created_at: row.created_at,
            previews: Vec::new(),
        }
    }
}

impl From<ConversationRow> for Conversation {
    fn from(row: ConversationRow) -> Self {
        Self {
            customer_id: row.customer_id,
            fname: row.fname,
            lname: row.lname,
            phone: row.phone,
            last_seq: row.last_seq,
            customer_read_seq: row.customer_read_seq,
            staff_read_seq: row.staff_read_seq,
            customer_unread: row.customer_unread,
            staff_unread: row.staff_unread,
            claimed_by: row.claimed_by,
            claimed_name: row.claimed_name,
            claimed_until: row.claimed_until,
            version: row.version,
            version_by: row.version_by,
            updated_at: row.updated_at,
            last_message: None,
        }
    }
}
