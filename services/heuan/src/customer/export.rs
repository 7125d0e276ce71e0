//! `heuan customer export`: writes the data of a customer as JSON. Images are read one after the other, so that memory does not
//! grow with their number.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::Path,
};

use anyhow::{Context as _, Result};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use heuan_runtime::clock::{Clock, rfc3339};
use serde::Serialize;
use serde_json::json;

use super::{find, message, services::Services};

/// Name and version of the format. The version increases when a field is removed or changes its meaning.
const FORMAT: &str = "heuan-customer-export/1";

/// Action of the audit log.
const EXPORT: &str = "GET /api/staff/customers/{cus_id}/export.json";

/// Writes to the new file `out`, or to standard output.
pub async fn run(services: &Services, text: &str, out: Option<&Path>) -> Result<()> {
    let customer = find(services.accounts(), text).await?;
    let Some(path) = out else {
        return write(services, customer.customer_id, &mut BufWriter::new(io::stdout())).await;
    };
    let creating = || format!("creating {}", path.display());
    let file = File::options().write(true).create_new(true).open(path).with_context(creating)?;
    let written = write(services, customer.customer_id, &mut BufWriter::new(&file)).await;
    let written = written.and_then(|()| Ok(file.sync_all()?));
    if written.is_err() {
        // An incomplete export would be taken for a complete one.
        let _ = fs::remove_file(path);
    }
    written.with_context(|| format!("writing {}", path.display()))?;
    println!("customer {}: exported to {}", customer.customer_id, path.display());
    Ok(())
}

async fn write(services: &Services, customer_id: i64, out: &mut impl Write) -> Result<()> {
    writeln!(out, "{{")?;
    section(out, "format", &FORMAT)?;
    section(out, "exported_at", &rfc3339(Clock::System.now_ms()))?;
    section(out, "customer_id", &customer_id)?;
    let (accounts, subject) = (services.accounts(), customer_id.to_string());
    let exported =
        accounts.audited((EXPORT, &subject), accounts.export(customer_id), |_| String::new()).await;
    section(out, "accounts", &exported.map_err(message)?)?;
    section(out, "orders", &services.orders.export(customer_id).await.map_err(message)?)?;
    section(out, "chat", &services.chat.export(customer_id).await.map_err(message)?)?;
    section(out, "notifications", &services.notifications.export(customer_id).await.map_err(message)?)?;
    section(out, "search", &services.search.export(customer_id).await.map_err(message)?)?;
    write!(out, "\"attachments\": [")?;
    let mut separator = "";
    for attachment in services.chat.attachments(customer_id).await.map_err(message)? {
        let content = services.chat.attachment(&attachment.attachment_id).await.map_err(message)?;
        let Some(content) = content else { continue };
        let value = json!({
            "attachment_id": attachment.attachment_id,
            "side": attachment.side,
            "at": attachment.at,
            "media_type": "image/webp",
            "content": STANDARD.encode(content),
        });
        write!(out, "{separator}\n{value}")?;
        separator = ",";
    }
    writeln!(out, "]\n}}")?;
    Ok(out.flush()?)
}

fn section(out: &mut impl Write, name: &str, value: &impl Serialize) -> Result<()> {
    write!(out, "\"{name}\": ")?;
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out, ",")?;
    Ok(())
}
