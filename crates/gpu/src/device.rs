//! Devices: what there is.

use std::fmt;
use std::sync::Arc;

use cudarc::driver::CudaContext;
use cudarc::driver::sys::CUdevice_attribute_enum as Attribute;

use crate::error::{GpuError, driver};

/// A GPU, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Its number.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its compute capability.
    pub capability: (i32, i32),
    /// Its multiprocessors.
    pub multiprocessors: usize,
    /// Its memory in bytes.
    pub memory: usize,
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}: compute capability {}.{}, {} multiprocessors, {} GiB",
            self.number,
            self.name,
            self.capability.0,
            self.capability.1,
            self.multiprocessors,
            self.memory >> 30
        )
    }
}

/// Whether both libraries can be loaded.
fn libraries() -> Result<(), GpuError> {
    // SAFETY: loads the driver's library, whose initialisers do not depend on this program.
    if !unsafe { cudarc::driver::sys::is_culib_present() } {
        return Err(GpuError::NoDriver);
    }
    // SAFETY: the same for the compiler's library.
    if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        return Err(GpuError::NoCompiler);
    }
    Ok(())
}

/// Opens a device.
pub(crate) fn context(number: usize) -> Result<Arc<CudaContext>, GpuError> {
    CudaContext::new(number).map_err(driver("opening it"))
}

fn describe(context: &CudaContext) -> Result<Device, GpuError> {
    let ask = driver("asking what it is");
    let processors = context.attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    Ok(Device {
        number: context.ordinal(),
        name: context.name().map_err(&ask)?,
        capability: context.compute_capability().map_err(&ask)?,
        multiprocessors: processors.map_err(&ask)? as usize,
        memory: context.total_mem().map_err(&ask)?,
    })
}

/// All GPUs of this machine.
///
/// # Errors
///
/// There is no driver, no run-time compiler or no device.
pub fn devices() -> Result<Vec<Device>, GpuError> {
    libraries()?;
    let count = CudaContext::device_count().map_err(|_| GpuError::NoDevice)?;
    if count == 0 {
        return Err(GpuError::NoDevice);
    }
    (0..count as usize)
        .map(|number| describe(&*context(number)?))
        .collect()
}
