import { readFileSync } from 'node:fs';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import EChart, { merge } from './EChart';
import { readPalette } from './palette';

const chart = {
  setOption: vi.fn(),
  resize: vi.fn(),
  dispose: vi.fn(),
  getZr: () => ({ on: () => {} }),
  getWidth: () => 300,
  getHeight: () => 200,
};
const init = vi.hoisted(() => vi.fn());
vi.mock('echarts/core', () => ({ use: () => {}, init }));
vi.mock('echarts/charts', () => ({ BarChart: 0, GaugeChart: 0, LineChart: 0, PieChart: 0 }));
vi.mock('echarts/components', () => ({
  GridComponent: 0,
  LegendComponent: 0,
  TooltipComponent: 0,
  MarkAreaComponent: 0,
  MarkLineComponent: 0,
}));
vi.mock('echarts/renderers', () => ({ CanvasRenderer: 0 }));

let width = 400;
let resized = () => {};

beforeEach(() => {
  width = 400;
  vi.clearAllMocks();
  init.mockReturnValue(chart);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.theme;
});

const option = () => ({ series: [] });

it('draws, redraws on another theme, and lets go', async () => {
  const { unmount } = render(<EChart label="收缴趋势" option={option} />);
  expect(screen.getByRole('img', { name: '收缴趋势' })).toBeInTheDocument();
  expect(init, 'figures are painted first').not.toHaveBeenCalled();
  await vi.waitFor(() => expect(chart.setOption).toHaveBeenCalledOnce());
  const before = chart.setOption.mock.calls.length;
  await act(async () => {
    document.documentElement.dataset.theme = 'dark';
    await Promise.resolve();
  });
  expect(chart.setOption.mock.calls.length).toBe(before + 1);
  unmount();
  expect(chart.dispose).toHaveBeenCalledOnce();
});

it('waits for a width and ignores none', async () => {
  width = 0;
  render(<EChart label="空" option={option} />);
  expect(init).not.toHaveBeenCalled();
  width = 300;
  resized();
  await vi.waitFor(() => expect(init).toHaveBeenCalledOnce());
  width = 0;
  resized();
  expect(chart.resize).not.toHaveBeenCalled();
  width = 500;
  resized();
  expect(chart.resize).toHaveBeenCalledOnce();
});

it('keeps the colours of a tooltip the page describes', () => {
  const merged = merge({ tooltip: { borderColor: '#eee' }, color: ['a'] }, { tooltip: { trigger: 'axis' } });
  expect(merged).toEqual({ tooltip: { borderColor: '#eee', trigger: 'axis' }, color: ['a'] });
  expect(merge({ legend: { top: 0 } }, {})).not.toHaveProperty('legend');
  expect(merge({ legend: { top: 0 } }, { legend: { right: 0 } }).legend).toEqual({ top: 0, right: 0 });
});

it('takes other series colours on dark ground', () => {
  const tokens = document.head.appendChild(document.createElement('style'));
  tokens.textContent = readFileSync('src/app/tokens.css', 'utf8');
  expect(readPalette().series[0]).toBe('#2f7be0');
  document.documentElement.dataset.theme = 'dark';
  expect(readPalette().series[0]).toBe('#4a90ea');
  expect(Object.values(readPalette()).flat()).not.toContain('');
  tokens.remove();
});
