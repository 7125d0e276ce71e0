//! Fake chat and notification services that record calls and return scripted data, sufficient for testing the edge. The
//! real ones are tested in their own crates, and all together in `services/heuan`.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures::Stream;
use heuan_proto::{
    chat::v1::{self as chat, chat_service_server::*, *},
    notifications::v1::{
        self as notifications, message_service_server::*, news_service_server::*,
        notifications_service_server::*, *,
    },
};
use heuan_rpc::Error;
use tokio::sync::watch;
use tonic::{Request, Response, Status, service::Routes};

type GrpcResult<T> = Result<Response<T>, Status>;
type Told<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

#[derive(Clone)]
pub struct FakeTalk(Arc<Inner>);

struct Inner {
    stored: Mutex<Stored>,
    news: watch::Sender<i64>,
}

#[derive(Default)]
struct Stored {
    received: Vec<(&'static str, String)>,
    next_error: Option<Error>,
    events: Vec<chat::Event>,
    notified: Vec<notifications::Notification>,
    direct: Vec<SendDirectMessageRequest>,
    /// Streams end when this increases.
    cuts: u64,
}

impl Default for FakeTalk {
    fn default() -> Self {
        Self(Arc::new(Inner { stored: Mutex::default(), news: watch::Sender::new(0) }))
    }
}

impl FakeTalk {
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

    /// Messages to numbers and addresses, in order.
    pub fn direct(&self) -> Vec<SendDirectMessageRequest> {
        self.stored().direct.clone()
    }

    pub fn fail_next(&self, error: Error) {
        self.stored().next_error = Some(error);
    }

    /// Writes a message; returns its position.
    pub fn write(&self, customer_id: i64, text: &str, side: ParticipantRole) -> i64 {
        self.happen(customer_id, |place| chat::Event {
            what: Some(chat::event::What::Message(message(place, customer_id, text, side))),
            ..Default::default()
        })
    }

    /// A like of a message by this side and account.
    pub fn like(&self, customer_id: i64, side: ParticipantRole, account_id: i64) -> i64 {
        self.happen(customer_id, |place| chat::Event {
            what: Some(chat::event::What::Liked(message(place, customer_id, "", ParticipantRole::Staff))),
            actor: Some(chat::Actor { role: side.into(), account_id, ..Default::default() }),
            ..Default::default()
        })
    }

    fn happen(&self, customer_id: i64, event: impl FnOnce(i64) -> chat::Event) -> i64 {
        let mut stored = self.stored();
        let place = stored.events.len() as i64 + 1;
        stored.events.push(chat::Event { position: place, customer_id, ..event(place) });
        drop(stored);
        self.0.news.send_modify(|news| *news += 1);
        place
    }

    pub fn tell(&self, customer_id: i64, title: &str) -> i64 {
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
        self.0.news.send_modify(|news| *news += 1);
        notification_id
    }

    /// Restores an earlier state of the tables, with this number of events and notifications.
    pub fn restore(&self, places: usize) {
        let mut stored = self.stored();
        stored.events.truncate(places);
        stored.notified.truncate(places);
        drop(stored);
        self.0.news.send_modify(|news| *news += 1);
    }

    /// Disconnects every stream.
    pub fn cut(&self) {
        self.stored().cuts += 1;
        self.0.news.send_modify(|news| *news += 1);
    }

    fn stored(&self) -> MutexGuard<'_, Stored> {
        self.0.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn record_call(&self, call: &'static str, received: &impl std::fmt::Debug) -> Result<(), Status> {
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
impl ChatService for FakeTalk {
    async fn send_message(&self, request: Request<SendMessageRequest>) -> GrpcResult<SendMessageResponse> {
        let received = request.into_inner();
        self.record_call("SendMessage", &received)?;
        let side = received.author.as_ref().unwrap().role();
        Ok(Response::new(SendMessageResponse {
            message: Some(message(1, received.customer_id, &received.text, side)),
            conversation: conversation(received.customer_id),
            repeated: received.client_id == "again",
        }))
    }

    async fn send_picture(&self, request: Request<SendPictureRequest>) -> GrpcResult<SendMessageResponse> {
        let received = request.into_inner();
        self.record_call(
            "SendPicture",
            &(
                received.picture.len(),
                &received.text,
                &received.client_id,
                received.version,
                received.take_over,
            ),
        )?;
        Ok(Response::new(SendMessageResponse {
            message: Some(message(1, received.customer_id, &received.text, ParticipantRole::Customer)),
            conversation: conversation(received.customer_id),
            repeated: false,
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
        let (title, picture_id) = ("Title".to_owned(), "a".repeat(32));
        let preview =
            LinkPreview { url, title, picture_id, domain: "a.example".to_owned(), ..Default::default() };
        Ok(Response::new(GetLinkPreviewResponse { preview: Some(preview) }))
    }

    async fn get_preview_picture(
        &self,
        request: Request<GetPreviewPictureRequest>,
    ) -> GrpcResult<GetPreviewPictureResponse> {
        if request.into_inner().picture_id != "a".repeat(32) {
            return Err(Error::not_found("no such preview").into());
        }
        Ok(Response::new(GetPreviewPictureResponse {
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
        Ok(Response::new(ListConversationsResponse { conversations, total: 1, unread_conversations: 1 }))
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

    type WatchEventsStream = Told<WatchEventsResponse>;

    async fn watch_events(
        &self,
        request: Request<WatchEventsRequest>,
    ) -> GrpcResult<Self::WatchEventsStream> {
        let (talk, after) = (self.clone(), request.into_inner().after_position);
        Ok(Response::new(Box::pin(async_stream::stream! {
            let mut news = talk.0.news.subscribe();
            let (cuts, mut place) = {
                let stored = talk.stored();
                (stored.cuts, if after < 0 { stored.events.len() as i64 } else { after })
            };
            loop {
                news.mark_unchanged();
                let (events, cut, end): (Vec<chat::Event>, bool, i64) = {
                    let stored = talk.stored();
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
                if news.changed().await.is_err() {
                    return;
                }
            }
        })))
    }
}

#[tonic::async_trait]
impl NotificationsService for FakeTalk {
    async fn list_notifications(
        &self,
        request: Request<ListNotificationsRequest>,
    ) -> GrpcResult<ListNotificationsResponse> {
        self.record_call("ListNotifications", &request.into_inner())?;
        let notifications = self.stored().notified.clone();
        let total = notifications.len() as i64;
        Ok(Response::new(ListNotificationsResponse { notifications, total, unread: total }))
    }

    async fn mark_notifications(
        &self,
        request: Request<MarkNotificationsRequest>,
    ) -> GrpcResult<MarkNotificationsResponse> {
        self.record_call("MarkNotifications", &request.into_inner())?;
        Ok(Response::new(MarkNotificationsResponse { changed: 1, unread: 4 }))
    }

    async fn create_notification(
        &self,
        request: Request<CreateNotificationRequest>,
    ) -> GrpcResult<CreateNotificationResponse> {
        let received = request.into_inner();
        self.record_call("CreateNotification", &received)?;
        let notification =
            notifications::Notification { notification_id: 1, title: received.title, ..Default::default() };
        Ok(Response::new(CreateNotificationResponse { notification: Some(notification) }))
    }

    async fn broadcast(&self, request: Request<BroadcastRequest>) -> GrpcResult<BroadcastResponse> {
        let received = request.into_inner();
        self.record_call("Broadcast", &received)?;
        let notification =
            notifications::Notification { notification_id: 1, title: received.title, ..Default::default() };
        Ok(Response::new(BroadcastResponse { notification: Some(notification) }))
    }

    async fn get_push_key(&self, _: Request<GetPushKeyRequest>) -> GrpcResult<GetPushKeyResponse> {
        Ok(Response::new(GetPushKeyResponse { public_key: "BKey".to_owned() }))
    }

    async fn save_push_subscription(
        &self,
        request: Request<SavePushSubscriptionRequest>,
    ) -> GrpcResult<SavePushSubscriptionResponse> {
        let received = request.into_inner();
        // The message's own `Debug` omits everything but the customer.
        let SavePushSubscriptionRequest { customer_id, expires_at_ms, staff, session_id, .. } = received;
        let notified = format!(
            "customer_id: {customer_id}, expires_at_ms: {expires_at_ms}, staff: {staff}, session_id: {session_id}"
        );
        self.record_call("SavePushSubscription", &notified)?;
        Ok(Response::new(SavePushSubscriptionResponse {}))
    }

    async fn delete_push_subscription(
        &self,
        request: Request<DeletePushSubscriptionRequest>,
    ) -> GrpcResult<DeletePushSubscriptionResponse> {
        self.record_call("DeletePushSubscription", &request.into_inner())?;
        Ok(Response::new(DeletePushSubscriptionResponse {}))
    }

    async fn list_new_notifications(
        &self,
        request: Request<ListNewNotificationsRequest>,
    ) -> GrpcResult<ListNewNotificationsResponse> {
        let received = request.into_inner();
        let stored = self.stored();
        let mine = |one: &&notifications::Notification| {
            received.after_position >= 0
                && one.notification_id > received.after_position
                && (one.customer_id == 0 || one.customer_id == received.customer_id)
        };
        let notifications = stored.notified.iter().filter(mine).cloned().collect();
        let (place, more, topics) = (stored.notified.len() as i64, false, Vec::new());
        let reset = received.after_position > place;
        Ok(Response::new(ListNewNotificationsResponse {
            notifications,
            position: place,
            has_more: more,
            topics,
            reset,
        }))
    }

    type WatchNotificationsStream = Told<WatchNotificationsResponse>;

    async fn watch_notifications(
        &self,
        request: Request<WatchNotificationsRequest>,
    ) -> GrpcResult<Self::WatchNotificationsStream> {
        let (talk, after) = (self.clone(), request.into_inner().after_position);
        Ok(Response::new(Box::pin(async_stream::stream! {
            let mut news = talk.0.news.subscribe();
            let mut place = if after < 0 { talk.stored().notified.len() as i64 } else { after };
            loop {
                news.mark_unchanged();
                let (notifications, end): (Vec<_>, i64) = {
                    let stored = talk.stored();
                    let notified = stored.notified.iter().filter(|one| one.notification_id > place);
                    (notified.cloned().collect(), stored.notified.len() as i64)
                };
                let reset = place > end;
                place = notifications.last().map_or(place.min(end), |one| one.notification_id);
                yield Ok(WatchNotificationsResponse { notifications, position: place, reset });
                if news.changed().await.is_err() {
                    return;
                }
            }
        })))
    }
}

pub fn outgoing_message() -> OutgoingMessage {
    OutgoingMessage {
        message_id: 7,
        customer_id: 5,
        channel: "email".to_owned(),
        kind: "order.ready".to_owned(),
        state: "failed".to_owned(),
        recipient: "noy@example.com".to_owned(),
        language: "la".to_owned(),
        subject: "Ready".to_owned(),
        text: "Your order is ready".to_owned(),
        html: "<p>Your order is ready</p>".to_owned(),
        tries: 1,
        reason: "invalid_address".to_owned(),
        detail: "550 no such mailbox".to_owned(),
        order_id: "o1".to_owned(),
        order_number: "N-1".to_owned(),
        created_at_ms: 1_795_194_000_000,
        updated_at_ms: 1_795_194_000_000,
        ..Default::default()
    }
}

fn undeliverable() -> UndeliverableAddress {
    UndeliverableAddress {
        channel: "sms".to_owned(),
        recipient: "+8562055512345".to_owned(),
        detail: "400 no such number".to_owned(),
        marked_at_ms: 1_795_194_000_000,
    }
}

fn message_channels() -> MessageChannels {
    let channels = vec!["email".to_owned(), "sms".to_owned()];
    MessageChannels {
        configured_channels: channels.clone(),
        channels,
        language: "la".to_owned(),
        undeliverable: vec![undeliverable()],
        ..Default::default()
    }
}

#[tonic::async_trait]
impl MessageService for FakeTalk {
    async fn list_outgoing_messages(
        &self,
        request: Request<ListOutgoingMessagesRequest>,
    ) -> GrpcResult<ListOutgoingMessagesResponse> {
        self.record_call("ListOutgoingMessages", &request.into_inner())?;
        Ok(Response::new(ListOutgoingMessagesResponse {
            messages: vec![OutgoingMessage { html: String::new(), ..outgoing_message() }],
            next_cursor: "bS43".to_owned(),
            failed_count: 1,
            configured_channels: vec!["email".to_owned()],
            ..Default::default()
        }))
    }

    async fn get_outgoing_message(
        &self,
        request: Request<GetOutgoingMessageRequest>,
    ) -> GrpcResult<GetOutgoingMessageResponse> {
        self.record_call("GetOutgoingMessage", &request.into_inner())?;
        Ok(Response::new(GetOutgoingMessageResponse { message: Some(outgoing_message()) }))
    }

    async fn resend_outgoing_message(
        &self,
        request: Request<ResendOutgoingMessageRequest>,
    ) -> GrpcResult<ResendOutgoingMessageResponse> {
        self.record_call("ResendOutgoingMessage", &request.into_inner())?;
        let message = OutgoingMessage {
            state: "waiting".to_owned(),
            reason: String::new(),
            resends: 1,
            next_at_ms: 1_795_194_000_000,
            ..outgoing_message()
        };
        Ok(Response::new(ResendOutgoingMessageResponse { message: Some(message) }))
    }

    async fn list_undeliverable_addresses(
        &self,
        request: Request<ListUndeliverableAddressesRequest>,
    ) -> GrpcResult<ListUndeliverableAddressesResponse> {
        self.record_call("ListUndeliverableAddresses", &request.into_inner())?;
        Ok(Response::new(ListUndeliverableAddressesResponse { addresses: vec![undeliverable()] }))
    }

    async fn clear_undeliverable_address(
        &self,
        request: Request<ClearUndeliverableAddressRequest>,
    ) -> GrpcResult<ClearUndeliverableAddressResponse> {
        self.record_call("ClearUndeliverableAddress", &request.into_inner())?;
        Ok(Response::new(ClearUndeliverableAddressResponse {}))
    }

    async fn get_message_channels(
        &self,
        request: Request<GetMessageChannelsRequest>,
    ) -> GrpcResult<GetMessageChannelsResponse> {
        let customer_id = request.into_inner().customer_id;
        self.record_call("GetMessageChannels", &format!("customer_id: {customer_id}, "))?;
        Ok(Response::new(GetMessageChannelsResponse { channels: Some(message_channels()) }))
    }

    async fn set_message_channels(
        &self,
        request: Request<SetMessageChannelsRequest>,
    ) -> GrpcResult<SetMessageChannelsResponse> {
        self.record_call("SetMessageChannels", &request.into_inner())?;
        Ok(Response::new(SetMessageChannelsResponse { channels: Some(message_channels()) }))
    }

    async fn get_code_channels(
        &self,
        _: Request<GetCodeChannelsRequest>,
    ) -> GrpcResult<GetCodeChannelsResponse> {
        Ok(Response::new(GetCodeChannelsResponse { reaches_phone: true, reaches_email: false }))
    }

    async fn send_direct_message(
        &self,
        request: Request<SendDirectMessageRequest>,
    ) -> GrpcResult<SendDirectMessageResponse> {
        self.stored().direct.push(request.into_inner());
        Ok(Response::new(SendDirectMessageResponse {}))
    }
}

fn news() -> News {
    News {
        news_id: 3,
        text: Some(NewsText {
            title: "ຫຼຸດລາຄາ".to_owned(),
            body: "ກະເບື້ອງ".to_owned(),
            title_en: "Sale".to_owned(),
            body_en: "All tiles".to_owned(),
            link: "/promotion".to_owned(),
        }),
        state: "sending".to_owned(),
        author_id: 7,
        recipients: 40,
        written: 20,
        pending: 15,
        sent: 5,
        created_at_ms: 1_795_194_000_000,
        ..Default::default()
    }
}

#[tonic::async_trait]
impl NewsService for FakeTalk {
    async fn preview_news(&self, request: Request<PreviewNewsRequest>) -> GrpcResult<PreviewNewsResponse> {
        self.record_call("PreviewNews", &request.into_inner())?;
        let preview = NewsPreview {
            language: "en".to_owned(),
            subject: "Sale".to_owned(),
            html: "<p>All tiles</p>".to_owned(),
            short_text: "Heuan: Sale".to_owned(),
            parts: 1,
            ..Default::default()
        };
        Ok(Response::new(PreviewNewsResponse { previews: vec![preview], recipients: 40 }))
    }

    async fn send_news(&self, request: Request<SendNewsRequest>) -> GrpcResult<SendNewsResponse> {
        self.record_call("SendNews", &request.into_inner())?;
        Ok(Response::new(SendNewsResponse { news: Some(news()) }))
    }

    async fn list_news(&self, request: Request<ListNewsRequest>) -> GrpcResult<ListNewsResponse> {
        self.record_call("ListNews", &request.into_inner())?;
        Ok(Response::new(ListNewsResponse { news: vec![news()], has_more: true, recipients: 40 }))
    }

    async fn cancel_news(&self, request: Request<CancelNewsRequest>) -> GrpcResult<CancelNewsResponse> {
        self.record_call("CancelNews", &request.into_inner())?;
        let news = News { state: "cancelled".to_owned(), ended_at_ms: 1_795_194_000_000, ..news() };
        Ok(Response::new(CancelNewsResponse { news: Some(news) }))
    }

    async fn stop_news(&self, request: Request<StopNewsRequest>) -> GrpcResult<StopNewsResponse> {
        let token = request.into_inner().token;
        self.record_call("StopNews", &token)?;
        if token == "wrong" {
            return Err(Error::invalid("token", "is not a link of this shop").into());
        }
        Ok(Response::new(StopNewsResponse {}))
    }
}
