import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Select } from 'antd';
import { expect, it, vi } from 'vitest';
import { letTabLeaveLists } from './tabLeavesLists';

it('Tab leaves an open list of several choices and changes none of them', async () => {
  const stop = letTabLeaveLists();
  const changed = vi.fn();
  render(
    <>
      <Select
        aria-label="甲方"
        mode="multiple"
        defaultValue={[1]}
        options={[
          { value: 1, label: '工业公司' },
          { value: 2, label: '商贸公司' },
        ]}
        onChange={changed}
      />
      <button type="button">查询</button>
    </>,
  );
  await userEvent.click(screen.getByLabelText('甲方'));
  expect(screen.getByLabelText('甲方')).toHaveAttribute('aria-expanded', 'true');
  await userEvent.tab();
  expect(changed).not.toHaveBeenCalled();
  expect(screen.getByText('查询')).toHaveFocus();
  stop();
});
