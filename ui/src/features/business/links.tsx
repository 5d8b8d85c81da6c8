/** Links to the records of the business, for people who may open them; plain words for the others. */

import { useCan } from '@/ui/Can';
import { PageLink } from '@/ui/PageLink';

export const leasePath = (leaseId: number): string => `/lease/lease/detail/${leaseId}`;

interface LeaseLinkProps {
  leaseId: number;
  /** The part of its page that is opened; left out = as it was left. */
  tab?: string;
  children: React.ReactNode;
}

export function LeaseLink({ leaseId, tab, children }: LeaseLinkProps) {
  const can = useCan();
  const to = `${leasePath(leaseId)}${tab ? `?tab=${tab}` : ''}`;
  return can(['lease:lease:query']) ? <PageLink to={to}>{children}</PageLink> : children;
}

/** The tenant's page. */
export function TenantLink({ tenantId, children }: { tenantId: number; children: React.ReactNode }) {
  const can = useCan();
  if (tenantId === 0 || !can(['lease:tenant:query'])) return children;
  return <PageLink to={`/lease/tenant/detail/${tenantId}`}>{children}</PageLink>;
}

interface RoomLinkProps {
  assetId: number;
  buildingId: number;
  roomId: number;
  children: React.ReactNode;
}

/** The room in the grid of its building. */
export function RoomLink({ assetId, buildingId, roomId, children }: RoomLinkProps) {
  const can = useCan();
  if (!can(['asset:room:list'])) return children;
  const query = new URLSearchParams({ assetId: `${assetId}`, buildingId: `${buildingId}`, roomId: `${roomId}` });
  return <PageLink to={`/asset/room?${query}`}>{children}</PageLink>;
}
