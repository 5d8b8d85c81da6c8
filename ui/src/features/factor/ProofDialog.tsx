import { Form, Input } from 'antd';
import { factorQuery, prove } from '@/api/factor';
import { requiredText } from '@/lib/rules';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { useSession } from '@/stores/session';
import { useFieldRefusal } from '@/ui/fieldRefusal';
import { Loaded } from '@/ui/Loaded';
import { Modal } from '@/ui/overlays';
import { CodeField } from './CodeField';
import styles from './factor.module.css';

interface Values {
  code?: string;
  password?: string;
}

/** Asks who is there before a dangerous operation; stands over whatever form it is sent from, which stays as it is. */
export default function ProofDialog({ onDone }: { onDone: (proved: boolean) => void }) {
  const [form] = Form.useForm<Values>();
  const factor = useQuery({ ...factorQuery(), gcTime: 0 });
  const withSso = useSession((state) => state.portal?.ssoEnabled === true);
  const refusal = useFieldRefusal(form);
  const proving = useMutation({
    mutationFn: ({ code, password }: Values) => prove(code ? { code } : { password: password ?? '' }),
    onSuccess: () => onDone(true),
    onError: refusal.show,
  });
  return (
    // over dialogs of every page, whichever tab is shown
    <Modal
      open
      centered
      width={420}
      zIndex={2000}
      title="再次验证身份"
      okText="确定"
      cancelText="取消"
      confirmLoading={proving.isPending}
      onOk={() => form.submit()}
      onCancel={() => onDone(false)}
      mask={{ closable: false }}
    >
      <Form
        form={form}
        name="proof"
        layout="vertical"
        requiredMark={false}
        onValuesChange={refusal.forget}
        onFinish={(values) => proving.mutate(values)}
      >
        <p className={`t2 ${styles.text}`}>此操作影响权限或安全，10 分钟内验证一次即可。取消后填写的内容仍在。</p>
        <Loaded source={factor} title="加载失败">
          {({ enrolled, digits }) =>
            enrolled ? (
              <CodeField digits={digits} orRecovery autoFocus />
            ) : (
              <Form.Item
                name="password"
                label="登录密码"
                extra={withSso && '本系统的密码，不是统一身份认证的密码'}
                rules={[{ ...requiredText('登录密码'), whitespace: false }]}
              >
                <Input.Password autoComplete="current-password" autoFocus />
              </Form.Item>
            )
          }
        </Loaded>
      </Form>
    </Modal>
  );
}
