import { Button, Radio } from 'antd';
import type { NewPlace, NewRoom, NewTenant, TakeoverMasters } from '@/api/takeover';
import { Area } from '@/features/business/parts';
import { StateTag } from '@/ui/DictTag';
import { EmptyState } from '@/ui/EmptyState';
import { SmallTable } from '@/ui/SmallTable';
import type { CheckTabProps } from './ColumnsTab';
import { sayTenants } from './draft';
import { chosenFor, undecided } from './ready';
import styles from './takeover.module.css';

/** Chosen for a tenant that is none of the near ones. */
const ANOTHER = 0;

const Cut = ({ shown, count }: { shown: number; count: number }) =>
  shown < count ? <p className="t2">{`共 ${count} 个，只列出前 ${shown} 个`}</p> : null;

/** One of them or another: side by side, with the masked number that tells namesakes apart. */
function Near({ tenant, held, readOnly }: Omit<CheckTabProps, 'check'> & { tenant: NewTenant }) {
  const value = chosenFor(held.draft.reading, tenant);
  return (
    <Radio.Group
      aria-label={`${tenant.name}是哪一户`}
      className={styles.choices}
      disabled={readOnly}
      value={value ?? null}
      onChange={({ target }) => held.say((before) => sayTenants(before, [tenant.name], Number(target.value)))}
    >
      {tenant.near.map(({ tenantId, tenantName, idNo }) => (
        <Radio key={tenantId} value={tenantId}>
          {`就是它：${tenantName}${idNo ? `（${idNo}）` : ''}`}
        </Radio>
      ))}
      <Radio value={ANOTHER}>另一户，新建</Radio>
    </Radio.Group>
  );
}

/** Names that are nearly those of the register or of another line. */
function NearTenants({ tenants, ...props }: CheckTabProps & { tenants: readonly NewTenant[] }) {
  const { held, readOnly } = props;
  const open = undecided(tenants, held.draft.reading);
  return (
    <section aria-label="相近的乙方">
      <div className={styles.tools}>
        <h3 className={styles.head3}>相近的乙方</h3>
        {open.length > 0 ? (
          <StateTag tone="warn">{`${open.length} 户待选定`}</StateTag>
        ) : (
          <StateTag tone="ok">都已选定</StateTag>
        )}
        {open.length > 0 && !readOnly && (
          <Button
            onClick={() =>
              held.say((before) =>
                sayTenants(
                  before,
                  open.map(({ name }) => name),
                  ANOTHER,
                ),
              )
            }
          >
            {`其余 ${open.length} 户都是另一户`}
          </Button>
        )}
      </div>
      <SmallTable<NewTenant>
        rows={tenants}
        rowKey="name"
        paged={50}
        width={600}
        columns={[
          { key: 'row', title: '行', width: 50, render: (_v, { row }) => row },
          { key: 'name', title: '台账中的名称', width: 150, render: (_v, { name }) => name },
          {
            ...{ key: 'near', title: '乙方管理中相近的', width: 260 },
            render: (_v, tenant) => (tenant.near.length > 0 ? <Near {...props} tenant={tenant} /> : '—'),
          },
          {
            ...{ key: 'alike', title: '台账中相近的', width: 130 },
            render: (_v, { alike }) => alike.join('、') || '—',
          },
        ]}
      />
      <p className="t2">台账中写法不同的同一户，请在台账中统一后重新上传</p>
    </section>
  );
}

const NewTenants = ({ tenants }: { tenants: readonly NewTenant[] }) => (
  <section aria-label="新建乙方">
    <h3 className={styles.head3}>新建乙方</h3>
    <SmallTable<NewTenant>
      rows={tenants}
      rowKey="name"
      paged={20}
      width={400}
      columns={[
        { key: 'row', title: '行', width: 60, render: (_v, { row }) => row },
        { key: 'name', title: '名称', render: (_v, { name }) => name },
      ]}
    />
  </section>
);

const Places = ({ places }: { places: readonly NewPlace[] }) => (
  <section aria-label="新建资产和楼栋">
    <h3 className={styles.head3}>新建资产和楼栋</h3>
    <SmallTable<NewPlace>
      rows={places}
      rowKey={({ asset, building }) => `${asset}/${building}`}
      paged={20}
      width={560}
      columns={[
        { key: 'asset', title: '资产', width: 220, render: (_v, { asset }) => asset },
        { key: 'building', title: '楼栋', width: 120, render: (_v, { building }) => building || '—' },
        {
          ...{ key: 'near', title: '已有的相近名称', width: 220 },
          render: (_v, { near }) => (near ? <StateTag tone="warn">{near}</StateTag> : '—'),
        },
      ]}
    />
    {places.some(({ near }) => near !== '') && (
      <p className="t2">与已有的是同一处时，请在台账中改为已有的名称后重新上传</p>
    )}
  </section>
);

const Rooms = ({ rooms }: { rooms: readonly NewRoom[] }) => (
  <section aria-label="新建房间">
    <h3 className={styles.head3}>新建房间</h3>
    <SmallTable<NewRoom>
      rows={rooms}
      rowKey={({ asset, building, roomNo, row }) => `${asset}/${building}/${roomNo}/${row}`}
      paged={20}
      width={560}
      columns={[
        { key: 'row', title: '行', width: 60, render: (_v, { row }) => row },
        { key: 'asset', title: '资产', width: 200, render: (_v, { asset }) => asset },
        { key: 'building', title: '楼栋', width: 110, render: (_v, { building }) => building || '—' },
        { key: 'no', title: '房号', width: 90, render: (_v, { roomNo }) => roomNo },
        {
          ...{ key: 'area', title: '计租面积（㎡）', width: 120, align: 'right' },
          render: (_v, { areaM2 }) => <Area m2={areaM2} />,
        },
      ]}
    />
  </section>
);

const isNear = ({ near, alike }: NewTenant): boolean => near.length + alike.length > 0;
const isEmpty = ({ tenants, places, rooms }: TakeoverMasters): boolean =>
  tenants.length + places.length + rooms.length === 0;

/** 新建与相近: what a yes would make, and what may be there already under nearly the same name. */
export function MastersTab(props: CheckTabProps) {
  const { masters } = props.check;
  const { tenants, tenantCount, places, rooms, roomCount } = masters;
  if (isEmpty(masters)) return <EmptyState kind="good" title="乙方、资产和房间都已有登记，没有要新建的" />;
  const near = tenants.filter(isNear);
  const plain = tenants.filter((tenant) => !isNear(tenant));
  return (
    <>
      {near.length > 0 && <NearTenants {...props} tenants={near} />}
      {plain.length > 0 && <NewTenants tenants={plain} />}
      <Cut shown={tenants.length} count={tenantCount} />
      {places.length > 0 && <Places places={places} />}
      {rooms.length > 0 && <Rooms rooms={rooms} />}
      <Cut shown={rooms.length} count={roomCount} />
    </>
  );
}
