//! Application service of the chat: messages, images, likes, read positions, claims, quick replies and retention.

use std::sync::Arc;

use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;

use crate::{
    actor::{Actor, ParticipantRole},
    blobs::{Blob, Blobs},
    config::Config,
    conversation::Conversation,
    images::Images,
    message::{ATTACHMENT_PATH, Draft, Kind, Message},
    notifications_client::Notifications,
    preview::Previewer,
    store::{MessagePage, Part, QuickReply, StaffReply, Store, WriteOutcome, WriteRules},
};

const MAX_QUICK_REPLIES: i64 = 100;
const HOUR_MS: i64 = 60 * 60 * 1000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Application service of the chat.
pub struct ChatService {
    pub(crate) store: Arc<Store>,
    pub(crate) blobs: Arc<dyn Blobs>,
    pub(crate) images: Images,
    pub(crate) previewer: Previewer,
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) notifications: Notifications,
}

/// Reply context of a staff message: the version seen and whether to take the conversation over. Default for customers.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReplyContext {
    pub version: i64,
    pub take_over: bool,
}

/// A message that was written by this or an earlier call.
pub struct SendOutcome {
    pub message: Message,
    pub conversation: Conversation,
    pub deduplicated: bool,
}

impl ChatService {
    pub async fn send(&self, draft: Draft, seen: ReplyContext) -> Result<SendOutcome, Error> {
        if draft.kind == Kind::Img {
            return Err(Error::invalid("smstype", "use the upload for images"));
        }
        allowed(&draft.author, draft.customer_id)?;
        self.write(draft.checked()?, seen).await
    }

    /// Stores an image and writes its message. If the message is not written, because it was a repetition or another
    /// member of the staff has answered, the image is deleted.
    pub async fn send_image(
        &self,
        mut draft: Draft,
        image: Vec<u8>,
        seen: ReplyContext,
    ) -> Result<SendOutcome, Error> {
        allowed(&draft.author, draft.customer_id)?;
        draft.kind = Kind::Img;
        let mut draft = draft.checked()?;
        let by_customer = draft.author.role == ParticipantRole::Customer;
        if by_customer {
            // Quotas are checked before decoding, which costs more.
            for quota in [self.config.message_rate(), self.config.image_quota()] {
                self.store.check_quota(draft.customer_id, quota, self.clock.now_ms()).await?;
            }
        }
        let clean = self.images.clean(image).await?;
        let blob_id = uuid::Uuid::new_v4().simple().to_string();
        draft.url = format!("{ATTACHMENT_PATH}{blob_id}");
        (draft.width, draft.height) = (clean.width.into(), clean.height.into());
        let (customer_id, content) = (draft.customer_id, clean.bytes);
        let blob = Blob { id: blob_id.clone(), customer_id, by_customer, content };
        self.blobs.put(blob, self.config.image_quota(), self.clock.now_ms()).await?;
        let sent = self.write(draft, seen).await;
        let is_shown = match &sent {
            Ok(sent) => !sent.deduplicated,
            // After other failures the message may have been written.
            Err(error) => !matches!(error.code, Code::Conflict | Code::NotFound | Code::ResourceExhausted),
        };
        if !is_shown {
            self.blobs.remove(&blob_id, self.config.image_quota(), self.clock.now_ms()).await?;
        } else if sent.is_ok()
            && let Err(error) = self.blobs.retain(&blob_id).await
        {
            tracing::debug!(%error, "image not marked as used; the sweep will mark it");
        }
        sent
    }

    async fn write(&self, draft: Draft, seen: ReplyContext) -> Result<SendOutcome, Error> {
        let ReplyContext { version, take_over } = seen;
        let charges = self.config.message_charges(draft.text.len() + draft.url.len());
        let rules = match draft.author.role {
            ParticipantRole::Customer => {
                WriteRules::Customer { charges: &charges, reminder_ms: self.config.staff_reminder_ms() }
            }
            ParticipantRole::Staff => WriteRules::Staff(StaffReply {
                version,
                take_over,
                claim_ms: self.config.claim_ms(),
                reminder_ms: self.config.answer_reminder_ms(),
            }),
        };
        let sent = match self.store.save_message(&draft, rules, self.clock.now_ms()).await? {
            WriteOutcome::New(message, conversation) => {
                SendOutcome { message, conversation, deduplicated: false }
            }
            WriteOutcome::Repeated(message, conversation) => {
                SendOutcome { message, conversation, deduplicated: true }
            }
            WriteOutcome::Refused(error) => return Err(error),
            WriteOutcome::NoConversation => return Err(no_conversation()),
        };
        metrics::counter!("chat_messages_total", "side" => sent.message.author.role.as_str()).increment(1);
        let mut messages = [sent.message];
        self.store.add_previews(&mut messages).await?;
        let [message] = messages;
        Ok(SendOutcome { message, ..sent })
    }

    pub async fn messages(
        &self,
        customer_id: i64,
        reader: &Actor,
        part: Part,
        limit: i64,
    ) -> Result<(MessagePage, Option<Conversation>), Error> {
        allowed(reader, customer_id)?;
        let conversation = self.store.conversation(customer_id).await?;
        Ok((self.store.messages(customer_id, reader, part, limit).await?, conversation))
    }

    pub async fn like(&self, message_id: i64, actor: &Actor, liked: Option<bool>) -> Result<Message, Error> {
        let charges = self.config.like_charges();
        let charges = if actor.role == ParticipantRole::Customer { &charges[..] } else { &[] };
        let message = self.store.like(message_id, actor, liked, charges, self.clock.now_ms()).await?;
        message.ok_or_else(|| Error::not_found("no such message"))
    }

    pub async fn mark_read(&self, customer_id: i64, reader: &Actor, seq: i64) -> Result<Conversation, Error> {
        allowed(reader, customer_id)?;
        let reminder_ms = match reader.role {
            ParticipantRole::Customer => self.config.answer_reminder_ms(),
            ParticipantRole::Staff => self.config.staff_reminder_ms(),
        };
        let now = self.clock.now_ms();
        let marked = self.store.mark_read(customer_id, reader, seq, reminder_ms, now).await?;
        marked.ok_or_else(no_conversation)
    }

    /// Whether `reader` may see an image.
    pub async fn check_attachment(&self, id: &str, reader: &Actor) -> Result<(), Error> {
        let found = self.blobs.owner(id).await?.filter(|customer_id| reader.may_see(*customer_id));
        found.map(drop).ok_or_else(|| Error::not_found("no such image"))
    }

    pub async fn attachment(&self, id: &str, reader: &Actor) -> Result<Vec<u8>, Error> {
        let found = self.blobs.get(id).await?.filter(|(customer_id, _)| reader.may_see(*customer_id));
        found.map(|(_, content)| content).ok_or_else(|| Error::not_found("no such image"))
    }

    pub async fn claim(&self, customer_id: i64, staff: &Actor, version: i64) -> Result<Conversation, Error> {
        staff_only(staff)?;
        let now = self.clock.now_ms();
        let until = now + self.config.claim_ms();
        match self.store.claim(customer_id, staff, version, until, now).await? {
            Some(Some(conversation)) => Ok(conversation),
            Some(None) => {
                Err(Error::conflict("conversation_changed", "the conversation has changed meanwhile"))
            }
            None => Err(no_conversation()),
        }
    }

    pub async fn release(&self, customer_id: i64, staff: &Actor) -> Result<Conversation, Error> {
        staff_only(staff)?;
        let released = self.store.release(customer_id, staff, self.clock.now_ms()).await?;
        released.ok_or_else(no_conversation)
    }

    pub async fn save_quick_reply(&self, reply: QuickReply) -> Result<QuickReply, Error> {
        save_quick_reply(&self.store, reply).await
    }

    pub(crate) async fn delete_expired(&self) -> Result<(), Error> {
        let now = self.clock.now_ms();
        self.store.delete_events_before(now - self.config.log_hours * HOUR_MS).await?;
        let (images, pages) = (self.config.preview_hours * HOUR_MS, self.config.preview_days * DAY_MS);
        self.store.delete_expired_previews(now - images, now - pages).await?;
        self.store.sweep_quotas(now).await?;
        self.expire(now).await?;
        let swept = self.blobs.sweep(ATTACHMENT_PATH, now - HOUR_MS).await?;
        if swept > 0 {
            tracing::info!(swept, "unused images deleted");
        }
        Ok(())
    }

    /// Deletes messages and images older than the configured retention.
    async fn expire(&self, now: i64) -> Result<(), Error> {
        let before = |days: i64| if days == 0 { i64::MIN } else { now - days * DAY_MS };
        let messages_before = before(self.config.message_days);
        let images_before = before(self.config.attachment_days).max(messages_before);
        let images = if images_before > i64::MIN { self.blobs.expire(images_before).await? } else { 0 };
        let messages =
            if messages_before > i64::MIN { self.store.expire_messages(messages_before).await? } else { 0 };
        if messages + images > 0 {
            tracing::info!(messages, images, "chat retention: old messages and images deleted");
        }
        Ok(())
    }
}

/// Adds a quick reply with id 0, or changes the one with that id.
pub async fn save_quick_reply(store: &Store, mut reply: QuickReply) -> Result<QuickReply, Error> {
    for (field, text, max_chars) in [("title", &mut reply.title, 60), ("text", &mut reply.text, 1000)] {
        *text = text.trim().to_owned();
        if text.is_empty() || text.chars().count() > max_chars {
            return Err(Error::invalid(field, format!("must have 1 to {max_chars} characters")));
        }
    }
    let is_new = reply.quick_reply_id == 0;
    let saved = store.save_quick_reply(&reply, MAX_QUICK_REPLIES).await?;
    saved.ok_or_else(|| {
        if is_new {
            Error::conflict(
                "quick_replies_full",
                format!("the maximum of {MAX_QUICK_REPLIES} quick replies is reached"),
            )
        } else {
            Error::not_found("no such quick reply")
        }
    })
}

/// Refuses with "not found" if the actor may not see a conversation, so that its existence is not revealed.
fn allowed(actor: &Actor, customer_id: i64) -> Result<(), Error> {
    if actor.may_see(customer_id) { Ok(()) } else { Err(no_conversation()) }
}

pub fn staff_only(actor: &Actor) -> Result<(), Error> {
    if actor.role == ParticipantRole::Staff {
        Ok(())
    } else {
        Err(denied("staff", "only the staff may do this"))
    }
}

/// The error of a call of the staff to staff whose role does not suffice.
pub fn role_denied() -> Error {
    denied("role", "your role does not allow this")
}

fn denied(reason: &str, message: &str) -> Error {
    let mut error = Error::new(Code::PermissionDenied, message);
    reason.clone_into(&mut error.detail.reason);
    error
}

pub fn no_conversation() -> Error {
    Error::not_found("no such conversation")
}
