import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useMutation } from '@/lib/useMutation';
import { Modal } from '@/ui/overlays';
import styles from '../profile.module.css';

/** Pixels of the picture, the most that the server keeps. */
const WIDTH = 480;
const HEIGHT = 160;
/** Ink and pen on paper, whatever the appearance of the page. */
const INK = 'black';
const PEN = 4;

interface SignaturePadProps {
  save: (picture: Blob) => Promise<unknown>;
  onClose: () => void;
}

/** Where a pointer is, in pixels of the picture. */
function placeOf(canvas: HTMLCanvasElement, { clientX, clientY }: React.PointerEvent): [x: number, y: number] {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return [((clientX - left) * WIDTH) / width, ((clientY - top) * HEIGHT) / height];
}

/** A box to sign in with mouse, pen or finger. */
export function SignaturePad({ save, onClose }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [signed, setSigned] = useState(false);
  const saving = useMutation({
    mutationFn: async () => {
      const picture = await new Promise<Blob | null>((resolve) =>
        canvas.current ? canvas.current.toBlob(resolve, 'image/png') : resolve(null),
      );
      if (!picture) throw new Error('签名无法保存，请重试');
      await save(picture);
    },
    onSuccess: onClose,
  });
  const pen = () => canvas.current?.getContext('2d');
  const down = (event: React.PointerEvent<HTMLCanvasElement>) => {
    const ink = pen();
    if (!ink) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    Object.assign(ink, { lineWidth: PEN, lineCap: 'round', lineJoin: 'round', strokeStyle: INK });
    const [x, y] = placeOf(event.currentTarget, event);
    ink.beginPath();
    ink.moveTo(x, y);
    ink.lineTo(x + 0.1, y);
    ink.stroke();
    setSigned(true);
  };
  const move = (event: React.PointerEvent<HTMLCanvasElement>) => {
    const ink = pen();
    if (!ink || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    ink.lineTo(...placeOf(event.currentTarget, event));
    ink.stroke();
  };
  const clear = () => {
    pen()?.clearRect(0, 0, WIDTH, HEIGHT);
    setSigned(false);
  };
  return (
    <Modal
      open
      centered
      width={560}
      title="手写签名"
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: !signed }}
      confirmLoading={saving.isPending}
      onOk={() => saving.mutate()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        className={styles.signaturePad}
        role="img"
        aria-label="签名框，用鼠标、笔或手指书写"
        onPointerDown={down}
        onPointerMove={move}
      />
      <p>
        <Button size="small" disabled={!signed} onClick={clear}>
          重写
        </Button>{' '}
        <span className="t2">在框内书写；不便书写时可关闭本窗口，用“上传图片”</span>
      </p>
    </Modal>
  );
}
