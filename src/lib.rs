//! One WGSL compute kernel over every GPU in the machine.

mod adapter;
mod device;
mod error;
mod kernel;
mod pipeline;
mod plan;
mod report;
mod rewrite;
mod run;
mod schedule;

pub use adapter::{
    Adapter, AdapterInfo, AdapterKind, Backend, Inventory, LeftOut, Reason, adapters,
};
pub use device::{Device, DeviceGroup, DeviceGroupBuilder};
pub use error::{Error, Result};
pub use kernel::{Binding, Interface, Kernel, Layout, Member, OverrideInfo, Scalar, Space};
pub use plan::{Axis, BindingPlan, Distribution, Plan, Ratio, ReduceOp};
pub use report::{DeviceReport, PassedOver, Report, Retry};
pub use run::{Launch, Progress, Running};
pub use schedule::Schedule;
pub use wgpu;
