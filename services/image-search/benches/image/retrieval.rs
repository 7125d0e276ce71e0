//! Recall at 1, 5 and 10 and mean average precision, by product and by group, with the baseline.

use std::collections::HashMap;

use heuan_image_search::{
    blanks::MIN_SCORE,
    decode::{DecodeLimits, decode},
    embed::{CancelToken, Embedder, ImageKind, embed},
};

use crate::{
    baseline::Plain,
    print,
    sets::{LabeledImage, Set},
};

/// Scores of one image against the gallery, best image of each product: `(product, group, score)`.
pub type Ranking = Vec<(String, String, f32)>;

pub struct Answered {
    pub of: String,
    pub ranking: Ranking,
}

pub fn measure(name: &str, set: &Set, model: &dyn Embedder) -> Vec<Answered> {
    let stop = CancelToken::default();
    let image = |one: &LabeledImage| {
        decode(&one.bytes(), &DecodeLimits::CATALOG)
            .unwrap_or_else(|fault| panic!("{}: {fault}", one.file.display()))
    };
    let mut gallery = Vec::new();
    let mut plain = Vec::new();
    for one in &set.gallery {
        let image = image(one);
        gallery.push(embed(model, &image, ImageKind::Catalog, &stop).expect("the model looks"));
        plain.push(Plain::of(&image));
    }
    let mut by_parts: [Vec<Answered>; 3] = Default::default();
    let mut by_baseline = Vec::new();
    for query in &set.queries {
        let image = image(query);
        for (parts, answered) in by_parts.iter_mut().enumerate() {
            let vector = embed(model, &image, ImageKind::Query(parts + 1), &stop).expect("the model looks");
            let scores = gallery.iter().map(|other| other.iter().zip(&vector).map(|(a, b)| a * b).sum());
            answered.push(Answered { of: query.of.clone(), ranking: rank(set, scores) });
        }
        let like = Plain::of(&image);
        let scores = plain.iter().map(|other| like.likeness(other));
        by_baseline.push(Answered { of: query.of.clone(), ranking: rank(set, scores) });
    }
    print_report(name, "color histogram and pHash", set, &by_baseline);
    print_report(name, "whole image", set, &by_parts[0]);
    print_report(name, "and center 75 %", set, &by_parts[1]);
    print_report(name, "and center 55 %", set, &by_parts[2]);
    let reached = by_parts[2].iter().filter(|one| one.ranking[0].2 >= MIN_SCORE).count();
    print(&format!("{name}: images above the least score"), reached as f64 / set.queries.len() as f64);
    let [.., all] = by_parts;
    all
}

fn rank(set: &Set, scores: impl Iterator<Item = f32>) -> Ranking {
    let mut best: HashMap<&str, (&str, f32)> = HashMap::new();
    for (one, score) in set.gallery.iter().zip(scores) {
        let entry = best.entry(&one.of).or_insert((&one.group, f32::MIN));
        entry.1 = entry.1.max(score);
    }
    let mut ranking: Ranking =
        best.into_iter().map(|(of, (group, score))| (of.to_owned(), group.to_owned(), score)).collect();
    ranking.sort_by(|one, other| other.2.total_cmp(&one.2).then_with(|| one.0.cmp(&other.0)));
    ranking
}

fn print_report(name: &str, how: &str, set: &Set, answered: &[Answered]) {
    let groups: Vec<&str> = set.queries.iter().map(|query| query.group.as_str()).collect();
    let product = |one: &Answered| one.ranking.iter().position(|(of, ..)| *of == one.of);
    let share = |ranks: &[Option<usize>], cutoff: usize| {
        ranks.iter().filter(|rank| rank.is_some_and(|rank| rank < cutoff)).count() as f64 / ranks.len() as f64
    };
    let ranks: Vec<Option<usize>> = answered.iter().map(product).collect();
    for cutoff in [1, 5, 10] {
        print(&format!("{name}: {how}: R@{cutoff}"), share(&ranks, cutoff));
    }
    // One product is right, so the average precision is the reciprocal rank.
    let precision = ranks.iter().map(|rank| rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64)).sum::<f64>();
    print(&format!("{name}: {how}: mAP"), precision / ranks.len() as f64);
    if set.queries.iter().any(|query| query.group != query.of) {
        let group =
            |(one, wanted): (&Answered, &&str)| one.ranking.iter().position(|(_, group, _)| group == wanted);
        let ranks: Vec<Option<usize>> = answered.iter().zip(&groups).map(group).collect();
        for cutoff in [1, 5] {
            print(&format!("{name}: {how}: group R@{cutoff}"), share(&ranks, cutoff));
        }
    }
}
