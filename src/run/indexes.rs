//! The index files of a Spring Boot archive: which libraries are on the class path, and which files go to which layer of a container
//! image. They name the jar of the runtime while it is there, and only then.

use crate::input::Input;
use crate::jar::{Inflater, MANIFEST_MF, ManifestMf};

use super::changes::Changes;

/// The attribute of the manifest that names the index file, and the name that the file has without this attribute.
const CLASS_PATH: (&str, &str) = ("Spring-Boot-Classpath-Index", "classpath.idx");
const LAYERS: (&str, &str) = ("Spring-Boot-Layers-Index", "layers.idx");
/// The layer of what changes most often.
const APPLICATION: &str = "application";

/// Brings the index files in line with whether `jar`, a path in the library folder of an application, is there. Gives the layer that
/// it goes to.
pub(super) fn update(
    input: &Input,
    jar: &str,
    is_there: bool,
    changes: &mut Changes,
) -> Option<String> {
    let (web, name) = jar.rsplit_once("lib/")?;
    let mut folders = ["BOOT-INF/", "WEB-INF/"].iter();
    let folder = folders.find_map(|folder| web.strip_suffix(folder))?;
    let index = |(attribute, default): (&str, &str)| {
        let manifest = if folder.is_empty() {
            input.manifest()
        } else {
            input.find(&format!("{folder}{MANIFEST_MF}"))
        };
        let manifest = manifest.and_then(|file| input.content(file, &mut Inflater::default()).ok());
        let manifest = ManifestMf::parse(&manifest.unwrap_or_default());
        let named = manifest
            .main(attribute)
            .map(|path| format!("{folder}{path}"));
        let file = input.find(&named.unwrap_or_else(|| format!("{web}{default}")))?;
        let content = input.content(file, &mut Inflater::default()).ok()?;
        Some((file, String::from_utf8(content).ok()?))
    };
    let below = jar.strip_prefix(folder).unwrap_or(jar);
    if let Some((file, text)) = index(CLASS_PATH) {
        // Before Spring Boot 2.3 the names stood there without their folders.
        let shown = if text.contains('/') { below } else { name };
        let changed = class_path(&text, shown, is_there);
        changes.replace(input, file, changed.as_bytes());
    }
    let (file, text) = index(LAYERS)?;
    let (changed, layer) = layers(&text, below, is_there);
    changes.replace(input, file, changed.as_bytes());
    layer.filter(|_| is_there)
}

/// The index of the class path with or without a line for `path`.
fn class_path(text: &str, path: &str, is_there: bool) -> String {
    let line = format!("- \"{path}\"");
    let mut lines: Vec<&str> = text
        .lines()
        .filter(|known| known.trim_end() != line)
        .collect();
    if is_there {
        lines.push(&line);
    }
    joined(text, &lines)
}

/// The index of the layers with or without a line for `path`, and the layer that it goes to. A layer may have its whole folder.
fn layers(text: &str, path: &str, is_there: bool) -> (String, Option<String>) {
    let line = format!("  - \"{path}\"");
    let lines: Vec<&str> = text
        .lines()
        .filter(|known| known.trim_end() != line)
        .collect();
    let mut layer = "";
    let mut last = None;
    for (at, known) in lines.iter().enumerate() {
        if let Some(name) = known.strip_prefix("- \"") {
            layer = name.trim_end().trim_end_matches("\":");
            if last.is_none_or(|(_, known)| known != APPLICATION) {
                last = Some((at, layer));
            }
        } else if let Some(folder) = known.trim_start().strip_prefix("- \"") {
            let folder = folder.trim_end().trim_end_matches('"');
            if folder.ends_with('/') && path.starts_with(folder) {
                return (joined(text, &lines), Some(layer.to_owned()));
            }
        }
    }
    let Some((at, layer)) = last.filter(|_| is_there) else {
        return (joined(text, &lines), None);
    };
    let mut with = lines.clone();
    with.insert(at + 1, &line);
    (joined(text, &with), Some(layer.to_owned()))
}

/// The lines with the ends that they have in `text`.
fn joined(text: &str, lines: &[&str]) -> String {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut joined = lines.join(end);
    if text.ends_with('\n') || text.is_empty() {
        joined.push_str(end);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    const JAR: &str = "BOOT-INF/lib/weave-runtime.jar";

    #[test]
    fn the_class_path_names_the_runtime_last_and_once() {
        let text = "- \"BOOT-INF/lib/a.jar\"\n- \"BOOT-INF/lib/b.jar\"\n";
        let with = class_path(text, JAR, true);
        assert_eq!(with, format!("{text}- \"{JAR}\"\n"));
        assert_eq!(class_path(&with, JAR, true), with);
        assert_eq!(class_path(&with, JAR, false), text);
        let without_end = "- \"BOOT-INF/lib/a.jar\"";
        let with = class_path(without_end, JAR, true);
        assert_eq!(with, format!("{without_end}\n- \"{JAR}\""));
        assert_eq!(class_path(&with, JAR, false), without_end);
    }

    #[test]
    fn the_runtime_goes_to_the_layer_of_its_folder_or_of_the_application() {
        let whole =
            "- \"dependencies\":\n  - \"BOOT-INF/lib/\"\n- \"application\":\n  - \"META-INF/\"\n";
        let layer = Some("dependencies".to_owned());
        assert_eq!(layers(whole, JAR, true), (whole.to_owned(), layer));
        let listed = "- \"dependencies\":\n  - \"BOOT-INF/lib/a.jar\"\n- \"application\":\n  - \"META-INF/\"\n";
        let with = listed.replace(
            "\"application\":\n",
            &format!("\"application\":\n  - \"{JAR}\"\n"),
        );
        let layer = Some("application".to_owned());
        assert_eq!(layers(listed, JAR, true), (with.clone(), layer.clone()));
        assert_eq!(layers(&with, JAR, true), (with.clone(), layer));
        assert_eq!(layers(&with, JAR, false), (listed.to_owned(), None));
        let own = "- \"first\":\n  - \"BOOT-INF/lib/a.jar\"\n- \"second\":\n  - \"META-INF/\"\n";
        assert_eq!(layers(own, JAR, true).1.as_deref(), Some("second"));
    }
}
