import { keepPreviousData } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import { useState } from 'react';
import { suggestedQuery } from '@/api/registers';
import { useDebounced } from '@/lib/useDebounced';
import { useQuery } from '@/lib/useQuery';
import { choiceProps } from '@/ui/choices';

interface SuggestedInputProps {
  /** Code of the register. */
  register: string;
  /** Code of the field. */
  field: string;
  maxLength: number;
  id?: string;
  disabled?: boolean;
  value?: string | null;
  onChange?: (value: string) => void;
}

/** A text with what the field holds in other rows already: names, models and places are written as before. */
export function SuggestedInput({ register, field, maxLength, value, onChange, ...rest }: SuggestedInputProps) {
  const [open, setOpen] = useState(false);
  const keyWord = useDebounced((value ?? '').trim());
  const found = useQuery({
    ...suggestedQuery(register, field, keyWord),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  const options = (found.data ?? []).filter((text) => text !== value).map((text) => ({ value: text }));
  return (
    <AutoComplete
      {...rest}
      value={value ?? ''}
      options={options}
      onOpenChange={setOpen}
      onChange={(text: string) => onChange?.(text.slice(0, maxLength))}
      {...(found.error ? choiceProps(found) : { notFoundContent: null })}
    />
  );
}
