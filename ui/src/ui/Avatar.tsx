import { useState } from 'react';
import { API_BASE } from '@/lib/base';

interface AvatarProps {
  name: string;
  /** Path of the picture below the API; '' without one. */
  picture: string;
  size: number;
}

/** The picture of a person, or the first character of the name; decoration beside the name. */
export function Avatar({ name, picture, size }: AvatarProps) {
  const [broken, setBroken] = useState('');
  const style = { width: size, height: size, fontSize: Math.round(size * 0.46) };
  if (picture !== '' && broken !== picture) {
    return <img className="av" style={style} src={API_BASE + picture} alt="" onError={() => setBroken(picture)} />;
  }
  return (
    <span className="av" style={style} aria-hidden="true">
      {Array.from(name)[0] ?? ''}
    </span>
  );
}
