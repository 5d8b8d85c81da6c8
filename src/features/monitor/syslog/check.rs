//! The administrator's trial of the configuration (`gx-portal syslog test`): opens a line as the sender would and sends one
//! message. It reads and writes no data, so it works before the server is restarted, and beside it.

use std::time::Duration;

use serde_json::{Value, json};

use super::line::{Gone, Pace, SyslogConnection};
use super::message::{MOST_IN_DATAGRAM, Note, Speaker};
use crate::config::syslog::{Destination, Syslog, Transport};
use crate::kernel::dates::Stamp;
use crate::machine;

/// How long the other end is listened to after the message: one that wants something else hangs up at once.
const LISTEN: Duration = Duration::from_secs(1);

/// `{ok, destination, lines: [sentence], faults: [sentence]}`.
pub async fn run(to: &Destination, settings: &Syslog, now: Stamp) -> Value {
    let (mut lines, mut faults) = (vec![format!("日志服务器：{to}")], Vec::new());
    if to.transport == Transport::Tls {
        lines.push(match &settings.ca.value {
            Some(path) => format!("只信任 {} 中的 CA 证书", path.display()),
            None => "信任操作系统中的 CA 证书（没有写明 syslog_ca）".into(),
        });
    }
    match SyslogConnection::open(to, settings, &Pace::USUAL).await {
        Err(fault) => faults.push(fault.message.into_owned()),
        Ok(mut line) => {
            lines.push(match to.transport {
                Transport::Udp => "UDP 不需要连接，也不确认送达".into(),
                Transport::Tcp => "已连接，没有加密".to_owned(),
                Transport::Tls => "已连接，证书和主机名核对无误".to_owned(),
            });
            let speaker = Speaker::new(&machine::host_name(), std::process::id());
            let message = Note::Test.message(&speaker, now, MOST_IN_DATAGRAM);
            let sent = line.send(std::slice::from_ref(&message), &Pace::USUAL).await;
            match (sent, line.is_gone(LISTEN).await) {
                (Ok(()), None) => lines.push(format!(
                    "已发送一条测试消息（{} 字节），请在日志服务器上查找“审计日志转发测试”",
                    message.len()
                )),
                (Err(fault), _) | (Ok(()), Some(Gone { fault, .. })) => {
                    faults.push(format!("测试消息没有被接收：{}", fault.message));
                }
            }
            line.close(&Pace::USUAL).await;
        }
    }
    json!({"ok": faults.is_empty(), "destination": to.to_string(), "lines": lines, "faults": faults})
}
