import type { ListColumn } from '@/ui/list/types';

interface Made {
  createBy?: string;
  createByName?: string;
}

/** Who made a record, by name; the login name in the tooltip. */
export const MadeBy = ({ createBy, createByName }: Made) => (
  <span title={createBy}>{createByName || createBy || ''}</span>
);

/** A column of it, not shown until chosen. */
export const madeByColumn = <Row extends Made>(): ListColumn<Row> => ({
  key: 'createBy',
  title: '录入人',
  width: 110,
  optional: true,
  render: (row) => <MadeBy {...row} />,
});
