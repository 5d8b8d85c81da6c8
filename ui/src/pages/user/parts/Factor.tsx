import { App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { factorQuery, newCodes, removeFactor } from '@/api/factor';
import { Enrol } from '@/features/factor/Enrol';
import { RecoveryCodes } from '@/features/factor/RecoveryCodes';
import { toMinute } from '@/lib/dates';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Facts } from '@/ui/Facts';
import { LoadFailed } from '@/ui/LoadFailed';
import { Modal } from '@/ui/overlays';
import { useConfirm } from '@/ui/useConfirm';
import styles from '../profile.module.css';

const FEW_CODES = 3;

interface EnrolDialogProps {
  title: string;
  asksPassword: boolean;
  onClose: () => void;
}

function EnrolDialog({ title, asksPassword, onClose }: EnrolDialogProps) {
  const { message } = App.useApp();
  // whoever closed it then would never see his recovery codes
  const [withCodes, setWithCodes] = useState(false);
  return (
    <Modal
      open
      centered
      width={520}
      title={title}
      footer={null}
      mask={{ closable: false }}
      closable={!withCodes}
      keyboard={!withCodes}
      onCancel={onClose}
    >
      <Enrol
        asksPassword={asksPassword}
        onCodes={() => setWithCodes(true)}
        onDone={() => {
          void message.success('动态口令已启用，其他设备上的登录已全部退出');
          onClose();
        }}
      />
    </Modal>
  );
}

/** One's second factor: since when, codes left, changing and removing it. */
export default function FactorCard() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const factor = useQuery(factorQuery());
  // what the dialog is called when it opens: setting up makes it «更换» underneath
  const [enrolling, setEnrolling] = useState<{ title: string; asksPassword: boolean } | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const renew = useMutation({ mutationFn: newCodes, onSuccess: (answer) => setCodes(answer.codes) });
  const remove = () =>
    confirm({
      title: '移除动态口令',
      content: '移除后登录只需要密码，恢复码也会作废。确定要移除吗？',
      okText: '移除',
      danger: true,
      run: () =>
        removeFactor().then(() => {
          void message.success('动态口令已移除');
        }),
    });
  const known = factor.data;
  const begin = (title: string) => setEnrolling({ title, asksPassword: known?.asksPassword ?? true });
  const left = known?.recoveryLeft ?? 0;
  return (
    <section className={`card ${styles.sessions}`} aria-labelledby="profile-factor">
      <div className="card-head">
        <h2 id="profile-factor">动态口令</h2>
        <span className="sp" />
        {known && !known.enrolled && (
          <Button size="small" type="primary" onClick={() => begin('设置动态口令')}>
            设置
          </Button>
        )}
        {known?.enrolled && (
          <>
            <Button size="small" onClick={() => begin('更换动态口令')}>
              更换
            </Button>
            <Button size="small" loading={renew.isPending} onClick={() => renew.mutate()}>
              重新生成恢复码
            </Button>
            {!known.demanded && (
              <Button size="small" danger onClick={remove}>
                移除
              </Button>
            )}
          </>
        )}
      </div>
      <div className="card-body">
        {factor.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {factor.isError && <LoadFailed title="动态口令加载失败" error={factor.error} retry={factor.refetch} />}
        {known && !known.enrolled && (
          <p className="t2">
            登录时除密码外再输入手机应用或硬件令牌显示的数字，密码泄露后他人也不能登录。
            {known.due && `按规定请在 ${toMinute(known.due)} 前设置。`}
          </p>
        )}
        {known?.enrolled && (
          <Facts
            look="rows"
            facts={[
              ['方式', known.label ? `硬件令牌 ${known.label}` : '手机应用'],
              ['启用时间', toMinute(known.since)],
              ['剩余恢复码', left <= FEW_CODES ? `${left} 个，请重新生成` : `${left} 个`],
            ]}
          />
        )}
      </div>
      {enrolling && <EnrolDialog {...enrolling} onClose={() => setEnrolling(null)} />}
      {codes.length > 0 && (
        <Modal open centered width={520} title="新的恢复码" footer={null} closable={false} mask={{ closable: false }}>
          <RecoveryCodes codes={codes} onDone={() => setCodes([])} />
        </Modal>
      )}
    </section>
  );
}
