//! Content pages without scripts.

use serde::Deserialize;

use super::parts::{Link, heading, list, paragraph, telephone};
use crate::{
    data::Data,
    head::{
        PageContext,
        image::file_address,
        page_meta::{DataEnvelope, Text},
    },
};
use heuan_edge_api::{branches::BranchesQuery, content::ContentQuery};
use heuan_edge_http::escape::html;

#[derive(Deserialize)]
struct Content {
    paragraphs: Vec<Text>,
    questions: Vec<Question>,
    jobs: Vec<Vacancy>,
    documents: Vec<Document>,
    items: Vec<Item>,
}

#[derive(Deserialize)]
struct Document {
    title: Text,
    file: String,
}

#[derive(Deserialize)]
struct Question {
    q: Text,
    a: Text,
}

#[derive(Deserialize)]
struct Vacancy {
    title: Text,
}

#[derive(Deserialize)]
struct Item {
    slug: String,
    title: Text,
}

#[derive(Deserialize)]
struct Branch {
    b_name: String,
    b_name_eng: String,
    tb_address_la: String,
    tb_address_en: String,
    b_f_phone: String,
}

pub fn content(visit: PageContext<'_>, slug: &str, data: &Data) -> String {
    let call = ContentQuery { slug: slug.to_owned() };
    let Some(DataEnvelope { data: content }) = data.read::<DataEnvelope<Content>>(&call) else {
        return String::new();
    };
    let pick = |text: &Text| visit.language.pick_text(&text.la, &text.en).to_owned();
    let mut section: String = content.paragraphs.iter().map(|text| paragraph(&pick(text))).collect();
    for question in &content.questions {
        section += &heading(&pick(&question.q));
        section += &paragraph(&pick(&question.a));
    }
    section += &list(content.jobs.iter().map(|vacancy| html(&pick(&vacancy.title))));
    section += &list(content.documents.iter().map(|document| {
        let address = html(&file_address(&document.file));
        format!("<a href=\"{address}\">{}</a>", html(&pick(&document.title)))
    }));
    let items = content.items.iter().map(|item| Link::new(place_of(&item.slug), pick(&item.title)));
    section += &list(items.map(|link| link.render(visit)));
    if slug == "contact" { section + &branches(visit, data) } else { section }
}

/// Path of a content page. News have the prefix `/blogs`.
fn place_of(slug: &str) -> String {
    if slug.starts_with("news/") { format!("/blogs/{slug}") } else { format!("/{slug}") }
}

fn branches(visit: PageContext<'_>, data: &Data) -> String {
    let all = data.read::<DataEnvelope<Vec<Branch>>>(&BranchesQuery).map(|answer| answer.data);
    list(all.into_iter().flatten().map(|branch| {
        let name = visit.language.pick(&branch.b_name, &branch.b_name_eng);
        let address = visit.language.pick_text(&branch.tb_address_la, &branch.tb_address_en);
        format!("<b>{}</b> {} {}", html(name), html(address), telephone(&branch.b_f_phone))
    }))
}
