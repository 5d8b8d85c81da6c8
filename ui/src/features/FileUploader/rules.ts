/** What may be uploaded where, and how ids travel. */

export type UploadMode = 'picture-card' | 'drag';

const PICTURES = ['jpg', 'png', 'heic'];
const FILES = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'wps', 'et', 'dps', 'txt', 'csv', 'zip'];

export const ENDINGS: Record<UploadMode, readonly string[]> = {
  'picture-card': PICTURES,
  drag: [...PICTURES, 'jpeg', ...FILES],
};

/** Whether it is shown as a card: what the cards take, and what came among other files. */
export const isPicture = (suffix: string): boolean => [...PICTURES, 'jpeg'].includes(suffix.toLowerCase());

export const MOST: Record<UploadMode, number> = { 'picture-card': 10, drag: 100 };

/** For the `accept` of the file dialog, which knows letter case on some systems. */
export const acceptOf = (mode: UploadMode): string =>
  ENDINGS[mode].flatMap((ending) => [`.${ending}`, `.${ending.toUpperCase()}`]).join(',');

export const endingOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
};

/** Why a file is not taken; '' when it is. */
export function complaintAbout(mode: UploadMode, { name, size }: Pick<File, 'name' | 'size'>): string {
  if (!ENDINGS[mode].includes(endingOf(name))) {
    return mode === 'picture-card' ? '仅支持 jpg、png、heic 格式的图片' : '不支持该文件类型';
  }
  return size === 0 ? '文件内容为空' : '';
}

export const limitText = (mode: UploadMode, max: number): string =>
  mode === 'picture-card' ? `最多上传${max}张图片` : `最多上传${max}个文件`;

/** «3,1,x,1» → [3, 1]. */
export function idsOf(value: string | null | undefined): number[] {
  const ids = (value ?? '').split(',').map((part) => Number(part.trim()));
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
}

/** The list with one element at another place. */
export function moved(ids: readonly number[], id: number, place: number): number[] {
  const rest = ids.filter((other) => other !== id);
  rest.splice(Math.max(0, Math.min(place, rest.length)), 0, id);
  return rest;
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib.toFixed(1)} KB` : `${(kib / 1024).toFixed(1)} MB`;
}
