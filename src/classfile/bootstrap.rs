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

impl BootstrapMethod {
    fn write(&self, out: &mut Vec<u8>) {
        // It has as many arguments as one that was read.
        let count = u16::try_from(self.arguments.len()).unwrap_or(u16::MAX);
        for value in [self.method_ref, count].iter().chain(&self.arguments) {
            out.extend(value.to_be_bytes());
        }
    }
}

/// The `info` of a `BootstrapMethods` attribute with more rows behind its own.
///
/// # Errors
/// Truncation, and more than 65,535 rows.
pub fn more_bootstrap_methods(
    info: &[u8],
    rows: &[BootstrapMethod],
) -> Result<Vec<u8>, ClassError> {
    let mut cursor = Cursor::new(info);
    let count = usize::from(cursor.u2()?) + rows.len();
    let count =
        u16::try_from(count).map_err(|_| ClassError::Malformed("too many bootstrap methods"))?;
    let mut out = count.to_be_bytes().to_vec();
    out.extend(cursor.bytes(cursor.remaining())?);
    for row in rows {
        row.write(&mut out);
    }
    Ok(out)
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
