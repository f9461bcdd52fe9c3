//! `OSGi` bundles: a runtime that lies beside them is a bundle of its own, from which woven bundles import. One that is embedded is found
//! without any header, and the runtime finds the recorder itself.

use crate::jar::ManifestMf;
use crate::names::binary_name;
use crate::shim;

use super::context::Run;

const DYNAMIC_IMPORT: &str = "DynamicImport-Package";
/// What covers the packages of the runtime and those of event classes.
const RUNTIME: &str = "weave.*";

/// Lets a bundle see the packages of the runtime, whenever that is installed; tells whether a header changed. A fragment sees what
/// its host sees.
pub(super) fn import_runtime(run: &Run<'_>, manifest: &mut ManifestMf) -> bool {
    let is_fragment = manifest.main("Fragment-Host").is_some();
    if manifest.main("Bundle-SymbolicName").is_none() || is_fragment {
        return false;
    }
    let shipped = run.job.rules.shipped.iter();
    let packages = shipped.filter_map(|class| Some(binary_name(class.path.rsplit_once('/')?.0)));
    let mut packages: Vec<String> = packages.collect();
    packages.push(RUNTIME.to_owned());
    packages.sort();
    packages.dedup();
    let old = manifest.main(DYNAMIC_IMPORT).unwrap_or_default().trim();
    let known: Vec<&str> = old.split([',', ';']).map(str::trim).collect();
    packages.retain(|package| !known.iter().any(|one| *one == "*" || one == package));
    if packages.is_empty() {
        return false;
    }
    let added = packages.join(",");
    let new = if old.is_empty() {
        added
    } else {
        format!("{old},{added}")
    };
    manifest.set_main(DYNAMIC_IMPORT, new);
    true
}

/// Makes the runtime a bundle that exports `packages` (internal names). Its version tells runtimes of different rules apart by
/// `qualifier`.
pub(super) fn describe_runtime(manifest: &mut ManifestMf, packages: &[String], qualifier: &str) {
    let exported: Vec<String> = packages
        .iter()
        .map(|package| binary_name(package))
        .collect();
    let version = env!("CARGO_PKG_VERSION").split(['-', '+']).next();
    let version = format!("{}.{qualifier}", version.unwrap_or_default());
    for (name, value) in [
        ("Bundle-ManifestVersion", "2".to_owned()),
        ("Bundle-SymbolicName", shim::MODULE.to_owned()),
        ("Bundle-Version", version),
        ("Export-Package", exported.join(",")),
    ] {
        manifest.set_main(name, value);
    }
}
