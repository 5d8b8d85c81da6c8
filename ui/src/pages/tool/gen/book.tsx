import { keepPreviousData } from '@tanstack/react-query';
import { Button, Steps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { bookQuery, guessQuery, keepWizard, type RegisterBook, uploadBook } from '@/api/registerDesign';
import { DropArea } from '@/features/import/parts';
import { ColumnsStep } from '@/features/registers/designer/ColumnsStep';
import styles from '@/features/registers/designer/gen.module.css';
import { LoadStep } from '@/features/registers/designer/LoadStep';
import { MakeStep } from '@/features/registers/designer/MakeStep';
import { PlaceStep } from '@/features/registers/designer/PlaceStep';
import { readWizard, type Said, type Wizard } from '@/features/registers/designer/said';
import { wholeIn } from '@/lib/address';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Loaded } from '@/ui/Loaded';
import { Refusal } from '@/ui/Refusal';

const TITLES = ['上传', '表格位置', '核对字段', '发布', '导入数据'].map((title) => ({ title }));
const PLACE = 1;
const COLUMNS = 2;
const MAKE = 3;
const LOAD = 4;
const ACCEPT = '.xlsx,.xlsm,.xls,.et,.ods,.xml,.csv';

const At = ({ step }: { step: number }) => <Steps size="small" items={TITLES} current={step} responsive />;

/** ① 上传. */
function Upload({ onDone }: { onDone: (book: RegisterBook) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const sending = useMutation({ mutationFn: uploadBook, onSuccess: onDone });
  return (
    <>
      <DropArea
        file={file}
        accept={ACCEPT}
        hint="支持 xlsx、xls、et、ods、csv，不超过 20 MB、50,000 行、200 列"
        onFile={(given) => {
          setFile(given);
          sending.mutate(given);
        }}
      />
      {sending.isPending && <p className="t2">正在上传和识别…</p>}
      <Refusal error={sending.error} />
    </>
  );
}

/** The steps after the upload; what was said stays with the book, so that it can be left. */
function Understood({ book }: { book: RegisterBook }) {
  const [wizard, setWizard] = useState<Wizard>(() => readWizard(book.wizard));
  const { step, said, registerId, isPublished } = wizard;
  const source = useQuery({
    ...guessQuery(book.bookId, said),
    placeholderData: keepPreviousData,
    enabled: step < LOAD,
  });
  const keeping = useMutation({ mutationFn: (text: string) => keepWizard(book.bookId, text) });
  const begun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept when what was said changes
  useEffect(() => {
    if (begun.current) keeping.mutate(JSON.stringify(wizard));
    begun.current = true;
  }, [wizard]);
  // neither undoes the other, however late an answer of a step comes
  const go = (next: number) => setWizard((before) => ({ ...before, step: next }));
  const say = (next: Said) => setWizard((before) => ({ ...before, said: next }));
  if (step >= LOAD && registerId !== undefined) {
    return (
      <>
        <At step={LOAD} />
        <LoadStep registerId={registerId} bookId={book.bookId} said={said} onBack={() => go(COLUMNS)} />
      </>
    );
  }
  return (
    <Loaded source={source} title="识别失败">
      {(guess) => (
        <>
          <At step={step} />
          <p className="t2">{`${book.name}：${guess.rows} 行${source.isFetching ? '，正在重新识别…' : ''}`}</p>
          {step === PLACE && <PlaceStep book={book} guess={guess} said={said} onSay={say} />}
          {step === COLUMNS && <ColumnsStep guess={guess} said={said} onSay={say} />}
          {step === MAKE && (
            <MakeStep
              book={book}
              guess={guess}
              said={said}
              registerId={registerId}
              onMade={(id) => setWizard((before) => ({ ...before, registerId: id }))}
              onPublished={(id) =>
                setWizard((before) => ({ ...before, registerId: id, step: LOAD, isPublished: true }))
              }
            />
          )}
          <p>
            {step > PLACE && <Button onClick={() => go(step - 1)}>上一步</Button>}{' '}
            {step < MAKE && (
              <Button
                type="primary"
                disabled={source.isFetching || guess.doubts.length > 0}
                onClick={() => go(step === COLUMNS && isPublished ? LOAD : step + 1)}
              >
                下一步
              </Button>
            )}
          </p>
        </>
      )}
    </Loaded>
  );
}

function Begun({ id }: { id: number }) {
  const source = useQuery({ ...bookQuery(id), staleTime: 'static' });
  return (
    <Loaded source={source} title="工作簿加载失败">
      {(book) => <Understood key={book.bookId} book={book} />}
    </Loaded>
  );
}

/** 从工作簿新建登记表: upload, see what was understood and why, correct it, publish, load. */
export default function BookPage() {
  const [search, setSearch] = useSearchParams();
  const id = wholeIn(search, 'book');
  return (
    <div className={`card ${styles.padded}`}>
      {id !== undefined ? (
        <Begun id={id} />
      ) : (
        <>
          <At step={0} />
          <Upload onDone={({ bookId }) => setSearch({ book: String(bookId) }, { replace: true })} />
        </>
      )}
    </div>
  );
}
