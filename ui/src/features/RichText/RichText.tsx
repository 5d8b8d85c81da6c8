import { Input } from 'antd';
export function RichText({ value, onChange }: { value?: string; onChange?: (v: string) => void }) {
  return <Input.TextArea rows={8} value={value ?? ''} onChange={(event) => onChange?.(event.target.value)} />;
}
