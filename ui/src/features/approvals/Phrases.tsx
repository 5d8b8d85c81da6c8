import { DownOutlined } from '@ant-design/icons';
import { App, Dropdown, Form, type MenuProps } from 'antd';
import { phrasesQuery, savePhrases } from '@/api/approvals';
import { reportError } from '@/api/failures';
import { useQuery } from '@/lib/useQuery';
import styles from './approvals.module.css';

/** Phrases that stand as buttons; the others are behind 常用语. */
const SHOWN = 4;
const WORDS = 14;
const short = (text: string): string => (text.length > WORDS ? `${text.slice(0, WORDS)}…` : text);

/** 常用语 under the field of an opinion: a press writes one into it, after what stands there. */
export function Phrases({ field }: { field: string }) {
  const { message } = App.useApp();
  const form = Form.useFormInstance();
  const written = String(Form.useWatch(field, form) ?? '').trim();
  // without them an opinion is written as before
  const { data } = useQuery({ ...phrasesQuery(), meta: { quiet: true } });
  if (!data) return null;
  const { house, own } = data;
  const all = [...own, ...house.filter((phrase) => !own.includes(phrase))];
  const put = (phrase: string) => {
    const before = String(form.getFieldValue(field) ?? '').trim();
    form.setFieldValue(field, before ? `${before}${/[。；，、！？]$/.test(before) ? '' : '，'}${phrase}` : phrase);
    form.getFieldInstance(field)?.focus?.();
  };
  const keep = (next: string[], told: string) =>
    savePhrases({ own: next }).then(() => void message.success(told), reportError);
  const items: MenuProps['items'] = [
    ...all.slice(SHOWN).map((phrase) => ({ key: `put:${phrase}`, label: phrase })),
    ...(all.length > SHOWN ? [{ type: 'divider' as const }] : []),
    {
      key: 'keep',
      label: '把现在的意见记为我的常用语',
      disabled: written === '' || own.includes(written),
    },
    ...own.map((phrase) => ({ key: `drop:${phrase}`, label: `删除我的常用语“${short(phrase)}”` })),
  ];
  const onMenu = (key: string) => {
    if (key === 'keep') return void keep([written, ...own], '已记为常用语');
    const phrase = key.slice(5);
    if (key.startsWith('drop:'))
      return void keep(
        own.filter((one) => one !== phrase),
        '已删除常用语',
      );
    put(key.slice(4));
  };
  return (
    <fieldset className={styles.phrases} aria-label="常用语">
      {all.slice(0, SHOWN).map((phrase) => (
        <button key={phrase} type="button" title={phrase} onClick={() => put(phrase)}>
          {short(phrase)}
        </button>
      ))}
      <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => onMenu(key) }}>
        <button type="button" className="link">
          常用语 <DownOutlined aria-hidden />
        </button>
      </Dropdown>
    </fieldset>
  );
}
