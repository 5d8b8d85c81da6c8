//! Browser and system of a `User-Agent`, in the words that people know.
//!
//! Only a hint for reading («is that me?»): clients may send anything, so nothing is decided by it.

/// What a `User-Agent` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    /// Name and major version, or 未知浏览器.
    pub browser: String,
    /// System, or 未知系统.
    pub system: &'static str,
}

/// Marks of browsers and their names. Most contain `Chrome/` and `Safari/` as well, so the order matters.
const BROWSERS: &[(&str, &str)] = &[
    ("MicroMessenger/", "微信"),
    ("DingTalk/", "钉钉"),
    ("Qaxbrowser/", "奇安信浏览器"),
    ("360SE/", "360 安全浏览器"),
    ("360EE/", "360 极速浏览器"),
    ("QIHU 360", "360 浏览器"),
    ("QQBrowser/", "QQ 浏览器"),
    ("UBrowser/", "UC 浏览器"),
    ("UOSBrowser/", "统信浏览器"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
    ("Trident/", "Internet Explorer"),
    ("curl/", "curl"),
];

const SYSTEMS: &[(&str, &str)] = &[
    ("HarmonyOS", "鸿蒙"),
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    // Windows 11 still calls itself 10.
    ("Windows NT 10", "Windows 10/11"),
    ("Windows NT 6.3", "Windows 8.1"),
    ("Windows NT 6.1", "Windows 7"),
    ("Windows NT 5.1", "Windows XP"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("UOS", "统信 UOS"),
    ("Kylin", "银河麒麟"),
    ("Linux", "Linux"),
];

/// Reads a `User-Agent`.
pub fn describe(user_agent: &str) -> Agent {
    let browser = BROWSERS.iter().find_map(|(mark, name)| {
        let (_, after) = user_agent.split_once(mark)?;
        let version: String = after.chars().take_while(char::is_ascii_digit).take(4).collect();
        Some(if version.is_empty() { (*name).to_owned() } else { format!("{name} {version}") })
    });
    let system = SYSTEMS.iter().find(|(mark, _)| user_agent.contains(mark));
    Agent {
        browser: browser.unwrap_or_else(|| "未知浏览器".to_owned()),
        system: system.map_or("未知系统", |(_, name)| name),
    }
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn names_that_people_know() {
        let cases = [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
                "Chrome 120",
                "Windows 10/11",
            ),
            (
                "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.88 Safari/537.36 QIHU 360EE",
                "360 浏览器",
                "Windows 7",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; UOS) Chrome/108.0 Safari/537.36 Qaxbrowser/1.1",
                "奇安信浏览器 1",
                "统信 UOS",
            ),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.1 Safari/605.1.15", "Safari 17", "macOS"),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) MicroMessenger/8.0.44", "微信 8", "iOS"),
            ("Mozilla/5.0 (Windows NT 10.0) Chrome/119.0 Safari/537.36 Edg/119.0", "Edge 119", "Windows 10/11"),
            ("", "未知浏览器", "未知系统"),
            ("Chrome/\u{1f600}", "Chrome", "未知系统"),
        ];
        for (text, browser, system) in cases {
            let agent = describe(text);
            assert_eq!((agent.browser.as_str(), agent.system), (browser, system), "{text}");
        }
    }
}
