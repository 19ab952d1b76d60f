//! Stage 8, build: a rewritten module becomes a pipeline on one device, once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use naga::ResourceBinding;

use crate::device::Session;
use crate::error::{Error, Fault, Result};
use crate::kernel::{Folded, Space};
use crate::rewrite::{self, Options};

/// A pipeline with what it takes to bind buffers to it.
pub(crate) struct Pipeline {
    pub pipeline: wgpu::ComputePipeline,
    /// Layouts of groups 0 to the last one used.
    pub groups: Vec<wgpu::BindGroupLayout>,
    pub grid_data: Option<ResourceBinding>,
    pub log: Option<ResourceBinding>,
    /// Whether the last launch's first chunk was so short that timestamps would slow it down.
    brief: AtomicBool,
}

/// Chunks below this are not timed: on a software driver, two timestamps cost 50 microseconds.
const BRIEF: Duration = Duration::from_millis(2);

impl Pipeline {
    /// Whether timestamps are worth their time; before the first chunk they are.
    pub fn is_timed(&self) -> bool {
        !self.brief.load(Ordering::Relaxed)
    }

    /// How long a launch's first chunk took from its submission to the results.
    pub fn took(&self, time: Duration) {
        self.brief.store(time < BRIEF, Ordering::Relaxed);
    }
}

/// The pipelines of one device, by kernel and by how it was rewritten.
#[derive(Default)]
pub(crate) struct Pipelines {
    built: Mutex<HashMap<(usize, Options), Entry>>,
}

/// While the weak reference lives, the address that keys it is not used again.
type Entry = (Weak<Folded>, Built);

/// A pipeline, or what the driver said against it, which it would say again.
type Built = Result<Arc<Pipeline>, String>;

impl Pipelines {
    /// The pipeline of a kernel on `device`, built where it is not there yet.
    pub fn get(
        &self,
        device: &Session,
        folded: &Arc<Folded>,
        options: &Options,
    ) -> Result<Arc<Pipeline>> {
        let key = (Arc::as_ptr(folded).addr(), options.clone());
        let refused = |why: String| device.error(Fault::Compile, why);
        if let Some((_, pipeline)) = self.lock().get(&key) {
            return pipeline.clone().map_err(refused);
        }
        // Built without the lock: another kernel need not wait.
        let pipeline = match build(device, folded, options) {
            Ok(pipeline) => Ok(Arc::new(pipeline)),
            Err(Error::Device {
                fault: Fault::Compile,
                why,
                ..
            }) => Err(why),
            Err(other) => return Err(other),
        };
        let mut built = self.lock();
        built.retain(|_, (kernel, _)| kernel.strong_count() > 0);
        built.insert(key, (Arc::downgrade(folded), pipeline.clone()));
        pipeline.map_err(refused)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(usize, Options), Entry>> {
        self.built.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn build(device: &Session, folded: &Folded, options: &Options) -> Result<Pipeline> {
    let interface = &folded.interface;
    let rewritten =
        rewrite::rewrite(folded, options).map_err(|rewrite::Broken { why, .. }| {
            device.error(
                Fault::Compile,
                format!("the kernel can't be rewritten: {why}"),
            )
        })?;
    let label = Some(interface.entry_point.as_str());
    device.scoped(Fault::Compile, "building the pipeline", |wgpu| {
        let layouts = group_layouts(wgpu, folded, rewritten.grid_data, rewritten.log);
        let groups: Vec<_> = layouts.iter().map(Some).collect();
        let layout = wgpu.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &groups,
            immediate_size: 0,
        });
        let descriptor = wgpu::ShaderModuleDescriptor {
            label,
            source: wgpu::ShaderSource::Naga(Cow::Owned(rewritten.module)),
        };
        let checks = wgpu::ShaderRuntimeChecks {
            bounds_checks: false,
            force_loop_bounding: !options.proven.loops_end,
            int_div_checks: !options.proven.divisors_hold,
            ..wgpu::ShaderRuntimeChecks::checked()
        };
        // SAFETY: the rewrite has put a guard before every access whose index is computed, in every address
        // space (see `rewrite`), but for those that the access analysis has proven to be in bounds in
        // launches of these options (see `access`): each pointer leads to an element that exists,
        // since every buffer that a launch binds holds at least one. The checks of loops and divisors are
        // off where the same analysis has proven that all loops end and that no divisor is zero or
        // overflows.
        #[allow(
            unsafe_code,
            reason = "wgpu's own bounds checks would clamp to the window's end instead of skipping"
        )]
        let module = unsafe { wgpu.create_shader_module_trusted(descriptor, checks) };
        let pipeline = wgpu.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label,
            layout: Some(&layout),
            module: &module,
            entry_point: label,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        Ok(Pipeline {
            pipeline,
            groups: layouts,
            grid_data: rewritten.grid_data,
            log: rewritten.log,
            brief: AtomicBool::new(false),
        })
    })
}

fn group_layouts(
    wgpu: &wgpu::Device,
    folded: &Folded,
    grid_data: Option<ResourceBinding>,
    log: Option<ResourceBinding>,
) -> Vec<wgpu::BindGroupLayout> {
    let mut entries: Vec<(u32, wgpu::BindGroupLayoutEntry)> = Vec::new();
    let mut add = |group, binding, ty, has_dynamic_offset| {
        let entry = wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty,
                has_dynamic_offset,
                min_binding_size: None,
            },
            count: None,
        };
        entries.push((group, entry));
    };
    for binding in &folded.interface.bindings {
        let ty = match binding.space {
            Space::Uniform => wgpu::BufferBindingType::Uniform,
            Space::StorageRead => wgpu::BufferBindingType::Storage { read_only: true },
            Space::StorageReadWrite => wgpu::BufferBindingType::Storage { read_only: false },
        };
        add(binding.group, binding.binding, ty, false);
    }
    if let Some(at) = grid_data {
        add(at.group, at.binding, wgpu::BufferBindingType::Uniform, true);
    }
    if let Some(at) = log {
        let ty = wgpu::BufferBindingType::Storage { read_only: false };
        add(at.group, at.binding, ty, false);
    }
    let groups = entries
        .iter()
        .map(|(group, _)| group + 1)
        .max()
        .unwrap_or(0);
    (0..groups)
        .map(|group| {
            let entries: Vec<_> = entries
                .iter()
                .filter(|(of, _)| *of == group)
                .map(|(_, entry)| *entry)
                .collect();
            wgpu.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries: &entries,
            })
        })
        .collect()
}
