//! The kernels of `shaders/` against their twins with plain wgpu, on every Vulkan adapter: both are right before
//! polygpu comes into it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a panic is a failed test"
)]

mod reference;

use naga::back::pipeline_constants::process_overrides;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use reference::cases::{Binding, Case, KERNELS};
use reference::compare::compare;
use wgpu::util::DeviceExt;

/// The most workgroups that one dispatch takes in a dimension.
const MOST: u32 = 65_535;

#[test]
fn kernels_match_their_twins() {
    let gpus = pollster::block_on(open_all());
    if gpus.is_empty() {
        assert!(std::env::var_os("CI").is_none(), "no Vulkan adapter");
        eprintln!("ignored: no Vulkan adapter");
    }
    let mut failures = vec![];
    for kernel in KERNELS {
        let shader = Shader::load(kernel.name);
        let axis = (kernel.case)(1).axis;
        let w = shader.workgroup_size[axis as usize] as usize;
        let pipelines: Vec<_> = gpus.iter().map(|gpu| gpu.pipeline(&shader)).collect();
        for n in kernel.sizes(w) {
            let case = (kernel.case)(n);
            assert_eq!(case.axis, axis, "{}", kernel.name);
            let grid = shader.grid(&case);
            if grid.contains(&0) || grid.iter().any(|count| *count > MOST) {
                continue; // nothing to dispatch, or more than plain wgpu can
            }
            for (gpu, pipeline) in gpus.iter().zip(&pipelines) {
                if let Err(error) = gpu.check(&shader, pipeline, grid, &case) {
                    failures.push(format!("{} n {n} on {}: {error}", kernel.name, gpu.name));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Without a grid nothing is written, and the twins must agree.
#[test]
fn empty_cases_change_nothing() {
    for kernel in KERNELS {
        for Binding {
            name, data, want, ..
        } in (kernel.case)(0).bindings
        {
            if let Some((want, _)) = want {
                assert_eq!(data, want, "{name} of {}", kernel.name);
            }
        }
    }
}

/// A module and what its cases need to know of it.
struct Shader {
    name: &'static str,
    source: String,
    module: naga::Module,
    workgroup_size: [u32; 3],
}

impl Shader {
    fn load(name: &'static str) -> Self {
        let path = format!("{}/shaders/{name}.wgsl", env!("CARGO_MANIFEST_DIR"));
        let source = std::fs::read_to_string(path).unwrap();
        let module = naga::front::wgsl::parse_str(&source).unwrap();
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
        let info = validator.validate(&module).unwrap();
        let resolved = process_overrides(&module, &info, None, &Default::default());
        let workgroup_size = resolved.unwrap().0.entry_points[0].workgroup_size;
        Self {
            name,
            source,
            module,
            workgroup_size,
        }
    }

    fn grid(&self, case: &Case) -> [u32; 3] {
        [0, 1, 2].map(|i| (case.invocations[i] as u32).div_ceil(self.workgroup_size[i]))
    }

    fn variable(&self, name: &str) -> &naga::GlobalVariable {
        let mut variables = self.module.global_variables.iter();
        let found = variables.find(|(_, variable)| variable.name.as_deref() == Some(name));
        found.expect(name).1
    }

    /// The binding number of a uniform, or of a member's, with the uniform's size and the member's offset.
    fn uniform(&self, path: &str) -> (u32, usize, usize) {
        let (name, member) = path.split_once('.').unwrap_or((path, ""));
        let variable = self.variable(name);
        let binding = variable.binding.unwrap().binding;
        match &self.module.types[variable.ty].inner {
            naga::TypeInner::Struct { members, span } => {
                let found = members
                    .iter()
                    .find(|found| found.name.as_deref() == Some(member));
                (binding, *span as usize, found.expect(path).offset as usize)
            }
            _ => (binding, 4, 0),
        }
    }
}

struct Gpu {
    name: String,
    device: wgpu::Device,
    queue: wgpu::Queue,
}

async fn open_all() -> Vec<Gpu> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let mut gpus = vec![];
    for adapter in instance.enumerate_adapters(wgpu::Backends::VULKAN).await {
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = adapter.request_device(&descriptor).await.unwrap();
        gpus.push(Gpu {
            name: adapter.get_info().name,
            device,
            queue,
        });
    }
    gpus
}

impl Gpu {
    fn pipeline(&self, shader: &Shader) -> wgpu::ComputePipeline {
        let module = self
            .device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(shader.name),
                source: wgpu::ShaderSource::Wgsl(shader.source.as_str().into()),
            });
        self.device
            .create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(shader.name),
                layout: None,
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                cache: None,
            })
    }

    /// Runs the case and compares all that it writes.
    fn check(
        &self,
        shader: &Shader,
        pipeline: &wgpu::ComputePipeline,
        grid: [u32; 3],
        case: &Case,
    ) -> Result<(), String> {
        let mut uniforms = std::collections::BTreeMap::new();
        for (path, value) in &case.uniforms {
            let (binding, size, offset) = shader.uniform(path);
            let bytes = uniforms.entry(binding).or_insert_with(|| vec![0; size]);
            bytes[offset..][..value.bytes().len()].copy_from_slice(value.bytes());
        }
        let uniforms = uniforms
            .into_iter()
            .map(|(binding, bytes)| (binding, self.buffer(&bytes, wgpu::BufferUsages::UNIFORM)));
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
        let storage = case.bindings.iter().map(|binding| {
            let number = shader.variable(binding.name).binding.unwrap().binding;
            (number, self.buffer(binding.data.bytes(), usage))
        });
        let buffers: Vec<_> = storage.chain(uniforms).collect();
        let entries: Vec<_> = buffers
            .iter()
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding: *binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(grid[0], grid[1], grid[2]);
        drop(pass);
        self.queue.submit([encoder.finish()]);
        for (binding, (_, buffer)) in case.bindings.iter().zip(&buffers) {
            if let Some((want, how)) = &binding.want {
                let mut got = binding.data.clone();
                self.read(buffer, got.bytes_mut());
                compare(binding.name, &got, want, *how)?;
            }
        }
        Ok(())
    }

    fn buffer(&self, contents: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        self.device
            .create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents,
                usage,
            })
    }

    fn read(&self, buffer: &wgpu::Buffer, bytes: &mut [u8]) {
        let staging = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: buffer.size(),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        staging.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .unwrap();
        bytes.copy_from_slice(&staging.get_mapped_range(..).unwrap());
    }
}
