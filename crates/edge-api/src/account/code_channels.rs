//! State of the channels of one-time codes: identifiers to which codes can be sent, kept over an outage of notifications.

use std::sync::{Mutex, PoisonError};

use heuan_proto::notifications::v1::{
    GetCodeChannelsRequest, GetCodeChannelsResponse, message_service_client::MessageServiceClient,
};
use heuan_rpc::Result;

use crate::api_state::ApiState;

/// The last answer of the notifications service.
#[derive(Default)]
pub struct LastCodeChannels(Mutex<Option<GetCodeChannelsResponse>>);

/// Which identifiers codes reach. During an outage of the notifications service it is what was read before it, because codes
/// wait in the outbox of the accounts service.
pub async fn code_channels(state: &ApiState) -> Result<GetCodeChannelsResponse> {
    let client = state.clients.messages();
    let read =
        client.read("GetCodeChannels", MessageServiceClient::get_code_channels, GetCodeChannelsRequest {});
    let read = state.with_deadline(read).await;
    let mut last = state.code_channels.0.lock().unwrap_or_else(PoisonError::into_inner);
    match read {
        Ok(channels) => {
            *last = Some(channels);
            Ok(channels)
        }
        Err(error) if error.code.is_outage() => last.ok_or(error),
        Err(error) => Err(error),
    }
}
