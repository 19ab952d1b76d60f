//! polygpu within a program that has its own wgpu device: a kernel runs on the program's own buffer.

use polygpu::wgpu::{self, util::DeviceExt};
use polygpu::{Device, DeviceGroup, Kernel};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    let (device, queue) = pollster::block_on(open())?;
    let y: Vec<f32> = (0..1000u16).map(f32::from).collect();
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
    let contents = bytemuck::cast_slice(&y);
    let descriptor = wgpu::util::BufferInitDescriptor {
        label: Some("y"),
        contents,
        usage,
    };
    let buffer = device.create_buffer_init(&descriptor);

    let gpu = Device::from_wgpu(device.clone(), queue.clone());
    let gpus = DeviceGroup::from_devices(vec![gpu])?;
    let saxpy = Kernel::from_file("shaders/saxpy.wgsl")?;
    let report = gpus
        .launch(&saxpy)
        .bind("x", &vec![10.0f32; y.len()])
        .bind_buffer("y", &buffer)
        .set("a", 2.0f32)
        .invocations([y.len()])
        .run()?;
    println!("{report}");

    // The result stayed on the device; the program fetches it in its own way.
    let (sender, receiver) = std::sync::mpsc::channel();
    wgpu::util::DownloadBuffer::read_buffer(&device, &queue, &buffer.slice(..), move |result| {
        sender.send(result).ok();
    });
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let download = receiver.recv()??;
    let got: &[f32] = bytemuck::cast_slice(&download);
    assert!(got.iter().zip(&y).all(|(got, y)| *got == 20.0 + y));
    Ok(())
}

async fn open() -> Result<(wgpu::Device, wgpu::Queue), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&Default::default()).await?;
    Ok(adapter.request_device(&Default::default()).await?)
}
