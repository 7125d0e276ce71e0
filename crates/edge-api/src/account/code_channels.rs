//! State of the channels of one-time codes: identifiers to which codes can be sent, kept during an outage of the
//! notifications service.

use heuan_proto::notifications::v1::{
    GetCodeChannelsRequest, GetCodeChannelsResponse, message_service_client::MessageServiceClient,
};
use heuan_rpc::Result;

use crate::api_state::ApiState;

/// Returns the kinds of identifiers to which codes can be sent. During an outage of the notifications service it returns
/// the last value read, because codes wait in the outbox of the accounts service.
pub async fn code_channels(state: &ApiState) -> Result<GetCodeChannelsResponse> {
    let client = state.clients.messages();
    let read =
        client.read("GetCodeChannels", MessageServiceClient::get_code_channels, GetCodeChannelsRequest {});
    let read = state.with_deadline(read).await;
    state.code_channels.or_last(read)
}
