//! From nodes with names to steps with numbered places.

use std::collections::HashMap;

use crate::{
    NetworkError,
    conv::Conv,
    onnx::{Graph, Node, Tensor},
};

/// A place that maps are put into.
pub type Place = usize;

#[derive(Clone, Debug)]
pub enum Step {
    Conv {
        from: Place,
        to: Place,
        conv: Box<Conv>,
    },
    /// Sums number by number.
    Add {
        from: [Place; 2],
        to: Place,
    },
    /// The mean of each channel, which is the network's answer.
    Mean {
        from: Place,
    },
}

#[derive(Clone, Debug)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// For each step, the places nobody reads any more after it.
    pub free: Vec<Vec<Place>>,
    pub places: usize,
}

/// Makes the answer's length one, or turns it into a row: nothing that its reader cannot do better.
const AFTERWARDS: [&str; 3] = ["Flatten", "ReduceL2", "Div"];

/// The input is place 0.
pub fn plan(graph: &Graph) -> Result<Plan, NetworkError> {
    let tensors: HashMap<&str, &Tensor> =
        graph.tensors.iter().map(|tensor| (&*tensor.name, tensor)).collect();
    let input = graph.inputs.iter().find(|input| !tensors.contains_key(&*input.name));
    let input = input.ok_or_else(|| NetworkError::NotOnnx("it has no input".to_owned()))?;
    let mut places: HashMap<&str, Place> = HashMap::from([(&*input.name, 0)]);
    let mut steps = Vec::new();
    let mut nodes = graph.nodes.iter();
    for node in nodes.by_ref() {
        let step = match &*node.operator {
            "Conv" => Step::Conv {
                from: place(&places, node, 0)?,
                to: places.len(),
                conv: Box::new(conv(&tensors, node)?),
            },
            "Clip" => {
                let at = place(&places, node, 0)?;
                bound(&mut steps, at, &tensors, node)?;
                places.insert(node.output(), at);
                continue;
            }
            "Add" => {
                Step::Add { from: [place(&places, node, 0)?, place(&places, node, 1)?], to: places.len() }
            }
            "GlobalAveragePool" => {
                steps.push(Step::Mean { from: place(&places, node, 0)? });
                break;
            }
            other => return Err(NetworkError::node(node.output(), &format!("{other} is not run here"))),
        };
        steps.push(step);
        let at = places.len();
        places.insert(node.output(), at);
    }
    if !matches!(steps.last(), Some(Step::Mean { .. })) {
        return Err(NetworkError::NotRunHere("the network has no mean at its end".to_owned()));
    }
    if let Some(node) = nodes.find(|node| !AFTERWARDS.contains(&&*node.operator)) {
        return Err(NetworkError::node(node.output(), "comes after the mean"));
    }
    let free = unused(&steps, places.len());
    Ok(Plan { steps, free, places: places.len() })
}

fn place(places: &HashMap<&str, Place>, node: &Node, at: usize) -> Result<Place, NetworkError> {
    let name = node.input(at)?;
    let place = places.get(name).copied();
    place.ok_or_else(|| NetworkError::node(node.output(), &format!("reads {name}, which nobody makes")))
}

fn conv(tensors: &HashMap<&str, &Tensor>, node: &Node) -> Result<Conv, NetworkError> {
    let (sides, weights) = tensor(tensors, node, 1)?.floats()?;
    let (_, bias) = tensor(tensors, node, 2)?.floats()?;
    Conv::new(node, &sides, &weights, bias)
}

fn tensor<'a>(
    tensors: &HashMap<&str, &'a Tensor>,
    node: &Node,
    at: usize,
) -> Result<&'a Tensor, NetworkError> {
    let name = node.input(at)?;
    tensors.get(name).copied().ok_or_else(|| NetworkError::node(node.output(), &format!("{name} is missing")))
}

/// Gives the bounds to the convolution just before, whose answer nobody else has read yet.
fn bound(
    steps: &mut [Step],
    at: Place,
    tensors: &HashMap<&str, &Tensor>,
    node: &Node,
) -> Result<(), NetworkError> {
    let limit = |input| -> Result<f32, NetworkError> {
        let (_, numbers) = tensor(tensors, node, input)?.floats()?;
        numbers.first().copied().ok_or_else(|| NetworkError::node(node.output(), "has no bound"))
    };
    let bounds = (limit(1)?, limit(2)?);
    match steps.last_mut() {
        Some(Step::Conv { to, conv, .. }) if *to == at && conv.bounds.is_none() => {
            conv.bounds = Some(bounds);
            Ok(())
        }
        _ => Err(NetworkError::node(node.output(), "bounds what no convolution made just before")),
    }
}

fn unused(steps: &[Step], places: usize) -> Vec<Vec<Place>> {
    let mut last = vec![None; places];
    for (number, step) in steps.iter().enumerate() {
        let read = match step {
            Step::Conv { from, .. } | Step::Mean { from } => [*from, *from],
            Step::Add { from, .. } => *from,
        };
        for place in read {
            last[place] = Some(number);
        }
    }
    let of = |number| (0..places).filter(|place| last[*place] == Some(number)).collect();
    (0..steps.len()).map(of).collect()
}
