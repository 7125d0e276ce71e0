//! Preview of all messages with sample values, from the present files of the operator's folder, so that an operator sees a
//! changed file and its errors before the service is restarted.

use std::path::Path;

use heuan_rpc::Error;

use crate::{
    account_events,
    chat_events::CHAT_PATH,
    clients::Contact,
    config::ShopNames,
    event_variables::EventVariables,
    languages::LANGUAGES,
    message::{MessageSender, TemplateError, Templates, Variables, rendering},
    news::NEWS,
    notification_service::NotificationService,
    outgoing_message::{Channel, Rendered},
    planned_day::PlannedDay,
};

/// Address in the links of a shop that has none.
const SAMPLE_URL: &str = "https://shop.example";

/// Amount of the refund, or amount still to be paid.
const SAMPLE_AMOUNT: &str = "₭150,000.00";

/// A value that differs from the usual sample, so that a condition of the templates has its other text. Both texts of each condition
/// are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Variant {
    /// The order waits for its payment.
    AwaitingPayment,
    /// The customer picks the goods up.
    Pickup,
    /// The event leaves something to be paid, and no refund.
    Due,
    /// The event names nothing to be paid, and no refund.
    WithoutAmount,
    /// The order has no planned day.
    WithoutDay,
    /// The browser has no name.
    WithoutDevice,
}

impl Variant {
    const ALL: [Self; 6] = [
        Self::AwaitingPayment,
        Self::Pickup,
        Self::Due,
        Self::WithoutAmount,
        Self::WithoutDay,
        Self::WithoutDevice,
    ];

    pub fn into_str(self) -> &'static str {
        self.into()
    }

    /// Whether a message of this kind may have this variant, and its text then differs.
    fn is_of(self, kind: &str, templates: &Templates, language: &str) -> bool {
        let (may_have, variable) = match self {
            Self::AwaitingPayment => (true, "awaiting_payment"),
            Self::Pickup => (true, "pickup"),
            Self::Due => (matches!(kind, "order.lines_changed" | "order.delivery_changed"), "due"),
            Self::WithoutAmount if kind == "order.underpaid" => (true, "due"),
            // These two are about a refund.
            Self::WithoutAmount => (!matches!(kind, "order.refund_due" | "order.refunded"), "refund"),
            Self::WithoutDay => (true, "day"),
            Self::WithoutDevice => (true, "device"),
        };
        may_have && templates.uses(language, kind, variable)
    }

    fn apply(self, sample: &mut EventVariables) {
        match self {
            Self::AwaitingPayment => sample.awaiting_payment = true,
            Self::Pickup => sample.pickup = true,
            Self::Due => {
                sample.refund.clear();
                SAMPLE_AMOUNT.clone_into(&mut sample.due);
            }
            Self::WithoutAmount => {
                sample.refund.clear();
                sample.due.clear();
            }
            Self::WithoutDay => sample.planned = None,
            Self::WithoutDevice => sample.device.clear(),
        }
    }
}

/// All messages in one language.
#[derive(Debug)]
pub struct TemplatePreview {
    pub messages: Vec<MessagePreview>,
    /// Errors of all languages. With an error, the service would not start.
    pub errors: Vec<TemplateError>,
    /// Folder of the operator's templates, or empty.
    pub folder: String,
    /// Whether the folder has changed since the service was started, so that messages do not have these texts yet.
    pub is_changed: bool,
}

/// A message with sample values.
#[derive(Debug)]
pub struct MessagePreview {
    pub kind: String,
    /// `None` for the usual sample.
    pub variant: Option<Variant>,
    /// The e-mail; empty if its template has an error. This also holds for the short text.
    pub email: Rendered,
    pub sms: Rendered,
    /// Parts that the operator's folder has: `subject`, `text`, `short`, `button` or `email.html`.
    pub own_parts: Vec<&'static str>,
}

impl NotificationService {
    pub async fn preview_templates(&self, language: &str) -> Result<TemplatePreview, Error> {
        let language = LANGUAGES.into_iter().find(|one| *one == language);
        let language = language.ok_or_else(|| Error::invalid("language", "must be la, en, th, cn or vn"))?;
        let (message_sender, folder) = (self.message_sender.clone(), self.config.messages.folder.clone());
        // The preview reads files, so it runs on a blocking thread.
        tokio::task::spawn_blocking(move || preview(&message_sender, folder, language))
            .await
            .map_err(Error::internal)
    }
}

fn preview(message_sender: &MessageSender, folder: String, language: &str) -> TemplatePreview {
    let path = Some(folder.as_str()).filter(|folder| !folder.is_empty());
    let (templates, errors) = Templates::read(path.map(Path::new));
    let mut shop = message_sender.shop.clone();
    if shop.url.is_empty() {
        SAMPLE_URL.clone_into(&mut shop.url);
    }
    let mut messages = Vec::new();
    for kind in templates.kinds() {
        let variants = Variant::ALL.into_iter().filter(|variant| variant.is_of(kind, &templates, language));
        let samples = [None].into_iter().chain(variants.map(Some));
        messages.extend(samples.map(|variant| message(&templates, &shop, kind, language, variant)));
    }
    let is_changed = !templates.equals(&message_sender.templates);
    TemplatePreview { messages, errors, folder, is_changed }
}

fn message(
    templates: &Templates,
    shop: &ShopNames,
    kind: &str,
    language: &str,
    variant: Option<Variant>,
) -> MessagePreview {
    let contact = Contact { name: "Noy".to_owned(), ..Contact::default() };
    let mut event = sample(kind, language);
    if let Some(variant) = variant {
        variant.apply(&mut event);
    }
    let mut variables = Variables::new(shop, &event, &contact, language);
    if account_events::names_recipient(kind) {
        // The recipient of such a message chooses no channels.
        variables.settings_link.clear();
    }
    if kind == NEWS {
        variables.stop_link = format!("{}/stop/sample?lang={language}", shop.url);
    }
    // The error is in the list of errors.
    let render = |channel| {
        rendering::render(templates, kind, channel, &contact, language, &variables).unwrap_or_default()
    };
    MessagePreview {
        kind: kind.to_owned(),
        variant,
        email: render(Channel::Email),
        sms: render(Channel::Sms),
        own_parts: templates.own_parts(language, kind),
    }
}

fn sample(kind: &str, language: &str) -> EventVariables {
    let path = match kind.split_once('.') {
        Some(("order", _)) => "/account/orders/sample",
        Some(("chat", _)) => CHAT_PATH,
        Some(("news", _)) => "/promotion",
        _ => "",
    };
    let (title, body) = match language {
        "la" => ("ຫຼຸດລາຄາກະເບື້ອງ 20%", "ກະເບື້ອງທຸກແບບຫຼຸດລາຄາຮອດວັນອາທິດ."),
        _ => ("20% off tiles", "All tiles are cheaper until Sunday."),
    };
    let (refund, due) = if kind == "order.underpaid" { ("", SAMPLE_AMOUNT) } else { (SAMPLE_AMOUNT, "") };
    EventVariables {
        number: "261121-7K3M9QTX".to_owned(),
        total: "₭1,690,000.00".to_owned(),
        refund: refund.to_owned(),
        due: due.to_owned(),
        pickup: false,
        awaiting_payment: false,
        path: path.to_owned(),
        planned: PlannedDay::read("2026-11-22", "morning"),
        code: "048213".to_owned(),
        minutes: "10".to_owned(),
        device: "Chrome on Android".to_owned(),
        title: title.to_owned(),
        body: body.to_owned(),
    }
}
