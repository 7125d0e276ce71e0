//! Cross-validation of the search settings: results if the settings had been chosen on other images than the measured
//! ones.
//!
//! The weights of crops and colors were chosen on both sets. Here each is chosen again from the same candidates: on
//! four fifths of the images for the last fifth, and on one set for the other.

use heuan_image_search::{
    decode::{DecodeLimits, center_crop, decode},
    embed::{CENTER_CROPS, CancelToken, Embedder, ImageKind, embed, l2_normalize},
};

use crate::{
    print,
    sets::{LabeledImage, Set},
};

const FOLDS: usize = 5;
const WEIGHTS: [[f32; 3]; 6] =
    [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.5, 1.0, 0.0], [1.0, 1.0, 1.0], [0.5, 1.0, 1.0], [0.25, 1.0, 1.0]];
const COLOR_WEIGHTS: [f32; 5] = [0.0, 0.05, 0.1, 0.2, 0.4];

/// Ranks of the right product and the right group, from 0, for one image and one setting.
#[derive(Clone, Copy)]
struct Ranks {
    product: usize,
    group: usize,
}

/// By image, then by setting.
type Table = Vec<Vec<Ranks>>;

pub fn measure(sets: &[(&str, &Set)], model: &dyn Embedder) {
    let tables: Vec<Table> = sets.iter().map(|(_, set)| table(set, model)).collect();
    for ((name, _), table) in sets.iter().zip(&tables) {
        let held_out: Vec<Ranks> = (0..FOLDS)
            .flat_map(|fold| {
                let seen =
                    tables.iter().map(|table| part(table, |at| at % FOLDS != fold)).collect::<Vec<_>>();
                let best = best(&seen);
                part(table, |at| at % FOLDS == fold).into_iter().map(move |query| query[best])
            })
            .collect();
        print_report(name, "chosen on the other four fifths", &held_out);
    }
    for (name, own) in sets.iter().zip(&tables).map(|((name, _), table)| (name, table)) {
        let others: Vec<_> = tables
            .iter()
            .filter(|table| !std::ptr::eq(*table, own))
            .map(|table| part(table, |_| true))
            .collect();
        if !others.is_empty() {
            let best = best(&others);
            print_report(
                name,
                "chosen on the other set",
                &own.iter().map(|query| query[best]).collect::<Vec<_>>(),
            );
        }
    }
}

fn part(table: &Table, wanted: impl Fn(usize) -> bool) -> Vec<&Vec<Ranks>> {
    table.iter().enumerate().filter(|(at, _)| wanted(*at)).map(|(_, query)| query).collect()
}

/// The setting with the highest mean reciprocal rank, each set with equal weight.
fn best(sets: &[Vec<&Vec<Ranks>>]) -> usize {
    let worth = |setting: usize| {
        let of = |set: &Vec<&Vec<Ranks>>| {
            let sum: f64 = set.iter().map(|query| 1.0 / (query[setting].product + 1) as f64).sum();
            sum / set.len() as f64
        };
        sets.iter().map(of).sum::<f64>()
    };
    let settings = 0..WEIGHTS.len() * COLOR_WEIGHTS.len();
    settings.max_by(|one, other| worth(*one).total_cmp(&worth(*other))).unwrap_or_default()
}

fn print_report(name: &str, how: &str, ranks: &[Ranks]) {
    let share = |of: fn(&Ranks) -> usize, cutoff: usize| {
        ranks.iter().filter(|rank| of(rank) < cutoff).count() as f64 / ranks.len() as f64
    };
    for cutoff in [1, 5, 10] {
        print(&format!("{name}: {how}: R@{cutoff}"), share(|rank| rank.product, cutoff));
    }
    print(&format!("{name}: {how}: group R@5"), share(|rank| rank.group, 5));
}

struct FileVersion {
    /// Before the head.
    parts: Vec<Vec<f32>>,
    colors: Vec<f32>,
}

fn seen(one: &LabeledImage, view: ImageKind, model: &dyn Embedder) -> FileVersion {
    let image = decode(&one.bytes(), &DecodeLimits::CATALOG).expect("an image");
    let whole = embed(model, &image, view, &CancelToken::default()).expect("the model looks");
    let (_, colors) = whole.split_at(model.dimensions());
    let parts = if view == ImageKind::Catalog { &CENTER_CROPS[..1] } else { &CENTER_CROPS[..] };
    let of = |part| {
        model.embed(&center_crop(&image, part, model.side()).expect("a part")).expect("the model looks")
    };
    FileVersion {
        parts: parts.iter().map(|(part, _)| of(*part)).collect(),
        colors: l2_normalize(colors.to_vec()),
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn table(set: &Set, model: &dyn Embedder) -> Table {
    let gallery: Vec<(Vec<f32>, Vec<f32>)> = set
        .gallery
        .iter()
        .map(|one| seen(one, ImageKind::Catalog, model))
        .map(|one| (model.project(one.parts[0].clone(), ImageKind::Catalog), one.colors))
        .collect();
    let scores = |query: &LabeledImage| {
        let embedded = seen(query, ImageKind::Query(1), model);
        let colors: Vec<f32> = gallery.iter().map(|(_, colors)| dot(&embedded.colors, colors)).collect();
        let mut found = Vec::new();
        for weights in &WEIGHTS {
            let vector = weighted(&embedded, weights, model);
            let cosines: Vec<f32> = gallery.iter().map(|(image, _)| dot(&vector, image)).collect();
            for weight in COLOR_WEIGHTS {
                let scores = cosines.iter().zip(&colors).map(|(cosine, color)| cosine + weight * color);
                found.push(ranks(set, query, scores));
            }
        }
        found
    };
    set.queries.iter().map(scores).collect()
}

/// The vector of an image with these weights of its crops.
fn weighted(embedded: &FileVersion, weights: &[f32; 3], model: &dyn Embedder) -> Vec<f32> {
    let mut sum = vec![0.0; embedded.parts[0].len()];
    for (part, weight) in embedded.parts.iter().zip(weights) {
        for (total, one) in sum.iter_mut().zip(part) {
            *total += weight * one;
        }
    }
    model.project(l2_normalize(sum), ImageKind::Query(weights.len()))
}

fn ranks(set: &Set, query: &LabeledImage, scores: impl Iterator<Item = f32>) -> Ranks {
    let mut scored: Vec<(f32, &LabeledImage)> = scores.zip(&set.gallery).collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (mut before, mut product, mut group) = (Vec::<&str>::new(), None, None);
    for (_, one) in scored {
        if before.contains(&one.of.as_str()) {
            continue;
        }
        if one.group == query.group && group.is_none() {
            group = Some(before.len());
        }
        if one.of == query.of {
            product = Some(before.len());
            break;
        }
        before.push(&one.of);
    }
    let last = set.gallery.len();
    Ranks { product: product.unwrap_or(last), group: group.unwrap_or(last) }
}
