//! Execution plan: turns the named nodes of an ONNX graph into operators on numbered buffers.

use std::collections::HashMap;

use crate::{
    ModelError,
    conv::Conv,
    onnx::{Graph, Node, Tensor},
};

/// Index of a buffer that holds one tensor.
pub type BufferId = usize;

#[derive(Clone, Debug)]
pub enum Op {
    Conv {
        input: BufferId,
        output: BufferId,
        conv: Box<Conv>,
    },
    /// Element-wise sum.
    Add {
        input: [BufferId; 2],
        output: BufferId,
    },
    /// Mean of each channel, which is the network's output.
    GlobalAveragePool {
        input: BufferId,
    },
}

#[derive(Clone, Debug)]
pub struct Plan {
    pub ops: Vec<Op>,
    /// For each operator, the buffers whose last reader it is; their memory is reused.
    pub last_use: Vec<Vec<BufferId>>,
    pub buffers: usize,
}

/// Operators that may follow the mean and are skipped: they reshape or normalize the output, which the caller does.
const TRAILING_OPS: [&str; 3] = ["Flatten", "ReduceL2", "Div"];

/// Plans `graph`. The network's input is buffer 0.
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
            other => {
                return Err(ModelError::node(
                    node.output(),
                    &format!("the operator {other} is not supported"),
                ));
            }
        };
        ops.push(op);
        let input = buffers.len();
        buffers.insert(node.output(), input);
    }
    if !matches!(ops.last(), Some(Op::GlobalAveragePool { .. })) {
        return Err(ModelError::UnsupportedOp("the network does not end with GlobalAveragePool".to_owned()));
    }
    if let Some(node) = nodes.find(|node| !TRAILING_OPS.contains(&&*node.op_type)) {
        return Err(ModelError::node(
            node.output(),
            "follows GlobalAveragePool, which must be the last operator",
        ));
    }
    let last_use = buffers_by_last_use(&ops, buffers.len());
    Ok(Plan { ops, last_use, buffers: buffers.len() })
}

fn buffer(buffers: &HashMap<&str, BufferId>, node: &Node, index: usize) -> Result<BufferId, ModelError> {
    let name = node.input(index)?;
    let buffer = buffers.get(name).copied();
    buffer.ok_or_else(|| {
        ModelError::node(node.output(), &format!("reads {name}, which no earlier node produces"))
    })
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

/// Fuses a `Clip` node into the convolution directly before it, whose output no other node has read yet.
fn fuse_clip(
    ops: &mut [Op],
    input: BufferId,
    tensors: &HashMap<&str, &Tensor>,
    node: &Node,
) -> Result<(), ModelError> {
    let limit = |input| -> Result<f32, ModelError> {
        let (_, values) = tensor(tensors, node, input)?.floats()?;
        values.first().copied().ok_or_else(|| ModelError::node(node.output(), "has no minimum or maximum"))
    };
    let clip = (limit(1)?, limit(2)?);
    match ops.last_mut() {
        Some(Op::Conv { output, conv, .. }) if *output == input && conv.clip.is_none() => {
            conv.clip = Some(clip);
            Ok(())
        }
        _ => Err(ModelError::node(node.output(), "does not directly follow a convolution")),
    }
}

/// For each operator, the buffers that it is the last to read.
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
