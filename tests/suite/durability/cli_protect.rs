//! `protect` and `restore` from a repository, as an administrator types them.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::cli::Place;

fn status(place: &Place) -> Value {
    place.run(&["protect", "status", "--data", "a", "--json"]).json()
}

#[test]
fn a_server_fills_its_repository_and_a_new_box_is_made_of_it() {
    let place = Place::installed("a");
    place.run(&["protect", "status", "--data", "a"]).expect(1).says("请先运行 gx-portal protect init");
    let made = place.run(&["protect", "init", "--data", "a", "--json"]).expect(0).json();
    let code = made["codes"][0].as_str().expect("a code").to_owned();
    place.run(&["protect", "init", "--data", "a"]).expect(0).says("恢复码沿用").says("同一块磁盘");
    place.run(&["protect", "status", "--data", "a"]).expect(4).says("还没有完整备份");
    let (server, _) = place.serve("a");
    let began = Instant::now();
    while status(&place)["targets"][0]["base"].is_null() {
        assert!(began.elapsed() < Duration::from_secs(60), "no base came: {}", status(&place));
        std::thread::sleep(Duration::from_millis(200));
    }
    place.run(&["settings", "set", "sys.index.skinName", "skin-green", "--data", "a"]).expect(0);
    assert_eq!(server.stop(), 0);
    assert_eq!(status(&place)["targets"][0]["behind"], 0, "a stop ships the rest");
    place.run(&["protect", "status", "--data", "a"]).expect(0).says("落后 0 次提交");
    place.run(&["protect", "verify", "--data", "a"]).expect(0).says("完好");
    place.run(&["protect", "base", "--data", "a"]).expect(0).says("完整备份已完成并复核");
    place.run(&["protect", "drill", "--data", "a"]).expect(0).says("恢复演练通过").says("与现用数据一致");
    place.run(&["protect", "status", "--data", "a"]).expect(0).says("最近一次恢复演练");
    let repository = "a/backup/repo";
    place.run(&["restore", "--from", repository, "--data", "b"]).expect(2).says("--latest 中的一个");
    place.run(&["restore", "--from", repository, "--latest", "--data", "b"]).expect(2).says("恢复码");
    place.run_with(&["restore", "--from", repository, "--latest", "--data", "b"], "7777\n").expect(1).says("抄写有误");
    let text = format!("{code}\n");
    place
        .run_with(&["restore", "--from", repository, "--latest", "--data", "b"], &text)
        .expect(0)
        .says("全部登录已失效")
        .says("gx-portal serve --data");
    place.run(&["settings", "get", "sys.index.skinName", "--data", "b"]).expect(0).says("skin-green");
    place.run(&["doctor", "--data", "b"]).expect(0).says("数据完好");
    place.run(&["protect", "base", "--data", "b"]).expect(1).says("确认原来的服务已停用");
    place.run(&["protect", "status", "--data", "b"]).expect(4).says("确认原来的服务已停用");
    let undone = ["restore", "--from", repository, "--before-audit", "3", "--keys", "a", "--data", "c"];
    place.run(&undone).expect(1).says("最早可恢复到");
    place.run(&["restore", "--from", "bk", "--latest", "--data", "c"]).expect(2).says("不是备份仓库");
}

#[test]
fn a_killed_server_leaves_a_repository_that_holds_what_was_acknowledged() {
    let place = Place::installed("a");
    place.run(&["protect", "init", "--data", "a"]).expect(0);
    let mut last = String::new();
    for round in 0..4_u64 {
        let (server, _) = place.serve("a");
        let began = Instant::now();
        for number in 0_u64.. {
            last = format!("skin-{round}-{number}");
            place.run(&["settings", "set", "sys.index.skinName", &last, "--data", "a"]).expect(0);
            if began.elapsed() > Duration::from_millis(1_500 + round * 700) {
                break;
            }
        }
        drop(server);
    }
    let (server, _) = place.serve("a");
    assert_eq!(server.stop(), 0);
    place.run(&["doctor", "--data", "a"]).expect(0).says("数据完好");
    place.run(&["protect", "verify", "--data", "a"]).expect(0).says("完好");
    place.run(&["protect", "drill", "--data", "a"]).expect(0).says("恢复演练通过");
    place.run(&["restore", "--from", "a/backup/repo", "--latest", "--keys", "a", "--data", "b"]).expect(0);
    place.run(&["settings", "get", "sys.index.skinName", "--data", "b"]).expect(0).says(&last);
}
