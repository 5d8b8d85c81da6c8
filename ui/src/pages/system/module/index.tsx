import { type ModuleForm, type ModuleRow, modules } from '@/api/module';
import { CrudPage, type CrudPageProps } from '@/features/records/CrudPage';
import { idColumn, textColumn, textField } from '@/features/records/declare';
import { lazy } from '@/ui/lazy';
import { MenuIcon } from '@/ui/menuIcons';

const named = ({ icon, moduleName }: ModuleRow) => (
  <>
    <MenuIcon name={icon} /> {moduleName}
  </>
);

const MODULES: CrudPageProps<ModuleRow, ModuleForm> = {
  of: modules,
  noun: '应用',
  title: 'moduleName',
  fields: () => [textField('moduleName', '应用名称'), textField('moduleCode', '应用编码')],
  columns: () => [
    idColumn('moduleId'),
    textColumn('moduleName', '应用名称', 200, { card: 'title', render: named }),
    textColumn('moduleCode', '应用编码', 140),
    textColumn('url', '地址', 320),
    textColumn('sort', '显示顺序', 90),
  ],
  blank: { sort: 1 },
  dialog: lazy(() => import('./parts/ModuleDialog')),
  width: 640,
  exports: false,
};

/** 应用管理: the tiles on everybody's home page. */
export default function ModulePage() {
  return <CrudPage {...MODULES} />;
}
