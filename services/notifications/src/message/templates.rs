//! Templates of the messages: a file for each language, and the frame of e-mails. An operator's folder replaces any part
//! of them. All are checked at the start.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};
use serde::Deserialize;

use super::{
    LANGUAGES,
    rendering::{VARIABLES, Variables, is_control, one_line},
};

const DEFAULTS: [(&str, &str); 5] = [
    ("la", include_str!("../../messages/la.toml")),
    ("en", include_str!("../../messages/en.toml")),
    ("th", include_str!("../../messages/th.toml")),
    ("cn", include_str!("../../messages/cn.toml")),
    ("vn", include_str!("../../messages/vn.toml")),
];
const FRAME: &str = include_str!("../../messages/email.html");
const FRAME_FILE: &str = "email.html";
/// Variables of the frame besides those of a message.
const FRAME_VARIABLES: [&str; 6] = ["subject", "lines", "language", "button", "settings", "stop"];
const MAX_FILE_BYTES: u64 = 256 * 1024;
const MAX_SUBJECT: usize = 200;
const MAX_TEXT: usize = 4000;

/// A file of one language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguageFile {
    /// Caption of the link to the order.
    button: Option<String>,
    /// Caption of the link to the choice of channels.
    settings: Option<String>,
    /// Caption of the link that stops news.
    stop: Option<String>,
    #[serde(default)]
    messages: BTreeMap<String, Texts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    subject: Option<String>,
    text: Option<String>,
    short: Option<String>,
    /// Caption of the link, if it does not lead to an order.
    button: Option<String>,
}

/// The checked templates.
pub struct Templates {
    environment: Environment<'static>,
    kinds: BTreeSet<String>,
}

impl Templates {
    /// Reads the templates with those of `folder`, if there is one, and renders each. The error names the file and the key.
    pub fn load(folder: Option<&Path>) -> Result<Self, String> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|name| {
            if name == FRAME_FILE { AutoEscape::Html } else { AutoEscape::None }
        });
        let mut kinds = BTreeSet::new();
        for (language, text) in DEFAULTS {
            let file = language_file(&format!("{language}.toml"), text)?;
            kinds.extend(file.messages.keys().cloned());
            add(&mut environment, language, file)?;
        }
        add_template(&mut environment, FRAME_FILE.to_owned(), FRAME.to_owned())?;
        let mut loaded = Self { environment, kinds };
        if let Some(folder) = folder {
            loaded.replace_by(folder)?;
        }
        loaded.check()?;
        Ok(loaded)
    }

    fn replace_by(&mut self, folder: &Path) -> Result<(), String> {
        let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let fault = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
            if fs::metadata(&path).map_err(|error| fault(&error))?.len() > MAX_FILE_BYTES {
                return Err(fault(&"is larger than 256 KiB"));
            }
            let language =
                name.strip_suffix(".toml").and_then(|stem| LANGUAGES.into_iter().find(|one| *one == stem));
            let read = || fs::read_to_string(&path).map_err(|error| fault(&error));
            match language {
                Some(language) => {
                    let file = language_file(&path.display().to_string(), &read()?)?;
                    if let Some(kind) = file.messages.keys().find(|kind| !self.has(kind)) {
                        return Err(fault(&format!("there is no message {kind}")));
                    }
                    add(&mut self.environment, language, file)?;
                }
                None if name == FRAME_FILE => {
                    add_template(&mut self.environment, FRAME_FILE.to_owned(), read()?)?;
                }
                None => {
                    return Err(fault(
                        &"must be email.html, or one of la.toml, en.toml, th.toml, cn.toml, vn.toml",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Every kind has its texts in every language, no template uses an unknown variable, and all can be rendered.
    fn check(&self) -> Result<(), String> {
        for (name, template) in self.environment.templates() {
            for used in template.undeclared_variables(false) {
                let is_known = VARIABLES.contains(&used.as_str())
                    || (name == FRAME_FILE && FRAME_VARIABLES.contains(&used.as_str()));
                if !is_known {
                    let known = VARIABLES.join(", ");
                    return Err(format!(
                        "message template {name}: there is no variable {used}; known are {known}"
                    ));
                }
            }
        }
        for kind in &self.kinds {
            for language in LANGUAGES {
                for part in ["text", "short"] {
                    let name = name(language, kind, part);
                    let template = self.environment.get_template(&name).map_err(|_| missing(&name))?;
                    let needed = match kind.split_once('.') {
                        Some(("order", _)) => "number",
                        Some(("code", _)) => "code",
                        Some(("news", _)) => "body",
                        _ => continue,
                    };
                    if !template.undeclared_variables(false).contains(needed) {
                        return Err(format!("message template {name}: the variable {needed} is missing"));
                    }
                }
                for awaiting_payment in [true, false] {
                    let sample = Variables { awaiting_payment, ..sample() };
                    self.email(kind, language, &sample)?;
                    self.short(kind, language, &sample)?;
                }
            }
        }
        Ok(())
    }

    /// Whether there are messages of this kind.
    pub fn has(&self, kind: &str) -> bool {
        self.kinds.contains(kind)
    }

    /// Subject, text and HTML of an e-mail.
    pub fn email(
        &self,
        kind: &str,
        language: &str,
        variables: &Variables,
    ) -> Result<(String, String, String), String> {
        let subject: String = one_line(&self.render(&name(language, kind, "subject"), variables)?)
            .chars()
            .take(MAX_SUBJECT)
            .collect();
        let body = clean(&self.render(&name(language, kind, "text"), variables)?);
        let own_button = name(language, kind, "button");
        let has_own = self.environment.get_template(&own_button).is_ok();
        let button = if has_own { own_button } else { caption(language, "button") };
        let button = self.render(&button, variables)?;
        let settings = self.render(&caption(language, "settings"), variables)?;
        let stop = self.render(&caption(language, "stop"), variables)?;
        let mut html_body = body.clone();
        if !variables.stop_link.is_empty() && !self.has_stop_link(FRAME_FILE) {
            html_body.extend(["\n", &stop, ": ", &variables.stop_link]);
        }
        let html = context! {
            stop => stop,
            subject => subject,
            lines => html_body.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>(),
            language => html_language(language),
            button => button,
            settings => settings,
            ..minijinja::Value::from_serialize(variables)
        };
        let html = self.render(FRAME_FILE, html)?;
        let mut text = body;
        for (caption, link) in
            [(&button, &variables.link), (&settings, &variables.settings_link), (&stop, &variables.stop_link)]
        {
            if !link.is_empty() {
                text.extend(["\n\n", caption, ": ", link]);
            }
        }
        Ok((subject, text, html))
    }

    /// Text of an SMS or a WhatsApp message.
    pub fn short(&self, kind: &str, language: &str, variables: &Variables) -> Result<String, String> {
        let name = name(language, kind, "short");
        let mut text = clean(&self.render(&name, variables)?);
        if !variables.stop_link.is_empty() && !self.has_stop_link(&name) {
            let stop = self.render(&caption(language, "stop"), variables)?;
            text.extend(["\n", &stop, ": ", &variables.stop_link]);
        }
        Ok(text)
    }

    /// Whether a template has the link that stops news. Where an operator's has not, it is added.
    fn has_stop_link(&self, name: &str) -> bool {
        let template = self.environment.get_template(name);
        template.is_ok_and(|template| template.undeclared_variables(false).contains("stop_link"))
    }

    fn render(&self, name: &str, variables: impl serde::Serialize) -> Result<String, String> {
        let rendered = self.environment.get_template(name).and_then(|template| template.render(variables));
        rendered.map_err(|error| format!("message template {name}: {error}"))
    }
}

fn language_file(name: &str, text: &str) -> Result<LanguageFile, String> {
    toml::from_str(text).map_err(|error| format!("{name}: {error}"))
}

fn add(environment: &mut Environment<'static>, language: &str, file: LanguageFile) -> Result<(), String> {
    for (part, source) in [("button", file.button), ("settings", file.settings), ("stop", file.stop)] {
        if let Some(source) = source {
            add_template(environment, caption(language, part), source)?;
        }
    }
    for (kind, texts) in file.messages {
        for (part, source) in [
            ("subject", texts.subject),
            ("text", texts.text),
            ("short", texts.short),
            ("button", texts.button),
        ] {
            if let Some(source) = source {
                add_template(environment, name(language, &kind, part), source)?;
            }
        }
    }
    Ok(())
}

fn add_template(environment: &mut Environment<'static>, name: String, source: String) -> Result<(), String> {
    let fault = format!("message template {name}");
    environment.add_template_owned(name, source).map_err(|error| format!("{fault}: {error}"))
}

fn name(language: &str, kind: &str, part: &str) -> String {
    format!("{language}/{kind}/{part}")
}

fn caption(language: &str, part: &str) -> String {
    format!("{language}/{part}")
}

fn missing(name: &str) -> String {
    format!("message template {name} is missing")
}

/// The language as HTML names it.
fn html_language(language: &str) -> &str {
    match language {
        "la" => "lo",
        "cn" => "zh",
        "vn" => "vi",
        other => other,
    }
}

/// Without control characters other than line breaks, and not longer than a message may be.
fn clean(text: &str) -> String {
    let plain: String =
        text.trim().chars().filter(|letter| *letter == '\n' || !is_control(*letter)).collect();
    plain.chars().take(MAX_TEXT).collect()
}

fn sample() -> Variables {
    Variables {
        shop: "Shop".to_owned(),
        name: "Noy".to_owned(),
        number: "261121-ABCD".to_owned(),
        total: "₭1,000".to_owned(),
        refund: "₭1,000".to_owned(),
        awaiting_payment: false,
        code: "123456".to_owned(),
        minutes: "10".to_owned(),
        host: "shop.example".to_owned(),
        device: "Chrome on Android".to_owned(),
        link: "https://shop.example/la/account/orders/1".to_owned(),
        settings_link: "https://shop.example/la/account/profile".to_owned(),
        title: "Sale".to_owned(),
        body: "All tiles".to_owned(),
        stop_link: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{EventVariables, ShopNames};

    fn loaded_with(file: &str, text: &str) -> Result<Templates, String> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(file), text).unwrap();
        Templates::load(Some(folder.path()))
    }

    #[test]
    fn promised_messages_have_templates() {
        let templates = Templates::load(None).unwrap();
        for kind in [
            "order.received",
            "order.placed",
            "order.underpaid",
            "order.ready",
            "order.delivering",
            "order.completed",
            "order.cancelled",
            "order.returned",
            "order.refunded",
            "code.sign_in",
            "security.password",
            "security.device",
            "chat.answer",
            "news.shop",
        ] {
            assert!(templates.has(kind), "{kind}");
        }
    }

    #[test]
    fn operators_folder_replaces_single_texts() {
        let texts = "[messages.\"order.ready\"]\nshort = \"{{ number }}: come!\"\n";
        let templates = loaded_with("en.toml", texts).unwrap();
        assert_eq!(templates.short("order.ready", "en", &sample()).unwrap(), "261121-ABCD: come!");
        let (subject, ..) = templates.email("order.ready", "en", &sample()).unwrap();
        assert!(subject.contains("261121-ABCD"), "{subject}");
    }

    #[test]
    fn fault_of_a_template_is_found_at_the_start() {
        for (file, text, fault) in [
            ("en.toml", "[messages.\"order.ready\"]\ntext = \"{{ number }} {{ nmae }}\"", "no variable nmae"),
            ("en.toml", "[messages.\"order.ready\"]\ntext = \"It is ready\"", "number is missing"),
            ("en.toml", "[messages.\"order.ready\"]\ntext = \"{{ number\"", "en/order.ready/text"),
            ("en.toml", "[messages.\"order.raedy\"]\ntext = \"{{ number }}\"", "no message order.raedy"),
            ("en.toml", "[messages.\"order.ready\"]\ntitle = \"x\"", "unknown field"),
            ("fr.toml", "", "must be email.html"),
            ("email.html", "<p>{{ line }}</p>", "no variable line"),
        ] {
            let error = loaded_with(file, text).err().unwrap();
            assert!(error.contains(fault), "{error}");
        }
        assert!(Templates::load(Some(Path::new("/nowhere"))).is_err());
    }

    #[test]
    fn name_of_a_customer_is_no_markup_no_template_and_no_header() {
        let templates = loaded_with(
            "en.toml",
            "[messages.\"order.ready\"]\nsubject = \"{{ name }}\"\ntext = \"{{ name }} {{ number }}\"",
        )
        .unwrap();
        let contact = crate::clients::Contact {
            name: "<b>Noy</b> {{ total }}\r\nBcc: all@example.com\u{202e}".to_owned(),
            ..Default::default()
        };
        let variables = Variables::new(&ShopNames::default(), &EventVariables::default(), &contact, "en");
        let (subject, text, html) = templates.email("order.ready", "en", &variables).unwrap();
        assert_eq!(subject, "<b>Noy</b> {{ total }} Bcc: all@example.com");
        assert!(text.starts_with("<b>Noy</b> {{ total }} Bcc:"), "{text}");
        assert!(
            html.contains("&lt;b&gt;Noy&lt;&#x2f;b&gt; {{ total }}") && !html.contains("<b>Noy"),
            "{html}"
        );
    }
}
