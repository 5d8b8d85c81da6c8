import { Switch } from 'antd';
import { useState } from 'react';
import { hasSingleKeys, setSingleKeys } from '@/lib/useLetters';
import { Modal } from '@/ui/overlays';
import styles from './keys-dialog.module.css';

type Keys = readonly (readonly [keys: readonly string[], what: string])[];

/** What has keys of its own, by the place in which they work. */
export const KEYS: readonly (readonly [place: string, keys: Keys])[] = [
  [
    '任何页面',
    [
      [['Ctrl', 'K'], '搜索菜单、页面和数据，或直接办事'],
      [['Tab'], '下一处；进入页面后第一处是“跳到列表”'],
      [['Esc'], '关闭弹窗、取消编辑'],
      [['?'], '显示这张表'],
    ],
  ],
  [
    '列表',
    [
      [['J'], '下一行'],
      [['K'], '上一行'],
      [['↑', '↓'], '焦点在行上时移动；Home、End 到首行、末行'],
      [['Enter'], '打开所在的行'],
      [['空格'], '选中或取消所在的行'],
      [['←', '→'], '折叠、展开下级'],
      [['N'], '列表的第一个操作，例如新增'],
      [['F2'], '在单元格里修改（鼠标移上去有下划线的列），Esc 放弃'],
    ],
  ],
  [
    '待办',
    [
      [['J', 'K'], '下一件、上一件'],
      [['M'], '下一件'],
      [['Enter'], '打开单据'],
      [['A'], '同意'],
      [['R'], '退回'],
      [['Alt', '1'], '同意；Alt 2 退回，Alt 3 驳回'],
    ],
  ],
  [
    '表单',
    [
      [['Enter'], '保存，多行文字中换行'],
      [['Ctrl', 'Enter'], '在多行文字中保存'],
    ],
  ],
];

/** The keys of the portal, and the switch of those without Ctrl or Alt. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const [single, setSingle] = useState(hasSingleKeys);
  const change = (on: boolean) => {
    if (setSingleKeys(on)) setSingle(on);
  };
  return (
    <Modal open title="键盘快捷键" footer={null} width={720} onCancel={onClose}>
      <div className={styles.groups}>
        {KEYS.map(([place, keys]) => (
          <section key={place} aria-label={place}>
            <h3>{place}</h3>
            <dl>
              {keys.map(([names, what]) => (
                <div key={what}>
                  <dt>
                    {names.map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={styles.single}>
        <Switch id="single-keys" checked={single} onChange={change} />
        <label htmlFor="single-keys">单键快捷键（J、K、N 等；使用语音输入时请关闭，只对本浏览器有效）</label>
      </div>
    </Modal>
  );
}
