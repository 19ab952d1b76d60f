//! Timestamps at the beginning and end of a compute pass.

/// One pair of timestamps, used by one launch at a time.
pub(crate) struct Timer {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// Nanoseconds of a tick.
    period: f64,
}

impl Timer {
    /// Bytes that the timestamps take in a download.
    pub const BYTES: u64 = 16;

    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Option<Self> {
        device
            .features()
            .contains(wgpu::Features::TIMESTAMP_QUERY)
            .then(|| Self {
                queries: device.create_query_set(&wgpu::QuerySetDescriptor {
                    label: None,
                    ty: wgpu::QueryType::Timestamp,
                    count: 2,
                }),
                resolved: device.create_buffer(&wgpu::BufferDescriptor {
                    label: None,
                    size: Self::BYTES,
                    usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                    mapped_at_creation: false,
                }),
                period: f64::from(queue.get_timestamp_period()),
            })
    }

    pub fn writes(&self) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }
    }

    /// Copies the timestamps into a download.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder, into: &wgpu::Buffer, at: u64) {
        encoder.resolve_query_set(&self.queries, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, into, at, Self::BYTES);
    }

    /// Seconds between the timestamps in a download; `None` where the clock makes no sense.
    pub fn elapsed(&self, download: &[u8], at: u64) -> Option<f64> {
        let at = usize::try_from(at).ok()?;
        let (ticks, _) = download.get(at..at + 16)?.as_chunks::<8>();
        let [begin, end] = ticks else { return None };
        let ticks = u64::from_ne_bytes(*end).checked_sub(u64::from_ne_bytes(*begin))?;
        // Exact up to 2^53 ticks.
        let seconds = ticks as f64 * self.period * 1e-9;
        (seconds < 1e6).then_some(seconds)
    }
}
