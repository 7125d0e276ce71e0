//! Last known channels of one-time codes, kept during an outage of the notifications service.

use std::sync::{Mutex, PoisonError};

use heuan_proto::notifications::v1::GetCodeChannelsResponse;
use heuan_rpc::Result;

/// The last response of the notifications service.
#[derive(Default)]
pub struct LastCodeChannels(Mutex<Option<GetCodeChannelsResponse>>);

impl LastCodeChannels {
    /// Returns and stores the value `read`, or returns the last value if the service is down.
    pub(crate) fn or_last(&self, read: Result<GetCodeChannelsResponse>) -> Result<GetCodeChannelsResponse> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match read {
            Ok(channels) => {
                *last = Some(channels);
                Ok(channels)
            }
            Err(error) if error.code.is_outage() => last.ok_or(error),
            Err(error) => Err(error),
        }
    }
}
