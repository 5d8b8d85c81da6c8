import { Button, Space } from 'antd';
import { useState } from 'react';
import { type Draft, draftsQuery, removeDraft, type StartForm, startFormsQuery } from '@/api/forms';
import { NewEntry } from '@/features/engineForms/NewEntry';
import { toMinute } from '@/lib/dates';
import { useQuery } from '@/lib/useQuery';
import { EmptyState } from '@/ui/EmptyState';
import { Loaded } from '@/ui/Loaded';
import { useConfirm } from '@/ui/useConfirm';
import styles from './parts/start.module.css';

type Open = { form: StartForm; draft: { id: number; data: Draft['data'] } | null };

interface DraftsProps {
  forms: readonly StartForm[];
  onOpen: (open: Open) => void;
}

/** What the person has begun and not sent. */
function Drafts({ forms, onOpen }: DraftsProps) {
  const drafts = useQuery({ ...draftsQuery(), staleTime: 0 });
  const ask = useConfirm();
  return (
    <Loaded source={drafts} title="草稿加载失败" lines={2} empty={<p className="t2">没有草稿。</p>}>
      {(rows) => (
        <ul className={styles.drafts} aria-label="草稿">
          {rows.map((draft) => {
            const form = forms.find(({ key }) => key === draft.key);
            return (
              <li key={draft.draftId}>
                <b>{draft.name}</b> <span className="t2">{toMinute(draft.savedAt)} 保存</span>
                <Space>
                  {form ? (
                    <Button
                      size="small"
                      onClick={() => onOpen({ form, draft: { id: draft.draftId, data: draft.data } })}
                    >
                      继续填写
                    </Button>
                  ) : (
                    <span className="t2">流程已停用，暂不能提交</span>
                  )}
                  <Button
                    size="small"
                    danger
                    onClick={() =>
                      ask({
                        title: `删除草稿“${draft.name}”`,
                        content: '删除后不能恢复。',
                        okText: '删除',
                        danger: true,
                        run: () => removeDraft(draft.draftId),
                      })
                    }
                  >
                    删除
                  </Button>
                </Space>
              </li>
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}

/** 发起申请: forms of the authority's own whose process is published, and drafts. */
export default function StartPage() {
  const forms = useQuery({ ...startFormsQuery(), staleTime: 0 });
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <section className={`card ${styles.start}`} aria-label="发起申请">
      <Loaded
        source={forms}
        title="表单加载失败"
        empty={
          <EmptyState kind="empty" title="还没有可以发起的申请" text="管理员设计表单并发布其流程后，会列在这里。" />
        }
      >
        {(rows) => (
          <>
            <ul className={styles.forms} aria-label="可发起的申请">
              {rows.map((form) => (
                <li key={form.key}>
                  <button type="button" onClick={() => setOpen({ form, draft: null })}>
                    <b>{form.name}</b>
                    <small className="t2">{form.remark}</small>
                  </button>
                </li>
              ))}
            </ul>
            <h3>草稿</h3>
            <Drafts forms={rows} onOpen={setOpen} />
          </>
        )}
      </Loaded>
      {open && <NewEntry form={open.form} draft={open.draft} onClose={() => setOpen(null)} />}
    </section>
  );
}
