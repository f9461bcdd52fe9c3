//! The declaration of the runtime's own module (JVMS §4.7.25), for a runtime that lies beside several modules. `jlink` takes no
//! jar without one.

use crate::classfile::{PoolBuilder, access};
use crate::shim::MODULE;

use super::GeneratedClass;
use super::error::{GenerateError, attribute_length, short};

/// Java 9, the first version with modules.
const MAJOR_VERSION: u16 = 53;
/// `ACC_STATIC_PHASE`: not needed at run time.
const STATIC_PHASE: u16 = 0x0040;
/// The recorder, and what the heap sampler asks for sizes and collections. Without one of them the runtime does less.
const OPTIONAL: [&str; 4] = [
    "jdk.jfr",
    "java.management",
    "jdk.management",
    "jdk.unsupported",
];
/// `ACC_MANDATED`: required by every module.
const MANDATED: u16 = 0x8000;

/// The declaration of a module that exports `packages` (internal names) and records where the JVM has a recorder. It reads no
/// module of the application.
///
/// # Errors
/// More packages than a class file can name.
pub fn runtime_module(packages: &[String]) -> Result<GeneratedClass, GenerateError> {
    let mut pool = PoolBuilder::empty();
    let name = "module-info";
    let this_class = pool.class(name)?;
    let mut module = Vec::new();
    let head = [pool.module(MODULE)?, 0, 0]; // no flags, no version
    let base = [pool.module("java.base")?, MANDATED, 0];
    let mut requires: Vec<u16> = head.into_iter().chain([5]).chain(base).collect();
    for optional in OPTIONAL {
        requires.extend([pool.module(optional)?, STATIC_PHASE, 0]);
    }
    module.extend(requires.into_iter().flat_map(u16::to_be_bytes));
    module.extend(short("exported packages", packages.len())?);
    for package in packages {
        let exported = [pool.package(package)?, 0, 0]; // no flags, to everybody
        module.extend(exported.into_iter().flat_map(u16::to_be_bytes));
    }
    module.extend([0; 6]); // opens, uses, provides
    let attribute = pool.utf8("Module")?;
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
    bytes.extend(MAJOR_VERSION.to_be_bytes());
    pool.write(&mut bytes);
    // No superclass, interfaces, fields and methods, and one attribute.
    let class = [access::MODULE, this_class, 0, 0, 0, 0, 1, attribute];
    bytes.extend(class.into_iter().flat_map(u16::to_be_bytes));
    bytes.extend(attribute_length(module.len())?);
    bytes.extend(module);
    Ok(GeneratedClass {
        name: name.to_owned(),
        bytes,
    })
}
