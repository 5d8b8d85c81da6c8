import { expect, it } from 'vitest';
import { BLOCKS, toLayoutSetting } from './layoutSetting';

const FLAGS = BLOCKS.map(({ flag }) => flag);

it('has the defaults of the specification', () => {
  const setting = toLayoutSetting(null);
  expect(setting).toMatchObject({ theme: '#1890ff', sideTheme: 'theme-dark', appearance: 'light' });
  expect(setting).toMatchObject({ topNav: false, tagsView: true, fixedHeader: false, sidebarLogo: true });
  expect(FLAGS).toHaveLength(10);
  expect(FLAGS.every((flag) => setting[flag])).toBe(true);
  expect(setting.blockOrder).toEqual(FLAGS);
});

it.each(['text', 7, [], { theme: 'url(x)', tagsView: 'no', blockOrder: 'x', sideTheme: 3 }])(
  'treats %j as nothing stored',
  (given) => {
    expect(toLayoutSetting(given)).toEqual(toLayoutSetting(undefined));
  },
);

it('keeps what was stored and completes the order of the blocks', () => {
  const setting = toLayoutSetting({
    theme: '#f5222d',
    daiBanBlock: false,
    topNav: true,
    blockOrder: ['noticeBlock', 'unknown', 'noticeBlock', 'daiBanBlock'],
  });
  expect(setting).toMatchObject({ theme: '#f5222d', daiBanBlock: false, topNav: true });
  expect(setting.blockOrder.slice(0, 3)).toEqual(['noticeBlock', 'daiBanBlock', 'yingShouBlock']);
  expect(setting.blockOrder).toHaveLength(10);
});
