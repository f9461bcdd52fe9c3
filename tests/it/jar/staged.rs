//! A file appears whole or not at all.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use weave::jar::Staged;

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn nothing_is_left_of_what_was_not_committed() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("out.jar");
    fs::write(&target, "old").unwrap();
    let mut staged = Staged::beside(&target).unwrap();
    staged.write_all(b"new").unwrap();
    assert_eq!(
        files(folder.path()).len(),
        2,
        "the temporary file is in the same folder"
    );
    drop(staged);
    assert_eq!(files(folder.path()), ["out.jar"]);
    assert_eq!(fs::read(&target).unwrap(), b"old");
}

#[test]
fn a_committed_file_takes_the_place_of_its_target() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["old.jar", "new.jar"] {
        let target = folder.path().join(name);
        if name == "old.jar" {
            fs::write(&target, "old").unwrap();
        }
        let mut staged = Staged::beside(&target).unwrap();
        staged.write_all(b"new").unwrap();
        staged.commit().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
    }
    assert_eq!(files(folder.path()), ["new.jar", "old.jar"]);
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_the_target_or_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    for permissions in [0o755, 0o600, 0o444] {
        let target = folder.path().join(format!("{permissions:o}.jar"));
        fs::write(&target, "old").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(permissions)).unwrap();
        let mut staged = Staged::beside(&target).unwrap();
        staged.write_all(b"new").unwrap();
        staged.commit().unwrap();
        assert_eq!(mode(&target), permissions);
    }
    let any = folder.path().join("any");
    fs::write(&any, "").unwrap();
    let target = folder.path().join("new.jar");
    Staged::beside(&target).unwrap().commit().unwrap();
    assert_eq!(mode(&target), mode(&any));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("real")).unwrap();
    fs::write(folder.path().join("real/out.jar"), "old").unwrap();
    let link = folder.path().join("out.jar");
    std::os::unix::fs::symlink("real/out.jar", &link).unwrap();
    let mut staged = Staged::beside(&link).unwrap();
    staged.write_all(b"new").unwrap();
    staged.commit().unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(
        fs::read(folder.path().join("real/out.jar")).unwrap(),
        b"new"
    );
}

#[test]
fn a_folder_in_which_no_file_can_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let fails = |target: &str| {
        Staged::beside(&folder.path().join(target))
            .unwrap_err()
            .to_string()
    };
    let shown = folder.path().display();
    assert_eq!(
        fails("none/out.jar"),
        format!("folder `{shown}/none` does not exist: create it first")
    );
    assert_eq!(
        fails("file/out.jar"),
        format!("`{shown}/file` is not a folder")
    );
    assert_eq!(fails(""), "it is a folder");
    assert_eq!(files(folder.path()), ["file"]);
}
