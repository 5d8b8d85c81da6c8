import { expect, it } from 'vitest';
import { asksTheSame, stateOfText, textOfState } from './state';

it('keeps filters, order, columns and widths', () => {
  const state = { search: 'payState=0&orderByColumn=dueDate', keys: ['billNo'], widths: { billNo: 200 } };
  expect(stateOfText(textOfState(state))).toEqual(state);
  expect(textOfState({ search: '', keys: null, widths: {} })).toBe('{"search":""}');
});

it.each(['', '[]', '7', '{"search":7,"keys":"x","widths":[1]}'])('takes nothing from %s', (text) => {
  expect(stateOfText(text)).toEqual({ search: '', keys: null, widths: {} });
});

it('reads a query that was saved before there were views', () => {
  expect(stateOfText('{"search":"daysFrom=365"}')).toMatchObject({ search: 'daysFrom=365', keys: null });
});

it('knows one question in two orders, on whatever page', () => {
  expect(asksTheSame('a=1&b=2&pageNum=3', 'b=2&a=1')).toBe(true);
  expect(asksTheSame('a=1', 'a=2')).toBe(false);
});
