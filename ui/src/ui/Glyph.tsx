import type { IconDefinition } from '@ant-design/icons-svg/es/types';

interface GlyphProps {
  icon: IconDefinition;
  /** Spoken name; without it the picture is decoration. */
  label?: string;
  className?: string;
}

/** An outline icon without the machinery of @ant-design/icons, for pages that must stay small. */
export function Glyph({ icon, label, className = '' }: GlyphProps) {
  const drawing = typeof icon.icon === 'function' ? icon.icon('currentColor', 'currentColor') : icon.icon;
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true as const };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg className={`glyph ${className}`} viewBox={drawing.attrs.viewBox} focusable="false" {...named}>
      {drawing.children?.map((shape) => (
        <path key={shape.attrs.d} d={shape.attrs.d} />
      ))}
    </svg>
  );
}
