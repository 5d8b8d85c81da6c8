const TYPES = ['image/jpeg', 'image/png'];
const LIMIT_MB = 5;

/** Why a file cannot be an avatar or a signature; '' when it can. */
export function pictureComplaint({ type, size }: Pick<File, 'type' | 'size'>): string {
  if (!TYPES.includes(type)) return '仅支持 jpg、png 格式的图片';
  return size > LIMIT_MB * 1024 * 1024 ? `图片不能超过 ${LIMIT_MB} MB` : '';
}
