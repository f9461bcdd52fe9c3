//! `OSGi` bundles, and other class loaders that hide the recorder.

use super::*;

/// A bundle with the class `demo.A` and these headers.
fn bundle(at: &Folder, name: &str, headers: &str) {
    let manifest = format!("Manifest-Version: 1.0\r\n{headers}\r\n");
    let entries: [(&str, &[u8]); 2] = [
        ("META-INF/MANIFEST.MF", manifest.as_bytes()),
        ("demo/A.class", &demo("A")),
    ];
    at.put(&format!("in/{name}.jar"), jar(&entries));
}

fn header(archive: &Path, name: &str) -> Option<String> {
    let manifest = &entries(archive)["META-INF/MANIFEST.MF"];
    let manifest = weave::jar::ManifestMf::parse(manifest);
    manifest.main(name).map(str::to_owned)
}

#[test]
fn bundles_import_from_a_runtime_beside_them() {
    let at = place();
    let name = "Bundle-SymbolicName: a\r\n";
    let known = "DynamicImport-Package: org.acme.*;version=\"[1,2)\", b\r\n";
    for (file, headers, imported) in [
        ("plain", String::new(), None),
        ("bundle", name.to_owned(), Some("weave.*")),
        (
            "some",
            format!("{name}{known}"),
            Some("org.acme.*;version=\"[1,2)\", b,weave.*"),
        ),
        (
            "all",
            format!("{name}DynamicImport-Package: *\r\n"),
            Some("*"),
        ),
        ("fragment", format!("{name}Fragment-Host: b\r\n"), None),
    ] {
        bundle(&at, file, &headers);
        at.weaves(&[
            "--runtime",
            "beside",
            &format!("in/{file}.jar"),
            "-r",
            "r.toml",
            "-o",
            "out/",
        ]);
        let woven = at.path().join(format!("out/{file}.jar"));
        assert_eq!(
            header(&woven, "DynamicImport-Package").as_deref(),
            imported,
            "{file}"
        );
        // One that has the runtime inside needs no header.
        at.weaves(&[&format!("in/{file}.jar"), "-r", "r.toml", "-o", "inside/"]);
        let manifest = |folder: &str| {
            let path = at.path().join(format!("{folder}/{file}.jar"));
            entries(&path)["META-INF/MANIFEST.MF"].clone()
        };
        assert!(manifest("in") == manifest("inside"), "{file}");
    }
    let runtime = at.path().join("out/weave-runtime.jar");
    let exported = header(&runtime, "Export-Package").unwrap();
    let exported: Vec<&str> = exported.split(',').collect();
    for path in entries(&runtime)
        .keys()
        .filter(|path| path.contains('/') && path.ends_with(".class"))
    {
        let package = path.rsplit_once('/').unwrap().0.replace('/', ".");
        assert!(
            exported.contains(&package.as_str()),
            "{package} of {exported:?}"
        );
    }
    assert_eq!(
        header(&runtime, "Bundle-SymbolicName").as_deref(),
        Some("weave.runtime")
    );
    let version = header(&runtime, "Bundle-Version").unwrap();
    assert!(version.starts_with("0.1.0.h"), "{version}");
}

/// Loads classes as bundles do: nothing of the recorder is found.
const HIDING: &str = r#"
import java.net.*;
import java.nio.file.*;
import java.util.stream.*;
import jdk.jfr.*;
import jdk.jfr.consumer.*;

public class Hiding extends URLClassLoader {
    Hiding(URL... urls) {
        super(urls, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("jdk.jfr")) {
            throw new ClassNotFoundException(name + " is hidden");
        }
        return super.loadClass(name, resolve);
    }

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("hiding", ".jfr");
        Hiding loader = new Hiding(Path.of(args[0]).toUri().toURL());
        var call = loader.loadClass("one.One").getMethod("call", String.class);
        call.invoke(null, "before");
        try (Recording recording = new Recording()) {
            recording.start();
            call.invoke(null, "within");
            recording.stop();
            recording.dump(file);
        }
        System.out.println(RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().startsWith("weave."))
            .filter(event -> !event.getEventType().getName().contains("Telemetry"))
            .map(event -> event.getEventType().getName() + event.getFields().stream()
                .filter(field -> field.getTypeName().equals("java.lang.String") && event.getString(field.getName()) != null)
                .map(field -> " " + event.getString(field.getName())).collect(Collectors.joining()))
            .sorted().collect(Collectors.joining("; ")));
        Files.delete(file);
    }
}
"#;

/// Seen in `OSGi` frameworks: `NoClassDefFoundError: jdk/jfr/FlightRecorderListener`, and nothing was recorded.
#[test]
fn a_loader_that_hides_the_recorder_records_all_the_same() {
    let at = place().with("Hiding.java", HIDING).with(
        "all.toml",
        "[probes.pay]\n[[probes.pay.interceptions]]\nkind = \"payload\"\nmethod = { class = \"one.One\", name = \"call\" }\npayload = \"pay ${0}\"\n\
         [probes.tree]\n[[probes.tree.interceptions]]\nkind = \"split\"\nmethod = { class = \"one.One\", name = \"call\" }\npayload = \"split ${0}\"\n\
         [probes.state]\n[[probes.state.interceptions]]\nkind = \"plain\"\non = \"enter\"\nmethod = { class = \"one.One\", name = \"call\" }\nthread-state = \"waiting\"\n",
    );
    copy(&compiled().join("all/one"), &at.path().join("in"));
    at.weaves(&["in", "-r", "all.toml", "-o", "out"]);
    run(jdk(17)
        .javac()
        .args(["-d", "host", "Hiding.java"])
        .current_dir(at.path()));
    for jdk in jdks() {
        let printed = run(jdk
            .java()
            .args(["-Xlog:disable", "-cp", "host", "Hiding", "out/"])
            .current_dir(at.path()));
        assert_eq!(
            printed.trim(),
            "weave.ThreadState WAITING state; weave.pay.Payload pay within call; weave.tree.Payload split within call; weave.tree.Split split within call",
            "JDK {}",
            jdk.release
        );
    }
}
