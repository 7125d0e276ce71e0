use bytes::Bytes;

use crate::{
    Map, NetworkError,
    onnx::Graph,
    plan::{Plan, Step, plan},
};

/// A network that can be asked from many threads, each for itself.
#[derive(Debug)]
pub struct Network {
    plan: Plan,
}

impl Network {
    /// Reads an ONNX file. A static slice as [`Bytes`] is not copied.
    pub fn read(file: Bytes) -> Result<Self, NetworkError> {
        Ok(Self { plan: plan(&Graph::read(file)?)? })
    }

    /// The mean of each channel of the last layer.
    pub fn run(&self, input: Map) -> Result<Vec<f32>, NetworkError> {
        let mut places = vec![Map::default(); self.plan.places];
        places[0] = input;
        // Memory that one step has done with is the next one's.
        let (mut spare, mut scratch) = (Vec::new(), Vec::new());
        for (step, free) in self.plan.steps.iter().zip(&self.plan.free) {
            match step {
                Step::Conv { from, to, conv } => {
                    let mut made = spare.pop().unwrap_or_default();
                    conv.run(&places[*from], &mut made, &mut scratch)?;
                    places[*to] = made;
                }
                Step::Add { from: [one, other], to } => {
                    let mut made: Map = spare.pop().unwrap_or_default();
                    sum(&places[*one], &places[*other], &mut made)?;
                    places[*to] = made;
                }
                Step::Mean { from } => return Ok(mean(&places[*from])),
            }
            spare.extend(free.iter().map(|place| std::mem::take(&mut places[*place])));
        }
        Err(NetworkError::NotRunHere("the network has no answer".to_owned()))
    }
}

fn sum(one: &Map, other: &Map, made: &mut Map) -> Result<(), NetworkError> {
    let shape = |map: &Map| (map.height, map.width, map.channels, map.numbers.len());
    if shape(one) != shape(other) {
        return Err(NetworkError::Input { given: shape(other) });
    }
    (made.height, made.width, made.channels) = (one.height, one.width, one.channels);
    made.numbers.clear();
    made.numbers.extend(one.numbers.iter().zip(&other.numbers).map(|(one, other)| one + other));
    Ok(())
}

fn mean(map: &Map) -> Vec<f32> {
    let mut sums = vec![0.0; map.channels];
    for pixel in map.numbers.chunks_exact(map.channels.max(1)) {
        for (sum, number) in sums.iter_mut().zip(pixel) {
            *sum += number;
        }
    }
    let pixels = (map.height * map.width).max(1) as f32;
    for sum in &mut sums {
        *sum /= pixels;
    }
    sums
}
