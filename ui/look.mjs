import { chromium } from 'playwright-core';
import { spawn } from 'node:child_process';
import { readFileSync, mkdirSync } from 'node:fs';
const bin = process.argv[2]; const data=process.argv[3]; const only=process.argv[4]?.split(','); const user=process.env.U||'admin';
const src = readFileSync('e2e/pages.ts','utf8');
const pages=[...src.matchAll(/name: '([^']+)', path: '([^']+)'/g)].map(m=>({name:m[1],path:m[2]})).filter(p=>!only||only.includes(p.name));
const srv = spawn(bin, ['serve','--data',data,'--listen','127.0.0.1:0'], {stdio:['ignore','pipe','pipe']});
let url; await new Promise(r=>{const f=d=>{const m=/127\.0\.0\.1:(\d+)/.exec(String(d)); if(m){url=`http://127.0.0.1:${m[1]}/gx_portal/`;r();}};srv.stdout.on('data',f);srv.stderr.on('data',f);});
mkdirSync('/tmp/m/shots',{recursive:true});
const browser = await chromium.launch({executablePath:'/usr/lib/chromium/chromium-headless-shell',args:['--no-sandbox','--disable-gpu','--disable-quic']});
for (const w of (process.env.W||'1440,1366').split(',').map(Number)) {
const page = await browser.newPage({viewport:{width:w,height:w<500?844:w===1366?768:900}});
const errs=[];page.on('console',m=>m.type()==='error'&&errs.push(m.text()));page.on('pageerror',e=>errs.push(String(e)));
await page.goto(url+'login');
await page.getByRole('textbox',{name:'用户名'}).fill(user);
await page.getByRole('textbox',{name:'密码'}).fill('Yunchuan-9527');
await page.getByRole('button',{name:'登录',exact:true}).click();
await page.getByRole('navigation',{name:'面包屑'}).waitFor();
for (const [name,path] of [['rooms','asset/room'],['lease1','lease/lease/detail/40'],['tenant1','lease/tenant/detail/40'],['todo','todo'],['home','portal_main'],['close','fin/close']]) {
 await page.goto(url+path); await page.waitForTimeout(3500); await page.screenshot({path:`/tmp/m/shots/l-${name}-${w}.png`});
}
await page.close();}
await browser.close();srv.kill();process.exit();
