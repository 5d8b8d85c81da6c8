//! A value that was shown masked may come back as it was shown, by every door that it could be changed through: forms, and
//! workbooks that were exported. The mask of another value is refused, and nothing is written.

use crate::registers::made::{of_every_kind, row};
use crate::support::Portal;
use crate::wide::of_texts;
use gx_portal::platform::identity::user::{BY_NAME, User};
use gx_portal::records::personal::FOREIGN_MASK;
use gx_portal::store::{Reads, key};
use serde_json::{Value, json};

/// A masked field: how it is sent, and what is stored.
struct Field {
    name: &'static str,
    whole: &'static str,
    mask: &'static str,
    /// The mask of somebody else's value, of the same shape.
    foreign: &'static str,
    doors: &'static [fn(&World, &str) -> Value],
    /// A form that makes something new with it; none where nothing new is made.
    create: Option<fn(&World, &str) -> Value>,
    stored: fn(&World) -> Value,
}

struct World {
    portal: Portal,
    admin: String,
    clerk: String,
    row: u64,
}

const PHONE: &str = "13987604321";
const PHONE_MASK: &str = "139****4321";
const PHONE_FOREIGN: &str = "139****4322";

impl World {
    fn new() -> Self {
        let portal = Portal::new();
        let admin = portal.admin();
        portal.person("clerk", 110, &[]);
        let clerk = portal.token("clerk");
        let user = portal.get("/system/user/list?userName=clerk", &admin)["rows"][0]["userId"].clone();
        let good = |answer: Value| assert_eq!(answer["code"], 200, "{answer}");
        good(portal.put("/system/user", &admin, json!({"userId": user, "phonenumber": PHONE})));
        let tenant = json!({"tenantCode": "T1", "tenantName": "欧阳甲乙", "kind": 2, "idNo": "530102199001011234", "phone": "13698765432", "deptId": 110});
        good(portal.post("/lease/tenant", &admin, tenant));
        let party = json!({"partyACode": "A", "partyAName": "资产经营中心", "unitKind": 2, "remitRequired": false, "remitDay": 10, "deptId": 110, "accounts": [
            {"bank": "甲银行", "name": "中心", "accountNo": "6222098760430001", "isDefault": true},
            {"bank": "乙银行", "name": "中心", "accountNo": "6222098760990001", "isDefault": false}]});
        good(portal.post("/asset/partyA", &admin, party));
        of_every_kind(&portal, &admin);
        let row = row(
            &portal,
            &admin,
            "xfang",
            json!({"bianhao": "XF-1", "dianhua": PHONE, "shenfen": "11010519491231002X", "zhanghao": "6222020200112233"}),
        );
        Self { portal, admin, clerk, row }
    }

    fn user(&self) -> User {
        self.portal.app.store.read().unwrap().one(&BY_NAME, &key().str("clerk")).unwrap().unwrap()
    }

    fn import(&self, path: &str, head: &[&str], cells: &[&str]) -> Value {
        let bytes = of_texts(&[head, cells]);
        let answer =
            self.portal.upload(&format!("{path}/importData?updateSupport=1"), &self.admin, "file", "数据.xlsx", &bytes);
        // A row that is refused is told in the report.
        let failed =
            answer["data"]["rows"].as_array().and_then(|rows| rows.iter().find(|row| row["outcome"] == "failed"));
        match failed {
            Some(row) => json!({"code": 500, "msg": row["reason"]}),
            None => answer,
        }
    }

    fn tenant(&self, field: &str, value: &str) -> Value {
        let mut form = self.portal.get("/lease/tenant/list?keyWord=T1", &self.admin)["rows"][0].clone();
        form[field] = json!(value);
        self.portal.put("/lease/tenant", &self.admin, form)
    }

    fn register(&self, field: &str, value: &str) -> Value {
        let shown = self.portal.get(&format!("/reg/xfang/{}", self.row), &self.admin)["data"].clone();
        let mut values = shown["values"].clone();
        values[field] = json!(value);
        self.portal.put(
            "/reg/xfang",
            &self.admin,
            json!({"id": self.row, "version": shown["version"], "values": values}),
        )
    }

    fn new_row(&self, field: &str, value: &str) -> Value {
        let mut values = json!({"bianhao": "XF-9"});
        values[field] = json!(value);
        self.portal.post("/reg/xfang", &self.admin, json!({"values": values}))
    }

    fn row_in_full(&self, field: &str) -> Value {
        self.portal.post("/reg/xfang/personal", &self.admin, json!({"id": self.row}))["data"]["values"][field].clone()
    }

    fn tenant_in_full(&self, field: &str) -> Value {
        self.portal.post("/lease/tenant/personal", &self.admin, json!({"id": 1}))["data"][field].clone()
    }
}

fn new_tenant(world: &World, field: &str, value: &str) -> Value {
    let mut form = json!({"tenantName": "新户", "kind": 1, "deptId": 110});
    form[field] = json!(value);
    world.portal.post("/lease/tenant", &world.admin, form)
}

const FIELDS: &[Field] = &[
    Field {
        name: "telephone of a user",
        whole: PHONE,
        mask: PHONE_MASK,
        foreign: PHONE_FOREIGN,
        doors: &[
            |world, text| {
                world.portal.put("/system/user/profile", &world.clerk, json!({"phonenumber": text, "email": "c@x.cn"}))
            },
            |world, text| {
                let user = world.user();
                world.portal.put(
                    "/system/user",
                    &world.admin,
                    json!({"userId": user.user_id, "phonenumber": text, "remark": "改"}),
                )
            },
            |world, text| world.import("/system/user", &["登录名称", "用户名称", "手机号码"], &["clerk", "改名", text]),
        ],
        create: Some(|world, text| {
            let form = json!({"userName": "neu", "realName": "新人", "deptId": 110, "phonenumber": text});
            world.portal.post("/system/user", &world.admin, form)
        }),
        stored: |world| json!(world.user().phonenumber),
    },
    Field {
        name: "certificate of a tenant",
        whole: "530102199001011234",
        mask: "530102********1234",
        foreign: "530102********1235",
        doors: &[
            |world, text| world.tenant("idNo", text),
            |world, text| {
                world.import(
                    "/lease/tenant",
                    &["乙方编码", "乙方名称", "证件号码", "行业"],
                    &["T1", "欧阳甲乙", text, "零售"],
                )
            },
        ],
        create: Some(|world, text| new_tenant(world, "idNo", text)),
        stored: |world| world.tenant_in_full("idNo"),
    },
    Field {
        name: "telephone of a tenant",
        whole: "13698765432",
        mask: "136****5432",
        foreign: "136****5433",
        doors: &[
            |world, text| world.tenant("phone", text),
            |world, text| {
                world.import(
                    "/lease/tenant",
                    &["乙方编码", "乙方名称", "联系电话", "行业"],
                    &["T1", "欧阳甲乙", text, "餐饮"],
                )
            },
        ],
        create: Some(|world, text| new_tenant(world, "phone", text)),
        stored: |world| world.tenant_in_full("phone"),
    },
    Field {
        name: "account of a party A, of two that end alike",
        whole: "6222098760990001",
        mask: "****0001",
        foreign: "****0002",
        doors: &[|world, text| {
            let mut form = world.portal.get("/asset/partyA/1", &world.admin)["data"].clone();
            form["accounts"][1]["accountNo"] = json!(text);
            world.portal.put("/asset/partyA", &world.admin, form)
        }],
        create: Some(|world, text| {
            let account = json!({"bank": "甲银行", "name": "新单位", "accountNo": text, "isDefault": true});
            let form = json!({"partyACode": "B", "partyAName": "新单位", "unitKind": 2, "remitRequired": false, "remitDay": 10, "deptId": 110, "accounts": [account]});
            world.portal.post("/asset/partyA", &world.admin, form)
        }),
        stored: |world| {
            world.portal.post("/asset/partyA/accounts", &world.admin, json!({"id": 1}))["data"][1]["accountNo"].clone()
        },
    },
    Field {
        name: "telephone in a register",
        whole: PHONE,
        mask: PHONE_MASK,
        foreign: PHONE_FOREIGN,
        doors: &[
            |world, text| world.register("dianhua", text),
            |world, text| world.import("/reg/xfang", &["编号", "电话", "事项"], &["XF-1", text, "甲"]),
        ],
        create: Some(|world, text| world.new_row("dianhua", text)),
        stored: |world| world.row_in_full("dianhua"),
    },
    Field {
        name: "identity number in a register",
        whole: "11010519491231002X",
        mask: "110105********002X",
        foreign: "110105********0028",
        doors: &[
            |world, text| world.register("shenfen", text),
            |world, text| world.import("/reg/xfang", &["编号", "身份证", "事项"], &["XF-1", text, "乙"]),
        ],
        create: Some(|world, text| world.new_row("shenfen", text)),
        stored: |world| world.row_in_full("shenfen"),
    },
    Field {
        name: "account in a register",
        whole: "6222020200112233",
        mask: "622202******2233",
        foreign: "622202******2234",
        doors: &[
            |world, text| world.register("zhanghao", text),
            |world, text| world.import("/reg/xfang", &["编号", "账号", "事项"], &["XF-1", text, "丙"]),
        ],
        create: Some(|world, text| world.new_row("zhanghao", text)),
        stored: |world| world.row_in_full("zhanghao"),
    },
];

#[test]
fn a_mask_means_as_it_is_at_every_door_and_a_foreign_one_is_refused() {
    let world = World::new();
    for field in FIELDS {
        assert_eq!((field.stored)(&world), field.whole, "{}", field.name);
        for (place, door) in field.doors.iter().enumerate() {
            let about = format!("{}, door {place}", field.name);
            let same = door(&world, field.mask);
            assert_eq!(same["code"], 200, "{about}: {same}");
            assert_eq!((field.stored)(&world), field.whole, "{about}");
            let other = door(&world, field.foreign);
            assert!(other["code"] != 200 && other["msg"].as_str().unwrap().contains(FOREIGN_MASK), "{about}: {other}");
            assert_eq!((field.stored)(&world), field.whole, "{about}");
        }
        let Some(create) = field.create else { continue };
        for mask in [field.mask, field.foreign] {
            let new = create(&world, mask);
            assert!(new["code"] != 200 && new["msg"].as_str().unwrap().contains(FOREIGN_MASK), "{}: {new}", field.name);
        }
    }
}

/// Whoever has any of the roles that are shipped sees his own data in full, and may send them back as they came.
#[test]
fn every_shipped_role_saves_its_own_profile() {
    let portal = Portal::new();
    let admin = portal.admin();
    let roles = portal.get("/system/role/optionselect", &admin)["data"].clone();
    let roles: Vec<u64> = roles.as_array().expect("roles").iter().filter_map(|role| role["roleId"].as_u64()).collect();
    assert!(roles.len() > 5, "{roles:?}");
    for (place, role) in roles.into_iter().filter(|role| *role != 1).enumerate() {
        let name = format!("person{place}");
        portal.person(&name, 110, &[role]);
        let token = portal.token(&name);
        let number = format!("139876043{place:02}");
        let save = |form: Value| {
            let answer = portal.put("/system/user/profile", &token, form);
            assert_eq!(answer["code"], 200, "role {role}: {answer}");
        };
        save(json!({"phonenumber": number}));
        let own = portal.get("/system/user/profile", &token)["data"].clone();
        assert_eq!(own["phonenumber"], number, "role {role} sees his own in full");
        save(json!({"realName": "改名", "phonenumber": own["phonenumber"], "email": "", "sex": own["sex"]}));
        let own = portal.get("/system/user/profile", &token)["data"].clone();
        assert_eq!((&own["realName"], &own["phonenumber"]), (&json!("改名"), &json!(number)), "role {role}");
    }
}
