//! `gx-portal register`: what a workbook holds, told by the command line.

use super::cli::Place;

fn fixture(name: &str) -> String {
    format!("{}/tests/fixtures/registers/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_workbook_is_explained() {
    let place = Place::installed("a");
    let survey = |name: &str, more: &[&str]| place.run(&[&["register", "survey", &fixture(name)], more].concat());
    survey("01-petitions.xlsx", &[])
        .expect(0)
        .says("标题：信访事项台账")
        .says("单位：万元")
        .says("表头：第 3–4 行\t数据：第 5–64 行（60 行）")
        .says("2 行不是：第 17 行“待定”、第 35 行“二〇二四年三月”")
        .says("金额 2,976.80 与 60 行之和一致")
        .says("查重列：编号")
        .says("没有指定数据目录");
    survey("08-projects.xlsx", &[]).expect(0).says("相差 1,200.00").says("栏次");
    survey("05-contracts.xlsx", &[]).expect(0).says("工作表 1、2、3、4、5、6 结构相同");
    survey("06-hazards.xlsx", &[]).expect(0).says("“己整改”与“已整改”只差一个字");
    let known = survey("01-petitions.xlsx", &["--sheet", "1", "--json", "--data", "a"]).expect(0).json();
    let columns = &known["surveys"][0]["guess"]["columns"];
    assert_eq!((&columns[1]["kind"], &columns[1]["misfitCount"]), (&"day".into(), &2.into()), "{known}");
    // the departments of the seed are none of these
    assert_eq!(columns[6]["kind"], "choice", "{known}");
    assert_eq!(known["surveys"][0]["converted"]["rows"], 60, "{known}");
}

#[test]
fn what_cannot_be_read_is_refused_with_a_sentence() {
    let place = Place::installed("a");
    for (name, sheet, sentence) in [
        ("10-encrypted.xlsx", "1", "设有打开密码"),
        ("10-bomb.xlsx", "1", "压缩比异常"),
        ("10-wide.xlsx", "1", "超过 200 列"),
        ("10-horrors.xlsx", "6", "没有第 6 个可读取的工作表"),
        ("make.py", "9", "没有第 9 个可读取的工作表"),
    ] {
        place.run(&["register", "survey", &fixture(name), "--sheet", sheet]).expect(1).says(sentence);
    }
    place.run(&["register", "survey", "none.xlsx"]).expect(1).says("文件读写失败");
}

#[test]
fn a_definition_is_taken_published_listed_and_written() {
    let place = Place::installed("a");
    let on = |arguments: &[&str]| place.run(&[arguments, &["--data", "a"]].concat());
    on(&["register", "list"]).expect(0);
    on(&["register", "export", "nichts", "x.json"]).expect(1).says("登记表“nichts”不存在");
    on(&["register", "import", &fixture("make.py")]).expect(1).says("不是登记表定义");
    on(&["register", "import", &fixture("definition.json"), "--dry-run"]).expect(0).says("新登记表");
    on(&["register", "publish", "xfang"]).expect(1).says("登记表“xfang”不存在");
    on(&["register", "import", &fixture("definition.json")]).expect(0).says("信访台账（xfang）：新登记表");
    on(&["register", "publish", "xfang", "--note", "首次"]).expect(0).says("已发布第 1 版");
    on(&["register", "list"]).expect(0).says("xfang\t信访台账\t已发布\t第 1 版\t0 行");
    on(&["register", "export", "xfang", "out.json"]).expect(0).says("已导出到");
    on(&["register", "import", "out.json"]).expect(0).says("作为新版本的草稿");
}

#[test]
fn a_package_comes_back_by_the_command_line() {
    let made = crate::support::Portal::new();
    let who = made.admin();
    let register = crate::registers::made::of_every_kind(&made, &who);
    crate::registers::made::row(&made, &who, "xfang", serde_json::json!({"bianhao": "A-1", "dianhua": "13800000001"}));
    for deed in ["stop", "archive"] {
        crate::registers::made::fine(made.put(&format!("/reg/design/{register}/{deed}"), &who, serde_json::json!({})));
    }
    gx_portal::features::registers::works::run::all(&made.app).expect("worked off");
    let own = made.stopped();
    let data = own.path().to_str().expect("a path").to_owned();
    let package = format!("{data}/archive/register-xfang-20240930.zip");
    let place = Place::installed("a");
    place.run(&["register", "import", &package, "--data", "a"]).expect(1).says("归档包来自另一套系统");
    let on = |arguments: &[&str]| place.run(&[arguments, &["--data", &data]].concat());
    on(&["register", "list"]).expect(0).says("xfang\t信访台账\t已归档\t第 1 版\t0 行");
    on(&["register", "import", &package, "--dry-run"]).expect(0).says("从归档包恢复：共 1 版定义、1 行");
    on(&["register", "import", &package]).expect(0).says("信访台账（xfang）：从归档包恢复");
    on(&["register", "list"]).expect(0).says("xfang\t信访台账\t已停用\t第 1 版\t1 行");
    on(&["register", "import", &package]).expect(1).says("编码“xfang”已被登记表“信访台账”（已停用）使用");
    drop(own);
}
