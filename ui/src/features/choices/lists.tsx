import type { UseQueryOptions } from '@tanstack/react-query';
import { Form } from 'antd';
import { memo, useEffect } from 'react';
import type { AssetOption, PartyAOption, PlateOption } from '@/api/assets';
import { assetsQuery, partiesAQuery, platesQuery } from '@/api/assets';
import { useDeptChoices } from '@/features/DeptTree/tree';
import { IN_USE } from '@/features/records/listParts';
import { requiredChoice } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import type { ChoiceSource } from '@/ui/choices';
import { RemoteSelect, type RemoteSelectProps } from '@/ui/RemoteSelect';
import type { ChoiceNode } from '@/ui/SearchedTree';
import { TreeChoice } from '@/ui/TreeChoice';

interface Option {
  value: number;
  label: string;
  /** No longer to be chosen for something new. */
  retired?: boolean;
}

export interface ListSelectProps extends Omit<RemoteSelectProps<never>, 'source' | 'rows' | 'option' | 'none'> {
  /** Leaves out what is no longer in use, but for the one that is chosen. */
  onlyUsed?: boolean;
  /** Not to be chosen. */
  except?: number;
}

interface List<Row> {
  query: UseQueryOptions<Row[]>;
  option: (row: Row) => Option;
}

interface ListChoicesProps<Row> extends ChoiceSource {
  given: ListSelectProps;
  rows: readonly Row[] | undefined;
  option: (row: Row) => Option;
}

/** Drawn for another answer only, as those of `FoundSelect`. */
function ListChoicesOf<Row>({ given, rows = [], option, ...source }: ListChoicesProps<Row>) {
  const { onlyUsed = false, except, ...rest } = given;
  const options = rows
    .map(option)
    .filter(({ value, retired }) => value !== except && !(onlyUsed && retired && value !== rest.value));
  return <RemoteSelect {...rest} source={source} rows={options} option={({ value, label }) => ({ value, label })} />;
}

const ListChoices = memo(ListChoicesOf) as typeof ListChoicesOf;

/** A short list that is read once in a while and searched in the browser. */
function ListSelect<Row>({ list, given }: { list: List<Row>; given: ListSelectProps }) {
  const { data, isFetching, error, refetch } = useQuery(list.query);
  return <ListChoices {...{ given, isFetching, error, refetch }} rows={data} option={list.option} />;
}

const PARTIES_A: List<PartyAOption> = {
  query: partiesAQuery,
  option: ({ partyAId, partyAName, status }) => ({ value: partyAId, label: partyAName, retired: status !== IN_USE }),
};

const PLATES: List<PlateOption> = {
  query: platesQuery,
  option: ({ plateId, plateName, status }) => ({ value: plateId, label: plateName, retired: status !== IN_USE }),
};

const ASSETS: List<AssetOption> = {
  query: assetsQuery,
  option: ({ assetId, label }) => ({ value: assetId, label }),
};

/** 甲方. */
export const PartyASelect = (props: ListSelectProps) => <ListSelect given={props} list={PARTIES_A} />;

/** 板块. */
export const PlateSelect = (props: ListSelectProps) => <ListSelect given={props} list={PLATES} />;

/** 资产. */
export const AssetSelect = (props: ListSelectProps) => <ListSelect given={props} list={ASSETS} />;

/** 甲方 as a field of a form. */
export const PartyAItem = ({ label = '甲方' }: { label?: string }) => (
  <Form.Item name="partyAId" label={label} rules={[requiredChoice(label)]}>
    <PartyASelect autoFocus />
  </Form.Item>
);

/** The nodes that can be chosen. */
const choosable = (nodes: readonly ChoiceNode[]): ChoiceNode[] =>
  nodes.flatMap((node) => [...(node.disabled ? [] : [node]), ...choosable(node.children ?? [])]);

/** 管理部门: those whose rows the person may make; who may make them for one department has it chosen. */
export const DeptItem = () => {
  const form = Form.useFormInstance();
  const depts = useDeptChoices();
  useEffect(() => {
    const [only, ...others] = choosable(depts.data ?? []);
    if (only && others.length === 0 && !form.getFieldValue('deptId')) form.setFieldValue('deptId', only.id);
  }, [depts.data, form]);
  return (
    <TreeChoice
      name="deptId"
      label="管理部门"
      nodes={depts.data ?? []}
      source={depts}
      rules={[requiredChoice('管理部门')]}
    />
  );
};
