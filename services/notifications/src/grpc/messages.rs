//! gRPC handlers of `MessageService`: the staff's outbox of messages, customers' channels, and providers' delivery reports.

use heuan_proto::notifications::v1::{
    self as wire, MessageActorRole, message_service_server::MessageService,
};
use heuan_rpc::{Code, Error};
use tonic::{Request, Response, Status};

use super::{Handler, customer, limit};
use crate::{
    delivery_report::ReportCall,
    outgoing_message::{ListFilter, OutgoingMessage},
    store::UndeliverableAddress,
};

type GrpcResult<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl MessageService for Handler {
    async fn list_outgoing_messages(
        &self,
        request: Request<wire::ListOutgoingMessagesRequest>,
    ) -> GrpcResult<wire::ListOutgoingMessagesResponse> {
        let request = request.into_inner();
        check_role(request.actor_role())?;
        let filter =
            ListFilter { state: word("state", &request.state)?, channel: word("channel", &request.channel)? };
        let limit = limit(request.limit, 100)?;
        let listed = self.service.list_messages(filter, &request.cursor, limit).await?;
        let without_html = |message: OutgoingMessage| OutgoingMessage { html: String::new(), ..message };
        Ok(Response::new(wire::ListOutgoingMessagesResponse {
            messages: listed.messages.into_iter().map(without_html).map(Into::into).collect(),
            next_cursor: listed.next_cursor,
            waiting_count: listed.counts.waiting,
            sent_count: listed.counts.sent,
            failed_count: listed.counts.failed,
            not_configured_count: listed.counts.not_configured,
            configured_channels: self.service.configured_channels(),
        }))
    }

    async fn get_outgoing_message(
        &self,
        request: Request<wire::GetOutgoingMessageRequest>,
    ) -> GrpcResult<wire::GetOutgoingMessageResponse> {
        let request = request.into_inner();
        check_role(request.actor_role())?;
        let message = self.service.message(request.message_id).await?;
        Ok(Response::new(wire::GetOutgoingMessageResponse { message: Some(message.into()) }))
    }

    async fn resend_outgoing_message(
        &self,
        request: Request<wire::ResendOutgoingMessageRequest>,
    ) -> GrpcResult<wire::ResendOutgoingMessageResponse> {
        let request = request.into_inner();
        check_role(request.actor_role())?;
        let message = self.service.resend_message(request.message_id).await?;
        Ok(Response::new(wire::ResendOutgoingMessageResponse { message: Some(message.into()) }))
    }

    async fn list_undeliverable_addresses(
        &self,
        request: Request<wire::ListUndeliverableAddressesRequest>,
    ) -> GrpcResult<wire::ListUndeliverableAddressesResponse> {
        let request = request.into_inner();
        check_role(request.actor_role())?;
        let addresses = self.service.undeliverable(customer(request.customer_id)?).await?;
        let addresses = addresses.into_iter().map(Into::into).collect();
        Ok(Response::new(wire::ListUndeliverableAddressesResponse { addresses }))
    }

    async fn clear_undeliverable_address(
        &self,
        request: Request<wire::ClearUndeliverableAddressRequest>,
    ) -> GrpcResult<wire::ClearUndeliverableAddressResponse> {
        let request = request.into_inner();
        check_role(request.actor_role())?;
        let customer_id = customer(request.customer_id)?;
        self.service.clear_undeliverable(customer_id, &request.channel).await?;
        Ok(Response::new(wire::ClearUndeliverableAddressResponse {}))
    }

    async fn preview_message_templates(
        &self,
        request: Request<wire::PreviewMessageTemplatesRequest>,
    ) -> GrpcResult<wire::PreviewMessageTemplatesResponse> {
        let request = request.into_inner();
        check_manager(request.actor_role())?;
        let preview = self.service.preview_templates(&request.language).await?;
        Ok(Response::new(preview.into()))
    }

    async fn get_message_channels(
        &self,
        request: Request<wire::GetMessageChannelsRequest>,
    ) -> GrpcResult<wire::GetMessageChannelsResponse> {
        let customer_id = customer(request.into_inner().customer_id)?;
        let channels = Some(self.channels_of(customer_id).await?);
        Ok(Response::new(wire::GetMessageChannelsResponse { channels }))
    }

    async fn set_message_channels(
        &self,
        request: Request<wire::SetMessageChannelsRequest>,
    ) -> GrpcResult<wire::SetMessageChannelsResponse> {
        let request = request.into_inner();
        let customer_id = customer(request.customer_id)?;
        let (channels, language) = (&request.channels, &request.language);
        self.service.set_message_channels(customer_id, channels, language, request.wants_news).await?;
        let channels = Some(self.channels_of(customer_id).await?);
        Ok(Response::new(wire::SetMessageChannelsResponse { channels }))
    }

    async fn set_page_language(
        &self,
        request: Request<wire::SetPageLanguageRequest>,
    ) -> GrpcResult<wire::SetPageLanguageResponse> {
        let request = request.into_inner();
        self.service.set_page_language(customer(request.customer_id)?, &request.language).await?;
        Ok(Response::new(wire::SetPageLanguageResponse {}))
    }

    async fn get_code_channels(
        &self,
        _: Request<wire::GetCodeChannelsRequest>,
    ) -> GrpcResult<wire::GetCodeChannelsResponse> {
        let (reaches_phone, reaches_email) = self.service.code_channels().await;
        Ok(Response::new(wire::GetCodeChannelsResponse { reaches_phone, reaches_email }))
    }

    async fn report_delivery(
        &self,
        request: Request<wire::ReportDeliveryRequest>,
    ) -> GrpcResult<wire::ReportDeliveryResponse> {
        let request = request.into_inner();
        let signatures: Vec<(String, String)> =
            request.signatures.into_iter().map(|header| (header.name, header.value)).collect();
        let call = ReportCall {
            channel: &request.channel,
            content_type: &request.content_type,
            authorization: &request.authorization,
            signatures: &signatures,
            body: &request.body,
        };
        self.service.receive_report(call).await?;
        Ok(Response::new(wire::ReportDeliveryResponse {}))
    }
}

impl Handler {
    async fn channels_of(&self, customer_id: i64) -> Result<wire::MessageChannels, Error> {
        let preferred = self.service.message_channels(customer_id).await?;
        let undeliverable = self.service.undeliverable(customer_id).await?;
        let without_detail =
            |address: UndeliverableAddress| UndeliverableAddress { detail: String::new(), ..address };
        Ok(wire::MessageChannels {
            channels: preferred.channels.iter().map(|channel| channel.into_str().to_owned()).collect(),
            is_chosen: preferred.is_chosen,
            language: preferred.language,
            wants_news: preferred.wants_news,
            configured_channels: self.service.configured_channels(),
            undeliverable: undeliverable.into_iter().map(without_detail).map(Into::into).collect(),
        })
    }
}

/// Refuses other roles than clerk and manager, because messages contain phone numbers and addresses.
fn check_role(role: MessageActorRole) -> Result<(), Error> {
    if matches!(role, MessageActorRole::Clerk | MessageActorRole::Manager) {
        return Ok(());
    }
    Err(of_role("messages are for clerks and managers"))
}

fn check_manager(role: MessageActorRole) -> Result<(), Error> {
    if role == MessageActorRole::Manager { Ok(()) } else { Err(of_role("templates are for managers")) }
}

pub(super) fn of_role(message: &str) -> Error {
    let mut error = Error::new(Code::PermissionDenied, message);
    "role".clone_into(&mut error.detail.reason);
    error
}

fn word<T: std::str::FromStr>(field: &str, text: &str) -> Result<Option<T>, Error> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| Error::invalid(field, "is unknown"))
}
