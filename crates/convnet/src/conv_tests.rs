use proptest::prelude::*;

use super::*;
use crate::onnx::Attribute;

#[derive(Clone, Debug)]
struct Case {
    from: Map,
    out: usize,
    groups: usize,
    kernel: usize,
    stride: usize,
    pads: [usize; 4],
    weights: Vec<f32>,
    bias: Vec<f32>,
}

/// Whole numbers, so that the order of sums does not matter.
fn numbers(count: usize) -> impl Strategy<Value = Vec<f32>> {
    proptest::collection::vec((-8_i8..8).prop_map(f32::from), count)
}

fn case() -> impl Strategy<Value = Case> {
    let shape = (1..9_usize, 1..9_usize, 1..20_usize, 1..20_usize, 1..4_usize, 1..3_usize, any::<bool>());
    let pads = [0..3_usize, 0..3_usize, 0..3_usize, 0..3_usize];
    (shape, pads).prop_flat_map(|((height, width, channels, out, kernel, stride, alone), pads)| {
        let (out, groups) = if alone { (channels, channels) } else { (out, 1) };
        let each = channels / groups;
        (numbers(height * width * channels), numbers(out * each * kernel * kernel), numbers(out)).prop_map(
            move |(pixels, weights, bias)| Case {
                from: Map { height, width, channels, numbers: pixels },
                out,
                groups,
                kernel,
                stride,
                pads,
                weights,
                bias,
            },
        )
    })
}

fn node(case: &Case) -> Node {
    let sides = |name: &str, sides: &[usize]| Attribute {
        name: name.to_owned(),
        numbers: sides.iter().map(|side| *side as i64).collect(),
        ..Attribute::default()
    };
    let groups = Attribute { name: "group".to_owned(), number: case.groups as i64, ..Attribute::default() };
    let attributes = vec![groups, sides("strides", &[case.stride; 2]), sides("pads", &case.pads)];
    Node { operator: "Conv".to_owned(), attributes, ..Node::default() }
}

/// Number by number, as ONNX defines it.
fn defined(case: &Case) -> Option<Vec<f32>> {
    let Case { from, out, groups, kernel, stride, pads, .. } = case;
    let [above, left, below, right] = pads;
    let height = (from.height + above + below).checked_sub(*kernel)? / stride + 1;
    let width = (from.width + left + right).checked_sub(*kernel)? / stride + 1;
    let each = from.channels / groups;
    let mut made = Vec::new();
    for y in 0..height {
        for x in 0..width {
            for channel in 0..*out {
                let mut sum = case.bias[channel];
                for part in 0..each {
                    let source = if *groups == 1 { part } else { channel };
                    for (down, across) in (0..*kernel).flat_map(|down| (0..*kernel).map(move |to| (down, to)))
                    {
                        let (row, column) = (y * stride + down, x * stride + across);
                        if row < *above
                            || column < *left
                            || row - above >= from.height
                            || column - left >= from.width
                        {
                            continue;
                        }
                        let at = ((row - above) * from.width + column - left) * from.channels + source;
                        let weight = ((channel * each + part) * kernel + down) * kernel + across;
                        sum += from.numbers[at] * case.weights[weight];
                    }
                }
                made.push(sum.clamp(-50.0, 60.0));
            }
        }
    }
    Some(made)
}

proptest! {
    #[test]
    fn every_kind_is_what_it_is_defined_as(case in case()) {
        let each = case.from.channels / case.groups;
        let sides = [case.out, each, case.kernel, case.kernel];
        let mut conv = Conv::new(&node(&case), &sides, &case.weights, case.bias.clone()).unwrap();
        conv.bounds = Some((-50.0, 60.0));
        // As memory that was used before.
        let mut to = Map { numbers: vec![7.0; 5000], ..Map::default() };
        let outcome = conv.run(&case.from, &mut to, &mut vec![3.0; 10]);
        match defined(&case) {
            Some(made) => prop_assert_eq!(to.numbers, made),
            None => prop_assert!(outcome.is_err()),
        }
    }
}

#[test]
fn a_map_of_another_shape_is_refused() {
    let node = Node::default();
    let conv = Conv::new(&node, &[2, 3, 1, 1], &[1.0; 6], vec![0.0; 2]).unwrap();
    let from = Map { height: 2, width: 2, channels: 4, numbers: vec![0.0; 16] };
    assert!(conv.run(&from, &mut Map::default(), &mut Vec::new()).is_err());
    assert!(Conv::new(&node, &[2, 3, 1, 1], &[1.0; 6], vec![0.0; 3]).is_err());
    assert!(Conv::new(&node, &[0, 3, 1, 1], &[], vec![]).is_err());
}
