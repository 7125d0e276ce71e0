//! Conversion between protobuf messages and domain types: notifications, events, messages and template previews.

use heuan_proto::notifications::v1 as wire;

use crate::{
    event::Event,
    message_preview::{MessagePreview, TemplatePreview},
    notification::{Draft, Notification},
    outgoing_message::{OutgoingMessage, State},
    store::UndeliverableAddress,
};

impl From<Notification> for wire::Notification {
    fn from(from: Notification) -> Self {
        let Notification { no_id, draft, is_read, created_at, updated_at } = from;
        Self {
            notification_id: no_id,
            customer_id: draft.customer_id,
            topic: draft.topic,
            title: draft.title,
            body: draft.body,
            title_en: draft.title_en,
            body_en: draft.body_en,
            image_url: draft.image_url,
            action_url: draft.action_url,
            website_url: draft.website_url,
            category: draft.category,
            is_read,
            created_at_ms: created_at,
            updated_at_ms: updated_at,
            order_number: draft.order_number,
            message_id: draft.message_id,
            kind: draft.kind,
            order_id: draft.order_id,
            order_status: draft.order_status,
        }
    }
}

impl From<wire::CreateNotificationRequest> for Draft {
    fn from(from: wire::CreateNotificationRequest) -> Self {
        Self {
            customer_id: from.customer_id,
            event_id: from.event_id,
            title: from.title,
            body: from.body,
            title_en: from.title_en,
            body_en: from.body_en,
            image_url: from.image_url,
            action_url: from.action_url,
            website_url: from.website_url,
            category: from.category,
            order_number: from.order_number,
            message_id: from.message_id,
            ..Self::default()
        }
    }
}

impl From<wire::BroadcastRequest> for Draft {
    fn from(from: wire::BroadcastRequest) -> Self {
        // The URL of the app is used if the request has no separate URL for clicks in the app.
        let action_url = if from.action_url.is_empty() { from.mobile_url } else { from.action_url };
        Self {
            topic: from.topic,
            event_id: from.event_id,
            title: from.title,
            body: from.body,
            image_url: from.image_url,
            action_url,
            website_url: from.website_url,
            category: from.category,
            ..Self::default()
        }
    }
}

impl From<wire::Event> for Event {
    fn from(from: wire::Event) -> Self {
        let wire::Event { event_id, kind, customer_id, order_id, payload, at_ms } = from;
        Self { event_id, kind, customer_id, order_id, payload, at: at_ms }
    }
}

impl From<OutgoingMessage> for wire::OutgoingMessage {
    fn from(from: OutgoingMessage) -> Self {
        let number = |value: i64| i32::try_from(value).unwrap_or(i32::MAX);
        Self {
            message_id: from.message_id,
            notification_id: from.no_id,
            customer_id: from.customer_id,
            channel: from.channel,
            kind: from.kind,
            next_at_ms: if from.state == State::Waiting.into_str() { from.next_at } else { 0 },
            state: from.state,
            recipient: from.recipient,
            language: from.language,
            subject: from.subject,
            text: from.text,
            html: from.html,
            parts: number(from.parts),
            tries: number(from.tries),
            resends: number(from.resends),
            reason: from.reason,
            detail: from.detail,
            order_id: from.order_id,
            order_number: from.order_number,
            created_at_ms: from.created_at,
            updated_at_ms: from.updated_at,
            is_undeliverable: from.undeliverable > 0,
            is_in_reserve: from.in_reserve > 0,
            delivered_at_ms: from.delivered_at,
        }
    }
}

impl From<UndeliverableAddress> for wire::UndeliverableAddress {
    fn from(from: UndeliverableAddress) -> Self {
        let UndeliverableAddress { channel, recipient, detail, marked_at } = from;
        Self { channel, recipient, detail, marked_at_ms: marked_at }
    }
}

impl From<TemplatePreview> for wire::PreviewMessageTemplatesResponse {
    fn from(from: TemplatePreview) -> Self {
        let TemplatePreview { messages, errors, folder, is_changed } = from;
        let errors = errors
            .into_iter()
            .map(|error| wire::MessageTemplateError { template: error.place, message: error.message });
        Self {
            templates: messages.into_iter().map(Into::into).collect(),
            faults: errors.collect(),
            folder,
            is_changed,
        }
    }
}

impl From<MessagePreview> for wire::MessageTemplate {
    fn from(from: MessagePreview) -> Self {
        let MessagePreview { kind, variant, email, sms, own_parts } = from;
        Self {
            kind,
            variant: variant.map(|variant| variant.into_str().to_owned()).unwrap_or_default(),
            subject: email.subject,
            text: email.text,
            html: email.html,
            short_text: sms.text,
            parts: i32::try_from(sms.parts).unwrap_or(i32::MAX),
            own_parts: own_parts.into_iter().map(str::to_owned).collect(),
        }
    }
}
