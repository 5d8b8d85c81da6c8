//! Kinds of papers, what they are about and the fields they may use.

use super::fields;
use crate::kernel::enumeration::numbered;
use gx_office::Field;

numbered! {
    /// 文书种类
    #[derive(Default)]
    pub enum PaperKind {
        #[default]
        Contract = 1 => "租赁合同",
        Supplement = 2 => "补充协议",
        Safety = 3 => "安全协议",
        Notice = 4 => "缴费通知",
        Dunning = 5 => "催缴函",
        LawyersLetter = 6 => "律师函",
        Expiry = 7 => "到期告知",
        End = 8 => "解除通知",
        Award = 9 => "中标通知",
        Receipt = 10 => "收款收据",
        Handover = 11 => "交接单",
    }
}

numbered! {
    /// 文书对象
    #[derive(Default)]
    pub enum PaperSubject {
        #[default]
        Lease = 1 => "合同",
        Change = 2 => "合同变更",
        /// Bills of a tenant at a party A.
        Bills = 3 => "账单",
        Receipt = 4 => "收款",
        Handover = 5 => "交接",
    }
}

impl PaperSubject {
    /// What a caller needs to make papers about it, beside the right to make papers: who sees it.
    pub fn permission(self) -> &'static str {
        match self {
            Self::Lease | Self::Change | Self::Handover => "lease:lease:query",
            Self::Bills => "fin:bill:query",
            Self::Receipt => "fin:receipt:query",
        }
    }

    /// The fields of papers about it.
    pub fn fields(self) -> Vec<Field> {
        let parts: &[&[Field]] = match self {
            Self::Lease => &[fields::PAPER, fields::PARTIES, fields::LEASE],
            Self::Change => &[fields::PAPER, fields::PARTIES, fields::LEASE, fields::CHANGE],
            Self::Bills => &[fields::PAPER, fields::PARTIES, fields::BILLS],
            Self::Receipt => &[fields::PAPER, fields::PARTIES, fields::RECEIPT],
            Self::Handover => &[fields::PAPER, fields::PARTIES, fields::LEASE, fields::HANDOVER],
        };
        parts.concat()
    }
}

impl PaperKind {
    pub fn subject(self) -> PaperSubject {
        match self {
            Self::Contract | Self::Safety | Self::Expiry | Self::End | Self::Award => PaperSubject::Lease,
            Self::Supplement => PaperSubject::Change,
            Self::Notice | Self::Dunning | Self::LawyersLetter => PaperSubject::Bills,
            Self::Receipt => PaperSubject::Receipt,
            Self::Handover => PaperSubject::Handover,
        }
    }

    /// Whether it asks for what is overdue instead of for what was chosen.
    pub fn is_dunning(self) -> bool {
        matches!(self, Self::Dunning | Self::LawyersLetter)
    }
}
