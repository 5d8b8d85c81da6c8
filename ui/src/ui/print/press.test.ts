import { expect, it } from 'vitest';
import { layOut } from './press';

const paper = (flow: string) =>
  `<article data-paper><header data-part="head"><h2>审批单</h2></header><div data-part="again">审批单（续）</div>
   <div data-part="flow">${flow}</div><div data-part="foot"><span>打印</span></div></article>`;

async function sheetsOf(html: string): Promise<HTMLElement> {
  const [source, target] = [document.createElement('div'), document.createElement('div')];
  source.innerHTML = html;
  await layOut(source, target, 'A4');
  return target;
}

it('nothing that stands on a paper is lost: tables, words beside blocks, sections', async () => {
  const table =
    '<table><thead><tr><th>名称</th></tr></thead><tbody><tr><td>甲</td></tr><tr><td>乙</td></tr></tbody></table>';
  const sheets = await sheetsOf(
    paper(`<p>一</p>${table}<section><h3>附件</h3>共 2 个文件</section><p data-keep="previous">完</p>`),
  );
  expect(sheets.children).toHaveLength(1);
  for (const words of ['审批单', '一', '名称', '甲', '乙', '附件', '共 2 个文件', '完', '第 1 页，共 1 页']) {
    expect(sheets.textContent).toContain(words);
  }
  expect(sheets.querySelectorAll('table')).toHaveLength(1);
});

it('papers are numbered each on its own', async () => {
  const sheets = await sheetsOf(paper('<p>甲</p>') + paper('<p>乙</p>'));
  expect([...sheets.children].map((sheet) => sheet.textContent?.includes('第 1 页，共 1 页'))).toEqual([true, true]);
});

it('the source stays as it was', async () => {
  const [source, target] = [document.createElement('div'), document.createElement('div')];
  source.innerHTML = paper('<p><a href="/x">禾川</a></p>');
  const before = source.innerHTML;
  await layOut(source, target, 'A4');
  expect(source.innerHTML).toBe(before);
  expect(target.querySelector('a')).toBeNull();
});
