//! Access flags (JVMS tables 4.1-B and 4.6-A).

/// `ACC_PUBLIC`.
pub const PUBLIC: u16 = 0x0001;
/// `ACC_PRIVATE`.
pub const PRIVATE: u16 = 0x0002;
/// `ACC_PROTECTED`.
pub const PROTECTED: u16 = 0x0004;
/// `ACC_STATIC`.
pub const STATIC: u16 = 0x0008;
/// `ACC_FINAL`.
pub const FINAL: u16 = 0x0010;
/// `ACC_SUPER` of a class.
pub const SUPER: u16 = 0x0020;
/// `ACC_BRIDGE` of a method.
pub const BRIDGE: u16 = 0x0040;
/// `ACC_NATIVE`.
pub const NATIVE: u16 = 0x0100;
/// `ACC_INTERFACE`.
pub const INTERFACE: u16 = 0x0200;
/// `ACC_ABSTRACT`.
pub const ABSTRACT: u16 = 0x0400;
/// `ACC_SYNTHETIC`.
pub const SYNTHETIC: u16 = 0x1000;
/// `ACC_ANNOTATION` of a class.
pub const ANNOTATION: u16 = 0x2000;
/// `ACC_ENUM`.
pub const ENUM: u16 = 0x4000;
/// `ACC_MODULE` of a class file that declares a module.
pub const MODULE: u16 = 0x8000;
