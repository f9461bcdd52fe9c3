//! What the name of an entry says.

use crate::names::binary_name;

/// Folders that hold the classes of an application in an archive that also holds other things.
pub const CLASS_FOLDERS: [&str; 2] = ["BOOT-INF/classes/", "WEB-INF/classes/"];

/// The binary name that the path of a class file stands for, `None` for other files. The folders of applications and
/// of multi-release versions are taken off.
pub fn class_name(path: &str) -> Option<String> {
    let path = without_folder(path.strip_suffix(".class")?);
    Some(binary_name(without_version(path)))
}

/// True for a module declaration, also one for a later release.
pub fn is_module_info(path: &str) -> bool {
    without_version(path) == "module-info.class"
}

/// The release of Java from which on an entry of a multi-release archive stands in for another: the N of
/// `META-INF/versions/N/`, and 0 for all other entries.
pub fn release(path: &str) -> u16 {
    let path = without_folder(path);
    versioned(path)
        .and_then(|(release, _)| release.parse().ok())
        .unwrap_or_default()
}

/// `path` without the folder that holds the classes of an application.
fn without_folder(path: &str) -> &str {
    CLASS_FOLDERS
        .iter()
        .find_map(|folder| path.strip_prefix(folder))
        .unwrap_or(path)
}

/// `path` without `META-INF/versions/N/`.
fn without_version(path: &str) -> &str {
    versioned(path).map_or(path, |(_, rest)| rest)
}

/// N and the rest of a path below `META-INF/versions/N/`.
fn versioned(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("META-INF/versions/")
        .and_then(|rest| rest.split_once('/'))
        .filter(|(release, _)| {
            !release.is_empty() && release.bytes().all(|byte| byte.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_from_paths_without_their_folders() {
        let cases = [
            ("a/b/C.class", Some("a.b.C")),
            ("C$1.class", Some("C$1")),
            ("BOOT-INF/classes/a/C.class", Some("a.C")),
            ("WEB-INF/classes/a/C.class", Some("a.C")),
            ("META-INF/versions/11/a/C.class", Some("a.C")),
            (
                "META-INF/versions/x/a/C.class",
                Some("META-INF.versions.x.a.C"),
            ),
            ("META-INF/versions/C.class", Some("META-INF.versions.C")),
            ("a/b/C.java", None),
            ("BOOT-INF/lib/a.jar", None),
        ];
        for (path, name) in cases {
            assert_eq!(class_name(path).as_deref(), name, "{path}");
        }
        assert!(
            is_module_info("module-info.class")
                && is_module_info("META-INF/versions/9/module-info.class")
        );
        assert!(!is_module_info("a/module-info.class"));
        assert_eq!(release("META-INF/versions/11/a/C.class"), 11);
        assert_eq!(release("WEB-INF/classes/META-INF/versions/9/C.class"), 9);
        assert_eq!(release("META-INF/versions/x/C.class"), 0);
        assert_eq!(release("a/C.class"), 0);
    }
}
