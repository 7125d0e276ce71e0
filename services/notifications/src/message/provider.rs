//! SMS and WhatsApp by an HTTP call that the configuration describes.

use std::time::Duration;

use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context, value::ValueKind};
use reqwest::{
    Client, Response, StatusCode, Url,
    header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER},
    redirect::Policy,
};

use crate::{
    config::ProviderConfig,
    message::rendering::{Variables, hide_code, one_line},
    outgoing_message::{FailureReason, OutgoingMessage, Rendered, SendResult},
};

const MAX_RESPONSE_BYTES: usize = 64 * 1024;
/// Longest part of an answer that is stored.
const MAX_DETAIL: usize = 300;
/// Longest id of a message.
pub(crate) const MAX_PROVIDER_ID: usize = 200;
/// Longest `Retry-After` that is respected.
const MAX_RETRY_AFTER_MS: i64 = 6 * 60 * 60 * 1000;
/// One-time code of the check at the start.
const SAMPLE_CODE: &str = "935172";

/// The provider of a channel.
pub struct HttpProvider {
    client: Client,
    url: Url,
    /// Templates of the body, and of each header by its index.
    environment: Environment<'static>,
    headers: Vec<HeaderName>,
    config: ProviderConfig,
    has_codes: bool,
}

/// Values of a message for the templates of body and headers.
pub struct ProviderValues<'a> {
    pub rendered: &'a Rendered,
    pub message: &'a OutgoingMessage,
    pub variables: &'a Variables,
    pub key: &'a str,
}

impl HttpProvider {
    /// `None` without a configured provider. The error names the key of `section`.
    pub fn new(section: &str, config: &ProviderConfig) -> Result<Option<Self>, String> {
        if config.url.is_empty() {
            return Ok(None);
        }
        let config_error = |key: &str, error: &dyn std::fmt::Display| format!("{section}.{key}: {error}");
        let url = Url::parse(&config.url).map_err(|error| config_error("url", &error))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(config_error("url", &"must be http or https"));
        }
        let mut headers = Vec::new();
        let mut escape = AutoEscape::Json;
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        for (index, header) in config.headers.iter().enumerate() {
            let (name, value) = header
                .reveal()
                .split_once(':')
                .ok_or_else(|| config_error("headers", &"must be name: value"))?;
            let name: HeaderName = name.trim().parse().map_err(|error| config_error("headers", &error))?;
            if name == CONTENT_TYPE && value.contains("form-urlencoded") {
                escape = AutoEscape::Custom("form");
            }
            headers.push(name);
            let added = environment.add_template_owned(format!("header {index}"), value.trim().to_owned());
            added.map_err(|error| config_error("headers", &error))?;
        }
        environment
            .set_auto_escape_callback(move |name| if name == "body" { escape } else { AutoEscape::None });
        environment.set_formatter(|out, state, value| match state.auto_escape() {
            AutoEscape::Custom(_) => {
                let text: String = url::form_urlencoded::byte_serialize(plain(value).as_bytes()).collect();
                out.write_str(&text).map_err(Into::into)
            }
            _ => minijinja::escape_formatter(out, state, value),
        });
        environment
            .add_template_owned("body", config.body.clone())
            .map_err(|error| config_error("body", &error))?;
        // Fails if another part of this process has already installed a provider, which is equivalent.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .timeout(Duration::from_secs(config.timeout_s))
            .redirect(Policy::none())
            .user_agent(concat!("heuan/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| config_error("url", &error))?;
        let mut provider =
            Self { client, url, environment, headers, config: config.clone(), has_codes: false };
        provider.render(&sample()).map_err(|error| config_error("body", &error))?;
        // A body that supports only some kinds fails for the others. Such a provider sends no codes.
        provider.has_codes =
            provider.render(&code_sample()).is_ok_and(|(_, body)| body.contains(SAMPLE_CODE));
        if !provider.has_codes {
            tracing::warn!(section, "provider sends no one-time codes: its body has neither text nor code");
        }
        Ok(Some(provider))
    }

    /// Whether the body has the code of a message with a one-time code.
    pub fn has_codes(&self) -> bool {
        self.has_codes
    }

    /// Sends once.
    pub async fn send(&self, values: &ProviderValues<'_>) -> SendResult {
        let values = values.to_value();
        let (headers, body) = match self.render(&values) {
            Ok(request) => request,
            Err(detail) => return SendResult::Failed { reason: FailureReason::Refused, detail },
        };
        let request = self.client.post(self.url.clone()).headers(headers).body(body);
        match request.send().await {
            Ok(response) => self.classify_response(response).await,
            Err(error) => outage(explain(error), 0),
        }
    }

    fn render(&self, values: &Value) -> Result<(HeaderMap, String), String> {
        let render = |name: &str| {
            let template = self.environment.get_template(name);
            template.and_then(|template| template.render(values)).map_err(|error| error.to_string())
        };
        let mut headers = HeaderMap::new();
        for (index, name) in self.headers.iter().enumerate() {
            let text = one_line(&render(&format!("header {index}"))?);
            let mut value =
                HeaderValue::from_str(&text).map_err(|error| format!("header {name}: {error}"))?;
            value.set_sensitive(true);
            headers.append(name, value);
        }
        if !headers.contains_key(CONTENT_TYPE) {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let body = render("body")?;
        Ok((headers, body))
    }

    async fn classify_response(&self, response: Response) -> SendResult {
        let status = response.status();
        let after = response.headers().get(RETRY_AFTER).and_then(|after| after.to_str().ok()?.parse().ok());
        let after_ms =
            after.map_or(0, |seconds: i64| seconds.saturating_mul(1000).clamp(0, MAX_RETRY_AFTER_MS));
        // Without the whole response, the result of the call is unknown.
        let body = match read(response).await {
            Ok(body) => body,
            Err(detail) => return outage(detail, after_ms),
        };
        let answer: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
        // A provider may repeat the address for its reports, which contains their secret.
        let secret = self.config.report.secret.reveal();
        let text = hide_code(&one_line(&String::from_utf8_lossy(&body)), secret);
        let detail: String = format!("{} {text}", status.as_u16()).chars().take(MAX_DETAIL).collect();
        let config = &self.config;
        if is_one_of(&answer, &config.invalid_field, &config.invalid_values) {
            return SendResult::Failed { reason: FailureReason::InvalidAddress, detail };
        }
        let is_accepted_status = config.accepted_status.contains(&status.as_u16());
        let is_accepted = config.accepted_field.is_empty()
            || is_one_of(&answer, &config.accepted_field, &config.accepted_values);
        if is_accepted_status && is_accepted {
            let provider_id = field(&answer, &config.id_field).filter(|id| id.len() <= MAX_PROVIDER_ID);
            return SendResult::Accepted { provider_id: provider_id.unwrap_or_default() };
        }
        match status {
            StatusCode::TOO_MANY_REQUESTS
            | StatusCode::UNAUTHORIZED
            | StatusCode::FORBIDDEN
            | StatusCode::PAYMENT_REQUIRED
            | StatusCode::NOT_FOUND => outage(detail, after_ms),
            StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT | StatusCode::TOO_EARLY => {
                SendResult::Deferred { detail, after_ms, is_outage: false }
            }
            _ if status.is_client_error() || is_accepted_status => {
                SendResult::Failed { reason: FailureReason::Refused, detail }
            }
            _ => outage(detail, after_ms),
        }
    }
}

impl ProviderValues<'_> {
    fn to_value(&self) -> Value {
        let Self { rendered, message, variables, key } = self;
        context! {
            to => rendered.recipient,
            to_digits => rendered.recipient.trim_start_matches('+'),
            text => rendered.text,
            language => rendered.language,
            parts => rendered.parts,
            kind => message.kind,
            template => message.kind.replace('.', "_"),
            key => key,
            ..Value::from_serialize(variables)
        }
    }
}

/// Values of the check at the start.
fn sample() -> Value {
    context! {
        to => "+8562055555555", to_digits => "8562055555555", text => "", language => "la", parts => 1,
        kind => "order.ready", template => "order_ready", key => "0",
        ..Value::from_serialize(Variables::default())
    }
}

/// Values of the check for a message with a one-time code.
fn code_sample() -> Value {
    context! {
        text => format!("Heuan: {SAMPLE_CODE}"), code => SAMPLE_CODE, minutes => "10",
        kind => "code.sign_in", template => "code_sign_in", ..sample()
    }
}

fn plain(value: &Value) -> String {
    match value.kind() {
        ValueKind::String => value.as_str().unwrap_or_default().to_owned(),
        _ => value.to_string(),
    }
}

/// Whether the field of a JSON answer, named by a pointer such as `/status`, is one of `values`.
pub(crate) fn is_one_of(answer: &serde_json::Value, pointer: &str, values: &[String]) -> bool {
    field(answer, pointer).is_some_and(|text| values.contains(&text))
}

/// The field of a JSON answer as text; `None` without a pointer and without the field.
pub(crate) fn field(answer: &serde_json::Value, pointer: &str) -> Option<String> {
    let found = answer.pointer(pointer).filter(|found| !pointer.is_empty() && !found.is_null())?;
    Some(found.as_str().map_or_else(|| found.to_string(), str::to_owned))
}

async fn read(mut response: Response) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(explain)? {
        let left = MAX_RESPONSE_BYTES - body.len();
        body.extend_from_slice(&part[..part.len().min(left)]);
        if part.len() > left {
            break;
        }
    }
    Ok(body)
}

fn outage(detail: String, after_ms: i64) -> SendResult {
    SendResult::Deferred { detail, after_ms, is_outage: true }
}

fn explain(error: reqwest::Error) -> String {
    use std::error::Error as _;
    let error = error.without_url();
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    one_line(&text).chars().take(MAX_DETAIL).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provider(headers: &[&str], body: &str) -> Result<Option<HttpProvider>, String> {
        let config = ProviderConfig {
            url: "https://sms.example/send".to_owned(),
            headers: headers.iter().map(|header| (*header).into()).collect(),
            body: body.to_owned(),
            ..ProviderConfig::default()
        };
        HttpProvider::new("sms", &config)
    }

    #[test]
    fn text_is_escaped_for_the_body_it_is_in() {
        let values = context! {
            to => "+856", key => "k\r\nx-evil: 1", text => "a\"b&c=d\nກ", ..sample()
        };
        let json = provider(&["idempotency-key: {{ key }}"], r#"{"to": {{ to }}, "text": {{ text }}}"#);
        let (headers, body) = json.unwrap().unwrap().render(&values).unwrap();
        let read: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!((read["to"].as_str(), read["text"].as_str()), (Some("+856"), Some("a\"b&c=d\nກ")));
        assert_eq!(headers["idempotency-key"], "k x-evil: 1");
        let form =
            provider(&["content-type: application/x-www-form-urlencoded"], "To={{ to }}&Body={{ text }}");
        let (_, body) = form.unwrap().unwrap().render(&values).unwrap();
        assert_eq!(body, "To=%2B856&Body=a%22b%26c%3Dd%0A%E0%BA%81");
    }

    #[test]
    fn invalid_configuration_error_names_its_key() {
        for (headers, body, key) in [
            (&["authorization"][..], "{}", "sms.headers"),
            (&[], "{{ txt }}", "sms.body"),
            (&[], "{{ text", "sms.body"),
        ] {
            let error = provider(headers, body).err().unwrap();
            assert!(error.starts_with(key), "{error}");
        }
    }

    /// The settings below `section` in the documentation.
    fn documented(section: &str) -> HttpProvider {
        let page = include_str!("../../../../docs/messages.md");
        let (_, rest) = page.split_once(&format!("[notifications.{section}]\n")).unwrap();
        let lines = rest.lines().map_while(|line| line.strip_prefix("    "));
        let config: ProviderConfig = toml::from_str(&lines.collect::<Vec<_>>().join("\n")).unwrap();
        HttpProvider::new(section, &config).unwrap().unwrap()
    }

    #[test]
    fn body_with_neither_text_nor_code_has_no_codes() {
        for (body, has_codes) in [
            (r#"{"to": {{ to }}, "number": {{ number }}}"#, false),
            (r#"{"to": {{ to }}, "text": {{ text }}}"#, true),
            (r#"{"to": {{ to }}, "parameters": [{{ code or number }}]}"#, true),
        ] {
            assert_eq!(provider(&[], body).unwrap().unwrap().has_codes(), has_codes, "{body}");
        }
    }

    /// All texts below `value` with the name `text`.
    fn texts(value: &serde_json::Value) -> Vec<&str> {
        match value {
            serde_json::Value::Array(items) => items.iter().flat_map(texts).collect(),
            serde_json::Value::Object(fields) => fields
                .iter()
                .flat_map(|(name, field)| match field.as_str() {
                    Some(text) if name == "text" => vec![text],
                    _ => texts(field),
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn documented_whatsapp_example_has_the_values_of_each_kind() {
        let whatsapp = documented("whatsapp");
        assert!(whatsapp.has_codes() && documented("sms").has_codes());
        let shop = context! { shop => "Heuan", ..sample() };
        let code = context! { code => "048213", minutes => "10", ..shop.clone() };
        let order = context! { number => "N-1", link => "https://shop.example/en/orders/1", ..shop.clone() };
        let news = context! {
            title => "Sale", body => "Cement\n\nand sand", stop_link => "https://shop.example/stop/t", ..shop.clone()
        };
        for (kind, values, expected) in [
            ("code.sign_in", &code, vec!["048213", "048213"]),
            ("code.reset", &code, vec!["048213", "048213"]),
            ("order.ready", &order, vec!["N-1", "https://shop.example/en/orders/1"]),
            ("news.shop", &news, vec!["Sale", "Cement and sand", "https://shop.example/stop/t"]),
            ("security.identifier", &shop, vec!["Heuan", "Heuan"]),
            ("chat.answer", &shop, vec!["Heuan", "Heuan"]),
        ] {
            for language in crate::languages::LANGUAGES {
                let template = kind.replace('.', "_");
                let values = context! { kind, template => template.as_str(), language, ..values.clone() };
                let (_, body) = whatsapp.render(&values).unwrap();
                let body: serde_json::Value = serde_json::from_str(&body).unwrap();
                assert_eq!(body["template"]["name"], template.as_str());
                assert_eq!(texts(&body["template"]["components"]), expected, "{kind} {language}");
            }
        }
    }

    #[test]
    fn documented_example_produces_the_request_of_its_provider() {
        let values = context! { text => "ພ້ອມ & \"ready\"", language => "cn", number => "N-1", shop => "Heuan", ..sample() };
        let (headers, body) = documented("sms").render(&values).unwrap();
        assert_eq!(headers["content-type"], "application/x-www-form-urlencoded");
        let fields: Vec<_> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
        assert_eq!(fields[0], ("To".to_owned(), "+8562055555555".to_owned()));
        assert_eq!(fields[2], ("Body".to_owned(), "ພ້ອມ & \"ready\"".to_owned()));
        let (_, body) = documented("whatsapp").render(&values).unwrap();
        let body: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!(
            (&body["to"], &body["template"]["name"]),
            (&"8562055555555".into(), &"order_ready".into())
        );
        assert_eq!(body["template"]["language"]["code"], "zh_CN");
        assert_eq!(body["template"]["components"][0]["parameters"][1]["text"], "Heuan");
    }
}
