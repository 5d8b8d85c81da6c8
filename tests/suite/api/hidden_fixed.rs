//! What is sealed or masked in the fixed features is told by no comparison to who may not see it; what no two may have is told
//! as a number, counted; and every declaration of such a value is asked for by some test.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::hidden::apart;
use crate::registers::made::{field, fine, publish, refused, row, with};
use crate::support::{PASSWORD, Portal};
use crate::wide::of_texts;

/// A sealed or masked value of the fixed features: the doors that it may be typed at, and the pages that answer afterwards.
struct Fixed {
    of: &'static str,
    values: [&'static str; 2],
    plant: fn(&Portal, &str, &str),
    /// Each with a guess.
    ask: &'static [fn(&Portal, &str, &str) -> String],
    shown: &'static [&'static str],
}

const CERTIFICATES: [&str; 2] = ["530102199001011234", "530102199912311234"];

fn tenant_form(portal: &Portal, token: &str, field: &str, value: &str) -> String {
    let mut form = portal.get("/lease/tenant/1", token)["data"].clone();
    form[field] = json!(value);
    portal.put("/lease/tenant", token, form).to_string()
}

fn book(portal: &Portal, token: &str, path: &str, head: &[&str], cells: &[&str]) -> Value {
    let mut answer = portal.upload(path, token, "file", "数据.xlsx", &of_texts(&[head, cells]));
    answer["data"]["resultFile"] = json!(null);
    answer
}

const TENANT: &str = "/lease/tenant/importData?updateSupport=true&dryRun=";
const USER: &str = "/system/user/importData?updateSupport=true&dryRun=";

fn plant_tenant(portal: &Portal, admin: &str, field: &str, value: &str) {
    let mut form = json!({"tenantCode": "T1", "tenantName": "欧阳甲乙", "kind": 2, "deptId": 110});
    form[field] = json!(value);
    fine(portal.post("/lease/tenant", admin, form));
}

const FIXED: &[Fixed] = &[
    Fixed {
        of: "certificate of a tenant",
        values: CERTIFICATES,
        plant: |portal, admin, value| plant_tenant(portal, admin, "idNo", value),
        ask: &[
            |portal, token, guess| {
                book(
                    portal,
                    token,
                    &format!("{TENANT}true"),
                    &["乙方编码", "乙方名称", "类型", "证件号码"],
                    &["T1", "欧阳甲乙", "自然人", guess],
                )
                .to_string()
            },
            |portal, token, guess| {
                book(
                    portal,
                    token,
                    &format!("{TENANT}true"),
                    &["乙方编码", "乙方名称", "类型", "证件号码"],
                    &["", "新户", "自然人", guess],
                )
                .to_string()
            },
            |portal, token, guess| tenant_form(portal, token, "idNo", guess),
        ],
        shown: &["/lease/tenant/list", "/lease/tenant/1", "/lease/tenant/options", "/portal/history?kind=tenant&id=1"],
    },
    Fixed {
        of: "telephone of a tenant",
        values: ["13698765432", "13612345432"],
        plant: |portal, admin, value| plant_tenant(portal, admin, "phone", value),
        ask: &[
            |portal, token, guess| {
                book(
                    portal,
                    token,
                    &format!("{TENANT}true"),
                    &["乙方编码", "乙方名称", "联系电话"],
                    &["T1", "欧阳甲乙", guess],
                )
                .to_string()
            },
            |portal, token, guess| {
                book(
                    portal,
                    token,
                    &format!("{TENANT}false"),
                    &["乙方编码", "乙方名称", "联系电话"],
                    &["T1", "欧阳甲乙", guess],
                )
                .to_string()
            },
            |portal, token, guess| tenant_form(portal, token, "phone", guess),
        ],
        shown: &["/lease/tenant/list", "/lease/tenant/1", "/portal/history?kind=tenant&id=1"],
    },
    Fixed {
        of: "account of a party A",
        values: ["6222098760430001", "6222011110430001"],
        plant: |portal, admin, value| {
            let account = json!({"bank": "甲银行", "name": "中心", "accountNo": value, "isDefault": true});
            let form = json!({"partyACode": "A", "partyAName": "资产经营中心", "unitKind": 2, "remitRequired": false, "remitDay": 10, "deptId": 110, "accounts": [account]});
            fine(portal.post("/asset/partyA", admin, form));
        },
        ask: &[|portal, token, guess| {
            let mut form = portal.get("/asset/partyA/1", token)["data"].clone();
            form["accounts"][0]["accountNo"] = json!(guess);
            portal.put("/asset/partyA", token, form).to_string()
        }],
        shown: &["/asset/partyA/list", "/asset/partyA/1", "/portal/history?kind=partyA&id=1"],
    },
    Fixed {
        of: "telephone of a user",
        values: ["13987604321", "13912344321"],
        plant: |portal, admin, value| {
            let user = portal.get("/system/user/list?userName=someone", admin)["rows"][0]["userId"].clone();
            fine(portal.put("/system/user", admin, json!({"userId": user, "phonenumber": value})));
        },
        ask: &[
            |portal, token, guess| {
                book(
                    portal,
                    token,
                    &format!("{USER}true"),
                    &["登录名称", "用户名称", "手机号码"],
                    &["someone", "someone", guess],
                )
                .to_string()
            },
            |portal, token, guess| {
                book(
                    portal,
                    token,
                    &format!("{USER}true"),
                    &["登录名称", "用户名称", "部门", "手机号码"],
                    &["neuling", "新人", "云川市工业和信息化局/局机关/办公室", guess],
                )
                .to_string()
            },
        ],
        shown: &["/system/user/getRealUserList", "/system/user/list"],
    },
];

/// Somebody with every right but those that show the values.
fn prober(portal: &Portal) -> String {
    let all =
        |place: &'static str| ["list", "query", "add", "edit", "import", "export"].map(|act| format!("{place}:{act}"));
    let rights = ["lease:tenant", "asset:partyA", "system:user", "reg:weiyi"].into_iter().flat_map(all);
    let rights: Vec<String> =
        rights.filter(|right| right != "system:user:query").chain(["monitor:operlog:list".to_owned()]).collect();
    let role = portal.role("prober", &rights.iter().map(String::as_str).collect::<Vec<_>>(), 1, &[]);
    portal.person("prober", 110, &[role]);
    portal.token("prober")
}

#[test]
fn fixed_features_tell_nothing_of_masked_values_by_any_way() {
    for fixed in FIXED {
        let [told, other] = fixed.values.map(|value| {
            let portal = Portal::new();
            portal.person("someone", 110, &[]);
            (fixed.plant)(&portal, &portal.admin(), value);
            let token = prober(&portal);
            let mut told = Vec::new();
            for ask in fixed.ask {
                let answer = ask(&portal, &token, fixed.values[0]);
                let is_fine = answer.contains("\"code\":200") && !answer.contains("\"outcome\":\"failed\"");
                assert!(is_fine, "{}: {answer}", fixed.of);
                told.push(answer);
                told.extend(fixed.shown.iter().map(|path| portal.get(path, &token).to_string()));
                told.push(portal.get("/monitor/operlog/list?pageSize=500", &token)["total"].to_string());
            }
            told
        });
        for (place, (one, other)) in told.iter().zip(&other).enumerate() {
            assert!(one == other, "{}, answer {place}:{}", fixed.of, apart(one, other));
            assert!(!one.contains(fixed.values[1]), "{}, answer {place}: {one}", fixed.of);
        }
    }
}

/// A value that no two may have: how a form takes one, how a workbook takes some, and how a wrong one is made.
struct Unique {
    label: &'static str,
    plant: fn(&Portal, &str),
    value: fn(u32) -> String,
    form: fn(&Portal, &str, &str, u32) -> Value,
    head: &'static [&'static str],
    line: fn(u32) -> Vec<String>,
    path: &'static str,
    /// What would say whose it is.
    tells: &'static [&'static str],
}

fn of_birthday(no: u32) -> String {
    let body = format!("110105{:04}{:02}{:02}002", 1940 + no / 300, 1 + no / 25 % 12, 1 + no % 25);
    let whole = |last: char| format!("{body}{last}");
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    let sum: u32 = body.bytes().zip(WEIGHTS).map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    whole(b"10X98765432"[sum as usize % 11] as char)
}

const UNIQUE: &[Unique] = &[
    Unique {
        label: "身份证",
        plant: |portal, admin| {
            let fields = json!([
                with(field("bianhao", "编号", "code"), json!({"no": 1})),
                with(field("shenfen", "身份证", "idno"), json!({"no": 2}))
            ]);
            publish(
                portal,
                admin,
                "weiyi",
                json!({"name": "唯一", "fields": fields, "title": 1, "once": [[2]], "formColumns": 1}),
            );
            row(portal, admin, "weiyi", json!({"bianhao": "有主甲", "shenfen": of_birthday(0)}));
        },
        value: of_birthday,
        form: |portal, token, value, no| {
            portal.post("/reg/weiyi", token, json!({"values": {"bianhao": format!("N{no}"), "shenfen": value}}))
        },
        head: &["编号", "身份证"],
        line: |no| vec![format!("M{no}"), of_birthday(no)],
        path: "/reg/weiyi/importData?updateSupport=true&dryRun=",
        tells: &["有主甲", "第 1 行", "110105**"],
    },
    Unique {
        label: "证件号码",
        plant: |portal, admin| {
            fine(portal.post(
                "/lease/tenant",
                admin,
                json!({"tenantName": "欧阳甲乙", "kind": 2, "idNo": of_birthday(0), "deptId": 110}),
            ));
        },
        value: of_birthday,
        form: |portal, token, value, no| {
            portal.post(
                "/lease/tenant",
                token,
                json!({"tenantName": format!("新户{no}"), "kind": 2, "idNo": value, "deptId": 110}),
            )
        },
        head: &["乙方编码", "乙方名称", "类型", "证件号码"],
        line: |no| vec![String::new(), format!("户{no}"), "自然人".to_owned(), of_birthday(no)],
        path: TENANT,
        tells: &["欧阳甲乙", "110105**"],
    },
    Unique {
        label: "手机号码",
        plant: |portal, admin| {
            let form = json!({"userName": "owner", "realName": "有主甲", "deptId": 110, "phonenumber": "13900000000", "password": PASSWORD});
            fine(portal.post("/system/user", admin, form));
        },
        value: |no| format!("139{no:08}"),
        form: |portal, token, value, no| {
            let form = json!({"userName": format!("neu{no}"), "realName": "新人", "deptId": 110, "phonenumber": value, "password": PASSWORD});
            portal.post("/system/user", token, form)
        },
        head: &["登录名称", "用户名称", "部门", "手机号码"],
        line: |no| {
            vec![
                format!("neuer{no}"),
                "新人".to_owned(),
                "云川市工业和信息化局/局机关/办公室".to_owned(),
                format!("139{no:08}"),
            ]
        },
        path: USER,
        tells: &["有主甲", "owner", "139****"],
    },
];

impl Unique {
    /// Rows with numbers from the first to the last: 0 is taken.
    fn import(&self, portal: &Portal, token: &str, numbers: std::ops::Range<u32>, dry_run: bool) -> Value {
        let lines: Vec<Vec<String>> = numbers.map(self.line).collect();
        let texts: Vec<Vec<&str>> = lines.iter().map(|line| line.iter().map(String::as_str).collect()).collect();
        let rows: Vec<&[&str]> = std::iter::once(self.head).chain(texts.iter().map(Vec::as_slice)).collect();
        portal.upload(&format!("{}{dry_run}", self.path), token, "file", "数据.xlsx", &of_texts(&rows))
    }
}

#[test]
fn a_hidden_value_that_is_taken_is_told_as_a_number_and_counted() {
    for unique in UNIQUE {
        let portal = Portal::new();
        let admin = portal.admin();
        (unique.plant)(&portal, &admin);
        let token = prober(&portal);
        let number = format!("有 1 个“{}”与已有数据重复", unique.label);
        let is_number_only = |told: &Value| {
            let told = told.to_string();
            assert!(
                told.contains(&number) && !unique.tells.iter().any(|tell| told.contains(tell)),
                "{}: {told}",
                unique.label
            );
            assert!(
                portal.last_audit().title.starts_with("查看敏感信息"),
                "{}: {:?}",
                unique.label,
                portal.last_audit()
            );
        };
        // A form; whoever sees the values is told more.
        is_number_only(&(unique.form)(&portal, &token, &(unique.value)(0), 1));
        fine((unique.form)(&portal, &token, &(unique.value)(1), 1));
        assert!(!refused((unique.form)(&portal, &admin, &(unique.value)(0), 2)).contains("重复"), "{}", unique.label);
        // A dry run says nothing, whatever is in the workbook; the import itself says how many, and writes nothing.
        let dry =
            [0..3, 10..13].map(|rows| fine(unique.import(&portal, &token, rows, true))["data"]["created"].clone());
        assert_eq!(dry, [json!(3), json!(3)], "{}", unique.label);
        is_number_only(&unique.import(&portal, &token, 0..1, false));
        let answer = unique.import(&portal, &token, 10..12, false);
        assert_eq!(fine(answer)["data"]["created"], 2, "{}", unique.label);
        // Thousands of guesses come in by no workbook, tried or not, and one by one they are stopped.
        for dry_run in [true, false] {
            let many = unique.import(&portal, &token, 0..90, dry_run);
            assert!(refused(many).contains("一次最多填写 60 个"), "{}", unique.label);
        }
        let tries = (100..200).map(|no| (unique.form)(&portal, &token, &(unique.value)(0), no));
        let stopped = tries.map(refused).position(|told| told.contains("次数过多"));
        assert!(stopped.is_some_and(|tries| (30..60).contains(&tries)), "{}: {stopped:?}", unique.label);
        let wrong = refused((unique.form)(&portal, &token, &(unique.value)(300), 300));
        assert!(wrong.contains("次数过多"), "{}: a right one is not told from a wrong one then: {wrong}", unique.label);
    }
}

/// Where values are sealed, kept out of logs or masked, and which test asks for them. A new one is entered here, with its ways.
const DECLARED: &[(&str, &str, &str)] = &[
    ("src/features/registers/cell.rs", "sealed", "registers_tell_nothing_of_hidden_values_by_any_way"),
    ("src/features/registers/value.rs", "mask", "registers_tell_nothing_of_hidden_values_by_any_way"),
    ("src/features/registers/infer/told.rs", "mask", "the proposal of one's own workbook (registers/workbooks.rs)"),
    ("src/features/registers/infer/gather.rs", "mask", "the proposal of one's own workbook (registers/workbooks.rs)"),
    (
        "src/features/registers/workbooks/proposal.rs",
        "mask",
        "the proposal of one's own workbook (registers/workbooks.rs)",
    ),
    ("src/features/lease/tenant/record.rs", "id_no", "fixed_features_tell_nothing_of_masked_values_by_any_way"),
    ("src/features/lease/tenant/record.rs", "id_mark", "fixed_features_tell_nothing_of_masked_values_by_any_way"),
    ("src/features/lease/tenant/record.rs", "phone", "fixed_features_tell_nothing_of_masked_values_by_any_way"),
    ("src/features/lease/tenant/record.rs", "payer_accounts", "marks that leave the server nowhere (api/history.rs)"),
    ("src/features/lease/tenant/find.rs", "mask", "portal/masked.rs"),
    ("src/features/lease/tenant/exchange.rs", "mask", "fixed_features_tell_nothing_of_masked_values_by_any_way"),
    ("src/features/lease/tenant/ops.rs", "mask", "fixed_features_tell_nothing_of_masked_values_by_any_way"),
    ("src/features/assets/party_a/record.rs", "number", "fixed_features_tell_nothing_of_masked_values_by_any_way"),
    ("src/features/assets/party_a/record.rs", "accounts", "fixed_features_tell_nothing_of_masked_values_by_any_way"),
    ("src/features/system/user/phones.rs", "mask", "fixed_features_tell_nothing_of_masked_values_by_any_way"),
    ("src/features/system/notice/reading.rs", "mask", "portal/masked.rs"),
    ("src/features/portal/idaas/link.rs", "mask", "one's own number (portal/sso.rs)"),
    ("src/features/monitor/syslog/message.rs", "mask", "portal/syslog_lines.rs"),
    ("src/platform/audit.rs", "mask", "registers/rows.rs, portal/syslog_lines.rs"),
    ("src/crates/kernel/text.rs", "mask", "the mask itself"),
    ("src/features/papers/record.rs", "data", "in a file, for who may see the paper (lease/papers.rs)"),
    ("src/features/papers/record.rs", "differences", "what a text says, for who may see the paper (lease/papers.rs)"),
    ("src/features/finance/receipt/left_out.rs", "line_key", "a hash that leaves the server nowhere"),
    ("src/features/finance/receipt/record.rs", "line_key", "a hash that leaves the server nowhere"),
    ("src/features/finance/receipt/record.rs", "payer_mark", "a hash that leaves the server nowhere"),
    ("src/platform/seal_check.rs", "sealed", "the key's own proof"),
    ("src/platform/identity/user.rs", "password_hash", "a secret that leaves the server nowhere (api/every_route.rs)"),
    ("src/platform/session.rs", "session_id", "a secret that leaves the server nowhere (api/every_route.rs)"),
    ("src/platform/session.rs", "sso", "a secret that leaves the server nowhere (api/every_route.rs)"),
    ("src/features/system/user/passwords.rs", "hashes", "a secret that leaves the server nowhere (api/every_route.rs)"),
    ("src/features/portal/otp/record.rs", "secret", "portal/factor_keys.rs"),
    ("src/features/portal/otp/record.rs", "pending", "portal/factor_keys.rs"),
    ("src/features/portal/otp/record.rs", "hash", "portal/second_factor.rs"),
    ("src/features/approvals/signature.rs", "png", "the person's own, and who may see the paper (approvals/papers.rs)"),
    ("src/features/portal/sign_in/setup.rs", "hash", "a secret that leaves the server nowhere (api/every_route.rs)"),
];

#[test]
fn every_sealed_secret_or_masked_value_is_asked_for_by_a_test() {
    let mut found = BTreeSet::new();
    for (path, text) in crate::architecture::tidy::sources("src") {
        let code = crate::architecture::tidy::code(&text);
        for line in code.lines().map(str::trim) {
            if let Some(name) = line.strip_suffix(": Sealed,").and_then(|line| line.rsplit(' ').next()) {
                found.insert((path.clone(), name.to_owned()));
            }
            if let Some((_, names)) = line.split_once("SECRET_FIELDS: &'static [&'static str] = &[") {
                found.extend(names.split('"').skip(1).step_by(2).map(|name| (path.clone(), name.to_owned())));
            }
            let masks = ["mask_phone(", "mask_id(", "without_phones(", "without_id_numbers("];
            if masks.iter().any(|mask| line.contains(mask)) {
                found.insert((path.clone(), "mask".to_owned()));
            }
        }
    }
    let declared: BTreeSet<(String, String)> =
        DECLARED.iter().map(|(path, name, _)| ((*path).to_owned(), (*name).to_owned())).collect();
    let new: Vec<_> = found.difference(&declared).collect();
    let gone: Vec<_> = declared.difference(&found).collect();
    assert!(new.is_empty(), "nobody asks whether these tell something to who may not see them: {new:?}");
    assert!(gone.is_empty(), "no longer there: {gone:?}");
}
