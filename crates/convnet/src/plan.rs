//! From nodes with names output ops with numbered buffers.

use std::collections::HashMap;

use crate::{
    ModelError,
    conv::Conv,
    onnx::{Graph, Node, Tensor},
};

/// A buffer that maps are put into.
pub type BufferId = usize;

#[derive(Clone, Debug)]
pub enum Op {
    Conv {
        input: BufferId,
        output: BufferId,
        conv: Box<Conv>,
    },
    /// Sums index by index.
    Add {
        input: [BufferId; 2],
        output: BufferId,
    },
    /// The mean of each channel, which is the network's answer.
    GlobalAveragePool {
        input: BufferId,
    },
}

#[derive(Clone, Debug)]
pub struct Plan {
    pub ops: Vec<Op>,
    /// For each op, the buffers nobody reads any more after it.
    pub last_use: Vec<Vec<BufferId>>,
    pub buffers: usize,
}

/// Makes the answer's length one, or turns it into a row: nothing that its reader cannot do better.
const TRAILING_OPS: [&str; 3] = ["Flatten", "ReduceL2", "Div"];

/// The input is buffer 0.
pub fn plan(graph: &Graph) -> Result<Plan, ModelError> {
    let tensors: HashMap<&str, &Tensor> =
        graph.initializers.iter().map(|tensor| (&*tensor.name, tensor)).collect();
    let input = graph.inputs.iter().find(|input| !tensors.contains_key(&*input.name));
    let input = input.ok_or_else(|| ModelError::NotOnnx("it has no input".to_owned()))?;
    let mut buffers: HashMap<&str, BufferId> = HashMap::from([(&*input.name, 0)]);
    let mut ops = Vec::new();
    let mut nodes = graph.nodes.iter();
    for node in nodes.by_ref() {
        let op = match &*node.op_type {
            "Conv" => Op::Conv {
                input: buffer(&buffers, node, 0)?,
                output: buffers.len(),
                conv: Box::new(conv(&tensors, node)?),
            },
            "Clip" => {
                let input = buffer(&buffers, node, 0)?;
                fuse_clip(&mut ops, input, &tensors, node)?;
                buffers.insert(node.output(), input);
                continue;
            }
            "Add" => Op::Add {
                input: [buffer(&buffers, node, 0)?, buffer(&buffers, node, 1)?],
                output: buffers.len(),
            },
            "GlobalAveragePool" => {
                ops.push(Op::GlobalAveragePool { input: buffer(&buffers, node, 0)? });
                break;
            }
            other => return Err(ModelError::node(node.output(), &format!("{other} is not run here"))),
        };
        ops.push(op);
        let input = buffers.len();
        buffers.insert(node.output(), input);
    }
    if !matches!(ops.last(), Some(Op::GlobalAveragePool { .. })) {
        return Err(ModelError::UnsupportedOp("the network has no mean at its end".to_owned()));
    }
    if let Some(node) = nodes.find(|node| !TRAILING_OPS.contains(&&*node.op_type)) {
        return Err(ModelError::node(node.output(), "comes after the mean"));
    }
    let last_use = buffers_by_last_use(&ops, buffers.len());
    Ok(Plan { ops, last_use, buffers: buffers.len() })
}

fn buffer(buffers: &HashMap<&str, BufferId>, node: &Node, index: usize) -> Result<BufferId, ModelError> {
    let name = node.input(index)?;
    let buffer = buffers.get(name).copied();
    buffer.ok_or_else(|| ModelError::node(node.output(), &format!("reads {name}, which nobody makes")))
}

fn conv(tensors: &HashMap<&str, &Tensor>, node: &Node) -> Result<Conv, ModelError> {
    let (dims, weights) = tensor(tensors, node, 1)?.floats()?;
    let (_, bias) = tensor(tensors, node, 2)?.floats()?;
    Conv::new(node, &dims, &weights, bias)
}

fn tensor<'a>(
    tensors: &HashMap<&str, &'a Tensor>,
    node: &Node,
    index: usize,
) -> Result<&'a Tensor, ModelError> {
    let name = node.input(index)?;
    tensors.get(name).copied().ok_or_else(|| ModelError::node(node.output(), &format!("{name} is missing")))
}

/// Gives the bounds output the convolution just before, whose answer nobody else has read yet.
fn fuse_clip(
    ops: &mut [Op],
    input: BufferId,
    tensors: &HashMap<&str, &Tensor>,
    node: &Node,
) -> Result<(), ModelError> {
    let limit = |input| -> Result<f32, ModelError> {
        let (_, values) = tensor(tensors, node, input)?.floats()?;
        values.first().copied().ok_or_else(|| ModelError::node(node.output(), "has no bound"))
    };
    let clip = (limit(1)?, limit(2)?);
    match ops.last_mut() {
        Some(Op::Conv { output, conv, .. }) if *output == input && conv.clip.is_none() => {
            conv.clip = Some(clip);
            Ok(())
        }
        _ => Err(ModelError::node(node.output(), "bounds what no convolution made just before")),
    }
}

fn buffers_by_last_use(ops: &[Op], buffers: usize) -> Vec<Vec<BufferId>> {
    let mut last = vec![None; buffers];
    for (index, op) in ops.iter().enumerate() {
        let read = match op {
            Op::Conv { input, .. } | Op::GlobalAveragePool { input } => [*input, *input],
            Op::Add { input, .. } => *input,
        };
        for buffer in read {
            last[buffer] = Some(index);
        }
    }
    let of = |index| (0..buffers).filter(|buffer| last[*buffer] == Some(index)).collect();
    (0..ops.len()).map(of).collect()
}
