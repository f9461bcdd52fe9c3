//! Class files that no current compiler makes: one class with one static method, from raw code.

use weave::classfile::PoolBuilder;
use weave::classfile::code::{Frame, encode_frames};

/// A method `static int run(int)` of a class `T`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Method {
    /// The class file version.
    pub(crate) major_version: u16,
    /// The code array.
    pub(crate) code: Vec<u8>,
    pub(crate) max_stack: u16,
    pub(crate) max_locals: u16,
    /// `start_pc`, `end_pc`, `handler_pc`; all catch everything.
    pub(crate) rows: Vec<[u16; 3]>,
    /// Locals are `int` in slot 0 and what the frame adds.
    pub(crate) frames: Vec<Frame>,
}

impl Method {
    /// The class file.
    pub(crate) fn class(&self) -> Vec<u8> {
        self.class_with(PoolBuilder::empty())
    }

    /// The class file with constants before those that it needs.
    pub(crate) fn class_with(&self, pool: PoolBuilder<'_>) -> Vec<u8> {
        // public super
        self.declared(pool, "T", 0x21)
    }

    /// The class file of a class with this name, in the form of the class file, and these `access_flags`.
    pub(crate) fn declared(&self, mut pool: PoolBuilder<'_>, name: &str, flags: u16) -> Vec<u8> {
        let this = pool.class(name).unwrap();
        let object = pool.class("java/lang/Object").unwrap();
        let (run, descriptor) = (pool.utf8("run").unwrap(), pool.utf8("(I)I").unwrap());
        let code_name = pool.utf8("Code").unwrap();
        let frames_name = pool.utf8("StackMapTable").unwrap();
        let mut code = Vec::new();
        code.extend(self.max_stack.to_be_bytes());
        code.extend(self.max_locals.to_be_bytes());
        code.extend(u32::try_from(self.code.len()).unwrap().to_be_bytes());
        code.extend(&self.code);
        code.extend(u16::try_from(self.rows.len()).unwrap().to_be_bytes());
        for row in &self.rows {
            code.extend(row.iter().flat_map(|pc| pc.to_be_bytes()));
            code.extend([0, 0]);
        }
        if self.frames.is_empty() {
            code.extend([0, 0]);
        } else {
            let initial = [weave::classfile::code::VerificationType::Integer];
            let table = encode_frames(&self.frames, &initial).unwrap();
            code.extend([0, 1]);
            code.extend(frames_name.to_be_bytes());
            code.extend(u32::try_from(table.len()).unwrap().to_be_bytes());
            code.extend(table);
        }
        let mut out = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
        out.extend(self.major_version.to_be_bytes());
        pool.write(&mut out);
        // extends Object, no interfaces, no fields, one method: public static
        for value in [
            flags, this, object, 0, 0, 1, 0x9, run, descriptor, 1, code_name,
        ] {
            out.extend(value.to_be_bytes());
        }
        out.extend(u32::try_from(code.len()).unwrap().to_be_bytes());
        out.extend(code);
        out.extend([0, 0]);
        out
    }
}
