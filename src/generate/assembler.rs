//! A small assembler for the classes that the weaver makes: class version 52, frames written where labels are bound.

use crate::classfile::PoolBuilder;
use crate::classfile::access;
use crate::classfile::code::opcode::op;
use crate::classfile::code::{Frame, VerificationType, encode_frames, initial_locals};
use crate::names::{Kind, MethodDescriptor};
use crate::plan::Snippet;

use super::error::{GenerateError, attribute_length, short};

/// Java 8: what the shim needs, and the oldest version with interface methods and `ldc` of classes.
const MAJOR_VERSION: u16 = 52;

/// A class in the making.
pub(super) struct ClassBuilder {
    pub(super) pool: PoolBuilder<'static>,
    access_flags: u16,
    this_class: u16,
    super_class: u16,
    interfaces: Vec<u16>,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
    /// `RuntimeVisibleAnnotations` of the class: encoded annotations.
    pub(super) annotations: Vec<Vec<u8>>,
}

impl ClassBuilder {
    pub(super) fn new(
        access_flags: u16,
        name: &str,
        super_name: &str,
    ) -> Result<Self, GenerateError> {
        let mut pool = PoolBuilder::empty();
        let (this_class, super_class) = (pool.class(name)?, pool.class(super_name)?);
        Ok(Self {
            pool,
            access_flags,
            this_class,
            super_class,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            annotations: Vec::new(),
        })
    }

    /// Adds an interface.
    pub(super) fn implement(&mut self, name: &str) -> Result<(), GenerateError> {
        self.interfaces.push(self.pool.class(name)?);
        Ok(())
    }

    /// Adds a field with encoded annotations.
    pub(super) fn field(
        &mut self,
        access_flags: u16,
        name: &str,
        descriptor: &str,
        annotations: &[Vec<u8>],
    ) -> Result<(), GenerateError> {
        let mut field = Vec::new();
        for value in [
            access_flags,
            self.pool.utf8(name)?,
            self.pool.utf8(descriptor)?,
        ] {
            field.extend(value.to_be_bytes());
        }
        field.extend(annotation_attributes(&mut self.pool, annotations)?);
        self.fields.push(field);
        Ok(())
    }

    /// Adds a `static final String` with a constant value (JVMS §4.7.2).
    pub(super) fn constant(&mut self, name: &str, value: &str) -> Result<(), GenerateError> {
        let access_flags = access::STATIC | access::FINAL;
        let mut field = Vec::new();
        for value in [
            access_flags,
            self.pool.utf8(name)?,
            self.pool.utf8("Ljava/lang/String;")?,
            1,
            self.pool.utf8("ConstantValue")?,
            0,
            2,
            self.pool.string(value)?,
        ] {
            field.extend(value.to_be_bytes());
        }
        self.fields.push(field);
        Ok(())
    }

    /// Adds a method with code.
    pub(super) fn method(
        &mut self,
        access_flags: u16,
        name: &str,
        descriptor: &str,
        code: Assembler,
    ) -> Result<(), GenerateError> {
        let attribute = code.finish(&mut self.pool)?;
        let mut method = Vec::with_capacity(attribute.len() + 16);
        for value in [
            access_flags,
            self.pool.utf8(name)?,
            self.pool.utf8(descriptor)?,
            1,
            self.pool.utf8("Code")?,
        ] {
            method.extend(value.to_be_bytes());
        }
        method.extend(attribute_length(attribute.len())?);
        method.extend(attribute);
        self.methods.push(method);
        Ok(())
    }

    /// The class file.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, GenerateError> {
        let attributes = annotation_attributes(&mut self.pool, &self.annotations)?;
        let mut out = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
        out.extend(MAJOR_VERSION.to_be_bytes());
        self.pool.write(&mut out);
        for value in [self.access_flags, self.this_class, self.super_class] {
            out.extend(value.to_be_bytes());
        }
        out.extend(short("interfaces", self.interfaces.len())?);
        for interface in &self.interfaces {
            out.extend(interface.to_be_bytes());
        }
        for (what, members) in [("fields", &self.fields), ("methods", &self.methods)] {
            out.extend(short(what, members.len())?);
            out.extend(members.concat());
        }
        out.extend(attributes);
        Ok(out)
    }
}

/// A table of attributes: `RuntimeVisibleAnnotations` (JVMS §4.7.16), or none.
fn annotation_attributes(
    pool: &mut PoolBuilder<'_>,
    annotations: &[Vec<u8>],
) -> Result<Vec<u8>, GenerateError> {
    if annotations.is_empty() {
        return Ok(vec![0, 0]);
    }
    let mut info = short("annotations", annotations.len())?.to_vec();
    info.extend(annotations.concat());
    let mut out = vec![0, 1];
    out.extend(pool.utf8("RuntimeVisibleAnnotations")?.to_be_bytes());
    out.extend(attribute_length(info.len())?);
    out.extend(info);
    Ok(out)
}

/// A forward jump target.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label(usize);

/// The code of one static or instance method, written from top to bottom with forward jumps only.
pub(super) struct Assembler {
    written: Snippet,
    /// Types of the parameters.
    parameters: Vec<VerificationType>,
    /// The locals of every frame: the parameters, and what is kept besides.
    locals: Vec<VerificationType>,
    max_locals: u16,
    /// Positions of the offsets to be filled in, by label.
    jumps: Vec<Vec<usize>>,
    frames: Vec<(usize, bool)>,
    /// `start`, `end`, `handler` of handlers for `Throwable`.
    handlers: Vec<(usize, usize, usize)>,
    /// Where the next handler's range begins.
    guarded_from: usize,
}

impl Assembler {
    /// Code for a method with this descriptor.
    pub(super) fn new(descriptor: &MethodDescriptor<'_>, is_static: bool) -> Self {
        let receiver = (!is_static).then_some(Kind::Reference);
        let kinds = descriptor.parameters.iter().map(|&(kind, _)| kind);
        let parameters = initial_locals(receiver.into_iter().chain(kinds), false);
        let max_locals = parameters.iter().map(|local| local.slots()).sum();
        Self {
            written: Snippet::default(),
            locals: parameters.clone(),
            parameters,
            max_locals,
            jumps: Vec::new(),
            frames: Vec::new(),
            handlers: Vec::new(),
            guarded_from: 0,
        }
    }

    /// A fresh local for values of this kind. It is no part of frames, so it lives until the next label.
    pub(super) fn fresh_local(&mut self, kind: Kind) -> u16 {
        let local = self.max_locals;
        self.max_locals += kind.slots();
        local
    }

    /// So many locals for references that live to the end, `null` at first; the first of them. To be asked for at the start.
    pub(super) fn keep(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        count: u16,
    ) -> Result<u16, GenerateError> {
        let first = self.max_locals;
        let object = pool.class("java/lang/Object")?;
        for _ in 0..count {
            let slot = self.fresh_local(Kind::Reference);
            self.plain(op::aconst_null, 0, 1);
            self.astore(slot);
            self.locals.push(VerificationType::Object(object));
        }
        self.guarded_from = self.written.code.len();
        Ok(first)
    }

    pub(super) fn label(&mut self) -> Label {
        self.jumps.push(Vec::new());
        Label(self.jumps.len() - 1)
    }

    /// An instruction without operands.
    pub(super) fn plain(&mut self, opcode: u8, pops: u16, pushes: u16) {
        self.written.plain(opcode, pops, pushes);
    }

    /// An instruction with a two-byte index.
    pub(super) fn indexed(&mut self, opcode: u8, index: u16, pops: u16, pushes: u16) {
        self.written.indexed(opcode, index, pops, pushes);
    }

    pub(super) fn load(&mut self, kind: Kind, slot: u16) {
        self.written.load(kind, slot);
    }

    pub(super) fn store(&mut self, kind: Kind, slot: u16) {
        self.written.store(kind, slot);
    }

    pub(super) fn astore(&mut self, slot: u16) {
        self.store(Kind::Reference, slot);
    }

    /// Pushes an `int` constant.
    pub(super) fn int(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        value: i32,
    ) -> Result<(), GenerateError> {
        if let Ok(small) = i8::try_from(value) {
            self.written.byte(op::bipush, small.cast_unsigned(), 0, 1);
        } else {
            let index = pool.integer(value)?;
            self.indexed(op::ldc_w, index, 0, 1);
        }
        Ok(())
    }

    /// Pushes a string, or `null`.
    pub(super) fn string(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        text: Option<&str>,
    ) -> Result<(), GenerateError> {
        match text {
            Some(text) => {
                let index = pool.string(text)?;
                self.indexed(op::ldc_w, index, 0, 1);
            }
            None => self.plain(op::aconst_null, 0, 1),
        }
        Ok(())
    }

    /// Makes an array of strings, of which some may be `null`.
    pub(super) fn strings<'a>(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        texts: impl ExactSizeIterator<Item = Option<&'a str>>,
    ) -> Result<(), GenerateError> {
        self.int(pool, i32::try_from(texts.len()).unwrap_or_default())?;
        let index = pool.class("java/lang/String")?;
        self.indexed(op::anewarray, index, 1, 1);
        for (slot, text) in (0..).zip(texts) {
            self.plain(op::dup, 1, 2);
            self.int(pool, slot)?;
            self.string(pool, text)?;
            self.plain(op::aastore, 3, 0);
        }
        Ok(())
    }

    /// Makes an object by its constructor without parameters.
    pub(super) fn instance(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        class: &str,
    ) -> Result<(), GenerateError> {
        self.allocate(pool, class)?;
        self.initialize(pool, class, "()V", 0)
    }

    /// Makes an object twice, before its constructor has run.
    pub(super) fn allocate(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        class: &str,
    ) -> Result<(), GenerateError> {
        let index = pool.class(class)?;
        self.indexed(op::new, index, 0, 1);
        self.plain(op::dup, 1, 2);
        Ok(())
    }

    /// Calls its constructor, which takes so many slots besides the object.
    pub(super) fn initialize(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        class: &str,
        descriptor: &str,
        takes: u16,
    ) -> Result<(), GenerateError> {
        let index = pool.method(class, "<init>", descriptor)?;
        self.indexed(op::invokespecial, index, 1 + takes, 0);
        Ok(())
    }

    /// Makes an array of `int`, as long as the number on the stack says.
    pub(super) fn int_array(&mut self) {
        // JVMS §6.5.newarray: 10 is `int`.
        self.written.byte(op::newarray, 10, 1, 1);
    }

    /// A call of an interface method, which takes so many slots, the object included (JVMS §6.5.invokeinterface).
    pub(super) fn invokeinterface(&mut self, index: u16, pops: u16, pushes: u16) {
        self.written.invokeinterface(index, pops, pushes);
    }

    /// A call of a static method.
    pub(super) fn invokestatic(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<(), GenerateError> {
        let index = pool.method(class, name, descriptor)?;
        self.invoke(op::invokestatic, index, 0, descriptor);
        Ok(())
    }

    /// A call of a method of a class.
    pub(super) fn invokevirtual(
        &mut self,
        pool: &mut PoolBuilder<'_>,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<(), GenerateError> {
        let index = pool.method(class, name, descriptor)?;
        self.invoke(op::invokevirtual, index, 1, descriptor);
        Ok(())
    }

    /// A call that takes so many slots for its object; the others are counted from the descriptor. Descriptors of our own calls parse;
    /// a wrong one would fail every test.
    fn invoke(&mut self, opcode: u8, index: u16, object: u16, descriptor: &str) {
        let (pops, pushes) = MethodDescriptor::parse(descriptor).map_or((0, 1), |parsed| {
            let given = parsed.returns.map_or(0, |(kind, _)| kind.slots());
            (parsed.parameter_slots(), given)
        });
        self.indexed(opcode, index, object + pops, pushes);
    }

    /// A conditional jump that takes one slot, or `goto` that takes none.
    pub(super) fn jump(&mut self, opcode: u8, label: Label) {
        let pops = u16::from(opcode != op::goto);
        self.jumps[label.0].push(self.written.code.len() + 1);
        self.indexed(opcode, 0, pops, 0);
    }

    /// Binds a label here, with the parameters and the kept locals, and an empty stack.
    pub(super) fn bind(&mut self, label: Label) {
        let here = self.written.code.len();
        for &at in &self.jumps[label.0] {
            // Bodies are short: the longest has a few hundred bytes for each part of a template.
            let offset = u16::try_from(here + 1 - at)
                .unwrap_or(u16::MAX)
                .to_be_bytes();
            self.written.code[at..at + 2].copy_from_slice(&offset);
        }
        // Two labels in one place have one frame.
        if self.frames.last() != Some(&(here, false)) {
            self.frames.push((here, false));
        }
        self.written.set_depth(0);
    }

    /// Makes everything before this point throw here, but for what an earlier handler covers; the exception is on the stack.
    pub(super) fn catch_all_here(&mut self) {
        let here = self.written.code.len();
        self.handlers.push((self.guarded_from, here, here));
        self.guarded_from = here;
        self.frames.push((here, true));
        self.written.set_depth(1);
    }

    fn finish(self, pool: &mut PoolBuilder<'_>) -> Result<Vec<u8>, GenerateError> {
        let throwable = pool.class("java/lang/Throwable")?;
        let mut out = Vec::with_capacity(self.written.code.len() + 64);
        out.extend(self.written.max_stack.to_be_bytes());
        out.extend(self.max_locals.to_be_bytes());
        // Jumps reach 32,767 bytes: a template would need thousands of parts to come near.
        let length = self.written.code.len();
        let length = i16::try_from(length).map_err(|_| GenerateError::CodeTooLong(length))?;
        out.extend(u32::from(length.unsigned_abs()).to_be_bytes());
        out.extend(&self.written.code);
        out.extend(short("exception table rows", self.handlers.len())?);
        for &(start, end, handler) in &self.handlers {
            for value in [start, end, handler, 0] {
                out.extend(short("bytes of code", value)?);
            }
        }
        let frames: Vec<Frame> = self
            .frames
            .iter()
            .map(|&(pc, caught)| Frame {
                pc: u32::try_from(pc).unwrap_or(u32::MAX),
                locals: self.locals.as_slice().into(),
                stack: caught
                    .then_some(VerificationType::Object(throwable))
                    .into_iter()
                    .collect(),
            })
            .collect();
        if frames.is_empty() {
            out.extend(0_u16.to_be_bytes());
            return Ok(out);
        }
        // All frames have the locals of the start, and perhaps the same few more: none of them is written out.
        let table = encode_frames(&frames, &self.parameters).map_err(GenerateError::Frames)?;
        out.extend(1_u16.to_be_bytes());
        out.extend(pool.utf8("StackMapTable")?.to_be_bytes());
        out.extend(attribute_length(table.len())?);
        out.extend(table);
        Ok(out)
    }
}
