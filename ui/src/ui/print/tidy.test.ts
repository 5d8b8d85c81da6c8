import { expect, it } from 'vitest';
import styles from './paper.module.css';
import { tidy } from './tidy';

function tidied(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  tidy(root);
  return root;
}
const wholes = (root: Element) => [...root.querySelectorAll(`.${styles.whole}`)].map((one) => one.textContent);

it('links, buttons and controls are plain text', () => {
  const root = tidied(
    '<p><a href="/x"><b>禾川</b>包装</a><button>查看</button><button aria-label="更多"><svg></svg></button></p>' +
      '<p><button role="switch" aria-checked="true"></button><input type="checkbox" checked /><input value="甲" /></p>',
  );
  expect(root.querySelector('a, button, input, svg')).toBeNull();
  expect(root.textContent).toBe('禾川包装查看是☑甲');
});

it('a picture keeps its drawing', () => {
  expect(tidied('<div data-picture><svg></svg></div>').querySelector('svg')).not.toBeNull();
});

it('dates, numbers and amounts stay on one line', () => {
  const root = tidied(
    '<p>租金 2026-07-01 至 2026-07-31，见 ZD-202607-000083，共 16,700.00 元；截至2026年11月27日</p>' +
      '<table><tbody><tr><td>2026-07-01 ~ 2026-09-30</td><td>云川瑞泰商贸有限公司</td><td>−12.50</td></tr></tbody></table>',
  );
  expect(wholes(root)).toEqual([
    ...['2026-07-01', '2026-07-31', 'ZD-202607-000083', '16,700.00', '2026年11月27日'],
    ...['2026-07-01 ~ 2026-09-30', '−12.50'],
  ]);
  expect(root.querySelector('p')?.textContent).toBe(
    '租金 2026-07-01 至 2026-07-31，见 ZD-202607-000083，共 16,700.00 元；截至2026年11月27日',
  );
});

it('short words stay on one line, longer ones have room for some', () => {
  const root = tidied('<table><tr><td>未缴</td><td>云川瑞泰商贸有限公司</td></tr></table>');
  expect(wholes(root)).toEqual(['未缴']);
  expect(root.querySelector(`.${styles.words}`)?.textContent).toBe('云川瑞泰商贸有限公司');
});

it('a long code may break', () => {
  expect(wholes(tidied('<table><tr><td>abcdef0123456789abcdef0123456789abcdef</td></tr></table>'))).toEqual([]);
});
