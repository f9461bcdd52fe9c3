//! The `weave` program: hands the arguments to the library and its verdict to the system.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    weave::cli::run(env::args_os()).into()
}
