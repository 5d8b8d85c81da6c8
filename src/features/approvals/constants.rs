//! Numbers and words of processes. Node types, node states and process states are those of the specification
//! (specification 3); everything else refines them without a constant of its own there.

use crate::kernel::enumeration::{numbered, worded};

numbered! {
    /// 环节类型
    pub enum NodeType {
        Begin = 0 => "发起",
        Task = 1 => "办理",
        Choice = 2 => "条件",
    }
}

numbered! {
    /// 环节状态
    #[derive(Default)]
    pub enum RunState {
        #[default]
        NotStarted = 0 => "未开始",
        Started = 1 => "办理中",
        Completed = 2 => "已完成",
    }
}

numbered! {
    /// 流程状态
    #[derive(Default)]
    pub enum InstanceState {
        #[default]
        Started = 1 => "审批中",
        Completed = 2 => "已通过",
        Rejected = 3 => "已驳回",
    }
}

numbered! {
    /// 结束原因
    pub enum EndReason {
        Approved = 1 => "已通过",
        Rejected = 2 => "已驳回",
        Abandoned = 3 => "发起人作废",
        Terminated = 4 => "管理员终止",
    }
}

numbered! {
    /// 流程定义状态
    #[derive(Default)]
    pub enum DefinitionState {
        #[default]
        Draft = 0 => "草稿",
        Published = 1 => "已发布",
        Disabled = 2 => "停用",
    }
}

numbered! {
    /// 表单类型
    #[derive(Default)]
    pub enum FormType {
        Engine = 1 => "引擎表单",
        #[default]
        Custom = 2 => "业务页面",
    }
}

numbered! {
    /// 任务类型
    pub enum TaskKind {
        Approve = 1 => "审批",
        Resubmit = 2 => "修改后重新提交",
        Opinion = 3 => "委派意见",
        Before = 4 => "前加签",
        After = 5 => "后加签",
        Assign = 6 => "分派办理人",
    }
}

numbered! {
    /// 任务状态
    pub enum TaskState {
        Open = 1 => "待办",
        Done = 2 => "已办",
        Cancelled = 3 => "取消",
    }
}

numbered! {
    /// 环节结果
    pub enum RunEnd {
        Passed = 1 => "通过",
        Repeated = 2 => "已办理过，自动通过",
        Skipped = 3 => "跳过",
        Chosen = 4 => "已判断",
        Rejected = 5 => "驳回",
        Returned = 6 => "退回",
        Withdrawn = 7 => "撤回",
        TakenBack = 8 => "取回",
        Submitted = 9 => "提交",
        Stopped = 10 => "中止",
    }
}

numbered! {
    /// 办理动作
    pub enum Action {
        Submit = 1 => "提交",
        Approve = 2 => "同意",
        Reject = 3 => "驳回",
        Return = 4 => "退回",
        Withdraw = 5 => "撤回",
        TakeBack = 6 => "取回",
        Transfer = 7 => "转办",
        Delegate = 8 => "委派",
        Answer = 9 => "反馈意见",
        AddBefore = 10 => "前加签",
        AddAfter = 11 => "后加签",
        RemoveSign = 12 => "减签",
        Cc = 13 => "抄送",
        Urge = 14 => "催办",
        Abandon = 15 => "作废",
        Terminate = 16 => "终止",
        Back = 17 => "退回发起人",
        Assign = 18 => "分派",
        Choose = 19 => "条件判断",
        Repeat = 20 => "自动通过",
        Skip = 21 => "跳过",
        Recheck = 22 => "办结前复核",
        Remind = 23 => "超时提醒",
        Orphan = 24 => "无人可办",
        Adopt = 25 => "转入审批中心",
        Finish = 26 => "办结",
    }
}

numbered! {
    /// 影响的金额
    pub enum ImpactPart {
        Basis = 0 => "依据",
        Before = 1 => "审批前",
        After = 2 => "审批后",
        GivenUp = 3 => "放弃",
        Due = 4 => "到期应结",
    }
}

numbered! {
    /// 相关单据的关系
    pub enum RelationKind {
        Document = 1 => "同一单据",
        Lease = 2 => "同一合同",
        Tenant = 3 => "同一承租人",
        Asset = 4 => "同一资产",
    }
}

numbered! {
    /// 审批消息
    pub enum MessageKind {
        Approved = 1 => "通过",
        Rejected = 2 => "驳回",
        Returned = 3 => "退回",
        Urged = 4 => "催办",
        Copied = 5 => "抄送",
        Watched = 6 => "督办",
        Late = 7 => "超时",
        Asked = 8 => "请您办理",
        Orphaned = 9 => "待分派",
        Moved = 10 => "改派",
        Noted = 11 => "提示",
    }
}

worded! {
    /// 多人办理
    #[derive(Default)]
    pub enum Multi {
        #[default]
        Any = "ANY" => "或签",
        All = "ALL" => "会签",
        Sequence = "SEQ" => "依次",
    }
}

worded! {
    /// 会签席位
    #[derive(Default)]
    pub enum Seats {
        #[default]
        Person = "person" => "每人一席",
        Line = "line" => "每线一席",
    }
}

worded! {
    /// 发起人在办理人内
    #[derive(Default)]
    pub enum OnSelf {
        #[default]
        Up = "UP" => "转上级",
        Skip = "SKIP" => "跳过",
    }
}

worded! {
    /// 找不到办理人
    #[derive(Default)]
    pub enum OnEmpty {
        #[default]
        Admin = "ADMIN" => "转流程管理员",
        Up = "UP" => "转上级",
        Refuse = "REFUSE" => "不能提交",
        Skip = "SKIP" => "跳过",
    }
}

worded! {
    /// 可用操作
    pub enum Allow {
        Return = "return" => "退回",
        Transfer = "transfer" => "转办",
        Delegate = "delegate" => "委派",
        AddSign = "addSign" => "加签",
        Batch = "batch" => "批量",
        Cc = "cc" => "抄送",
    }
}

worded! {
    /// 超过时限
    #[derive(Default)]
    pub enum OnTimeout {
        None = "none" => "不提醒",
        #[default]
        Remind = "remind" => "提醒办理人",
        Escalate = "escalate" => "提醒并督办",
    }
}

worded! {
    /// 重复办理人
    #[derive(Default)]
    pub enum Repeat {
        #[default]
        Pass = "PASS" => "已同意过的自动通过",
        Ask = "ASK" => "每次都要办理",
    }
}

worded! {
    /// 撤回
    #[derive(Default)]
    pub enum WithdrawRule {
        #[default]
        Untouched = "UNTOUCHED" => "无人办理前",
        Anytime = "ANYTIME" => "办结前随时",
    }
}

worded! {
    /// 办理人种类
    pub enum AssignKind {
        User = "USER" => "指定人员",
        Role = "ROLE" => "角色",
        Post = "POST" => "岗位",
        Leader = "DEPT_LEADER" => "部门负责人",
        InCharge = "IN_CHARGE" => "分管领导",
        Right = "RIGHT" => "有审批权限的人",
        Pick = "INITIATOR_PICK" => "发起人选择",
        FormUser = "FORM_USER" => "表单中的人员",
    }
}

worded! {
    /// 部门范围
    #[derive(Default)]
    pub enum Reach {
        #[default]
        All = "all" => "不限部门",
        Same = "same" => "同部门",
        Above = "above" => "本部门及上级",
        Tree = "tree" => "本部门及下级",
    }
}

worded! {
    /// 部门取自
    #[derive(Default)]
    pub enum DeptOf {
        #[default]
        Initiator = "initiator" => "发起人所在部门",
        Document = "document" => "单据所在部门",
        PartyA = "partyA" => "甲方所在部门",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::approvals::rights::{EDIT, HIDDEN, READ};
    use serde_json::{json, to_value};

    #[test]
    fn numbers_are_those_of_the_specification() {
        let nodes = [NodeType::Begin, NodeType::Task, NodeType::Choice];
        assert_eq!(to_value(nodes).unwrap(), json!([0, 1, 2]));
        let runs = [RunState::NotStarted, RunState::Started, RunState::Completed];
        assert_eq!(to_value(runs).unwrap(), json!([0, 1, 2]));
        let instances = [InstanceState::Started, InstanceState::Completed, InstanceState::Rejected];
        assert_eq!(to_value(instances).unwrap(), json!([1, 2, 3]));
        assert_eq!(to_value([FormType::Engine, FormType::Custom]).unwrap(), json!([1, 2]));
        assert_eq!([READ, EDIT, HIDDEN], [1, 2, 3]);
    }
}
