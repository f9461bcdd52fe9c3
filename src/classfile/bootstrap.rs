//! `BootstrapMethods` (JVMS §4.7.23): what dynamic constants and `invokedynamic` are linked by.

use super::cursor::{ClassError, Cursor};

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// Constant pool index of its method handle.
    pub method_ref: u16,
    /// Constant pool indices of its static arguments.
    pub arguments: Vec<u16>,
}

/// Reads the `info` of a `BootstrapMethods` attribute.
///
/// # Errors
/// Truncation.
pub fn read_bootstrap_methods(info: &[u8]) -> Result<Vec<BootstrapMethod>, ClassError> {
    let mut cursor = Cursor::new(info);
    (0..cursor.u2()?)
        .map(|_| {
            let method_ref = cursor.u2()?;
            let arguments = (0..cursor.u2()?).map(|_| cursor.u2());
            Ok(BootstrapMethod {
                method_ref,
                arguments: arguments.collect::<Result<_, ClassError>>()?,
            })
        })
        .collect()
}
