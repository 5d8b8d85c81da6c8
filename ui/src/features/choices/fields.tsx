/** Filters whose choices come from the server; each asks for its own when it is shown, and no page for those it has not. */
import { useDeptChoices } from '@/features/DeptTree/tree';
import { countedChoices } from '@/ui/CountedLabel';
import { choiceProps } from '@/ui/choices';
import type { ControlField, FilterControl } from '@/ui/list/types';
import { SearchedTree } from '@/ui/SearchedTree';
import { AssetSelect, PartyASelect, PlateSelect } from './lists';
import { BuildingSelect, TenantSelect } from './registers';

const numbers = (joined: string): number[] => joined.split(',').filter(Boolean).map(Number);

/** One choice as a filter. */
const one = ({ id, value, onChange }: FilterControl) => ({
  id,
  allowClear: true,
  placeholder: '全部',
  value: numbers(value)[0] ?? null,
  onChange: (next?: number) => onChange(String(next ?? '')),
});

/** Several choices as a filter, joined by commas. */
const several = ({ id, value, onChange, counted }: FilterControl) => ({
  ...countedChoices(counted),
  id,
  allowClear: true,
  placeholder: '全部',
  mode: 'multiple' as const,
  maxTagCount: 'responsive' as const,
  value: numbers(value),
  onChange: (next: number[]) => onChange(next.join(',')),
});

function DeptFilter({ id, value, onChange }: FilterControl) {
  const depts = useDeptChoices();
  return (
    <SearchedTree
      id={id}
      allowClear
      placeholder="全部"
      nodes={depts.data ?? []}
      value={value === '' ? null : Number(value)}
      onChange={(deptId) => onChange(String(deptId ?? ''))}
      {...choiceProps(depts)}
    />
  );
}

const field = (
  name: string,
  label: string,
  width: number,
  control: ControlField['control'],
  counts = false,
): ControlField => ({
  counted: counts,
  name,
  label,
  kind: 'control',
  width,
  control,
});

export const PARTIES_A_FIELD = field('partyAId', '甲方', 260, (given) => <PartyASelect {...several(given)} />, true);
export const PLATES_FIELD = field('plateId', '板块', 230, (given) => <PlateSelect {...several(given)} />, true);
export const ASSET_FIELD = field('assetId', '资产', 240, (given) => <AssetSelect {...several(given)} />, true);
export const TENANT_FIELD = field('tenantId', '乙方', 260, (given) => <TenantSelect {...one(given)} />);
export const BUILDING_FIELD = field('buildingId', '楼栋', 220, (given) => <BuildingSelect {...one(given)} />);
export const DEPT_FIELD = field('deptId', '部门', 220, DeptFilter);
