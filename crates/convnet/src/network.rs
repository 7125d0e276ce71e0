use bytes::Bytes;

use crate::{
    ModelError, Tensor,
    onnx::Graph,
    plan::{Op, Plan, plan},
};

/// A loaded network. Several threads can run it at the same time; each call has its own buffers.
#[derive(Debug)]
pub struct Network {
    plan: Plan,
}

impl Network {
    /// Reads an ONNX file. A static slice as [`Bytes`] is not copied.
    pub fn read(file: Bytes) -> Result<Self, ModelError> {
        Ok(Self { plan: plan(&Graph::read(file)?)? })
    }

    /// Runs the network and returns the mean of each channel of the last layer.
    pub fn run(&self, input: Tensor) -> Result<Vec<f32>, ModelError> {
        let mut buffers = vec![Tensor::default(); self.plan.buffers];
        buffers[0] = input;
        // The memory of buffers that have been read for the last time is reused by later operators.
        let (mut spare, mut scratch) = (Vec::new(), Vec::new());
        for (op, last_use) in self.plan.ops.iter().zip(&self.plan.last_use) {
            match op {
                Op::Conv { input, output, conv } => {
                    let mut result = spare.pop().unwrap_or_default();
                    conv.run(&buffers[*input], &mut result, &mut scratch)?;
                    buffers[*output] = result;
                }
                Op::Add { input: [one, other], output } => {
                    let mut result: Tensor = spare.pop().unwrap_or_default();
                    add(&buffers[*one], &buffers[*other], &mut result)?;
                    buffers[*output] = result;
                }
                Op::GlobalAveragePool { input } => return Ok(global_average_pool(&buffers[*input])),
            }
            spare.extend(last_use.iter().map(|buffer| std::mem::take(&mut buffers[*buffer])));
        }
        Err(ModelError::UnsupportedOp("the network has no output".to_owned()))
    }
}

fn add(one: &Tensor, other: &Tensor, output: &mut Tensor) -> Result<(), ModelError> {
    let shape = |tensor: &Tensor| (tensor.height, tensor.width, tensor.channels, tensor.data.len());
    if shape(one) != shape(other) {
        return Err(ModelError::Input { actual: shape(other) });
    }
    (output.height, output.width, output.channels) = (one.height, one.width, one.channels);
    output.data.clear();
    output.data.extend(one.data.iter().zip(&other.data).map(|(one, other)| one + other));
    Ok(())
}

fn global_average_pool(tensor: &Tensor) -> Vec<f32> {
    let mut sums = vec![0.0; tensor.channels];
    for pixel in tensor.data.chunks_exact(tensor.channels.max(1)) {
        for (sum, value) in sums.iter_mut().zip(pixel) {
            *sum += value;
        }
    }
    let pixels = (tensor.height * tensor.width).max(1) as f32;
    for sum in &mut sums {
        *sum /= pixels;
    }
    sums
}
