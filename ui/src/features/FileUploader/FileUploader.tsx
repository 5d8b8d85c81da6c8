export function FileUploader({
  mode,
}: {
  mode: 'drag' | 'picture-card';
  value?: string;
  onChange?: (v: string) => void;
}) {
  return <span>{mode}</span>;
}
