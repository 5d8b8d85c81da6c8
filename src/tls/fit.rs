//! Whether the certificate fits the names by which the portal is reached: the address of the configuration, and what stands in
//! the address bars of people.
//!
//! Invariants: who is not signed in puts no name here; what a reverse proxy asks for is its own matter and counts nowhere;
//! few names are kept, and none that nobody has used for a week.
//!
//! Deliberately absent: the name of the machine and its addresses, which nobody need know the portal by; names that the site's
//! authority was made for once.

use std::collections::{BTreeMap, BTreeSet};

use parking_lot::Mutex;

use super::certificate::Facts;
use super::names;
use crate::config::Config;
use crate::config::network::TlsMode;
use crate::kernel::dates::Stamp;

/// Names kept at a time.
const MOST: usize = 5;
/// So many people under a name are no slip of one of them.
const MANY: usize = 3;
/// A name that nobody used for so long is forgotten, in milliseconds.
const FORGOTTEN: i64 = 7 * 86_400_000;

/// The name of the configuration that people come by, where nothing stands between them and this program.
pub fn configured(config: &Config) -> Option<String> {
    let is_direct = config.network.tls.value != TlsMode::Off && config.trusted_proxies.value.is_empty();
    let url = config.idaas.as_ref().filter(|_| is_direct)?.public_url.strip_prefix("https://")?;
    names::asked(url)
}

fn good_for(facts: &Facts) -> String {
    format!("证书可用于：{}", facts.names.join("、"))
}

/// What is wrong between the configuration and a certificate.
pub fn fault(config: &Config, facts: &Facts) -> Option<String> {
    let host = configured(config).filter(|host| !facts.covers(host))?;
    Some(format!(
        "加密连接的证书中没有 {host}（配置项 idaas.public_url 中的主机名），浏览器会提示连接不安全；{}",
        good_for(facts)
    ))
}

/// What may be wrong with it, and can't be known here.
pub fn hint(facts: &Facts) -> Option<String> {
    facts.is_alone.then(|| {
        "证书文件中只有服务器证书；如果它由中间机构签发，浏览器会提示不受信任，请把中间证书接在后面（根证书不必放入）"
            .to_owned()
    })
}

#[derive(Debug, Default)]
struct Name {
    people: BTreeSet<u64>,
    /// In the list of what has to be seen to before this program was started.
    was_told: bool,
    at: Stamp,
}

#[derive(Debug, Default)]
struct Asked {
    names: BTreeMap<String, Name>,
    has_recalled: bool,
}

/// Names in address bars that the certificate is not made for.
#[derive(Debug, Default)]
pub struct Foreign(Mutex<Asked>);

impl Foreign {
    /// Somebody who is signed in came by a name.
    pub(super) fn note(&self, facts: &Facts, host: &str, person: u64, now: Stamp) {
        if facts.covers(host) {
            return;
        }
        let names = &mut self.0.lock().names;
        names.retain(|_, name| now.0 - name.at.0 < FORGOTTEN);
        if names.len() >= MOST && !names.contains_key(host) {
            return;
        }
        let name = names.entry(host.to_owned()).or_default();
        name.at = now;
        if name.people.len() < MANY {
            name.people.insert(person);
        }
    }

    /// What was in the list before this program was started stays, until it is a week old or put right. Counts once.
    pub(super) fn recall<'h>(&self, hosts: impl Iterator<Item = &'h str>, now: Stamp) {
        let mut asked = self.0.lock();
        if std::mem::replace(&mut asked.has_recalled, true) {
            return;
        }
        for host in hosts.take(MOST) {
            let name = asked.names.entry(host.to_owned()).or_default();
            (name.was_told, name.at) = (true, name.at.max(now));
        }
    }

    /// Names that are not in the certificate, each with a sentence; all, or those that many came by.
    pub(super) fn faults(&self, facts: &Facts, only_many: bool, now: Stamp) -> Vec<(String, String)> {
        let asked = self.0.lock();
        let counts = |name: &Name| !only_many || name.was_told || name.people.len() >= MANY;
        let named = asked
            .names
            .iter()
            .filter(|(host, name)| counts(name) && now.0 - name.at.0 < FORGOTTEN && !facts.covers(host));
        let sentences = named.map(|(host, name)| {
            let since = name.at.to_text();
            let sentence = format!(
                "有人用 https://{host} 访问（最近一次 {since}），加密连接的证书中没有这个名称，浏览器会提示连接不安全；{}",
                good_for(facts)
            );
            (host.clone(), sentence)
        });
        sentences.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::authority;
    use super::*;
    use crate::store::directory::DataPaths;
    use crate::tls::certificate::Certificate;

    const NOW: Stamp = Stamp(1_800_000_000_000);

    fn of(names: &[&str]) -> Facts {
        let place = tempfile::tempdir().unwrap();
        let paths = DataPaths::new(place.path());
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        authority::found(&paths, &names, None, NOW).unwrap();
        let folder = authority::folder(&paths);
        Certificate::read(&folder.join(authority::CHAIN), &folder.join(authority::KEY), NOW).unwrap().facts
    }

    fn hosts(found: &[(String, String)]) -> Vec<&str> {
        found.iter().map(|(host, _)| host.as_str()).collect()
    }

    #[test]
    fn a_name_is_told_when_many_came_by_it_and_forgotten_after_a_week() {
        let (facts, foreign) = (of(&["gx.example.cn"]), Foreign::default());
        foreign.note(&facts, "gx.example.cn", 1, NOW);
        foreign.note(&facts, "127.0.0.1", 1, NOW);
        foreign.note(&facts, "old.example.cn", 1, NOW);
        foreign.note(&facts, "old.example.cn", 1, NOW);
        foreign.note(&facts, "old.example.cn", 2, NOW);
        assert_eq!(hosts(&foreign.faults(&facts, false, NOW)), ["old.example.cn"]);
        assert!(foreign.faults(&facts, true, NOW).is_empty(), "two people");
        foreign.note(&facts, "old.example.cn", 3, NOW);
        let found = foreign.faults(&facts, true, NOW);
        assert!(found[0].1.contains("https://old.example.cn") && found[0].1.contains("gx.example.cn"), "{found:?}");
        assert!(foreign.faults(&of(&["old.example.cn"]), false, NOW).is_empty(), "another certificate");
        assert!(foreign.faults(&facts, false, Stamp(NOW.0 + FORGOTTEN)).is_empty());
        // Strangers' names don't push out those of before, and go themselves.
        for host in 0..20 {
            foreign.note(&facts, &format!("n{host}.example.cn"), 9, NOW);
        }
        assert_eq!(foreign.faults(&facts, false, NOW).len(), MOST);
        foreign.note(&facts, "late.example.cn", 9, Stamp(NOW.0 + FORGOTTEN));
        assert_eq!(hosts(&foreign.faults(&facts, false, Stamp(NOW.0 + FORGOTTEN))), ["late.example.cn"]);
    }

    #[test]
    fn what_was_told_before_a_start_stays_told() {
        let (facts, foreign) = (of(&["gx.example.cn"]), Foreign::default());
        foreign.recall(["old.example.cn", "gx.example.cn"].into_iter(), NOW);
        assert_eq!(hosts(&foreign.faults(&facts, true, NOW)), ["old.example.cn"]);
        let later = Stamp(NOW.0 + FORGOTTEN);
        foreign.recall(["old.example.cn"].into_iter(), later);
        assert!(foreign.faults(&facts, true, later).is_empty(), "once, so that it can end");
    }
}
