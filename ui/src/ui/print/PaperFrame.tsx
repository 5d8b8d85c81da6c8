import { formatDate } from '@/lib/dates';
import { serverNow } from '@/lib/serverClock';
import { useSession } from '@/stores/session';
import styles from './paper.module.css';
import { PART } from './sizes';

/** A title of more signs than these has no room to be spaced. */
const SPACED = 10;

export type PaperFact = readonly [name: string, value: React.ReactNode];
/** «制表：张三»; without a name there is room for one. */
export type Sign = readonly [role: string, name?: string];

/** A side that signs and seals. */
export interface Seal {
  /** «甲方（盖章）» */
  role: string;
  name?: string;
  /** Below it: «经办人：», «□ 相符  □ 不符». */
  lines?: readonly string[];
}

export interface PaperFrameProps {
  /** Who issues it; left out or empty = the organisation. */
  unit?: string | undefined;
  title: string;
  /** Number of the document, where it has one. */
  no?: string | undefined;
  /** What stands between the title and the contents; what is empty is left out. */
  facts?: readonly PaperFact[];
  children: React.ReactNode;
  /** Who signs, on one line. */
  signs?: readonly Sign[];
  /** The sides that seal it, side by side. */
  seals?: readonly Seal[];
  /** What it is called beside others of its kind. */
  label?: string;
  /** On the screen, before it is printed. */
  preview?: boolean;
}

const isTold = ([, value]: PaperFact) => value !== '' && value !== null && value !== undefined;

function Seals({ seals }: { seals: readonly Seal[] }) {
  return (
    <div className={styles.seals}>
      {seals.map(({ role, name, lines = [] }) => (
        <div key={role}>
          {`${role}：${name ?? ''}`}
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
          <div className={styles.sealDay}>{'　年　　月　　日'}</div>
        </div>
      ))}
    </div>
  );
}

/** Places to sign; never alone on a sheet. */
function Ends({ signs, seals }: Pick<PaperFrameProps, 'signs' | 'seals'>) {
  if (!signs && !seals) return null;
  return (
    <div className={styles.ends} data-keep="previous">
      {seals && <Seals seals={seals} />}
      {signs && (
        <div className={styles.signs}>
          {signs.map(([role, name]) => (
            <span key={role}>{`${role}：${name ?? ''}`}</span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Who prints, as he is called in documents; empty before anybody has signed in. */
export const usePaperMaker = (): string => useSession((state) => state.account?.realName) ?? '';

/**
 * What every paper has: who issues it, title, number, what it is about, places to sign, who printed it when. `Paper` cuts it
 * into sheets and numbers them.
 */
export function PaperFrame(props: PaperFrameProps) {
  const { title, no = '', facts = [], children, signs, seals, preview = false } = props;
  const organization = useSession((state) => state.portal?.organization) ?? '';
  const maker = usePaperMaker();
  const unit = props.unit || organization;
  const told = [...facts, ['编　　号', no] as const].filter(isTold);
  const printed = `${formatDate(serverNow(), 'YYYY-MM-DD HH:mm')} 打印`;
  return (
    <article
      className={preview ? `${styles.paper} ${styles.preview}` : ''}
      aria-label={props.label ?? title}
      data-paper
    >
      <header data-part={PART.head}>
        {unit && <div className={styles.unit}>{unit}</div>}
        <h2 className={title.length <= SPACED ? styles.spaced : ''}>{title}</h2>
        <dl className={styles.about}>
          {told.map(([name, value]) => (
            <div key={name}>
              <dt>{`${name}：`}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <div className={styles.again} data-part={PART.again}>
        <span>{unit}</span>
        <span>{`${title}（续）${no && `　${no}`}`}</span>
      </div>
      <div data-part={PART.flow}>
        {children}
        <Ends {...(signs && { signs })} {...(seals && { seals })} />
      </div>
      <div className={styles.foot} data-part={PART.foot}>
        <span>{[no, maker, printed].filter(Boolean).join(' · ')}</span>
      </div>
    </article>
  );
}
