import { Button, Slider } from 'antd';
import { useEffect, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { uploadAvatar } from '@/api/profile';
import { useMutation } from '@/lib/useMutation';
import { Modal } from '@/ui/overlays';
import 'react-easy-crop/react-easy-crop.css';
import styles from '../profile.module.css';
import { pictureComplaint } from './picture';

/** Edge of the stored picture in pixels; the server keeps no more. */
const EDGE = 256;

/** The circle in pixels of the screen; a picture always covers it. */
const CROP_SIZE = { width: 240, height: 240 };

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('图片无法读取，请换一张'));
    image.src = address;
  });
}

/** The chosen square as a PNG. */
async function crop(address: string, area: Area): Promise<Blob> {
  const image = await loadImage(address);
  const canvas = document.createElement('canvas');
  canvas.width = EDGE;
  canvas.height = EDGE;
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, EDGE, EDGE);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('图片处理失败，请换一张');
  return blob;
}

/** The address of a chosen file while it is shown. */
function useFileAddress(file: File | null): string {
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

interface AvatarDialogProps {
  /** Gets the path of the stored picture. */
  onSaved: (path: string) => void;
  onClose: () => void;
}

/** Chooses a picture and the square of it that becomes the avatar. */
export default function AvatarDialog({ onSaved, onClose }: AvatarDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [complaint, setComplaint] = useState('');
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const address = useFileAddress(file);
  const save = useMutation({
    mutationFn: async () => (area ? uploadAvatar(await crop(address, area)) : Promise.reject(new Error('请选择图片'))),
    onSuccess: (path) => {
      onSaved(path);
      onClose();
    },
  });
  const take = (given: File | undefined) => {
    if (!given) return;
    const trouble = pictureComplaint(given);
    setComplaint(trouble);
    if (trouble) return;
    setArea(null);
    setZoom(1);
    setPosition({ x: 0, y: 0 });
    setFile(given);
  };
  return (
    <Modal
      open
      centered
      width={480}
      title="修改头像"
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: !area }}
      confirmLoading={save.isPending}
      onOk={() => save.mutate()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <div className={styles.avatarCrop}>
        {address ? (
          <Cropper
            image={address}
            crop={position}
            zoom={zoom}
            aspect={1}
            cropSize={CROP_SIZE}
            objectFit="cover"
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropComplete={(_percent, pixels) => setArea(pixels)}
            mediaProps={{
              alt: '待裁剪的图片',
              onError: () => {
                setFile(null);
                setComplaint('图片无法读取，请换一张');
              },
            }}
          />
        ) : (
          <p className="t3">选择一张 jpg 或 png 图片，拖动并缩放到合适的位置</p>
        )}
      </div>
      {complaint && (
        <p className={styles.avatarComplaint} role="alert">
          {complaint}
        </p>
      )}
      <div className={styles.avatarTools}>
        <input
          ref={input}
          className="sr-only"
          type="file"
          accept=".jpg,.jpeg,.png"
          aria-label="选择头像图片"
          tabIndex={-1}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button onClick={() => input.current?.click()}>{file ? '换一张' : '选择图片'}</Button>
        {address && (
          <Slider
            className={styles.avatarZoom}
            ariaLabelForHandle="缩放"
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={setZoom}
            tooltip={{ open: false }}
          />
        )}
      </div>
    </Modal>
  );
}
