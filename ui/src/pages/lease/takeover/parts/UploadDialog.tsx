import { Form } from 'antd';
import { partiesAQuery } from '@/api/assets';
import { uploadLedger } from '@/api/takeover';
import { DayInput } from '@/features/business/fields';
import { PartyASelect } from '@/features/choices/lists';
import { FileField } from '@/features/import/FileField';
import { IN_USE } from '@/features/records/listParts';
import { requiredChoice } from '@/lib/rules';
import { useQuery } from '@/lib/useQuery';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { useOpenPage } from '@/ui/useOpenPage';

interface Values {
  partyAId: number;
  booksFrom?: string | null;
  file: File;
}

const ACCEPT = '.xlsx,.xlsm,.xls,.et,.ods,.csv';

/** 上传台账: where the unit is known, the file is all that is needed. */
export default function UploadDialog({ onClose }: { onClose: () => void }) {
  const openPage = useOpenPage();
  const source = useQuery(partiesAQuery);
  const used = source.data?.filter(({ status }) => status === IN_USE);
  const only = used?.length === 1 ? used[0]?.partyAId : undefined;
  const save = async ({ partyAId, booksFrom, file }: Values) => {
    openPage(`/lease/takeover/detail/${await uploadLedger(file, partyAId, booksFrom)}`);
  };
  return (
    <FormDialog<Values>
      title="上传台账"
      source={source}
      initial={used && (only === undefined ? {} : { partyAId: only })}
      save={save}
      onClose={onClose}
      okText="上传"
      width={640}
    >
      {(form) => (
        <>
          <Form.Item name="partyAId" label="甲方" rules={[requiredChoice('甲方')]}>
            <PartyASelect autoFocus onlyUsed placeholder="台账是哪个单位的" />
          </Form.Item>
          <Form.Item
            name="booksFrom"
            label="账务启用日"
            extra="留空为该甲方的账务启用日，甲方没有的为参数中的统一启用日"
          >
            <DayInput />
          </Form.Item>
          <Form.Item name="file" label="台账文件" className={styles.wide} rules={[requiredChoice('台账文件')]}>
            <FileField
              accept={ACCEPT}
              hint="单位自己的台账，xlsx、xls、et、ods、csv 均可，不必改格式"
              onChosen={form.submit}
            />
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
