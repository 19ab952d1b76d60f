//! What is proven carries no guard, down to the SPIR-V that the driver gets.
//!
//! The yardstick is the kernel as it is, written without any check. The rewritten one must hold no comparison, choice,
//! branch, variable or function more than that: a bounds guard is a comparison and an `OpSelect` or an `if`, the bound of a loop
//! is a variable with comparisons, and a checked division is a function.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ModuleInfo};

use crate::kernel::{Constants, Folded, Kernel, validate};
use crate::plan::Plan;
use crate::rewrite::{Options, Proven, rewrite};
use crate::run::Launch;

/// The instructions that guards are made of, by their numbers in the specification.
const GUARDS: &[(u16, &str)] = &[
    (54, "OpFunction"),
    (59, "OpVariable"),
    (154, "OpAny"),
    (155, "OpAll"),
    (164, "OpLogicalEqual"),
    (166, "OpLogicalOr"),
    (167, "OpLogicalAnd"),
    (168, "OpLogicalNot"),
    (169, "OpSelect"),
    (170, "OpIEqual"),
    (171, "OpINotEqual"),
    (172, "OpUGreaterThan"),
    (173, "OpSGreaterThan"),
    (174, "OpUGreaterThanEqual"),
    (175, "OpSGreaterThanEqual"),
    (176, "OpULessThan"),
    (177, "OpSLessThan"),
    (178, "OpULessThanEqual"),
    (179, "OpSLessThanEqual"),
    (246, "OpLoopMerge"),
    (247, "OpSelectionMerge"),
    (250, "OpBranchConditional"),
];

/// How often each instruction of [`GUARDS`] stands in a module, and each of GLSL's `UMin` and `SMin` and the like, by
/// which naga's own checks clamp.
type Counts = BTreeMap<String, usize>;

#[test]
fn proven_accesses_carry_no_guard() {
    let n = 1000usize;
    let (width, height) = (100usize, 60usize);
    let image = vec![0f32; width * height];
    let mut blurred = image.clone();
    let (a, b, mut c) = (
        vec![0f32; 60 * 70],
        vec![0f32; 70 * 50],
        vec![0f32; 60 * 50],
    );
    let (x, mut y) = (vec![0f32; n], vec![0f32; n]);
    let positions = vec![[0f32; 4]; n];
    let (mut velocities, mut next) = (positions.clone(), positions.clone());
    let mut pixels = vec![0u32; width * height];

    let load = |name: &str| {
        let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
        Kernel::from_file(shaders.join(name).with_extension("wgsl")).unwrap()
    };
    let [saxpy, blur, matmul, tiled, nbody, mandelbrot] = [
        "saxpy",
        "blur",
        "matmul_naive",
        "matmul",
        "nbody",
        "mandelbrot",
    ]
    .map(load);
    let product = |kernel, c| {
        Launch::dry(kernel)
            .bind("a", &a)
            .bind("b", &b)
            .bind_mut("c", c)
            .set("size.n", 60u32)
            .set("size.m", 50u32)
            .set("size.k", 70u32)
            .invocations([50, 60])
    };
    let mut tiled_c = c.clone();
    let launches = [
        (&matmul, product(&matmul, &mut c)),
        (&tiled, product(&tiled, &mut tiled_c)),
        (
            &saxpy,
            Launch::dry(&saxpy)
                .bind("x", &x)
                .bind_mut("y", &mut y)
                .set("a", 2.0f32)
                .invocations([n]),
        ),
        (
            &blur,
            Launch::dry(&blur)
                .bind("image", &image)
                .bind_mut("blurred", &mut blurred)
                .set("size.width", width as u32)
                .set("size.height", height as u32)
                .invocations([width, height]),
        ),
        (
            &nbody,
            Launch::dry(&nbody)
                .bind("positions", &positions)
                .bind_mut("velocities", &mut velocities)
                .bind_mut("next", &mut next)
                .set("params.n", n as u32)
                .set("params.dt", 0.01f32)
                .set("params.softening", 0.1f32)
                .invocations([n]),
        ),
        (
            &mandelbrot,
            Launch::dry(&mandelbrot)
                .bind_mut("pixels", &mut pixels)
                .set("params.center", [-0.7f32, 0.1])
                .set("params.scale", 1e-3f32)
                .set("params.max_iterations", 100u32)
                .set("params.width", width as u32)
                .set("params.height", height as u32)
                .invocations([width, height]),
        ),
    ];
    for (kernel, launch) in launches {
        check(kernel, &launch.plan().unwrap());
    }
}

fn check(kernel: &Kernel, plan: &Plan) {
    let name = kernel.label();
    let folded = kernel.fold(&Constants::new()).unwrap();
    assert!(
        plan.bindings.iter().all(|binding| binding.guarded == 0),
        "{plan}"
    );
    assert!(plan.proven.loops_end && plan.proven.divisors_hold, "{plan}");
    let unchecked = Proven {
        loops_end: true,
        divisors_hold: true,
        ..Proven::default()
    };
    let plain = count(&folded.module, &folded.info, &unchecked);
    let windowed: Vec<bool> = plan
        .bindings
        .iter()
        .map(|binding| binding.spread.is_windowed())
        .collect();
    for (virtual_grid, windowed) in [(false, Vec::new()), (true, windowed)] {
        let rewritten = |proven: &Arc<Proven>| {
            count_rewritten(
                &folded,
                &Options {
                    virtual_grid,
                    windowed: windowed.clone(),
                    checked: false,
                    proven: proven.clone(),
                },
            )
        };
        let mut own = rewritten(&plan.proven);
        if virtual_grid {
            // The grid data.
            *own.get_mut("OpVariable").unwrap() -= 1;
        }
        assert_eq!(own, plain, "{name}, virtual grid: {virtual_grid}");
        let guarded = rewritten(&Arc::default());
        let all = |counts: &Counts| counts.values().sum::<usize>();
        assert!(
            all(&guarded) > all(&plain),
            "{name}: guards are not counted: {guarded:?}"
        );
        let selects = |counts: &Counts| counts["OpSelect"];
        assert!(selects(&guarded) > selects(&plain), "{name}: {guarded:?}");
    }
}

fn count_rewritten(folded: &Folded, options: &Options) -> Counts {
    let module = rewrite(folded, options).unwrap().module;
    let info = validate(&module, Capabilities::all()).unwrap();
    count(&module, &info, &options.proven)
}

/// Counts in the module as the pipeline would have it: under the checks of [`crate::pipeline`].
fn count(module: &naga::Module, info: &ModuleInfo, proven: &Proven) -> Counts {
    let options = spv::Options {
        lang_version: (1, 3),
        flags: spv::WriterFlags::empty(),
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Unchecked,
            buffer: BoundsCheckPolicy::Unchecked,
            image_load: BoundsCheckPolicy::Unchecked,
            binding_array: BoundsCheckPolicy::Unchecked,
        },
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        force_loop_bounding: !proven.loops_end,
        emit_int_div_checks: !proven.divisors_hold,
        ..spv::Options::default()
    };
    let words = spv::write_vec(module, info, &options, None).unwrap();
    let mut counts: Counts = GUARDS
        .iter()
        .map(|(_, name)| ((*name).to_owned(), 0))
        .collect();
    let mut at = 5; // after the header
    while let Some(word) = words.get(at) {
        let (length, code) = ((word >> 16) as usize, *word as u16);
        if let Some((_, name)) = GUARDS.iter().find(|(of, _)| *of == code) {
            *counts.get_mut(*name).unwrap() += 1;
        }
        // OpExtInst: type, result, set, instruction.
        if code == 12 {
            *counts
                .entry(format!("GLSL.std.450 {}", words[at + 4]))
                .or_default() += 1;
        }
        at += length;
    }
    counts
}
