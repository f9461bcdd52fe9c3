//! Class files written field by field, with tables that no compiler makes.

use weave::classfile::PoolBuilder;

/// A method, its tables as they stand in the file.
#[derive(Debug, Clone, Default)]
pub(crate) struct RawMethod {
    pub(crate) access_flags: u16,
    pub(crate) name: String,
    pub(crate) descriptor: String,
    pub(crate) max_stack: u16,
    pub(crate) max_locals: u16,
    pub(crate) code: Vec<u8>,
    /// `start_pc`, `end_pc`, `handler_pc`, `catch_type`.
    pub(crate) rows: Vec<[u16; 4]>,
    /// The `info` of the `StackMapTable`.
    pub(crate) frames: Option<Vec<u8>>,
}

/// A class that extends `Object` and has these methods.
pub(crate) fn raw_class(
    mut pool: PoolBuilder<'_>,
    name: &str,
    major_version: u16,
    methods: &[RawMethod],
) -> Vec<u8> {
    let this = pool.class(name).unwrap();
    let object = pool.class("java/lang/Object").unwrap();
    let code_name = pool.utf8("Code").unwrap();
    let mut body = Vec::new();
    for value in [0x21, this, object, 0, 0, short(methods.len())] {
        body.extend(value.to_be_bytes());
    }
    for method in methods {
        let name = pool.utf8(&method.name).unwrap();
        let descriptor = pool.utf8(&method.descriptor).unwrap();
        for value in [method.access_flags, name, descriptor, 1, code_name] {
            body.extend(value.to_be_bytes());
        }
        let code = code(method, &mut pool);
        body.extend(u32::try_from(code.len()).unwrap().to_be_bytes());
        body.extend(code);
    }
    body.extend([0, 0]);
    let mut out = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
    out.extend(major_version.to_be_bytes());
    pool.write(&mut out);
    out.extend(body);
    out
}

fn code(method: &RawMethod, pool: &mut PoolBuilder<'_>) -> Vec<u8> {
    let mut code = Vec::new();
    code.extend(method.max_stack.to_be_bytes());
    code.extend(method.max_locals.to_be_bytes());
    code.extend(u32::try_from(method.code.len()).unwrap().to_be_bytes());
    code.extend(&method.code);
    code.extend(short(method.rows.len()).to_be_bytes());
    let rows = method.rows.iter().flatten();
    code.extend(rows.flat_map(|value| value.to_be_bytes()));
    code.extend(u16::from(method.frames.is_some()).to_be_bytes());
    if let Some(frames) = &method.frames {
        code.extend(pool.utf8("StackMapTable").unwrap().to_be_bytes());
        code.extend(u32::try_from(frames.len()).unwrap().to_be_bytes());
        code.extend(frames);
    }
    code
}

fn short(value: usize) -> u16 {
    u16::try_from(value).unwrap()
}
