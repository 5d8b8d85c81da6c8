import type { AssetRow } from '@/api/assets';
import { useQuery } from '@/lib/useQuery';
import { LoadedPaper } from '@/ui/print/LoadedPaper';
import { Paper } from '@/ui/print/Paper';
import { PaperFrame } from '@/ui/print/PaperFrame';
import { PaperPairs } from '@/ui/print/PaperPairs';
import { certFact, certsOf, factsOf, restrictionsOf } from './AssetCard';

/** 资产卡片 on A4. */
export default function AssetPaper({ asset, onClose }: { asset: AssetRow; onClose: () => void }) {
  const source = useQuery(certsOf(asset.assetId));
  const restrictions = restrictionsOf(asset);
  return (
    <LoadedPaper source={source} onClose={onClose}>
      {(certs) => (
        <Paper onClose={onClose}>
          <PaperFrame
            unit={asset.partyAName}
            title="资产卡片"
            no={asset.assetCode}
            signs={[['经办人'], ['资产管理负责人'], ['日期']]}
          >
            <PaperPairs pairs={[['资产名称', asset.assetName], ...factsOf(asset)]} />
            {restrictions.length > 0 && <h3>使用限制</h3>}
            <PaperPairs pairs={restrictions} />
            <h3>权属证</h3>
            {certs.rows.length === 0 ? <p>未登记权属证</p> : <PaperPairs pairs={certs.rows.map(certFact)} />}
          </PaperFrame>
        </Paper>
      )}
    </LoadedPaper>
  );
}
