//! The admin socket: command-line verbs for a running server, one JSON line in, one JSON line out.
//!
//! The socket lies in the data directory (mode 0700) and is itself mode 0600, so whoever can reach it
//! could read the database file as well. The verb runs through the same function as with the server
//! stopped ([`crate::verb::perform`]).

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::App;
use crate::error::{AppError, Result};
use crate::verb::{PANICKED, Verb, perform};

/// A verb with who gave it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Call {
    /// Operating-system user at the command line.
    pub user: String,
    /// What to do.
    pub verb: Verb,
}

/// What came of it.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The result, as JSON.
    Done(Value),
    /// The sentence of a refusal.
    Refused(String),
}

/// Removes the socket when the server stops.
#[derive(Debug)]
pub struct Socket(PathBuf);

impl Drop for Socket {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

/// Starts taking verbs.
pub fn listen(app: Arc<App>) -> Result<Socket> {
    let path = app.paths.socket();
    // A killed server leaves its socket behind; the directory lock says that nobody else uses it.
    if path.exists() {
        std::fs::remove_file(&path).map_err(AppError::internal)?;
    }
    let listener = UnixListener::bind(&path)
        .map_err(|error| AppError::refused(format!("无法创建管理接口 {}：{error}", path.display())))?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).map_err(AppError::internal)?;
    std::thread::Builder::new()
        .name("admin-socket".into())
        .spawn(move || {
            for stream in listener.incoming().flatten() {
                let app = app.clone();
                let serving = std::thread::Builder::new().name("admin-verb".into()).spawn(move || {
                    if let Err(error) = answer(&app, &stream) {
                        tracing::warn!(%error, "admin socket");
                    }
                });
                if let Err(error) = serving {
                    tracing::error!(%error, "admin socket");
                }
            }
        })
        .map_err(AppError::internal)?;
    Ok(Socket(path))
}

fn answer(app: &Arc<App>, mut stream: &UnixStream) -> std::io::Result<()> {
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    let reply = match gx_decode::from_json_text::<Call>(line.as_bytes()) {
        Ok(call) => match catch_unwind(AssertUnwindSafe(|| perform(app, &call.user, call.verb))) {
            Ok(Ok(value)) => Reply::Done(value),
            Err(_) => Reply::Refused(PANICKED.into()),
            Ok(Err(fault)) => {
                tracing::warn!(cause = fault.cause, message = %fault.message, "admin verb refused");
                Reply::Refused(fault.message.into_owned())
            }
        },
        Err(_) => Reply::Refused("命令行与正在运行的服务版本不一致，请使用同一版本的 gx-portal".into()),
    };
    let mut text = serde_json::to_string(&reply)?;
    text.push('\n');
    stream.write_all(text.as_bytes())
}

/// Sends a verb to a running server; `None` when none is running.
pub fn send(socket: &Path, call: &Call) -> Option<Result<Value>> {
    let mut stream = UnixStream::connect(socket).ok()?;
    let broken = |error: std::io::Error| AppError::refused("与正在运行的服务通信中断，请查看服务日志").because(error);
    let ask = || -> std::io::Result<Reply> {
        let mut text = serde_json::to_string(call)?;
        text.push('\n');
        stream.write_all(text.as_bytes())?;
        let mut line = String::new();
        BufReader::new(&stream).read_line(&mut line)?;
        gx_decode::from_json_text(line.as_bytes()).map_err(std::io::Error::other)
    };
    let mut ask = ask;
    Some(match ask() {
        Ok(Reply::Done(value)) => Ok(value),
        Ok(Reply::Refused(message)) => Err(AppError::refused(message)),
        Err(error) => Err(broken(error)),
    })
}
