//! `polygpu explain`: the plan of a launch, without running it and without a GPU.

use polygpu::{Launch, Plan};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::options::Options;
use crate::output;
use crate::run::{Job, read_arrays};

/// Plans a launch and prints the plan.
pub fn explain(options: &Options, as_json: bool) -> Result<(), Failure> {
    let job = Job::read(options)?;
    let mut arrays = read_arrays(&job, options)?;
    let launch = job.divided(Launch::dry(&job.kernel), &mut arrays, options);
    let plan = launch.plan()?;
    if as_json {
        output::print_json(&to_json(&plan))
    } else {
        output::print(&plan.to_string())
    }
}

fn to_json(plan: &Plan) -> Value {
    let bindings: Map<_, _> = plan
        .bindings
        .iter()
        .map(|binding| {
            let value = json!({
                "read": binding.read.to_string(),
                "write": binding.write.to_string(),
                "guarded": binding.guarded,
                "reason": plan.explain(binding),
            });
            (binding.name.clone(), value)
        })
        .collect();
    let refused = plan.refused.as_ref().map(
        |refusal| json!({"binding": refusal.binding, "line": refusal.line, "why": refusal.why}),
    );
    json!({
        "axis": plan.axis.map(|axis| axis.to_string()),
        "bindings": bindings,
        "refused": refused,
    })
}
