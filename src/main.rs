//! The `weave` program: hands the arguments to the library and its verdict to the system.

use std::env;
use std::process::ExitCode;

/// Weaving makes many small, short-lived vectors on every core.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    weave::cli::run(env::args_os()).into()
}
