//! The table of opcodes (JVMS §6.5). Lengths, operand kinds, stack effects and names all derive from it.

/// How the operands of an instruction are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// No such opcode.
    Undefined,
    /// No operands.
    None,
    /// One byte: `bipush`, `ldc`, `newarray`.
    U1,
    /// One byte that is a local variable index; two after `wide`.
    Local,
    /// `iinc`: index and signed amount; four bytes after `wide`.
    Iinc,
    /// Two bytes, a value or a constant pool index.
    U2,
    /// `invokeinterface`, `invokedynamic`: an index and two more bytes.
    U4,
    /// `multianewarray`: an index and the number of dimensions.
    U3,
    /// A signed 16-bit branch offset.
    Branch16,
    /// A signed 32-bit branch offset.
    Branch32,
    /// `tableswitch`.
    TableSwitch,
    /// `lookupswitch`.
    LookupSwitch,
    /// `wide`.
    Wide,
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Opcode {
    /// The mnemonic.
    pub name: &'static str,
    /// The operands.
    pub layout: Layout,
    /// Slots taken from the stack; [`VARIES`] where a descriptor or a dimension count says.
    pub pops: u8,
    /// Slots put onto the stack; [`VARIES`] likewise.
    pub pushes: u8,
}

/// A stack effect that depends on a constant.
pub const VARIES: u8 = u8::MAX;

macro_rules! opcodes {
    ($($code:literal $name:ident $layout:ident $pops:tt $pushes:tt;)*) => {
        /// All rows, by opcode.
        pub static TABLE: [Opcode; 256] = {
            let mut table = [Opcode { name: "undefined", layout: Layout::Undefined, pops: 0, pushes: 0 }; 256];
            $(table[$code] = Opcode {
                name: stringify!($name), layout: Layout::$layout, pops: opcodes!(@$pops), pushes: opcodes!(@$pushes),
            };)*
            table
        };
        /// The opcodes by name.
        #[allow(missing_docs, reason = "each is its mnemonic")]
        pub mod op {
            $(#[allow(non_upper_case_globals, reason = "the mnemonics of JVMS §6.5")] pub const $name: u8 = $code;)*
        }
    };
    (@x) => { VARIES };
    (@$n:literal) => { $n };
}

opcodes! {
    0 nop None 0 0; 1 aconst_null None 0 1; 2 iconst_m1 None 0 1; 3 iconst_0 None 0 1; 4 iconst_1 None 0 1;
    5 iconst_2 None 0 1; 6 iconst_3 None 0 1; 7 iconst_4 None 0 1; 8 iconst_5 None 0 1; 9 lconst_0 None 0 2;
    10 lconst_1 None 0 2; 11 fconst_0 None 0 1; 12 fconst_1 None 0 1; 13 fconst_2 None 0 1; 14 dconst_0 None 0 2;
    15 dconst_1 None 0 2; 16 bipush U1 0 1; 17 sipush U2 0 1; 18 ldc U1 0 1; 19 ldc_w U2 0 1; 20 ldc2_w U2 0 2;
    21 iload Local 0 1; 22 lload Local 0 2; 23 fload Local 0 1; 24 dload Local 0 2; 25 aload Local 0 1;
    26 iload_0 None 0 1; 27 iload_1 None 0 1; 28 iload_2 None 0 1; 29 iload_3 None 0 1;
    30 lload_0 None 0 2; 31 lload_1 None 0 2; 32 lload_2 None 0 2; 33 lload_3 None 0 2;
    34 fload_0 None 0 1; 35 fload_1 None 0 1; 36 fload_2 None 0 1; 37 fload_3 None 0 1;
    38 dload_0 None 0 2; 39 dload_1 None 0 2; 40 dload_2 None 0 2; 41 dload_3 None 0 2;
    42 aload_0 None 0 1; 43 aload_1 None 0 1; 44 aload_2 None 0 1; 45 aload_3 None 0 1;
    46 iaload None 2 1; 47 laload None 2 2; 48 faload None 2 1; 49 daload None 2 2; 50 aaload None 2 1;
    51 baload None 2 1; 52 caload None 2 1; 53 saload None 2 1;
    54 istore Local 1 0; 55 lstore Local 2 0; 56 fstore Local 1 0; 57 dstore Local 2 0; 58 astore Local 1 0;
    59 istore_0 None 1 0; 60 istore_1 None 1 0; 61 istore_2 None 1 0; 62 istore_3 None 1 0;
    63 lstore_0 None 2 0; 64 lstore_1 None 2 0; 65 lstore_2 None 2 0; 66 lstore_3 None 2 0;
    67 fstore_0 None 1 0; 68 fstore_1 None 1 0; 69 fstore_2 None 1 0; 70 fstore_3 None 1 0;
    71 dstore_0 None 2 0; 72 dstore_1 None 2 0; 73 dstore_2 None 2 0; 74 dstore_3 None 2 0;
    75 astore_0 None 1 0; 76 astore_1 None 1 0; 77 astore_2 None 1 0; 78 astore_3 None 1 0;
    79 iastore None 3 0; 80 lastore None 4 0; 81 fastore None 3 0; 82 dastore None 4 0; 83 aastore None 3 0;
    84 bastore None 3 0; 85 castore None 3 0; 86 sastore None 3 0;
    87 pop None 1 0; 88 pop2 None 2 0; 89 dup None 1 2; 90 dup_x1 None 2 3; 91 dup_x2 None 3 4;
    92 dup2 None 2 4; 93 dup2_x1 None 3 5; 94 dup2_x2 None 4 6; 95 swap None 2 2;
    96 iadd None 2 1; 97 ladd None 4 2; 98 fadd None 2 1; 99 dadd None 4 2;
    100 isub None 2 1; 101 lsub None 4 2; 102 fsub None 2 1; 103 dsub None 4 2;
    104 imul None 2 1; 105 lmul None 4 2; 106 fmul None 2 1; 107 dmul None 4 2;
    108 idiv None 2 1; 109 ldiv None 4 2; 110 fdiv None 2 1; 111 ddiv None 4 2;
    112 irem None 2 1; 113 lrem None 4 2; 114 frem None 2 1; 115 drem None 4 2;
    116 ineg None 1 1; 117 lneg None 2 2; 118 fneg None 1 1; 119 dneg None 2 2;
    120 ishl None 2 1; 121 lshl None 3 2; 122 ishr None 2 1; 123 lshr None 3 2; 124 iushr None 2 1;
    125 lushr None 3 2; 126 iand None 2 1; 127 land None 4 2; 128 ior None 2 1; 129 lor None 4 2;
    130 ixor None 2 1; 131 lxor None 4 2; 132 iinc Iinc 0 0;
    133 i2l None 1 2; 134 i2f None 1 1; 135 i2d None 1 2; 136 l2i None 2 1; 137 l2f None 2 1; 138 l2d None 2 2;
    139 f2i None 1 1; 140 f2l None 1 2; 141 f2d None 1 2; 142 d2i None 2 1; 143 d2l None 2 2; 144 d2f None 2 1;
    145 i2b None 1 1; 146 i2c None 1 1; 147 i2s None 1 1;
    148 lcmp None 4 1; 149 fcmpl None 2 1; 150 fcmpg None 2 1; 151 dcmpl None 4 1; 152 dcmpg None 4 1;
    153 ifeq Branch16 1 0; 154 ifne Branch16 1 0; 155 iflt Branch16 1 0; 156 ifge Branch16 1 0;
    157 ifgt Branch16 1 0; 158 ifle Branch16 1 0; 159 if_icmpeq Branch16 2 0; 160 if_icmpne Branch16 2 0;
    161 if_icmplt Branch16 2 0; 162 if_icmpge Branch16 2 0; 163 if_icmpgt Branch16 2 0; 164 if_icmple Branch16 2 0;
    165 if_acmpeq Branch16 2 0; 166 if_acmpne Branch16 2 0; 167 goto Branch16 0 0; 168 jsr Branch16 0 1;
    169 ret Local 0 0; 170 tableswitch TableSwitch 1 0; 171 lookupswitch LookupSwitch 1 0;
    172 ireturn None 1 0; 173 lreturn None 2 0; 174 freturn None 1 0; 175 dreturn None 2 0; 176 areturn None 1 0;
    177 return_ None 0 0; 178 getstatic U2 0 x; 179 putstatic U2 x 0; 180 getfield U2 1 x; 181 putfield U2 x 0;
    182 invokevirtual U2 x x; 183 invokespecial U2 x x; 184 invokestatic U2 x x; 185 invokeinterface U4 x x;
    186 invokedynamic U4 x x; 187 new U2 0 1; 188 newarray U1 1 1; 189 anewarray U2 1 1; 190 arraylength None 1 1;
    191 athrow None 1 0; 192 checkcast U2 1 1; 193 instanceof U2 1 1; 194 monitorenter None 1 0;
    195 monitorexit None 1 0; 196 wide Wide 0 0; 197 multianewarray U3 x 1; 198 ifnull Branch16 1 0;
    199 ifnonnull Branch16 1 0; 200 goto_w Branch32 0 0; 201 jsr_w Branch32 0 1;
}

/// The row of an opcode.
pub fn row(opcode: u8) -> &'static Opcode {
    #[allow(
        clippy::indexing_slicing,
        reason = "the table has a row for every byte"
    )]
    &TABLE[usize::from(opcode)]
}

/// True for the six instructions that return from a method.
pub fn is_return(opcode: u8) -> bool {
    (op::ireturn..=op::return_).contains(&opcode)
}

/// True when the next instruction is not reached by falling through.
pub fn ends_flow(opcode: u8) -> bool {
    is_return(opcode)
        || matches!(
            opcode,
            op::goto | op::goto_w | op::athrow | op::tableswitch | op::lookupswitch | op::ret
        )
}

/// The conditional branch that jumps exactly when `opcode` does not.
pub fn inverted(opcode: u8) -> Option<u8> {
    match opcode {
        op::ifeq..=op::if_acmpne => Some(((opcode + 1) ^ 1) - 1),
        op::ifnull | op::ifnonnull => Some(opcode ^ 1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_up_to_jsr_w_is_defined_and_none_beyond() {
        for opcode in 0..=255_u8 {
            assert_eq!(
                row(opcode).layout == Layout::Undefined,
                opcode > op::jsr_w,
                "{opcode}"
            );
        }
    }

    #[test]
    fn inverting_twice_gives_the_same_branch() {
        for opcode in (op::ifeq..=op::if_acmpne).chain([op::ifnull, op::ifnonnull]) {
            let other = inverted(opcode).unwrap();
            assert_ne!(other, opcode);
            assert_eq!(inverted(other), Some(opcode));
        }
        assert_eq!(inverted(op::ifeq), Some(op::ifne));
        assert_eq!(inverted(op::if_icmplt), Some(op::if_icmpge));
        assert_eq!(inverted(op::ifnull), Some(op::ifnonnull));
        assert_eq!(inverted(op::goto), None);
    }
}
