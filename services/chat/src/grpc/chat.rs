//! gRPC handlers of `ChatService`.

use std::pin::Pin;

use futures::Stream;
use heuan_media::SanitizedImage;
use heuan_proto::chat::v1::{self as wire, chat_service_server::ChatService};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::{Handler, convert, id, limit, watch};
use crate::{
    chat_service::{ReplyContext, no_conversation},
    inbox_search,
    message::{Draft, Kind},
    store::{InboxCursor, InboxPosition, Part, QuickReply, Search},
};

const MAX_SEARCH: usize = 200;
/// Maximum length of a client name used for quotas.
const MAX_CLIENT: usize = 64;

type GrpcResult<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl ChatService for Handler {
    async fn send_message(
        &self,
        request: Request<wire::SendMessageRequest>,
    ) -> GrpcResult<wire::SendMessageResponse> {
        let request = request.into_inner();
        let seen = ReplyContext { version: request.version, take_over: request.take_over };
        let draft = Draft {
            customer_id: id("customer_id", request.customer_id)?,
            author: convert::actor(request.author)?,
            client_id: request.client_id,
            text: request.text,
            kind: convert::kind(&request.kind)?,
            url: request.url,
            width: 0,
            height: 0,
        };
        let sent = self.service.send(draft, seen).await?;
        Ok(Response::new(convert::sent(sent, self.service.clock.now_ms())))
    }

    async fn send_image(
        &self,
        request: Request<wire::SendImageRequest>,
    ) -> GrpcResult<wire::SendMessageResponse> {
        let request = request.into_inner();
        let seen = ReplyContext { version: request.version, take_over: request.take_over };
        let draft = Draft {
            customer_id: id("customer_id", request.customer_id)?,
            author: convert::actor(request.author)?,
            client_id: request.client_id,
            text: request.text,
            kind: Kind::Img,
            url: String::new(),
            width: 0,
            height: 0,
        };
        let sent = self.service.send_image(draft, request.image, seen).await?;
        Ok(Response::new(convert::sent(sent, self.service.clock.now_ms())))
    }

    async fn list_messages(
        &self,
        request: Request<wire::ListMessagesRequest>,
    ) -> GrpcResult<wire::ListMessagesResponse> {
        let request = request.into_inner();
        let (customer_id, reader) =
            (id("customer_id", request.customer_id)?, convert::actor(request.reader)?);
        let part = match (request.before_seq, request.after_seq) {
            (before, 0) if before > 0 => Part::Before(before),
            (0, after) if after > 0 => Part::After(after),
            (0, 0) => Part::Newest,
            _ => {
                return Err(Error::invalid(
                    "before_seq",
                    "requires after_seq to be absent and a positive value",
                )
                .into());
            }
        };
        let limit = limit(request.limit, 200)?;
        let (found, conversation) = self.service.messages(customer_id, &reader, part, limit).await?;
        let now = self.service.clock.now_ms();
        Ok(Response::new(wire::ListMessagesResponse {
            messages: found.messages.into_iter().map(Into::into).collect(),
            has_more: found.more,
            conversation: conversation.map(|it| convert::conversation(it, now)),
        }))
    }

    async fn like_message(
        &self,
        request: Request<wire::LikeMessageRequest>,
    ) -> GrpcResult<wire::LikeMessageResponse> {
        let request = request.into_inner();
        let actor = convert::actor(request.actor)?;
        let message = self.service.like(id("messageId", request.message_id)?, &actor, request.liked).await?;
        Ok(Response::new(wire::LikeMessageResponse { message: Some(message.into()) }))
    }

    async fn mark_read(&self, request: Request<wire::MarkReadRequest>) -> GrpcResult<wire::MarkReadResponse> {
        let request = request.into_inner();
        let (customer_id, reader) =
            (id("customer_id", request.customer_id)?, convert::actor(request.reader)?);
        if request.seq < 0 {
            return Err(Error::invalid("seq", "must be a whole number, at least 0").into());
        }
        let marked = self.service.mark_read(customer_id, &reader, request.seq).await?;
        let conversation = convert::conversation(marked, self.service.clock.now_ms());
        Ok(Response::new(wire::MarkReadResponse { conversation: Some(conversation) }))
    }

    async fn get_attachment(
        &self,
        request: Request<wire::GetAttachmentRequest>,
    ) -> GrpcResult<wire::GetAttachmentResponse> {
        let request = request.into_inner();
        let reader = convert::actor(request.reader)?;
        let content = if request.without_content {
            self.service.check_attachment(&request.attachment_id, &reader).await?;
            Vec::new()
        } else {
            self.service.attachment(&request.attachment_id, &reader).await?
        };
        let content_type = SanitizedImage::CONTENT_TYPE.to_owned();
        Ok(Response::new(wire::GetAttachmentResponse { content_type, content }))
    }

    async fn get_link_preview(
        &self,
        request: Request<wire::GetLinkPreviewRequest>,
    ) -> GrpcResult<wire::GetLinkPreviewResponse> {
        let wire::GetLinkPreviewRequest { url, client } = request.into_inner();
        if client.len() > MAX_CLIENT {
            return Err(Error::invalid("client", format!("must have at most {MAX_CLIENT} bytes")).into());
        }
        if url.is_empty() {
            return Err(Error::invalid("url", "must not be empty").into());
        }
        let preview = Box::pin(self.service.previewer.of(&url, &client, self.service.clock.now_ms())).await?;
        Ok(Response::new(wire::GetLinkPreviewResponse { preview: Some(preview.into()) }))
    }

    async fn get_preview_image(
        &self,
        request: Request<wire::GetPreviewImageRequest>,
    ) -> GrpcResult<wire::GetPreviewImageResponse> {
        let image_id = request.into_inner().image_id;
        let content = Box::pin(self.service.previewer.image(&image_id, self.service.clock.now_ms())).await?;
        Ok(Response::new(wire::GetPreviewImageResponse {
            content_type: SanitizedImage::CONTENT_TYPE.to_owned(),
            content: content.to_vec(),
        }))
    }

    async fn list_conversations(
        &self,
        request: Request<wire::ListConversationsRequest>,
    ) -> GrpcResult<wire::ListConversationsResponse> {
        let request = request.into_inner();
        if request.search.chars().count() > MAX_SEARCH {
            return Err(Error::invalid("search", format!("is longer than {MAX_SEARCH} characters")).into());
        }
        convert::check_staff(request.staff)?;
        let search = Search {
            terms: inbox_search::terms(&request.search),
            unread_only: request.unread_only,
            claimed_by: request.claimed_by,
        };
        let limit = limit(request.limit, 100)?;
        let position = match request.cursor.as_str() {
            "" => InboxPosition::Offset(i64::from((request.page - 1).max(0)) * limit),
            cursor => InboxPosition::After(InboxCursor::read(cursor)?),
        };
        let now = self.service.clock.now_ms();
        let inbox = self.service.store.inbox(&search, now, position, limit).await?;
        let conversations = inbox.conversations.into_iter().map(|it| convert::conversation(it, now));
        Ok(Response::new(wire::ListConversationsResponse {
            conversations: conversations.collect(),
            total: inbox.total,
            unread_conversations: inbox.unread,
            unanswered_conversations: inbox.unanswered,
            next_cursor: inbox.next.map(InboxCursor::write).unwrap_or_default(),
        }))
    }

    async fn get_conversation(
        &self,
        request: Request<wire::GetConversationRequest>,
    ) -> GrpcResult<wire::GetConversationResponse> {
        let request = request.into_inner();
        convert::check_staff(request.staff)?;
        let customer_id = id("customer_id", request.customer_id)?;
        let found = self.service.store.conversation(customer_id).await?.ok_or_else(no_conversation)?;
        let conversation = convert::conversation(found, self.service.clock.now_ms());
        Ok(Response::new(wire::GetConversationResponse { conversation: Some(conversation) }))
    }

    async fn claim_conversation(
        &self,
        request: Request<wire::ClaimConversationRequest>,
    ) -> GrpcResult<wire::ClaimConversationResponse> {
        let request = request.into_inner();
        let staff = convert::actor(request.staff)?;
        let claimed =
            self.service.claim(id("customer_id", request.customer_id)?, &staff, request.version).await;
        let conversation = convert::conversation(claimed?, self.service.clock.now_ms());
        Ok(Response::new(wire::ClaimConversationResponse { conversation: Some(conversation) }))
    }

    async fn release_conversation(
        &self,
        request: Request<wire::ReleaseConversationRequest>,
    ) -> GrpcResult<wire::ReleaseConversationResponse> {
        let request = request.into_inner();
        let staff = convert::actor(request.staff)?;
        let released = self.service.release(id("customer_id", request.customer_id)?, &staff).await?;
        let conversation = convert::conversation(released, self.service.clock.now_ms());
        Ok(Response::new(wire::ReleaseConversationResponse { conversation: Some(conversation) }))
    }

    async fn list_quick_replies(
        &self,
        request: Request<wire::ListQuickRepliesRequest>,
    ) -> GrpcResult<wire::ListQuickRepliesResponse> {
        convert::check_staff(request.into_inner().staff)?;
        let replies = self.service.store.quick_replies().await?;
        let quick_replies = replies.into_iter().map(Into::into).collect();
        Ok(Response::new(wire::ListQuickRepliesResponse { quick_replies }))
    }

    async fn save_quick_reply(
        &self,
        request: Request<wire::SaveQuickReplyRequest>,
    ) -> GrpcResult<wire::SaveQuickReplyResponse> {
        let request = request.into_inner();
        convert::check_staff(request.staff)?;
        let wire::QuickReply { quick_reply_id, title, text } = request.quick_reply.unwrap_or_default();
        let saved = self.service.save_quick_reply(QuickReply { quick_reply_id, title, text }).await?;
        Ok(Response::new(wire::SaveQuickReplyResponse { quick_reply: Some(saved.into()) }))
    }

    async fn delete_quick_reply(
        &self,
        request: Request<wire::DeleteQuickReplyRequest>,
    ) -> GrpcResult<wire::DeleteQuickReplyResponse> {
        let request = request.into_inner();
        convert::check_staff(request.staff)?;
        self.service.store.delete_quick_reply(request.quick_reply_id).await?;
        Ok(Response::new(wire::DeleteQuickReplyResponse {}))
    }

    async fn list_events(
        &self,
        request: Request<wire::ListEventsRequest>,
    ) -> GrpcResult<wire::ListEventsResponse> {
        let request = request.into_inner();
        let customer_id = Some(request.customer_id).filter(|id| *id > 0);
        let stretch = self
            .service
            .store
            .stretch(request.after_position, customer_id, limit(request.limit, 500)?)
            .await?;
        Ok(Response::new(convert::stretch(stretch, self.service.clock.now_ms())))
    }

    type WatchEventsStream = Pin<Box<dyn Stream<Item = Result<wire::WatchEventsResponse, Status>> + Send>>;

    async fn watch_events(
        &self,
        request: Request<wire::WatchEventsRequest>,
    ) -> GrpcResult<Self::WatchEventsStream> {
        let position = request.into_inner().after_position;
        Ok(Response::new(Box::pin(watch::follow(self.service.clone(), position, self.shutdown.clone()))))
    }
}
