import { Link } from 'react-router';
import { useCan } from '@/ui/Can';

/** The name of a tenant, leading to his page for who may look into the register. */
export function TenantLink({ tenantId, children }: { tenantId: number; children: React.ReactNode }) {
  const may = useCan()(['lease:tenant:query']);
  return may && tenantId > 0 ? <Link to={`/lease/tenant/detail/${tenantId}`}>{children}</Link> : <>{children}</>;
}
