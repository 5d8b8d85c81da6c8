import { useRef } from 'react';
import type { DictEntry } from '@/lib/dict';
import { EntityDialog } from './EntityDialog';

/** The entries of the dictionaries that a register names, in their order. */
export type Entries = readonly (readonly DictEntry[])[];

export interface CrudDialogProps<Form extends object> {
  noun: string;
  /** Null for a new one. */
  id: number | null;
  width: number;
  dicts: Entries;
  load: () => Promise<Partial<Form>>;
  save: (values: Form) => Promise<unknown>;
  onClose: () => void;
}

interface ItemsProps<Form> {
  id: number | null;
  /** What the form began with. */
  loaded: Partial<Form>;
  dicts: Entries;
}

/** The dialog of a register (CrudPage) from the items of its form; a file of its own, loaded when it is first opened. */
export const crudDialog = <Form extends object>(Items: React.ComponentType<ItemsProps<Form>>) =>
  function CrudDialog({ id, dicts, load, save, ...dialog }: CrudDialogProps<Form>) {
    // the server refuses a form that is older than the record
    const version = useRef({});
    const loadNow = async () => {
      const loaded = await load();
      version.current = 'version' in loaded ? { version: loaded.version } : {};
      return loaded;
    };
    return (
      <EntityDialog<Form> id={id} load={loadNow} save={(values) => save({ ...values, ...version.current })} {...dialog}>
        {(loaded) => <Items id={id} loaded={loaded} dicts={dicts} />}
      </EntityDialog>
    );
  };
