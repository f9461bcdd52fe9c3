//! The applications in an input: a server or a launcher starts each with class loaders of its own, which find classes in the
//! folders of the application and in its libraries.

use std::collections::BTreeMap;
use std::path::Path;

use super::Input;
use super::layout::{self, has_extension};

/// The descriptor of an EAR (Jakarta EE Platform §8.6), and the folder of its libraries where it says nothing of them (§8.2.1).
const ENTERPRISE: (&str, &str) = ("META-INF/application.xml", "lib");
/// The descriptor of a RAR, whose libraries lie at its top (Jakarta Connectors §20.2).
const ADAPTER: &str = "META-INF/ra.xml";

/// The applications in an archive or folder, by their folders: empty, or with a slash at the end.
#[derive(Debug, Default)]
pub(super) struct Applications {
    by_folder: BTreeMap<String, Application>,
}

#[derive(Debug)]
enum Application {
    /// A WAR or a Spring Boot application.
    Web(Web),
    /// An EAR; the folder of its libraries.
    Enterprise(Option<String>),
    /// A RAR.
    Adapter,
}

/// A web application.
#[derive(Debug)]
struct Web {
    /// The folder of its class and library folders: `WEB-INF/` or `BOOT-INF/`.
    inner: &'static str,
    has_classes: bool,
    /// It has a library folder. Without one, who knows whether its loader would look there.
    has_libraries: bool,
    /// It is a layer of a container image: when it runs, its files lie in one folder with those of the other layers, of which this
    /// one has the classes.
    layer_of: Option<String>,
}

impl Applications {
    /// Those in `input`, whose files are known.
    pub(super) fn of(input: &Input) -> Self {
        let mut webs: BTreeMap<String, Web> = BTreeMap::new();
        for file in input.files() {
            if let Some((folder, inner)) = layout::application(&file.path) {
                let rest = file.path.get(folder.len() + inner.len()..);
                let is_library = rest.is_some_and(|rest| rest.starts_with("lib/"));
                let web = webs.entry(folder.to_owned()).or_insert(Web {
                    inner,
                    has_classes: false,
                    has_libraries: false,
                    layer_of: None,
                });
                web.has_libraries |= is_library;
                web.has_classes |= !is_library;
            }
        }
        find_layers(&mut webs, |path| input.find(path).is_some());
        let webs = webs.into_iter();
        let webs = webs.map(|(folder, web)| (folder, Application::Web(web)));
        let mut by_folder: BTreeMap<String, Application> = webs.collect();
        for file in input.files() {
            let of = |descriptor| folder_of(&file.path, descriptor).map(str::to_owned);
            if let Some(folder) = of(ENTERPRISE.0) {
                let descriptor = input.content_at(&file.path).unwrap_or_default();
                let libraries = library_directory(&String::from_utf8_lossy(&descriptor));
                by_folder.insert(folder, Application::Enterprise(libraries));
            } else if let Some(folder) = of(ADAPTER) {
                by_folder.entry(folder).or_insert(Application::Adapter);
            }
        }
        // Both descriptors may be missing (Jakarta EE Platform §8.4, Jakarta Connectors §20.7).
        let name = input.place().strip_suffix('!').map(Path::new);
        let name = name.unwrap_or(input.path());
        let by_name = if input.as_archive().is_none() {
            None
        } else if has_extension(name, &["ear"]) {
            Some(Application::Enterprise(Some(ENTERPRISE.1.to_owned())))
        } else if has_extension(name, &["rar"]) {
            Some(Application::Adapter)
        } else {
            None
        };
        if let Some(application) = by_name {
            by_folder.entry(String::new()).or_insert(application);
        }
        Self { by_folder }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_folder.is_empty()
    }

    /// The folder of the web application that `path` lies in.
    pub(super) fn web_around(&self, path: &str) -> Option<&str> {
        let mut around = self.by_folder.iter().rev();
        around.find_map(|(folder, application)| {
            let is_web = matches!(application, Application::Web(_));
            (is_web && path.starts_with(folder.as_str())).then_some(folder.as_str())
        })
    }

    /// True where the folders of an application are layers of a container image.
    pub(super) fn has_layers(&self) -> bool {
        let mut all = self.by_folder.values();
        all.any(
            |application| matches!(application, Application::Web(web) if web.layer_of.is_some()),
        )
    }

    /// True for the folder of a web application.
    pub(super) fn is_web(&self, folder: &str) -> bool {
        matches!(self.by_folder.get(folder), Some(Application::Web(_)))
    }

    /// The folder, with a slash at the end, of the libraries that the class loader of `path` sees: of an EAR around it, else of the
    /// nearest application that loads what lies there. `None` where there is none, or it has no libraries.
    pub(super) fn library_folder(&self, path: &str) -> Option<String> {
        let around = self.by_folder.iter();
        let around = around.filter(|(folder, _)| path.starts_with(folder.as_str()));
        let of_enterprise = around
            .clone()
            .find_map(|(folder, application)| match application {
                Application::Enterprise(Some(libraries)) => Some(format!("{folder}{libraries}/")),
                _ => None,
            });
        let nearest = || {
            let mut inwards = around.rev();
            inwards.find_map(|(folder, application)| match application {
                Application::Web(web) => {
                    let is_loaded = path.get(folder.len()..)?.starts_with(web.inner);
                    let (all, inner) = (web.layer_of.as_ref(), web.inner);
                    let has = web.has_libraries || all.is_some();
                    (is_loaded && has).then(|| format!("{}{inner}lib/", all.unwrap_or(folder)))
                }
                Application::Adapter => Some(folder.clone()),
                Application::Enterprise(_) => None,
            })
        };
        of_enterprise.or_else(nearest)
    }

    /// True where the class loader of an application loads `path`.
    pub(super) fn loads(&self, path: &str) -> bool {
        self.by_folder.iter().any(|(folder, application)| {
            let rest = path.strip_prefix(folder.as_str());
            rest.is_some_and(|rest| match application {
                Application::Web(web) => rest.starts_with(web.inner),
                Application::Adapter => true,
                Application::Enterprise(libraries) => libraries.is_some(),
            })
        })
    }
}

/// Marks folders that are layers of one application: one has its classes and the index of the layers, the others nothing but
/// libraries. The first may have libraries too: those of the same build, and the runtime.
fn find_layers(webs: &mut BTreeMap<String, Web>, has_file: impl Fn(&str) -> bool) {
    let mut with_classes = webs.iter().filter(|(_, web)| web.has_classes);
    let (Some((folder, web)), None) = (with_classes.next(), with_classes.next()) else {
        return;
    };
    let has_index = has_file(&format!("{folder}{}layers.idx", web.inner));
    let is_same = webs.values().all(|other| other.inner == web.inner);
    if has_index && is_same && webs.len() > 1 {
        let folder = folder.clone();
        for web in webs.values_mut() {
            web.layer_of = Some(folder.clone());
        }
    }
}

/// What stands before `end` in `path`, where that is empty or ends with a slash.
fn folder_of<'p>(path: &'p str, end: &str) -> Option<&'p str> {
    let folder = path.strip_suffix(end)?;
    (folder.is_empty() || folder.ends_with('/')).then_some(folder)
}

/// The folder of the libraries that the descriptor of an EAR names; an empty one says that there is none. A descriptor that cannot
/// be read says nothing.
fn library_directory(descriptor: &str) -> Option<String> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(descriptor, options).ok();
    let named = document.as_ref().and_then(|document| {
        let mut elements = document.descendants();
        elements.find(|element| element.tag_name().name() == "library-directory")
    });
    let folder = match named {
        Some(element) => element.text().unwrap_or_default().trim(),
        None => ENTERPRISE.1,
    };
    let folder = folder.trim_matches('/');
    (!folder.is_empty()).then(|| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_descriptor_of_an_ear_names_its_libraries() {
        let cases = [
            ("<application/>", Some("lib")),
            (
                "<application><library-directory>APP-INF/lib/</library-directory></application>",
                Some("APP-INF/lib"),
            ),
            (
                "<j:application xmlns:j='x'><j:library-directory> jars </j:library-directory></j:application>",
                Some("jars"),
            ),
            (
                "<!DOCTYPE application PUBLIC 'a' 'b'><application><library-directory/></application>",
                None,
            ),
            ("not XML", Some("lib")),
        ];
        for (descriptor, folder) in cases {
            assert_eq!(
                library_directory(descriptor).as_deref(),
                folder,
                "{descriptor}"
            );
        }
    }

    fn web(inner: &'static str, has_libraries: bool) -> Application {
        Application::Web(Web {
            inner,
            has_classes: true,
            has_libraries,
            layer_of: None,
        })
    }

    #[test]
    fn layers_share_the_libraries_beside_the_classes() {
        let layer = |has_classes| Web {
            inner: "BOOT-INF/",
            has_classes,
            has_libraries: !has_classes,
            layer_of: None,
        };
        let layers = [
            ("application/", layer(true)),
            ("dependencies/", layer(false)),
        ];
        let mut webs = layers.map(|(folder, web)| (folder.to_owned(), web)).into();
        find_layers(&mut webs, |path| path == "application/BOOT-INF/layers.idx");
        let by_folder = webs.into_iter();
        let by_folder = by_folder.map(|(folder, web)| (folder, Application::Web(web)));
        let applications = Applications {
            by_folder: by_folder.collect(),
        };
        assert!(applications.has_layers());
        for path in [
            "application/BOOT-INF/classes/",
            "dependencies/BOOT-INF/lib/a.jar",
        ] {
            let folder = applications.library_folder(path);
            assert_eq!(
                folder.as_deref(),
                Some("application/BOOT-INF/lib/"),
                "{path}"
            );
        }
    }

    #[test]
    fn libraries_are_those_that_the_class_loader_sees() {
        let applications = Applications {
            by_folder: [
                ("", Application::Enterprise(None)),
                ("ear/", Application::Enterprise(Some("lib".to_owned()))),
                ("ear/shop.war/", web("WEB-INF/", false)),
                ("boot/", web("BOOT-INF/", true)),
                ("bare/", web("BOOT-INF/", false)),
                ("db.rar/", Application::Adapter),
            ]
            .into_iter()
            .map(|(folder, application)| (folder.to_owned(), application))
            .collect(),
        };
        let cases = [
            ("ear/shop.war/WEB-INF/lib/a.jar", Some("ear/lib/")),
            ("ear/ejb.jar", Some("ear/lib/")),
            ("boot/BOOT-INF/classes/", Some("boot/BOOT-INF/lib/")),
            ("boot/org/springframework/boot/loader/", None),
            ("bare/BOOT-INF/classes/", None),
            ("db.rar/driver.jar", Some("db.rar/")),
            ("lib/a.jar", None),
        ];
        for (path, folder) in cases {
            assert_eq!(
                applications.library_folder(path).as_deref(),
                folder,
                "{path}"
            );
        }
    }
}
