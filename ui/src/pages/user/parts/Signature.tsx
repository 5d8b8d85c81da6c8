import { App, Button, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { removeSignature, setSignature, signatureQuery } from '@/api/approvals';
import { toMinute } from '@/lib/dates';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { LoadFailed } from '@/ui/LoadFailed';
import { useConfirm } from '@/ui/useConfirm';
import styles from '../profile.module.css';
import { pictureComplaint } from './picture';
import { SignaturePad } from './SignaturePad';

/** 手写签名: drawn here or taken from a picture; each change asks for a second proof of who one is. */
export default function SignatureCard() {
  const { message } = App.useApp();
  const confirm = useConfirm();
  const signature = useQuery(signatureQuery());
  const [drawing, setDrawing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const saving = useMutation({
    mutationFn: setSignature,
    onSuccess: () => void message.success('手写签名已保存'),
  });
  const take = (file: File | undefined) => {
    if (!file) return;
    const trouble = pictureComplaint(file);
    if (trouble) void message.error(trouble);
    else saving.mutate(file);
  };
  const remove = () =>
    confirm({
      title: '删除手写签名',
      content: '已经签过的审批单不变，以后办理时不能再附签名。确定要删除吗？',
      okText: '删除',
      danger: true,
      run: () => removeSignature().then(() => void message.success('手写签名已删除')),
    });
  const known = signature.data;
  return (
    <section className={`card ${styles.sessions}`} aria-labelledby="profile-signature">
      <div className="card-head">
        <h2 id="profile-signature">手写签名</h2>
        <span className="sp" />
        {known && (
          <>
            <input
              ref={input}
              className="sr-only"
              type="file"
              accept=".jpg,.jpeg,.png"
              aria-label="选择签名图片"
              tabIndex={-1}
              onChange={(event) => {
                take(event.currentTarget.files?.[0]);
                event.currentTarget.value = '';
              }}
            />
            <Button size="small" type={known.picture ? 'default' : 'primary'} onClick={() => setDrawing(true)}>
              手写
            </Button>
            <Button size="small" loading={saving.isPending} onClick={() => input.current?.click()}>
              上传图片
            </Button>
            {known.picture && (
              <Button size="small" danger onClick={remove}>
                删除
              </Button>
            )}
          </>
        )}
      </div>
      <div className="card-body">
        {signature.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {signature.isError && <LoadFailed title="手写签名加载失败" error={signature.error} retry={signature.refetch} />}
        {known?.picture && (
          <p>
            <img className={styles.signature} src={known.picture} alt="我的手写签名" />
            <span className="t2">设置于 {known.setAt ? toMinute(known.setAt) : ''}</span>
          </p>
        )}
        {known && <p className="t2">办理审批时可附在意见旁，打印在审批单上；设置和每次使用前都要再次验证身份。</p>}
      </div>
      {drawing && <SignaturePad save={(picture) => saving.mutateAsync(picture)} onClose={() => setDrawing(false)} />}
    </section>
  );
}
