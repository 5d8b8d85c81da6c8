import { describe, expect, it } from 'vitest';
import { floorsOf, hindrance, numberOf, planned } from './roomPlan';

const pattern = { floorFrom: -1, floorTo: 2, perFloor: 2, pattern: '{层}{序}', areaM2: '80' };

describe('rooms by floors', () => {
  it('numbers every floor but floor 0', () => {
    expect(floorsOf(-1, 2)).toEqual([-1, 1, 2]);
    expect(planned(pattern).map(({ roomNo }) => roomNo)).toEqual(['B101', 'B102', '101', '102', '201', '202']);
    expect(numberOf('A{层}-{序}', 12, 3)).toBe('A12-03');
  });

  it('says what stands against it', () => {
    const rooms = planned(pattern);
    expect(hindrance(rooms)).toBe('');
    expect(hindrance([])).toContain('没有要生成');
    expect(hindrance(planned({ ...pattern, pattern: '{层}' }))).toContain('重复');
    expect(hindrance(planned({ ...pattern, areaM2: '0' }))).toContain('面积须大于 0');
    expect(hindrance(planned({ ...pattern, floorTo: 90, perFloor: 9 }))).toContain('最多生成 500 间');
  });
});
