//! `gx-portal flow`: processes from the command line.

use super::cli::Place;

#[test]
fn processes_are_set_up_without_a_browser() {
    let place = Place::installed("a");
    let run = |arguments: &[&str]| place.run(&[&["flow"], arguments, &["--data", "a"]].concat());
    run(&["list"]).expect(0).says("waiver\t减免审批\t简易").says("还没有部门有在用的人员");
    run(&["check"]).expect(0).says("没有发现问题");
    let refused = run(&["preset", "standard", "waiver", "--json"]).expect(4).json();
    assert_eq!(refused["processes"][0]["changed"], false, "{refused}");
    run(&["preset", "off", "waiver"]).expect(4).says("减免审批必须经过审批");
    run(&["preset", "standard"]).expect(2);
    run(&["preset", "standard", "nothing"]).expect(1).says("流程“nothing”不存在");
    run(&["preset", "simple", "--all", "--roles"]).expect(0).says("减免审批：简易，没有改动");
    run(&["export", "notice", "out.json"]).expect(1).says("没有已发布的流程");
    run(&["export", "notice", "out.json", "--version", "9"]).expect(1).says("没有第 9 版流程");
    run(&["export", "notice", "out.json", "--version", "1"]).expect(0).says("out.json");
    run(&["import", "out.json"]).expect(0).says("第 2 版（草稿");
    run(&["import", "out.json", "--publish"]).expect(0).says("第 3 版（并已发布）");
    run(&["list"]).expect(0).says("notice\t公告发布审批\t标准\t第 3 版");
    run(&["check", "notice"]).expect(4).says("公告发布审批：“办公室”目前找不到人");
    run(&["preset", "off", "notice"]).expect(0).says("公告发布审批：已改为未启用");
    run(&["import", "missing.json"]).expect(1).says("读不到文件");
    std::fs::write(place.path("wrong.json"), "{}").expect("written");
    run(&["import", "wrong.json"]).expect(1).says("文件不是流程文件");
}
