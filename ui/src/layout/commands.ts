/**
 * What Ctrl K can do beside opening pages, and the everyday words by which people look for pages (people.md 6). Words are
 * Chinese, full pinyin and initials; one table, looked through by `commands.test.ts`.
 */

export interface Command {
  /** Its name for programs. */
  id: string;
  title: string;
  /** Without it the command isn't there. */
  permission: string;
  /** Everyday words, pinyin and initials. */
  words: readonly string[];
  /** The page; `?do=…` is taken by its `useCommand`. */
  path: string;
}

export const COMMANDS: readonly Command[] = [
  {
    ...{ id: 'receive', title: '登记收款', permission: 'fin:receipt:add', path: '/fin/receipt?do=add' },
    words: ['收钱', '收租', '交租', '交钱', '到账', 'dengjishoukuan', 'djsk', 'shouqian', 'sq', 'jiaozu', 'shouzu'],
  },
  {
    ...{ id: 'bank', title: '导入网银流水', permission: 'fin:receipt:import', path: '/fin/receipt?do=bank' },
    words: ['网银', '银行流水', '回单', 'wangyinliushui', 'wyls', 'yinhang', 'liushui'],
  },
  {
    ...{ id: 'claim', title: '认领收款', permission: 'fin:receipt:claim', path: '/fin/receipt?state=0' },
    words: ['认领', '待认领', '不明来款', 'renling', 'rlsk', 'dairenling', 'drl'],
  },
  {
    ...{ id: 'arrears', title: '查看欠缴账单', permission: 'fin:bill:list', path: '/fin/bill?overdue=true' },
    words: [
      '欠费',
      '欠租',
      '欠钱',
      '逾期',
      '催缴',
      '催收',
      '催租',
      'qianfei',
      'qf',
      'qianjiao',
      'qianzu',
      'yuqi',
      'cuizu',
      'cuishou',
    ],
  },
  {
    ...{ id: 'notices', title: '打印缴费通知单', permission: 'fin:bill:query', path: '/fin/bill?payState=0,1' },
    words: ['打印通知单', '通知单', '缴款通知', '催缴函', 'tongzhidan', 'tzd', 'dayin', 'cuijiaohan', 'cjh'],
  },
  {
    ...{ id: 'bill-run', title: '出账', permission: 'fin:bill:generate', path: '/fin/bill?do=generate' },
    words: ['生成账单', '开账单', '批量出账', 'chuzhang', 'cz', 'shengchengzhangdan'],
  },
  {
    ...{ id: 'bill', title: '手工账单', permission: 'fin:bill:add', path: '/fin/bill?do=manual' },
    words: ['水费', '电费', '物业费', '补账单', 'shougongzhangdan', 'sgzd', 'shuifei', 'dianfei'],
  },
  {
    ...{ id: 'lease', title: '新签合同', permission: 'lease:lease:add', path: '/lease/lease?do=add' },
    words: ['签合同', '出租', '新租', '租房', 'xinqianhetong', 'xqht', 'qianhetong', 'chuzu'],
  },
  {
    ...{
      id: 'renew',
      title: '续租到期合同',
      permission: 'lease:expiring:list',
      path: '/lease/expiring?notRenewed=true',
    },
    words: ['续租', '续签', '到期', '快到期', 'xuzu', 'xz', 'xuqian', 'daoqi', 'dq'],
  },
  {
    ...{ id: 'return', title: '退租、结算', permission: 'lease:lease:query', path: '/lease/lease?state=4,5,6' },
    words: [
      '退房',
      '退租',
      '搬走',
      '结算',
      '退押金',
      '涨租',
      '调租',
      '变更',
      'tuifang',
      'tf',
      'tuizu',
      'jiesuan',
      'zhangzu',
      'zz',
    ],
  },
  {
    ...{ id: 'takeover', title: '上线接收', permission: 'lease:takeover:add', path: '/lease/takeover?do=add' },
    words: ['导入台账', '原台账', '期初', '上线', '接收合同', 'shangxianjieshou', 'sxjs', 'taizhang', 'qichu'],
  },
  {
    ...{ id: 'start', title: '上线准备', permission: 'system:start:list', path: '/system/start' },
    words: ['初始化', '第一步', '从头开始', '单位名称', 'shangxianzhunbei', 'sxzb', 'chushihua', 'csh'],
  },
  {
    ...{ id: 'tenant', title: '新增乙方', permission: 'lease:tenant:add', path: '/lease/tenant?do=add' },
    words: ['新租户', '承租人', '租客', '客户', 'xinzengyifang', 'xzyf', 'zuhu', 'kehu'],
  },
  {
    ...{ id: 'waiver', title: '申请减免', permission: 'fin:waiver:add', path: '/fin/waiver?do=add' },
    words: ['免租', '减租', '优惠', 'shenqingjianmian', 'sqjm', 'jianmian', 'mianzu'],
  },
  {
    ...{ id: 'refund', title: '申请退款', permission: 'fin:refund:add', path: '/fin/refund?do=add' },
    words: ['退钱', '退押金', '退保证金', 'shenqingtuikuan', 'sqtk', 'tuikuan', 'tuiqian'],
  },
  {
    ...{ id: 'expense', title: '申请支出', permission: 'fin:expense:add', path: '/fin/expense?do=add' },
    words: ['报销', '维修费', '付款', '花钱', 'shenqingzhichu', 'sqzc', 'zhichu', 'baoxiao', 'fukuan'],
  },
  {
    ...{ id: 'close', title: '月结', permission: 'fin:close:list', path: '/fin/close' },
    words: ['对账', '结账', '关账', '反月结', 'yuejie', 'yj', 'duizhang', 'dz', 'jiezhang'],
  },
  {
    ...{ id: 'vacant', title: '看空房', permission: 'asset:room:list', path: '/asset/room' },
    words: ['空房', '空置', '房态', '房源', 'kongfang', 'kf', 'kongzhi', 'fangtai'],
  },
  {
    ...{ id: 'asset', title: '新增资产', permission: 'asset:asset:add', path: '/asset/asset?do=add' },
    words: ['登记资产', '新楼', '新房产', 'xinzengzichan', 'xzzc', 'zichan'],
  },
  {
    ...{ id: 'user', title: '新增用户', permission: 'system:user:add', path: '/system/user?do=add' },
    words: ['开账号', '新员工', '加人', '新同事', 'xinzengyonghu', 'xzyh', 'kaizhanghao', 'zhanghao'],
  },
  {
    ...{ id: 'reset', title: '重置别人的密码', permission: 'system:user:resetPwd', path: '/system/user' },
    words: ['忘记密码', '密码忘了', '解锁', 'chongzhimima', 'czmm', 'wangjimima'],
  },
  {
    ...{ id: 'rights', title: '调整权限', permission: 'system:role:list', path: '/system/role' },
    words: ['权限', '授权', '看不到菜单', '角色', 'quanxian', 'qx', 'shouquan'],
  },
  {
    ...{ id: 'backup', title: '备份', permission: 'monitor:job:list', path: '/monitor/job' },
    words: ['备份', '定时任务', '数据安全', 'beifen', 'bf'],
  },
  {
    ...{ id: 'password', title: '修改我的密码', permission: '', path: '/user/profile' },
    words: ['改密码', '换密码', '密码', '手机号', '头像', 'xiugaimima', 'gaimima', 'gmm', 'mima'],
  },
  {
    ...{ id: 'work', title: '我今天要做什么', permission: '', path: '/today' },
    words: ['待办', '今天', '要做', '工作', 'daiban', 'jintian', 'wodegongzuo', 'wdgz'],
  },
  {
    ...{ id: 'deputy', title: '请人代我审批', permission: '', path: '/appr/deputy' },
    words: ['请假', '出差', '休假', '代理', 'qingjia', 'chuchai', 'daili'],
  },
];

/** How well a command fits what is typed: 0 not at all, more is better. Latin letters fit a pinyin from its beginning. */
function closeness({ title, words }: Command, wanted: string): number {
  if (title.includes(wanted)) return 3;
  if (/^[a-z]/.test(wanted)) return wanted.length < 2 ? 0 : words.some((word) => word.startsWith(wanted)) ? 2 : 0;
  if (words.some((word) => word === wanted)) return 3;
  return words.some((word) => word.includes(wanted) || wanted.includes(word)) ? 1 : 0;
}

/** Commands for what is typed, the best first; none for nothing. */
export function commandsFor(typed: string, can: (permissions: string[]) => boolean): Command[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return [];
  return COMMANDS.map((command) => ({ command, fits: closeness(command, wanted) }))
    .filter(({ command, fits }) => fits > 0 && (command.permission === '' || can([command.permission])))
    .sort((a, b) => b.fits - a.fits)
    .map(({ command }) => command);
}

/** What can be done at once about a tenant that was found: buttons of his page. */
export const OF_TENANT: readonly Omit<Command, 'words'>[] = [
  { id: 'receipt', title: '登记收款', permission: 'fin:receipt:add', path: '?do=receipt' },
  { id: 'notice', title: '缴费通知单', permission: 'fin:bill:query', path: '?do=notice' },
  { id: 'statement', title: '对账单', permission: 'fin:bill:query', path: '?do=statement' },
];
