//! The nest that a class is in: classes that read each other's private members.

use crate::names::binary_name;

use super::cursor::{ClassError, Cursor};
use super::mutf8::Mutf8;
use super::{ClassFile, NESTS, without_repeats};

/// What a class file says of its nest, in binary names with dots. Class files below version 55 say nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Nest {
    /// The host of the nest, where the class is not its own (JVMS §4.7.28).
    pub host: Option<String>,
    /// The other members of the nest that the class is the host of (JVMS §4.7.29).
    pub members: Vec<String>,
}

impl ClassFile<'_> {
    /// Its nest.
    ///
    /// # Errors
    /// Truncation and wrong constants.
    pub fn nest(&self) -> Result<Nest, ClassError> {
        let mut nest = Nest::default();
        let has_nests = self.major_version >= NESTS;
        for attribute in self.attributes.iter().filter(|_| has_nests) {
            let mut cursor = Cursor::new(attribute.info);
            match attribute.name.0 {
                b"NestHost" => nest.host = Some(self.class_at(&mut cursor)?),
                b"NestMembers" => {
                    let names = (0..cursor.u2()?).map(|_| self.pool.class(cursor.u2()?));
                    let names = names.collect::<Result<Vec<_>, _>>()?;
                    let names = without_repeats(names.into_iter()).into_iter();
                    nest.members.extend(names.map(dotted));
                }
                _ => {}
            }
        }
        Ok(nest)
    }

    fn class_at(&self, cursor: &mut Cursor<'_>) -> Result<String, ClassError> {
        Ok(dotted(self.pool.class(cursor.u2()?)?))
    }
}

fn dotted(name: Mutf8<'_>) -> String {
    binary_name(&name.decode())
}
