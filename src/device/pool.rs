//! Buffers that launches give back and take again: creating one costs more than a small launch.

use std::sync::{Mutex, PoisonError};

use wgpu::BufferUsages;

/// What a buffer is for. Buffers of one purpose are interchangeable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Storage,
    Uniform,
    /// The host writes, the device copies from it. Kept mapped.
    Upload,
    /// The device copies into it, the host reads.
    Download,
}

impl Purpose {
    pub fn binding(uniform: bool) -> Self {
        match uniform {
            true => Self::Uniform,
            false => Self::Storage,
        }
    }

    fn usages(self) -> BufferUsages {
        match self {
            Self::Storage => {
                BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST
            }
            Self::Uniform => BufferUsages::UNIFORM | BufferUsages::COPY_DST,
            Self::Upload => BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC,
            Self::Download => BufferUsages::MAP_READ | BufferUsages::COPY_DST,
        }
    }
}

/// Idle buffers beyond this many bytes are given back to the driver.
const IDLE_BYTES: u64 = 1 << 30;

#[derive(Default)]
pub(crate) struct Pool {
    idle: Mutex<Vec<(Purpose, wgpu::Buffer)>>,
}

impl Pool {
    /// A buffer of at least `bytes`, at most an eighth larger. Upload buffers are mapped.
    pub fn take(&self, device: &wgpu::Device, purpose: Purpose, bytes: u64) -> wgpu::Buffer {
        // wgpu binds and maps no empty ranges; mapped sizes are multiples of 4, offsets of 8.
        let bytes = bytes.max(16).next_multiple_of(16);
        {
            let mut idle = self.lock();
            let best = idle
                .iter()
                .enumerate()
                .filter(|(_, (p, buffer))| {
                    *p == purpose && buffer.size() >= bytes && buffer.size() - bytes <= bytes / 8
                })
                .min_by_key(|(_, (_, buffer))| buffer.size())
                .map(|(index, _)| index);
            if let Some(index) = best {
                return idle.swap_remove(index).1;
            }
        }
        device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes,
            usage: purpose.usages(),
            mapped_at_creation: purpose == Purpose::Upload,
        })
    }

    /// Gives a buffer back. Upload buffers must be mapped, download buffers unmapped.
    pub fn give(&self, purpose: Purpose, buffer: wgpu::Buffer) {
        let mut idle = self.lock();
        idle.push((purpose, buffer));
        let mut bytes: u64 = idle.iter().map(|(_, buffer)| buffer.size()).sum();
        while bytes > IDLE_BYTES && !idle.is_empty() {
            bytes -= idle.remove(0).1.size();
        }
    }

    /// Gives all idle buffers back to the driver.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(Purpose, wgpu::Buffer)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
