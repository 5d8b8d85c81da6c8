import { expect, it } from 'vitest';
import { MANUAL } from './manual';
import { searchManual, topicText } from './search';

const ids = (words: string) => searchManual(MANUAL, words).flatMap(({ topics }) => topics.map(({ id }) => id));

it('finds topics by what they say, without the marks', () => {
  expect(ids('验证码')).toContain('sign-in');
  expect(ids('初始密码 模板')).toEqual(['import-users']);
  expect(ids('CTRL k')).toContain('menu');
  expect(ids('没有这样的词')).toEqual([]);
  expect(ids('  ')).toHaveLength(MANUAL.flatMap(({ topics }) => topics).length);
});

it('has topics with names of their own, and no marks left open', () => {
  const topics = MANUAL.flatMap((chapter) => chapter.topics);
  expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length);
  for (const topic of topics) expect(topicText(topic)).not.toMatch(/\*\*|\]\(/);
});
