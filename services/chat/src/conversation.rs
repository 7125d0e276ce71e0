//! Conversations and staff claims.

use heuan_rpc::Error;

use crate::message::Message;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    pub customer_id: i64,
    pub fname: String,
    pub lname: String,
    pub phone: String,
    pub last_seq: i64,
    pub customer_read_seq: i64,
    pub staff_read_seq: i64,
    pub customer_unread: i64,
    pub staff_unread: i64,
    pub claimed_by: i64,
    pub claimed_name: String,
    pub claimed_until: i64,
    pub version: i64,
    pub version_by: i64,
    pub updated_at: i64,
    pub last_message: Option<Message>,
}

impl Conversation {
    /// The member of the staff with an active claim at `now`.
    pub fn claimed_by_at(&self, now: i64) -> Option<i64> {
        (self.claimed_by > 0 && self.claimed_until > now).then_some(self.claimed_by)
    }

    /// Whether `staff`, who saw `version`, may reply without unknowingly overriding another member's reply. Their own
    /// changes, for example in another window, are not conflicts.
    pub fn check_can_reply(&self, staff: i64, version: i64, take_over: bool, now: i64) -> Result<(), Error> {
        if version != self.version && self.version_by != staff {
            return Err(Error::conflict(
                "conversation_changed",
                "another member of the staff has answered meanwhile",
            ));
        }
        match self.claimed_by_at(now) {
            Some(claimed_by) if claimed_by != staff && !take_over => {
                Err(Error::conflict("claimed", format!("conversation is claimed by {}", self.claimed_name)))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    const KHAM: i64 = 5;
    const DALA: i64 = 6;

    pub fn conversation() -> Conversation {
        Conversation {
            customer_id: 7,
            fname: String::new(),
            lname: String::new(),
            phone: String::new(),
            last_seq: 1,
            customer_read_seq: 0,
            staff_read_seq: 0,
            customer_unread: 0,
            staff_unread: 1,
            claimed_by: 0,
            claimed_name: String::new(),
            claimed_until: 0,
            version: 0,
            version_by: 0,
            updated_at: 0,
            last_message: None,
        }
    }

    fn reason(result: Result<(), Error>) -> String {
        result.err().map(|error| error.detail.reason).unwrap_or_default()
    }

    #[test]
    fn reply_to_the_current_version_is_allowed() {
        let free = conversation();
        assert!(free.check_can_reply(KHAM, 0, false, 10).is_ok());
        let answered = Conversation { version: 1, version_by: KHAM, ..free };
        assert_eq!(reason(answered.check_can_reply(DALA, 0, false, 10)), "conversation_changed");
        assert_eq!(reason(answered.check_can_reply(DALA, 0, true, 10)), "conversation_changed");
        assert!(answered.check_can_reply(DALA, 1, false, 10).is_ok());
        assert!(answered.check_can_reply(KHAM, 0, false, 10).is_ok());
    }

    #[test]
    fn claim_is_active_until_it_expires_or_is_taken_over() {
        let claimed = Conversation {
            version: 1,
            version_by: KHAM,
            claimed_by: KHAM,
            claimed_until: 100,
            ..conversation()
        };
        assert_eq!(reason(claimed.check_can_reply(DALA, 1, false, 99)), "claimed");
        assert!(claimed.check_can_reply(DALA, 1, true, 99).is_ok());
        assert!(claimed.check_can_reply(DALA, 1, false, 100).is_ok());
        assert!(claimed.check_can_reply(KHAM, 1, false, 99).is_ok());
    }
}
