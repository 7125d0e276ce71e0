//! Security notifications and one-time codes, from the events of the accounts service.

use serde::Deserialize;

use crate::{
    event::Event, event_variables::EventVariables, notification::Draft, outgoing_message::DirectMessage,
    staff_push::CONTACT_MESSAGES,
};

/// Kind of the message with the code to sign in.
pub const SIGN_IN_CODE: &str = "code.sign_in";
/// Kind of the message to a number or address that no longer belongs to an account.
const IDENTIFIER_REMOVED: &str = "security.identifier";
/// Kind of the event of a changed number or address: with a recipient it is the message to a verified number or address that
/// stays, without one it is the notification in the shop.
const IDENTIFIER_CHANGE: &str = "security.identifier_changed";
/// Kind of the event of a message of the contact form.
const CONTACT_RECEIVED: &str = "contact.received";
/// Path of the page with the customer's sessions and password.
const PROFILE: &str = "/account/profile";

#[derive(Default, Deserialize)]
#[serde(default)]
struct Payload {
    recipient: String,
    code: String,
    language: String,
    device: String,
    /// Whether the customer gets no messages: a limit of the accounts service has refused them.
    in_shop_only: bool,
    until_ms: i64,
    branch_id: i64,
}

/// The new home branch of a member of the staff, 0 for none; `None` for other events.
pub fn home_branch(event: &Event) -> Option<i64> {
    (event.kind == "staff.home_branch").then(|| Payload::parse(event).branch_id)
}

/// The notification of an event; `None` for other events.
pub fn customer_draft(event: &Event) -> Option<Draft> {
    let payload = Payload::parse(event);
    let texts = match event.kind.as_str() {
        "security.password" => PASSWORD_CHANGED.map(str::to_owned),
        IDENTIFIER_CHANGE => IDENTIFIER_CHANGED.map(str::to_owned),
        "security.identifier_lost" => IDENTIFIER_LOST.map(str::to_owned),
        "security.device" => device_texts(&payload.device),
        _ => return None,
    };
    let [title, body, title_en, body_en] = texts;
    // Outside the shop, events of their own notify the number before and those that stay.
    let has_messages =
        matches!(event.kind.as_str(), "security.password" | "security.device") && !payload.in_shop_only;
    let variables = EventVariables { device: payload.device, ..EventVariables::default() };
    Some(Draft {
        customer_id: event.customer_id,
        event_id: event.event_id.clone(),
        title,
        body,
        title_en,
        body_en,
        action_url: PROFILE.to_owned(),
        website_url: PROFILE.to_owned(),
        category: "general".to_owned(),
        kind: if has_messages { event.kind.clone() } else { String::new() },
        message_variables: serde_json::to_string(&variables).ok().filter(|_| has_messages),
        ..Draft::default()
    })
}

/// The push to the staff about a message of the contact form, without anything about the sender; `None` for other
/// events.
pub fn staff_draft(event: &Event) -> Option<Draft> {
    if event.kind != CONTACT_RECEIVED {
        return None;
    }
    Some(Draft {
        topic: CONTACT_MESSAGES.name.to_owned(),
        event_id: event.event_id.clone(),
        title: "ຂໍ້ຄວາມໃໝ່".to_owned(),
        body: "ມີຄົນສົ່ງຂໍ້ຄວາມຜ່ານໜ້າຕິດຕໍ່".to_owned(),
        title_en: "New message".to_owned(),
        body_en: "A message has come in through the contact form".to_owned(),
        action_url: CONTACT_MESSAGES.path.to_owned(),
        website_url: CONTACT_MESSAGES.path.to_owned(),
        category: "general".to_owned(),
        kind: event.kind.clone(),
        ..Draft::default()
    })
}

/// The message to the number or address that an event names; `None` for other events.
pub fn direct(event: &Event) -> Option<DirectMessage> {
    let payload = Payload::parse(event);
    if !names_recipient(&event.kind) || (event.kind == IDENTIFIER_CHANGE && payload.recipient.is_empty()) {
        return None;
    }
    Some(DirectMessage {
        kind: event.kind.clone(),
        recipient: payload.recipient,
        customer_id: event.customer_id,
        variables: EventVariables { code: payload.code, ..EventVariables::default() },
        language: payload.language,
        until: payload.until_ms,
    })
}

/// Whether messages of this kind go to a number or address that their event names, instead of to the addresses of
/// an account.
pub fn names_recipient(kind: &str) -> bool {
    is_code_kind(kind) || kind == IDENTIFIER_REMOVED || kind == IDENTIFIER_CHANGE
}

/// Whether an event has a one-time code, which expires.
pub fn is_code(event: &Event) -> bool {
    is_code_kind(&event.kind)
}

/// Whether messages of this kind have a one-time code.
pub fn is_code_kind(kind: &str) -> bool {
    kind.starts_with("code.")
}

impl Payload {
    fn parse(event: &Event) -> Self {
        serde_json::from_str(&event.payload).unwrap_or_default()
    }
}

fn device_texts(device: &str) -> [String; 4] {
    let (lao, english) = if device.is_empty() {
        ("ອຸປະກອນທີ່ບໍ່ຮູ້ຈັກ", "an unknown device")
    } else {
        (device, device)
    };
    [
        "ມີການເຂົ້າສູ່ລະບົບຈາກອຸປະກອນໃໝ່".to_owned(),
        format!("ບັນຊີຂອງທ່ານຖືກເປີດໃນ {lao}. ຖ້າບໍ່ແມ່ນທ່ານ ໃຫ້ນຳອຸປະກອນນັ້ນອອກຈາກລະບົບ ແລ້ວປ່ຽນລະຫັດຜ່ານ."),
        "New sign-in to your account".to_owned(),
        format!(
            "Your account was opened on {english}. If this wasn't you, log that device out and change your password."
        ),
    ]
}

/// Title and text in Lao and in English.
const PASSWORD_CHANGED: [&str; 4] = [
    "ປ່ຽນລະຫັດຜ່ານແລ້ວ",
    "ລະຫັດຜ່ານຂອງບັນຊີທ່ານຖືກປ່ຽນແລ້ວ ແລະອຸປະກອນອື່ນອອກຈາກລະບົບແລ້ວ. ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ຮ້ານທັນທີ.",
    "Your password was changed",
    "The password of your account was changed and other devices were signed out. If this wasn't you, contact us at once.",
];

const IDENTIFIER_CHANGED: [&str; 4] = [
    "ປ່ຽນຂໍ້ມູນເຂົ້າລະບົບແລ້ວ",
    "ເບີໂທ ຫຼືອີເມວຂອງບັນຊີທ່ານຖືກປ່ຽນແລ້ວ ແລະອຸປະກອນອື່ນອອກຈາກລະບົບແລ້ວ. ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ຮ້ານທັນທີ.",
    "Your sign-in details were changed",
    "The phone number or email address of your account was changed and other devices were signed out. If this wasn't you, contact us at once.",
];

const IDENTIFIER_LOST: [&str; 4] = [
    "ເບີໂທ ຫຼືອີເມວບໍ່ຢູ່ໃນບັນຊີຂອງທ່ານແລ້ວ",
    "ມີຜູ້ຢືນຢັນດ້ວຍລະຫັດວ່າເບີໂທ ຫຼືອີເມວໃນບັນຊີຂອງທ່ານແມ່ນຂອງພວກເຂົາ ຈຶ່ງຖືກນຳອອກຈາກບັນຊີຂອງທ່ານ. ກະລຸນາໃສ່ອັນໃໝ່; ລະຫວ່າງນັ້ນ ທ່ານຍັງເຂົ້າສູ່ລະບົບດ້ວຍລະຫັດຜ່ານໄດ້. ຖ້າມັນແມ່ນຂອງທ່ານ ກະລຸນາຕິດຕໍ່ຮ້ານ.",
    "A phone number or email address was removed from your account",
    "The owner of a phone number or email address of your account has verified it by a code, so it was removed from your account. Please enter another one; until then you can still log in with your password. If it is yours, please contact us.",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: &str, payload: &str) -> Event {
        Event {
            event_id: "account.1".to_owned(),
            kind: kind.to_owned(),
            customer_id: 7,
            order_id: String::new(),
            payload: payload.to_owned(),
            at: 0,
        }
    }

    #[test]
    fn every_security_event_has_a_text_in_both_languages() {
        for kind in ["password", "device", "identifier_changed", "identifier_lost"] {
            let kind = &format!("security.{kind}");
            let draft = customer_draft(&event(kind, "{}")).unwrap().checked().unwrap();
            assert!(!draft.title_en.is_empty() && !draft.body_en.is_empty());
        }
        let device = customer_draft(&event("security.device", r#"{"device":"Chrome on Android"}"#)).unwrap();
        assert!(device.body.contains("Chrome on Android") && device.body_en.contains("Chrome on Android"));
        let in_shop = customer_draft(&event("security.device", r#"{"in_shop_only":true}"#)).unwrap();
        assert_eq!((in_shop.kind.as_str(), in_shop.message_variables.as_ref()), ("", None));
        assert_eq!(device.kind, "security.device");
        assert_eq!(customer_draft(&event("order.ready", "{}")), None);
    }
}
