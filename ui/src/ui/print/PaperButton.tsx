import { PrinterOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';
import { Suspense, useState } from 'react';

interface PaperButtonProps extends Pick<ButtonProps, 'disabled' | 'type' | 'size'> {
  label?: string;
  /** What is printed: a part that prints itself and is closed then. */
  paper: (onClose: () => void) => React.ReactNode;
}

/** Prints at a press; a second one prints again. */
export function PaperButton({ label = '打印', paper, ...button }: PaperButtonProps) {
  const [run, setRun] = useState(0);
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button
        {...button}
        icon={<PrinterOutlined aria-hidden />}
        onClick={() => {
          setRun(run + 1);
          setPrinting(true);
        }}
      >
        {label}
      </Button>
      {printing && (
        <Suspense key={run} fallback={null}>
          {paper(() => setPrinting(false))}
        </Suspense>
      )}
    </>
  );
}
