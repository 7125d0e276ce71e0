//! Fake services of notifications: the bell, outgoing messages and news. They share the state of [`FakeChat`].

use heuan_proto::notifications::v1::{
    self as notifications, message_service_server::*, news_service_server::*,
    notifications_service_server::*, *,
};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use crate::chat_fake::{FakeChat, GrpcResult, WatchStream};

#[tonic::async_trait]
impl NotificationsService for FakeChat {
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
        let role = received.actor_role();
        // The message's own `Debug` omits everything but the customer.
        let SavePushSubscriptionRequest {
            customer_id,
            expires_at_ms,
            staff,
            session_id,
            new_orders,
            customer_messages,
            new_orders_branch_id,
            ..
        } = received;
        let chosen =
            |name, choice: Option<bool>| choice.map_or(String::new(), |is| format!(", {name}: {is}"));
        let new_orders = chosen("new_orders", new_orders);
        let customer_messages = chosen("customer_messages", customer_messages);
        let branch = new_orders_branch_id.map_or(String::new(), |id| format!(", new_orders_branch_id: {id}"));
        let notified = format!(
            "customer_id: {customer_id}, expires_at_ms: {expires_at_ms}, staff: {staff}, session_id: {session_id}{new_orders}{customer_messages}{branch}, actor_role: {role:?}"
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
        if received.staff
            && !matches!(
                received.actor_role(),
                MessageActorRole::Clerk | MessageActorRole::Editor | MessageActorRole::Manager
            )
        {
            return Err(Status::permission_denied("new notifications of the staff name a role of the staff"));
        }
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

    type WatchNotificationsStream = WatchStream<WatchNotificationsResponse>;

    async fn watch_notifications(
        &self,
        request: Request<WatchNotificationsRequest>,
    ) -> GrpcResult<Self::WatchNotificationsStream> {
        let (fake, after) = (self.clone(), request.into_inner().after_position);
        Ok(Response::new(Box::pin(async_stream::stream! {
            let mut changes = fake.0.changes.subscribe();
            let mut place = if after < 0 { fake.stored().notified.len() as i64 } else { after };
            let mut removals = fake.stored().removed.len();
            loop {
                changes.mark_unchanged();
                let (notifications, end, removed_notification_ids): (Vec<_>, i64, Vec<i64>) = {
                    let stored = fake.stored();
                    let notified = stored.notified.iter().filter(|one| one.notification_id > place);
                    let removed = stored.removed[removals..].to_vec();
                    (notified.cloned().collect(), stored.notified.len() as i64, removed)
                };
                removals += removed_notification_ids.len();
                let reset = place > end;
                place = notifications.last().map_or(place.min(end), |one| one.notification_id);
                yield Ok(WatchNotificationsResponse {
                    notifications,
                    position: place,
                    reset,
                    removed_notification_ids,
                });
                if changes.changed().await.is_err() {
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
impl MessageService for FakeChat {
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

    async fn preview_message_templates(
        &self,
        request: Request<PreviewMessageTemplatesRequest>,
    ) -> GrpcResult<PreviewMessageTemplatesResponse> {
        self.record_call("PreviewMessageTemplates", &request.into_inner())?;
        let ready = MessageTemplate {
            kind: "order.ready".to_owned(),
            subject: "Order 1 is ready".to_owned(),
            text: "Hello".to_owned(),
            html: "<p>Hello</p>".to_owned(),
            own_parts: vec!["text".to_owned()],
            ..Default::default()
        };
        let fault = MessageTemplateError {
            template: "en/order.ready/short".to_owned(),
            message: "there is no variable nmae".to_owned(),
        };
        Ok(Response::new(PreviewMessageTemplatesResponse {
            templates: vec![ready],
            faults: vec![fault],
            folder: "/etc/heuan/messages".to_owned(),
            is_changed: true,
        }))
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

    async fn set_page_language(
        &self,
        request: Request<SetPageLanguageRequest>,
    ) -> GrpcResult<SetPageLanguageResponse> {
        let SetPageLanguageRequest { customer_id, language } = request.into_inner();
        self.record_call("SetPageLanguage", &format!("customer_id: {customer_id}, language: {language}"))?;
        Ok(Response::new(SetPageLanguageResponse {}))
    }

    async fn get_code_channels(
        &self,
        _: Request<GetCodeChannelsRequest>,
    ) -> GrpcResult<GetCodeChannelsResponse> {
        if self.stored().messages_down {
            return Err(Status::internal("down"));
        }
        Ok(Response::new(GetCodeChannelsResponse { reaches_phone: true, reaches_email: false }))
    }

    async fn report_delivery(
        &self,
        request: Request<ReportDeliveryRequest>,
    ) -> GrpcResult<ReportDeliveryResponse> {
        let request = request.into_inner();
        // The message's own `Debug` omits its secrets.
        let signatures: Vec<_> = request.signatures.iter().map(|one| (&one.name, &one.value)).collect();
        let body = String::from_utf8_lossy(&request.body);
        let received = (&request.channel, &request.content_type, &request.authorization, signatures, body);
        self.record_call("ReportDelivery", &received)?;
        Ok(Response::new(ReportDeliveryResponse {}))
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
            ..Default::default()
        }),
        state: "sending".to_owned(),
        author_id: 7,
        recipients: 40,
        written: 20,
        pending: 15,
        sent: 5,
        created_at_ms: 1_795_194_000_000,
        notification_id: 77,
        ..Default::default()
    }
}

#[tonic::async_trait]
impl NewsService for FakeChat {
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
        self.stored().removed.push(news.notification_id);
        self.0.changes.send_modify(|changes| *changes += 1);
        Ok(Response::new(CancelNewsResponse { news: Some(news) }))
    }

    async fn unsubscribe(&self, request: Request<UnsubscribeRequest>) -> GrpcResult<UnsubscribeResponse> {
        let token = request.into_inner().token;
        self.record_call("Unsubscribe", &token)?;
        if token == "wrong" {
            return Err(Error::invalid("token", "is not a link of this shop").into());
        }
        Ok(Response::new(UnsubscribeResponse {}))
    }
}
