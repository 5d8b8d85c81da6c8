import { DropArea } from './parts';

interface FileFieldProps {
  id?: string;
  value?: File;
  onChange?: (file: File) => void;
  accept: string;
  hint: string;
  /** Where the file is all that was missing. */
  onChosen?: () => void;
}

/** A file as a field of a form. */
export function FileField({ value, onChange, accept, hint, onChosen }: FileFieldProps) {
  return (
    <DropArea
      file={value ?? null}
      accept={accept}
      hint={hint}
      onFile={(file) => {
        onChange?.(file);
        onChosen?.();
      }}
    />
  );
}
