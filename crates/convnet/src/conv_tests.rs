use proptest::prelude::*;

use super::*;
use crate::onnx::Attribute;

#[derive(Clone, Debug)]
struct Case {
    from: Tensor,
    out: usize,
    groups: usize,
    kernel: usize,
    stride: usize,
    pads: [usize; 4],
    weights: Vec<f32>,
    bias: Vec<f32>,
}

/// Integers, so that the order of summation does not change the result.
fn integers(count: usize) -> impl Strategy<Value = Vec<f32>> {
    proptest::collection::vec((-8_i8..8).prop_map(f32::from), count)
}

fn case() -> impl Strategy<Value = Case> {
    let shape = (1..9_usize, 1..9_usize, 1..20_usize, 1..20_usize, 1..4_usize, 1..3_usize, any::<bool>());
    let pads = [0..3_usize, 0..3_usize, 0..3_usize, 0..3_usize];
    (shape, pads).prop_flat_map(|((height, width, channels, out, kernel, stride, depthwise), pads)| {
        let (out, groups) = if depthwise { (channels, channels) } else { (out, 1) };
        let channels_per_group = channels / groups;
        (
            integers(height * width * channels),
            integers(out * channels_per_group * kernel * kernel),
            integers(out),
        )
            .prop_map(move |(pixels, weights, bias)| Case {
                from: Tensor { height, width, channels, data: pixels },
                out,
                groups,
                kernel,
                stride,
                pads,
                weights,
                bias,
            })
    })
}

fn node(case: &Case) -> Node {
    let ints = |name: &str, values: &[usize]| Attribute {
        name: name.to_owned(),
        ints: values.iter().map(|value| *value as i64).collect(),
        ..Attribute::default()
    };
    let groups = Attribute { name: "group".to_owned(), i: case.groups as i64, ..Attribute::default() };
    let attributes = vec![groups, ints("strides", &[case.stride; 2]), ints("pads", &case.pads)];
    Node { op_type: "Conv".to_owned(), attributes, ..Node::default() }
}

/// Reference implementation: value by value, as ONNX defines `Conv`.
fn reference(case: &Case) -> Option<Vec<f32>> {
    let Case { from, out, groups, kernel, stride, pads, .. } = case;
    let [above, left, below, right] = pads;
    let height = (from.height + above + below).checked_sub(*kernel)? / stride + 1;
    let width = (from.width + left + right).checked_sub(*kernel)? / stride + 1;
    let channels_per_group = from.channels / groups;
    let mut output = Vec::new();
    for y in 0..height {
        for x in 0..width {
            for channel in 0..*out {
                let mut sum = case.bias[channel];
                for part in 0..channels_per_group {
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
                        let weight =
                            ((channel * channels_per_group + part) * kernel + down) * kernel + across;
                        sum += from.data[at] * case.weights[weight];
                    }
                }
                output.push(sum.clamp(-50.0, 60.0));
            }
        }
    }
    Some(output)
}

proptest! {
    #[test]
    fn convolution_of_random_shape_matches_onnx_definition(case in case()) {
        let channels_per_group = case.from.channels / case.groups;
        let dims = [case.out, channels_per_group, case.kernel, case.kernel];
        let mut conv = Conv::new(&node(&case), &dims, &case.weights, case.bias.clone()).unwrap();
        conv.clip = Some((-50.0, 60.0));
        // Reused memory: larger than needed and filled.
        let mut to = Tensor { data: vec![7.0; 5000], ..Tensor::default() };
        let result = conv.run(&case.from, &mut to, &mut vec![3.0; 10]);
        match reference(&case) {
            Some(output) => prop_assert_eq!(to.data, output),
            None => prop_assert!(result.is_err()),
        }
    }
}

#[test]
fn mismatched_shape_is_rejected() {
    let node = Node::default();
    let conv = Conv::new(&node, &[2, 3, 1, 1], &[1.0; 6], vec![0.0; 2]).unwrap();
    let from = Tensor { height: 2, width: 2, channels: 4, data: vec![0.0; 16] };
    assert!(conv.run(&from, &mut Tensor::default(), &mut Vec::new()).is_err());
    assert!(Conv::new(&node, &[2, 3, 1, 1], &[1.0; 6], vec![0.0; 3]).is_err());
    assert!(Conv::new(&node, &[0, 3, 1, 1], &[], vec![]).is_err());
}
