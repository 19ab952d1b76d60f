//! Deliberate misuse of Vulkan, by which `scripts/validate.sh` proves that the validation layer reports: from this process
//! and from a child of it, on every device, what is wrong at once and what is wrong between two commands.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a panic is a failed test"
)]

mod common;

use common::{child, group};
use polygpu::wgpu::{self, hal::api::Vulkan};

#[test]
#[ignore = "misuses Vulkan, on purpose"]
fn misuse() {
    for device in group().unwrap().devices() {
        let device = device.wgpu();
        no_fences(&device);
        two_writes_without_a_barrier(&device);
    }
}

#[test]
#[ignore = "misuses Vulkan, on purpose"]
fn misuse_in_a_child() {
    child("misuse", &[]);
}

/// VUID-vkResetFences-fenceCount-arraylength.
#[allow(unsafe_code, reason = "wgpu itself cannot be brought to misuse Vulkan")]
fn no_fences(device: &wgpu::Device) {
    // SAFETY: no handle is kept or destroyed, and of an empty list a driver reads nothing.
    unsafe {
        let device = device.as_hal::<Vulkan>().unwrap();
        device.raw_device().reset_fences(&[]).unwrap();
    }
}

/// SYNC-HAZARD-WRITE-AFTER-WRITE.
#[allow(unsafe_code, reason = "wgpu itself cannot be brought to misuse Vulkan")]
fn two_writes_without_a_barrier(device: &wgpu::Device) {
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("misuse"),
        size: 64,
        usage: wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    // SAFETY: the commands are recorded and never submitted; the buffer outlives the encoder that holds them.
    unsafe {
        let raw_device = device.as_hal::<Vulkan>().unwrap();
        let raw_buffer = buffer.as_hal::<Vulkan>().unwrap().raw_handle();
        encoder.as_hal_mut::<Vulkan, _, _>(|encoder| {
            let commands = encoder.unwrap().raw_handle();
            for value in [1, 2] {
                raw_device
                    .raw_device()
                    .cmd_fill_buffer(commands, raw_buffer, 0, 64, value);
            }
        });
    }
    drop(encoder);
}
