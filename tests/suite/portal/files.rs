//! Uploaded files end to end: taking in, limits, sending, who sees what, sweeping, the doctor.

use crate::support;
use std::io::{Cursor, Write};

use gx_portal::features::system::file;
use gx_portal::platform::files::FileInfo;
use gx_portal::store::{Reads, id};
use gx_portal::upkeep::doctor;
use poem::Request;
use serde_json::{Value, json};
use support::{Answer, Portal, act};

const UPLOAD: &str = "/common/upload2Minio";

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_fn(width, height, |x, y| image::Rgb([(x % 256) as u8, (y % 256) as u8, 90]));
    picture.write_to(&mut bytes, image::ImageOutputFormat::Png).unwrap();
    bytes.into_inner()
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(width, height, image::Rgb([200, 40, 10]));
    picture.write_to(&mut bytes, image::ImageOutputFormat::Jpeg(85)).unwrap();
    bytes.into_inner()
}

fn docx() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("word/document.xml", zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(b"<w/>").unwrap();
    writer.finish().unwrap().into_inner()
}

fn heic() -> Vec<u8> {
    [&24_u32.to_be_bytes()[..], b"ftypheic\0\0\0\0mif1heic", &[7; 200]].concat()
}

/// Several parts at once: field, file name ("" = a text field), content.
fn send_parts(portal: &Portal, token: &str, parts: &[(&str, &str, &[u8])]) -> Value {
    let mut body = Vec::new();
    for (field, name, bytes) in parts {
        let name = if name.is_empty() { String::new() } else { format!("; filename=\"{name}\"") };
        body.extend(format!("--gx\r\ncontent-disposition: form-data; name=\"{field}\"{name}\r\n\r\n").into_bytes());
        body.extend(*bytes);
        body.extend(b"\r\n");
    }
    body.extend(b"--gx--\r\n");
    let request = Request::builder()
        .method(poem::http::Method::POST)
        .uri(format!("/gx_portal/prod-api{UPLOAD}").parse().unwrap())
        .header("authorization", format!("Bearer {token}"))
        .content_type("multipart/form-data; boundary=gx")
        .body(body);
    portal.send(request).json()
}

fn uploaded(portal: &Portal, token: &str, name: &str, bytes: &[u8]) -> u64 {
    let answer = portal.upload(UPLOAD, token, "file", name, bytes);
    answer["fileInfo"]["id"].as_u64().unwrap_or_else(|| panic!("{name}: {answer}"))
}

fn get(portal: &Portal, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut builder = Request::builder().uri(format!("/gx_portal/prod-api{path}").parse().unwrap());
    for (name, value) in headers {
        builder = builder.header(*name, *value);
    }
    portal.send(builder.finish())
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
}

#[test]
fn the_answer_is_the_one_of_the_contract() {
    let portal = Portal::new();
    let token = portal.admin();
    let bytes = png(900, 450);
    let answer = portal.upload(UPLOAD, &token, "file", "C:\\\\x\\\\照片.PNG", &bytes);
    assert_eq!((answer["code"].clone(), answer["msg"].clone()), (json!(200), json!("操作成功")));
    let info = &answer["fileInfo"];
    let wanted = json!({
        "id": 1, "url": "/common/download/1", "fileName": "照片.PNG", "originalName": "照片.PNG", "name": "照片.PNG",
        "suffix": "png", "size": bytes.len(), "contentType": "image/png", "thumbnailUrl": "/common/thumbnail/1",
        "previewUrl": "/common/download/1", "width": 900, "height": 450, "kept": false, "createBy": "admin",
        "createTime": "2024-09-30 09:00:00",
    });
    assert_eq!(info, &wanted);
    let plain = portal.upload("/common/upload", &token, "file", "a.txt", b"text");
    assert_eq!(
        plain,
        json!({"msg": "操作成功", "code": 200, "fileName": "/common/download/2",
            "url": "/gx_portal/prod-api/common/download/2", "newFileName": "2", "originalFilename": "a.txt"})
    );
    let third = uploaded(&portal, &token, "方案.docx", &docx());
    let list = portal.get(&format!("/system/fileInfo/list/{third},99,1,2"), &token);
    let ids: Vec<u64> = list["data"].as_array().unwrap().iter().map(|row| row["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [third, 1, 2], "in the order asked");
    assert_eq!(list["data"][1], wanted);
    for path in ["/system/fileInfo/list/", "/system/fileInfo/list"] {
        assert_eq!(portal.get(path, &token), json!({"msg": "操作成功", "code": 200, "data": []}), "{path}");
    }
    let small = get(&portal, "/common/thumbnail/1", &[("authorization", &token)]);
    let decoded = image::load_from_memory(&small.bytes).unwrap();
    assert_eq!((decoded.width(), decoded.height(), header(&small, "content-type")), (320, 160, "image/jpeg"));
    assert_eq!(portal.get("/common/thumbnail/2", &token)["msg"], "该文件没有缩略图");
}

#[test]
fn what_is_not_what_it_says_is_refused_and_leaves_nothing() {
    let portal = Portal::new();
    let token = portal.admin();
    let html: &[u8] = b"<!doctype html><script>alert(1)</script>";
    let mut huge = png(4, 4);
    huge[16..24].copy_from_slice(&[0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50]);
    let types = |name: &str, suffix: &str| {
        let listed = "jpg、png、heic、pdf、doc、docx、xls、xlsx、ppt、pptx、wps、et、dps、txt、csv、zip";
        format!("文件[{name}]后缀[{suffix}]不正确，请上传[{listed}]格式")
    };
    for (name, bytes, sentence) in [
        ("a.html", html, &*types("a.html", "html")),
        ("a.svg", b"<svg onload=alert(1)/>", &types("a.svg", "svg")),
        ("a.js", b"alert(1)", &types("a.js", "js")),
        ("noend", b"x", &types("noend", "")),
        ("a.jpg", html, "文件内容与扩展名 jpg 不符，请检查文件"),
        ("a.jpg", b"<svg onload=alert(1)/>", "文件内容与扩展名 jpg 不符，请检查文件"),
        ("a.JPG", b"alert(1)", "文件内容与扩展名 jpg 不符，请检查文件"),
        ("a.pdf", html, "文件内容与扩展名 pdf 不符，请检查文件"),
        ("a.xlsx", &docx(), "文件内容与扩展名 xlsx 不符，请检查文件"),
        ("a.heic", &png(2, 2), "文件内容与扩展名 heic 不符，请检查文件"),
        ("a.txt", b"", "文件内容为空，请重新选择文件"),
        ("a.png", &png(200, 200)[..500], "图片已损坏或格式不正确，请换一张图片"),
        ("big.png", &huge, "图片尺寸过大（50000×50000 像素），请缩小后重新上传"),
    ] {
        let answer = portal.upload(UPLOAD, &token, "file", name, bytes);
        assert_eq!(answer, json!({"code": 500, "msg": sentence}), "{name}");
        assert_eq!(portal.last_audit().code, 500, "{name}");
    }
    assert_eq!(portal.app.blobs.all().unwrap().len(), 0);
    let scratch = std::fs::read_dir(portal.app.paths.temporary()).unwrap().count();
    assert_eq!(scratch, 0, "temporary files are gone");
}

#[test]
fn a_client_names_no_file_of_the_server() {
    let portal = Portal::new();
    let token = portal.admin();
    for part in ["preview", "file[path]", "preview[path]"] {
        let answer = send_parts(&portal, &token, &[(part, "", b"/etc/passwd"), ("file", "a.txt", b"text")]);
        assert!(answer["code"] == 200 || answer["code"] == 500, "{answer}");
        let blobs = portal.app.blobs.all().unwrap();
        assert!(blobs.len() <= 1, "{part}");
    }
    let query = format!("{UPLOAD}?preview[path]=/etc/passwd&preview[name]=x&preview[size]=1");
    let answer = portal.upload(&query, &token, "file", "a.heic", &heic());
    assert_eq!((answer["code"].clone(), answer["fileInfo"]["thumbnailUrl"].clone()), (json!(200), json!("")));
}

#[test]
fn heic_keeps_a_preview_from_the_browser() {
    let portal = Portal::new();
    let token = portal.admin();
    let parts: &[(&str, &str, &[u8])] = &[("file", "IMG_1.HEIC", &heic()), ("preview", "p.jpg", &jpeg(2000, 1000))];
    let info = send_parts(&portal, &token, parts)["fileInfo"].clone();
    let number = info["id"].as_u64().unwrap();
    assert_eq!((info["contentType"].clone(), info["width"].clone()), (json!("image/heic"), json!(2000)));
    assert_eq!(info["previewUrl"], format!("/common/thumbnail/{number}?large=true"));
    let auth = [("authorization", token.as_str())];
    for (path, width) in [("", 320), ("?large=true", 1600)] {
        let small = get(&portal, &format!("/common/thumbnail/{number}{path}"), &auth);
        assert_eq!(image::load_from_memory(&small.bytes).unwrap().width(), width);
        assert!(header(&small, "content-disposition").starts_with("inline"));
    }
    let whole = get(&portal, &format!("/common/download/{number}"), &auth);
    assert_eq!(whole.bytes, heic());
    assert!(header(&whole, "content-disposition").starts_with("attachment; filename=IMG_1.HEIC;"));
    let bad: &[(&str, &str, &[u8])] = &[("file", "a.heic", &heic()), ("preview", "p.jpg", b"<script>")];
    assert_eq!(send_parts(&portal, &token, bad)["msg"], "图片已损坏或格式不正确，请换一张图片");
}

#[test]
fn downloads_have_ranges_validators_and_safe_headers() {
    let portal = Portal::new();
    let token = portal.admin();
    let text: Vec<u8> = (0..1000_u32).map(|n| b'a' + (n % 26) as u8).collect();
    let number = uploaded(&portal, &token, "说明 1.txt", &text);
    let path = format!("/common/download/{number}");
    let ask = |more: &[(&str, &str)]| {
        let mut headers = vec![("authorization", token.as_str())];
        headers.extend(more);
        get(&portal, &path, &headers)
    };
    let whole = ask(&[]);
    assert_eq!((whole.status, &whole.bytes, header(&whole, "content-length")), (200, &text, "1000"));
    assert_eq!(
        header(&whole, "content-disposition"),
        "attachment; filename=%E8%AF%B4%E6%98%8E%201.txt; filename*=utf-8''%E8%AF%B4%E6%98%8E%201.txt"
    );
    assert_eq!(header(&whole, "x-content-type-options"), "nosniff");
    assert_eq!(header(&whole, "content-security-policy"), "default-src 'none'; sandbox");
    assert_eq!(header(&whole, "content-type"), "text/plain; charset=utf-8");
    let etag = header(&whole, "etag").to_owned();
    let part = ask(&[("range", "bytes=10-19")]);
    assert_eq!((part.status, &part.bytes[..]), (206, &text[10..20]));
    assert_eq!((header(&part, "content-range"), header(&part, "content-length")), ("bytes 10-19/1000", "10"));
    assert_eq!(ask(&[("range", "bytes=-5")]).bytes, &text[995..]);
    let none = ask(&[("range", "bytes=1000-")]);
    assert_eq!((none.status, header(&none, "content-range"), none.bytes.len()), (416, "bytes */1000", 0));
    assert_eq!(ask(&[("range", "bytes=0-1,4-5")]).bytes.len(), 1000);
    assert_eq!(ask(&[("range", "bytes=0-1"), ("if-range", "\"other\"")]).bytes.len(), 1000);
    assert_eq!(ask(&[("range", "bytes=0-1"), ("if-range", &etag)]).bytes.len(), 2);
    let known = ask(&[("if-none-match", &etag)]);
    assert_eq!((known.status, known.bytes.len()), (304, 0));
    let picture = uploaded(&portal, &token, "a.png", &png(20, 20));
    let shown = get(&portal, &format!("/common/download/{picture}"), &[("authorization", &token)]);
    assert!(header(&shown, "content-disposition").starts_with("inline; "), "a picture that we decoded");
}

#[test]
fn cookie_and_ticket_open_downloads_and_nothing_else() {
    let portal = Portal::new();
    let token = portal.admin();
    let number = uploaded(&portal, &token, "a.txt", b"text");
    let other = uploaded(&portal, &token, "b.txt", b"other");
    let path = format!("/common/download/{number}");
    let cookie = format!("Admin-Token-Portal={token}");
    assert_eq!(get(&portal, &path, &[("cookie", &cookie)]).bytes, b"text");
    assert_eq!(get(&portal, "/system/fileInfo/list/1", &[("cookie", &cookie)]).json()["code"], 401);
    assert_eq!(get(&portal, &path, &[]).json()["code"], 401);

    let ticket =
        || portal.post(&format!("{path}/ticket"), &token, json!({}))["data"]["url"].as_str().unwrap().to_owned();
    let url = ticket();
    assert_eq!(get(&portal, &url, &[]).bytes, b"text");
    assert_eq!(get(&portal, &url, &[]).json()["code"], 401, "once");
    let foreign = ticket().replace(&path, &format!("/common/download/{other}"));
    assert_eq!(get(&portal, &foreign, &[]).json()["code"], 401, "for one file");
    let late = ticket();
    portal.post("/logout", &token, json!({}));
    assert_eq!(get(&portal, &late, &[]).json()["code"], 401, "dies with the session");
    assert_eq!(get(&portal, &format!("{path}?ticket=x"), &[]).json()["code"], 401);
}

#[test]
fn a_file_is_seen_by_its_owner_and_by_who_sees_its_thing() {
    let portal = Portal::new();
    let mine = portal.person("owner1", 110, &[]);
    let reader = portal.person("reader1", 110, &[]);
    portal.person("stranger1", 110, &[]);
    let (owner, reading, stranger, admin) =
        (portal.token("owner1"), portal.token("reader1"), portal.token("stranger1"), portal.admin());
    let number = uploaded(&portal, &owner, "a.txt", b"text");
    let missing = json!({"code": 404, "msg": "文件不存在或已被删除"});
    let sees = |token: &str| {
        let whole = get(&portal, &format!("/common/download/{number}"), &[("authorization", token)]).bytes == b"text";
        let listed = portal.get(&format!("/system/fileInfo/list/{number}"), token)["data"][0]["id"] == number;
        assert_eq!(whole, listed);
        let ticket = portal.post(&format!("/common/download/{number}/ticket"), token, json!({}));
        assert_eq!(ticket == missing, !whole);
        whole
    };
    assert_eq!([&owner, &reading, &stranger, &admin].map(|token| sees(token)), [true, false, false, true]);
    act(&portal.app, move |op| file::attach(op, &[number], "testing", reader));
    assert_eq!([&owner, &reading, &stranger, &admin].map(|token| sees(token)), [true, true, false, true]);
    assert_eq!(portal.delete(&format!("/common/file/{number}"), &owner)["msg"], "文件已被引用，不能删除");
    assert_eq!(portal.delete(&format!("/common/file/{number}"), &reading)["msg"], "只能删除自己上传的文件");
    assert_eq!(portal.delete(&format!("/common/file/{number}"), &stranger), missing);
    act(&portal.app, move |op| file::attach(op, &[number], "testing", reader));
    let elsewhere = portal.app.act(
        &std::sync::Arc::new(gx_portal::op::Caller::console("t", "t")),
        "测试",
        gx_portal::route::AuditAction::Other,
        move |op| file::attach(op, &[number], "testing", mine),
    );
    assert_eq!(elsewhere.unwrap_err().message, "附件“a.txt”已用于其他记录，请重新上传");
    let second = uploaded(&portal, &owner, "b.txt", b"b");
    act(&portal.app, move |op| file::set(op, &[second], "testing", reader));
    let view = portal.app.store.read().unwrap();
    let first: FileInfo = view.get(&id(number)).unwrap().unwrap();
    assert!(first.reference.is_none() && first.loose_since.is_some(), "taken out again");
    assert_eq!(portal.delete(&format!("/common/file/{number}"), &owner)["code"], 200);
    assert_eq!(portal.get(&format!("/common/download/{number}"), &owner), missing);
}

#[test]
fn a_stranger_cannot_take_a_foreign_file() {
    let portal = Portal::new();
    let owner = portal.person("owner2", 110, &[]);
    let other = portal.person("other2", 110, &[]);
    let number = uploaded(&portal, &portal.token("owner2"), "a.txt", b"text");
    let rights = portal.app.rights.get(other, || portal.app.store.read()).unwrap().unwrap();
    let who = gx_portal::op::Who::Person { session: "x".into() };
    let caller = gx_portal::op::Caller { who, rights, origin: Default::default(), exercised: None };
    let refused =
        portal.app.act(&std::sync::Arc::new(caller), "测试", gx_portal::route::AuditAction::Other, move |op| {
            file::attach(op, &[number], "testing", owner)
        });
    assert_eq!(refused.unwrap_err().message, "附件不存在或已被清理，请重新上传");
}

fn set(portal: &Portal, key: &'static str, value: &'static str) {
    act(&portal.app, move |op| gx_portal::features::system::config::ops::set(op, key, value));
}

#[test]
fn limits_follow_the_settings() {
    let portal = Portal::new();
    portal.person("busy1", 110, &[]);
    let token = portal.token("busy1");
    let megabytes = |n: usize| vec![b'x'; (n << 20) + 1];
    set(&portal, "sys.file.maxSizeMb", "2");
    let send = |name: &str, bytes: &[u8]| portal.upload(UPLOAD, &token, "file", name, bytes)["msg"].clone();
    assert_eq!(send("a.txt", &megabytes(2)), "上传的文件大小超出限制的文件大小！允许的文件最大大小是：2MB！");
    assert_eq!(send("a.txt", &megabytes(1)), "操作成功");
    set(&portal, "sys.file.pictureMaxSizeMb", "1");
    let mut picture = jpeg(10, 10);
    picture.extend(megabytes(1));
    assert_eq!(send("a.jpg", &picture), "上传的图片大小超出限制的文件大小！允许的图片最大大小是：1MB！");
    set(&portal, "sys.file.daySizeMb", "2");
    assert_eq!(send("b.txt", &megabytes(1)), "今日上传总量超过 2 MB，请明日再试或联系管理员");
    set(&portal, "sys.file.dayCount", "3");
    assert_eq!([send("c.txt", b"c"), send("d.txt", b"d")], ["操作成功", "操作成功"]);
    assert_eq!(send("e.txt", b"e"), "今日上传文件已达 3 个，请明日再试或联系管理员");
    assert_eq!(portal.upload(UPLOAD, &portal.admin(), "file", "e.txt", b"e")["code"], 200, "each his own");
    portal.app.clock.advance((16 * 3600) * 1000);
    let token = portal.token("busy1");
    assert_eq!(portal.upload(UPLOAD, &token, "file", "e.txt", b"e")["code"], 200, "another day");
}

#[test]
fn loose_files_go_after_a_day_and_their_content_later() {
    let portal = Portal::new();
    let token = portal.admin();
    let kept = uploaded(&portal, &token, "kept.txt", b"kept");
    let loose = uploaded(&portal, &token, "loose.txt", b"loose");
    act(&portal.app, move |op| file::attach(op, &[kept], "testing", 1));
    let exists = |number: u64| portal.app.store.read().unwrap().get::<FileInfo>(&id(number)).unwrap().is_some();
    portal.app.clock.advance((24 * 3600 - 60) * 1000);
    assert_eq!(doctor::sweep_files(&portal.app).unwrap(), 0);
    assert!(exists(kept) && exists(loose));
    portal.app.clock.advance(120 * 1000);
    assert_eq!(doctor::sweep_files(&portal.app).unwrap(), 0, "content is young on the disk");
    assert!(exists(kept) && !exists(loose));
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    for hash in portal.app.blobs.all().unwrap() {
        let path = portal.app.blobs.path(&hash).unwrap();
        std::fs::File::options().append(true).open(path).unwrap().set_modified(long_ago).unwrap();
    }
    assert_eq!(doctor::sweep_files(&portal.app).unwrap(), 1);
    assert_eq!(portal.app.blobs.all().unwrap().len(), 1);
}

#[test]
fn the_doctor_names_files_that_are_hurt() {
    let portal = Portal::new();
    let token = portal.admin();
    let (lost, hurt) = (uploaded(&portal, &token, "丢失.txt", b"lost"), uploaded(&portal, &token, "损坏.txt", b"hurt"));
    uploaded(&portal, &token, "a.png", &png(40, 40));
    assert_eq!(doctor::run(&portal.app, "test", false).unwrap()["ok"], true);
    let path = |number: u64| {
        let file: FileInfo = portal.app.store.read().unwrap().get(&id(number)).unwrap().unwrap();
        portal.app.blobs.path(&file.blob).unwrap()
    };
    std::fs::remove_file(path(lost)).unwrap();
    std::fs::write(path(hurt), b"HURT").unwrap();
    let report = doctor::run(&portal.app, "test", false).unwrap();
    assert_eq!(
        (report["ok"].clone(), report["blobs"]["hurtFiles"].clone()),
        (
            json!(false),
            json!([
                {"id": lost, "name": "丢失.txt", "createBy": "admin", "error": "missing"},
                {"id": hurt, "name": "损坏.txt", "createBy": "admin", "error": "damaged"}
            ])
        )
    );
    let answer = portal.get(&format!("/common/download/{lost}"), &token);
    assert_eq!(answer, json!({"code": 404, "msg": "文件内容已丢失，请联系管理员"}));
}

#[test]
fn the_same_content_twice_is_stored_once() {
    let portal = Portal::new();
    let token = portal.admin();
    let (one, two) = (uploaded(&portal, &token, "a.txt", b"same"), uploaded(&portal, &token, "b.txt", b"same"));
    assert_ne!(one, two);
    assert_eq!(portal.app.blobs.all().unwrap().len(), 1);
    assert_eq!(portal.delete(&format!("/common/file/{one}"), &token)["code"], 200);
    let whole = get(&portal, &format!("/common/download/{two}"), &[("authorization", &token)]);
    assert_eq!(whole.bytes, b"same");
}

#[test]
fn an_upload_that_breaks_off_leaves_nothing() {
    let portal = Portal::new();
    let token = portal.admin();
    let body = "--gx\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhalf";
    let request = Request::builder()
        .method(poem::http::Method::POST)
        .uri(format!("/gx_portal/prod-api{UPLOAD}").parse().unwrap())
        .header("authorization", format!("Bearer {token}"))
        .content_type("multipart/form-data; boundary=gx")
        .body(body);
    assert_eq!(portal.send(request).json()["msg"], "文件没有完整收到，请重新上传");
    assert_eq!(std::fs::read_dir(portal.app.paths.temporary()).unwrap().count(), 0);
    assert_eq!(portal.app.blobs.all().unwrap().len(), 0);
}
