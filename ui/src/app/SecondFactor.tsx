import { App, Button, Form } from 'antd';
import { useEffect, useState } from 'react';
import { enterCode, type Factor, factorQuery } from '@/api/factor';
import { CodeField } from '@/features/factor/CodeField';
import { Enrol } from '@/features/factor/Enrol';
import styles from '@/features/factor/factor.module.css';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { leave, useSession } from '@/stores/session';
import { useFieldRefusal } from '@/ui/fieldRefusal';
import { Loaded } from '@/ui/Loaded';
import { ReadOnlyNote, useReadOnly } from './ReadOnlyNote';
import { Stage } from './Stage';

interface StepProps {
  factor: Factor;
  onDone: () => void;
  retry: () => void;
  beside: React.ReactNode;
}

function EnterCode({ factor, onDone, retry, beside }: StepProps) {
  const { message } = App.useApp();
  const [form] = Form.useForm<{ code: string }>();
  const refusal = useFieldRefusal(form);
  const enter = useMutation({
    mutationFn: ({ code }: { code: string }) => enterCode(code),
    onSuccess: ({ recoveryLeft }) => {
      if (typeof recoveryLeft === 'number') {
        void message.warning(`已使用一个恢复码，还剩 ${recoveryLeft} 个；请尽快在个人中心重新生成`, 10);
      }
      onDone();
    },
    onError: (error) => {
      form.resetFields();
      refusal.show(error);
      // five wrong ones end the session: then the way leads back to the sign-in page
      retry();
    },
  });
  return (
    <Form
      form={form}
      className={styles.form ?? ''}
      layout="vertical"
      requiredMark={false}
      onValuesChange={refusal.forget}
      onFinish={(values) => enter.mutate(values)}
    >
      <p className="t2">
        {factor.userName}，请输入{factor.label ? `令牌 ${factor.label} ` : '验证器应用'}显示的动态口令。
      </p>
      <CodeField digits={factor.digits} orRecovery autoFocus />
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={enter.isPending}>
          确定
        </Button>
        {beside}
      </div>
    </Form>
  );
}

/** Stands there until the code was entered, or a second factor set up that has become a must. */
export default function SecondFactor({ over, onDone }: { over: boolean; onDone: () => void }) {
  const factor = useQuery({ ...factorQuery(), gcTime: 0 });
  // the session is a full one already while its recovery codes are read
  const [withCodes, setWithCodes] = useState(false);
  const readOnly = useReadOnly();
  const goOn = () => {
    useSession.setState({ secondFactor: false });
    onDone();
  };
  const stage = factor.data?.stage;
  // another window has done the step meanwhile
  const isOver = !withCodes && (stage === 'full' || stage === 'password');
  const enrols = withCodes || stage === 'enrol';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is over
  useEffect(() => {
    if (isOver) goOn();
  }, [isOver]);
  const beside = (
    <Button type="link" onClick={() => void leave()}>
      退出登录
    </Button>
  );
  return (
    <Stage title={enrols ? '请先设置动态口令' : '动态口令'} over={over}>
      <Loaded source={factor} title="加载失败">
        {(known) =>
          enrols ? (
            <>
              <p className="t2">按规定您登录时须使用动态口令，暂缓期限已到，设置后才能继续使用。</p>
              {readOnly && !withCodes ? (
                <>
                  <ReadOnlyNote action="设置动态口令" />
                  <div className="form-buttons">{beside}</div>
                </>
              ) : (
                <Enrol
                  asksPassword={known.asksPassword}
                  onDone={goOn}
                  onCodes={() => setWithCodes(true)}
                  beside={beside}
                />
              )}
            </>
          ) : (
            <EnterCode factor={known} onDone={goOn} retry={() => void factor.refetch()} beside={beside} />
          )
        }
      </Loaded>
    </Stage>
  );
}
