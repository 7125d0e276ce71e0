//! Reports that a provider of SMS or WhatsApp sends about messages that it has accepted.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use heuan_rpc::{Code, Error};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::{
    config::ReportConfig,
    message::provider::{MAX_PROVIDER_ID, field, is_one_of},
    message::rendering::one_line,
    notification_service::NotificationService,
    outgoing_message::{Channel, ReportOutcome},
};

/// Longest part of a report that is stored.
const MAX_DETAIL: usize = 100;

/// A report as it was received.
pub struct ReportCall<'a> {
    /// `sms` or `whatsapp`.
    pub channel: &'a str,
    pub content_type: &'a str,
    /// Header `authorization`; may be empty.
    pub authorization: &'a str,
    /// Headers with signatures: lower-case name and value.
    pub signatures: &'a [(String, String)],
    pub body: &'a [u8],
}

/// A final report on a message.
#[derive(Debug, PartialEq, Eq)]
struct Report {
    provider_id: String,
    outcome: ReportOutcome,
    /// State and error code.
    detail: String,
}

impl NotificationService {
    /// Handles a report. It may arrive more than once, late, or before the response of the call that sent the message. States
    /// that are not final, and reports on unknown messages, change nothing.
    pub async fn receive_report(&self, call: ReportCall<'_>) -> Result<(), Error> {
        let (channel, config) = match call.channel {
            "sms" => (Channel::Sms, &self.config.sms.report),
            "whatsapp" => (Channel::WhatsApp, &self.config.whatsapp.report),
            _ => return Err(Error::not_found("no such channel")),
        };
        if config.secret.reveal().is_empty() {
            return Err(Error::not_found("no reports are configured for this channel"));
        }
        if !is_authentic(config, &call) {
            return Err(Error::new(Code::Unauthenticated, "the secret or the signature is wrong"));
        }
        let report = read(config, call.content_type, call.body)?;
        let outcome = report.as_ref().map_or("ignored", |report| report.outcome.into_str());
        metrics::counter!("message_reports_total", "channel" => channel.into_str(), "outcome" => outcome)
            .increment(1);
        let Some(Report { provider_id, outcome, detail }) = report else { return Ok(()) };
        let now = self.clock.now_ms();
        self.store.put_report(channel, &provider_id, outcome, &detail, now).await?;
        self.store.apply_report(channel, &provider_id, now).await
    }
}

/// Whether a report has the configured secret. The comparison takes the same time wherever the secrets
/// differ.
fn is_authentic(config: &ReportConfig, call: &ReportCall<'_>) -> bool {
    let secret = config.secret.reveal();
    if config.signature_header.is_empty() {
        return password(call.authorization).is_some_and(|password| {
            Sha256::digest(password.as_bytes()) == Sha256::digest(secret.as_bytes())
        });
    }
    let name = config.signature_header.to_ascii_lowercase();
    let signature = call.signatures.iter().find(|(found, _)| *found == name);
    let bytes = signature.and_then(|(_, value)| from_hex(value.trim().trim_start_matches("sha256=")));
    bytes.is_some_and(|bytes| {
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
        mac.update(call.body);
        mac.verify_slice(&bytes).is_ok()
    })
}

/// The secret in a `Bearer` or `Basic` header. The user of `Basic` is not compared.
fn password(authorization: &str) -> Option<String> {
    let (scheme, value) = authorization.trim().split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(value.trim().to_owned());
    }
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let pair = String::from_utf8(STANDARD.decode(value.trim()).ok()?).ok()?;
    pair.split_once(':').map(|(_, password)| password.to_owned())
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|one| one.to_digit(16).and_then(|digit| u8::try_from(digit).ok())).collect();
    let digits = digits.filter(|digits| digits.len() == 64)?;
    Some(digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte * 16 + digit)).collect())
}

/// Reads a report. `None` for a state that is not final.
fn read(config: &ReportConfig, content_type: &str, body: &[u8]) -> Result<Option<Report>, Error> {
    let report = if content_type.to_ascii_lowercase().starts_with("application/x-www-form-urlencoded") {
        let fields = url::form_urlencoded::parse(body);
        Value::Object(fields.map(|(name, value)| (name.into_owned(), value.into_owned().into())).collect())
    } else {
        serde_json::from_slice(body).map_err(|_| Error::invalid("body", "must be JSON or a form"))?
    };
    let needed = |pointer: &str| {
        field(&report, pointer)
            .ok_or_else(|| Error::invalid("body", format!("must have the field {pointer}")))
    };
    let (provider_id, state) = (needed(&config.id_field)?, needed(&config.state_field)?);
    if provider_id.is_empty() || provider_id.len() > MAX_PROVIDER_ID {
        return Err(Error::invalid("body", format!("must have an id of 1 to {MAX_PROVIDER_ID} bytes")));
    }
    let is_invalid = is_one_of(&report, &config.invalid_field, &config.invalid_values);
    let outcome = if config.delivered_values.contains(&state) {
        ReportOutcome::Delivered
    } else if !config.failed_values.contains(&state) {
        return Ok(None);
    } else if is_invalid {
        ReportOutcome::InvalidAddress
    } else {
        ReportOutcome::Refused
    };
    let code = field(&report, &config.invalid_field).unwrap_or_default();
    let detail = one_line(format!("{state} {code}").trim()).chars().take(MAX_DETAIL).collect();
    Ok(Some(Report { provider_id, outcome, detail }))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use rstest::rstest;

    use super::*;

    const SECRET: &str = "sixteen letters.";

    /// The settings below `[notifications.sms.report]` in the documentation.
    fn documented() -> ReportConfig {
        let page = include_str!("../../../docs/messages.md");
        let (_, rest) = page.split_once("[notifications.sms.report]\n").unwrap();
        let lines = rest.lines().map_while(|line| line.strip_prefix("    "));
        let config: ReportConfig = toml::from_str(&lines.collect::<Vec<_>>().join("\n")).unwrap();
        ReportConfig { secret: SECRET.into(), ..config }
    }

    fn json() -> ReportConfig {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        ReportConfig {
            secret: SECRET.into(),
            signature_header: "X-Hub-Signature-256".to_owned(),
            id_field: "/entry/0/id".to_owned(),
            state_field: "/entry/0/status".to_owned(),
            delivered_values: words(&["delivered", "read"]),
            failed_values: words(&["failed"]),
            invalid_field: "/entry/0/errors/0/code".to_owned(),
            invalid_values: words(&["131026"]),
        }
    }

    const FORM: &str = "application/x-www-form-urlencoded; charset=utf-8";

    #[rstest]
    #[case("MessageSid=SM1&MessageStatus=delivered", Some((ReportOutcome::Delivered, "delivered")))]
    #[case("MessageSid=SM1&MessageStatus=sent", None)]
    #[case("MessageSid=SM1&MessageStatus=undelivered&ErrorCode=30005", Some((ReportOutcome::InvalidAddress, "undelivered 30005")))]
    #[case("MessageSid=SM1&MessageStatus=undelivered&ErrorCode=30003", Some((ReportOutcome::Refused, "undelivered 30003")))]
    fn documented_report_is_read(#[case] body: &str, #[case] expected: Option<(ReportOutcome, &str)>) {
        let report = read(&documented(), FORM, body.as_bytes()).unwrap();
        let expected = expected.map(|(outcome, detail)| Report {
            provider_id: "SM1".to_owned(),
            outcome,
            detail: detail.to_owned(),
        });
        assert_eq!(report, expected);
    }

    #[test]
    fn report_in_json_is_read_by_pointers_also_with_numbers() {
        let body = br#"{"entry": [{"id": 17, "status": "failed", "errors": [{"code": 131026}]}]}"#;
        let report = read(&json(), "application/json", body).unwrap().unwrap();
        assert_eq!((report.provider_id.as_str(), report.outcome), ("17", ReportOutcome::InvalidAddress));
    }

    #[rstest]
    #[case(FORM, b"MessageSid=SM1")]
    #[case(FORM, b"MessageStatus=delivered")]
    #[case(FORM, b"MessageSid=&MessageStatus=delivered")]
    #[case("application/json", b"{")]
    #[case("", b"MessageSid=SM1&MessageStatus=delivered")]
    #[case("application/json", b"[]")]
    #[case(FORM, b"\xff\x00=%zz")]
    fn report_without_id_or_state_names_the_body(#[case] content_type: &str, #[case] body: &[u8]) {
        let error = read(&documented(), content_type, body).unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "body"));
    }

    #[test]
    fn id_that_is_too_long_is_refused() {
        let body = format!("MessageSid={}&MessageStatus=delivered", "a".repeat(MAX_PROVIDER_ID + 1));
        assert_eq!(read(&documented(), FORM, body.as_bytes()).unwrap_err().detail.field, "body");
    }

    fn call<'a>(authorization: &'a str, signatures: &'a [(String, String)]) -> ReportCall<'a> {
        ReportCall { channel: "sms", content_type: FORM, authorization, signatures, body: b"what was signed" }
    }

    #[test]
    fn secret_is_the_password_of_the_authorization_header() {
        let config = documented();
        let basic = |pair: &str| format!("Basic {}", STANDARD.encode(pair));
        for right in
            [format!("Bearer {SECRET}"), format!("bearer  {SECRET}"), basic(&format!("heuan:{SECRET}"))]
        {
            assert!(is_authentic(&config, &call(&right, &[])), "{right}");
        }
        let wrong = [
            String::new(),
            SECRET.to_owned(),
            "Bearer".to_owned(),
            "Bearer ".to_owned(),
            "Bearer sixteen letters".to_owned(),
            format!("Digest {SECRET}"),
            basic(SECRET),
            basic(&format!("{SECRET}:heuan")),
            "Basic %%%".to_owned(),
        ];
        for wrong in wrong {
            assert!(!is_authentic(&config, &call(&wrong, &[])), "{wrong}");
        }
    }

    #[test]
    fn signature_is_the_hmac_of_the_body() {
        let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
        mac.update(b"what was signed");
        let mut hex = String::new();
        for byte in mac.finalize().into_bytes() {
            write!(hex, "{byte:02x}").unwrap();
        }
        let header_with = |value: &str| [("x-hub-signature-256".to_owned(), value.to_owned())];
        for right in [hex.clone(), format!("sha256={hex}"), hex.to_uppercase()] {
            assert!(is_authentic(&json(), &call("", &header_with(&right))), "{right}");
        }
        for wrong in ["", "00", &hex[2..], &"0".repeat(64), &"g".repeat(64)] {
            assert!(
                !is_authentic(&json(), &call(&format!("Bearer {SECRET}"), &header_with(wrong))),
                "{wrong}"
            );
        }
        assert!(!is_authentic(&json(), &call(&format!("Bearer {SECRET}"), &[])));
    }
}
