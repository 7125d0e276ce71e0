//! ONNX Runtime as a shared library, loaded at run time.
//!
//! The library is not part of the program: `scripts/set-up` puts it beside the built program, and the container image
//! has it beside the installed one. Without it search by image is disabled, and everything else works.

use std::{
    env,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use ort::{
    environment::Environment,
    inputs,
    session::{Session, builder::GraphOptimizationLevel},
    value::Tensor,
};

use super::UnusableModel;

/// File name of the library beside the program.
const LIBRARY: &str = "libonnxruntime.so";

/// A model with one input and one output, each a batch of float tensors.
///
/// A run uses one thread, the caller's. A session serves one run at a time, so there are as many sessions as there were
/// runs at once.
pub struct OnnxModel {
    environment: Environment,
    weights: &'static [u8],
    idle: Mutex<Vec<Session>>,
}

impl OnnxModel {
    /// Loads the library `library`, or the one beside the program if that is empty, and the model.
    pub fn load(weights: &'static [u8], library: &Path) -> Result<Self, UnusableModel> {
        let library = find_library(library)?;
        let environment = ort::init_from(&library)
            .map_err(|error| UnusableModel(format!("{}: {error}", library.display())))?;
        let environment = environment.with_name("heuan").with_telemetry(false).build().map_err(failed)?;
        let model = Self { environment, weights, idle: Mutex::default() };
        let session = model.open_session()?;
        model.give_back(session);
        Ok(model)
    }

    /// Runs the model on a batch of one; `shape` is the shape of the input without the batch.
    pub fn run(&self, shape: [usize; 3], input: Vec<f32>) -> Result<Vec<f32>, UnusableModel> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut session = idle.map_or_else(|| self.open_session(), Ok)?;
        let [channels, height, width] = shape;
        let input = Tensor::from_array(([1, channels, height, width], input)).map_err(failed)?;
        let output = {
            let outputs = session.run(inputs![input]).map_err(failed)?;
            let (_, output) = outputs[0].try_extract_tensor::<f32>().map_err(failed)?;
            output.to_vec()
        };
        self.give_back(session);
        Ok(output)
    }

    fn give_back(&self, session: Session) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(session);
    }

    fn open_session(&self) -> Result<Session, UnusableModel> {
        let builder = Session::builder(&self.environment).map_err(failed)?;
        let builder = builder.with_optimization_level(GraphOptimizationLevel::All).map_err(failed)?;
        let mut builder = builder.with_intra_threads(1).map_err(failed)?;
        let session = builder.commit_from_memory(self.weights).map_err(failed)?;
        heuan_allocator::trim_c_heap();
        Ok(session)
    }
}

/// The library that the setting names, otherwise the one beside the program. Test programs are in a folder below
/// it.
fn find_library(setting: &Path) -> Result<PathBuf, UnusableModel> {
    if !setting.as_os_str().is_empty() {
        let missing =
            || UnusableModel(format!("ONNX Runtime is missing: there is no file {}", setting.display()));
        return if setting.is_file() { Ok(setting.to_owned()) } else { Err(missing()) };
    }
    let program = env::current_exe().map_err(|error| UnusableModel(error.to_string()))?;
    let beside = program.ancestors().skip(1).take(2).map(|folder| folder.join(LIBRARY));
    beside.into_iter().find(|library| library.is_file()).ok_or_else(|| {
        UnusableModel(format!(
            "ONNX Runtime is missing: {LIBRARY} is not beside {}; set image_search.onnx_runtime or run scripts/set-up",
            program.display()
        ))
    })
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn failed<T>(error: ort::Error<T>) -> UnusableModel {
    UnusableModel(error.to_string())
}
