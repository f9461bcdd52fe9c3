//! A file appears whole or not at all.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use weave::jar::{Closed, Staged};

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

fn closed(target: &Path, content: &[u8]) -> Closed {
    let mut staged = Staged::beside(target).unwrap();
    staged.write_all(content).unwrap();
    staged.close()
}

#[test]
fn closed_files_wait_for_their_commit() {
    let folder = tempfile::tempdir().unwrap();
    let target = |index: usize| folder.path().join(format!("{index}.class"));
    // More than a process may have open.
    let count = 1500;
    fs::write(target(1), "old").unwrap();
    let mut all: Vec<Closed> = (0..count)
        .map(|index| closed(&target(index), b"new"))
        .collect();
    assert!(!target(0).exists());
    assert_eq!(fs::read(target(1)).unwrap(), b"old");
    let last = all.pop().unwrap();
    assert_eq!(last.target(), target(count - 1));
    drop(last);
    for closed in all {
        closed.commit().unwrap();
    }
    assert_eq!(files(folder.path()).len(), count - 1);
    assert_eq!(fs::read(target(1)).unwrap(), b"new");
}

#[cfg(unix)]
#[test]
fn a_mode_is_set_whatever_the_target_has() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    for (is_new, mode) in [
        (true, 0o755),
        (false, 0o600),
        (true, 0o777),
        (false, 0o100_444),
        (true, 0o4750),
    ] {
        let target = folder.path().join(format!("{mode:o}"));
        if !is_new {
            fs::write(&target, "old").unwrap();
        }
        let mut staged = Staged::beside(&target).unwrap();
        staged.set_mode(mode).unwrap();
        staged.write_all(b"new").unwrap();
        staged.commit().unwrap();
        let permissions = fs::metadata(&target).unwrap().permissions();
        assert_eq!(permissions.mode() & 0o7777, mode & 0o777, "{mode:o}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_replaced_itself_where_that_is_wanted() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache");
    let classes = folder.path().join("classes");
    fs::create_dir_all(cache.join("folder")).unwrap();
    fs::create_dir(&classes).unwrap();
    fs::write(cache.join("A.class"), "old").unwrap();
    fs::set_permissions(cache.join("A.class"), fs::Permissions::from_mode(0o640)).unwrap();
    // Links to a file, to nothing and to a folder; a file; and a link in a folder that is one.
    symlink("../cache/A.class", classes.join("A.class")).unwrap();
    symlink("nothing", classes.join("B.class")).unwrap();
    symlink("../cache/folder", classes.join("C.class")).unwrap();
    fs::write(classes.join("D.class"), "old").unwrap();
    symlink("../cache/A.class", classes.join("E.class")).unwrap();
    symlink("classes", folder.path().join("link")).unwrap();
    for (target, mode) in [
        ("classes/A.class", Some(0o640)),
        ("classes/B.class", None),
        ("classes/C.class", None),
        ("classes/D.class", None),
        ("link/E.class", Some(0o640)),
    ] {
        let target = folder.path().join(target);
        let mut staged = Staged::in_place_of(&target).unwrap();
        assert_eq!(staged.target(), target);
        staged.write_all(b"new").unwrap();
        staged.commit().unwrap();
        let metadata = fs::symlink_metadata(&target).unwrap();
        assert!(metadata.is_file(), "{}", target.display());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        if let Some(mode) = mode {
            assert_eq!(metadata.permissions().mode() & 0o777, mode);
        }
    }
    assert_eq!(fs::read(cache.join("A.class")).unwrap(), b"old");
    assert_eq!(files(&cache), ["A.class", "folder"]);
    assert_eq!(files(&classes).len(), 5);
    let error = Staged::in_place_of(&classes).unwrap_err();
    assert_eq!(error.to_string(), "it is a folder");
}

#[test]
fn a_file_that_cannot_be_renamed_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("out.jar");
    let staged = closed(&target, b"new");
    // No file takes the place of a folder.
    fs::create_dir(&target).unwrap();
    assert!(staged.commit().is_err());
    assert!(target.is_dir());
    assert_eq!(files(folder.path()), ["out.jar"]);
}

/// A file system in memory with room for 64 KiB, where this user may mount one.
#[cfg(target_os = "linux")]
struct TinyDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl TinyDisk {
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mount = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=64k", "none"])
            .arg(folder.path())
            .output();
        mount
            .is_ok_and(|mount| mount.status.success())
            .then_some(Self(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for TinyDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount")
            .arg("--lazy")
            .arg(self.0.path())
            .status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_files() {
    // Only root may mount; the other tests show what is removed.
    let Some(disk) = TinyDisk::mount() else {
        return;
    };
    let folder = disk.0.path();
    let target = |index: usize| folder.join(format!("{index}.class"));
    for index in 0..3 {
        fs::write(target(index), "old").unwrap();
    }
    let content = vec![7; 25_000];
    let stage = |index| {
        let mut staged = Staged::beside(&target(index))?;
        staged.write_all(&content)?;
        Ok(staged.close())
    };
    let staged: Vec<std::io::Result<Closed>> = (0..3).map(stage).collect();
    let full = staged[2].as_ref().unwrap_err();
    assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
    assert!(!full.to_string().contains(".tmp"), "{full}");
    drop(staged);
    assert_eq!(files(folder), ["0.class", "1.class", "2.class"]);
    for index in 0..3 {
        assert_eq!(fs::read(target(index)).unwrap(), b"old");
    }
    // And there is room again.
    stage(2).unwrap().commit().unwrap();
    assert_eq!(fs::read(target(2)).unwrap(), content);
}

/// Root may write everywhere, and sees nothing here.
#[cfg(unix)]
#[test]
fn a_folder_without_write_permission_keeps_its_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("out.jar");
    fs::write(&target, "old").unwrap();
    let staged = closed(&target, b"new");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let committed = staged.commit();
    let again = Staged::beside(&target).map(|_| ());
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let Err(error) = again else { return };
    let shown = folder.path().display();
    assert_eq!(
        error.to_string(),
        format!("folder `{shown}` does not allow new files")
    );
    assert!(committed.is_err());
    assert_eq!(fs::read(&target).unwrap(), b"old");
}
