//! `upgrade`: run by root, which lays programs and calls the service manager; the data are worked on as their owner.

use std::path::PathBuf;

use serde_json::{Value, json};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::args::{Command, UpgradeArgs, UpgradeVerb};
use super::{Context, Failure, Finding, Ran, out, owner, show, store};
use crate::error::AppError;
use crate::features::PRODUCT;
use crate::store::directory::DataPaths;
use crate::upgrade::{self, Gone, Look, Site, Standing, Start};
use crate::upkeep::upgrade::{KEPT_DAYS, State, settle};

/// Keeps a closed terminal, a lost connection or Ctrl-C from ending an upgrade half way: the steps go on, or go back.
///
/// # Errors
/// The system.
fn undisturbed() -> Result<impl Sized, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(AppError::internal)?;
    let entered = runtime.enter();
    let kinds = [SignalKind::hangup(), SignalKind::interrupt(), SignalKind::quit(), SignalKind::terminate()];
    let heard: Vec<Signal> = kinds.into_iter().map(signal).collect::<Result<_, _>>().map_err(AppError::internal)?;
    drop(entered);
    Ok((heard, runtime))
}

/// The data of a second service, where the command line names one and no directory.
pub(super) fn data_of(command: &Command) -> Option<PathBuf> {
    let Command::Upgrade(args) = command else { return None };
    args.instance.as_ref().map(|name| PathBuf::from(format!("/var/lib/gx-portal-{name}")))
}

/// `upgrade …`
pub(super) fn run(context: &Context, args: &UpgradeArgs) -> Ran {
    if matches!(args.verb, UpgradeVerb::Facts) {
        out::json(&upgrade::facts());
        return Ok(Finding::Nothing);
    }
    let data = context.data()?;
    if matches!(args.verb, UpgradeVerb::Settle) {
        owner::act_as_owner(&data)?;
        store::usable(&DataPaths::new(&data))?;
        settle(&PRODUCT, &DataPaths::new(&data))?;
        return show(context, &json!({"data": data}), |_| {});
    }
    let site = Site::of(&data, args.instance.as_deref(), store::os_user())?;
    let _undisturbed = undisturbed()?;
    let as_json = context.json;
    let mut progress = |line: String| {
        if !as_json {
            out::line(line);
        }
    };
    match &args.verb {
        UpgradeVerb::Check(pack) => {
            tell_check(context, &upgrade::check(&site, &store::absolute_or_name(&pack.pack)?, pack.takes_unsigned())?)
        }
        UpgradeVerb::Apply(pack) => {
            let gone =
                upgrade::apply(&site, &store::absolute_or_name(&pack.pack)?, pack.takes_unsigned(), &mut progress)?;
            show(context, &gone_json(&gone), |_| {
                out::line(format!("已升级到 {}", gone.state.to));
                out::line(format!(
                    "升级前的数据副本保留 {KEPT_DAYS} 天：有问题时 gx-portal upgrade back 退回，确认无误后 gx-portal upgrade commit"
                ));
            })
        }
        UpgradeVerb::Status => tell_status(context, &upgrade::status(&site)?),
        UpgradeVerb::Resume { boot } => {
            let starts = if *boot { Start::BySystem } else { Start::Waits };
            let state = upgrade::resume(&site, starts, &mut progress)?;
            show(context, &json!({"upgrade": state}), |_| {
                out::line(state.as_ref().map_or_else(|| "没有中断的升级".to_owned(), ended));
            })
        }
        UpgradeVerb::Back => {
            let gone = upgrade::back(&site, &mut progress)?;
            show(context, &gone_json(&gone), |_| {
                out::line(ended(&gone.state));
                let list = upgrade::undone_list(&data);
                out::line(format!("升级以来的 {} 项操作已撤销，清单：{}", gone.undone, list.display()));
                out::line("所有人须重新登录；升级以后的口令修改、账号停用都回到升级前的状态，请照清单重新办理");
                out::line(format!("新版本的数据保留 {KEPT_DAYS} 天；不再需要时运行 gx-portal upgrade commit"));
            })
        }
        UpgradeVerb::Commit => {
            let bytes = upgrade::commit(&site)?;
            show(context, &json!({"bytes": bytes}), |_| {
                out::line(format!("已删除升级留下的数据副本（{}）", out::bytes(bytes)));
            })
        }
        UpgradeVerb::Facts | UpgradeVerb::Settle => Ok(Finding::Nothing),
    }
}

fn gone_json(gone: &Gone) -> Value {
    json!({"upgrade": gone.state, "undone": gone.undone})
}

/// How an upgrade ended, in a sentence.
fn ended(state: &State) -> String {
    if state.step == upgrade::Step::Done {
        return format!("升级（{} → {}）已完成", state.from, state.to);
    }
    format!("已退回 {}，数据是升级前的（原因：{}）", state.from, state.why)
}

fn tell_check(context: &Context, looks: &[Look]) -> Ran {
    let is_well = looks.iter().all(|look| look.ok);
    let rows: Vec<Value> =
        looks.iter().map(|look| json!({"title": look.title, "ok": look.ok, "finding": look.finding})).collect();
    show(context, &json!({"ok": is_well, "looks": rows}), |_| {
        looks.iter().for_each(|look| out::line(look.line()));
        out::line(if is_well { "可以升级" } else { "现在不能升级" });
    })?;
    Ok(if is_well { Finding::Nothing } else { Finding::Something })
}

fn tell_status(context: &Context, standing: &Standing) -> Ran {
    let value = json!({"current": standing.current, "versions": standing.versions, "upgrade": standing.upgrade,
                       "bytes": standing.bytes, "running": standing.is_running});
    show(context, &value, |_| {
        out::line(format!("正在使用：{}", standing.current));
        out::line(format!("本机的版本：{}", standing.versions.join("、")));
        let Some(state) = &standing.upgrade else { return out::line("没有可以退回的升级") };
        match (state.step.is_over(), standing.is_running) {
            (true, _) => {
                out::line(format!("{}，{}", ended(state), state.ended.map(|at| at.to_text()).unwrap_or_default()))
            }
            (false, true) => {
                out::line(format!("正在升级：{} → {}，{}", state.from, state.to, state.step.title()));
            }
            (false, false) => out::line(format!(
                "升级（{} → {}）停在“{}”这一步；请运行 gx-portal upgrade resume 退回",
                state.from,
                state.to,
                state.step.title()
            )),
        }
        if standing.bytes > 0 {
            out::line(format!("数据副本：{}", out::bytes(standing.bytes)));
        }
    })
}
