//! Parser of delivery status notifications (RFC 3464), which mail servers send about e-mails that they could not deliver.

use mail_parser::{Encoding, MessageParser, MessagePart, MimeHeaders as _};

/// Header of the shop's e-mails with their token.
pub const TOKEN_HEADER: &str = "X-Heuan-Message";

/// Maximum recipients of a notification that are read; the shop's e-mails have one.
const MAX_RECIPIENTS: usize = 50;
/// Maximum parts, including those of returned e-mails, and maximum headers with the type of a part.
const MAX_PARTS: usize = 200;
/// Maximum lines that may begin or end a part. Texts also have such lines, for example above a signature.
const MAX_BOUNDARIES: usize = 2000;
/// Maximum bytes of headers that are read.
const MAX_HEAD_BYTES: usize = 64 * 1024;
/// Maximum tokens that are read.
const MAX_TOKENS: usize = 5;

/// Content of a delivery status notification.
#[derive(Debug, PartialEq, Eq)]
pub struct DeliveryStatus {
    pub recipients: Vec<RecipientStatus>,
    /// Values of [`TOKEN_HEADER`] in the returned headers.
    pub tokens: Vec<String>,
}

/// Delivery status of the e-mail to one recipient.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecipientStatus {
    /// Address without its type, in lower case. May be empty. The original recipient is the address that the sender used,
    /// before other servers changed it.
    pub final_recipient: String,
    pub original_recipient: String,
    /// Action in lower case: `failed`, `delayed`, `delivered`, `relayed` or `expanded`.
    pub action: String,
    /// Enhanced status code, such as `5.1.1`.
    pub status: String,
    /// Reply of the remote server, without its type; may be empty.
    pub diagnostic: String,
}

impl RecipientStatus {
    /// Whether the server has given up permanently.
    pub fn is_permanent_failure(&self) -> bool {
        self.action == "failed" && self.status.starts_with("5.")
    }

    /// Whether the status is about this address.
    pub fn is_of(&self, address: &str) -> bool {
        [&self.final_recipient, &self.original_recipient]
            .into_iter()
            .any(|one| one.eq_ignore_ascii_case(address))
    }
}

/// Parses a mail. The error is the reason why it is not a delivery status notification.
pub fn parse(mail: &[u8]) -> Result<DeliveryStatus, &'static str> {
    // Each level of nested parts needs such a header, so their number bounds the recursion that drops the
    // parts.
    let name = b"content-type";
    if mail.windows(name.len()).filter(|one| one.eq_ignore_ascii_case(name)).count() > MAX_PARTS {
        return Err("it has too many parts");
    }
    // A part without headers needs only such a line.
    if mail.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"--")).count() > MAX_BOUNDARIES {
        return Err("it has too many parts");
    }
    let message = MessageParser::new().parse(mail).ok_or("it is no e-mail")?;
    if message.parts.len() > MAX_PARTS {
        return Err("it has too many parts");
    }
    let is_report = message.content_type().is_some_and(|kind| {
        kind.ctype().eq_ignore_ascii_case("multipart")
            && kind.subtype().is_some_and(|subtype| subtype.eq_ignore_ascii_case("report"))
            && kind
                .attribute("report-type")
                .is_some_and(|report| report.eq_ignore_ascii_case("delivery-status"))
    });
    if !is_report {
        return Err("it is no delivery status notification (multipart/report, RFC 3464)");
    }
    let mut status = None;
    let mut tokens = Vec::new();
    for part in &message.parts {
        match part_type(part).as_str() {
            "message/delivery-status" | "message/global-delivery-status" if status.is_none() => {
                status = Some(recipients(&String::from_utf8_lossy(part.contents())));
            }
            "message/rfc822" | "message/global" | "text/rfc822-headers" | "message/global-headers" => {
                tokens.extend(tokens_of(&String::from_utf8_lossy(head(mail, part))));
            }
            _ => {}
        }
    }
    let recipients = status.ok_or("it has no part message/delivery-status")?;
    if recipients.is_empty() {
        return Err("its part message/delivery-status names no recipient");
    }
    tokens.truncate(MAX_TOKENS);
    Ok(DeliveryStatus { recipients, tokens })
}

/// The beginning of a part with all of its headers. A returned e-mail may be cut off, so that its end is not known.
fn head<'a>(mail: &'a [u8], part: &'a MessagePart<'_>) -> &'a [u8] {
    let plain = mail.get(part.offset_body as usize..).filter(|_| part.encoding == Encoding::None);
    let bytes = plain.unwrap_or(part.contents());
    bytes.get(..MAX_HEAD_BYTES).unwrap_or(bytes)
}

/// Type of a part in lower case, such as `message/rfc822`; empty without a type.
fn part_type(part: &MessagePart<'_>) -> String {
    let Some(kind) = part.content_type() else { return String::new() };
    format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default()).to_ascii_lowercase()
}

/// The groups of fields after the first group, which is about the whole e-mail.
fn recipients(text: &str) -> Vec<RecipientStatus> {
    let mut found = Vec::new();
    let mut group = RecipientStatus::default();
    let lines = unfolded(text);
    for line in lines.iter().map(String::as_str).chain([""]) {
        if line.is_empty() {
            let group = std::mem::take(&mut group);
            if !group.final_recipient.is_empty() && found.len() < MAX_RECIPIENTS {
                found.push(group);
            }
            continue;
        }
        let Some((name, value)) = line.split_once(':') else { continue };
        match name.trim().to_ascii_lowercase().as_str() {
            "final-recipient" => group.final_recipient = address(value),
            "original-recipient" => group.original_recipient = address(value),
            "action" => group.action = first_word(value).to_ascii_lowercase(),
            "status" => first_word(value).clone_into(&mut group.status),
            "diagnostic-code" => without_type(value).clone_into(&mut group.diagnostic),
            _ => {}
        }
    }
    found
}

fn tokens_of(headers: &str) -> Vec<String> {
    let lines = unfolded(headers);
    let head = lines.iter().take_while(|line| !line.is_empty());
    let values = head.filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case(TOKEN_HEADER).then(|| value.trim().to_owned())
    });
    values.take(MAX_TOKENS).collect()
}

/// Lines joined with their continuations, which begin with a space.
fn unfolded(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.trim_start_matches(['\r', '\n']).lines() {
        let line = line.trim_end();
        match lines.last_mut() {
            Some(last) if line.starts_with([' ', '\t']) && !last.is_empty() => {
                last.push(' ');
                last.push_str(line.trim_start());
            }
            // A line that has only spaces ends a group, like an empty line.
            _ => lines.push(line.trim_start().to_owned()),
        }
    }
    lines
}

/// The address in a value such as `rfc822; Noy@Example.com`.
fn address(value: &str) -> String {
    without_type(value).trim_matches(['<', '>', ' ']).to_ascii_lowercase()
}

fn without_type(value: &str) -> &str {
    value.split_once(';').map_or(value, |(_, rest)| rest).trim()
}

/// The first word of a value such as `5.1.1 (bad destination mailbox address)`.
fn first_word(value: &str) -> &str {
    value.split_whitespace().next().unwrap_or_default()
}
