//! What module declarations say while something in their module is woven.

use std::collections::BTreeSet;

use crate::classfile::ClassError;
use crate::rewrite::module_info::{self, Change, Requires};
use crate::shim;

use super::context::Run;

/// What the module of woven classes reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reads {
    /// The recorder: the runtime is in the module.
    Recorder,
    /// The module of the runtime.
    Runtime,
    /// Nothing more: the runtime is in the archive around the module, and no module of it is known.
    Nothing,
}

/// The change of every module declaration in a class root: the recorder, or the runtime, is read, the packages that are added are
/// listed, and the hashes of changed modules go.
pub(super) struct Declaration {
    requires: Option<Requires<'static>>,
    packages: Vec<String>,
    gone: Vec<String>,
    unhashed: BTreeSet<String>,
}

impl Declaration {
    /// With these packages of adapters, without those that are `gone`, and without the hashes of the modules `unhashed`.
    pub(super) fn new(
        run: &Run<'_>,
        reads: Reads,
        adapters: Vec<String>,
        mut gone: Vec<String>,
        unhashed: BTreeSet<String>,
    ) -> Self {
        let mut packages = adapters;
        let mut runtime = vec![run.events.package().to_owned()];
        runtime.extend(shim::PACKAGES.map(str::to_owned));
        let shipped = run.job.rules.shipped.iter();
        runtime.extend(shipped.filter_map(|class| Some(class.path.rsplit_once('/')?.0.to_owned())));
        let requires = match reads {
            Reads::Recorder => {
                packages.extend(runtime);
                Some(Requires {
                    module: "jdk.jfr",
                    is_static: true,
                    // The recorder reads the values of our annotations by reflection.
                    export: Some(shim::PACKAGES[1]),
                })
            }
            Reads::Runtime => Some(Requires {
                module: shim::MODULE,
                is_static: false,
                export: None,
            }),
            Reads::Nothing => None,
        };
        packages.sort();
        packages.dedup();
        gone.retain(|package| !packages.contains(package));
        Self {
            requires,
            packages,
            gone,
            unhashed,
        }
    }

    /// The declaration `bytes` with it.
    ///
    /// # Errors
    /// What is not a module declaration.
    pub(super) fn added_to(&self, bytes: &[u8]) -> Result<Vec<u8>, ClassError> {
        module_info::changed(
            bytes,
            &Change {
                requires: self.requires,
                packages: &self.packages,
                gone: &self.gone,
                unhashed: &self.unhashed,
            },
        )
    }

    /// The declaration `bytes` without the packages and hashes that are gone.
    ///
    /// # Errors
    /// What is not a module declaration.
    pub(super) fn taken_from(&self, bytes: &[u8]) -> Result<Vec<u8>, ClassError> {
        module_info::changed(
            bytes,
            &Change {
                requires: None,
                packages: &[],
                gone: &self.gone,
                unhashed: &self.unhashed,
            },
        )
    }
}
