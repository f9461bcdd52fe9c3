//! What module declarations say once something in their module is woven.

use crate::classfile::ClassError;
use crate::generate::Names;
use crate::rewrite::module_info::{self, Requires};
use crate::shim;

use super::{Run, RuntimePlace};

/// The addition to every module declaration of an archive or folder: the recorder, or the runtime, is read, and the
/// packages that are added are listed.
pub(super) struct Declaration {
    requires: Requires<'static>,
    packages: Vec<String>,
}

impl Declaration {
    /// Where the adapters have these names.
    pub(super) fn new(run: &Run<'_>, names: &Names) -> Self {
        let mut packages = vec![names.package().to_owned()];
        let requires = if run.place == RuntimePlace::Embed {
            packages.push(run.events.package().to_owned());
            packages.extend(shim::PACKAGES.map(str::to_owned));
            let shipped = run.job.rules.shipped.iter();
            packages.extend(
                shipped.filter_map(|class| Some(class.path.rsplit_once('/')?.0.to_owned())),
            );
            packages.sort();
            packages.dedup();
            Requires {
                module: "jdk.jfr",
                is_static: true,
                // The recorder reads the values of our annotations by reflection.
                export: Some(shim::PACKAGES[1]),
            }
        } else {
            Requires {
                module: "weave.runtime",
                is_static: false,
                export: None,
            }
        };
        Self { requires, packages }
    }

    /// The declaration `bytes` with it.
    ///
    /// # Errors
    /// What is no module declaration.
    pub(super) fn added_to(&self, bytes: &[u8]) -> Result<Vec<u8>, ClassError> {
        module_info::extended(bytes, &self.requires, &self.packages)
    }
}
