//! Files that stay as they are, whatever goes wrong.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use quadline_output::{Input, Output, write};

/// Returns a folder that is removed with the value.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Returns the names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().expect("UTF-8")).collect();
    names.sort_unstable();
    names
}

fn open(path: &Path) -> Input {
    Input::open(path).expect("a file")
}

#[test]
fn the_file_takes_its_place_when_it_is_whole() {
    let folder = folder();
    let path = folder.path().join("output");
    fs::write(&path, "old").expect("written");
    let mut output = Output::create(&path, &[]).expect("created");
    output.write_all(b"new").expect("written");
    assert_eq!(fs::read(&path).expect("read"), b"old");
    drop(output);
    assert_eq!(fs::read(&path).expect("read"), b"old");
    write(&path, &[], b"new").expect("written");
    assert_eq!(fs::read(&path).expect("read"), b"new");
    assert_eq!(names(folder.path()), ["output"]);
}

#[test]
fn an_input_is_no_output() {
    let folder = folder();
    let [games, other] = ["games", "other"].map(|name| folder.path().join(name));
    fs::write(&games, "games").expect("written");
    fs::write(&other, "other").expect("written");
    let mut outputs = vec![games.clone(), folder.path().join("./games")];
    #[cfg(unix)]
    {
        let [soft, hard] = ["soft", "hard"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("games", &soft).expect("a link");
        fs::hard_link(&games, &hard).expect("a link");
        outputs.extend([soft, hard]);
    }
    for output in &outputs {
        let error = write(output, &[open(&other), open(&games)], b"").expect_err("an input").to_string();
        let expected = format!("{}: this is also a file that is read", output.display());
        assert!(error.starts_with(&expected), "{error}");
        assert_eq!(fs::read(&games).expect("read"), b"games");
    }
    write(&games, &[open(&other)], b"new").expect("another file");
    assert_eq!(open(&other).read_to_string().expect("read"), "other");
}

#[test]
fn inputs_are_opened() {
    let folder = folder();
    let missing = folder.path().join("missing");
    let message = |path: &Path| Input::open(path).expect_err("no file").to_string();
    assert!(message(&missing).starts_with(&missing.display().to_string()));
    assert!(message(folder.path()).contains("directory"));
    assert!(Input::open(Path::new("-")).is_ok());
}

#[cfg(unix)]
#[test]
fn devices_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let [real, link, new] = ["real", "link", "new"].map(|name| folder.path().join(name));
    fs::write(&real, "old").expect("written");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("set");
    symlink("real", &link).expect("a link");
    write(&link, &[], b"new").expect("written");
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert_eq!(fs::read(&real).expect("read"), b"new");
    let mode = |path: &PathBuf| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    assert_eq!(mode(&real), 0o640);
    // As other programs create files.
    write(&new, &[], b"").expect("written");
    fs::write(&link, "").expect("written");
    let usual = folder.path().join("usual");
    fs::write(&usual, "").expect("written");
    assert_eq!(mode(&new), mode(&usual));
    // A device stays one.
    write(Path::new("/dev/null"), &[open(Path::new("/dev/null"))], b"new").expect("written");
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    if Path::new("/dev/full").exists() {
        let error = write(Path::new("/dev/full"), &[], b"new").expect_err("a full disk").to_string();
        assert!(error.starts_with("/dev/full: No space left"), "{error}");
    }
}
