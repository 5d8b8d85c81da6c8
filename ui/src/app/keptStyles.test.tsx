import { StyleProvider } from '@ant-design/cssinjs';
import { render } from '@testing-library/react';
import { ConfigProvider, Tag } from 'antd';
import { expect, it } from 'vitest';
import { keptStyles } from './keptStyles';

const kept = (cache: ReturnType<typeof keptStyles>['cache'], kind: string) =>
  [...cache.cache.keys()].filter((key) => key.startsWith(`${kind}%`) && key.includes('Tag'));
const colours = () =>
  [...document.querySelectorAll('style')].filter(({ textContent }) => textContent?.includes('--ant-tag-default-bg:'));

it('styles stay when nobody uses them, and variables go with their theme', async () => {
  const { cache, forget } = keptStyles();
  const view = (defaultBg: string, shown: boolean) => (
    <StyleProvider cache={cache}>
      <ConfigProvider theme={{ cssVar: { key: 'kept' }, components: { Tag: { defaultBg } } }}>
        {shown && <Tag>标签</Tag>}
      </ConfigProvider>
    </StyleProvider>
  );
  const { rerender } = render(view('#111111', true));
  expect(colours()).toHaveLength(1);
  rerender(view('#111111', false));
  expect(kept(cache, 'style')).not.toHaveLength(0);
  expect(kept(cache, 'cssVar')).toHaveLength(1);
  const [first] = colours();
  rerender(view('#111111', true));
  expect(colours(), 'the same element, not another one').toEqual([first]);

  rerender(view('#222222', true));
  forget();
  expect(kept(cache, 'cssVar')).toHaveLength(1);
  expect(colours().map(({ textContent }) => textContent?.includes('#222222'))).toEqual([true]);
  // and back, at another moment: the variables of before are written again
  await Promise.resolve();
  rerender(view('#111111', true));
  forget();
  expect(colours().map(({ textContent }) => textContent?.includes('#111111'))).toEqual([true]);
});
