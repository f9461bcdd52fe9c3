//! Types that a container gives to the applications in it, and that their archives do not have: the servlet API, under both of its
//! names. They are known here as far as all versions of it agree, and only where no input, JDK or class path has them.

use std::sync::Arc;

use crate::classfile::{Nest, access};

use super::OBJECT;
use super::head::Head;
use super::members::{Members, Method, Place};

/// A type of the servlet API, named below `jakarta.` and `javax.`.
struct Provided {
    name: &'static str,
    /// The superclass; an interface has none here.
    superclass: Option<&'static str>,
    interfaces: &'static [&'static str],
    /// What gives something and takes nothing: results in the form of descriptors, and the methods that have them.
    getters: &'static [(&'static str, &'static [&'static str])],
}

const STRING: &str = "Ljava/lang/String;";

/// Servlet 2.5 (Java EE 5) to 6.1 (Jakarta EE 11).
const TYPES: &[Provided] = &[
    interface("servlet.Servlet", &[], &[(STRING, &["getServletInfo"])]),
    interface(
        "servlet.ServletConfig",
        &[],
        &[(STRING, &["getServletName"])],
    ),
    Provided {
        name: "servlet.GenericServlet",
        superclass: Some(OBJECT),
        interfaces: &[
            "servlet.Servlet",
            "servlet.ServletConfig",
            "java.io.Serializable",
        ],
        getters: &[(STRING, &["getServletName", "getServletInfo"])],
    },
    Provided {
        name: "servlet.http.HttpServlet",
        superclass: Some("servlet.GenericServlet"),
        interfaces: &[],
        getters: &[],
    },
    interface(
        "servlet.ServletRequest",
        &[],
        &[
            (
                STRING,
                &[
                    "getCharacterEncoding",
                    "getContentType",
                    "getProtocol",
                    "getScheme",
                    "getServerName",
                    "getRemoteAddr",
                    "getRemoteHost",
                    "getLocalName",
                    "getLocalAddr",
                ],
            ),
            (
                "I",
                &[
                    "getContentLength",
                    "getServerPort",
                    "getRemotePort",
                    "getLocalPort",
                ],
            ),
            ("Z", &["isSecure"]),
        ],
    ),
    interface(
        "servlet.http.HttpServletRequest",
        &["servlet.ServletRequest"],
        &[
            (
                STRING,
                &[
                    "getMethod",
                    "getRequestURI",
                    "getQueryString",
                    "getPathInfo",
                    "getPathTranslated",
                    "getServletPath",
                    "getContextPath",
                    "getAuthType",
                    "getRemoteUser",
                    "getRequestedSessionId",
                ],
            ),
            ("Ljava/lang/StringBuffer;", &["getRequestURL"]),
            ("Ljava/security/Principal;", &["getUserPrincipal"]),
        ],
    ),
    interface(
        "servlet.ServletResponse",
        &[],
        &[
            (STRING, &["getCharacterEncoding", "getContentType"]),
            ("I", &["getBufferSize"]),
            ("Z", &["isCommitted"]),
        ],
    ),
    interface(
        "servlet.http.HttpServletResponse",
        &["servlet.ServletResponse"],
        &[],
    ),
];

const fn interface(
    name: &'static str,
    interfaces: &'static [&'static str],
    getters: &'static [(&'static str, &'static [&'static str])],
) -> Provided {
    Provided {
        name,
        superclass: None,
        interfaces,
        getters,
    }
}

/// The type of this binary name, and the prefix that it has.
fn find(name: &str) -> Option<(&'static Provided, &str)> {
    let prefix = ["jakarta.", "javax."]
        .into_iter()
        .find(|prefix| name.starts_with(prefix))?;
    let provided = TYPES
        .iter()
        .find(|one| name.strip_prefix(prefix) == Some(one.name))?;
    Some((provided, prefix))
}

/// The head of a type that a container provides.
pub(super) fn head(name: &str) -> Option<Arc<Head>> {
    let (provided, prefix) = find(name)?;
    Some(Arc::new(provided.head(prefix)))
}

/// The same, with those of its members that are known: getters.
pub(super) fn members(name: &str) -> Option<Arc<Members>> {
    let (provided, prefix) = find(name)?;
    let head = provided.head(prefix);
    let access_flags = access::PUBLIC | (head.access_flags & access::ABSTRACT);
    let method = Method {
        access_flags,
        is_caller_sensitive: false,
    };
    let getters = provided.getters.iter().flat_map(|(gives, names)| {
        names
            .iter()
            .map(move |name| (format!("{name}(){gives}"), method))
    });
    Some(Arc::new(Members {
        head,
        place: Place::ClassPath,
        methods: getters.collect(),
        fields: [].into(),
        nest: Nest::default(),
        is_accessible: true,
    }))
}

impl Provided {
    fn head(&self, prefix: &str) -> Head {
        let full = |name: &str| -> Arc<str> {
            if name.starts_with("java.") {
                name.into()
            } else {
                format!("{prefix}{name}").into()
            }
        };
        let kind = if self.superclass.is_some() {
            access::SUPER
        } else {
            access::INTERFACE
        };
        Head {
            access_flags: access::PUBLIC | access::ABSTRACT | kind,
            major_version: FIRST_VERSION,
            superclass: Some(full(self.superclass.unwrap_or(OBJECT))),
            interfaces: self.interfaces.iter().map(|name| full(name)).collect(),
            annotations: Vec::new(),
        }
    }
}

/// The lowest version of the class files of an API that is still in use.
const FIRST_VERSION: u16 = 49;
