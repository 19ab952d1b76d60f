//! What this machine computes with: the adapters, those left out and why, and the devices opened on them.

use polygpu::DeviceGroup;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    env_logger::init();
    let inventory = polygpu::adapters()?;
    println!("{inventory}");

    let gpus = DeviceGroup::open()?;
    println!("{} device(s) open:", gpus.len());
    for (index, device) in gpus.devices().iter().enumerate() {
        let limits = device.wgpu().limits();
        println!(
            "{index}: {}, {} invocations a workgroup, storage bindings up to {} MiB",
            device.name(),
            limits.max_compute_invocations_per_workgroup,
            limits.max_storage_buffer_binding_size >> 20
        );
    }
    Ok(())
}
