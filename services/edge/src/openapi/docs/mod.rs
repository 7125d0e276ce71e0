//! `/api/docs`: the OpenAPI document as one HTML page. It is rendered here, because a third-party viewer would need scripts and
//! hosts that the Content-Security-Policy forbids.

#![allow(
    clippy::format_push_string,
    reason = "markup reads best as one expression, and is made once per change"
)]

use serde_json::Value;

use heuan_edge_http::escape::html;

/// Renders the page of an OpenAPI document.
pub fn render(document: &Value) -> String {
    let info = &document["info"];
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"stylesheet\" href=\"/api/docs.css\"></head><body><main>\n<h1>{title}</h1>\n<p>{about}</p>\n\
         <p>For programs: <a href=\"/api/openapi.json\">/api/openapi.json</a></p>\n",
        title = text(&info["title"]),
        about = prose(&info["description"]),
    );
    for tag in document["tags"].as_array().into_iter().flatten() {
        page += &format!("<h2>{}</h2>\n<p>{}</p>\n", text(&tag["name"]), prose(&tag["description"]));
        for (path, methods) in entries(&document["paths"]) {
            for (method, operation) in entries(methods) {
                if operation["tags"].as_array().is_some_and(|tags| tags.contains(&tag["name"])) {
                    page += &call(method, path, operation);
                }
            }
        }
    }
    page += "<h2>Shapes</h2>\n";
    for (name, schema) in entries(&document["components"]["schemas"]) {
        page += &shape(name, schema);
    }
    page + "<h2>Errors</h2>\n" + &errors() + "</main></body></html>\n"
}

fn call(method: &str, path: &str, operation: &Value) -> String {
    let mut section = format!(
        "<section><h3><span>{}</span> {}</h3>\n<p>{}</p>\n<p>{}</p>\n",
        html(&method.to_uppercase()),
        html(path),
        prose(&operation["summary"]),
        prose(&operation["description"]),
    );
    let parameters = operation["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !parameters.is_empty() {
        section += "<table><tr><th>parameter</th><th>type</th><th>meaning</th></tr>\n";
        for parameter in parameters {
            let required = if parameter["required"] == true { " (required)" } else { "" };
            section += &format!(
                "<tr><td><code>{}</code>{required}</td><td>{}</td><td>{}</td></tr>\n",
                text(&parameter["name"]),
                kind(&parameter["schema"]),
                prose(&parameter["description"]),
            );
        }
        section += "</table>\n";
    }
    section += "<ul>\n";
    for (status, response) in entries(&operation["responses"]) {
        let body = entries(&response["content"]).next().map(|(_, content)| kind(&content["schema"]));
        section += &format!(
            "<li><code>{}</code> {}{}</li>\n",
            html(status),
            prose(&response["description"]),
            body.map(|body| format!(": {body}")).unwrap_or_default()
        );
    }
    section + "</ul></section>\n"
}

fn shape(name: &str, schema: &Value) -> String {
    let name = html(name);
    let mut section =
        format!("<section id=\"{name}\"><h3>{name}</h3>\n<p>{}</p>\n", prose(&schema["description"]));
    let parts = schema["allOf"].as_array().map_or(std::slice::from_ref(schema), Vec::as_slice);
    section += "<table>\n";
    for part in parts {
        if part.get("$ref").is_some() {
            section += &format!("<tr><td colspan=\"3\">all of {}</td></tr>\n", kind(part));
        }
        for (field, schema) in entries(&part["properties"]) {
            section += &format!(
                "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>\n",
                html(field),
                kind(schema),
                prose(&schema["description"]),
            );
        }
    }
    section += "</table>\n";
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(|word| format!("<code>{}</code>", text(word))).collect();
        section += &format!("<p>{}</p>\n", words.join(", "));
    }
    section + "</section>\n"
}

/// Describes a schema in a few words, with links to the schemas it references.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        let name = html(name);
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    if let Some(choices) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        return choices.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    let names: Vec<&str> = match &schema["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    };
    let names = names.into_iter().map(|name| match name {
        "array" => format!("list of {}", kind(&schema["items"])),
        name => html(name),
    });
    names.collect::<Vec<_>>().join(" or ")
}

fn errors() -> String {
    let rows = heuan_rpc::Code::ALL.map(|code| {
        format!(
            "<li id=\"{name}\"><code>{name}</code>: status {}</li>\n",
            code.http_status(),
            name = code.name()
        )
    });
    format!("<p>Errors are problem+json; <code>code</code> is one of</p>\n<ul>\n{}</ul>\n", rows.concat())
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> String {
    html(value.as_str().unwrap_or_default())
}

/// Renders a description, in which text between backticks is code.
fn prose(value: &Value) -> String {
    let parts: Vec<&str> = value.as_str().unwrap_or_default().split('`').collect();
    // An unmatched backtick is literal.
    if parts.len().is_multiple_of(2) {
        return html(&parts.join("`"));
    }
    let marked = parts.iter().enumerate().map(|(index, part)| {
        if index % 2 == 1 { format!("<code>{}</code>", html(part)) } else { html(part) }
    });
    marked.collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::*;

    #[rstest]
    #[case(
        "Answers are `{success, data}`; `a<b`",
        "Answers are <code>{success, data}</code>; <code>a&lt;b</code>"
    )]
    #[case("`all`", "<code>all</code>")]
    #[case("one ` alone <b>", "one ` alone &lt;b&gt;")]
    #[case("", "")]
    fn code_in_a_description_is_marked_up(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(prose(&json!(text)), expected);
    }
}
