import { keepPreviousData } from '@tanstack/react-query';
import { Alert, App, Button, ConfigProvider, Tabs } from 'antd';
import { useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import { DefinitionState, DefinitionStateLabels } from '@/api/generated/enums';
import {
  copyDefinition,
  type Definition,
  definitions,
  disableDefinition,
  problemsQuery,
  publishDefinition,
} from '@/api/process';
import { useUnsaved } from '@/lib/unsaved';
import { useDebounced } from '@/lib/useDebounced';
import { useMutation } from '@/lib/useMutation';
import { useQuery } from '@/lib/useQuery';
import { Can, useCan } from '@/ui/Can';
import { LoadFailed } from '@/ui/LoadFailed';
import { Refusal } from '@/ui/Refusal';
import { useConfirm } from '@/ui/useConfirm';
import { useFormToken } from '@/ui/useFormToken';
import { useMedia } from '@/ui/useMedia';
import { useOpenPage } from '@/ui/useOpenPage';
import { useTabLabel } from '@/ui/useTabLabel';
import { BranchPanel, ChoicePanel } from './BranchPanel';
import { Compare } from './Compare';
import styles from './design.module.css';
import { type Draft, draftOf, drawingOf } from './draft';
import { BEGIN, type BindingOf, type Catalogue, CHOICE, type DesignNode } from './graph';
import { useSteps } from './history';
import { NodePanel } from './NodePanel';
import { Problems } from './Problems';
import { ProcessPanel } from './ProcessPanel';
import { TestRun } from './TestRun';
import { TreeView } from './TreeView';
import {
  addBranch,
  before,
  branchName,
  insert,
  itemOf,
  lines,
  move,
  moveBranch,
  newChoice,
  newTask,
  remove,
  removeBranch,
  type Spot,
  setBranch,
  setNode,
  type Tree,
} from './tree';
import { onTreeKey } from './useKeys';

const EDIT = 'appr:definition:edit';
const PUBLISH = 'appr:definition:publish';
/** Somebody else changed it meanwhile. */
const STALE = 409;
/** Below this the drawing is for reading: two columns and a panel need the room. */
const WIDE = '(min-width: 992px)';

interface DesignerProps {
  start: Definition;
  catalogue: Catalogue;
  binding: BindingOf;
  /** Reads the newest version from the server and begins with it. */
  reload: () => void;
}

/** The drawing with its steps, its selection, and the operations on both. */
function useDrawing(start: Definition) {
  const [{ draft: first, lost }] = useState(() => draftOf(start));
  const steps = useSteps(first);
  const [chosen, setSelected] = useState(first.tree.begin.code);
  const board = useRef<HTMLDivElement>(null);
  const { value: draft, change } = steps;
  const put = (patch: Partial<Draft>, about = '') => change((now) => ({ ...now, ...patch }), about);
  const putTree = (make: (tree: Tree) => Tree, about = '') =>
    change((now) => {
      const tree = make(now.tree);
      return tree === now.tree ? now : { ...now, tree };
    }, about);
  const all = lines(draft.tree);
  // what a step back took away can't stay selected
  const known = all.find(({ key }) => key === chosen) ?? all[0];
  const selected = known?.key ?? draft.tree.begin.code;
  const focus = (key: string) => {
    setSelected(key);
    // after it is drawn
    requestAnimationFrame(() => board.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus());
  };
  const add = (spot: Spot, kind: 'task' | 'choice') => {
    const item = kind === 'task' ? newTask(draft.tree) : newChoice(draft.tree);
    putTree((tree) => insert(tree, spot, item));
    focus(item.node.code);
  };
  return { draft, lost, steps, selected, focus, board, put, putTree, known, add };
}

type Drawn = ReturnType<typeof useDrawing>;

/** Saves, publishes and copies; the version that was read goes along, so that the second of two is told. */
function useActions({ start, binding, reload }: DesignerProps, drawn: Drawn) {
  const { message } = App.useApp();
  const openPage = useOpenPage();
  const ask = useConfirm();
  const token = useFormToken();
  const { draft } = drawn;
  const drawing = drawingOf(binding.key, draft);
  const content = JSON.stringify(drawing);
  const [saved, setSaved] = useState(() => ({ content, version: start.version }));
  const dirty = content !== saved.content;
  const saving = useMutation({
    mutationFn: () =>
      token.send(() => definitions.edit({ ...drawing, definitionId: start.definitionId, version: saved.version })),
    onSuccess: () => {
      setSaved({ content, version: saved.version + 1 });
      void message.success('已保存');
    },
    meta: { quiet: true },
  });
  const id = start.definitionId;
  const publish = () =>
    ask({
      title: `发布“${draft.name}”版本 ${start.definitionVersion}`,
      content: '发布后新提交的单据按此版本办理，在办的单据仍按原版本办完。发布的版本不能再修改。',
      okText: '发布',
      run: () => publishDefinition(id, saved.version).then(reload),
    });
  const disable = () =>
    ask({
      title: `停用“${draft.name}”版本 ${start.definitionVersion}`,
      content: '停用后不能再提交这类单据，在办的单据不受影响。',
      okText: '停用',
      danger: true,
      run: () => disableDefinition(id, saved.version).then(reload),
    });
  const copy = () =>
    ask({
      title: '另存为新版本',
      content: `以版本 ${start.definitionVersion} 的内容建立新的草稿版本。${dirty ? '尚未保存的修改不会带到新版本。' : ''}`,
      okText: '另存',
      run: () => copyDefinition(id).then((made) => openPage(`/appr/design/edit/${made}`)),
    });
  return { drawing, dirty, saving, publish, disable, copy };
}

type Actions = ReturnType<typeof useActions>;

const stateOf = (state: number): string => DefinitionStateLabels.find(([value]) => value === state)?.[1] ?? '';

function Head({
  props,
  drawn,
  actions,
  mayEdit,
}: {
  props: DesignerProps;
  drawn: Drawn;
  actions: Actions;
  mayEdit: boolean;
}) {
  const { start, binding } = props;
  const { draft, steps } = drawn;
  const isDraft = start.state === DefinitionState.Draft;
  return (
    <div className={styles.head}>
      <h2>
        {draft.name}{' '}
        <small
          className={`t2 ${styles.version}`}
        >{`${binding.label} · 版本 ${start.definitionVersion} · ${stateOf(start.state)}`}</small>
      </h2>
      <div className={`${styles.tools} no-print`}>
        {mayEdit && (
          <>
            <Button disabled={!steps.canUndo} onClick={steps.undo}>
              撤销
            </Button>
            <Button disabled={!steps.canRedo} onClick={steps.redo}>
              重做
            </Button>
          </>
        )}
        <Button onClick={() => window.print()}>打印</Button>
        <Can permission={EDIT}>
          <Button onClick={actions.copy}>另存版本</Button>
        </Can>
        <Can permission={PUBLISH}>
          {start.state === DefinitionState.Published ? (
            <Button danger onClick={actions.disable}>
              停用
            </Button>
          ) : (
            <Button disabled={actions.dirty} onClick={actions.publish}>
              {isDraft ? '发布' : '重新启用'}
            </Button>
          )}
        </Can>
        {mayEdit && (
          <Button
            type="primary"
            loading={actions.saving.isPending}
            disabled={!actions.dirty}
            onClick={() => actions.saving.mutate()}
          >
            保存
          </Button>
        )}
      </div>
    </div>
  );
}

/** What is selected, for reading and changing. */
function Panel({ props, drawn, onRemove }: { props: DesignerProps; drawn: Drawn; onRemove: () => void }) {
  const { binding, catalogue } = props;
  const { known, draft, putTree, focus, selected, add } = drawn;
  const { tree } = draft;
  if (known?.branch) {
    const { branch } = known;
    const choice = itemOf(tree, known.parent ?? '');
    return (
      <BranchPanel
        branch={branch}
        binding={binding}
        catalogue={catalogue}
        removable={(choice?.branches.length ?? 0) > 2}
        onChange={(patch, about) => putTree((now) => setBranch(now, branch.id, patch), about)}
        onMove={(by) => putTree((now) => moveBranch(now, branch.id, by))}
        onRemove={() => {
          putTree((now) => removeBranch(now, branch.id));
          focus(known.parent ?? tree.begin.code);
        }}
      />
    );
  }
  const node = known?.node ?? tree.begin;
  const change = (patch: Partial<DesignNode>, about = '') => putTree((now) => setNode(now, node.code, patch), about);
  const item = itemOf(tree, node.code);
  return (
    <>
      {item && node.type === CHOICE ? (
        <ChoicePanel item={item} onChange={change} onAddBranch={() => putTree((now) => addBranch(now, node.code))} />
      ) : (
        <NodePanel
          key={node.code}
          node={node}
          earlier={before(tree, node.code)}
          binding={binding}
          catalogue={catalogue}
          onChange={change}
        />
      )}
      <div className={`${styles.tools} no-print`}>
        <Button onClick={() => add({ after: selected }, 'task')}>在后面添加环节</Button>
        <Button onClick={() => add({ after: selected }, 'choice')}>在后面添加条件</Button>
        {node.type !== BEGIN && (
          <Button danger onClick={onRemove}>
            删除
          </Button>
        )}
      </div>
    </>
  );
}

/** Asks before a node with everything in it, or a branch, goes. */
function useRemoval({ known, draft, putTree, focus }: Drawn): () => void {
  const { modal } = App.useApp();
  return () => {
    if (!known || known.node?.type === BEGIN) return;
    const all = lines(draft.tree);
    const at = all.findIndex(({ key }) => key === known.key);
    const next = all[at - 1]?.key ?? draft.tree.begin.code;
    const { branch, node } = known;
    if (branch) {
      const siblings = itemOf(draft.tree, known.parent ?? '')?.branches ?? [];
      if (branch.isDefault || siblings.length <= 2) {
        modal.info({ title: '该分支不能删除', content: '条件至少要有两个分支，默认分支不能删除。可以删除整个条件。' });
        return;
      }
    }
    const what = branch
      ? `分支“${branchName(branch, itemOf(draft.tree, known.parent ?? '')?.branches.indexOf(branch) ?? 0)}”及其中的环节`
      : node?.type === CHOICE
        ? `条件“${node.name}”及其全部分支`
        : `环节“${node?.name ?? ''}”`;
    modal.confirm({
      title: `删除${what}？`,
      content: '删除后可以撤销。',
      okText: '删除',
      cancelText: '取消',
      centered: true,
      okButtonProps: { danger: true },
      onOk: () => {
        putTree((tree) => (branch ? removeBranch(tree, branch.id) : remove(tree, known.key)));
        focus(next);
      },
    });
  };
}

/** What the server finds wrong with the drawing, a moment after it has changed. */
function useProblems(drawing: Actions['drawing']) {
  const settled = useDebounced(drawing, 500);
  const found = useQuery({
    ...problemsQuery(settled),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { problems: found.data ?? [], error: found.error, refetch: found.refetch };
}

/** 流程设计: the drawing, and beside it what is selected, what is wrong, a test run and other versions. */
export function Designer(props: DesignerProps) {
  const { start, catalogue, binding, reload } = props;
  const drawn = useDrawing(start);
  const actions = useActions(props, drawn);
  const can = useCan();
  const wide = useMedia(WIDE);
  const { draft, selected, focus, board, putTree, add, steps, lost } = drawn;
  const mayEdit = start.state === DefinitionState.Draft && wide && can([EDIT]);
  useUnsaved(actions.dirty);
  useTabLabel(`流程 ${start.name} v${start.definitionVersion}`);
  const { problems, error, refetch } = useProblems(actions.drawing);
  const [path, setPath] = useState<readonly string[]>([]);
  const [tab, setTab] = useState('node');
  const side = useRef<HTMLElement>(null);
  const onRemove = useRemoval(drawn);
  const openPanel = () => {
    setTab('node');
    requestAnimationFrame(() =>
      side.current?.querySelector<HTMLElement>('[data-first], input:not([disabled])')?.focus(),
    );
  };
  const show = (code: string) => {
    setTab('node');
    focus(code);
  };
  const errors = problems.filter(({ warning }) => !warning).length;
  const stale = actions.saving.error instanceof ApiError && actions.saving.error.code === STALE;
  const spot: Spot = drawn.known?.branch ? { into: selected } : { after: selected };
  const tabs = [
    {
      key: 'node',
      label: '设置',
      children: (
        <ConfigProvider componentDisabled={!mayEdit}>
          <Panel props={props} drawn={drawn} onRemove={onRemove} />
        </ConfigProvider>
      ),
    },
    {
      key: 'process',
      label: '流程',
      children: (
        <ConfigProvider componentDisabled={!mayEdit}>
          <ProcessPanel draft={draft} binding={binding} catalogue={catalogue} onChange={drawn.put} />
        </ConfigProvider>
      ),
    },
    {
      key: 'problems',
      label: errors > 0 ? `检查 ${errors}` : '检查',
      children: error ? (
        <LoadFailed title="检查失败" error={error} retry={refetch} />
      ) : (
        <Problems problems={problems} lost={lost} onSelect={show} />
      ),
    },
    {
      key: 'test',
      label: '试运行',
      children: <TestRun drawing={actions.drawing} binding={binding} onPath={setPath} />,
    },
    {
      key: 'compare',
      label: '比较',
      children: (
        <Compare
          id={start.definitionId}
          drawing={actions.drawing}
          binding={binding}
          catalogue={catalogue}
          onSelect={show}
        />
      ),
    },
  ];
  return (
    <section className={`card ${styles.design}`} aria-label="流程设计">
      <Head props={props} drawn={drawn} actions={actions} mayEdit={mayEdit} />
      {!wide && <Alert className="no-print" type="info" showIcon title="屏幕较窄，流程图只供查看；请在电脑上修改。" />}
      {stale ? (
        <Alert
          type="error"
          showIcon
          title={actions.saving.error?.message}
          action={<Button onClick={reload}>放弃我的修改，载入最新内容</Button>}
        />
      ) : (
        <Refusal error={actions.saving.error} />
      )}
      <div className={styles.desk}>
        <div ref={board} className={styles.board}>
          <TreeView
            tree={draft.tree}
            state={{
              catalogue,
              binding,
              selected,
              select: show,
              add: mayEdit ? add : undefined,
              problems,
              path,
            }}
            onKey={(event) =>
              onTreeKey(event, {
                tree: draft.tree,
                selected,
                select: focus,
                open: openPanel,
                edit: mayEdit
                  ? {
                      add: (kind) => add(spot, kind),
                      move: (by) =>
                        putTree((tree) =>
                          drawn.known?.branch ? moveBranch(tree, selected, by) : move(tree, selected, by),
                        ),
                      remove: onRemove,
                      undo: steps.undo,
                      redo: steps.redo,
                    }
                  : undefined,
              })
            }
          />
          <p className="t3 no-print">
            方向键移动，Enter 打开设置，Esc 返回流程图
            {mayEdit && '，Insert 在后面添加环节（Shift+Insert 添加条件），Alt+↑↓ 调整顺序，Delete 删除，Ctrl+Z 撤销'}
          </p>
        </div>
        <aside
          ref={side}
          className={`${styles.side} no-print`}
          aria-label="设置"
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) focus(selected);
          }}
        >
          <Tabs activeKey={tab} onChange={setTab} items={tabs} size="small" />
        </aside>
      </div>
    </section>
  );
}
