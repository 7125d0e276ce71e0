//! Files that are not supported models.

use bytes::Bytes;
use heuan_convnet::Network;
use proptest::prelude::*;

proptest! {
    #[test]
    fn random_bytes_are_rejected_with_a_message(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(!Network::read(Bytes::from(bytes)).unwrap_err().to_string().is_empty());
    }
}

#[test]
fn unsupported_operator_is_rejected_by_name() {
    // A graph (7) with a node (1) of inputs `a`, output `b`, op_type `Softmax`, and an input (11) `a`.
    let node = b"\x0a\x01a\x12\x01b\x22\x07Softmax";
    let mut graph = vec![0x0a, node.len() as u8];
    graph.extend(node);
    graph.extend(b"\x5a\x03\x0a\x01a");
    let file = [&[0x3a, graph.len() as u8], &graph[..]].concat();
    let error = Network::read(Bytes::from(file)).unwrap_err().to_string();
    assert_eq!(error, "b: the operator Softmax is not supported");
}
