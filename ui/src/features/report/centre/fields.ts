import { useMemo } from 'react';
import { DEPT_FIELD, PARTIES_A_FIELD, PLATES_FIELD, TENANT_FIELD } from '@/features/choices/fields';
import { today } from '@/lib/serverClock';
import type { QueryField } from '@/ui/list/types';

/** Names of the fields in the addresses are those of the blocks' links. */
type Shared = 'plate' | 'party' | 'dept' | 'asOf' | 'tenant' | 'year';

const YEARS_BACK = 10;

function years(): { value: string; label: string }[] {
  const now = Number(today().slice(0, 4));
  return Array.from({ length: YEARS_BACK }, (_, back) => String(now - back)).map((year) => ({
    value: year,
    label: `${year} 年`,
  }));
}

const SHARED: Readonly<Record<Exclude<Shared, 'year'>, QueryField>> = {
  plate: PLATES_FIELD,
  party: PARTIES_A_FIELD,
  tenant: TENANT_FIELD,
  dept: DEPT_FIELD,
  asOf: { name: 'asOf', label: '截至', kind: 'date', width: 190, placeholder: '今天' },
};

/** Without a choice the server takes the present year. */
const yearField = (): QueryField => ({
  name: 'year',
  label: '年度',
  kind: 'select',
  options: years(),
  width: 150,
  none: `${today().slice(0, 4)} 年（今年）`,
});

/** What is asked of one report, then what all of them can be asked. */
export function useReportFields(own: readonly QueryField[], shared: readonly Shared[]): QueryField[] {
  return useMemo(
    () => [...own, ...shared.map((name) => (name === 'year' ? yearField() : SHARED[name]))],
    [own, shared],
  );
}
