//! Templates of the messages: a file for each language, and the frame of e-mails. An operator's folder replaces any part
//! of them. All are checked at the start.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs, io,
    path::{Path, PathBuf},
};

use minijinja::{AutoEscape, Environment, UndefinedBehavior, context};
use serde::Deserialize;

use crate::{
    languages::LANGUAGES,
    message::rendering::{VARIABLES, Variables, is_control, one_line},
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
/// Templates of a message, by their keys in the files.
const PARTS: [&str; 4] = ["subject", "text", "short", "button"];
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
    /// Names of the templates that the operator's folder has replaced.
    own: BTreeSet<String>,
}

/// Error in a template with which the service does not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("message template {place}: {message}")]
pub struct TemplateError {
    /// Name of a template, such as `en/order.ready/text`, or path of a file.
    pub place: String,
    pub message: String,
}

impl TemplateError {
    fn new(place: impl Into<String>, message: impl fmt::Display) -> Self {
        Self { place: place.into(), message: message.to_string() }
    }
}

impl Templates {
    /// Reads the templates with those of `folder`, if there is one, and renders each. The error names the file and the key.
    pub fn load(folder: Option<&Path>) -> Result<Self, String> {
        let (loaded, errors) = Self::read(folder);
        errors.first().map_or(Ok(loaded), |error| Err(error.to_string()))
    }

    /// Reads the templates and returns all errors. The built-in template stays where a file of the folder
    /// cannot be read.
    pub fn read(folder: Option<&Path>) -> (Self, Vec<TemplateError>) {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|name| {
            if name == FRAME_FILE { AutoEscape::Html } else { AutoEscape::None }
        });
        let mut read = Self { environment, kinds: BTreeSet::new(), own: BTreeSet::new() };
        let mut errors = Vec::new();
        for (language, text) in DEFAULTS {
            match toml::from_str::<LanguageFile>(text) {
                Ok(file) => {
                    read.kinds.extend(file.messages.keys().cloned());
                    read.add(language, file, &mut errors);
                }
                Err(error) => errors.push(TemplateError::new(format!("{language}.toml"), error)),
            }
        }
        read.add_template(FRAME_FILE.to_owned(), FRAME.to_owned(), &mut errors);
        read.own.clear();
        if let Some(folder) = folder {
            read.replace_by(folder, &mut errors);
        }
        read.check(&mut errors);
        (read, errors)
    }

    fn replace_by(&mut self, folder: &Path, errors: &mut Vec<TemplateError>) {
        let list =
            || fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>();
        let mut paths = list().unwrap_or_else(|error| {
            errors.push(TemplateError::new(folder.display().to_string(), error));
            Vec::new()
        });
        paths.sort();
        for path in paths {
            if let Err(message) = self.replace_by_file(&path, errors) {
                errors.push(TemplateError::new(path.display().to_string(), message));
            }
        }
    }

    fn replace_by_file(&mut self, path: &Path, errors: &mut Vec<TemplateError>) -> Result<(), String> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let language =
            name.strip_suffix(".toml").and_then(|stem| LANGUAGES.into_iter().find(|one| *one == stem));
        if language.is_none() && name != FRAME_FILE {
            return Err(
                "must be email.html, or one of la.toml, en.toml, th.toml, cn.toml, vn.toml".to_owned()
            );
        }
        if fs::metadata(path).map_err(|error| error.to_string())?.len() > MAX_FILE_BYTES {
            return Err("is larger than 256 KiB".to_owned());
        }
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let Some(language) = language else {
            self.add_template(name, text, errors);
            return Ok(());
        };
        let mut file: LanguageFile = toml::from_str(&text).map_err(|error| error.to_string())?;
        let unknown: Vec<String> = file.messages.keys().filter(|kind| !self.has(kind)).cloned().collect();
        for kind in unknown {
            file.messages.remove(&kind);
            let message = format!("there is no message {kind}");
            errors.push(TemplateError::new(path.display().to_string(), message));
        }
        self.add(language, file, errors);
        Ok(())
    }

    fn add(&mut self, language: &str, file: LanguageFile, errors: &mut Vec<TemplateError>) {
        for (part, source) in [("button", file.button), ("settings", file.settings), ("stop", file.stop)] {
            if let Some(source) = source {
                self.add_template(caption(language, part), source, errors);
            }
        }
        for (kind, texts) in file.messages {
            let sources = [texts.subject, texts.text, texts.short, texts.button];
            for (part, source) in PARTS.into_iter().zip(sources) {
                if let Some(source) = source {
                    self.add_template(name(language, &kind, part), source, errors);
                }
            }
        }
    }

    fn add_template(&mut self, name: String, source: String, errors: &mut Vec<TemplateError>) {
        match self.environment.add_template_owned(name.clone(), source) {
            Ok(()) => {
                self.own.insert(name);
            }
            Err(error) => errors.push(TemplateError::new(name, error)),
        }
    }

    /// Checks that every kind has its texts in every language, that no template uses an unknown variable, and
    /// that all can be rendered.
    fn check(&self, errors: &mut Vec<TemplateError>) {
        for (name, template) in self.environment.templates() {
            let mut unknown: Vec<String> = template.undeclared_variables(false).into_iter().collect();
            unknown.retain(|used| {
                let of_frame = name == FRAME_FILE && FRAME_VARIABLES.contains(&used.as_str());
                !(of_frame || VARIABLES.contains(&used.as_str()))
            });
            unknown.sort();
            errors.extend(unknown.into_iter().map(|used| {
                let known = VARIABLES.join(", ");
                TemplateError::new(name, format!("there is no variable {used}; known are {known}"))
            }));
        }
        for kind in &self.kinds {
            for language in LANGUAGES {
                for part in ["text", "short"] {
                    errors.extend(self.missing_variable(&name(language, kind, part), kind));
                }
                for sample in samples() {
                    let rendered = [
                        self.email(kind, language, &sample).map(drop),
                        self.short(kind, language, &sample).map(drop),
                    ];
                    for error in rendered.into_iter().filter_map(Result::err) {
                        if !errors.iter().any(|known| known.place == error.place) {
                            errors.push(error);
                        }
                    }
                }
            }
        }
    }

    /// The required variable of this kind that the template lacks.
    fn missing_variable(&self, name: &str, kind: &str) -> Option<TemplateError> {
        let needed = match kind.split_once('.') {
            Some(("order", _)) => "number",
            Some(("code", _)) => "code",
            Some(("news", _)) => "body",
            _ => return None,
        };
        let template = self.environment.get_template(name).ok()?;
        let is_missing = !template.undeclared_variables(false).contains(needed);
        is_missing.then(|| TemplateError::new(name, format!("the variable {needed} is missing")))
    }

    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().map(String::as_str)
    }

    /// Whether the texts of a kind depend on a variable.
    pub fn uses(&self, language: &str, kind: &str, variable: &str) -> bool {
        PARTS.into_iter().any(|part| {
            let template = self.environment.get_template(&name(language, kind, part));
            template.is_ok_and(|template| template.undeclared_variables(false).contains(variable))
        })
    }

    /// Parts of a message that are the operator's: `subject`, `text`, `short`, `button` or `email.html`.
    pub fn own_parts(&self, language: &str, kind: &str) -> Vec<&'static str> {
        let has_own_button = self.environment.get_template(&name(language, kind, "button")).is_ok();
        let is_own = |part: &str| {
            self.own.contains(&name(language, kind, part))
                || (part == "button" && !has_own_button && self.own.contains(&caption(language, part)))
        };
        let frame = Some(FRAME_FILE).filter(|frame| self.own.contains(*frame));
        PARTS.into_iter().filter(|part| is_own(part)).chain(frame).collect()
    }

    /// Whether both have the same templates.
    pub fn equals(&self, other: &Self) -> bool {
        let sources = |templates: &Self| -> BTreeMap<String, String> {
            let all = templates.environment.templates();
            all.map(|(name, template)| (name.to_owned(), template.source().to_owned())).collect()
        };
        sources(self) == sources(other)
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
    ) -> Result<(String, String, String), TemplateError> {
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
    pub fn short(&self, kind: &str, language: &str, variables: &Variables) -> Result<String, TemplateError> {
        let name = name(language, kind, "short");
        let mut text = clean(&self.render(&name, variables)?);
        if !variables.stop_link.is_empty() && !self.has_stop_link(&name) {
            let stop = self.render(&caption(language, "stop"), variables)?;
            text.extend(["\n", &stop, ": ", &variables.stop_link]);
        }
        Ok(text)
    }

    /// Whether a template has the link that stops news. The link is added to an operator's template that
    /// lacks it.
    fn has_stop_link(&self, name: &str) -> bool {
        let template = self.environment.get_template(name);
        template.is_ok_and(|template| template.undeclared_variables(false).contains("stop_link"))
    }

    fn render(&self, name: &str, variables: impl serde::Serialize) -> Result<String, TemplateError> {
        let template = self.environment.get_template(name);
        let template = template.map_err(|_| TemplateError::new(name, "is missing"))?;
        template.render(variables).map_err(|error| TemplateError::new(name, error))
    }
}

fn name(language: &str, kind: &str, part: &str) -> String {
    format!("{language}/{kind}/{part}")
}

fn caption(language: &str, part: &str) -> String {
    format!("{language}/{part}")
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

/// The text without control characters other than line breaks, truncated to the maximum length of a message.
fn clean(text: &str) -> String {
    let plain: String =
        text.trim().chars().filter(|letter| *letter == '\n' || !is_control(*letter)).collect();
    plain.chars().take(MAX_TEXT).collect()
}

/// Two sets of values: each condition of a template is true for one of them and false for the other.
fn samples() -> [Variables; 2] {
    let without = Variables { refund: String::new(), due: String::new(), day: String::new(), ..sample() };
    [Variables { awaiting_payment: true, pickup: true, ..sample() }, without]
}

fn sample() -> Variables {
    Variables {
        shop: "Shop".to_owned(),
        name: "Noy".to_owned(),
        number: "261121-ABCD".to_owned(),
        total: "₭1,000".to_owned(),
        refund: "₭1,000".to_owned(),
        due: "₭1,000".to_owned(),
        pickup: false,
        awaiting_payment: false,
        day: "22/11/2026".to_owned(),
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
    use crate::{config::ShopNames, event_variables::EventVariables};

    fn loaded_with(file: &str, text: &str) -> Result<Templates, String> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(file), text).unwrap();
        Templates::load(Some(folder.path()))
    }

    #[test]
    fn every_message_kind_has_a_template() {
        let templates = Templates::load(None).unwrap();
        for kind in [
            "order.received",
            "order.placed",
            "order.paid",
            "order.underpaid",
            "order.ready",
            "order.delivering",
            "order.day_changed",
            "order.completed",
            "order.cancelled",
            "order.returned",
            "order.return_corrected",
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
        for (file, text, message) in [
            ("en.toml", "[messages.\"order.ready\"]\ntext = \"{{ number }} {{ nmae }}\"", "no variable nmae"),
            ("en.toml", "[messages.\"order.ready\"]\ntext = \"It is ready\"", "number is missing"),
            ("en.toml", "[messages.\"order.ready\"]\ntext = \"{{ number\"", "en/order.ready/text"),
            ("en.toml", "[messages.\"order.raedy\"]\ntext = \"{{ number }}\"", "no message order.raedy"),
            ("en.toml", "[messages.\"order.ready\"]\ntitle = \"x\"", "unknown field"),
            ("fr.toml", "", "must be email.html"),
            ("email.html", "<p>{{ line }}</p>", "no variable line"),
        ] {
            let error = loaded_with(file, text).err().unwrap();
            assert!(error.contains(message), "{error}");
        }
        assert!(Templates::load(Some(Path::new("/nowhere"))).is_err());
    }

    #[test]
    fn all_faults_are_listed_and_the_other_templates_are_the_operator_s() {
        let folder = tempfile::tempdir().unwrap();
        let texts = "[messages.\"order.ready\"]\nsubject = \"{{ nmae }}\"\ntext = \"Ready\"\nshort = \"{{ number }}!\"\n\
                     [messages.\"order.raedy\"]\ntext = \"{{ number }}\"\n";
        fs::write(folder.path().join("en.toml"), texts).unwrap();
        fs::write(folder.path().join("th.toml"), "button =").unwrap();
        fs::write(folder.path().join("notes.txt"), "").unwrap();
        let (read, errors) = Templates::read(Some(folder.path()));
        let found: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let all = found.join("\n");
        for error in [
            "en.toml: there is no message order.raedy",
            "th.toml: ",
            "notes.txt: must be email.html",
            "en/order.ready/subject: there is no variable nmae",
            "en/order.ready/text: the variable number is missing",
        ] {
            assert!(all.contains(error), "{error}: {all}");
        }
        assert_eq!(errors.len(), 5, "{all}");
        assert_eq!(read.short("order.ready", "en", &sample()).unwrap(), "261121-ABCD!");
        assert_eq!(read.own_parts("en", "order.ready"), ["subject", "text", "short"]);
        assert!(read.own_parts("th", "order.ready").is_empty());
        let (built_in, errors) = Templates::read(None);
        assert!(errors.is_empty() && !built_in.equals(&read) && built_in.equals(&Templates::read(None).0));
    }

    #[test]
    fn customer_name_is_escaped_in_markup_templates_and_headers() {
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
