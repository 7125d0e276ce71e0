//! Last known channels of one-time codes, kept over an outage of notifications.

use std::sync::{Mutex, PoisonError};

use heuan_proto::notifications::v1::GetCodeChannelsResponse;
use heuan_rpc::Result;

/// The last answer of the notifications service.
#[derive(Default)]
pub struct LastCodeChannels(Mutex<Option<GetCodeChannelsResponse>>);

impl LastCodeChannels {
    /// Returns what was `read` and keeps it, or the last answer if the service is down.
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
