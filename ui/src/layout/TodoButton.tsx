import { AuditOutlined } from '@ant-design/icons';
import { countsQuery } from '@/api/approvals';
import noticesStyles from '@/features/notices/notices.module.css';
import { useQuery } from '@/lib/useQuery';
import { useOpenPage } from '@/ui/useOpenPage';

const MOST_SHOWN = 99;

/** What waits for the person's decision, live; leads to the approval centre. */
export function TodoButton() {
  const openPage = useOpenPage();
  const counts = useQuery({ ...countsQuery() });
  const waiting = counts.data ? counts.data.todo + counts.data.returned : 0;
  return (
    <button
      type="button"
      className={`ib ${noticesStyles.bell}`}
      title="待办"
      aria-label={`待办，${waiting} 件`}
      onClick={() => openPage('/appr/todo')}
    >
      <AuditOutlined aria-hidden />
      {waiting > 0 && <em aria-hidden="true">{waiting > MOST_SHOWN ? `${MOST_SHOWN}+` : waiting}</em>}
    </button>
  );
}
