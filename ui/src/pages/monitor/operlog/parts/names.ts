import { serverTime } from '../../parts/time';

/** Chinese names of stored tables and fields; what is not here shows under its stored name. */
const TABLES: Readonly<Record<string, string>> = {
  user: '用户',
  dept: '部门',
  role: '角色',
  menu: '菜单',
  post: '岗位',
  dict_type: '字典类型',
  dict_data: '字典数据',
  config: '参数',
  module: '应用',
  session: '登录会话',
  own_layout: '布局设置',
  job: '定时任务',
  job_request: '执行请求',
  job_log: '调度日志',
  audit_anchor: '日志归档点',
  wrong_tries: '密码错误次数',
  notice: '通知公告',
  exposure_entry: '曝光条目',
};

const FIELDS: Readonly<Record<string, string>> = {
  user_id: '用户编号',
  user_name: '用户名',
  real_name: '姓名',
  nick_name: '昵称',
  dept_id: '部门',
  dept_name: '部门名称',
  phonenumber: '手机号码',
  email: '邮箱',
  sex: '性别',
  avatar: '头像',
  password_hash: '密码',
  must_change_password: '须修改密码',
  enabled: '启用',
  deleted: '已删除',
  role_ids: '角色',
  post_ids: '岗位',
  role_id: '角色编号',
  role_name: '角色名称',
  role_key: '权限字符',
  role_sort: '角色顺序',
  data_scope: '数据范围',
  menu_ids: '菜单权限',
  dept_ids: '数据权限部门',
  menu_id: '菜单编号',
  menu_name: '菜单名称',
  parent_id: '上级',
  order_num: '显示顺序',
  perms: '权限标识',
  icon: '图标',
  path: '路由地址',
  component: '组件路径',
  visible: '显示',
  leader: '负责人',
  phone: '联系电话',
  post_id: '岗位编号',
  post_code: '岗位编码',
  post_name: '岗位名称',
  post_sort: '显示顺序',
  dict_id: '字典编号',
  dict_name: '字典名称',
  dict_type: '字典类型',
  dict_label: '字典标签',
  dict_value: '字典键值',
  dict_sort: '字典排序',
  config_id: '参数编号',
  config_name: '参数名称',
  config_key: '参数键名',
  config_value: '参数键值',
  job_id: '任务编号',
  job_name: '任务名称',
  job_group: '任务组名',
  invoke_target: '调用目标',
  cron_expression: 'Cron表达式',
  misfire: '错过策略',
  active: '启用调度',
  remark: '备注',
  create_by: '录入人',
  create_time: '创建时间',
  update_by: '修改人',
  update_time: '修改时间',
  session_id: '会话',
  signed_in: '登录时间',
  last_seen: '最近使用',
  ip: '地址',
  user_agent: '浏览器标识',
  by: '操作人',
};

export const tableName = (table: string): string => TABLES[table] ?? table;
export const fieldName = (field: string): string => FIELDS[field] ?? field;

/** Fields that hold milliseconds since 1970. */
const TIMES: ReadonlySet<string> = new Set([
  'create_time',
  'update_time',
  'signed_in',
  'last_seen',
  'at',
  'start',
  'end',
]);

/** A stored value in a cell. */
export function valueText(value: unknown, field = ''): string {
  if (typeof value === 'number' && TIMES.has(field)) return serverTime(value);
  if (value === undefined || value === null) return '—';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value === 'string') return value === '' ? '（空）' : value;
  if (Array.isArray(value)) return value.length === 0 ? '（空）' : value.map((item) => valueText(item)).join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** «{"a":1}» on lines of its own; texts that are no JSON stay as they are. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
