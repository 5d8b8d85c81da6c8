import { Alert, Button, Form } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import { previewWaiver, type WaiverForm, type WaiverPreview, type WaiverRule } from '@/api/finance/payout';
import { useSubmission } from '@/features/approvals/useSubmission';
import { DayInput, PercentInput } from '@/features/business/fields';
import { PartyAItem, PlateSelect } from '@/features/choices/lists';
import { LeaseSelect } from '@/features/choices/registers';
import { WaivedBills } from '@/features/finance/payouts/BillTable';
import { rateText } from '@/features/finance/payouts/labels';
import { formatYuan } from '@/lib/money';
import { requiredChoice } from '@/lib/rules';
import { today } from '@/lib/serverClock';
import { useMutation } from '@/lib/useMutation';
import { Facts } from '@/ui/Facts';
import { FormDialog } from '@/ui/FormDialog';
import styles from '@/ui/form-dialog.module.css';
import { requiredNumeric } from '@/ui/NumberInput';
import { Refusal } from '@/ui/Refusal';
import { effectOf } from './effect';
import { ReasonFields } from './fields';
import { LeaseNumbers } from './LeaseNumbers';

type Values = Omit<WaiverForm, 'scope'> & WaiverRule;

/** Leases that are named in the field; thirty names fill a screen. */
const TAGS = 6;

const RULE = ['partyAId', 'plateId', 'leaseIds', 'dueFrom', 'dueTo', 'ppm'] as const;

interface EffectProps {
  told: WaiverPreview;
  ticked: readonly number[];
  onTick: (ticked: number[]) => void;
}

/** What the ticked bills of the rule come to: before anybody submits it. */
function Effect({ told, ticked, onTick }: EffectProps) {
  const sum = effectOf(told, ticked);
  if (told.bills.length === 0) return <Alert type="info" showIcon title="没有符合条件的租金账单" />;
  return (
    <>
      <Facts
        look="panel"
        facts={[
          ['减免合计', `${formatYuan(sum.totalFen)} 元`],
          ['受益乙方', `${sum.tenants} 户`],
          ['应收净额', `${formatYuan(told.netBeforeFen)} 元`],
          ['减免后应收', `${formatYuan(told.netBeforeFen - sum.totalFen)} 元`],
          ['已缴转预收', `${formatYuan(sum.toCreditFen)} 元`],
          ['收缴率', `${rateText(told.rateBefore)} → ${rateText(sum.rateAfter)}`],
        ]}
      />
      <p className="t2">只减免已出账的租金账单，尚未出账的账期不在其中；不减免的账单可以取消勾选。</p>
      <WaivedBills bills={told.bills} ticked={ticked} onTick={onTick} />
    </>
  );
}

const ruleOf = ({ partyAId, plateId, leaseIds, dueFrom, dueTo, ppm }: Values): WaiverRule => ({
  partyAId,
  dueFrom,
  dueTo,
  ppm,
  ...(plateId && { plateId }),
  ...(leaseIds && leaseIds.length > 0 && { leaseIds }),
});

/** A waiver by rule over many leases: its effect is shown first, one approval follows. */
export default function BatchDialog({ onClose }: { onClose: () => void }) {
  const submission = useSubmission();
  const [asked, setAsked] = useState('');
  const [ticked, setTicked] = useState<number[]>([]);
  const result = useRef<HTMLElement>(null);
  const trying = useMutation({
    mutationFn: (rule: WaiverRule) => previewWaiver(rule),
    meta: { quiet: true },
    onSuccess: ({ scope }) => setTicked(scope.map(({ billId }) => billId)),
  });
  // it lies below the form, where nobody would look for it
  useEffect(() => {
    if (trying.data) result.current?.scrollIntoView?.({ block: 'start' });
  }, [trying.data]);
  const save = async (values: Values) => {
    // the bills that were shown are the bills that are waived
    if (JSON.stringify(ruleOf(values)) !== asked || !trying.data) throw new ApiError(0, '条件已改动，请重新试算');
    const { reasonKind, policyDoc, effectiveDate, remark } = values;
    const payload = {
      reasonKind,
      effectiveDate,
      scope: trying.data.scope.filter(({ billId }) => ticked.includes(billId)),
      ...(policyDoc && { policyDoc }),
      ...(remark && { remark }),
    };
    await submission.offer({ process: 'waiver', bizId: 0, payload, title: '批量减免', said: '批量减免已提交审批' });
  };
  const ready = trying.isSuccess && ticked.length > 0;
  return (
    <FormDialog<Values>
      title="批量减免"
      initial={{ effectiveDate: today(), reasonKind: 1 }}
      save={save}
      onClose={onClose}
      width={960}
      okText="提交审批"
      blocked={!ready}
    >
      {(form) => (
        <>
          <PartyAItem />
          <Form.Item name="plateId" label="板块（不选为全部）">
            <PlateSelect allowClear />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {({ getFieldValue }) => (
              <>
                <Form.Item name="leaseIds" label="合同（不选为全部）" className={styles.wide}>
                  <LeaseSelect
                    multiple
                    partyAId={getFieldValue('partyAId')}
                    maxTagCount={TAGS}
                    maxTagPlaceholder={(omitted) => `另 ${omitted.length} 份`}
                  />
                </Form.Item>
                <LeaseNumbers
                  partyAId={getFieldValue('partyAId')}
                  onFound={(found) =>
                    form.setFieldsValue({
                      leaseIds: [...new Set([...((getFieldValue('leaseIds') as number[]) ?? []), ...found])],
                    })
                  }
                />
              </>
            )}
          </Form.Item>
          <Form.Item name="dueFrom" label="应缴日起" rules={[requiredChoice('应缴日起')]}>
            <DayInput />
          </Form.Item>
          <Form.Item name="dueTo" label="应缴日止" rules={[requiredChoice('应缴日止')]}>
            <DayInput />
          </Form.Item>
          <Form.Item name="ppm" label="减免比例" rules={requiredNumeric()}>
            <PercentInput />
          </Form.Item>
          <ReasonFields />
          <div className={styles.wide}>
            <Button
              loading={trying.isPending}
              onClick={() =>
                form.validateFields([...RULE]).then(
                  () => {
                    const rule = ruleOf(form.getFieldsValue() as Values);
                    setAsked(JSON.stringify(rule));
                    trying.mutate(rule);
                  },
                  () => {},
                )
              }
            >
              试算
            </Button>
            <Form.Item noStyle shouldUpdate>
              {({ getFieldsValue }) => {
                if (trying.isError) return <Refusal error={trying.error} />;
                if (!trying.data) return <p className="t2">试算后显示涉及的账单、合计和对收缴率的影响</p>;
                const changed = JSON.stringify(ruleOf(getFieldsValue() as Values)) !== asked;
                return (
                  <section aria-label="试算结果" style={{ marginTop: 12 }} ref={result}>
                    {changed && <Alert type="warning" showIcon title="条件已改动，请重新试算" />}
                    <Effect told={trying.data} ticked={ticked} onTick={setTicked} />
                  </section>
                );
              }}
            </Form.Item>
          </div>
          {submission.dialog}
        </>
      )}
    </FormDialog>
  );
}
