//! `user`, `settings`, `seed`.

use serde_json::Value;

use super::args::{DemoSize, SeedArgs, SettingsVerb, UserVerb};
use super::{Context, Ran, out, show, store};
use crate::demo::Size;
use crate::verb::{NewUser, Verb};

/// `user …`
pub(super) fn user(context: &Context, verb: UserVerb) -> Ran {
    match verb {
        UserVerb::List { keyword } => {
            let value = store::run(context, Verb::UserList { keyword })?;
            show(context, &value, tell_users)
        }
        UserVerb::Create { user_name, name, roles, dept, password_stdin } => {
            let password = store::password(password_stdin)?;
            let new = NewUser { user_name: user_name.clone(), real_name: name, roles, dept, password };
            let value = store::run(context, Verb::UserCreate(new))?;
            show(context, &value, |value| {
                out::line(format!("已新增用户 {user_name}（编号 {}）", out::number(value, "userId")));
                tell_password(out::text(value, "initialPassword"));
            })
        }
        UserVerb::Passwd { user_name, password_stdin } => {
            let password = store::password(password_stdin)?;
            let value = store::run(context, Verb::UserPassword { user_name: user_name.clone(), password })?;
            show(context, &value, |value| {
                out::line(format!("已重设用户 {user_name} 的口令，该用户下次登录须修改"));
                tell_password(out::text(value, "password"));
            })
        }
        UserVerb::Unlock { user_name } => {
            let value = store::run(context, Verb::UserUnlock { user_name: user_name.clone() })?;
            show(context, &value, |_| out::line(format!("已解除用户 {user_name} 的锁定")))
        }
        UserVerb::Admit { user_name } => {
            let value = store::run(context, Verb::UserAdmit { user_name: user_name.clone() })?;
            let minutes = out::number(&value, "minutes");
            show(context, &value, |_| out::line(format!("{minutes} 分钟内用户 {user_name} 可以从任何网络登录")))
        }
        UserVerb::Unlink { user_name } => {
            let value = store::run(context, Verb::UserUnlink { user_name: user_name.clone() })?;
            show(context, &value, |value| match out::number(value, "links") {
                0 => out::line(format!("用户 {user_name} 没有绑定统一身份")),
                links => out::line(format!("已解除用户 {user_name} 的 {links} 个统一身份绑定")),
            })
        }
        UserVerb::OtpReset { user_name } => {
            let value = store::run(context, Verb::UserOtpReset { user_name: user_name.clone() })?;
            show(context, &value, |_| out::line(format!("已重置用户 {user_name} 的动态口令，其会话已全部失效")))
        }
        UserVerb::OtpImport { file, dry_run } => {
            let value = store::run(context, Verb::UserOtpImport { file: store::absolute(&file)?, dry_run })?;
            let done = if dry_run { "检查通过，可以导入" } else { "已导入" };
            show(context, &value, |value| out::line(format!("{done} {} 个令牌", out::number(value, "tokens"))))
        }
        UserVerb::OtpAssign { user_name, serial } => {
            let verb = Verb::UserOtpAssign { user_name: user_name.clone(), serial: serial.clone() };
            let value = store::run(context, verb)?;
            show(context, &value, |_| out::line(format!("已将令牌 {serial} 分配给用户 {user_name}")))
        }
        UserVerb::Disable { user_name } => enable(context, user_name, false),
        UserVerb::Enable { user_name } => enable(context, user_name, true),
    }
}

fn enable(context: &Context, user_name: String, enabled: bool) -> Ran {
    let value = store::run(context, Verb::UserEnable { user_name: user_name.clone(), enabled })?;
    let done = if enabled { "启用" } else { "停用" };
    show(context, &value, |_| out::line(format!("已{done}用户 {user_name}")))
}

fn tell_password(password: &str) {
    if !password.is_empty() {
        out::line(format!("一次性口令（只显示这一次）：{password}"));
    }
}

fn tell_users(value: &Value) {
    let rows = value.as_array().map(Vec::as_slice).unwrap_or_default();
    for row in rows {
        let state = if out::text(row, "status") == "0" { "正常" } else { "停用" };
        let dept = row.get("dept").map(|dept| out::text(dept, "deptName")).unwrap_or_default();
        let (name, real_name) = (out::text(row, "userName"), out::text(row, "nickName"));
        out::line(format!("{}\t{name}\t{real_name}\t{dept}\t{state}", out::number(row, "userId")));
    }
    out::line(format!("共 {} 人", rows.len()));
}

/// `settings …`
pub(super) fn settings(context: &Context, verb: SettingsVerb) -> Ran {
    match verb {
        SettingsVerb::Get { key } => {
            let value = store::run(context, Verb::SettingsGet { key })?;
            show(context, &value, |value| {
                for row in value.as_array().into_iter().flatten() {
                    let (key, value, name) = (out::text(row, "key"), out::text(row, "value"), out::text(row, "name"));
                    out::line(format!("{key} = {value}    （{name}）"));
                }
            })
        }
        SettingsVerb::Set { key, value } => {
            let done = store::run(context, Verb::SettingsSet { key: key.clone(), value: value.clone() })?;
            show(context, &done, |_| out::line(format!("已修改：{key} = {value}，立即生效")))
        }
    }
}

/// `seed --demo …`
pub(super) fn seed(context: &Context, args: SeedArgs) -> Ran {
    let size = match args.demo {
        DemoSize::Small => Size::Small,
        DemoSize::Standard => Size::Standard,
        DemoSize::Stress => Size::Stress,
    };
    let password = store::password(args.password_stdin)?;
    let can_sign_in = password.is_some();
    let value = store::run(context, Verb::Seed { size, today: args.today, password })?;
    show(context, &value, |value| {
        let (people, departments) = (out::number(value, "people"), out::number(value, "departments"));
        out::line(format!(
            "已生成演示数据：{people} 人（其中停用 {} 人），新增部门 {departments} 个",
            out::number(value, "disabled")
        ));
        let city = |name: &str| out::number(&value["city"], name);
        out::line(format!(
            "云川市：板块 {} 个，甲方 {} 个，资产 {} 处，房间 {} 个，乙方 {} 个，合同 {} 份",
            city("plates"),
            city("parties"),
            city("assets"),
            city("rooms"),
            city("tenants"),
            city("leases")
        ));
        if !can_sign_in {
            out::line("演示账号没有可用的口令；需要登录时用 gx-portal user passwd 重设");
        }
    })
}

/// `perms --roles`
pub(super) fn role_matrix(context: &Context) -> Ran {
    let value = store::run(context, Verb::RoleMatrix)?;
    show(context, &value, |value| {
        for (permission, roles) in value.as_object().into_iter().flatten() {
            let roles: Vec<&str> = roles.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            out::line(format!("{permission}\t{}", roles.join("、")));
        }
    })
}
