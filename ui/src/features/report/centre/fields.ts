import { useMemo } from 'react';
import { fetchAllDepts } from '@/api/people';
import { usePartiesA, usePlates, useTenants } from '@/features/business/parts';
import { today } from '@/lib/serverClock';
import { useQuery } from '@/lib/useQuery';
import type { QueryField } from '@/ui/list/types';

/** Names of the fields in the addresses are those of the blocks' links. */
type Shared = 'plate' | 'party' | 'dept' | 'asOf' | 'tenant' | 'year';

interface Dept {
  id: number;
  label: string;
  children?: Dept[] | undefined;
}

/** Departments with those below them one step in. */
function flat(depts: readonly Dept[], depth = 0): { value: string; label: string }[] {
  return depts.flatMap(({ id, label, children }) => [
    { value: String(id), label: `${'　'.repeat(depth)}${label}` },
    ...flat(children ?? [], depth + 1),
  ]);
}

const YEARS_BACK = 10;

function years(): { value: string; label: string }[] {
  const now = Number(today().slice(0, 4));
  return Array.from({ length: YEARS_BACK }, (_, back) => String(now - back)).map((year) => ({
    value: year,
    label: `${year} 年`,
  }));
}

/** What is asked of one report, then what all of them can be asked. */
export function useReportFields(own: readonly QueryField[], shared: readonly Shared[]): QueryField[] {
  const plates = usePlates();
  const parties = usePartiesA();
  const tenants = useTenants();
  const { data: depts } = useQuery({ queryKey: ['choices', 'depts'], queryFn: fetchAllDepts, staleTime: 300_000 });
  return useMemo(() => {
    const known: Record<Shared, QueryField> = {
      year: { name: 'year', label: '年度', kind: 'select', options: years(), width: 150 },
      plate: {
        name: 'plateId',
        label: '板块',
        kind: 'multi',
        options: plates.map(({ plateId, plateName }) => ({ value: String(plateId), label: plateName })),
        width: 230,
      },
      party: {
        name: 'partyAId',
        label: '甲方',
        kind: 'multi',
        options: parties.map(({ partyAId, partyAName }) => ({ value: String(partyAId), label: partyAName })),
        width: 260,
      },
      tenant: {
        name: 'tenantId',
        label: '乙方',
        kind: 'select',
        options: tenants.map(({ tenantId, tenantName }) => ({ value: String(tenantId), label: tenantName })),
        width: 240,
      },
      dept: { name: 'deptId', label: '部门', kind: 'select', options: flat((depts ?? []) as Dept[]), width: 220 },
      asOf: { name: 'asOf', label: '截至', kind: 'date', width: 190 },
    };
    return [...own, ...shared.map((name) => known[name])];
  }, [own, shared, plates, parties, tenants, depts]);
}
