import { BASE } from '@/lib/base';

/** The mark of the portal; decoration beside its name. */
export function Logo({ size }: { size: number }) {
  return <img src={`${BASE}favicon.svg`} width={size} height={size} alt="" />;
}
