//! The part of `onnx.proto3` that is read: nodes, their integer attributes and tensors of `f32`.

use bytes::Bytes;
use prost::Message;

use crate::ModelError;

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
    pub initializers: Vec<Tensor>,
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
    pub op_type: String,
    #[prost(message, repeated, tag = "5")]
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Attribute {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(int64, tag = "3")]
    pub i: i64,
    #[prost(int64, repeated, tag = "8")]
    pub ints: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub struct Tensor {
    #[prost(int64, repeated, tag = "1")]
    pub dims: Vec<i64>,
    #[prost(int32, tag = "2")]
    pub data_type: i32,
    #[prost(string, tag = "8")]
    pub name: String,
    #[prost(bytes = "bytes", tag = "9")]
    pub raw_data: Bytes,
}

/// `TensorProto.DataType.FLOAT`.
const FLOAT: i32 = 1;

impl Graph {
    pub fn read(file: Bytes) -> Result<Self, ModelError> {
        let model = Model::decode(file).map_err(|error| ModelError::NotOnnx(error.to_string()))?;
        model.graph.ok_or_else(|| ModelError::NotOnnx("it has no graph".to_owned()))
    }
}

impl Node {
    /// Name of the first output, which also names the node in errors.
    pub fn output(&self) -> &str {
        self.outputs.first().map_or(&*self.op_type, String::as_str)
    }

    pub fn input(&self, index: usize) -> Result<&str, ModelError> {
        let input = self.inputs.get(index).map(String::as_str);
        input.ok_or_else(|| ModelError::node(self.output(), &format!("lacks input {index}")))
    }

    /// The attribute `name` as `N` integers, or `default` for each if the node lacks the attribute.
    pub fn ints<const N: usize>(&self, name: &str, default: usize) -> Result<[usize; N], ModelError> {
        let Some(attribute) = self.attributes.iter().find(|attribute| attribute.name == name) else {
            return Ok([default; N]);
        };
        let invalid = || ModelError::node(self.output(), &format!("has an invalid attribute {name}"));
        let dims: Vec<usize> = attribute.ints.iter().filter_map(|dim| usize::try_from(*dim).ok()).collect();
        dims.try_into().map_err(|_| invalid())
    }

    pub fn int(&self, name: &str, default: i64) -> i64 {
        let attribute = self.attributes.iter().find(|attribute| attribute.name == name);
        attribute.map_or(default, |attribute| attribute.i)
    }
}

impl Tensor {
    /// Returns the dimensions and the values.
    pub fn floats(&self) -> Result<(Vec<usize>, Vec<f32>), ModelError> {
        let invalid = |what: &str| ModelError::node(&self.name, what);
        if self.data_type != FLOAT {
            return Err(invalid("does not hold 32-bit floating-point values"));
        }
        let dims: Vec<usize> = self.dims.iter().filter_map(|dim| usize::try_from(*dim).ok()).collect();
        let (chunks, rest) = self.raw_data.as_chunks::<4>();
        let count = dims.iter().try_fold(1_usize, |count, dim| count.checked_mul(*dim));
        if dims.len() != self.dims.len() || !rest.is_empty() || count != Some(chunks.len()) {
            return Err(invalid("has data of a length that does not match its dimensions"));
        }
        let values: Vec<f32> = chunks.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if values.iter().any(|value| !value.is_finite()) {
            return Err(invalid("holds a value that is not finite"));
        }
        Ok((dims, values))
    }
}
