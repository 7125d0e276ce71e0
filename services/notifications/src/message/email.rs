//! E-mail by SMTP.

use std::time::Duration;

use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    address::Envelope,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
    transport::smtp::{
        Error as SmtpError, PoolConfig,
        authentication::Credentials,
        client::{Certificate, Tls, TlsParametersBuilder},
    },
};

use crate::{
    config::{EMAIL_STEPS, EmailConfig, EmailTls},
    message::bounce::TOKEN_HEADER,
    message::rendering::one_line,
    outgoing_message::{FailureReason, Rendered, SendResult},
};

/// Longest part of a server's answer that is stored.
const MAX_DETAIL: usize = 300;

/// Link for the reader of an e-mail to switch such e-mails off.
#[derive(Clone, Copy, Debug)]
pub enum Unsubscribe<'a> {
    /// Page of the settings, after a login; may be empty.
    Settings(&'a str),
    /// A link that takes one click (RFC 8058).
    OneClick(&'a str),
}

/// Sends e-mails through the configured server.
pub struct EmailSender {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    reply_to: Option<Mailbox>,
    /// Recipient of bounces.
    return_path: Address,
    timeout: Duration,
    invalid_codes: Vec<String>,
}

impl EmailSender {
    /// `None` without a configured server. The error names the key.
    pub fn new(config: &EmailConfig) -> Result<Option<Self>, String> {
        if config.host.is_empty() {
            return Ok(None);
        }
        let config_error = |key: &str, error: &dyn std::fmt::Display| format!("email.{key}: {error}");
        let mailbox =
            |key: &str, text: &str| text.parse::<Mailbox>().map_err(|error| config_error(key, &error));
        let tls = || {
            let mut parameters = TlsParametersBuilder::new(config.host.clone());
            if !config.ca_file.is_empty() {
                let pem = std::fs::read(&config.ca_file).map_err(|error| config_error("ca_file", &error))?;
                let certificate =
                    Certificate::from_pem(&pem).map_err(|error| config_error("ca_file", &error))?;
                parameters = parameters.add_root_certificate(certificate);
            }
            parameters.build_rustls().map_err(|error| config_error("tls", &error))
        };
        let timeout = Duration::from_secs(config.timeout_s);
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&config.host)
            .port(config.port)
            .timeout(Some(timeout))
            .pool_config(PoolConfig::new().max_size(4).idle_timeout(Duration::from_secs(30)))
            .tls(match config.tls {
                EmailTls::None => Tls::None,
                EmailTls::Starttls => Tls::Required(tls()?),
                EmailTls::Tls => Tls::Wrapper(tls()?),
            });
        if !config.username.is_empty() {
            let password = config.password.reveal().to_owned();
            builder = builder.credentials(Credentials::new(config.username.clone(), password));
        }
        let reply_to = Some(config.reply_to.as_str()).filter(|text| !text.is_empty());
        let from = mailbox("from", &config.from)?;
        let return_path = match config.return_path.as_str() {
            "" => from.email.clone(),
            address => address.parse().map_err(|error| config_error("return_path", &error))?,
        };
        Ok(Some(Self {
            transport: builder.build(),
            return_path,
            from,
            reply_to: reply_to.map(|text| mailbox("reply_to", text)).transpose()?,
            timeout,
            invalid_codes: config.invalid_codes.clone(),
        }))
    }

    /// Sends once. `key` becomes the message id, by which servers and mail programs recognize a repetition.
    /// `token` identifies a bounce.
    pub async fn send(
        &self,
        rendered: &Rendered,
        (key, token): (&str, &str),
        unsubscribe: Unsubscribe<'_>,
    ) -> SendResult {
        let message = match self.message(rendered, (key, token), unsubscribe) {
            Ok(message) => message,
            Err(result) => return result,
        };
        match tokio::time::timeout(self.timeout * EMAIL_STEPS as u32, self.transport.send(message)).await {
            Ok(Ok(_)) => SendResult::Accepted { provider_id: String::new() },
            Ok(Err(error)) => classify_smtp_error(&error, &self.invalid_codes),
            Err(_) => outage("the server did not answer in time"),
        }
    }

    fn message(
        &self,
        rendered: &Rendered,
        (key, token): (&str, &str),
        unsubscribe: Unsubscribe<'_>,
    ) -> Result<Message, SendResult> {
        let failed =
            |reason, error: &dyn std::fmt::Display| SendResult::Failed { reason, detail: error.to_string() };
        let address = rendered.recipient.parse::<Address>();
        let address = address.map_err(|error| failed(FailureReason::InvalidAddress, &error))?;
        let envelope = Envelope::new(Some(self.return_path.clone()), vec![address.clone()]);
        let envelope = envelope.map_err(|error| failed(FailureReason::Refused, &error))?;
        let mut builder = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, address))
            .envelope(envelope)
            .subject(one_line(&rendered.subject))
            .message_id(Some(format!("<{key}@{}>", self.from.email.domain())))
            .raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("Auto-Submitted"),
                "auto-generated".to_owned(),
            ));
        if let Some(reply_to) = &self.reply_to {
            builder = builder.reply_to(reply_to.clone());
        }
        let header = |name, value: String| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
        builder = builder.raw_header(header(TOKEN_HEADER, token.to_owned()));
        let (Unsubscribe::Settings(link) | Unsubscribe::OneClick(link)) = unsubscribe;
        if !link.is_empty() {
            builder = builder.raw_header(header("List-Unsubscribe", format!("<{link}>")));
        }
        if matches!(unsubscribe, Unsubscribe::OneClick(_)) {
            let one_click = "List-Unsubscribe=One-Click".to_owned();
            builder = builder.raw_header(header("List-Unsubscribe-Post", one_click));
        }
        let parts = MultiPart::alternative_plain_html(rendered.text.clone(), rendered.html.clone());
        builder.multipart(parts).map_err(|error| failed(FailureReason::Refused, &error))
    }
}

fn classify_smtp_error(error: &SmtpError, invalid_codes: &[String]) -> SendResult {
    let detail: String = one_line(&explain(error)).chars().take(MAX_DETAIL).collect();
    let Some(code) = error.status().map(u16::from) else { return outage(&detail) };
    match code {
        // The mailbox, or its domain, does not exist.
        _ if error.is_permanent() && is_invalid_recipient(code, &detail, invalid_codes) => {
            SendResult::Failed { reason: FailureReason::InvalidAddress, detail }
        }
        // The server does not accept the shop, for example because of its password. An operator can change
        // that.
        421 | 454 | 500 | 502..=504 | 530 | 534 | 535 | 538 => outage(&detail),
        _ if error.is_permanent() => SendResult::Failed { reason: FailureReason::Refused, detail },
        // The failure concerns only this message, for example greylisting or a full mailbox.
        _ => SendResult::Deferred { detail, after_ms: 0, is_outage: false },
    }
}

/// Whether a reply means that there is no such mailbox. If there is an enhanced status code (RFC 3463) such as `5.1.1`, it
/// decides, because the reply code 550 is used for other refusals as well.
pub(super) fn is_invalid_recipient(code: u16, reply: &str, invalid_codes: &[String]) -> bool {
    let enhanced = reply.split([' ', ':', '-', '(', ')']).find(|word| is_enhanced(word));
    let is_part = |part: &str, code: &str| {
        code.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    match enhanced {
        Some(enhanced) if invalid_codes.iter().any(|one| one.contains('.')) => {
            invalid_codes.iter().any(|one| one.contains('.') && is_part(one, enhanced))
        }
        _ => invalid_codes.contains(&code.to_string()),
    }
}

fn is_enhanced(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    let is_number =
        |part: &&str| (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 3 && matches!(parts.first(), Some(&("4" | "5"))) && parts.iter().all(is_number)
}

fn outage(detail: &str) -> SendResult {
    SendResult::Deferred { detail: detail.to_owned(), after_ms: 0, is_outage: true }
}

fn explain(error: &SmtpError) -> String {
    use std::error::Error as _;
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(550, "permanent error (550): no such user", true)]
    #[case(550, "permanent error (550): 5.1.1 no such user", true)]
    #[case(550, "permanent error (550): 5.2.1 mailbox disabled", true)]
    #[case(550, "permanent error (550): 5.7.1 blocked, see 10.0.0.1", false)]
    #[case(554, "permanent error (554): 5.1.10 no such user", true)]
    #[case(554, "permanent error (554): not accepted", false)]
    #[case(552, "permanent error (552): 5.2.2 mailbox full", false)]
    fn reply_of_a_server_names_an_invalid_recipient_or_not(
        #[case] code: u16,
        #[case] reply: &str,
        #[case] is_invalid: bool,
    ) {
        let codes = ["501", "550", "551", "553", "556", "5.1", "5.2.1"].map(str::to_owned);
        assert_eq!(is_invalid_recipient(code, reply, &codes), is_invalid);
    }

    #[test]
    fn reply_codes_alone_ignore_enhanced_codes() {
        assert!(is_invalid_recipient(550, "550 5.7.1 no such user", &["550".to_owned()]));
    }
}
