import CheckOutlined from '@ant-design/icons-svg/es/asn/CheckOutlined';
import ExclamationCircleOutlined from '@ant-design/icons-svg/es/asn/ExclamationCircleOutlined';
import LockOutlined from '@ant-design/icons-svg/es/asn/LockOutlined';
import MinusCircleOutlined from '@ant-design/icons-svg/es/asn/MinusCircleOutlined';
import { type DictEntry, dictLabel, splitValues } from '@/lib/dict';
import { Glyph } from './Glyph';
import styles from './values.module.css';

const ICONS = {
  ok: CheckOutlined,
  warn: ExclamationCircleOutlined,
  lock: LockOutlined,
  bad: ExclamationCircleOutlined,
  off: MinusCircleOutlined,
  blue: null,
  plain: null,
} as const;

export type TagTone = keyof typeof ICONS;

const TONE_CLASS: Record<TagTone, string> = {
  ok: 'ok',
  warn: 'warn',
  lock: 'warn',
  bad: 'bad',
  off: '',
  blue: 'blue',
  plain: '',
};

/** A filled tag; the icon repeats what the colour says. */
export function StateTag({ tone, children }: { tone: TagTone; children: React.ReactNode }) {
  const icon = ICONS[tone];
  return (
    <span className={`tag ${TONE_CLASS[tone]}`}>
      {icon && <Glyph icon={icon} />}
      {children}
    </span>
  );
}

/** The colour of a dictionary entry, from the class the administrator chose for it. */
const TONE_OF_CLASS: Record<string, TagTone> = {
  primary: 'blue',
  success: 'ok',
  warning: 'warn',
  danger: 'bad',
  info: 'plain',
};

interface DictTagProps {
  entries: readonly DictEntry[];
  value: string | null | undefined;
  /** Tones for values whose meaning the page knows better than the dictionary. */
  tones?: Readonly<Record<string, TagTone>>;
}

/** A dictionary value as a tag; a comma-joined value as one tag each. */
export function DictTag({ entries, value, tones }: DictTagProps) {
  const tags = splitValues(value).map((part) => {
    const entry = entries.find((candidate) => candidate.dictValue === part);
    const tone = tones?.[part] ?? TONE_OF_CLASS[entry?.listClass ?? ''] ?? 'plain';
    return (
      <StateTag key={part} tone={tone}>
        {dictLabel(entries, part)}
      </StateTag>
    );
  });
  return tags.length > 1 ? <span className={styles.tags}>{tags}</span> : (tags[0] ?? null);
}
