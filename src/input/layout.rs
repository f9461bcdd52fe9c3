//! What the path of a file says: which class root it is in, which release it is for, and which class it holds.

use std::path::Path;

use crate::names::binary_name;

/// The folders of an application archive whose classes its own loader loads (WAR: Servlet specification §10.5; Spring Boot).
pub(super) const CLASS_FOLDERS: [&str; 2] = ["BOOT-INF/classes/", "WEB-INF/classes/"];
/// The folders of an application archive whose jars the same loader loads.
const LIBRARY_FOLDERS: [&str; 2] = ["BOOT-INF/lib/", "WEB-INF/lib/"];
/// The first release that reads `META-INF/versions` (JAR file specification, multi-release JAR files).
const FIRST_VERSION: u16 = 9;

/// The binary name that the path of a class file stands for, `None` for other files. The folders of applications and
/// of multi-release versions are taken off.
pub fn class_name(path: &str) -> Option<String> {
    let path = path.strip_suffix(".class")?;
    let path = CLASS_FOLDERS
        .iter()
        .find_map(|folder| path.strip_prefix(folder))
        .unwrap_or(path);
    Some(binary_name(versioned(path).map_or(path, |(_, rest)| rest)))
}

/// True for a module declaration, also one for a later release; `path` is relative to its class root.
pub fn is_module_info(path: &str) -> bool {
    versioned(path).map_or(path, |(_, rest)| rest) == "module-info.class"
}

/// The endings of the names of archives of classes: those of the Java platform and of servers.
const ARCHIVES: [&str; 9] = [
    "jar", "war", "ear", "rar", "zip", "sar", "hpi", "jpi", "nar",
];

/// True for a file name that an archive of classes has.
pub fn is_archive_name(path: &Path) -> bool {
    has_extension(path, &ARCHIVES)
}

/// True where the name of a file ends in one of `extensions`, in upper case or not.
pub(super) fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        let mut known = extensions.iter();
        known.any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// N and the rest of a path below `META-INF/versions/N/`, where N is a release that reads such folders.
pub(super) fn versioned(path: &str) -> Option<(u16, &str)> {
    let (release, rest) = path.strip_prefix("META-INF/versions/")?.split_once('/')?;
    let is_number = release.bytes().all(|byte| byte.is_ascii_digit()) && !release.starts_with('0');
    let release = release.parse().ok().filter(|_| is_number)?;
    (release >= FIRST_VERSION).then_some((release, rest))
}

/// The class folder that `path` lies in, from the top of the input: `shop/WEB-INF/classes/`.
pub(super) fn class_folder(path: &str) -> Option<&str> {
    ends_of(path, &CLASS_FOLDERS)
        .map(|(_, end)| &path[..end])
        .next()
}

/// The folder of the web application that `path` shows to be one, by its class or library folder: `shop/`, or empty at the top;
/// and which of `WEB-INF/` and `BOOT-INF/` these lie in.
pub(super) fn application(path: &str) -> Option<(&str, &'static str)> {
    let libraries = ends_of(path, &LIBRARY_FOLDERS);
    let mut found = ends_of(path, &CLASS_FOLDERS).chain(libraries);
    let (folder, end) = found.next()?;
    let (web, _) = folder.split_once('/')?;
    let web = folder.get(..=web.len())?;
    Some((&path[..end - folder.len()], web))
}

/// Where each of `folders` ends in `path`, as whole segments.
fn ends_of<'p>(
    path: &'p str,
    folders: &'static [&'static str],
) -> impl Iterator<Item = (&'static str, usize)> + 'p {
    folders.iter().filter_map(move |folder| {
        let mut starts = path.match_indices(folder).map(|(start, _)| start);
        let start = starts.find(|&start| start == 0 || path.as_bytes()[start - 1] == b'/')?;
        Some((*folder, start + folder.len()))
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
                "META-INF/versions/8/a/C.class",
                Some("META-INF.versions.8.a.C"),
            ),
            (
                "META-INF/versions/09/a/C.class",
                Some("META-INF.versions.09.a.C"),
            ),
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
        assert!(is_module_info("module-info.class"));
        assert!(is_module_info("META-INF/versions/9/module-info.class"));
        assert!(!is_module_info("META-INF/versions/8/module-info.class"));
        assert!(!is_module_info("a/module-info.class"));
    }

    #[test]
    fn applications_are_found_by_their_folders_at_any_depth() {
        let cases = [
            ("WEB-INF/classes/a/C.class", Some(("", "WEB-INF/"))),
            ("shop/WEB-INF/lib/a.jar", Some(("shop/", "WEB-INF/"))),
            ("BOOT-INF/lib/a.jar", Some(("", "BOOT-INF/"))),
            ("MY-WEB-INF/classes/a", None),
            ("WEB-INF/web.xml", None),
        ];
        for (path, found) in cases {
            assert_eq!(application(path), found, "{path}");
        }
        assert_eq!(
            class_folder("x/WEB-INF/classes/C.class"),
            Some("x/WEB-INF/classes/")
        );
        assert_eq!(class_folder("x/C.class"), None);
    }
}
