//! Which classes read each other's private members (JVMS §5.4.4).

use super::Hierarchy;

impl Hierarchy {
    /// True for two classes of one nest, on every JVM that has both.
    pub fn are_nest_mates(&self, one: &str, other: &str) -> bool {
        self.releases.iter().all(|&release| {
            let hosts = self
                .nest_host(one, release)
                .zip(self.nest_host(other, release));
            hosts.is_none_or(|(one, other)| one == other)
        })
    }

    /// The host of the nest of a class: the one it names, where that names it too, else itself. `None` where there is no such
    /// class.
    fn nest_host(&self, name: &str, release: u16) -> Option<String> {
        let named = self.members(name, release)?.nest.host.clone();
        let is_mutual = |host: &String| {
            let host = self.members(host, release);
            host.is_some_and(|host| host.nest.members.iter().any(|member| member == name))
        };
        let host = named.filter(is_mutual);
        Some(host.unwrap_or_else(|| name.to_owned()))
    }
}
