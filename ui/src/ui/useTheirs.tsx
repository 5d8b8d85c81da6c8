import { Alert, Button, type FormInstance, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { ApiError, CODE, textOf } from '@/api/errors';
import { merge } from './merge';
import styles from './theirs.module.css';

interface Choice {
  name: string;
  label: string;
  mine: unknown;
  mineText: string;
  theirs: unknown;
  theirsText: string;
}

interface Found {
  /** Labels of what was taken over. */
  taken: string[];
  /** What both have changed, with what was chosen. */
  choices: (Choice & { kept: 'mine' | 'theirs' })[];
}

/** The other's values stand in the form, to be read there in its words. */
interface Drawn {
  taken: string[];
  choices: (Omit<Choice, 'theirsText'> & { item: HTMLElement | null })[];
}

/** How long what was read may take to arrive in the form. */
const PATIENCE_MS = 1000;
const LABEL = '.ant-form-item-label label';

/** The item of a form that shows a field; fields that nobody sees have none. */
function itemOf(form: FormInstance, name: string): HTMLElement | null {
  const control: unknown = form.getFieldInstance(name as never);
  const element =
    control instanceof HTMLElement ? control : (control as { nativeElement?: unknown } | null)?.nativeElement;
  if (element instanceof HTMLElement) return element.closest('.ant-form-item');
  const labels = [...document.querySelectorAll<HTMLLabelElement>(`.ant-modal ${LABEL}`)];
  const label = labels.filter(({ htmlFor }) => htmlFor === name || htmlFor.endsWith(`_${name}`)).at(-1);
  return label?.closest<HTMLElement>('.ant-form-item') ?? null;
}

/** What a field shows, in the words that a person reads there. */
function shownText(item: HTMLElement | null): string {
  const control = item?.querySelector<HTMLElement>('.ant-form-item-control-input');
  if (!control) return '';
  const chosen = [...control.querySelectorAll('.ant-radio-wrapper-checked, .ant-checkbox-wrapper-checked')];
  if (chosen.length > 0) return chosen.map((one) => one.textContent ?? '').join('、');
  const text = (control.textContent ?? '').trim();
  const input = control.querySelector<HTMLInputElement | HTMLTextAreaElement>('input:not([type=search]), textarea');
  return (control.querySelector('.ant-select') ? text : (input?.value ?? text)) || '（空）';
}

/** `initial` is what the source gives now; `box` is drawn below the form's refusal. */
export function useTheirs<Values extends object>(
  form: FormInstance<Values>,
  initial: Partial<Values> | undefined,
  source: { refetch: () => Promise<unknown> } | undefined,
  error: unknown,
  /** The form holds the newest state: the refusal is settled. */
  settled: () => void,
) {
  const begun = useRef(initial);
  begun.current ??= initial;
  const [asked, setAsked] = useState(false);
  const [failed, setFailed] = useState('');
  const [drawn, setDrawn] = useState<Drawn>();
  const [found, setFound] = useState<Found>();
  const stale = source && error instanceof ApiError && error.code === CODE.stale;

  // what is read arrives in `initial` with a later drawing
  const [wanted, setWanted] = useState(false);
  const look = async () => {
    if (!source || asked) return;
    setAsked(true);
    setFailed('');
    try {
      await source.refetch();
      setWanted(true);
    } catch (reason) {
      setFailed(textOf(reason));
      setAsked(false);
    }
  };

  const compare = useRef(() => {});
  compare.current = () => {
    const plain = form as unknown as FormInstance;
    const names = [...new Set(plain.getFieldsError().map(({ name }) => String(name[0])))];
    const [before, theirs] = [(begun.current ?? {}) as Record<string, unknown>, initial as Record<string, unknown>];
    const mine = plain.getFieldsValue(true) as Record<string, unknown>;
    const { take, both } = merge(names, before, theirs, mine);
    const items = new Map([...take, ...both].map((name) => [name, itemOf(plain, name)]));
    const label = (name: string) => items.get(name)?.querySelector(LABEL)?.textContent?.trim() ?? '';
    const mineTexts = both.map((name) => shownText(items.get(name) ?? null));
    plain.setFieldsValue(Object.fromEntries([...take, ...both].map((name) => [name, theirs[name]])));
    begun.current = initial;
    settled();
    const choices = both.map((name, at) => ({
      ...{ name, item: items.get(name) ?? null, label: label(name), theirs: theirs[name] },
      ...{ mine: mine[name], mineText: mineTexts[at] ?? '' },
    }));
    setDrawn({ taken: take.map(label).filter(Boolean), choices });
  };
  // the fields say the other's values in their own words once they have drawn them
  useEffect(() => {
    if (!drawn) return;
    const timer = setTimeout(() => {
      const choices = drawn.choices.map(({ item, ...one }) => ({ ...one, theirsText: shownText(item) }));
      const plain = form as unknown as FormInstance;
      plain.setFieldsValue(Object.fromEntries(choices.map(({ name, mine }) => [name, mine])));
      const kept = 'mine' as const;
      setFound({ taken: drawn.taken, choices: choices.filter(({ label }) => label).map((one) => ({ ...one, kept })) });
    });
    return () => clearTimeout(timer);
  }, [drawn, form]);
  useEffect(() => {
    if (!wanted) return;
    const end = (sentence: string) => {
      setFailed(sentence);
      setWanted(false);
      setAsked(false);
    };
    if (initial !== begun.current) {
      compare.current();
      return end('');
    }
    const timer = setTimeout(() => end('没有读到对方的修改，请关闭后在最新内容上重新修改'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, initial]);

  const keep = (name: string, kept: 'mine' | 'theirs') => {
    setFound(
      (now) => now && { ...now, choices: now.choices.map((one) => (one.name === name ? { ...one, kept } : one)) },
    );
    const one = found?.choices.find((choice) => choice.name === name);
    if (one) (form as unknown as FormInstance).setFieldsValue({ [name]: kept === 'mine' ? one.mine : one.theirs });
  };
  const box = (
    <>
      {stale && (
        <div className={styles.ask}>
          <Button onClick={() => void look()} loading={asked}>
            带入对方的修改，继续填写
          </Button>
          {failed && <span role="alert">{failed}</span>}
        </div>
      )}
      {found && <Theirs found={found} onKeep={keep} />}
    </>
  );
  return { box };
}

/** What was taken over, and what is to be chosen. */
function Theirs({
  found: { taken, choices },
  onKeep,
}: {
  found: Found;
  onKeep: (name: string, kept: 'mine' | 'theirs') => void;
}) {
  return (
    <Alert
      className={styles.theirs}
      type={choices.length > 0 ? 'warning' : 'info'}
      showIcon
      role="status"
      title={choices.length > 0 ? '对方也修改了下列内容，请选择保留哪一个，再点确定' : '已是最新内容，请核对后再点确定'}
      description={
        <>
          {taken.length > 0 && <p>已带入对方修改的：{taken.join('、')}</p>}
          {choices.map(({ name, label, mineText, theirsText, kept }) => (
            <div key={name} className={styles.choice}>
              <b>{label}</b>
              <span>对方：{theirsText}</span>
              <span>您：{mineText}</span>
              <Segmented
                aria-label={`${label}保留`}
                value={kept}
                onChange={(value) => onKeep(name, value as 'mine' | 'theirs')}
                options={[
                  { value: 'mine', label: '用我的' },
                  { value: 'theirs', label: '用对方的' },
                ]}
              />
            </div>
          ))}
        </>
      }
    />
  );
}
