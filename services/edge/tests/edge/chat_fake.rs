//! Fake chat service that records calls and returns scripted data, sufficient for testing the edge. The real one is tested
//! in its own crate, and all services together in `services/heuan`.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures::Stream;
use heuan_proto::{
    chat::v1::{self as chat, chat_service_server::*, *},
    notifications::v1::{
        self as notifications, message_service_server::MessageServiceServer,
        news_service_server::NewsServiceServer, notifications_service_server::NotificationsServiceServer,
    },
};
use heuan_rpc::Error;
use tokio::sync::watch;
use tonic::{Request, Response, Status, service::Routes};

pub type GrpcResult<T> = Result<Response<T>, Status>;
pub type WatchStream<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// The fake behind [`ChatService`] and, in [`notifications_fake`](crate::notifications_fake), the three services of notifications.
#[derive(Clone)]
pub struct FakeChat(pub Arc<Inner>);

pub struct Inner {
    stored: Mutex<Stored>,
    /// Changes with each event or notification.
    pub changes: watch::Sender<i64>,
}

#[derive(Default)]
pub struct Stored {
    received: Vec<(&'static str, String)>,
    next_error: Option<Error>,
    pub messages_down: bool,
    events: Vec<chat::Event>,
    pub notified: Vec<notifications::Notification>,
    /// Notifications of canceled news.
    pub removed: Vec<i64>,
    /// Streams end when this increases.
    cuts: u64,
}

impl Default for FakeChat {
    fn default() -> Self {
        Self(Arc::new(Inner { stored: Mutex::default(), changes: watch::Sender::new(0) }))
    }
}

impl FakeChat {
    pub fn routes(&self, routes: Routes) -> Routes {
        let chat = ChatServiceServer::new(self.clone()).max_decoding_message_size(6 * 1024 * 1024);
        routes
            .add_service(chat)
            .add_service(NotificationsServiceServer::new(self.clone()))
            .add_service(MessageServiceServer::new(self.clone()))
            .add_service(NewsServiceServer::new(self.clone()))
    }

    /// The calls since the last time, by name, with their arguments.
    pub fn take_received(&self) -> Vec<(&'static str, String)> {
        std::mem::take(&mut self.stored().received)
    }

    /// From now on the fake does not report which channels a code reaches.
    pub fn set_messages_down(&self) {
        self.stored().messages_down = true;
    }

    pub fn fail_next(&self, error: Error) {
        self.stored().next_error = Some(error);
    }

    /// Writes a message; returns its position.
    pub fn write(&self, customer_id: i64, text: &str, side: ParticipantRole) -> i64 {
        self.happen(customer_id, |place| chat::Event {
            payload: Some(chat::event::Payload::Message(message(place, customer_id, text, side))),
            ..Default::default()
        })
    }

    /// A like of a message by this side and account.
    pub fn like(&self, customer_id: i64, side: ParticipantRole, account_id: i64) -> i64 {
        self.happen(customer_id, |place| chat::Event {
            payload: Some(chat::event::Payload::Liked(message(
                place,
                customer_id,
                "",
                ParticipantRole::Staff,
            ))),
            actor: Some(chat::Actor { role: side.into(), account_id, ..Default::default() }),
            ..Default::default()
        })
    }

    fn happen(&self, customer_id: i64, event: impl FnOnce(i64) -> chat::Event) -> i64 {
        let mut stored = self.stored();
        let place = stored.events.len() as i64 + 1;
        stored.events.push(chat::Event { position: place, customer_id, ..event(place) });
        drop(stored);
        self.0.changes.send_modify(|changes| *changes += 1);
        place
    }

    pub fn send_notification(&self, customer_id: i64, title: &str) -> i64 {
        let mut stored = self.stored();
        let notification_id = stored.notified.len() as i64 + 1;
        let topic = if customer_id == 0 { "customers".to_owned() } else { String::new() };
        let order_id = if title.starts_with("order") { "o-1".to_owned() } else { String::new() };
        let title = title.to_owned();
        stored.notified.push(notifications::Notification {
            notification_id,
            customer_id,
            topic,
            title,
            order_id,
            ..Default::default()
        });
        drop(stored);
        self.0.changes.send_modify(|changes| *changes += 1);
        notification_id
    }

    /// Restores an earlier state of the tables, with this number of events and notifications.
    pub fn restore(&self, places: usize) {
        let mut stored = self.stored();
        stored.events.truncate(places);
        stored.notified.truncate(places);
        drop(stored);
        self.0.changes.send_modify(|changes| *changes += 1);
    }

    /// Disconnects every stream.
    pub fn cut(&self) {
        self.stored().cuts += 1;
        self.0.changes.send_modify(|changes| *changes += 1);
    }

    pub fn stored(&self) -> MutexGuard<'_, Stored> {
        self.0.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn record_call(&self, call: &'static str, received: &impl std::fmt::Debug) -> Result<(), Status> {
        let mut stored = self.stored();
        stored.received.push((call, format!("{received:?}")));
        stored.next_error.take().map_or(Ok(()), |error| Err(error.into()))
    }
}

pub fn message(place: i64, customer_id: i64, text: &str, side: ParticipantRole) -> chat::Message {
    let author = chat::Actor {
        role: side.into(),
        account_id: 5,
        fname: "Kham".to_owned(),
        lname: "Secret".to_owned(),
        phone: "+856".to_owned(),
        ..Default::default()
    };
    chat::Message {
        message_id: place,
        customer_id,
        seq: place,
        text: text.to_owned(),
        kind: "user".to_owned(),
        author: Some(author),
        at_ms: 1_795_194_000_000,
        ..Default::default()
    }
}

#[allow(clippy::unnecessary_wraps, reason = "as messages want it")]
fn conversation(customer_id: i64) -> Option<chat::Conversation> {
    let claimed_by = message(1, customer_id, "", ParticipantRole::Staff).author;
    Some(chat::Conversation {
        customer_id,
        claimed_by,
        version: 3,
        staff_unread: 2,
        customer_unread: 1,
        ..Default::default()
    })
}

#[tonic::async_trait]
impl ChatService for FakeChat {
    async fn send_message(&self, request: Request<SendMessageRequest>) -> GrpcResult<SendMessageResponse> {
        let received = request.into_inner();
        self.record_call("SendMessage", &received)?;
        let side = received.author.as_ref().unwrap().role();
        Ok(Response::new(SendMessageResponse {
            message: Some(message(1, received.customer_id, &received.text, side)),
            conversation: conversation(received.customer_id),
            deduplicated: received.client_id == "again",
        }))
    }

    async fn send_image(&self, request: Request<SendImageRequest>) -> GrpcResult<SendMessageResponse> {
        let received = request.into_inner();
        self.record_call(
            "SendImage",
            &(
                received.image.len(),
                &received.text,
                &received.client_id,
                received.version,
                received.take_over,
            ),
        )?;
        Ok(Response::new(SendMessageResponse {
            message: Some(message(1, received.customer_id, &received.text, ParticipantRole::Customer)),
            conversation: conversation(received.customer_id),
            deduplicated: false,
        }))
    }

    async fn list_messages(&self, request: Request<ListMessagesRequest>) -> GrpcResult<ListMessagesResponse> {
        let received = request.into_inner();
        self.record_call("ListMessages", &received)?;
        Ok(Response::new(ListMessagesResponse {
            messages: vec![message(1, received.customer_id, "hi", ParticipantRole::Staff)],
            has_more: false,
            conversation: conversation(received.customer_id),
        }))
    }

    async fn like_message(&self, request: Request<LikeMessageRequest>) -> GrpcResult<LikeMessageResponse> {
        self.record_call("LikeMessage", &request.into_inner())?;
        Ok(Response::new(LikeMessageResponse { message: Some(message(1, 7, "hi", ParticipantRole::Staff)) }))
    }

    async fn mark_read(&self, request: Request<MarkReadRequest>) -> GrpcResult<MarkReadResponse> {
        let received = request.into_inner();
        self.record_call("MarkRead", &received)?;
        Ok(Response::new(MarkReadResponse { conversation: conversation(received.customer_id) }))
    }

    async fn get_attachment(
        &self,
        request: Request<GetAttachmentRequest>,
    ) -> GrpcResult<GetAttachmentResponse> {
        let received = request.into_inner();
        self.record_call("GetAttachment", &received)?;
        let content = if received.without_content { Vec::new() } else { b"RIFF".to_vec() };
        Ok(Response::new(GetAttachmentResponse { content_type: "image/webp".to_owned(), content }))
    }

    async fn get_link_preview(
        &self,
        request: Request<GetLinkPreviewRequest>,
    ) -> GrpcResult<GetLinkPreviewResponse> {
        let url = request.into_inner().url;
        self.record_call("GetLinkPreview", &url)?;
        let (title, image_id) = ("Title".to_owned(), "a".repeat(32));
        let preview =
            LinkPreview { url, title, image_id, domain: "a.example".to_owned(), ..Default::default() };
        Ok(Response::new(GetLinkPreviewResponse { preview: Some(preview) }))
    }

    async fn get_preview_image(
        &self,
        request: Request<GetPreviewImageRequest>,
    ) -> GrpcResult<GetPreviewImageResponse> {
        if request.into_inner().image_id != "a".repeat(32) {
            return Err(Error::not_found("no such preview").into());
        }
        Ok(Response::new(GetPreviewImageResponse {
            content_type: "image/webp".to_owned(),
            content: b"RIFF".to_vec(),
        }))
    }

    async fn list_conversations(
        &self,
        request: Request<ListConversationsRequest>,
    ) -> GrpcResult<ListConversationsResponse> {
        self.record_call("ListConversations", &request.into_inner())?;
        let conversations = conversation(7).into_iter().collect();
        Ok(Response::new(ListConversationsResponse {
            conversations,
            total: 1,
            unread_conversations: 1,
            unanswered_conversations: 4,
            next_cursor: "1795237200000.7".to_owned(),
        }))
    }

    async fn get_conversation(
        &self,
        request: Request<GetConversationRequest>,
    ) -> GrpcResult<GetConversationResponse> {
        let received = request.into_inner();
        Ok(Response::new(GetConversationResponse { conversation: conversation(received.customer_id) }))
    }

    async fn claim_conversation(
        &self,
        request: Request<ClaimConversationRequest>,
    ) -> GrpcResult<ClaimConversationResponse> {
        let received = request.into_inner();
        self.record_call("ClaimConversation", &received)?;
        Ok(Response::new(ClaimConversationResponse { conversation: conversation(received.customer_id) }))
    }

    async fn release_conversation(
        &self,
        request: Request<ReleaseConversationRequest>,
    ) -> GrpcResult<ReleaseConversationResponse> {
        let received = request.into_inner();
        self.record_call("ReleaseConversation", &received)?;
        Ok(Response::new(ReleaseConversationResponse { conversation: conversation(received.customer_id) }))
    }

    async fn list_quick_replies(
        &self,
        _: Request<ListQuickRepliesRequest>,
    ) -> GrpcResult<ListQuickRepliesResponse> {
        let hello = QuickReply {
            quick_reply_id: 1, title: "Hello".to_owned(), text: "ສະບາຍດີ".to_owned()
        };
        Ok(Response::new(ListQuickRepliesResponse { quick_replies: vec![hello] }))
    }

    async fn save_quick_reply(
        &self,
        request: Request<SaveQuickReplyRequest>,
    ) -> GrpcResult<SaveQuickReplyResponse> {
        let received = request.into_inner();
        self.record_call("SaveQuickReply", &received)?;
        Ok(Response::new(SaveQuickReplyResponse { quick_reply: received.quick_reply }))
    }

    async fn delete_quick_reply(
        &self,
        request: Request<DeleteQuickReplyRequest>,
    ) -> GrpcResult<DeleteQuickReplyResponse> {
        self.record_call("DeleteQuickReply", &request.into_inner())?;
        Ok(Response::new(DeleteQuickReplyResponse {}))
    }

    async fn list_events(&self, request: Request<ListEventsRequest>) -> GrpcResult<ListEventsResponse> {
        let received = request.into_inner();
        let stored = self.stored();
        let events = stored.events.iter().filter(|event| {
            event.position > received.after_position
                && (received.customer_id == 0 || event.customer_id == received.customer_id)
        });
        let (events, place): (Vec<_>, i64) = (events.cloned().collect(), stored.events.len() as i64);
        let more = events.len() > received.limit as usize;
        Ok(Response::new(ListEventsResponse {
            events,
            position: place,
            has_more: more,
            reset: received.after_position > place,
        }))
    }

    type WatchEventsStream = WatchStream<WatchEventsResponse>;

    async fn watch_events(
        &self,
        request: Request<WatchEventsRequest>,
    ) -> GrpcResult<Self::WatchEventsStream> {
        let (fake, after) = (self.clone(), request.into_inner().after_position);
        Ok(Response::new(Box::pin(async_stream::stream! {
            let mut changes = fake.0.changes.subscribe();
            let (cuts, mut place) = {
                let stored = fake.stored();
                (stored.cuts, if after < 0 { stored.events.len() as i64 } else { after })
            };
            loop {
                changes.mark_unchanged();
                let (events, cut, end): (Vec<chat::Event>, bool, i64) = {
                    let stored = fake.stored();
                    let events = stored.events.iter().filter(|event| event.position > place).cloned().collect();
                    (events, stored.cuts > cuts, stored.events.len() as i64)
                };
                if cut {
                    yield Err(Status::unavailable("cut"));
                    return;
                }
                let reset = place > end;
                place = events.last().map_or(place.min(end), |event| event.position);
                yield Ok(WatchEventsResponse { events, position: place, reset });
                if changes.changed().await.is_err() {
                    return;
                }
            }
        })))
    }
}
