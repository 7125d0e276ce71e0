//! The part of the ONNX format that is read: nodes, their whole-number attributes, tensors of `f32`.

use bytes::Bytes;
use prost::Message;

use crate::NetworkError;

#[derive(Clone, PartialEq, Message)]
struct Model {
    #[prost(message, optional, tag = "7")]
    graph: Option<Graph>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Graph {
    #[prost(message, repeated, tag = "1")]
    pub nodes: Vec<Node>,
    #[prost(message, repeated, tag = "5")]
    pub tensors: Vec<Tensor>,
    #[prost(message, repeated, tag = "11")]
    pub inputs: Vec<Value>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Value {
    #[prost(string, tag = "1")]
    pub name: String,
}

#[derive(Clone, PartialEq, Message)]
pub struct Node {
    #[prost(string, repeated, tag = "1")]
    pub inputs: Vec<String>,
    #[prost(string, repeated, tag = "2")]
    pub outputs: Vec<String>,
    #[prost(string, tag = "4")]
    pub operator: String,
    #[prost(message, repeated, tag = "5")]
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Attribute {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(int64, tag = "3")]
    pub number: i64,
    #[prost(int64, repeated, tag = "8")]
    pub numbers: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Tensor {
    #[prost(int64, repeated, tag = "1")]
    pub sides: Vec<i64>,
    #[prost(int32, tag = "2")]
    pub kind: i32,
    #[prost(string, tag = "8")]
    pub name: String,
    #[prost(bytes = "bytes", tag = "9")]
    pub raw: Bytes,
}

/// `TensorProto.DataType.FLOAT`.
const FLOAT: i32 = 1;

impl Graph {
    pub fn read(file: Bytes) -> Result<Self, NetworkError> {
        let model = Model::decode(file).map_err(|error| NetworkError::NotOnnx(error.to_string()))?;
        model.graph.ok_or_else(|| NetworkError::NotOnnx("it has no graph".to_owned()))
    }
}

impl Node {
    /// What it makes first, which also names it in errors.
    pub fn output(&self) -> &str {
        self.outputs.first().map_or(&*self.operator, String::as_str)
    }

    pub fn input(&self, at: usize) -> Result<&str, NetworkError> {
        let input = self.inputs.get(at).map(String::as_str);
        input.ok_or_else(|| NetworkError::node(self.output(), "lacks an input"))
    }

    /// The sides that `name` gives, or `default` for each.
    pub fn sides<const N: usize>(&self, name: &str, default: usize) -> Result<[usize; N], NetworkError> {
        let Some(found) = self.attributes.iter().find(|attribute| attribute.name == name) else {
            return Ok([default; N]);
        };
        let wrong = || NetworkError::node(self.output(), &format!("has odd {name}"));
        let sides: Vec<usize> = found.numbers.iter().filter_map(|side| usize::try_from(*side).ok()).collect();
        sides.try_into().map_err(|_| wrong())
    }

    pub fn number(&self, name: &str, default: i64) -> i64 {
        let found = self.attributes.iter().find(|attribute| attribute.name == name);
        found.map_or(default, |attribute| attribute.number)
    }
}

impl Tensor {
    /// Its sides and numbers.
    pub fn floats(&self) -> Result<(Vec<usize>, Vec<f32>), NetworkError> {
        let wrong = |what: &str| NetworkError::node(&self.name, what);
        if self.kind != FLOAT {
            return Err(wrong("is not of 32-bit floating-point numbers"));
        }
        let sides: Vec<usize> = self.sides.iter().filter_map(|side| usize::try_from(*side).ok()).collect();
        let (chunks, rest) = self.raw.as_chunks::<4>();
        let count = sides.iter().try_fold(1_usize, |count, side| count.checked_mul(*side));
        if sides.len() != self.sides.len() || !rest.is_empty() || count != Some(chunks.len()) {
            return Err(wrong("has another size than it says"));
        }
        let numbers: Vec<f32> = chunks.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(wrong("holds what is no number"));
        }
        Ok((sides, numbers))
    }
}
