import { CopyOutlined } from '@ant-design/icons';
import { App, Button, Input } from 'antd';
import { StartState, StartStateLabels } from '@/api/generated/enums';
import { type FirstHours, nameOrganization, type StartStep } from '@/api/start';
import { copyText } from '@/lib/copyText';
import { useDraft } from '@/lib/useDraft';
import { useMutation } from '@/lib/useMutation';
import { Can } from '@/ui/Can';
import { StateTag, type TagTone } from '@/ui/DictTag';
import { Refusal } from '@/ui/Refusal';
import { useFormToken } from '@/ui/useFormToken';
import { useOpenPage } from '@/ui/useOpenPage';
import { Withheld } from '@/ui/Withheld';
import styles from './first-hours.module.css';

const TONES: Readonly<Record<StartStep['state'], TagTone>> = { done: 'ok', open: 'warn', blocked: 'lock' };
const BACKUP = 'gx-portal backup create --to 目录';

/** The name of the authority, where its step stands. */
function NameField({ organization }: { organization: string }) {
  const { message } = App.useApp();
  const [name, setName] = useDraft(organization);
  const token = useFormToken();
  const saving = useMutation({
    mutationFn: (sent: string) => token.send(() => nameOrganization(sent)),
    onSuccess: () => void message.success('已保存'),
  });
  const typed = name.trim();
  return (
    <>
      <form
        className={styles.name}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== '') saving.mutate(typed);
        }}
      >
        <Input
          aria-label="单位名称"
          placeholder="本单位的正式名称"
          autoComplete="off"
          maxLength={30}
          value={name}
          onChange={({ target }) => {
            setName(target.value);
            if (saving.isError) saving.reset();
          }}
        />
        <Button
          type="primary"
          htmlType="submit"
          loading={saving.isPending}
          disabled={typed === '' || typed === organization}
        >
          保存
        </Button>
      </form>
      <Refusal error={saving.error} />
    </>
  );
}

/** What is typed at the server, to be copied. */
function BackupCommand() {
  const { message } = App.useApp();
  const copy = async () => {
    if (await copyText(BACKUP)) void message.success('已复制');
    else void message.warning('复制失败，请手动选择后复制');
  };
  return (
    <div className={styles.command}>
      <code>{BACKUP}</code>
      <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
        复制命令
      </Button>
    </div>
  );
}

function Step({ step, organization }: { step: StartStep; organization: string }) {
  const openPage = useOpenPage();
  const { key, title, state, about, path } = step;
  const isOpen = state === StartState.Open;
  return (
    <li>
      <div className={styles.line}>
        <StateTag tone={TONES[state]}>{StartStateLabels.find(([one]) => one === state)?.[1]}</StateTag>
        <b className={styles.title}>{title}</b>
        {path !== '' && (
          <span className={styles.go}>
            <Withheld reason={state === StartState.Blocked ? about : ''}>
              {(disabled) => (
                <Button
                  {...(isOpen && { type: 'primary' })}
                  disabled={disabled}
                  aria-label={`去办理：${title}`}
                  onClick={() => openPage(path)}
                >
                  去办理
                </Button>
              )}
            </Withheld>
          </span>
        )}
      </div>
      <p className={styles.about}>{about}</p>
      {key === 'organization' && (
        <Can permission="system:start:edit">
          <NameField organization={organization} />
        </Can>
      )}
      {key === 'backup' && isOpen && <BackupCommand />}
    </li>
  );
}

/** The steps in their order, one below the other. */
export function Steps({ steps, organization }: Pick<FirstHours, 'steps' | 'organization'>) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <Step key={step.key} step={step} organization={organization} />
      ))}
    </ol>
  );
}
