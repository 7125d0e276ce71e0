//! Pushes to the staff: their topics, the choices by which a browser receives them, and the texts with which
//! several are shown as one.

use crate::notification::Draft;

/// A kind of pushes that a member of the staff chooses for a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffPushChoice {
    NewOrders,
    /// Chats that wait for an answer, and messages of the contact form.
    CustomerMessages,
}

/// A topic of pushes to the staff. Browsers follow it by a choice and not by its name, so that its notifications are in no
/// list of notifications. A topic of the configuration has no dot.
#[derive(Debug, PartialEq, Eq)]
pub struct StaffTopic {
    pub name: &'static str,
    pub choice: StaffPushChoice,
    /// Tag of the shown notification, and topic at the push service: a burst of pushes is one notification.
    pub tag: &'static str,
    /// Title of several pushes that are shown as one, in Lao and English.
    pub several: [&'static str; 2],
    /// Page that opens when several pushes are shown as one.
    pub path: &'static str,
}

pub static NEW_ORDERS: StaffTopic = StaffTopic {
    name: "staff.orders",
    choice: StaffPushChoice::NewOrders,
    tag: "staff-orders",
    several: ["ມີຄຳສັ່ງຊື້ໃໝ່ຫຼາຍລາຍການ", "New orders"],
    path: "/staff/orders",
};

pub static WAITING_CHATS: StaffTopic = StaffTopic {
    name: "staff.chats",
    choice: StaffPushChoice::CustomerMessages,
    tag: "staff-chats",
    several: ["ມີລູກຄ້າຫຼາຍຄົນລໍຖ້າຄຳຕອບໃນແຊັດ", "Chats are waiting"],
    path: "/staff/chat",
};

pub static CONTACT_MESSAGES: StaffTopic = StaffTopic {
    name: "staff.messages",
    choice: StaffPushChoice::CustomerMessages,
    tag: "staff-messages",
    several: ["ມີຂໍ້ຄວາມໃໝ່ຫຼາຍຂໍ້ຄວາມ", "New messages"],
    path: "/staff/messages",
};

impl StaffTopic {
    /// The topic of a notification to the staff; `None` for others.
    pub fn of_draft(draft: &Draft) -> Option<&'static Self> {
        [&NEW_ORDERS, &WAITING_CHATS, &CONTACT_MESSAGES].into_iter().find(|topic| topic.name == draft.topic)
    }
}
