//! What a class is called in its source (JVMS §4.7.6).

use super::cursor::{ClassError, Cursor};
use super::{ClassFile, access};

/// A class as its source declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The simple name; empty for an anonymous class.
    pub simple_name: String,
    /// `access_flags` as in the source: a member may be private, protected or static there.
    pub access_flags: u16,
    /// A member of another class, or local.
    pub is_inner: bool,
}

impl ClassFile<'_> {
    /// Its simple name and the modifiers of its declaration.
    ///
    /// # Errors
    /// Truncation and wrong constants.
    pub fn declared(&self) -> Result<Declared, ClassError> {
        let attribute = self
            .attributes
            .iter()
            .find(|attribute| attribute.name.0 == b"InnerClasses");
        if let Some(attribute) = attribute {
            let mut cursor = Cursor::new(attribute.info);
            for _ in 0..cursor.u2()? {
                let inner = self.pool.class(cursor.u2()?)?;
                cursor.u2()?;
                let (name, access_flags) = (cursor.u2()?, cursor.u2()?);
                if inner == self.name {
                    let simple_name = if name == 0 {
                        String::new()
                    } else {
                        self.pool.utf8(name)?.decode().into_owned()
                    };
                    return Ok(Declared {
                        simple_name,
                        access_flags,
                        is_inner: true,
                    });
                }
            }
        }
        let name = self.name.decode();
        Ok(Declared {
            simple_name: name.rsplit('/').next().unwrap_or_default().to_owned(),
            access_flags: self.access_flags & !access::SUPER,
            is_inner: false,
        })
    }
}
