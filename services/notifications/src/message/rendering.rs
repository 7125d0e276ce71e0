//! Rendering of a message: subject, text and HTML from its template.

use serde::Serialize;

use crate::{
    clients::Contact,
    config::ShopNames,
    event_variables::EventVariables,
    message::{Templates, sms_parts},
    outgoing_message::{Channel, Rendered},
};

/// Longest name in a message.
const MAX_NAME: usize = 60;

/// All values that a template can use.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Variables {
    pub shop: String,
    pub name: String,
    pub number: String,
    pub total: String,
    pub refund: String,
    /// Amount that is still to be paid; empty if the event leaves nothing to be paid.
    pub due: String,
    /// Whether the customer picks the goods up.
    pub pickup: bool,
    pub awaiting_payment: bool,
    /// Planned day of the delivery or pickup; empty without one.
    pub day: String,
    pub code: String,
    pub minutes: String,
    /// Domain name of the shop, to which browsers bind a code of an SMS; empty without an address.
    pub host: String,
    pub device: String,
    pub link: String,
    /// Link to the page on which the customer chooses the channels.
    pub settings_link: String,
    /// Title of news.
    pub title: String,
    pub body: String,
    /// Link by which the customer stops news; empty for other messages.
    pub stop_link: String,
}

/// Names of the fields of [`Variables`].
pub const VARIABLES: [&str; 18] = [
    "shop",
    "name",
    "number",
    "total",
    "refund",
    "due",
    "pickup",
    "awaiting_payment",
    "day",
    "code",
    "minutes",
    "host",
    "device",
    "link",
    "settings_link",
    "title",
    "body",
    "stop_link",
];

impl Variables {
    pub fn new(shop: &ShopNames, event: &EventVariables, contact: &Contact, language: &str) -> Self {
        let shop_name = if language == "la" && !shop.name_la.is_empty() { &shop.name_la } else { &shop.name };
        let link = |path: &str| {
            if shop.url.is_empty() { String::new() } else { format!("{}/{language}{path}", shop.url) }
        };
        Self {
            shop: shop_name.clone(),
            name: one_line(contact.salutation()).chars().take(MAX_NAME).collect(),
            number: one_line(&event.number),
            total: one_line(&event.total),
            refund: one_line(&event.refund),
            due: one_line(&event.due),
            pickup: event.pickup,
            awaiting_payment: event.awaiting_payment,
            day: event.planned.as_ref().map(|planned| planned.text(language)).unwrap_or_default(),
            code: one_line(&event.code),
            minutes: one_line(&event.minutes),
            host: host_of(&shop.url).to_owned(),
            device: one_line(&event.device).chars().take(MAX_NAME).collect(),
            link: if event.path.is_empty() { String::new() } else { link(&event.path) },
            settings_link: link("/account/profile"),
            title: one_line(&event.title),
            body: event.body.clone(),
            stop_link: String::new(),
        }
    }
}

impl Rendered {
    /// The message without its code, for the outbox page.
    pub fn without(&self, code: &str) -> Self {
        let hide = |text: &str| hide_code(text, code);
        Self { subject: hide(&self.subject), text: hide(&self.text), html: hide(&self.html), ..self.clone() }
    }
}

/// A text with dots in place of the code.
pub fn hide_code(text: &str, code: &str) -> String {
    if code.is_empty() { text.to_owned() } else { text.replace(code, "••••••") }
}

/// The domain name in an address of the shop.
fn host_of(url: &str) -> &str {
    let authority = url.split_once("://").map_or("", |(_, rest)| rest);
    authority.split(['/', ':']).next().unwrap_or_default()
}

/// Renders a message for a channel. The error names the template.
pub fn render(
    templates: &Templates,
    kind: &str,
    channel: Channel,
    contact: &Contact,
    language: &str,
    variables: &Variables,
) -> Result<Rendered, String> {
    let recipient = contact.address(channel).to_owned();
    let language = language.to_owned();
    if channel == Channel::Email {
        let rendered = templates.email(kind, &language, variables);
        let (subject, text, html) = rendered.map_err(|error| error.to_string())?;
        return Ok(Rendered { recipient, language, subject, text, html, parts: 0 });
    }
    let text = templates.short(kind, &language, variables).map_err(|error| error.to_string())?;
    let parts = if channel == Channel::Sms { sms_parts::count(&text) as i64 } else { 0 };
    Ok(Rendered { recipient, language, text, parts, ..Rendered::default() })
}

/// The text without line breaks and other control characters, which would begin another header or another
/// line.
pub fn one_line(text: &str) -> String {
    let plain = text.chars().map(|letter| if is_control(letter) { ' ' } else { letter }).collect::<String>();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character is a control character, or changes the direction or the line of the text around it.
pub fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
