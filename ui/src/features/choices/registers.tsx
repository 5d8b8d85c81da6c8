import { type BuildingOption, buildingOptionsQuery, type RoomOption, roomOptionsQuery } from '@/api/assets';
import { type LeaseOption, leaseChoicesQuery, type TenantOption, tenantChoicesQuery } from '@/api/lease';
import { LEASE_STATES, labelOf } from '@/features/business/labels';
import { useQuery } from '@/lib/useQuery';
import { FoundSelect, type FoundSelectProps, type Register } from './FoundSelect';

type Props<Row> = Omit<FoundSelectProps<Row>, 'register'>;

const CREDIT_NOTES = ['', '（关注）', '（失信，限制新租）'];
const tail = (masked: string): string => masked.slice(-4);

/** «证件尾号 1234 · 电话 199****0001 · 租赁管理科» */
const tenantDetail = ({ idNo, phone, deptName }: TenantOption): string =>
  [idNo && `证件尾号 ${tail(idNo)}`, phone && `电话 ${phone}`, deptName].filter(Boolean).join(' · ');

const TENANTS: Register<TenantOption> = {
  noun: '乙方',
  query: tenantChoicesQuery,
  option: (tenant) => ({
    value: tenant.tenantId,
    label: `${tenant.tenantName}${CREDIT_NOTES[tenant.creditFlag] ?? ''} ${tenant.tenantCode}`,
    detail: tenantDetail(tenant),
  }),
};

/** 乙方: found on the server; two of one name are told apart. */
export const TenantSelect = (props: Props<TenantOption>) => (
  <FoundSelect placeholder="名称、拼音、编码、证件或电话尾号" {...props} register={TENANTS} />
);

/** Names of tenants by their numbers; '' while they are unknown. */
export function useTenantNames(ids: readonly number[]): (tenantId: number) => string {
  const { data } = useQuery({
    ...tenantChoicesQuery({ ids }),
    enabled: ids.length > 0,
  });
  return (tenantId) => data?.find((tenant) => tenant.tenantId === tenantId)?.tenantName ?? '';
}

const ROOMS: Register<RoomOption> = {
  noun: '房间',
  query: roomOptionsQuery,
  option: ({ roomId, roomCode, roomName, buildingName, assetName, rentAreaM2 }) => ({
    value: roomId,
    label: [buildingName, roomCode, roomName].filter(Boolean).join(' '),
    detail: `${assetName} · ${rentAreaM2} ㎡`,
  }),
};

/** 房间: found on the server, those that haven't ended. */
export const RoomSelect = (props: Props<RoomOption>) => (
  <FoundSelect placeholder="房号、名称、楼栋或资产" {...props} register={ROOMS} />
);

const BUILDINGS: Register<BuildingOption> = {
  noun: '楼栋',
  query: buildingOptionsQuery,
  option: ({ buildingId, buildingName, assetName }) => ({ value: buildingId, label: buildingName, detail: assetName }),
};

/** 楼栋: found on the server. */
export const BuildingSelect = (props: Props<BuildingOption>) => (
  <FoundSelect placeholder="楼栋或资产" {...props} register={BUILDINGS} />
);

interface LeaseSelectProps extends Props<LeaseOption> {
  partyAId?: number | undefined;
  tenantId?: number | undefined;
}

/** 合同: signed ones, of a party A or a tenant when they are known. */
export function LeaseSelect({ partyAId, tenantId, ...rest }: LeaseSelectProps) {
  const register: Register<LeaseOption> = {
    noun: '已签订合同',
    query: (ask) => leaseChoicesQuery({ ...ask, partyAId, tenantId }),
    option: ({ leaseId, leaseNo, tenantName, startDate, endDate, state }) => ({
      value: leaseId,
      label: `${leaseNo} ${tenantName}`,
      detail: `${startDate} ~ ${endDate} · ${labelOf(LEASE_STATES, state)}`,
    }),
  };
  return <FoundSelect allowClear placeholder="合同编号、乙方名称或拼音" {...rest} register={register} />;
}
