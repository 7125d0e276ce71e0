//! Recipient address and salutation of a customer's contact, by channel.

use crate::{clients::Contact, outgoing_message::Channel};

impl Contact {
    /// Form of address of the customer in a message: the name, or the number or address if the account has no
    /// name.
    pub fn salutation(&self) -> &str {
        [&self.name, &self.phone, &self.email]
            .into_iter()
            .find(|text| !text.is_empty())
            .map_or("", |text| text.as_str())
    }

    /// The contact of a direct message.
    pub fn of_recipient(channel: Channel, recipient: &str) -> Self {
        let recipient = recipient.to_owned();
        match channel {
            Channel::Email => Self { email: recipient, ..Self::default() },
            Channel::Sms | Channel::WhatsApp => Self { phone: recipient, ..Self::default() },
        }
    }

    /// Time at which the address of a channel was last verified by a code; 0 if it never was.
    pub fn verified_at(&self, channel: Channel) -> i64 {
        match channel {
            Channel::Email => self.email_verified_at,
            Channel::Sms | Channel::WhatsApp => self.phone_verified_at,
        }
    }

    /// Address in a channel; empty without one.
    pub fn address(&self, channel: Channel) -> &str {
        match channel {
            Channel::Email => &self.email,
            Channel::Sms | Channel::WhatsApp => &self.phone,
        }
    }
}
