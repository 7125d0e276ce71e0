use super::Channel;
use crate::clients::Contact;

impl Contact {
    /// Address in a channel; empty without one.
    pub fn address(&self, channel: Channel) -> &str {
        match channel {
            Channel::Email => &self.email,
            Channel::Sms | Channel::WhatsApp => &self.phone,
        }
    }
}
