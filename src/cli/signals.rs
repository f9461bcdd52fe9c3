//! What happens when the program is interrupted.

use std::{process, thread};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::jar::abandon_staged;

/// From now on an interrupted or terminated run removes its temporary files, and ends with 128 and the number of the signal, as shells
/// count.
pub(super) fn watch() {
    // Without it a signal ends the program all the same, and its temporary files stay.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        return;
    };
    thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            abandon_staged(|| process::exit(128 + signal));
        }
    });
}
