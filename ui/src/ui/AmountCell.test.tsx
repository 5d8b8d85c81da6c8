import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AmountCell, AreaCell } from './AmountCell';
import { DictTag } from './DictTag';
import styles from './values.module.css';

it('writes exact yuan, and 万元 only in reports from 100,000 yuan on', () => {
  render(
    <>
      <AmountCell fen={12_345_678} />
      <AmountCell fen={9_999_999} report />
      <AmountCell fen={12_345_678} report />
      <AmountCell fen={-12_345_678} report />
      <AmountCell fen={null} report />
      <AreaCell hundredths={1050} />
    </>,
  );
  const shown = Array.from(document.querySelectorAll(`.${styles.figure}`), (cell) => cell.textContent);
  expect(shown).toEqual(['123,456.78', '99,999.99', '12.35万元', '−12.35万元', '—', '10.50']);
});

it('shows a tag for each of several values', () => {
  const entries = [
    { dictLabel: '甲', dictValue: '0', listClass: 'primary' },
    { dictLabel: '乙', dictValue: '1' },
  ];
  render(<DictTag entries={entries} value="0,1,7" />);
  for (const label of ['甲', '乙', '7']) expect(screen.getByText(label)).toHaveClass('tag');
});
