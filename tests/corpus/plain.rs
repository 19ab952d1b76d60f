//! The baseline: a row run by plain wgpu, the whole grid at once, all of wgpu's own checks in place.

use super::{Need, Role, Row};

/// The features that a row needs.
pub fn features(row: &Row) -> wgpu::Features {
    let feature = |need: &Need| match need {
        Need::F16 => wgpu::Features::SHADER_F16,
        Need::F64 => wgpu::Features::SHADER_F64,
        Need::I64 => wgpu::Features::SHADER_INT64,
        Need::Subgroup => wgpu::Features::SUBGROUP,
    };
    let all = row.needs.iter().map(feature);
    all.fold(wgpu::Features::empty(), |all, one| all | one)
}

/// A row's pipeline on one device.
pub struct Pipeline<'a> {
    row: &'a Row,
    device: &'a wgpu::Device,
    queue: &'a wgpu::Queue,
    pipeline: wgpu::ComputePipeline,
    /// Group and binding of each of the row's bindings.
    places: Vec<(u32, u32)>,
}

/// Runs a row with its own data and gives back the bytes of its outputs, in order.
pub fn run(device: &wgpu::Device, queue: &wgpu::Queue, row: &Row) -> Result<Vec<Vec<u8>>, String> {
    Pipeline::new(device, queue, row)?.run(&row.initial(), row.workgroups)
}

impl<'a> Pipeline<'a> {
    /// Compiles the row's kernel.
    pub fn new(
        device: &'a wgpu::Device,
        queue: &'a wgpu::Queue,
        row: &'a Row,
    ) -> Result<Self, String> {
        let source = row.source()?;
        let module = parse(&source)?;
        let places = places(&module, row)?;
        let pipeline = checked(device, || {
            let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(row.file),
                source: wgpu::ShaderSource::Wgsl(source.into()),
            });
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(row.file),
                layout: None,
                module: &module,
                entry_point: row.entry,
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &row.constants,
                    ..Default::default()
                },
                cache: None,
            })
        })?;
        Ok(Pipeline {
            row,
            device,
            queue,
            pipeline,
            places,
        })
    }

    /// Runs a grid over bindings with these initial bytes and gives back the outputs.
    pub fn run(&self, initial: &[Vec<u8>], workgroups: [u32; 3]) -> Result<Vec<Vec<u8>>, String> {
        checked(self.device, || self.dispatch(initial, workgroups))?
    }

    fn dispatch(&self, initial: &[Vec<u8>], [x, y, z]: [u32; 3]) -> Result<Vec<Vec<u8>>, String> {
        let buffers: Vec<_> = (self.row.bindings.iter().zip(initial))
            .map(|(binding, bytes)| self.buffer(binding.role, bytes))
            .collect();
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let last = self.places.iter().map(|(group, _)| *group).max();
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&self.pipeline);
            for group in 0..=last.unwrap_or(0) {
                let entries: Vec<_> = (self.places.iter().zip(&buffers))
                    .filter(|(place, _)| place.0 == group)
                    .map(|(place, buffer)| wgpu::BindGroupEntry {
                        binding: place.1,
                        resource: buffer.as_entire_binding(),
                    })
                    .collect();
                if entries.is_empty() {
                    continue;
                }
                let bind_group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some(self.row.file),
                    layout: &self.pipeline.get_bind_group_layout(group),
                    entries: &entries,
                });
                pass.set_bind_group(group, &bind_group, &[]);
            }
            pass.dispatch_workgroups(x, y, z);
        }
        let mut readbacks = Vec::new();
        for (binding, buffer) in self.row.bindings.iter().zip(&buffers) {
            if binding.role.is_output() {
                let readback = self.device.create_buffer(&wgpu::BufferDescriptor {
                    label: Some(binding.name),
                    size: buffer.size(),
                    usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
                    mapped_at_creation: false,
                });
                encoder.copy_buffer_to_buffer(buffer, 0, &readback, 0, buffer.size());
                readbacks.push(readback);
            }
        }
        self.queue.submit([encoder.finish()]);
        let mut mapped = Vec::new();
        for readback in &readbacks {
            let (sender, receiver) = std::sync::mpsc::channel();
            readback.map_async(wgpu::MapMode::Read, .., move |result| {
                let _ = sender.send(result);
            });
            mapped.push(receiver);
        }
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .map_err(|e| e.to_string())?;
        let mut outputs = Vec::new();
        for (readback, mapped) in readbacks.iter().zip(mapped) {
            let result = mapped.try_recv().map_err(|e| e.to_string())?;
            result.map_err(|e| e.to_string())?;
            let view = readback.get_mapped_range(..).map_err(|e| e.to_string())?;
            outputs.push(view.to_vec());
        }
        Ok(outputs)
    }

    fn buffer(&self, role: Role, bytes: &[u8]) -> wgpu::Buffer {
        let kind = match role {
            Role::Uniform => wgpu::BufferUsages::UNIFORM,
            _ => wgpu::BufferUsages::STORAGE,
        };
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(self.row.file),
            size: bytes.len() as u64,
            usage: kind | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        self.queue.write_buffer(&buffer, 0, bytes);
        buffer
    }
}

/// Parses WGSL.
pub fn parse(source: &str) -> Result<naga::Module, String> {
    naga::front::wgsl::parse_str(source).map_err(|e| e.emit_to_string(source))
}

/// Group and binding of each of the row's bindings, by name.
fn places(module: &naga::Module, row: &Row) -> Result<Vec<(u32, u32)>, String> {
    let place = |name: &str| {
        let named = |g: &naga::GlobalVariable| g.name.as_deref() == Some(name);
        let (_, global) = module.global_variables.iter().find(|(_, g)| named(g))?;
        global.binding.map(|b| (b.group, b.binding))
    };
    (row.bindings.iter())
        .map(|b| place(b.name).ok_or_else(|| format!("{}: no binding {}", row.name(), b.name)))
        .collect()
}

/// Runs `work` inside error scopes of every kind.
fn checked<T>(device: &wgpu::Device, work: impl FnOnce() -> T) -> Result<T, String> {
    let filters = [
        wgpu::ErrorFilter::Internal,
        wgpu::ErrorFilter::OutOfMemory,
        wgpu::ErrorFilter::Validation,
    ];
    let mut scopes: Vec<_> = filters.map(|f| device.push_error_scope(f)).into();
    let result = work();
    let mut error = None;
    while let Some(scope) = scopes.pop() {
        error = error.or(pollster::block_on(scope.pop()));
    }
    error.map_or(Ok(result), |e| Err(e.to_string()))
}
