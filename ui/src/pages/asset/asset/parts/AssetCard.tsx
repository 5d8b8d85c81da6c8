import { Tabs } from 'antd';
import { type AssetRow, certs } from '@/api/assets';
import { History } from '@/features/business/History';
import { ASSET_STATES, CERT_KINDS, labelOf, RESTRICTIONS, TITLE_STATES } from '@/features/business/labels';
import { areaText } from '@/features/business/parts';
import { RecordFiles } from '@/features/FileUploader/RecordFiles';
import { formatYuan } from '@/lib/money';
import { useQuery } from '@/lib/useQuery';
import { type Fact, Facts } from '@/ui/Facts';
import { FailedLine } from '@/ui/FailedLine';
import { lazy } from '@/ui/lazy';
import { Modal } from '@/ui/overlays';
import { PaperButton } from '@/ui/print/PaperButton';

const AssetPaper = lazy(() => import('./AssetPaper'));

interface AssetCardProps {
  asset: AssetRow;
  onClose: () => void;
}

const areaFact = (name: string, m2: string | null | undefined): Fact => [name, m2 ? `${areaText(m2)} ㎡` : '—'];
const moneyFact = (name: string, fen: number | null | undefined): Fact => [
  name,
  typeof fen === 'number' ? `${formatYuan(fen)} 元` : '—',
];

export function factsOf(asset: AssetRow): Fact[] {
  return [
    ['资产编码', asset.assetCode],
    ['板块', asset.plateName],
    ['管理甲方', asset.partyAName || '—'],
    ['管理部门', asset.deptName],
    ['资产类型', asset.assetKind || '—'],
    ['状态', labelOf(ASSET_STATES, asset.state)],
    ['地址', asset.address || '—'],
    ['权属状况', labelOf(TITLE_STATES, asset.titleState)],
    ['结构', asset.structure || '—'],
    ['建成年份', asset.buildYear ?? '—'],
    ['取得方式', [asset.acquireMode, asset.acquireDate].filter(Boolean).join(' ') || '—'],
    areaFact('建筑面积', asset.buildingAreaM2),
    areaFact('土地面积', asset.landAreaM2),
    moneyFact('原值', asset.originalValueFen),
    moneyFact('净值', asset.netValueFen),
    moneyFact('累计折旧', asset.accumDeprFen),
    areaFact('已出租', asset.letAreaM2),
    areaFact('空置', asset.vacantAreaM2),
    areaFact('自用', asset.selfUseAreaM2),
    areaFact('出借', asset.lentAreaM2),
    areaFact('维修及不可租', asset.otherAreaM2),
  ];
}

type Cert = Awaited<ReturnType<typeof certs.list>>['rows'][number];

/** What a certificate says, in a line. */
export const certFact = (cert: Cert): Fact => [
  `${labelOf(CERT_KINDS, cert.kind)} ${cert.certNo}`,
  [cert.holder, cert.areaM2 && `${areaText(cert.areaM2)} ㎡`, cert.termEnd && `至 ${cert.termEnd}`]
    .filter(Boolean)
    .join('，') || '—',
];
/** Certificates of an asset. */
export const certsOf = (assetId: number) => certs.rows({ assetId, pageSize: 100 });

export const restrictionsOf = ({ restrictions = [] }: AssetRow): Fact[] =>
  (restrictions ?? []).map(({ kind, from, to, doc }) => [
    labelOf(RESTRICTIONS, kind),
    `${from} 至 ${to ?? '今'}${doc ? `，${doc}` : ''}`,
  ]);

function Certs({ assetId }: { assetId: number }) {
  const { data, error, refetch } = useQuery(certsOf(assetId));
  if (error) return <FailedLine bar title="权属证加载失败" error={error} retry={refetch} />;
  if (!data) return null;
  if (data.rows.length === 0) return <p className="t2">未登记权属证</p>;
  const scans = data.rows.flatMap(({ files }) => files);
  return (
    <>
      <Facts facts={data.rows.map(certFact)} />
      {scans.length > 0 && <RecordFiles disabled value={scans.join(',')} />}
    </>
  );
}

/** The asset card 资产卡片: everything known about an asset, on one page to print. */
export default function AssetCard({ asset, onClose }: AssetCardProps) {
  const restrictions = restrictionsOf(asset);
  return (
    <Modal
      open
      centered
      title={asset.assetName}
      width={880}
      onCancel={onClose}
      footer={<PaperButton label="打印卡片" paper={(onDone) => <AssetPaper asset={asset} onClose={onDone} />} />}
    >
      <Tabs
        items={[
          {
            key: 'facts',
            label: '基本情况',
            children: (
              <>
                <Facts facts={factsOf(asset)} />
                {restrictions.length > 0 && (
                  <>
                    <h4>使用限制</h4>
                    <Facts facts={restrictions} />
                  </>
                )}
                <h4>权属证</h4>
                <Certs assetId={asset.assetId} />
                {asset.files.length > 0 && (
                  <>
                    <h4>照片与资料</h4>
                    <RecordFiles disabled value={asset.files.join(',')} />
                  </>
                )}
              </>
            ),
          },
          { key: 'history', label: '变更历史', children: <History kind="asset" id={asset.assetId} /> },
        ]}
      />
    </Modal>
  );
}
