import type { NodePace } from '@/api/approvals';

export interface PaceLine
  extends Pick<NodePace, 'count' | 'medianMinutes' | 'slowMinutes' | 'longestMinutes' | 'late'> {
  id: string;
  label: string;
  nodeName: string;
  office: string;
  waiting: number;
}

/** A line for each node, or for each office at each node. */
export function paceLines(nodes: readonly NodePace[], byOffice: boolean): PaceLine[] {
  return nodes.flatMap(({ offices, key, label, nodeName, waiting, ...pace }) => {
    const line = (office: string) => ({ id: `${key}/${nodeName}/${office}`, label, nodeName, office, waiting });
    if (!byOffice) return [{ ...pace, ...line('') }];
    return offices.map(({ deptName, ...of }) => ({ ...of, ...line(deptName || '（无科室）') }));
  });
}
