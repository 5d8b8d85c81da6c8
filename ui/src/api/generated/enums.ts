// Made by packaging/contract. Do not edit.

export const Account = {
  Bank: 1,
  ReceivableRent: 3,
  ReceivableOther: 4,
  TenantCredit: 5,
  DepositHeld: 6,
  IncomeRent: 7,
  IncomeLate: 8,
  IncomeOther: 9,
  Waiver: 10,
  Expense: 11,
  TreasuryDue: 12,
  Unclaimed: 13,
  TreasuryMemo: 14,
  Opening: 15,
  BetweenClaims: 16,
  BetweenMoney: 17,
} as const;
export const AccountLabels = [
  [1, '银行存款'],
  [3, '应收租金'],
  [4, '应收其他'],
  [5, '预收款'],
  [6, '押金'],
  [7, '租金收入'],
  [8, '滞纳金收入'],
  [9, '其他收入'],
  [10, '减免'],
  [11, '支出'],
  [12, '应缴财政款'],
  [13, '待认领款'],
  [14, '待上缴收入'],
  [15, '期初'],
  [16, '单位往来（应收）'],
  [17, '单位往来（代收款）'],
] as const;

export const Action = {
  Submit: 1,
  Approve: 2,
  Reject: 3,
  Return: 4,
  Withdraw: 5,
  TakeBack: 6,
  Transfer: 7,
  Delegate: 8,
  Answer: 9,
  AddBefore: 10,
  AddAfter: 11,
  RemoveSign: 12,
  Cc: 13,
  Urge: 14,
  Abandon: 15,
  Terminate: 16,
  Back: 17,
  Assign: 18,
  Choose: 19,
  Repeat: 20,
  Skip: 21,
  Recheck: 22,
  Remind: 23,
  Orphan: 24,
  Adopt: 25,
  Finish: 26,
} as const;
export const ActionLabels = [
  [1, '提交'],
  [2, '同意'],
  [3, '驳回'],
  [4, '退回'],
  [5, '撤回'],
  [6, '取回'],
  [7, '转办'],
  [8, '委派'],
  [9, '反馈意见'],
  [10, '前加签'],
  [11, '后加签'],
  [12, '减签'],
  [13, '抄送'],
  [14, '催办'],
  [15, '作废'],
  [16, '终止'],
  [17, '退回发起人'],
  [18, '分派'],
  [19, '条件判断'],
  [20, '自动通过'],
  [21, '跳过'],
  [22, '办结前复核'],
  [23, '超时提醒'],
  [24, '无人可办'],
  [25, '转入审批中心'],
  [26, '办结'],
] as const;

export const AllocationMode = {
  Auto: 1,
  Manual: 2,
  Reversal: 3,
  Release: 4,
  Moved: 5,
} as const;
export const AllocationModeLabels = [
  [1, '自动'],
  [2, '指定'],
  [3, '冲销'],
  [4, '转预收'],
  [5, '改核销'],
] as const;

export const Allow = {
  Return: 'return',
  Transfer: 'transfer',
  Delegate: 'delegate',
  AddSign: 'addSign',
  Batch: 'batch',
  Cc: 'cc',
} as const;
export const AllowLabels = [
  ['return', '退回'],
  ['transfer', '转办'],
  ['delegate', '委派'],
  ['addSign', '加签'],
  ['batch', '批量'],
  ['cc', '抄送'],
] as const;

export const ArrearsPolicy = {
  Stay: 1,
  Follow: 2,
} as const;
export const ArrearsPolicyLabels = [
  [1, '留原单位'],
  [2, '随资产移交'],
] as const;

export const AssetHandoverKind = {
  Receive: 1,
  Leave: 2,
  Between: 3,
} as const;
export const AssetHandoverKindLabels = [
  [1, '资产接收'],
  [2, '资产移出'],
  [3, '单位间移交'],
] as const;

export const AssetState = {
  Registered: 1,
  HandingOver: 2,
  HandedOver: 3,
  Disposing: 4,
  Disposed: 5,
} as const;
export const AssetStateLabels = [
  [1, '在册'],
  [2, '移交中'],
  [3, '已移出'],
  [4, '处置中'],
  [5, '已处置'],
] as const;

export const AssignKind = {
  User: 'USER',
  Role: 'ROLE',
  Post: 'POST',
  Leader: 'DEPT_LEADER',
  InCharge: 'IN_CHARGE',
  Right: 'RIGHT',
  Pick: 'INITIATOR_PICK',
  FormUser: 'FORM_USER',
} as const;
export const AssignKindLabels = [
  ['USER', '指定人员'],
  ['ROLE', '角色'],
  ['POST', '岗位'],
  ['DEPT_LEADER', '部门负责人'],
  ['IN_CHARGE', '分管领导'],
  ['RIGHT', '有审批权限的人'],
  ['INITIATOR_PICK', '发起人选择'],
  ['FORM_USER', '表单中的人员'],
] as const;

export const BatchKind = {
  Import: 1,
  Paste: 2,
  Batch: 3,
  Cells: 4,
} as const;
export const BatchKindLabels = [
  [1, '导入'],
  [2, '粘贴'],
  [3, '批量修改'],
  [4, '表格编辑'],
] as const;

export const BillKind = {
  Rent: 1,
  Property: 2,
  Water: 3,
  Power: 4,
  LateFee: 5,
  Deposit: 6,
  Penalty: 7,
  Other: 8,
} as const;
export const BillKindLabels = [
  [1, '租金'],
  [2, '物业费'],
  [3, '水费'],
  [4, '电费'],
  [5, '滞纳金'],
  [6, '押金'],
  [7, '违约/赔偿'],
  [8, '其他'],
] as const;

export const BillSource = {
  Contract: 1,
  Manual: 2,
  Opening: 3,
  Adjustment: 4,
  LateFee: 5,
  Holdover: 6,
  HandedOver: 7,
  PaidBefore: 8,
} as const;
export const BillSourceLabels = [
  [1, '合同生成'],
  [2, '手工'],
  [3, '期初导入'],
  [4, '调整'],
  [5, '滞纳金'],
  [6, '占用费'],
  [7, '移交'],
  [8, '启用前已缴'],
] as const;

export const BillState = {
  Issued: 1,
  Void: 2,
} as const;
export const BillStateLabels = [
  [1, '已出账'],
  [2, '作废'],
] as const;

export const BillWatch = {
  Silent: 1,
  Deposit: 2,
} as const;
export const BillWatchLabels = [
  [1, '逾期 30 天以上、14 天内未联系'],
  [2, '押金待收（7 天内应缴或逾期）'],
] as const;

export const CertKind = {
  RealEstate: 1,
  House: 2,
  Land: 3,
  Other: 9,
} as const;
export const CertKindLabels = [
  [1, '不动产权证'],
  [2, '房产证'],
  [3, '土地证'],
  [9, '其他'],
] as const;

export const ChangeKind = {
  Rent: 1,
  Rooms: 2,
  Term: 3,
  Tenant: 4,
  Payment: 5,
  Deposit: 6,
  Termination: 8,
  Other: 9,
} as const;
export const ChangeKindLabels = [
  [1, '租金变更'],
  [2, '房间变更'],
  [3, '期限变更'],
  [4, '承租人变更'],
  [5, '缴费约定变更'],
  [6, '押金变更'],
  [8, '提前终止'],
  [9, '其他变更'],
] as const;

export const ChangeState = {
  Returned: 0,
  Submitted: 1,
  Approved: 2,
  Withdrawn: 3,
  Rejected: 9,
} as const;
export const ChangeStateLabels = [
  [0, '已退回'],
  [1, '审批中'],
  [2, '已生效'],
  [3, '已撤回'],
  [9, '已驳回'],
] as const;

export const Channel = {
  Call: 1,
  Visit: 2,
  Letter: 3,
  Message: 4,
  Other: 9,
} as const;
export const ChannelLabels = [
  [1, '电话'],
  [2, '上门'],
  [3, '函件'],
  [4, '短信'],
  [9, '其他'],
] as const;

export const ColumnState = {
  Ready: 1,
  Filling: 2,
  Off: 3,
  NoRoom: 4,
  Waiting: 5,
} as const;
export const ColumnStateLabels = [
  [1, '就绪'],
  [2, '正在装载'],
  [3, '未启用'],
  [4, '超出内存'],
  [5, '待装载'],
] as const;

export const CreditFlag = {
  Normal: 0,
  Watched: 1,
  Blocked: 2,
} as const;
export const CreditFlagLabels = [
  [0, '正常'],
  [1, '关注'],
  [2, '失信（限制新租）'],
] as const;

export const DefinitionState = {
  Draft: 0,
  Published: 1,
  Disabled: 2,
} as const;
export const DefinitionStateLabels = [
  [0, '草稿'],
  [1, '已发布'],
  [2, '停用'],
] as const;

export const DepositKind = {
  Receive: 1,
  Opening: 2,
  Apply: 3,
  Forfeit: 4,
  Refund: 5,
  TransferOut: 6,
  TransferIn: 7,
  Reversal: 8,
} as const;
export const DepositKindLabels = [
  [1, '收取'],
  [2, '期初'],
  [3, '抵扣账单'],
  [4, '没收'],
  [5, '退还'],
  [6, '转出'],
  [7, '转入'],
  [8, '冲销'],
] as const;

export const DeptOf = {
  Initiator: 'initiator',
  Document: 'document',
  PartyA: 'partyA',
} as const;
export const DeptOfLabels = [
  ['initiator', '发起人所在部门'],
  ['document', '单据所在部门'],
  ['partyA', '甲方所在部门'],
] as const;

export const DueKind = {
  Advance: 'ADVANCE',
  Day: 'DAY',
  Arrears: 'ARREARS',
} as const;
export const DueKindLabels = [
  ['ADVANCE', '账期开始前'],
  ['DAY', '账期首月'],
  ['ARREARS', '账期结束后'],
] as const;

export const EndReason = {
  Approved: 1,
  Rejected: 2,
  Abandoned: 3,
  Terminated: 4,
} as const;
export const EndReasonLabels = [
  [1, '已通过'],
  [2, '已驳回'],
  [3, '发起人作废'],
  [4, '管理员终止'],
] as const;

export const EntryKind = {
  Bill: 1,
  Waiver: 2,
  Receipt: 3,
  Refund: 4,
  Deposit: 5,
} as const;
export const EntryKindLabels = [
  [1, '账单'],
  [2, '减免'],
  [3, '收款'],
  [4, '退款'],
  [5, '押金抵扣'],
] as const;

export const EntryState = {
  Candidate: 0,
  Submitted: 1,
  Published: 2,
  Rectified: 3,
  Withdrawn: 4,
  Expired: 5,
  Refused: 9,
} as const;
export const EntryStateLabels = [
  [0, '候选'],
  [1, '审批中'],
  [2, '已曝光'],
  [3, '已整改'],
  [4, '已撤下'],
  [5, '已到期'],
  [9, '不予曝光'],
] as const;

export const EscalationMode = {
  Pct: 'PCT',
  Add: 'ADD',
  Set: 'SET',
} as const;
export const EscalationModeLabels = [
  ['PCT', '按比例'],
  ['ADD', '按固定额'],
  ['SET', '按约定的阶段租金'],
] as const;

export const ExportLayout = {
  Plain: 'plain',
  Paper: 'paper',
} as const;
export const ExportLayoutLabels = [
  ['plain', '数据表'],
  ['paper', '原表样式'],
] as const;

export const FieldKind = {
  Text: 'text',
  Long: 'long',
  Code: 'code',
  Whole: 'whole',
  Decimal: 'decimal',
  Money: 'money',
  Percent: 'percent',
  Area: 'area',
  Year: 'year',
  Day: 'day',
  Month: 'month',
  Moment: 'moment',
  Flag: 'flag',
  Choice: 'choice',
  Choices: 'choices',
  Person: 'person',
  Persons: 'persons',
  Dept: 'dept',
  Link: 'link',
  Phone: 'phone',
  Idno: 'idno',
  Account: 'account',
  Files: 'files',
  Pictures: 'pictures',
  Rich: 'rich',
} as const;
export const FieldKindLabels = [
  ['text', '文本'],
  ['long', '长文本'],
  ['code', '编号'],
  ['whole', '整数'],
  ['decimal', '小数'],
  ['money', '金额'],
  ['percent', '百分比'],
  ['area', '面积'],
  ['year', '年度'],
  ['day', '日期'],
  ['month', '年月'],
  ['moment', '时间'],
  ['flag', '是否'],
  ['choice', '单选'],
  ['choices', '多选'],
  ['person', '人员'],
  ['persons', '人员（多个）'],
  ['dept', '部门'],
  ['link', '关联'],
  ['phone', '电话'],
  ['idno', '证件号'],
  ['account', '账号'],
  ['files', '附件'],
  ['pictures', '图片'],
  ['rich', '富文本'],
] as const;

export const Finding = {
  Fine: 1,
  ByRule: 2,
  Nobody: 3,
} as const;
export const FindingLabels = [
  [1, '正常'],
  [2, '按规则转交'],
  [3, '无人可办'],
] as const;

export const FormKind = {
  Text: 'text',
  Area: 'textarea',
  Int: 'int',
  Money: 'money',
  Size: 'area',
  Date: 'date',
  Span: 'daterange',
  Bool: 'bool',
  Choice: 'choice',
  Choices: 'choices',
  Person: 'person',
  Dept: 'dept',
  Asset: 'asset',
  Room: 'room',
  Tenant: 'tenant',
  Lease: 'lease',
  Files: 'files',
  Pictures: 'pictures',
  Html: 'html',
  Table: 'table',
  Note: 'note',
} as const;
export const FormKindLabels = [
  ['text', '单行文字'],
  ['textarea', '多行文字'],
  ['int', '整数'],
  ['money', '金额'],
  ['area', '面积'],
  ['date', '日期'],
  ['daterange', '起止日期'],
  ['bool', '是否'],
  ['choice', '单选'],
  ['choices', '多选'],
  ['person', '人员'],
  ['dept', '部门'],
  ['asset', '资产'],
  ['room', '房间'],
  ['tenant', '乙方'],
  ['lease', '合同'],
  ['files', '附件'],
  ['pictures', '图片'],
  ['html', '图文'],
  ['table', '明细表'],
  ['note', '说明文字'],
] as const;

export const FormulaSign = {
  Plus: '+',
  Minus: '-',
  Times: '*',
  Over: '/',
} as const;
export const FormulaSignLabels = [
  ['+', '加'],
  ['-', '减'],
  ['*', '乘'],
  ['/', '除以'],
] as const;

export const FreeScope = {
  Rent: 1,
  All: 2,
} as const;
export const FreeScopeLabels = [
  [1, '仅租金'],
  [2, '全部费用'],
] as const;

export const HandoverKind = {
  Delivery: 4,
  Return: 5,
} as const;
export const HandoverKindLabels = [
  [4, '交房'],
  [5, '退房'],
] as const;

export const HandoverState = {
  Draft: 0,
  Submitted: 1,
  Approved: 2,
  Done: 3,
  Rejected: 9,
} as const;
export const HandoverStateLabels = [
  [0, '草稿'],
  [1, '审批中'],
  [2, '待确认'],
  [3, '已完成'],
  [9, '已驳回'],
] as const;

export const ImpactPart = {
  Basis: 0,
  Before: 1,
  After: 2,
  GivenUp: 3,
  Due: 4,
} as const;
export const ImpactPartLabels = [
  [0, '依据'],
  [1, '审批前'],
  [2, '审批后'],
  [3, '放弃'],
  [4, '到期应结'],
] as const;

export const InstanceState = {
  Started: 1,
  Completed: 2,
  Rejected: 3,
} as const;
export const InstanceStateLabels = [
  [1, '审批中'],
  [2, '已通过'],
  [3, '已驳回'],
] as const;

export const LeaseAct = {
  Submit: 'submit',
  Sign: 'sign',
  Approve: 'approve',
  Return: 'return',
  Cancel: 'cancel',
} as const;
export const LeaseActLabels = [
  ['submit', '提交'],
  ['sign', '签订'],
  ['approve', '同意'],
  ['return', '退回'],
  ['cancel', '作废'],
] as const;

export const LeaseKind = {
  New: 1,
  Renewal: 2,
  TakenOver: 3,
} as const;
export const LeaseKindLabels = [
  [1, '新签'],
  [2, '续签'],
  [3, '承接'],
] as const;

export const LeasePolicy = {
  Follow: 1,
  Ended: 2,
} as const;
export const LeasePolicyLabels = [
  [1, '随资产承接'],
  [2, '提前终止'],
] as const;

export const LeaseState = {
  Draft: 0,
  Submitted: 1,
  Approved: 2,
  Signed: 3,
  Running: 4,
  Expired: 5,
  Terminated: 6,
  Settled: 7,
  Void: 9,
} as const;
export const LeaseStateLabels = [
  [0, '草稿'],
  [1, '审批中'],
  [2, '待签订'],
  [3, '已签订'],
  [4, '履行中'],
  [5, '已到期'],
  [6, '已终止'],
  [7, '已结清'],
  [9, '作废'],
] as const;

export const LeaseWatch = {
  Unsigned: 1,
  Unsettled: 2,
  NoScan: 3,
} as const;
export const LeaseWatchLabels = [
  [1, '批准超过 5 天未签订'],
  [2, '已退房未结算'],
  [3, '缺扫描件'],
] as const;

export const LettingMode = {
  Public: 1,
  Negotiated: 2,
  Renewal: 3,
  Other: 9,
} as const;
export const LettingModeLabels = [
  [1, '公开招租'],
  [2, '协议出租'],
  [3, '续租'],
  [9, '其他'],
] as const;

export const LoadFailed = {
  Refuse: 'refuse',
  Leave: 'leave',
} as const;
export const LoadFailedLabels = [
  ['refuse', '全部正确才导入'],
  ['leave', '失败的行不导入'],
] as const;

export const MessageKind = {
  Approved: 1,
  Rejected: 2,
  Returned: 3,
  Urged: 4,
  Copied: 5,
  Watched: 6,
  Late: 7,
  Asked: 8,
  Orphaned: 9,
  Moved: 10,
  Noted: 11,
} as const;
export const MessageKindLabels = [
  [1, '通过'],
  [2, '驳回'],
  [3, '退回'],
  [4, '催办'],
  [5, '抄送'],
  [6, '督办'],
  [7, '超时'],
  [8, '请您办理'],
  [9, '待分派'],
  [10, '改派'],
  [11, '提示'],
] as const;

export const Method = {
  Transfer: 1,
  Pos: 2,
  Cash: 3,
  WeChat: 4,
  Alipay: 5,
  Treasury: 6,
  Cheque: 7,
} as const;
export const MethodLabels = [
  [1, '转账'],
  [2, 'POS'],
  [3, '现金'],
  [4, '微信'],
  [5, '支付宝'],
  [6, '财政缴款'],
  [7, '票据'],
] as const;

export const MoneySource = {
  Receipt: 1,
  Credit: 2,
  Deposit: 3,
  Opening: 4,
} as const;
export const MoneySourceLabels = [
  [1, '收款'],
  [2, '预收'],
  [3, '押金'],
  [4, '期初'],
] as const;

export const Multi = {
  Any: 'ANY',
  All: 'ALL',
  Sequence: 'SEQ',
} as const;
export const MultiLabels = [
  ['ANY', '或签'],
  ['ALL', '会签'],
  ['SEQ', '依次'],
] as const;

export const NodeType = {
  Begin: 0,
  Task: 1,
  Choice: 2,
} as const;
export const NodeTypeLabels = [
  [0, '发起'],
  [1, '办理'],
  [2, '条件'],
] as const;

export const OccupancyKind = {
  Reserve: 1,
  Lease: 2,
  Holdover: 3,
  SelfUse: 4,
  Lend: 5,
  Repair: 6,
} as const;
export const OccupancyKindLabels = [
  [1, '预订'],
  [2, '租赁'],
  [3, '到期占用'],
  [4, '自用'],
  [5, '出借'],
  [6, '维修'],
] as const;

export const OnEmpty = {
  Admin: 'ADMIN',
  Up: 'UP',
  Refuse: 'REFUSE',
  Skip: 'SKIP',
} as const;
export const OnEmptyLabels = [
  ['ADMIN', '转流程管理员'],
  ['UP', '转上级'],
  ['REFUSE', '不能提交'],
  ['SKIP', '跳过'],
] as const;

export const OnSelf = {
  Up: 'UP',
  Skip: 'SKIP',
} as const;
export const OnSelfLabels = [
  ['UP', '转上级'],
  ['SKIP', '跳过'],
] as const;

export const OnTimeout = {
  None: 'none',
  Remind: 'remind',
  Escalate: 'escalate',
} as const;
export const OnTimeoutLabels = [
  ['none', '不提醒'],
  ['remind', '提醒办理人'],
  ['escalate', '提醒并督办'],
] as const;

export const PaperKind = {
  Contract: 1,
  Supplement: 2,
  Safety: 3,
  Notice: 4,
  Dunning: 5,
  LawyersLetter: 6,
  Expiry: 7,
  End: 8,
  Award: 9,
  Receipt: 10,
  Handover: 11,
  LeaseReport: 13,
  BillReport: 14,
} as const;
export const PaperKindLabels = [
  [1, '租赁合同'],
  [2, '补充协议'],
  [3, '安全协议'],
  [4, '缴费通知'],
  [5, '催缴函'],
  [6, '律师函'],
  [7, '到期告知'],
  [8, '解除通知'],
  [9, '中标通知'],
  [10, '收款收据'],
  [11, '交接单'],
  [13, '合同报送表'],
  [14, '账单报送表'],
] as const;

export const PaperSubject = {
  Lease: 1,
  Change: 2,
  Bills: 3,
  Receipt: 4,
  Handover: 5,
  LeaseRows: 7,
  BillRows: 8,
} as const;
export const PaperSubjectLabels = [
  [1, '合同'],
  [2, '合同变更'],
  [3, '账单'],
  [4, '收款'],
  [5, '交接'],
  [7, '合同清单'],
  [8, '账单清单'],
] as const;

export const PayState = {
  Unpaid: 0,
  Part: 1,
  Paid: 2,
  Nothing: 3,
} as const;
export const PayStateLabels = [
  [0, '未缴'],
  [1, '部分缴'],
  [2, '已缴清'],
  [3, '无需缴'],
] as const;

export const PayoutKind = {
  CreditRefund: 1,
  DepositRefund: 2,
  Expense: 3,
  Remittance: 4,
  Between: 5,
} as const;
export const PayoutKindLabels = [
  [1, '退预收'],
  [2, '退押金'],
  [3, '支出'],
  [4, '上缴'],
  [5, '单位往来'],
] as const;

export const PayoutState = {
  Returned: 0,
  Submitted: 1,
  Approved: 2,
  Paid: 3,
  Reversed: 4,
  Rejected: 9,
} as const;
export const PayoutStateLabels = [
  [0, '已退回'],
  [1, '审批中'],
  [2, '待付款'],
  [3, '已付款'],
  [4, '已冲销'],
  [9, '已驳回'],
] as const;

export const PeriodMode = {
  Anchored: 'ANCHORED',
  Calendar: 'CALENDAR',
} as const;
export const PeriodModeLabels = [
  ['ANCHORED', '对月'],
  ['CALENDAR', '自然月'],
] as const;

export const Preset = {
  Simple: 'simple',
  Standard: 'standard',
  Own: 'own',
  None: 'none',
} as const;
export const PresetLabels = [
  ['simple', '简易'],
  ['standard', '标准'],
  ['own', '自行设计'],
  ['none', '未启用'],
] as const;

export const PriceUnit = {
  AreaMonth: 1,
  AreaDay: 2,
  Month: 3,
} as const;
export const PriceUnitLabels = [
  [1, '元/㎡·月'],
  [2, '元/㎡·天'],
  [3, '元/月'],
] as const;

export const PromiseState = {
  None: 0,
  Open: 1,
  Kept: 2,
  Broken: 3,
} as const;
export const PromiseStateLabels = [
  [0, '无承诺'],
  [1, '待兑现'],
  [2, '已兑现'],
  [3, '未兑现'],
] as const;

export const Proration = {
  Actual: 'ACTUAL',
  D30: 'D30',
  D365: 'D365',
} as const;
export const ProrationLabels = [
  ['ACTUAL', '当月实际天数'],
  ['D30', '每月30天'],
  ['D365', '年租金÷365天'],
] as const;

export const PublishScope = {
  Internal: 1,
  Public: 2,
} as const;
export const PublishScopeLabels = [
  [1, '内部'],
  [2, '公开'],
] as const;

export const Purpose = {
  Bills: 1,
  Deposit: 2,
} as const;
export const PurposeLabels = [
  [1, '账款'],
  [2, '押金'],
] as const;

export const QueryWay = {
  Eq: 'EQ',
  Ne: 'NE',
  Gt: 'GT',
  Gte: 'GTE',
  Lt: 'LT',
  Lte: 'LTE',
  Like: 'LIKE',
  Between: 'BETWEEN',
} as const;
export const QueryWayLabels = [
  ['EQ', '等于'],
  ['NE', '不等于'],
  ['GT', '大于'],
  ['GTE', '大于等于'],
  ['LT', '小于'],
  ['LTE', '小于等于'],
  ['LIKE', '包含'],
  ['BETWEEN', '范围'],
] as const;

export const Reach = {
  All: 'all',
  Same: 'same',
  Above: 'above',
  Tree: 'tree',
} as const;
export const ReachLabels = [
  ['all', '不限部门'],
  ['same', '同部门'],
  ['above', '本部门及上级'],
  ['tree', '本部门及下级'],
] as const;

export const ReceiptState = {
  Unclaimed: 0,
  Posted: 1,
  Reversed: 2,
} as const;
export const ReceiptStateLabels = [
  [0, '待认领'],
  [1, '已入账'],
  [2, '已冲销'],
] as const;

export const RegisterState = {
  Draft: 'draft',
  Published: 'published',
  Stopped: 'stopped',
  Archived: 'archived',
} as const;
export const RegisterStateLabels = [
  ['draft', '草稿'],
  ['published', '已发布'],
  ['stopped', '已停用'],
  ['archived', '已归档'],
] as const;

export const RelationKind = {
  Document: 1,
  Lease: 2,
  Tenant: 3,
  Asset: 4,
} as const;
export const RelationKindLabels = [
  [1, '同一单据'],
  [2, '同一合同'],
  [3, '同一承租人'],
  [4, '同一资产'],
] as const;

export const RentBasis = {
  MonthTotal: 1,
  AreaMonth: 2,
  AreaDay: 3,
  YearTotal: 4,
} as const;
export const RentBasisLabels = [
  [1, '每月总额'],
  [2, '元/㎡·月'],
  [3, '元/㎡·天'],
  [4, '每年总额'],
] as const;

export const Repeat = {
  Pass: 'PASS',
  Ask: 'ASK',
} as const;
export const RepeatLabels = [
  ['PASS', '已同意过的自动通过'],
  ['ASK', '每次都要办理'],
] as const;

export const RestrictionKind = {
  Seized: 1,
  CoOwned: 2,
  Disputed: 3,
  Expropriated: 4,
  Dangerous: 5,
  Mortgaged: 6,
} as const;
export const RestrictionKindLabels = [
  [1, '查封'],
  [2, '共有未同意'],
  [3, '权属争议'],
  [4, '征迁'],
  [5, '危房'],
  [6, '抵押'],
] as const;

export const ReturnState = {
  None: 0,
  Same: 1,
  Different: 2,
  Unclear: 3,
} as const;
export const ReturnStateLabels = [
  [0, '未上传定稿'],
  [1, '一致'],
  [2, '不一致'],
  [3, '无法全部核对'],
] as const;

export const ReversalKind = {
  Bounced: 1,
  Keyed: 2,
  Chargeback: 3,
} as const;
export const ReversalKindLabels = [
  [1, '退票或未到账'],
  [2, '录入错误'],
  [3, '款项被追回'],
] as const;

export const RoomState = {
  Vacant: 1,
  Reserved: 2,
  Submitted: 3,
  Let: 4,
  EndingSoon: 5,
  Holdover: 6,
  SelfUse: 7,
  Lent: 8,
  Repair: 9,
  Unfit: 10,
} as const;
export const RoomStateLabels = [
  [1, '空置'],
  [2, '预订中'],
  [3, '审批中'],
  [4, '在租'],
  [5, '即将到期'],
  [6, '到期未退'],
  [7, '自用'],
  [8, '出借'],
  [9, '维修'],
  [10, '不可租'],
] as const;

export const RoomWatch = {
  Empty: 1,
  LongEmpty: 2,
} as const;
export const RoomWatchLabels = [
  [1, '空置可租'],
  [2, '空置可租 60 天以上'],
] as const;

export const RowAction = {
  Create: 1,
  Change: 2,
  Remove: 3,
  Restore: 4,
} as const;
export const RowActionLabels = [
  [1, '新增'],
  [2, '修改'],
  [3, '删除'],
  [4, '恢复'],
] as const;

export const Rule = {
  LongArrears: 1,
  UnpaidBills: 2,
  LateRemittance: 3,
  IdleRoom: 4,
} as const;
export const RuleLabels = [
  [1, '逾期天数与金额'],
  [2, '连续账单未缴'],
  [3, '逾期未上缴'],
  [4, '长期空置'],
] as const;

export const RunState = {
  NotStarted: 0,
  Started: 1,
  Completed: 2,
} as const;
export const RunStateLabels = [
  [0, '未开始'],
  [1, '办理中'],
  [2, '已完成'],
] as const;

export const Seats = {
  Person: 'person',
  Line: 'line',
} as const;
export const SeatsLabels = [
  ['person', '每人一席'],
  ['line', '每线一席'],
] as const;

export const SettlementState = {
  Returned: 0,
  Submitted: 1,
  Approved: 2,
  Rejected: 9,
} as const;
export const SettlementStateLabels = [
  [0, '已退回'],
  [1, '审批中'],
  [2, '已结算'],
  [9, '已驳回'],
] as const;

export const SlipState = {
  Issued: 1,
  Void: 2,
} as const;
export const SlipStateLabels = [
  [1, '有效'],
  [2, '已作废'],
] as const;

export const SplitPolicy = {
  Whole: 1,
  ByDays: 2,
} as const;
export const SplitPolicyLabels = [
  [1, '原单位收讫'],
  [2, '按日分割'],
] as const;

export const StartState = {
  Done: 'done',
  Open: 'open',
  Blocked: 'blocked',
} as const;
export const StartStateLabels = [
  ['done', '已完成'],
  ['open', '待办'],
  ['blocked', '等待前一步'],
] as const;

export const Status = {
  Normal: '0',
  Disabled: '1',
} as const;
export const StatusLabels = [
  ['0', '正常'],
  ['1', '停用'],
] as const;

export const StepState = {
  Done: 1,
  Next: 2,
  Waits: 3,
  Later: 4,
} as const;
export const StepStateLabels = [
  [1, '已办'],
  [2, '待办'],
  [3, '等待'],
  [4, '未到'],
] as const;

export const SubjectKind = {
  Arrears: 1,
  Remittance: 2,
  Sublet: 3,
  Idle: 4,
  Safety: 5,
  Other: 9,
} as const;
export const SubjectKindLabels = [
  [1, '承租人欠缴'],
  [2, '单位未上缴'],
  [3, '违规转租'],
  [4, '长期闲置'],
  [5, '安全隐患'],
  [9, '其他'],
] as const;

export const SurveyKind = {
  Serial: 'serial',
  Idno: 'idno',
  Account: 'account',
  Phone: 'phone',
  Day: 'day',
  Moment: 'moment',
  Month: 'month',
  Year: 'year',
  Percent: 'percent',
  Money: 'money',
  Area: 'area',
  Whole: 'whole',
  Decimal: 'decimal',
  Flag: 'flag',
  Dept: 'dept',
  Person: 'person',
  Persons: 'persons',
  Link: 'link',
  Choice: 'choice',
  Choices: 'choices',
  Code: 'code',
  Long: 'long',
  Text: 'text',
  Pictures: 'pictures',
  Files: 'files',
} as const;
export const SurveyKindLabels = [
  ['serial', '序号'],
  ['idno', '证件号'],
  ['account', '账号'],
  ['phone', '电话'],
  ['day', '日期'],
  ['moment', '时间'],
  ['month', '年月'],
  ['year', '年度'],
  ['percent', '百分比'],
  ['money', '金额'],
  ['area', '面积'],
  ['whole', '整数'],
  ['decimal', '小数'],
  ['flag', '是否'],
  ['dept', '部门'],
  ['person', '人员'],
  ['persons', '人员（多个）'],
  ['link', '关联'],
  ['choice', '单选'],
  ['choices', '多选'],
  ['code', '编号'],
  ['long', '长文本'],
  ['text', '文本'],
  ['pictures', '图片'],
  ['files', '附件'],
] as const;

export const SurveyLineKind = {
  Title: 'title',
  Header: 'header',
  Numbers: 'numbers',
  Total: 'total',
  Section: 'section',
  Repeat: 'repeat',
  Note: 'note',
  Other: 'other',
  Chosen: 'chosen',
} as const;
export const SurveyLineKindLabels = [
  ['title', '标题'],
  ['header', '表头'],
  ['numbers', '栏次'],
  ['total', '合计行'],
  ['section', '分组行'],
  ['repeat', '重复的表头'],
  ['note', '表后说明'],
  ['other', '另一个表格'],
  ['chosen', '不导入'],
] as const;

export const TakeoverField = {
  PaperNo: 'paperNo',
  PartyA: 'partyA',
  Tenant: 'tenant',
  IdNo: 'idNo',
  Phone: 'phone',
  Contact: 'contact',
  Asset: 'asset',
  Building: 'building',
  Floor: 'floor',
  Room: 'room',
  Area: 'area',
  Purpose: 'purpose',
  Term: 'term',
  Start: 'start',
  End: 'end',
  MonthRent: 'monthRent',
  YearRent: 'yearRent',
  Price: 'price',
  Cycle: 'cycle',
  Due: 'due',
  Rise: 'rise',
  CurrentRent: 'currentRent',
  RentFree: 'rentFree',
  PropertyFee: 'propertyFee',
  Deposit: 'deposit',
  DepositHeld: 'depositHeld',
  PaidUntil: 'paidUntil',
  Arrears: 'arrears',
  Credit: 'credit',
  SignDate: 'signDate',
  Returned: 'returned',
  Scan: 'scan',
  Remark: 'remark',
} as const;
export const TakeoverFieldLabels = [
  ['paperNo', '纸质合同编号'],
  ['partyA', '出租单位'],
  ['tenant', '承租人'],
  ['idNo', '证件号码'],
  ['phone', '联系电话'],
  ['contact', '联系人'],
  ['asset', '资产（坐落）'],
  ['building', '楼栋'],
  ['floor', '楼层'],
  ['room', '房号'],
  ['area', '计租面积'],
  ['purpose', '用途'],
  ['term', '租期（起止在一列）'],
  ['start', '起租日'],
  ['end', '到期日'],
  ['monthRent', '月租金'],
  ['yearRent', '年租金'],
  ['price', '月租单价（元/㎡）'],
  ['cycle', '缴费周期'],
  ['due', '缴费约定'],
  ['rise', '递增'],
  ['currentRent', '现行月租金'],
  ['rentFree', '免租期'],
  ['propertyFee', '月物业费'],
  ['deposit', '押金'],
  ['depositHeld', '已收押金'],
  ['paidUntil', '已缴至'],
  ['arrears', '欠缴金额'],
  ['credit', '预收金额'],
  ['signDate', '签订日期'],
  ['returned', '退房日期'],
  ['scan', '扫描件文件名'],
  ['remark', '备注'],
] as const;

export const TakeoverOrigin = {
  Said: 'said',
  Remembered: 'remembered',
  Header: 'header',
  Nothing: 'nothing',
} as const;
export const TakeoverOriginLabels = [
  ['said', '已指定'],
  ['remembered', '上次的对应'],
  ['header', '按列名'],
  ['nothing', '不接收'],
] as const;

export const TakeoverState = {
  Checking: 0,
  Submitted: 1,
  Received: 2,
  Withdrawn: 9,
} as const;
export const TakeoverStateLabels = [
  [0, '核对中'],
  [1, '待批准'],
  [2, '已接收'],
  [9, '已撤回'],
] as const;

export const TaskKind = {
  Approve: 1,
  Resubmit: 2,
  Opinion: 3,
  Before: 4,
  After: 5,
  Assign: 6,
} as const;
export const TaskKindLabels = [
  [1, '审批'],
  [2, '修改后重新提交'],
  [3, '委派意见'],
  [4, '前加签'],
  [5, '后加签'],
  [6, '分派办理人'],
] as const;

export const TenantKind = {
  Company: 1,
  SoleTrader: 2,
  Person: 3,
  Public: 4,
  Other: 9,
} as const;
export const TenantKindLabels = [
  [1, '企业'],
  [2, '个体工商户'],
  [3, '自然人'],
  [4, '机关事业单位'],
  [9, '其他'],
] as const;

export const TenantWatch = {
  NoNumber: 1,
} as const;
export const TenantWatchLabels = [
  [1, '缺证件号码'],
] as const;

export const TitleState = {
  Titled: 1,
  Untitled: 2,
  Pending: 3,
  Managed: 4,
  Leased: 5,
  Disputed: 6,
} as const;
export const TitleStateLabels = [
  [1, '有证'],
  [2, '无证'],
  [3, '办理中'],
  [4, '代管'],
  [5, '租入'],
  [6, '争议'],
] as const;

export const TodayAct = {
  Renew: 'renew',
  Contact: 'contact',
  Receive: 'receive',
  Let: 'let',
} as const;
export const TodayActLabels = [
  ['renew', '续租'],
  ['contact', '登记联系'],
  ['receive', '登记收款'],
  ['let', '新签合同'],
] as const;

export const Tone = {
  Bad: 'bad',
  Warn: 'warn',
  Plain: 'plain',
} as const;
export const ToneLabels = [
  ['bad', '紧急'],
  ['warn', '注意'],
  ['plain', '一般'],
] as const;

export const UnitKind = {
  Administrative: 1,
  Institution: 2,
  StateFirm: 3,
  Caretaker: 4,
  Other: 9,
} as const;
export const UnitKindLabels = [
  [1, '行政单位'],
  [2, '事业单位'],
  [3, '国有企业'],
  [4, '改制企业留守机构'],
  [9, '其他'],
] as const;

export const Usage = {
  Lettable: 1,
  SelfUse: 2,
  Lent: 3,
  Repair: 4,
  Unfit: 5,
} as const;
export const UsageLabels = [
  [1, '可出租'],
  [2, '自用'],
  [3, '出借'],
  [4, '维修停用'],
  [5, '不可出租'],
] as const;

export const UserWatch = {
  NoRole: 1,
  Idle: 2,
} as const;
export const UserWatchLabels = [
  [1, '没有角色'],
  [2, '90 天未登录'],
] as const;

export const VarKind = {
  Money: 1,
  Area: 2,
  Count: 3,
  Ppm: 4,
  Bool: 5,
  Text: 6,
  Choice: 7,
  Reference: 8,
} as const;
export const VarKindLabels = [
  [1, '金额'],
  [2, '面积'],
  [3, '数量'],
  [4, '比例'],
  [5, '是否'],
  [6, '文字'],
  [7, '选项'],
  [8, '编号'],
] as const;

export const WaiverReason = {
  Policy: 1,
  Fitting: 2,
  Closure: 3,
  Settlement: 4,
  Other: 9,
} as const;
export const WaiverReasonLabels = [
  [1, '政策减免'],
  [2, '装修补偿'],
  [3, '停业/维修'],
  [4, '诉讼和解'],
  [9, '其他'],
] as const;

export const WaiverState = {
  Returned: 0,
  Submitted: 1,
  Effective: 2,
  Revoked: 3,
  Rejected: 9,
} as const;
export const WaiverStateLabels = [
  [0, '已退回'],
  [1, '审批中'],
  [2, '生效'],
  [3, '已撤销'],
  [9, '已驳回'],
] as const;

export const Widget = {
  Input: 'input',
  Textarea: 'textarea',
  Number: 'number',
  Select: 'select',
  Radio: 'radio',
  Checkbox: 'checkbox',
  Datetime: 'datetime',
  Person: 'person',
  Dept: 'dept',
  Link: 'link',
  ImageUpload: 'imageUpload',
  FileUpload: 'fileUpload',
  Editor: 'editor',
} as const;
export const WidgetLabels = [
  ['input', '文本框'],
  ['textarea', '文本域'],
  ['number', '数字框'],
  ['select', '下拉框'],
  ['radio', '单选框'],
  ['checkbox', '复选框'],
  ['datetime', '日期控件'],
  ['person', '人员选择'],
  ['dept', '部门选择'],
  ['link', '关联选择'],
  ['imageUpload', '图片上传'],
  ['fileUpload', '文件上传'],
  ['editor', '富文本控件'],
] as const;

export const WithdrawRule = {
  Untouched: 'UNTOUCHED',
  Anytime: 'ANYTIME',
} as const;
export const WithdrawRuleLabels = [
  ['UNTOUCHED', '无人办理前'],
  ['ANYTIME', '办结前随时'],
] as const;

export const WorkKind = {
  Load: 'load',
  Convert: 'convert',
  Unique: 'unique',
  Purge: 'purge',
  Archive: 'archive',
} as const;
export const WorkKindLabels = [
  ['load', '装载数据'],
  ['convert', '转换字段'],
  ['unique', '检查唯一性'],
  ['purge', '清除字段'],
  ['archive', '归档'],
] as const;
