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
        /// A superior's form with a row for each contract.
        LeaseReport = 13 => "合同报送表",
        /// A superior's form with a row for each bill.
        BillReport = 14 => "账单报送表",
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
        /// Contracts, one in each row.
        LeaseRows = 7 => "合同清单",
        /// Bills, one in each row.
        BillRows = 8 => "账单清单",
    }
}

impl PaperSubject {
    /// What a caller needs to make papers about it, beside the right to make papers: who sees it.
    pub fn permission(self) -> &'static str {
        match self {
            Self::Lease | Self::Change | Self::Handover | Self::LeaseRows => "lease:lease:query",
            Self::Bills | Self::BillRows => "fin:bill:query",
            Self::Receipt => "fin:receipt:query",
        }
    }

    /// The fields of papers about it.
    pub fn fields(self) -> Vec<Field> {
        let list: Vec<Field> = match self {
            Self::LeaseRows => vec![fields::lease_rows()],
            Self::BillRows => vec![fields::bill_rows()],
            _ => Vec::new(),
        };
        let parts: &[&[Field]] = match self {
            Self::Lease => &[fields::PAPER, fields::PARTIES, fields::LEASE],
            Self::Change => &[fields::PAPER, fields::PARTIES, fields::LEASE, fields::CHANGE],
            Self::Bills => &[fields::PAPER, fields::PARTIES, fields::BILLS],
            Self::Receipt => &[fields::PAPER, fields::PARTIES, fields::RECEIPT],
            Self::Handover => &[fields::PAPER, fields::PARTIES, fields::LEASE, fields::HANDOVER],
            Self::LeaseRows => &[fields::PAPER, fields::REPORT, fields::LEASE_TOTALS, &list],
            Self::BillRows => &[fields::PAPER, fields::REPORT, fields::BILL_TOTALS, &list],
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
            Self::LeaseReport => PaperSubject::LeaseRows,
            Self::BillReport => PaperSubject::BillRows,
        }
    }

    /// Whether it is one paper with a row for each record.
    pub fn is_report(self) -> bool {
        self.list().is_some()
    }

    /// The list of a report that its rows are of.
    pub fn list(self) -> Option<&'static str> {
        match self {
            Self::LeaseReport => Some(fields::lease_rows().name),
            Self::BillReport => Some(fields::bill_rows().name),
            _ => None,
        }
    }

    /// The records that people choose for it.
    pub fn chosen_from(self) -> PaperSubject {
        match self.subject() {
            PaperSubject::LeaseRows => PaperSubject::Lease,
            PaperSubject::BillRows => PaperSubject::Bills,
            subject => subject,
        }
    }

    /// Whether it asks for what is overdue instead of for what was chosen.
    pub fn is_dunning(self) -> bool {
        matches!(self, Self::Dunning | Self::LawyersLetter)
    }
}
