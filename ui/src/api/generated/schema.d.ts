// Made by packaging/contract. Do not edit.
export interface components {
    schemas: {
        /** @enum {integer} */
        Account: 1 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17;
        /** @description What an account of a unit moves by. */
        AccountEffect: {
            /** @description The party A 甲方 whose books move, by number. */
            partyAId: number;
            /** @description Account of the ledger that moves. */
            account: components["schemas"]["Account"];
            /** @description Fen; debit positive, credit negative. */
            amountFen: number;
        };
        /** @description A bank account as a form sends it. */
        AccountInput: {
            /** @description Holder of the bank account 户名. */
            name?: string;
            /** @description Name of the bank and its branch 开户行. */
            bank?: string;
            /** @description Number; the masked one means «as before». */
            accountNo?: string;
            /** @description Whether payment notices name it. */
            isDefault?: boolean;
        };
        /** @enum {integer} */
        Action: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26;
        /** @description The question. */
        AdjustedQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description In the books from this day on, of bills due before it. */
            bookFrom?: string | null;
            /** @description To this day. */
            bookTo?: string | null;
            /** @description Only of this tenant 乙方, by number; absent: all. */
            tenantId?: number | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Something that changed what a bill asks for. */
        AdjustedRow: {
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description When it changed. */
            bookDate: string;
            /** @description What happened. */
            reasonLabel: string;
            /** @description Number of the document behind it; empty when the bill itself is. */
            documentNo: string;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description Fen; negative when less is asked for. */
            amountFen: number;
        };
        /** @description Open money of an age. */
        Age: {
            /** @description Sum in whole fen. */
            fen: number;
            /** @description How many bills it counts. */
            bills: number;
        };
        /** @description Open money by age. */
        Ageing: {
            /** @description 未到期, 1-30, 31-60, 61-90, 91-180, 181-365, > 365 days, fen. */
            bucketsFen: number[];
            /** @description Bills with something open in each bucket. */
            bucketBills: number[];
            /** @description More than three years, fen: within the last bucket. */
            overThreeYearsFen: number;
            /** @description Unapplied credit, a column of its own, fen. */
            creditFen: number;
            /** @description Arrears: everything overdue, fen. */
            arrearsFen: number;
            /** @description How many bills are overdue. */
            bills: number;
            /** @description How many tenants owe something overdue. */
            tenants: number;
        };
        /** @description The question. */
        AgeingQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Only of this tenant 乙方, by number; absent: all. */
            tenantId?: number | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description A tenant. */
        AgeingRow: {
            /** @description The tenant 乙方 that it is about, by number. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description 未到期, 1-30, 31-60, 61-90, 91-180, 181-365, > 365 days, fen. */
            bucketsFen: number[];
            /** @description 欠缴: everything overdue, fen. */
            arrearsFen: number;
            /** @description 预收, fen. */
            creditFen: number;
            /** @description Open less credit, fen. */
            balanceFen: number;
        };
        /** @enum {integer} */
        AllocationMode: 1 | 2 | 3 | 4 | 5;
        /** @description Money on a bill. */
        AllocationOut: {
            /** @description Number of the allocation 核销. */
            allocationId: number;
            /** @description What the money is: a receipt, credit 预收 or a deposit 押金. */
            source: components["schemas"]["MoneySource"];
            /** @description The receipt it came with; 0 for a deposit. */
            receiptId: number;
            /** @description Number of the receipt 收款 as printed, `SK-202401-000001`. */
            receiptNo: string;
            /** @description Fen; negative on mirror rows. */
            amountFen: number;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string;
            /** @description When the bank had it. */
            valueDate: string;
            /** @description How it came about. */
            mode: components["schemas"]["AllocationMode"];
        };
        /** @enum {string} */
        Allow: "return" | "transfer" | "delegate" | "addSign" | "batch" | "cc";
        /** @description Deposit that is put on bills. */
        ApplyDeposit: {
            /** @description The lease 合同 whose deposit is used, by number. */
            leaseId: number;
            /** @description Bills of the same lease and tenant. */
            parts: components["schemas"]["BillPart"][];
            /** @description Reason in words, for the record. */
            reason: string;
        };
        /** @description How much there is of everything. */
        ApprovalCounts: {
            /** @description 待办, without what came back. */
            todo: number;
            /** @description Of those overdue. */
            overdue: number;
            /** @description Came back to the caller. */
            returned: number;
            /** @description Copies that wait to be read. */
            cc: number;
            /** @description Messages that wait to be read. */
            messages: number;
        };
        /** @description What a yes would do to the money. */
        ApprovalImpact: {
            /** @description What it is about in one sentence; empty where the kind of document has none. */
            sentence: string;
            /** @description Sums and facts, in the order in which they are read. */
            lines: components["schemas"]["ImpactLine"][];
        };
        /** @description A plate's share of an area. */
        AreaShare: {
            /** @description Which plate; 0 for the rest. */
            plateId: number;
            /** @description What it is called. */
            name: string;
            /** @description Its colour. */
            color: string;
            /** @description Square metres. */
            areaM2: string;
            /** @description Parts of ten thousand; together ten thousand. */
            share: number;
        };
        /** @description The pie. */
        AreaShareBlock: {
            /** @description Day up to which the figures count. */
            asOf: string;
            /** @description The same for three measures. */
            measures: components["schemas"]["Measures"];
        };
        /** @description Areas by use. */
        AreaUse: {
            /** @description Plate or party A; 0 for all. */
            id: number;
            /** @description What it is called, for people. */
            name: string;
            /** @description Colour of a plate. */
            color: string;
            /** @description Area in ㎡ with two decimals that is let today 已出租. */
            letM2: string;
            /** @description Area in ㎡ with two decimals that is vacant today 空置. */
            vacantM2: string;
            /** @description Area in ㎡ with two decimals that the unit uses itself 自用. */
            ownM2: string;
            /** @description Area in ㎡ with two decimals that is lent without rent 出借. */
            lentM2: string;
            /** @description Area in ㎡ with two decimals that is under repair or not to be let 维修及不可租. */
            otherM2: string;
            /** @description Area in ㎡ with two decimals that may be let 可出租: let and vacant together. */
            lettableM2: string;
            /** @description 出租率 in parts of ten thousand. */
            rate: number | null;
        };
        /** @description The bars. */
        AreaUseBlock: {
            /** @description Day up to which the figures count. */
            asOf: string;
            /** @description By plate, the largest first. */
            plates: components["schemas"]["AreaUse"][];
            /** @description By party A, the largest first. */
            parties: components["schemas"]["AreaUse"][];
            /** @description All together. */
            total: components["schemas"]["AreaUse"];
        };
        /** @description The block. */
        ArrearsBlock: {
            /** @description Day up to which the figures count. */
            asOf: string;
            /** @description Calendar year, in digits. */
            year: number;
            /** @description Month; 0 for the whole year. */
            month: number;
            /** @description Whether every month of the period is closed for every party A that counts. */
            closed: boolean;
            /** @description Overdue, fen. */
            arrearsFen: number;
            /** @description How many tenants owe something overdue. */
            tenants: number;
            /** @description How many bills are overdue. */
            bills: number;
            /** @description Due on the very day and open, fen. */
            dueTodayFen: number;
            /** @description Not yet due, 1-30, 31-60, 61-90, 91-180, 181-365, more than 365 days. */
            ageing: components["schemas"]["Age"][];
            /** @description Within the last one: more than three years, fen. */
            overThreeYearsFen: number;
            /** @description Who owes most. */
            top: components["schemas"]["Debtor"][];
            /** @description How it came to be. */
            roll: components["schemas"]["Roll"];
            /** @description Whether the roll-forward ends where the ageing does. */
            agrees: boolean;
            /** @description What units owe the treasury. */
            remittances: components["schemas"]["Remittances"];
        };
        /** @enum {integer} */
        ArrearsPolicy: 1 | 2;
        /** @description The question. */
        ArrearsQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Overdue for at least so many days; 0 takes in what is due on the very day. */
            daysFrom?: number | null;
            /** @description At most so many. */
            daysTo?: number | null;
            /** @description Only of this tenant 乙方, by number; absent: all. */
            tenantId?: number | null;
            /** @description Part of the number, the tenant's name or the rooms. */
            keyWord?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description An overdue bill. */
        ArrearsRow: {
            /** @description Number of the bill, by which other records name it. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description The tenant 乙方 that it is about, by number. */
            tenantId: number;
            /** @description His name when it was issued. */
            tenantName: string;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description Codes of its rooms 房号, with 、 between. */
            roomText: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Days that it charges, both included; absent when it is for no period. */
            period: components["schemas"]["DateSpan"] | null;
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description 应收, fen. */
            amountFen: number;
            /** @description 减免, fen. */
            waivedFen: number;
            /** @description 净应收, fen. */
            netFen: number;
            /** @description 已收, fen. */
            collectedFen: number;
            /** @description 未缴, fen. */
            openFen: number;
            /** @description Days overdue on the day; 0 when it is not. */
            overdueDays: number;
            /** @description How long it has been overdue 账龄, in words. */
            age: string;
            /** @description When the tenant was last asked for it; empty for never. */
            dunnedOn: string;
            /** @description How the tenant was reminded last, in words. */
            dunnedBy: string;
        };
        /** @description An opinion or a signature that was asked for and not given yet. */
        AskedTask: {
            /** @description The task of a process that it is about, by number. */
            taskId: number;
            /** @description What is asked. */
            kind: components["schemas"]["TaskKind"];
            /** @description Of whom, by real name. */
            people: string[];
        };
        /** @enum {integer} */
        AssetHandoverKind: 1 | 2 | 3;
        /** @description A handover in the list. */
        AssetHandoverOut: {
            /** @description Number of the handover, by which other records name it. */
            handoverId: number;
            /** @description `YJ-202407-000001` */
            handoverNo: string;
            /** @description Kind of handover 移交类型. */
            kind: components["schemas"]["AssetHandoverKind"];
            /** @description Name of the unit that gives 移出单位. */
            fromName: string;
            /** @description Name of the unit that receives 接收单位. */
            toName: string;
            /** @description First day of the receiver. */
            handoverDate: string;
            /** @description Number of the official document behind it 文号. */
            docNo: string;
            /** @description How many assets change their holder. */
            assetCount: number;
            /** @description Leases that go along. */
            leaseCount: number;
            /** @description Overdue on their bills, fen. */
            arrearsFen: number;
            /** @description State that it is in now. */
            state: components["schemas"]["HandoverState"];
            /** @description As people say it: a draft that came back is 已退回. */
            stateText: string;
            /** @description Why it came back, was rejected or objected to. */
            comment: string;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description An asset as a form sends it. */
        AssetInput: {
            /** @description Which; absent for a new one. */
            assetId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Department; the party A's when absent. */
            deptId?: number | null;
            /** @description Who holds a new asset. */
            partyAId?: number | null;
            /** @description Since when; 2000-01-01 when absent. */
            heldFrom?: string | null;
            /** @description Pictures and documents, by the numbers of their files. */
            files?: number[];
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description Code, unique, e.g. `ZC-000123`; made when empty. */
            assetCode?: string;
            /** @description Name of the asset 资产. */
            assetName: string;
            /** @description The plate 板块 that it is part of, by number. */
            plateId: number;
            /** @description Kind, a value of the dictionary `asset_kind`. */
            assetKind?: string;
            /** @description District that it lies in 所在区县, as text. */
            district?: string;
            /** @description Postal address, as people write it. */
            address?: string;
            /** @description Whether the title is clear 权属状况. */
            titleState: components["schemas"]["TitleState"];
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            buildingAreaM2?: string | null;
            /** @description Area in ㎡ with two decimals of the land 土地面积; absent: unknown. */
            landAreaM2?: string | null;
            /** @description Area in ㎡ with two decimals inside the walls 套内面积; absent: unknown. */
            innerAreaM2?: string | null;
            /** @description Structure, a value of the dictionary `asset_structure`. */
            structure?: string;
            /** @description Year it was built. */
            buildYear?: number | null;
            /** @description Number of floors. */
            floors?: number | null;
            /** @description How it was acquired, a value of the dictionary `asset_acquire_mode`. */
            acquireMode?: string;
            /** @description Day on which it was acquired 取得日期; absent: unknown. */
            acquireDate?: string | null;
            /** @description Original value 原值, in whole fen; absent: unknown. */
            originalValueFen?: number | null;
            /** @description Net value 净值, in whole fen; absent: unknown. */
            netValueFen?: number | null;
            /** @description Accumulated depreciation 累计折旧, in whole fen; absent: unknown. */
            accumDeprFen?: number | null;
            /** @description Restrictions, past ones too. */
            restrictions?: components["schemas"]["RestrictionInput"][];
        };
        /** @description An asset to choose. */
        AssetOption: {
            /** @description Number of the asset 资产. */
            assetId: number;
            /** @description `ZC-000123 机械厂一号地块` */
            label: string;
        };
        /** @description An asset on the wire. */
        AssetOut: {
            /** @description Number of the asset 资产. */
            assetId: number;
            /** @description Code, unique, e.g. `ZC-000123`; made when empty. */
            assetCode: string;
            /** @description Name of the asset 资产. */
            assetName: string;
            /** @description The plate 板块 that it is part of, by number. */
            plateId: number;
            /** @description Kind, a value of the dictionary `asset_kind`. */
            assetKind: string;
            /** @description District that it lies in 所在区县, as text. */
            district: string;
            /** @description Postal address, as people write it. */
            address: string;
            /** @description Whether the title is clear 权属状况. */
            titleState: components["schemas"]["TitleState"];
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            buildingAreaM2: string | null;
            /** @description Area in ㎡ with two decimals of the land 土地面积; absent: unknown. */
            landAreaM2: string | null;
            /** @description Area in ㎡ with two decimals inside the walls 套内面积; absent: unknown. */
            innerAreaM2: string | null;
            /** @description Structure, a value of the dictionary `asset_structure`. */
            structure: string;
            /** @description Year it was built. */
            buildYear: number | null;
            /** @description Number of floors. */
            floors: number | null;
            /** @description How it was acquired, a value of the dictionary `asset_acquire_mode`. */
            acquireMode: string;
            /** @description Day on which it was acquired 取得日期; absent: unknown. */
            acquireDate: string | null;
            /** @description Original value 原值, in whole fen; absent: unknown. */
            originalValueFen: number | null;
            /** @description Net value 净值, in whole fen; absent: unknown. */
            netValueFen: number | null;
            /** @description Accumulated depreciation 累计折旧, in whole fen; absent: unknown. */
            accumDeprFen: number | null;
            /** @description Restrictions, past ones too. */
            restrictions: components["schemas"]["Restriction"][];
            /** @description In the register, or on its way out. */
            state: components["schemas"]["AssetState"];
            /** @description Who holds it today; 0 for nobody. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Who held it when. */
            holdings: components["schemas"]["Holding"][];
            /** @description Name of the plate 板块 that it is in. */
            plateName: string;
            /** @description Name of its department. */
            deptName: string;
            /** @description Area in ㎡ with two decimals that is let today 已出租. */
            letAreaM2: string;
            /** @description Area in ㎡ with two decimals that is vacant today 空置. */
            vacantAreaM2: string;
            /** @description Area in ㎡ with two decimals that the unit uses itself 自用. */
            selfUseAreaM2: string;
            /** @description Area in ㎡ with two decimals that is lent without rent 出借. */
            lentAreaM2: string;
            /** @description Area in ㎡ with two decimals that is under repair or not to be let 维修及不可租. */
            otherAreaM2: string;
            /** @description How many rooms it has. */
            roomCount: number;
            /** @description How many certificates 权属证 it has. */
            certCount: number;
            /** @description Pictures and documents, by the numbers of their files. */
            files: number[];
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @enum {integer} */
        AssetState: 1 | 2 | 3 | 4 | 5;
        /** @enum {string} */
        AssignKind: "USER" | "ROLE" | "POST" | "DEPT_LEADER" | "IN_CHARGE" | "RIGHT" | "INITIATOR_PICK" | "FORM_USER";
        /** @description Who decides at a node, one line of possibly several. */
        AssignLine: {
            /** @description How people are found. */
            kind: components["schemas"]["AssignKind"];
            /** @description USER: who. INITIATOR_PICK: from whom. */
            users?: number[];
            /** @description ROLE: key of the role. POST: code of the post. RIGHT: the permission. FORM_USER: the field. */
            name?: string;
            /** @description DEPT_LEADER: how many departments up; 0 his own. */
            level?: number;
            /** @description ROLE, POST: departments that count. */
            reach: components["schemas"]["Reach"];
            /** @description Whose department that is. */
            of: components["schemas"]["DeptOf"];
        };
        /** @description Who decides at a node, one line of possibly several. */
        AssignLineInput: {
            /** @description How people are found. */
            kind: components["schemas"]["AssignKind"];
            /** @description USER: who. INITIATOR_PICK: from whom. */
            users?: number[];
            /** @description ROLE: key of the role. POST: code of the post. RIGHT: the permission. FORM_USER: the field. */
            name?: string;
            /** @description DEPT_LEADER: how many departments up; 0 his own. */
            level?: number;
            /** @description ROLE, POST: departments that count. */
            reach?: components["schemas"]["Reach"];
            /** @description Whose department that is. */
            of?: components["schemas"]["DeptOf"];
        };
        /** @description A decision by somebody whom a process manager chose. */
        AssignedDecision: {
            /** @description The process 审批 that it is about, by number. */
            instanceId: number;
            /** @description Number of the process as people see it, `SP-202401-000001`. */
            instanceNo: string;
            /** @description What it is about. */
            title: string;
            /** @description Who decided. */
            decidedBy: string;
            /** @description Who chose him. */
            assignedBy: string;
            /** @description When he decided. */
            at: string;
        };
        /** @description What may be paid back. */
        Available: {
            /** @description 预收余额, fen, without what approved refunds take. */
            creditFen: number;
            /** @description Of it what came straight to the treasury and goes back from there only, fen. */
            treasuryCreditFen: number;
            /** @description 押金余额, fen; 0 without a lease. */
            depositFen: number;
            /** @description Why nothing of the deposit can be paid back now; empty when some can. */
            depositHindrance: string;
        };
        /** @description Where the picture is now. */
        AvatarOut: {
            /** @description Path below the API. */
            imgUrl: string;
        };
        /** @description An account that statements come from. */
        BankAccount: {
            /** @description Holder of the bank account 户名. */
            name: string;
            /** @description Name of the bank and its branch 开户行. */
            bank: string;
            /** @description Its last four digits. */
            tail: string;
            /** @description Whether its columns are known. */
            remembered: boolean;
        };
        /** @description What became of a statement. */
        BankReport: {
            /** @description Rows with content. */
            total: number;
            /** @description New records. */
            created: number;
            /** @description Changed records. */
            updated: number;
            /** @description Records that are like that already. */
            unchanged: number;
            /** @description Rows that are no data: totals, money that went out. */
            skipped?: number;
            /** @description Rows that cannot be taken; one is enough to refuse all. */
            failed: number;
            /** @description Row by row; at most 1,000, failed ones first. */
            rows: components["schemas"]["RowReport"][];
            /** @description What a person should know of the file: the sheet that was read, hidden rows, what was left out. */
            remarks?: string[];
            /** @description Ticket of the result workbook: reasons, or one-time passwords. */
            resultFile?: string;
            /** @description What the balances say. */
            continuity: components["schemas"]["Continuity"];
            /** @description Lines by what they came to. */
            counts: components["schemas"]["Counts"];
            /** @description Whether the column of references tells lines apart; otherwise their content does. */
            hasGoodReferences: boolean;
            /** @description Lines one by one; at most 1,000. */
            lines: components["schemas"]["LineOut"][];
            /** @description Lines that undo others; at most 200. */
            reversals: components["schemas"]["ReversalLine"][];
        };
        /** @enum {integer} */
        BatchKind: 1 | 2 | 3 | 4;
        /** @description What may be paid. */
        BetweenOpen: {
            /** @description What the payer owes other units, fen. */
            owesFen: number;
            /** @description What may be paid to the receiver, fen; while it isn't chosen, to whoever is owed it. */
            mostFen: number;
        };
        /** @description A tenant that owes much. */
        BigDebtor: {
            /** @description The tenant 乙方, by number. */
            tenantId: number;
            /** @description Name of the tenant 乙方 today, whatever bills say. */
            name: string;
            /** @description Overdue, in whole fen. */
            fen: number;
            /** @description How many bills it counts. */
            bills: number;
        };
        /** @description A bill with all that belongs to it. */
        BillCard: {
            /** @description Number of the bill, by which other records name it. */
            billId: number;
            /** @description `ZD-202401-000001` */
            billNo: string;
            /** @description Lease; 0 for none. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
            /** @description The tenant 乙方 that it is about, by number. */
            tenantId: number;
            /** @description His name when it was issued. */
            tenantName: string;
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Name of the plate. */
            plateName: string;
            /** @description Codes of its rooms 房号, with 、 between. */
            roomText: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Days that it charges, both included; absent when it is for no period. */
            period: components["schemas"]["DateSpan"] | null;
            /** @description Day of issue 出账日. */
            issueDate: string;
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description What was waived of it 减免, in whole fen. */
            waivedFen: number;
            /** @description What receipts have paid of it 已核销, in whole fen. */
            allocatedFen: number;
            /** @description Fen taken off by adjustments. */
            creditedFen: number;
            /** @description What is still to be paid 未缴, in whole fen. */
            outstandingFen: number;
            /** @description Where it comes from. */
            source: components["schemas"]["BillSource"];
            /** @description In the books or void. */
            state: components["schemas"]["BillState"];
            /** @description How far it is paid 缴费状态. */
            payState: components["schemas"]["PayState"];
            /** @description Days overdue today; 0 when it is not. */
            overdueDays: number;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description What its amount is made of. */
            lines: components["schemas"]["BillLine"][];
            /** @description How its amount falls on the rooms. */
            split: components["schemas"]["RoomShareOut"][];
            /** @description Money on it, oldest first. */
            allocations: components["schemas"]["AllocationOut"][];
            /** @description Later bills that correct its amount 调整. */
            adjustments: components["schemas"]["BillOut"][];
            /** @description The amount in capitals. */
            capitals: string;
        };
        /** @enum {integer} */
        BillKind: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
        /** @description Bills whose fee is to be billed. */
        BillLateFees: {
            /** @description The bills that were paid late. */
            billIds: number[];
        };
        /** @description A part of a bill with one rent, or free 账单明细. */
        BillLine: {
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
            /** @description Rent of the stage, in the stage's unit. */
            stageRent: number;
            /** @description Whether nothing is charged. */
            free: boolean;
            /** @description Amount in whole fen. */
            amountFen: number;
        };
        /** @description A bill on the wire. */
        BillOut: {
            /** @description Number of the bill, by which other records name it. */
            billId: number;
            /** @description `ZD-202401-000001` */
            billNo: string;
            /** @description Lease; 0 for none. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
            /** @description The tenant 乙方 that it is about, by number. */
            tenantId: number;
            /** @description His name when it was issued. */
            tenantName: string;
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Name of the plate. */
            plateName: string;
            /** @description Codes of its rooms 房号, with 、 between. */
            roomText: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Days that it charges, both included; absent when it is for no period. */
            period: components["schemas"]["DateSpan"] | null;
            /** @description Day of issue 出账日. */
            issueDate: string;
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description What was waived of it 减免, in whole fen. */
            waivedFen: number;
            /** @description What receipts have paid of it 已核销, in whole fen. */
            allocatedFen: number;
            /** @description Fen taken off by adjustments. */
            creditedFen: number;
            /** @description What is still to be paid 未缴, in whole fen. */
            outstandingFen: number;
            /** @description Where it comes from. */
            source: components["schemas"]["BillSource"];
            /** @description In the books or void. */
            state: components["schemas"]["BillState"];
            /** @description How far it is paid 缴费状态. */
            payState: components["schemas"]["PayState"];
            /** @description Days overdue today; 0 when it is not. */
            overdueDays: number;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description What a bill is to get. */
        BillPart: {
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Amount in whole fen. */
            amountFen: number;
        };
        /** @description A bill as it stood. */
        BillRow: {
            /** @description Number of the bill, by which other records name it. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description The tenant 乙方 that it is about, by number. */
            tenantId: number;
            /** @description His name when it was issued. */
            tenantName: string;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description Codes of its rooms 房号, with 、 between. */
            roomText: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Days that it charges, both included; absent when it is for no period. */
            period: components["schemas"]["DateSpan"] | null;
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description 应收, fen. */
            amountFen: number;
            /** @description 减免, fen. */
            waivedFen: number;
            /** @description 净应收, fen. */
            netFen: number;
            /** @description 已收, fen. */
            collectedFen: number;
            /** @description 未缴, fen. */
            openFen: number;
            /** @description Days overdue on the day; 0 when it is not. */
            overdueDays: number;
        };
        /** @description A run on the page. */
        BillRun: {
            /** @description Number of the run. */
            runId: number;
            /** @description What started it: the schedule, or a person by name. */
            cause: string;
            /** @description When it began, `yyyy-MM-dd HH:mm:ss`. */
            beginTime: string;
            /** @description When it ended; none while it is under way. */
            endTime: string | null;
            /** @description Why it did not come to its end, or did not begin. */
            problem: string;
            /** @description How much it is about; only for who sees all leases, and for who started it. */
            figures: components["schemas"]["RunFigures"] | null;
        };
        /** @description What the page shows. */
        BillRuns: {
            /** @description The run under way. */
            running: components["schemas"]["BillRun"] | null;
            /** @description The last run that ended; absent: none yet. */
            last: components["schemas"]["BillRun"] | null;
            /** @description Leases that could not be billed, of those the asker sees. */
            unbilled: number;
            /** @description The first five hundred of them. */
            leases: components["schemas"]["UnbilledOut"][];
        };
        /** @enum {integer} */
        BillSource: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
        /** @enum {integer} */
        BillState: 1 | 2;
        /** @description Sums over the whole filter, void bills left out. */
        BillSums: {
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description What was waived of it 减免, in whole fen. */
            waivedFen: number;
            /** @description What receipts have paid of it 已核销, in whole fen. */
            allocatedFen: number;
            /** @description What is still to be paid 未缴, in whole fen. */
            outstandingFen: number;
        };
        /** @enum {integer} */
        BillWatch: 1 | 2;
        /** @description What a run did. */
        Billed: {
            /** @description How many bills were issued. */
            issued: number;
            /** @description How many adjustments of earlier bills were issued. */
            adjusted: number;
            /** @description Sum of these bills and adjustments, in whole fen. */
            amountFen: number;
            /** @description Leases that refused; absent when none did. */
            refused?: number;
            /** @description The first leases that could not be billed, with the reasons. */
            leases?: components["schemas"]["Left"][];
        };
        /** @description What was billed. */
        BilledFees: {
            /** @description How many bills were issued. */
            issued: number;
            /** @description Sum of these bills and adjustments, in whole fen. */
            amountFen: number;
        };
        /** @description A kind of document. */
        BindingOut: {
            /** @description Key of its process. */
            key: string;
            /** @description What people call it. */
            label: string;
            /** @description Whether it is a form that an authority has drawn: rights of its fields count at the beginning, too. */
            isForm: boolean;
            /** @description Variables of conditions. */
            vars: components["schemas"]["VarOut"][];
            /** @description What people fill in, in their order. */
            fields: components["schemas"]["FieldOut"][];
        };
        /** @description A repair, loan or own use for some days. */
        BlockRoom: {
            /** @description The room 房间 that it is about, by number. */
            roomId: number;
            /** @description Why: 4 自用, 5 出借, 6 维修; 1 预订 without a lease. */
            kind: components["schemas"]["OccupancyKind"];
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
            /** @description What the room is kept for, in words. */
            reason?: string;
        };
        /** @description A column of the register to be. */
        BookColumn: {
            /** @description From 0. */
            column: number;
            /** @description As the spreadsheet calls it. */
            letter: string;
            /** @description Labels from top to bottom. */
            path: string[];
            /** @description Name of the field. */
            label: string;
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["SurveyKind"];
            /** @description What it links to. */
            link: string | null;
            /** @description In hundredths. */
            confidence: number;
            /** @description The same in three grades. */
            grade: components["schemas"]["SurveyGrade"];
            /** @description Unit of its numbers; amounts are kept in fen all the same. */
            unit: string | null;
            /** @description Decimal places of its numbers. */
            places: number;
            /** @description Why, as a sentence. */
            evidence: string;
            /** @description What somebody should look at. */
            warnings: string[];
            /** @description Cells with content. */
            filled: number;
            /** @description Cells that are not of the kind: they keep their original text. */
            misfitCount: number;
            /** @description The first of them. */
            misfits: components["schemas"]["SurveyMisfit"][];
            /** @description The first values, before and after. */
            samples: [
                string,
                string
            ][];
            /** @description Entries of its dictionary, the commonest first. */
            choices: [
                string,
                number
            ][];
            /** @description A dictionary that the office has and that holds them. */
            dictionary: number | null;
            /** @description Entries that may be the same: the rare one, the common one. */
            spellings: [
                string,
                string
            ][];
            /** @description Whether it is left out unless somebody wants it: numbers the rows, or is empty. */
            isOff: boolean;
            /** @description Whether who fills in a row may add to its entries: they are closed only where the header says so. */
            isOpen: boolean;
            /** @description Whether its empty cells look as if they went on from above. */
            mayFill: boolean;
            /** @description Sheets that have it. */
            sheets: number[];
            /** @description Field that it becomes; 0 for a column that is left out. */
            field: number;
            /** @description Whether its name speaks of a day that something ends on: a reminder is offered. */
            mayRemind: boolean;
            /** @description What its formulas compute, in words; empty where they do not compute one thing. */
            formula: string;
            /** @description Whether they become a computed field, or could. */
            mayCompute: boolean;
            /** @description Entries that the chosen dictionary does not have: they keep their original text. */
            strange: string[];
        };
        /** @description What was understood of a workbook, and the register that it would be. */
        BookGuess: {
            /** @description Sheets that were read, in their order. */
            sheets: components["schemas"]["SheetGuess"][];
            /** @description Groups of sheets that have the same columns; those alone too. */
            together: number[][];
            /** @description Rows of all of them. */
            rows: number;
            /** @description Columns of all of them. */
            columns: components["schemas"]["BookColumn"][];
            /** @description Columns that tell rows apart. */
            key: number[];
            /** @description Column of the departments that rows belong to, where there is one. */
            owner: number | null;
            /** @description A code for the register that is free. */
            code: string;
            /** @description The register as proposed, with the entries of the dictionaries that would be made with it. */
            definition: components["schemas"]["RegisterDefinition"];
            /** @description About the workbook as a whole. */
            warnings: string[];
            /** @description What about the unit of amounts has to be decided before this can be published: [`SheetSaid::unit`] answers it. */
            doubts: string[];
            /** @description The first rows as they will be. */
            preview: components["schemas"]["PreviewRow"][];
        };
        /** @description How a workbook is to be read. */
        BookReading: {
            /** @description Sheets that become one register; the first ones that fit together when none is named. */
            sheets?: number[];
            /** @description Said about sheets. */
            options?: components["schemas"]["SheetSaid"][];
            /** @description Said about columns. */
            columns?: components["schemas"]["ColumnSaid"][];
            /** @description Whether lines between the data become a column 分组; they do unless somebody says no. */
            sections?: boolean | null;
            /** @description Whether several sheets leave a column 来源表; they do unless somebody says no. */
            origin?: boolean | null;
        };
        /** @description A sheet of an uploaded workbook. */
        BookSheet: {
            /** @description From 1, in the order of the workbook. */
            no: number;
            /** @description Its name; empty in text files. */
            name: string;
            /** @description Rows as the file says. */
            rows: number;
            /** @description Columns, from the left. */
            columns: number;
            /** @description Why it is not offered; empty for one that is. */
            note: string;
        };
        /** @description An invariant and what was found. */
        BooksCheck: {
            /** @description I1, I2, … */
            code: string;
            /** @description What is checked, in words. */
            name: string;
            /** @description Things that were looked at. */
            count: number;
            /** @description What is wrong, at most fifty sentences. */
            faults: string[];
            /** @description How it is put right; empty when nothing is wrong. */
            advice: string;
        };
        /** @description A kind of crash as clients see it. */
        BrowserErrorOut: {
            /** @description Number of the browser error. */
            errorId: number;
            /** @description What people were told. */
            number: string;
            /** @description `render`, `error` or `promise`: who caught it. */
            kind: string;
            /** @description Name and words of the error. */
            what: string;
            /** @description The page's route. */
            page: string;
            /** @description Script, line and column of the innermost frames. */
            at: string[];
            /** @description Version of the program when it was last seen. */
            version: string;
            /** @description Browsers that it was seen in. */
            browsers: string;
            /** @description How often, up to the last hour. */
            count: number;
            /** @description How many people. */
            people: number;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            firstTime: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            lastTime: string;
        };
        /** @description A building as a form sends it. */
        BuildingInput: {
            /** @description Which; absent for a new one. */
            buildingId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description The asset 资产 that it is part of, by number. */
            assetId?: number;
            /** @description Code, unique in the asset, part of room codes. */
            buildingCode?: string;
            /** @description Name of the building 楼栋. */
            buildingName?: string;
            /** @description Floors above ground. */
            floorsAbove?: number;
            /** @description Floors below ground. */
            floorsBelow?: number;
            /** @description Year it was built. */
            buildYear?: number | null;
            /** @description Whether it has a lift. */
            elevator?: boolean;
            /** @description Fire resistance, as text. */
            fireGrade?: string;
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            buildingAreaM2?: string | null;
            /** @description "0" in use, "1" disabled. */
            status?: components["schemas"]["Status"];
        };
        /** @description A building on the wire. */
        BuildingOut: {
            /** @description Number of the building 楼栋. */
            buildingId: number;
            /** @description The asset 资产 that it is part of, by number. */
            assetId: number;
            /** @description Code, unique in the asset, part of room codes. */
            buildingCode: string;
            /** @description Name of the building 楼栋. */
            buildingName: string;
            /** @description Floors above ground. */
            floorsAbove: number;
            /** @description Floors below ground. */
            floorsBelow: number;
            /** @description Year it was built. */
            buildYear: number | null;
            /** @description Whether it has a lift. */
            elevator: boolean;
            /** @description Fire resistance, as text. */
            fireGrade: string;
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            buildingAreaM2: string | null;
            /** @description "0" in use, "1" disabled. */
            status: components["schemas"]["Status"];
            /** @description Name of its asset. */
            assetName: string;
            /** @description Rooms in it, ended ones too. */
            roomCount: number;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description Several ids, as comma text or list. */
        ByIds: {
            /** @description `1,2,3` or `[1,2,3]` */
            ids?: string[];
        };
        /** @description What old clients show of their cache. */
        CacheOut: {
            /** @description Names and values as text. */
            info: {
                [key: string]: string;
            };
            /** @description Records. */
            dbSize: number;
            /** @description Records by table. */
            commandStats: components["schemas"]["Named"][];
        };
        /** @description A day on the wire. */
        CalendarDayOut: {
            /** @description The day, `yyyy-MM-dd`. */
            day: string;
            /** @description Worked, though it is a weekend; else off. */
            works: boolean;
            /** @description What people call it. */
            name: string;
            /** @description Brought as an example. */
            example: boolean;
        };
        /** @description A day as a form sends it. */
        CalendarInput: {
            /** @description The day, `yyyy-MM-dd`. */
            day: string;
            /** @description Worked; else off. */
            works: boolean;
            /** @description What people call it. */
            name?: string;
        };
        /** @description A year of it. */
        CalendarYear: {
            /** @description Years of which days are known. */
            years: number[];
            /** @description Days of the year that was asked for. */
            days: components["schemas"]["CalendarDayOut"][];
            /** @description Whether times run by working days today; else by the clock. */
            countsToday: boolean;
        };
        /** @description Somebody who may be picked. */
        Candidate: {
            /** @description Number of the person 用户. */
            userId: number;
            /** @description Real name of the person. */
            name: string;
        };
        /** @description A captcha, and whether it is needed: clients of 2021 know no switch and always show the picture. */
        CaptchaOut: {
            /** @description Whether sign-in asks for one. */
            captchaEnabled: boolean;
            /** @description The same, in the spelling of 2021. */
            captchaOnOff: boolean;
            /** @description Name of the picture, sent back with the answer. */
            uuid: string;
            /** @description The picture, base64 without prefix. */
            img: string;
        };
        /** @description The block. */
        CashFlowBlock: {
            /** @description Day up to which the figures count. */
            asOf: string;
            /** @description Calendar year, in digits. */
            year: number;
            /** @description Month; 0 for the whole year. */
            month: number;
            /** @description Whether every month of the period is closed for every party A that counts. */
            closed: boolean;
            /** @description The twelve months of the year. */
            months: components["schemas"]["CashFlowMonth"][];
            /** @description Expenses of the year without a plate 未分摊, fen. */
            unassignedFen: number;
        };
        /** @description A month. */
        CashFlowMonth: {
            /** @description 1-12 */
            month: number;
            /** @description Rent in, with money of known payers that lies on no bill yet, fen. */
            rentFen: number;
            /** @description 待认领 in: nobody knows yet who paid, and what for, fen. */
            unclaimedFen: number;
            /** @description Other income in, fen. */
            otherFen: number;
            /** @description Paid straight to the treasury 财政直缴, less what it paid back: no money of the unit's bank, not in the net, fen. */
            treasuryFen: number;
            /** @description Deposits in, fen. */
            depositFen: number;
            /** @description Credit paid back, fen. */
            refundFen: number;
            /** @description Deposits paid back, fen. */
            depositRefundFen: number;
            /** @description Expenses, fen. */
            expenseFen: number;
            /** @description Remitted to the treasury; not in the net, fen. */
            remittedFen: number;
            /** @description In less out, fen. */
            netFen: number;
            /** @description Sum of the nets since January, fen. */
            runningFen: number;
            /** @description What the leases ask for in a month to come, fen. */
            plannedFen: number;
            /** @description It has not begun on the day of the figures. */
            future: boolean;
        };
        /** @description Money in and out of a month 现金流. */
        CashMonth: {
            /** @description Receipts for bills less reversals, paid to the unit, fen. */
            receiptsFen: number;
            /** @description Of them 待认领: nobody knows who paid, fen. */
            unclaimedFen: number;
            /** @description Paid straight to the treasury 财政直缴: no money of the unit's bank, not in the net, fen. */
            treasuryFen: number;
            /** @description Deposits received less reversals, fen. */
            depositsFen: number;
            /** @description Credit paid back, fen. */
            refundsFen: number;
            /** @description Deposits paid back, fen. */
            depositRefundsFen: number;
            /** @description Expenses 支出 of the month, in whole fen. */
            expensesFen: number;
            /** @description Remitted to the treasury: a transfer of the unit's own money, not in the net, fen. */
            remittedFen: number;
            /** @description In less out, fen. */
            netFen: number;
            /** @description Sum of the nets since January, fen. */
            runningFen: number;
        };
        /** @description The question. */
        CashQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Counts from this day on. */
            from?: string | null;
            /** @description To this day. */
            to?: string | null;
            /** @description What for; all when absent. */
            kind?: components["schemas"]["Kind"] | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description The same on the wire. */
        CashRow: {
            /** @description Number of the receipt; 0 for none. */
            receiptId: number;
            /** @description Number of the bill; 0 for none. */
            billId: number;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string;
            /** @description Kind of movement 类别, in words. */
            kindLabel: string;
            /** @description Number of the document. */
            documentNo: string;
            /** @description Who paid or was paid. */
            counterparty: string;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description What for: bill, category. */
            note: string;
            /** @description 流入, fen; negative for what was taken back. */
            inFen: number;
            /** @description 流出, fen; negative for what came back. */
            outFen: number;
            /** @description 财政直缴, not in the net, fen; negative for what was taken back or paid back. */
            treasuryFen: number;
        };
        /** @description Everything that a designer may name. */
        Catalogue: {
            /** @description Kinds of documents. */
            bindings: components["schemas"]["BindingOut"][];
            /** @description Settings. */
            thresholds: components["schemas"]["ThresholdOut"][];
            /** @description Roles by key. */
            roles: components["schemas"]["Choosable"][];
            /** @description Posts by code. */
            posts: components["schemas"]["Choosable"][];
            /** @description Rights by permission. */
            rights: components["schemas"]["Choosable"][];
        };
        /** @description Why a cell can't be saved. */
        CellProblem: {
            /** @description Number of the row. */
            id: number;
            /** @description Code of the field; empty where the whole row is meant. */
            field: string;
            /** @description What is wrong, as a sentence for people. */
            message: string;
            /** @description Whether somebody else changed the row since it was read. */
            isStale: boolean;
        };
        /** @description What became of the cells: saved, sent to who decides, or nothing with the reasons. */
        CellsSaved: {
            /** @description Rows that changed. */
            changed: number;
            /** @description Processes that decide; none where it was done at once. */
            instanceIds: number[];
            /** @description Why nothing was saved; empty when everything was. */
            problems: components["schemas"]["CellProblem"][];
        };
        /** @description A certificate as a form sends it. */
        CertInput: {
            /** @description Which; absent for a new one. */
            certId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Scans, by the numbers of their files. */
            files?: number[];
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description The asset 资产 that it is part of, by number. */
            assetId?: number;
            /** @description Which kind it is, one of the values of its type. */
            kind?: components["schemas"]["CertKind"];
            /** @description Number of the certificate 证号, unique. */
            certNo?: string;
            /** @description Who holds the right 权利人, as written on the certificate. */
            holder?: string;
            /** @description When it was issued. */
            issueDate?: string | null;
            /** @description Area in ㎡ as written on the certificate. */
            areaM2?: string | null;
            /** @description Use of the land as written on the certificate 土地用途. */
            landUse?: string;
            /** @description 出让 or 划拨, as text. */
            landNature?: string;
            /** @description Last day of the right of use. */
            termEnd?: string | null;
            /** @description Whether others hold it too. */
            coOwned?: boolean;
            /** @description Whether it is mortgaged. */
            mortgaged?: boolean;
        };
        /** @enum {integer} */
        CertKind: 1 | 2 | 3 | 9;
        /** @description A certificate on the wire. */
        CertOut: {
            /** @description Number of the certificate 权属证. */
            certId: number;
            /** @description The asset 资产 that it is part of, by number. */
            assetId: number;
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["CertKind"];
            /** @description Number of the certificate 证号, unique. */
            certNo: string;
            /** @description Who holds the right 权利人, as written on the certificate. */
            holder: string;
            /** @description When it was issued. */
            issueDate: string | null;
            /** @description Area in ㎡ as written on the certificate. */
            areaM2: string | null;
            /** @description Use of the land as written on the certificate 土地用途. */
            landUse: string;
            /** @description 出让 or 划拨, as text. */
            landNature: string;
            /** @description Last day of the right of use. */
            termEnd: string | null;
            /** @description Whether others hold it too. */
            coOwned: boolean;
            /** @description Whether it is mortgaged. */
            mortgaged: boolean;
            /** @description Name of its asset. */
            assetName: string;
            /** @description Scans, by the numbers of their files. */
            files: number[];
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description What a walk along the chain found. */
        ChainState: {
            /** @description Whether nothing was changed or removed. */
            whole: boolean;
            /** @description Rows checked. */
            rows: number;
            /** @description The first break, if any. */
            firstBreak: string | null;
            /** @description Rows archived before, which the chain goes on from. */
            archived: number;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            checkedAt: string;
        };
        /** @description A returned change as a form sends it. */
        ChangeEdit: {
            /** @description The change that it is about, by number. */
            changeId: number;
            /** @description The lease 合同 that it is about, by number. */
            leaseId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["ChangeKind"];
            /** @description First day it counts; for a termination the last chargeable day. */
            effectiveDate: string;
            /** @description Reason in words, for the record. */
            reason?: string;
            /** @description What the contract will say; not needed for a termination. */
            facts?: components["schemas"]["LeaseFactsInput"] | null;
            /** @description With a change of tenant: the deposit goes over to the new one; otherwise it stays the old one's, to be paid back. */
            depositMoves?: boolean;
        };
        /** @description A change as a form sends it. */
        ChangeInput: {
            /** @description The lease 合同 that it is about, by number. */
            leaseId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["ChangeKind"];
            /** @description First day it counts; for a termination the last chargeable day. */
            effectiveDate: string;
            /** @description Reason in words, for the record. */
            reason?: string;
            /** @description What the contract will say; not needed for a termination. */
            facts?: components["schemas"]["LeaseFactsInput"] | null;
            /** @description With a change of tenant: the deposit goes over to the new one; otherwise it stays the old one's, to be paid back. */
            depositMoves?: boolean;
        };
        /** @enum {integer} */
        ChangeKind: 1 | 2 | 3 | 4 | 5 | 6 | 8 | 9;
        /** @description A change on the wire. */
        ChangeOut: {
            /** @description Number of the change 合同变更. */
            changeId: number;
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["ChangeKind"];
            /** @description What people call it. */
            label: string;
            /** @description First day it counts; for a termination the last chargeable day. */
            effectiveDate: string;
            /** @description What the contract will say. */
            facts: components["schemas"]["LeaseFacts"];
            /** @description Its rooms with names. */
            roomList: components["schemas"]["LeaseRoomOut"][];
            /** @description The deposit goes over to the new tenant. */
            depositMoves: boolean;
            /** @description Reason in words, for the record. */
            reason: string;
            /** @description State that it is in now. */
            state: components["schemas"]["ChangeState"];
            /** @description Real name of the person who submitted it. */
            submittedBy: string;
            /** @description Whether the caller submitted it and therefore does not decide. */
            ownSubmission: boolean;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            submittedAt: string;
            /** @description Real name of the person who decided. */
            decidedBy: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            decidedAt: string;
            /** @description What he said. */
            comment: string;
        };
        /** @description What a change does to the bills. */
        ChangePreview: {
            /** @description Signed adjustments of bills whose issue date has come. */
            deltas: components["schemas"]["Delta"][];
            /** @description Sum of the differences, in whole fen. */
            deltaSumFen: number;
            /** @description Bills still to come. */
            bills: components["schemas"]["PlannedBill"][];
            /** @description 租金阶段 of the whole term after it. */
            stages: components["schemas"]["Stage"][];
            /** @description What stands against it, or should make one think. */
            guards: components["schemas"]["Guard"][];
        };
        /** @enum {integer} */
        ChangeState: 0 | 1 | 2 | 3 | 9;
        /** @enum {integer} */
        Channel: 1 | 2 | 3 | 4 | 9;
        /** @description The question behind every figure (domain.md 4.0). */
        ChartQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
        };
        /** @description A value with what people call it. */
        Choosable: {
            /** @description As definitions write it. */
            value: string;
            /** @description As people read it. */
            label: string;
        };
        /** @description Whose a receipt is. */
        Claim: {
            /** @description Number of the receipt 收款 that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description The tenant 乙方 who paid, by number; 0 while nobody is known. */
            tenantId: number;
            /** @description For which lease; 0 for any of the tenant's. A deposit needs one. */
            leaseId?: number;
            /** @description What the money is for 收款用途. */
            purpose?: components["schemas"]["Purpose"];
            /** @description From now on this payer and his account are this tenant's. */
            remember?: boolean;
            /** @description Confirmed: the tenant has nothing with the unit, and the money is his all the same. */
            anyway?: boolean;
            /** @description Bills the payer named, in his order; empty for the legal order. */
            designated?: number[];
            /** @description Bills not yet due are paid too. */
            notYetDue?: boolean;
            /** @description Leave everything as credit. */
            keepAsCredit?: boolean;
        };
        /** @description The check list of a close. */
        CloseCheck: {
            /** @description The months that would be closed, in order, by their first days. */
            months: string[];
            /** @description Of these, how many come before the first one that something forbids. */
            closable: number;
            /** @description The list; what there is none of stands in it as well. */
            items: components["schemas"]["OpenItem"][];
            /** @description The leases that lack bills, the first ones that the reader may see. */
            leases: components["schemas"]["UnbilledLease"][];
        };
        /** @description A month to close. */
        CloseMonth: {
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Any day of the month. */
            month: string;
        };
        /** @description A closed month on the wire. */
        CloseOut: {
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description First day of the month. */
            month: string;
            /** @description Whether it is still closed. */
            closed: boolean;
            /** @description Whether the reader closed it himself and nobody decides about a reopening: somebody else reopens it then. */
            own: boolean;
            /** @description Real name of the person who closed the month. */
            closedBy: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            closedAt: string;
            /** @description Hash of the ledger then. */
            lastHash: string;
            /** @description Sums of the month by account. */
            totals: components["schemas"]["CloseTotal"][];
            /** @description Real name of who reopened it. */
            reopenedBy: string;
            /** @description Why the month was reopened; empty when it was not. */
            reopenReason: string;
        };
        /** @description A sum of a closed month. */
        CloseTotal: {
            /** @description Name of the account. */
            account: string;
            /** @description Fen; debit positive. */
            amountFen: number;
        };
        /** @description How far a close of several months came. */
        ClosedUntil: {
            /** @description The months that were closed, by their first days. */
            months: string[];
            /** @description The month that could not be closed; none when all were. */
            stoppedAt: string | null;
            /** @description Reason in words, for the record. */
            reason: string;
        };
        /** @description What bills due in a span asked for and got 应收与收缴. */
        Collection: {
            /** @description 应收: amounts, adjustments included, fen. */
            dueFen: number;
            /** @description 减免, fen. */
            waivedFen: number;
            /** @description 净应收, fen. */
            netDueFen: number;
            /** @description 已收: on these bills, fen. */
            collectedFen: number;
            /** @description 收缴率 in parts of ten thousand; none when nothing was due. */
            rate: number | null;
            /** @description Collected in time (value date not after the due date), fen. */
            inTimeFen: number;
        };
        /** @description The question; the year is that of the due dates. */
        CollectionQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description 1: all kinds of income instead of rent alone. */
            all?: number | null;
            /** @description Months from January to this one. */
            toMonth?: number | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description A month of a party A and plate. */
        CollectionRow: {
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description The plate 板块 that it is about, by number. */
            plateId: number;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description «2024-09» */
            month: string;
            /** @description 应收: amounts, adjustments included, fen. */
            dueFen: number;
            /** @description 减免, fen. */
            waivedFen: number;
            /** @description 净应收, fen. */
            netDueFen: number;
            /** @description 已收: on these bills, fen. */
            collectedFen: number;
            /** @description 收缴率 in parts of ten thousand; none when nothing was due. */
            rate: number | null;
            /** @description Collected in time (value date not after the due date), fen. */
            inTimeFen: number;
            /** @description 欠缴, fen. */
            openFen: number;
        };
        /** @description What a person said about a column. */
        ColumnSaid: {
            /** @description Which: its number in the answer. */
            column?: number;
            /** @description Which kind it is, one of the values of its type. */
            kind?: components["schemas"]["SurveyKind"] | null;
            /** @description Name of the field. */
            label?: string | null;
            /** @description Unit of its amounts: 元, 万元 … */
            unit?: string | null;
            /** @description Order of days like `3/5/2024`. */
            order?: components["schemas"]["SurveyDayOrder"] | null;
            /** @description What bare numbers among percentages are. */
            bare?: components["schemas"]["SurveyBare"] | null;
            /** @description What it links to: `asset`, `room` … */
            link?: string | null;
            /** @description Dictionary to use; 0 for a new one. */
            dictionary?: number | null;
            /** @description Whether who fills in a row may add to its entries; as its name says when absent. */
            open?: boolean | null;
            /** @description Empty cells hold what stands above them. */
            fill?: boolean;
            /** @description 不导入, or wanted although it would be left out. */
            off?: boolean | null;
            /** @description Spellings that count as others. */
            merge?: components["schemas"]["SpellingMerge"][];
            /** @description 到期提醒: people are told that its day comes near. */
            remind?: boolean;
            /** @description 计算字段: whether a column of formulas is computed; it is where that changes no value, unless somebody says no. */
            formula?: boolean | null;
        };
        /** @enum {integer} */
        ColumnState: 1 | 2 | 3 | 4 | 5;
        /** @description The columns of a table. */
        ColumnTable: {
            /** @description Name of the table. */
            table: string;
            /** @description How far it is. */
            state: components["schemas"]["ColumnState"];
            /** @description Rows in memory. */
            rows: number;
            /** @description Bytes in memory. */
            bytes: number;
            /** @description Records that could not be read. */
            unreadable: number;
            /** @description Seconds since it was filled. */
            ageSeconds: number | null;
            /** @description Milliseconds that this took. */
            fillMillis: number | null;
        };
        /** @description The columns of all tables. */
        ColumnTables: {
            /** @description Whether no table is still to be filled: each is ready, switched off or without room. */
            settled: boolean;
            /** @description Rows of all tables. */
            rows: number;
            /** @description Memory that they take, in bytes. */
            bytes: number;
            /** @description Bytes that they may take together; 0 = switched off. */
            allowedBytes: number;
            /** @description Records that could not be read. */
            unreadable: number;
            /** @description In the order in which they are filled. */
            tables: components["schemas"]["ColumnTable"][];
            /** @description Columns that a feature keeps for itself, with a memory of their own. */
            others: components["schemas"]["OtherColumns"][];
        };
        /** @description A setting as a form sends it. */
        ConfigInput: {
            /** @description Which; absent for a new one. */
            configId?: number | null;
            /** @description What the setting is called, for people. */
            configName?: string;
            /** @description Name that code reads the setting by, unique. */
            configKey?: string;
            /** @description Value of the setting, as text. */
            configValue?: string | null;
            /** @description "Y" or "N". */
            configType?: string | null;
            /** @description Remark in free text; empty: none. */
            remark?: string | null;
        };
        /** @description A setting as clients see it. */
        ConfigOut: {
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Number of the setting 参数. */
            configId: number;
            /** @description What the setting is called, for people. */
            configName: string;
            /** @description Name that code reads the setting by, unique. */
            configKey: string;
            /** @description Value of the setting, as text. */
            configValue: string;
            /** @description "Y" built in, "N" not. */
            configType: string;
        };
        /** @description What the receiving side says. */
        ConfirmHandover: {
            /** @description Number of the record that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description The signed paper, by the numbers of its files. */
            signFiles?: number[];
            /** @description The seal of the figures that were shown. */
            seal?: string;
        };
        /** @description What the balances of a statement say. */
        Continuity: {
            /** @description Fen before the first line; none without a column of balances. */
            openingFen: number | null;
            /** @description Fen after the last one. */
            closingFen: number | null;
            /** @description What is missing, in words; the first of them. */
            gaps: string[];
            /** @description How many places do not fit. */
            gapCount: number;
        };
        /** @description A field whose values are those of another one, of another kind. */
        Conversion: {
            /** @description The other field. */
            field: number;
            /** @description Rows of an older version still hold the old value alone; 0 until it is published. */
            until: number;
            /**
             * @description Of a conversion that was taken back: rows written under this version or a later one hold the other field's value,
             *     older ones their own. 0 for a conversion forward.
             */
            after: number;
        };
        /** @description A field whose values are those of another one, of another kind. */
        ConversionInput: {
            /** @description The other field. */
            field?: number;
            /** @description Rows of an older version still hold the old value alone; 0 until it is published. */
            until?: number;
            /**
             * @description Of a conversion that was taken back: rows written under this version or a later one hold the other field's value,
             *     older ones their own. 0 for a conversion forward.
             */
            after?: number;
        };
        /** @description What a conversion would come to. */
        ConvertTrial: {
            /** @description Rows that convert. */
            converted: number;
            /** @description Rows that keep their original text. */
            kept: number;
            /** @description Rows that are empty. */
            empty: number;
            /** @description Before and after, the first ones. */
            samples: [
                string,
                string
            ][];
            /** @description Row numbers and texts of what does not convert, the first ones. */
            misfits: [
                number,
                string
            ][];
            /** @description Entries that a new dictionary would have. */
            entries: string[];
        };
        /** @description How many lines came to what. */
        Counts: {
            /** @description Lines that become receipts 入账. */
            posted: number;
            /** @description Lines whose payer nobody knows yet 待认领. */
            unclaimed: number;
            /** @description Lines that are in the books already 已有. */
            known: number;
            /** @description Lines that may be in the books already 疑似. */
            suspect: number;
            /** @description Lines that undo an earlier one 关联. */
            linked: number;
            /** @description Lines of money that went out, left alone 支出. */
            wentOut: number;
            /** @description 不导入, now or before */
            leftOut: number;
            /** @description Lines in another currency, left alone 其他币种. */
            foreign: number;
            /** @description Before the first day of the books 启用日以前 */
            early: number;
        };
        /** @description The processor. */
        Cpu: {
            /** @description How many processors there are. */
            cpuNum: number;
            /** @description 100 for each of them. */
            total: number;
            /** @description Kernel, percent. */
            sys: number;
            /** @description Programs, percent. */
            used: number;
            /** @description Waiting for disks, percent. */
            wait: number;
            /** @description Nothing to do, percent. */
            free: number;
        };
        /** @description A crash of a page. */
        Crash: {
            /** @description `render`, `error` or `promise`: who caught it. */
            kind?: string;
            /** @description The page's route, with `:id` for numbers. */
            page?: string;
            /** @description Name and words of the error. */
            what?: string;
            /** @description Script, line and column of the innermost frames. */
            at?: string[];
        };
        /** @description What the person is told. */
        CrashNoted: {
            /** @description Under which the administrator finds it. */
            number: string;
        };
        /** @description What a new user is told. */
        Created: {
            /** @description Number of the person 用户. */
            userId: number;
            /** @description The one-time password, when none was given; shown once, must be changed at the first sign-in. */
            initialPassword?: string;
        };
        /** @description A credit flag with its reason. */
        Credit: {
            /** @description How reliable the tenant is 信用标记. */
            flag: components["schemas"]["CreditFlag"];
            /** @description Reason in words, for the record. */
            reason: string;
            /** @description Last day it counts; absent for «until changed». */
            until: string | null;
        };
        /** @enum {integer} */
        CreditFlag: 0 | 1 | 2;
        /** @description A range of days, `params[beginTime]`/`params[endTime]` or flat. */
        DateRange: {
            /** @description First day, inclusive. */
            beginTime?: string | null;
            /** @description Last day, inclusive. */
            endTime?: string | null;
            /** @description Second spelling of the first day. */
            beginCreateTime?: string | null;
            /** @description Second spelling of the last day. */
            endCreateTime?: string | null;
        };
        /** @description Days from … to, both included. `from` after `to` is an empty span. */
        DateSpan: {
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
        };
        /** @description A tenant that owes. */
        Debtor: {
            /** @description The tenant 乙方, by number. */
            tenantId: number;
            /** @description What it is called, for people. */
            name: string;
            /** @description Overdue, fen. */
            fen: number;
            /** @description How many bills it counts. */
            bills: number;
        };
        /** @description A decision as a form sends it. */
        Decide: {
            /** @description Number of the document that is decided about. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description true: agreed; false: refused. */
            approve?: boolean;
            /** @description Opinion; needed for a no. */
            comment?: string;
        };
        /** @description A decision about a change. */
        DecideChange: {
            /** @description The change that it is about, by number. */
            changeId: number;
            /** @description Whether it is agreed to. */
            decision: components["schemas"]["Decision"];
            /** @description Opinion; needed for a no. */
            comment?: string;
        };
        /** @description A decision about a lease. */
        DecideLease: {
            /** @description Number of the lease 合同 that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Whether it is agreed to. */
            decision: components["schemas"]["Decision"];
            /** @description Opinion; needed for a no. */
            comment?: string;
        };
        /** @description Yes or no. */
        Decision: "approve" | "return" | "reject";
        /** @description Which view a list begins with. */
        DefaultInput: {
            /** @description Name of the list, as pages give it. */
            page: string;
            /** @description Which view; 0 = none. */
            viewId?: number;
        };
        /** @description What a list begins with. */
        DefaultOut: {
            /** @description Name of the list, as pages give it. */
            page: string;
            /** @description The saved view of a list that it is about, by number. */
            viewId: number;
            /** @description Filters, order, columns and widths: the text of a JSON object. */
            state: string;
        };
        /** @description A version as a designer sends it. */
        DefinitionInput: {
            /** @description Which; absent for a new one. */
            definitionId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Which process: the key of its binding. */
            key?: string;
            /** @description What people call it. */
            name?: string;
            /** @description What the process consists of: start, tasks, gateways, end. */
            nodes?: components["schemas"]["NodeInput"][];
            /** @description How its nodes follow each other, with conditions. */
            edges?: components["schemas"]["EdgeInput"][];
            /**
             * @description Rules beside the drawing: repeated approvers, how long one may withdraw, who gets copies.
             * @default {
             *       "repeat": "PASS",
             *       "withdraw": "UNTOUCHED",
             *       "ccOnEnd": []
             *     }
             */
            options: components["schemas"]["OptionsInput"];
            /** @description Remark in free text; empty: none. */
            remark?: string;
        };
        /** @description A version with its drawing. */
        DefinitionOut: {
            /** @description Number of the process definition 流程. */
            definitionId: number;
            /** @description Key of the process: the kind of document that it decides about. */
            key: string;
            /** @description What the product calls that kind of document. */
            label: string;
            /** @description Version of the definition, from 1. */
            definitionVersion: number;
            /** @description What people call it. */
            name: string;
            /** @description State that it is in now. */
            state: components["schemas"]["DefinitionState"];
            /** @description Task nodes. */
            taskCount: number;
            /** @description Problems that stand in the way of its publication. */
            problemCount: number;
            /** @description Processes under way by this version. */
            running: number;
            /** @description When it was published. */
            publishedAt: string | null;
            /** @description By whom. */
            publishedBy: string;
            /** @description When it was last changed. */
            changedAt: string;
            /** @description By whom. */
            changedBy: string;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Send it back with a change. */
            version: number;
            /** @description What the process consists of: start, tasks, gateways, end. */
            nodes: components["schemas"]["Node"][];
            /** @description How its nodes follow each other, with conditions. */
            edges: components["schemas"]["Edge"][];
            /** @description Rules beside the drawing: repeated approvers, how long one may withdraw, who gets copies. */
            options: components["schemas"]["Options"];
            /** @description Everything wrong with it, by node. */
            problems: components["schemas"]["Problem"][];
        };
        /** @description What a file would come to, or came to. */
        DefinitionReport: {
            /** @description Name of the register. */
            name: string;
            /** @description Code that it gets. */
            code: string;
            /** @description Whether a register of this code is there, which gets a draft. */
            isKnown: boolean;
            /** @description Whether a whole register comes back, with its rows. */
            isPackage: boolean;
            /** @description What happens, as a sentence. */
            sentence: string;
            /** @description What happens to each dictionary. */
            dictionaries: string[];
            /** @description What stands in the way of a publication. */
            problems: components["schemas"]["DesignProblem"][];
            /** @description The register, once it is there. */
            registerId?: number;
        };
        /** @description A version in the list. */
        DefinitionRow: {
            /** @description Number of the process definition 流程. */
            definitionId: number;
            /** @description Key of the process: the kind of document that it decides about. */
            key: string;
            /** @description What the product calls that kind of document. */
            label: string;
            /** @description Version of the definition, from 1. */
            definitionVersion: number;
            /** @description What people call it. */
            name: string;
            /** @description State that it is in now. */
            state: components["schemas"]["DefinitionState"];
            /** @description Task nodes. */
            taskCount: number;
            /** @description Problems that stand in the way of its publication. */
            problemCount: number;
            /** @description Processes under way by this version. */
            running: number;
            /** @description When it was published. */
            publishedAt: string | null;
            /** @description By whom. */
            publishedBy: string;
            /** @description When it was last changed. */
            changedAt: string;
            /** @description By whom. */
            changedBy: string;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Send it back with a change. */
            version: number;
        };
        /** @enum {integer} */
        DefinitionState: 0 | 1 | 2;
        /** @description A signed correction of an issued period. */
        Delta: {
            /** @description Which charge of the lease: 0 the rent, 1, 2, … its further charges. */
            chargeLine: number;
            /** @description Of whom; 0 while the lease has had one tenant only. */
            tenantId: number;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description The issued period that is corrected. */
            period: components["schemas"]["DateSpan"];
            /** @description Fen issued so far. */
            issuedFen: number;
            /** @description Fen by the new version. */
            newFen: number;
            /** @description What is missing (positive) or too much (negative), never zero. */
            deltaFen: number;
        };
        /** @enum {integer} */
        DepositKind: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
        /** @description A movement on the wire. */
        DepositMoveOut: {
            /** @description Why: one of the values of its type. */
            kind: components["schemas"]["DepositKind"];
            /** @description What people call it. */
            label: string;
            /** @description Amount in whole fen; negative when it goes out. */
            amountFen: number;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string;
            /** @description What happened, in words. */
            note: string;
            /** @description Name of the tenant whose money it is. */
            tenantName: string;
        };
        /** @description The deposit of a lease. */
        DepositOut: {
            /** @description The lease 合同 that it is about, by number. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
            /** @description The party A 甲方 that holds the money, by number. */
            partyAId: number;
            /** @description Name of the tenant. */
            tenantName: string;
            /** @description Tenants whose money is held, with the amounts. */
            holders: components["schemas"]["HolderOut"][];
            /** @description 应收押金, fen. */
            agreedFen: number;
            /** @description 在押余额, fen. */
            heldFen: number;
            /** @description Movements, oldest first. */
            moves: components["schemas"]["DepositMoveOut"][];
        };
        /** @description A department as a form sends it. */
        DeptInput: {
            /** @description Which; absent for a new one. */
            deptId?: number | null;
            /** @description Parent; 0 = root. */
            parentId?: number | null;
            /** @description Name of the department 部门. */
            deptName?: string;
            /** @description Place among its siblings. */
            orderNum?: number | null;
            /** @description Who leads the department 负责人, by name. */
            leader?: string | null;
            /** @description Number of the person who leads it, for approvals; 0 none, absent as it is. */
            leaderId?: number | null;
            /** @description Number of the person of the management in charge of it, for approvals; 0 none, absent as it is. */
            inChargeId?: number | null;
            /** @description Telephone number of the department. */
            phone?: string | null;
            /** @description Mail address. */
            email?: string | null;
            /** @description "0" normal, "1" disabled. */
            status?: string | null;
        };
        /** @description A node of a selection tree; leaves have no `children` key. */
        DeptNode: {
            /** @description Number that other records name it by. */
            id: number;
            /** @description What a choice is called. */
            label: string;
            /** @description Whether it is disabled. */
            disabled: boolean;
            /** @description Users in it and below, where the tree is asked for with counts. */
            userCount?: number;
            /** @description Nodes below. */
            children?: components["schemas"]["DeptNode"][];
        };
        /** @enum {string} */
        DeptOf: "initiator" | "document" | "partyA";
        /** @description A department as clients see it; in list rows of users only id, name and leader are filled. */
        DeptOut: {
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Number of the department 部门. */
            deptId: number;
            /** @description Parent; 0 = root. */
            parentId: number | null;
            /** @description Ids from the root to the parent, `0,100,101`. */
            ancestors: string | null;
            /** @description Name of the department 部门. */
            deptName: string;
            /** @description Place among its siblings. */
            orderNum: number | null;
            /** @description Who leads the department 负责人, by name. */
            leader: string | null;
            /** @description Number of the person who leads it, for approvals; 0 none. */
            leaderId: number | null;
            /** @description Number of the person in charge of it, for approvals; 0 none. */
            inChargeId: number | null;
            /** @description Telephone number of the department. */
            phone: string | null;
            /** @description Mail address. */
            email: string | null;
            /** @description "0" normal, "1" disabled. */
            status: string | null;
            /** @description "0" living. */
            delFlag: string | null;
            /** @description Name of the parent (single record only). */
            parentName: string | null;
            /** @description Always empty; the client builds the tree. */
            children: null[];
        };
        /** @description New places of departments, as parallel comma lists. */
        DeptSorting: {
            /** @description Departments by number, in the order of `orderNums`. */
            deptIds?: number[];
            /** @description New places, one for each number before. */
            orderNums?: number[];
        };
        /** @description A deputy as a form sends it. */
        DeputyInput: {
            /** @description For whom; 0 for the caller. */
            user?: number;
            /** @description The deputy, by number of the person. */
            deputy: number;
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
            /** @description Processes; none means all. */
            keys?: string[];
            /** @description Reason in words, for the record. */
            reason?: string;
        };
        /** @description A deputy as people see it. */
        DeputyOut: {
            /** @description Number of the deputyship 代理. */
            deputyId: number;
            /** @description For whom. */
            user: number;
            /** @description Real name of the person that is stood in for. */
            userName: string;
            /** @description The deputy, by number of the person. */
            deputy: number;
            /** @description Real name of the deputy. */
            deputyName: string;
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
            /** @description Processes; none means all. */
            keys: string[];
            /** @description The same in words. */
            scope: string;
            /** @description Reason in words, for the record. */
            reason: string;
            /** @description It counts today. */
            isOn: boolean;
            /** @description It was taken back, or is over. */
            isOver: boolean;
            /** @description Who entered it. */
            madeBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            madeAt: string;
        };
        /** @description What is wrong, and what a publication brings with it. */
        DesignCheck: {
            /** @description Sentences by field; those without `confirm` stand in the way. */
            problems: components["schemas"]["DesignProblem"][];
            /** @description Differences from the published version, as sentences. */
            changes: string[];
            /** @description Whether it can be published, once everything is confirmed. */
            isFine: boolean;
        };
        /** @description A register as its form sends it. */
        DesignInput: {
            /** @description Which; absent for a new one. */
            registerId?: number | null;
            /** @description Lock of the draft that was read. */
            draftLock?: number | null;
            /** @description Code; of a published one it stays. */
            code?: string | null;
            /** @description Register whose definition is copied. */
            copyOf?: number | null;
            /** @description Uploaded workbook that it comes from. */
            bookId?: number | null;
            /** @description Sheets of the workbook. */
            sheets?: number[];
            /** @description How the workbook is read, as its wizard has it. */
            reading?: components["schemas"]["BookReading"] | null;
            /** @description What it is. */
            definition?: components["schemas"]["RegisterDefinitionInput"] | null;
        };
        /** @description Something that stands in the way of a publication, or that it brings with it. */
        DesignProblem: {
            /** @description Number of the field; 0 for the register. */
            field: number;
            /** @description What stands against it, as a sentence for people. */
            message: string;
            /** @description What a publication has to confirm; absent for what must be put right. */
            confirm?: string;
            /** @description Rows it is about, by number, the first of them. */
            rows?: number[];
        };
        /** @description An entry as clients see it; the aliases cover the specification's wording (contract 2.0). */
        DictEntry: {
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Number. */
            dictCode: number;
            /** @description The same number. */
            dictId: number;
            /** @description Place in its dictionary. */
            dictSort: number;
            /** @description What a person reads. */
            dictLabel: string;
            /** @description What is stored. */
            dictValue: string;
            /** @description The same value. */
            key: string;
            /** @description The same label. */
            value: string;
            /** @description Type name. */
            dictType: string;
            /** @description CSS class. */
            cssClass: string;
            /** @description Tag colour. */
            listClass: string;
            /** @description "Y" or "N". */
            isDefault: string;
            /** @description Whether it is the default. */
            default: boolean;
            /** @description "0" normal, "1" disabled. */
            status: string;
        };
        /** @description An entry as a form sends it. */
        DictEntryInput: {
            /** @description Which; absent for a new one. */
            dictCode?: number | null;
            /** @description Place in its dictionary. */
            dictSort?: number | null;
            /** @description What a person reads. */
            dictLabel?: string;
            /** @description What is stored. */
            dictValue?: string;
            /** @description Type name. */
            dictType?: string;
            /** @description CSS class. */
            cssClass?: string | null;
            /** @description Tag colour. */
            listClass?: string | null;
            /** @description "Y" or "N". */
            isDefault?: string | null;
            /** @description "0" normal, "1" disabled. */
            status?: string | null;
            /** @description Remark in free text; empty: none. */
            remark?: string | null;
        };
        /** @description A disk. */
        DiskOut: {
            /** @description Where it is mounted. */
            dirName: string;
            /** @description File system. */
            sysTypeName: string;
            /** @description 本地磁盘 or 网络磁盘. */
            typeName: string;
            /** @description Size. */
            total: string;
            /** @description Room that is left, in words with a unit. */
            free: string;
            /** @description Room that is taken, in words with a unit. */
            used: string;
            /** @description Share in use, percent. */
            usage: number;
        };
        /** @description A draft as a form sends it. */
        DraftInput: {
            /** @description Which; absent for a new one. */
            draftId?: number | null;
            /** @description Key of the form. */
            key?: string;
            /**
             * @description What was entered.
             * @default {}
             */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description A draft on the wire. */
        DraftOut: {
            /** @description Number of the draft 申请草稿. */
            draftId: number;
            /** @description Key of the form. */
            key: string;
            /** @description What people call it; of a form that is gone its key. */
            name: string;
            /** @description What was entered. */
            data: {
                [key: string]: unknown;
            };
            /** @description When it was last saved. */
            savedAt: string;
        };
        /** @description What a person draws. */
        Drawing: {
            /** @description Which process: the key of its binding. */
            key?: string;
            /** @description What people call it. */
            name?: string;
            /** @description What the process consists of: start, tasks, gateways, end. */
            nodes?: components["schemas"]["NodeInput"][];
            /** @description How its nodes follow each other, with conditions. */
            edges?: components["schemas"]["EdgeInput"][];
            /**
             * @description Rules beside the drawing: repeated approvers, how long one may withdraw, who gets copies.
             * @default {
             *       "repeat": "PASS",
             *       "withdraw": "UNTOUCHED",
             *       "ccOnEnd": []
             *     }
             */
            options: components["schemas"]["OptionsInput"];
            /** @description Remark in free text; empty: none. */
            remark?: string;
        };
        /** @enum {string} */
        DueKind: "ADVANCE" | "DAY" | "ARREARS";
        /** @description How the due date follows from the period 缴费约定. */
        DueRule: {
            /** @description Counted from where. */
            kind: components["schemas"]["DueKind"];
            /** @description Days, or the day of the month. */
            n: number;
        };
        /** @description A bill as it stood when the tenant was asked. */
        DunnedBill: {
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description Fen open then. */
            openFen: number;
        };
        /** @description A record as a form sends it. */
        DunningInput: {
            /** @description Bills of one tenant at one party A. */
            billIds?: number[];
            /** @description How the tenant was reminded 催缴方式. */
            channel: components["schemas"]["Channel"];
            /** @description Day on which it was done. */
            day: string;
            /** @description Who was spoken to. */
            person?: string;
            /** @description What was said. */
            said?: string;
            /** @description What was promised. */
            promise?: components["schemas"]["Promise"] | null;
            /** @description Pictures and scans, by the numbers of their files. */
            files?: number[];
            /** @description Remark in free text; empty: none. */
            remark?: string;
        };
        /** @description A record on the wire. */
        DunningOut: {
            /** @description Number of the reminder 催缴记录, by which other records name it. */
            dunningId: number;
            /** @description `CJ-202401-000001` */
            dunningNo: string;
            /** @description The tenant 乙方 that it is about, by number. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description What he was asked for. */
            bills: components["schemas"]["DunnedBill"][];
            /** @description Fen open then. */
            openFen: number;
            /** @description How the tenant was reminded 催缴方式. */
            channel: components["schemas"]["Channel"];
            /** @description Day on which it was done. */
            day: string;
            /** @description Who was spoken to. */
            person: string;
            /** @description What was said. */
            said: string;
            /** @description What was promised. */
            promise: components["schemas"]["Promise"] | null;
            /** @description Whether the promise was kept 承诺状态. */
            promiseState: components["schemas"]["PromiseState"];
            /** @description Fen that came in since, up to the promised day. */
            paidFen: number;
            /** @description Pictures and scans, by the numbers of their files. */
            files: number[];
            /** @description Real name of who asked. */
            by: string;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description Sums over the whole filter. */
        DunningSums: {
            /** @description What was promised, in whole fen. */
            promisedFen: number;
            /** @description Fen of promises that are open. */
            openFen: number;
            /** @description Fen of promises that were kept. */
            keptFen: number;
            /** @description Fen of promises that were broken. */
            brokenFen: number;
        };
        /** @description Where a node leads. */
        Edge: {
            /** @description From this node. */
            from: string;
            /** @description To this one; none ends the process. */
            to: string | null;
            /** @description What people call the branch. */
            name?: string;
            /** @description Its place among the branches of a choice: the first that holds is taken. */
            order: number;
            /** @description When it is taken. */
            if?: {
                [key: string]: unknown;
            };
            /** @description Taken when no other is. */
            default?: boolean;
        };
        /** @description Where a node leads. */
        EdgeInput: {
            /** @description From this node. */
            from: string;
            /** @description To this one; none ends the process. */
            to?: string | null;
            /** @description What people call the branch. */
            name?: string;
            /** @description Its place among the branches of a choice: the first that holds is taken. */
            order?: number;
            /** @description When it is taken. */
            if?: {
                [key: string]: unknown;
            } | null;
            /** @description Taken when no other is. */
            default?: boolean;
        };
        /** @enum {integer} */
        EndReason: 1 | 2 | 3 | 4;
        /** @description A room to end. */
        EndRoom: {
            /** @description The room 房间 that it is about, by number. */
            roomId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Last day on which the room exists. */
            last: string;
        };
        /** @description What setting one up answers. The codes are shown this once. */
        Enrolled: {
            /** @description Recovery codes, to be printed. */
            codes: string[];
            /** @description Of the session that takes the place of one that waited for this; absent when the session goes on. */
            token?: string;
        };
        /** @description The next session. */
        Entered: {
            /** @description For the `Authorization` header. */
            token: string;
            /** @description What is next; absent when its session is full. */
            stage?: components["schemas"]["SessionStage"];
            /** @description Recovery codes that are left, when one was used. */
            recoveryLeft?: number;
        };
        /** @description A cache, a key or a value. */
        Entry: {
            /** @description Name of the cache. */
            cacheName: string;
            /** @description Key of the entry, as the list of keys gives it. */
            cacheKey: string;
            /** @description Value, without secrets. */
            cacheValue: string;
            /** @description What it is. */
            remark: string;
        };
        /** @description An entry as a form sends it. */
        EntryInput: {
            /** @description Which; none for a new one. */
            entryId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Whom the entry is about 曝光对象类型. */
            subjectKind?: components["schemas"]["SubjectKind"];
            /** @description Tenant; 0 for none. */
            tenantId?: number;
            /** @description Party A; 0 for none. */
            partyAId?: number;
            /** @description Asset; 0 for none. */
            assetId?: number;
            /** @description Room of the asset; 0 for the whole of it. */
            roomId?: number;
            /** @description Fen; of arrears and remittances it is computed. */
            amountFen?: number | null;
            /** @description 逾期天数 or idle days; computed like the amount. */
            overdueDays?: number | null;
            /** @description 事由: rich text, sanitised. */
            facts?: string;
            /** @description Evidence, by the numbers of its files. */
            files?: number[];
            /** @description Who sees it on the board 公开范围. */
            publishScope?: components["schemas"]["PublishScope"];
            /** @description First day on the board; not before the day of the decision. */
            publishFrom?: string | null;
            /** @description Last day on the board; none until it is put right. */
            publishTo?: string | null;
            /** @description Day by which it is to be put right 整改期限. */
            rectifyDeadline?: string | null;
            /** @description 备注 */
            remark?: string;
        };
        /** @enum {integer} */
        EntryKind: 1 | 2 | 3 | 4 | 5;
        /** @description An entry on the wire. */
        EntryOut: {
            /** @description Number of the entry 曝光条目, by which other records name it. */
            entryId: number;
            /** @description `BG-202401-000001` */
            entryNo: string;
            /** @description 对象, natural persons masked. */
            displayName: string;
            /** @description Whom the entry is about 曝光对象类型. */
            subjectKind: components["schemas"]["SubjectKind"];
            /** @description Tenant; 0 for none. */
            tenantId: number;
            /** @description Party A; 0 for none. */
            partyAId: number;
            /** @description Asset; 0 for none. */
            assetId: number;
            /** @description Room of the asset; 0 for the whole of it. */
            roomId: number;
            /** @description Fen; of arrears and remittances it is computed. */
            amountFen: number | null;
            /** @description 逾期天数 or idle days; computed like the amount. */
            overdueDays: number | null;
            /** @description 事由: rich text, sanitised. */
            facts: string;
            /** @description Evidence, by the numbers of its files. */
            files: number[];
            /** @description Who sees it on the board 公开范围. */
            publishScope: components["schemas"]["PublishScope"];
            /** @description First day on the board; not before the day of the decision. */
            publishFrom: string | null;
            /** @description Last day on the board; none until it is put right. */
            publishTo: string | null;
            /** @description Day by which it is to be put right 整改期限. */
            rectifyDeadline: string | null;
            /** @description Name of the party A. */
            partyAName: string;
            /** @description Name of the asset. */
            assetName: string;
            /** @description Code of the room. */
            roomCode: string;
            /** @description The day amount and days are of. */
            asOf: string;
            /** @description The rule that found it. */
            rule: components["schemas"]["Rule"] | null;
            /** @description 状态 today. */
            state: components["schemas"]["EntryState"];
            /** @description Whether the deadline has passed and it is on the board still. */
            late: boolean;
            /** @description Whether the asker wrote or submitted it, so that he cannot decide. */
            own: boolean;
            /** @description Whether the asker submitted it, so that he can take it back. */
            submittedByMe: boolean;
            /** @description Who wrote it last. */
            author: string;
            /** @description Who submitted it. */
            submittedBy: string;
            /** @description When it was submitted, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            submittedAt: string;
            /** @description Who decided. */
            decidedBy: string;
            /** @description Opinion of who decided, in words. */
            comment: string;
            /** @description When it was taken down. */
            withdrawn: string | null;
            /** @description Why it was taken down, in words. */
            withdrawReason: string;
            /** @description How it was put right. */
            rectified: components["schemas"]["Rectified"] | null;
            /** @description Letters on file; of arrears, with one entry only. */
            letters: number | null;
            /** @description Bills behind it; with one entry only. */
            bills: components["schemas"]["LinkedBill"][];
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @enum {integer} */
        EntryState: 0 | 1 | 2 | 3 | 4 | 5 | 9;
        /** @description Totals over the whole filter. */
        EntrySums: {
            /** @description How many are candidates that nobody has submitted. */
            candidates: number;
            /** @description Waiting for a decision. */
            waiting: number;
            /** @description On the board. */
            open: number;
            /** @description Fen of those on the board. */
            openFen: number;
            /** @description On the board with a deadline that has passed. */
            late: number;
            /** @description Put right. */
            rectified: number;
        };
        /** @description A rule that raises the rent 递增. */
        Escalation: {
            /** @description Months between two steps. */
            everyMonths: number;
            /** @description How the rent rises: by a share, by a sum, by listed prices. */
            mode: components["schemas"]["EscalationMode"];
            /**
             * @description PCT: parts per million. ADD: fen a month (bases 1, 2), 1/10,000 yuan per square metre and day (basis 3), fen a
             *     year (basis 4).
             */
            value: number;
            /** @description SET: the rent of each step, in the unit of ADD. */
            list: number[];
            /** @description SET: the days on which the rent changes, each later than the one before; instead of `every_months` and `list`. */
            steps: components["schemas"]["RentStep"][];
            /** @description PCT: on the last stage's rent (true) or on the first one's (false). */
            compound: boolean;
            /** @description From when steps are counted; the first day of the term when absent. */
            baseDate: string | null;
        };
        /** @description A rule that raises the rent 递增. */
        EscalationInput: {
            /** @description Months between two steps. */
            everyMonths?: number;
            /** @description How the rent rises: by a share, by a sum, by listed prices. */
            mode?: components["schemas"]["EscalationMode"];
            /**
             * @description PCT: parts per million. ADD: fen a month (bases 1, 2), 1/10,000 yuan per square metre and day (basis 3), fen a
             *     year (basis 4).
             */
            value?: number;
            /** @description SET: the rent of each step, in the unit of ADD. */
            list?: number[];
            /** @description SET: the days on which the rent changes, each later than the one before; instead of `every_months` and `list`. */
            steps?: components["schemas"]["RentStep"][];
            /** @description PCT: on the last stage's rent (true) or on the first one's (false). */
            compound?: boolean;
            /** @description From when steps are counted; the first day of the term when absent. */
            baseDate?: string | null;
        };
        /** @enum {string} */
        EscalationMode: "PCT" | "ADD" | "SET";
        /** @description A row of the history as people see it. */
        EventOut: {
            /** @description When it happened, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            at: string;
            /** @description At which node. */
            nodeName: string;
            /** @description By whom; empty the portal itself. */
            actorName: string;
            /** @description For whom, or empty. */
            onBehalfName: string;
            /** @description What. */
            action: components["schemas"]["Action"];
            /** @description What he said. */
            comment: string;
            /** @description What he attached. */
            files: number[];
            /** @description What he changed. */
            changes: components["schemas"]["Moved"][];
            /** @description What the portal adds. */
            note: string;
            /** @description The decision of a meeting. */
            minutes: components["schemas"]["Minutes"] | null;
        };
        /** @description A lease that ends soon, or has ended and was not returned. */
        ExpiringOut: {
            /** @description Number of the lease 合同. */
            leaseId: number;
            /** @description `HT-202401-000001` */
            leaseNo: string;
            /** @description Kind of lease 合同类型. */
            kind: components["schemas"]["LeaseKind"];
            /** @description The lease that this one renews; 0 for none. */
            prevLeaseId: number;
            /** @description Title of the lease; empty: its number is used. */
            title: string;
            /** @description Number of the paper contract, unique per party A. */
            paperNo: string;
            /** @description The party A 甲方 that lets, by number. */
            partyAId: number;
            /** @description The tenant 乙方 who rents, by number. */
            tenantId: number;
            /** @description Further tenants 共同承租人, by numbers. */
            coTenants: number[];
            /** @description The rooms, all of one party A. */
            rooms: components["schemas"]["LeaseRoom"][];
            /** @description What the rooms are rented for. */
            purpose: string;
            /** @description How the tenant was found 招租方式. */
            lettingMode: components["schemas"]["LettingMode"];
            /** @description Why without public bidding. */
            lettingReason: string;
            /** @description Number of the letting document. */
            lettingDocNo: string;
            /** @description Number of the approval document. */
            approvalDocNo: string;
            /** @description Number of the valuation behind the rent 评估文号. */
            valuationNo: string;
            /** @description First day of the lease 起租日. */
            startDate: string;
            /** @description Last day of the lease 到期日. */
            endDate: string;
            /** @description What the rent is counted by 计租方式: area, or a fixed sum. */
            rentBasis: components["schemas"]["RentBasis"];
            /** @description Fen a month or a year (bases 1, 4). */
            rentFen: number;
            /** @description 支付周期: 0, 1, 2, 3, 4, 6, 12 months. */
            billingCycle: number;
            /** @description How periods are laid 账期方式: calendar months, or from the first day. */
            periodMode: components["schemas"]["PeriodMode"];
            /** @description How a part of a month is charged 不足月计租. */
            proration: components["schemas"]["Proration"];
            /** @description When a period has to be paid 缴费约定. */
            dueRule: components["schemas"]["DueRule"];
            /** @description Overrides the rule for the first bill that is not zero. */
            firstDueDate: string | null;
            /** @description Days between issue and due date. */
            issueLeadDays: number;
            /** @description Days free of rent 免租期. */
            rentFree: components["schemas"]["RentFree"][];
            /** @description How the rent rises 递增; absent: it does not. */
            escalation: components["schemas"]["Escalation"] | null;
            /** @description 押金, fen. */
            depositFen: number;
            /** @description Months of rent the deposit follows on escalation; 0 for a fixed one. */
            depositMonths: number;
            /** @description Late fee, parts per million a day. */
            lateFeePpm: number;
            /** @description Days after the due day without a late fee 宽限期. */
            graceDays: number;
            /** @description Most late fee, parts per million of the principal. */
            capPpm: number;
            /** @description Charges beside the rent 其他费用. */
            extraCharges: components["schemas"]["ExtraCharge"][];
            /** @description 占用费, parts per million of the last rent. */
            holdoverPpm: number;
            /** @description Whether the tenant comes first at renewal 优先承租权. */
            renewPriority: boolean;
            /** @description Days before the end by which a renewal is to be asked for. */
            renewNoticeDays: number;
            /** @description Whether the tenant may let to others 允许转租. */
            subletAllowed: boolean;
            /** @description A blocked tenant was accepted, and why. */
            creditOverride: string;
            /** @description State that it is in today. */
            state: components["schemas"]["LeaseState"];
            /** @description The version that counts; 0 before approval. */
            versionNo: number;
            /** @description Name of the party A. */
            partyAName: string;
            /** @description Name of the tenant. */
            tenantName: string;
            /** @description Rooms with names. */
            roomList: components["schemas"]["LeaseRoomOut"][];
            /** @description 计租面积 of all rooms. */
            rentAreaM2: string;
            /** @description Rent of a month today, or of the first month. */
            monthRentFen: number;
            /** @description Day on which it was signed 签订日期; absent: not yet. */
            signDate: string | null;
            /** @description Last day on which it charges 实际终止日, an early end included. */
            effectiveEnd: string;
            /** @description Day on which the rooms were delivered 交房; absent: not yet. */
            deliveredDate: string | null;
            /** @description Day on which the rooms came back 退房; absent: not yet. */
            returnedDate: string | null;
            /** @description The lease that this one renews, for those who may see it. */
            renews: components["schemas"]["LinkedLease"] | null;
            /** @description Leases that renew this one. */
            renewals: components["schemas"]["LinkedLease"][];
            /** @description Whether the caller wrote or submitted it and therefore does not decide. */
            ownSubmission: boolean;
            /** @description A change that altered days before it too, as books of earlier versions have them; told of a single lease only. */
            undividedFrom: string | null;
            /** @description How it came here. */
            steps: components["schemas"]["StepOut"][];
            /** @description Scans and documents, by the numbers of their files. */
            files: number[];
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Days left; negative when it has ended. */
            daysLeft: number;
            /** @description Whether the day by which a renewal is to be asked for has passed. */
            noticePassed: boolean;
        };
        /** @description The question. */
        ExpiryQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Ends from this day on; the day of the list when absent. */
            endFrom?: string | null;
            /** @description To this day; ninety days later when absent. */
            endTo?: string | null;
            /** @description Only of this tenant 乙方, by number; absent: all. */
            tenantId?: number | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description A lease. */
        ExpiryRow: {
            /** @description Number of the lease 合同. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Plate of the first room. */
            plateName: string;
            /** @description First day of the lease 起租日. */
            startDate: string;
            /** @description Last day of the lease 到期日. */
            endDate: string;
            /** @description Days left on the day of the list; negative when it has ended. */
            daysLeft: number;
            /** @description Rented area. */
            areaM2: string;
            /** @description How many rooms it has. */
            roomCount: number;
            /** @description Whether the tenant comes first at renewal 优先承租权. */
            renewPriority: boolean;
            /** @description The rooms came back on this day; empty while they have not. */
            returnedDate: string;
        };
        /** @description One step: a part of a month cell, a run of days, or a free interval. */
        ExplainStep: {
            /** @description Days that the step counts for, both included. */
            span: components["schemas"]["DateSpan"];
            /** @description Number of the rent stage, from 1. */
            stageNo: number;
            /** @description `月租金 25,000.00`; `年租金 300,000.00 ÷ 12`, because the share is that of a month. */
            rent: string;
            /** @description By how much the rent stepped up from the stage before: `+5%`; empty for the first stage and for free days. */
            rise: string;
            /** @description `14 / 31`; for a rent by the day only the days. */
            days: string;
            /** @description `0.4516`; the contract's rule for cut months is named in `rules`. */
            share: string;
            /** @description Yuan, not rounded: `11,290.3226`. */
            amount: string;
            /** @description Whether nothing is charged. */
            free: boolean;
        };
        /** @description The computation of a bill. */
        Explanation: {
            /** @description How months are counted: `按自然月计租`. */
            mode: string;
            /** @description How cut months are counted: `按当月实际天数`. */
            proration: string;
            /** @description How the amount comes about, step by step. */
            steps: components["schemas"]["ExplainStep"][];
            /** @description Sum of the steps in yuan, not rounded. */
            exactSum: string;
            /** @description Where it was rounded. */
            rounding: string;
            /** @description The bill's lines with their rounded parts. */
            lines: components["schemas"]["BillLine"][];
            /** @description Amount in whole fen. */
            amountFen: number;
        };
        /** @enum {string} */
        ExportLayout: "plain" | "paper";
        /** @description The block. */
        ExposureBlock: {
            /** @description Day up to which the figures count. */
            asOf: string;
            /** @description How many entries are on the board 曝光中. */
            open: number;
            /** @description How many were put right this year 本年已整改. */
            rectifiedThisYear: number;
            /** @description 按期整改率 in parts of ten thousand; none before a deadline has passed. */
            rectifyRate: number | null;
            /** @description Newest first. */
            items: components["schemas"]["ExposureItem"][];
        };
        /** @description An entry on the board. */
        ExposureItem: {
            /** @description The entry 曝光条目 that it is about, by number. */
            entryId: number;
            /** @description 对象, natural persons masked. */
            name: string;
            /** @description Whom the entry is about 曝光对象类型. */
            kind: components["schemas"]["SubjectKind"];
            /** @description What people call it. */
            kindLabel: string;
            /** @description Sum in whole fen. */
            fen: number | null;
            /** @description 逾期天数 on the day. */
            days: number | null;
            /** @description First day on the board. */
            publishedAt: string;
            /** @description Day by which it is to be put right 整改期限. */
            deadline: string | null;
            /** @description The deadline has passed. */
            late: boolean;
            /** @description Name of the party A. */
            partyAName: string;
            /** @description Who sees it on the board 公开范围. */
            scope: components["schemas"]["PublishScope"];
        };
        /** @description A further charge beside the rent 其他费用: billed in the same periods, never escalated. */
        ExtraCharge: {
            /** @description What tells it from the others for as long as the lease lives; 0 in a form for a new one. */
            key: number;
            /** @description 2, 3, 4 or 8. */
            kind: components["schemas"]["BillKind"];
            /** @description Fen a month; when 0, the price counts. */
            monthFen: number;
            /** @description 1/10,000 yuan per square metre and month. */
            priceE4: number;
        };
        /** @description A further charge beside the rent 其他费用: billed in the same periods, never escalated. */
        ExtraChargeInput: {
            /** @description What tells it from the others for as long as the lease lives; 0 in a form for a new one. */
            key?: number;
            /** @description 2, 3, 4 or 8. */
            kind: components["schemas"]["BillKind"];
            /** @description Fen a month; when 0, the price counts. */
            monthFen?: number;
            /** @description 1/10,000 yuan per square metre and month. */
            priceE4?: number;
        };
        /** @description A value of a counted field with its rows. */
        FacetCount: {
            /** @description What the filter of the same name takes; null for none. */
            value: string | number | boolean | null;
            /** @description How many rows have it. */
            count: number;
            /** @description What people call the value, where only the server knows. */
            label?: string;
        };
        /** @description What setting one up begins with. */
        FactorBeginning: {
            /** @description The login password, where [`FactorOut::asks_password`] says so. */
            password?: string;
        };
        /** @description A code. */
        FactorCode: {
            /** @description A one-time code or a recovery code, with or without gaps. */
            code?: string;
        };
        /** @description Somebody's number. */
        FactorHolder: {
            /** @description The person that it is about, by number. */
            userId: number;
        };
        /** @description One's own second factor. */
        FactorOut: {
            /** @description How far the session is. */
            stage: components["schemas"]["SessionStage"];
            /** @description Login name. */
            userName: string;
            /** @description Whether one is in force. */
            enrolled: boolean;
            /** @description Serial of the hardware token; empty for an app. */
            label: string;
            /** @description Digits of its codes. */
            digits: number;
            /** @description `yyyy-MM-dd HH:mm:ss`; empty without one. */
            since: string;
            /** @description Recovery codes left; only for who is signed in. */
            recoveryLeft?: number;
            /** @description Whether the settings ask for one: then it cannot be removed. */
            demanded: boolean;
            /** @description The moment until which it may be put off, `yyyy-MM-dd HH:mm:ss`; absent when nothing is asked. */
            due?: string;
            /** @description Whether setting one up asks for the password. */
            asksPassword: boolean;
            /** @description The server's clock, `yyyy-MM-dd HH:mm:ss`. */
            serverTime: string;
        };
        /** @description Who reset the second factor. */
        FactorResetOut: {
            /** @description Name and login name; of the command line too. */
            by: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            time: string;
        };
        /** @description One field of a changed record. */
        FieldChange: {
            /** @description Name of the field. */
            field: string;
            /** @description What stood there; absent for a new record. */
            before: unknown;
            /** @description What stands there; absent for a removed record. */
            after: unknown;
        };
        /** @description A field of a form. */
        FieldDef: {
            /** @description Its name in the data and in conditions; unique in its form. */
            name: string;
            /** @description As people read it; of a note the note. */
            title: string;
            /** @description What is entered. */
            kind: components["schemas"]["FormKind"];
            /** @description Whether it must be filled in. */
            required: boolean;
            /** @description Of texts the most characters, of numbers the largest; none: what the kind allows. */
            most: number | null;
            /** @description Of numbers the smallest. */
            least: number | null;
            /** @description Words of a choice, in their order. */
            options: string[];
            /** @description Beside the field, for who fills it in. */
            hint: string;
            /** @description Of a table its columns. */
            columns: components["schemas"]["FieldDef"][];
        };
        /** @description A field of a form. */
        FieldDefInput: {
            /** @description Its name in the data and in conditions; unique in its form. */
            name?: string;
            /** @description As people read it; of a note the note. */
            title?: string;
            /** @description What is entered. */
            kind?: components["schemas"]["FormKind"];
            /** @description Whether it must be filled in. */
            required?: boolean;
            /** @description Of texts the most characters, of numbers the largest; none: what the kind allows. */
            most?: number | null;
            /** @description Of numbers the smallest. */
            least?: number | null;
            /** @description Words of a choice, in their order. */
            options?: string[];
            /** @description Beside the field, for who fills it in. */
            hint?: string;
            /** @description Of a table its columns. */
            columns?: components["schemas"]["FieldDefInput"][];
        };
        /** @enum {string} */
        FieldKind: "text" | "long" | "code" | "whole" | "decimal" | "money" | "percent" | "area" | "year" | "day" | "month" | "moment" | "flag" | "choice" | "choices" | "person" | "persons" | "dept" | "link" | "phone" | "idno" | "account" | "files" | "pictures" | "rich";
        /** @description A field. */
        FieldOut: {
            /** @description Where its value lies, names with dots between. */
            path: string;
            /** @description As people read it. */
            title: string;
            /** @description Whether a node may let people change it. */
            mayEdit: boolean;
            /** @description Whether a node may hide it. */
            mayHide: boolean;
        };
        /** @description A file as clients see it. */
        FileOut: {
            /** @description Number that other records name it by. */
            id: number;
            /** @description Address below the API. */
            url: string;
            /** @description Name to show. */
            fileName: string;
            /** @description Name that the file was uploaded under. */
            originalName: string;
            /** @description Name that the file was uploaded under. */
            name: string;
            /** @description Ending in lower case. */
            suffix: string;
            /** @description Size in bytes. */
            size: number;
            /** @description Content type. */
            contentType: string;
            /** @description Address of the small copy; "" when there is none. */
            thumbnailUrl: string;
            /** @description Address of what a browser can show large; "" when there is nothing. */
            previewUrl: string;
            /** @description Pixels across; 0 when unknown. */
            width: number;
            /** @description Pixels down. */
            height: number;
            /** @description Whether it belongs to something; loose files are removed after a day. */
            kept: boolean;
            /** @description Login name of the person who uploaded it. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string;
        };
        /** @description What becomes of an operation. */
        Filed: {
            /** @description The process that decides about it; none when it was done at once. */
            instanceId: number | null;
        };
        /** @enum {integer} */
        Finding: 1 | 2 | 3;
        /** @description The question. */
        ForecastQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description A month of a party A and plate. */
        ForecastRow: {
            /** @description «2024-10» */
            month: string;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description Leases that ask for something. */
            leases: number;
            /** @description Rent, fen. */
            rentFen: number;
            /** @description Other charges, fen. */
            otherFen: number;
        };
        /** @description A field of the document. */
        FormField: {
            /** @description Where its value lies, names with dots between. */
            path: string;
            /** @description As people read it. */
            title: string;
            /** @description How it is read and written: text, money, area, date, count, rate, bool, choice, table, files, html. */
            kind: string;
            /** @description Unit of a count, or empty. */
            unit: string;
            /** @description Values of a choice with what people call them. */
            options: [
                number,
                string
            ][];
            /** @description Whether the caller may change it now. */
            mayEdit: boolean;
        };
        /** @description A form as a designer sends it. */
        FormInput: {
            /** @description Which; absent for a new one. */
            formId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Key of its process: small letters, digits and underscores. */
            key?: string;
            /** @description What people call it. */
            name?: string;
            /** @description What people fill in, in their order. */
            fields?: components["schemas"]["FieldDefInput"][];
            /** @description Remark in free text; empty: none. */
            remark?: string;
        };
        /** @enum {string} */
        FormKind: "text" | "textarea" | "int" | "money" | "area" | "date" | "daterange" | "bool" | "choice" | "choices" | "person" | "dept" | "asset" | "room" | "tenant" | "lease" | "files" | "pictures" | "html" | "table" | "note";
        /** @description A form on the wire. */
        FormOut: {
            /** @description Number of the form 表单. */
            formId: number;
            /** @description Key of its process: small letters, digits and underscores. */
            key: string;
            /** @description What people call it. */
            name: string;
            /** @description What people fill in, in their order. */
            fields: components["schemas"]["FieldDef"][];
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Whether its process is published, so that it can be submitted. */
            published: boolean;
            /** @description Processes that it was submitted in. */
            used: number;
            /** @description When it was last changed. */
            changedAt: string;
            /** @description By whom. */
            changedBy: string;
            /** @description Send it back with a change. */
            version: number;
        };
        /** @description A part of a formula. */
        FormulaOperand: {
            /** @description How it is taken; the first one is added. */
            sign: components["schemas"]["FormulaSign"];
            /** @description Field of the same row; 0 for a number. */
            field: number;
            /** @description The number, when it is no field. */
            number: string;
        };
        /** @description A part of a formula. */
        FormulaOperandInput: {
            /** @description How it is taken; the first one is added. */
            sign?: components["schemas"]["FormulaSign"];
            /** @description Field of the same row; 0 for a number. */
            field?: number;
            /** @description The number, when it is no field. */
            number?: string;
        };
        /** @enum {string} */
        FormulaSign: "+" | "-" | "*" | "/";
        /** @description Records of a kind. */
        FoundKind: {
            /** @description Its name for programs. */
            kind: string;
            /** @description Its name for people. */
            label: string;
            /** @description What was found of this kind, the newest first. */
            rows: components["schemas"]["FoundRow"][];
        };
        /** @description A record that was found. */
        FoundRow: {
            /** @description Number of the record, as its list gives it. */
            id: number;
            /** @description What it is called. */
            title: string;
            /** @description What tells it from others. */
            note: string;
            /** @description Where the portal opens it; empty for a file, which is fetched. */
            path: string;
        };
        /** @enum {integer} */
        FreeScope: 1 | 2;
        /** @description The full account numbers. */
        FullAccount: {
            /** @description Name of the bank and its branch 开户行. */
            bank: string;
            /** @description Number of the bank account, in full. */
            accountNo: string;
        };
        /** @description A field as the family's generator shows a column. */
        GenColumn: {
            /** @description Number of the field. */
            columnId: number;
            /** @description Number of the register 登记表. */
            tableId: number;
            /** @description Code of the field. */
            columnName: string;
            /** @description What people call the field. */
            columnComment: string;
            /** @description Kind of field, in words. */
            columnType: string;
            /** @description Type as the family names it. */
            javaType: string;
            /** @description Code of the field. */
            javaField: string;
            /** @description Always "0". */
            isPk: string;
            /** @description Always "0". */
            isIncrement: string;
            /** @description "1" when it must be filled in. */
            isRequired: string;
            /** @description "1" when the form of a new row asks for it. */
            isInsert: string;
            /** @description "1" when the form of a known row asks for it. */
            isEdit: string;
            /** @description "1" when lists show it. */
            isList: string;
            /** @description "1" when lists can be narrowed by it. */
            isQuery: string;
            /** @description How the list is filtered by it: the word of a comparison. */
            queryType: string;
            /** @description How the form asks. */
            htmlType: string;
            /** @description Type name of the dictionary. */
            dictType: string;
            /** @description Place in the form. */
            sort: number;
        };
        /** @description A field as the family's generator shows a column. */
        GenColumnInput: {
            /** @description Number of the field. */
            columnId?: number;
            /** @description Number of the register 登记表. */
            tableId?: number;
            /** @description Code of the field. */
            columnName?: string;
            /** @description What people call the field. */
            columnComment?: string;
            /** @description Kind of field, in words. */
            columnType?: string;
            /** @description Type as the family names it. */
            javaType?: string;
            /** @description Code of the field. */
            javaField?: string;
            /** @description Always "0". */
            isPk?: string;
            /** @description Always "0". */
            isIncrement?: string;
            /** @description "1" when it must be filled in. */
            isRequired?: string;
            /** @description "1" when the form of a new row asks for it. */
            isInsert?: string;
            /** @description "1" when the form of a known row asks for it. */
            isEdit?: string;
            /** @description "1" when lists show it. */
            isList?: string;
            /** @description "1" when lists can be narrowed by it. */
            isQuery?: string;
            /** @description How the list is filtered by it: the word of a comparison. */
            queryType?: string;
            /** @description How the form asks. */
            htmlType?: string;
            /** @description Type name of the dictionary. */
            dictType?: string;
            /** @description Place in the form. */
            sort?: number;
        };
        /** @description Columns of a table as the family's lists answer. */
        GenColumns: {
            /** @description Fields of the register. */
            rows: components["schemas"]["GenColumn"][];
            /** @description How many. */
            total: number;
        };
        /** @description A register with its columns, and what else there is. */
        GenInfo: {
            /** @description The register with its columns. */
            info: components["schemas"]["GenTableInfo"];
            /** @description Fields of the register. */
            rows: components["schemas"]["GenColumn"][];
            /** @description All registers. */
            tables: components["schemas"]["GenTable"][];
        };
        /** @description A sheet that could become a register, as the family's generator shows a table. */
        GenSheet: {
            /** @description `wb_<book>_<sheet>` */
            tableName: string;
            /** @description `文件 / 工作表` */
            tableComment: string;
            /** @description When it was uploaded. */
            createTime: string;
            /** @description The same. */
            updateTime: string;
        };
        /** @description A register as the family's generator shows a table. */
        GenTable: {
            /** @description Number of the register 登记表. */
            tableId: number;
            /** @description `reg_` and the code. */
            tableName: string;
            /** @description Title of the register, for people. */
            tableComment: string;
            /** @description The code with a capital. */
            className: string;
            /** @description Always `crud`. */
            tplCategory: string;
            /** @description Always empty. */
            packageName: string;
            /** @description Always `reg`. */
            moduleName: string;
            /** @description Code of the register, unique. */
            businessName: string;
            /** @description Title of the register, for people. */
            functionName: string;
            /** @description Name of who made the register. */
            functionAuthor: string;
            /** @description Always empty. */
            genPath: string;
            /** @description Always `0`. */
            genType: string;
            /** @description Directory in the menu. */
            parentMenuId: number;
            /** @description Code of the register. */
            code: string;
            /** @description How far it is. */
            state: components["schemas"]["RegisterState"];
            /** @description Living rows. */
            rowCount: number;
            /** @description Fields that count. */
            fieldCount: number;
            /** @description Published version; 0 for none. */
            version: number;
            /** @description Whether the draft differs from what is published. */
            isChanged: boolean;
            /** @description Work that goes on, or that ended in trouble. */
            works: components["schemas"]["RegisterWork"][];
            /** @description Its page in the menu; 0 for none. */
            menuId: number;
            /** @description Where the page stands. */
            menuPath: string;
            /** @description The file that an archived one lies in. */
            package?: components["schemas"]["RegisterPackage"];
            /** @description Login name of the maker. */
            createBy: string;
            /** @description Name of the maker. */
            createByName: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description A table that holds its columns, as edit forms of the family expect it. */
        GenTableInfo: {
            /** @description Number of the register 登记表. */
            tableId: number;
            /** @description `reg_` and the code. */
            tableName: string;
            /** @description Title of the register, for people. */
            tableComment: string;
            /** @description The code with a capital. */
            className: string;
            /** @description Always `crud`. */
            tplCategory: string;
            /** @description Always empty. */
            packageName: string;
            /** @description Always `reg`. */
            moduleName: string;
            /** @description Code of the register, unique. */
            businessName: string;
            /** @description Title of the register, for people. */
            functionName: string;
            /** @description Name of who made the register. */
            functionAuthor: string;
            /** @description Always empty. */
            genPath: string;
            /** @description Always `0`. */
            genType: string;
            /** @description Directory in the menu. */
            parentMenuId: number;
            /** @description Code of the register. */
            code: string;
            /** @description How far it is. */
            state: components["schemas"]["RegisterState"];
            /** @description Living rows. */
            rowCount: number;
            /** @description Fields that count. */
            fieldCount: number;
            /** @description Published version; 0 for none. */
            version: number;
            /** @description Whether the draft differs from what is published. */
            isChanged: boolean;
            /** @description Work that goes on, or that ended in trouble. */
            works: components["schemas"]["RegisterWork"][];
            /** @description Its page in the menu; 0 for none. */
            menuId: number;
            /** @description Where the page stands. */
            menuPath: string;
            /** @description The file that an archived one lies in. */
            package?: components["schemas"]["RegisterPackage"];
            /** @description Login name of the maker. */
            createBy: string;
            /** @description Name of the maker. */
            createByName: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Columns, from the left. */
            columns: components["schemas"]["GenColumn"][];
        };
        /** @description What an edit form of the family sends. */
        GenTableInput: {
            /** @description Number of the register 登记表. */
            tableId?: number;
            /** @description Title of the register, for people. */
            tableComment?: string;
            /** @description Remark in free text; empty: none. */
            remark?: string | null;
            /** @description `crud`. */
            tplCategory?: string | null;
            /** @description Directory in the menu. */
            parentMenuId?: number | null;
            /** @description Columns; those that are absent stay. */
            columns?: components["schemas"]["GenColumnInput"][];
        };
        /** @description A range of moments as the family's lists send it. */
        GenTimes: {
            /** @description First day of creation, included. */
            beginTime?: string | null;
            /** @description Last day of creation, included. */
            endTime?: string | null;
        };
        /** @description Which leases a run covers. */
        GenerateBills: {
            /** @description Only these leases; empty for all the caller sees. */
            leaseIds?: number[];
            /** @description Only this party A; 0 for all. */
            partyAId?: number;
        };
        /** @description What a run did. */
        Generated: {
            /** @description New candidates. */
            made: number;
            /** @description Candidates nobody had touched whose case is over. */
            closed: number;
        };
        /** @description A task that is given to somebody. */
        GiveTask: {
            /** @description The task of a process that it is about, by number. */
            taskId?: number;
            /** @description The version of the process that was read. */
            version?: number | null;
            /** @description To whom. */
            userId?: number;
            /** @description Reason in words, for the record. */
            comment?: string;
        };
        /** @description The roles a user is to hold. */
        GrantRoles: {
            /** @description The person that it is about, by number. */
            userId?: number;
            /** @description All of them; empty clears. */
            roleIds?: number[];
        };
        /** @description A building on a day. */
        Grid: {
            /** @description Name of the building. */
            buildingName: string;
            /** @description Name of the party A that manages its asset. */
            partyAName: string;
            /** @description The day that is shown, `yyyy-MM-dd`. */
            day: string;
            /** @description Floors, highest first. */
            floors: components["schemas"]["GridFloor"][];
        };
        /** @description A floor. */
        GridFloor: {
            /** @description Floor; below ground negative. */
            floorNo: number;
            /** @description Its rooms by number. */
            rooms: components["schemas"]["GridRoom"][];
        };
        /** @description A cell of the grid. */
        GridRoom: {
            /** @description Number of the room 房间. */
            roomId: number;
            /** @description Number on the floor. */
            roomNo: string;
            /** @description Name of the room beside its number; may be empty. */
            roomName: string;
            /** @description Area in ㎡ with two decimals that rent is charged for 计租面积. */
            rentAreaM2: string;
            /** @description State that it is in now. */
            state: components["schemas"]["RoomState"];
            /** @description The lease behind it; 0 for none. */
            leaseId: number;
            /** @description What people call the reason: the lease's number, the document of the usage, why it is blocked. */
            reason: string;
            /** @description Days of the row behind it. */
            span: components["schemas"]["DateSpan"] | null;
            /** @description Who rents it, for those who may see the lease. */
            tenancy: components["schemas"]["Tenancy"] | null;
            /** @description 招租底价, 1/10,000 yuan a unit. */
            basePriceE4: number | null;
            /** @description What the price is for. */
            priceUnit: components["schemas"]["PriceUnit"];
        };
        /** @description A group of rows. */
        GroupRow: {
            /** @description What the filter of the first field takes; null for none. */
            key: unknown;
            /** @description What people read. */
            label: string;
            /** @description Of the second field. */
            key2: unknown;
            /** @description What people read. */
            label2: string;
            /** @description How many rows have it. */
            count: number;
            /** @description Sums by code of their field, as the wire writes its values. */
            sums: {
                [key: string]: unknown;
            };
        };
        /** @description Groups, the largest first. */
        Groups: {
            /** @description Groups with their sums. */
            rows: components["schemas"]["GroupRow"][];
            /** @description How many more there are. */
            more: number;
            /** @description Rows of the filter. */
            total: number;
        };
        /** @description One reason. */
        Guard: {
            /** @description Whether it forbids the operation or only warns. */
            level: components["schemas"]["Level"];
            /** @description Field of the form that it is about, by its name on the wire. */
            field: string;
            /** @description What stands against it, as a sentence for people. */
            message: string;
        };
        /** @description Everything of somebody that is given to somebody else. */
        HandOverInput: {
            /** @description The person whose tasks they are, by number. */
            from?: number;
            /** @description To whom. */
            to?: number;
            /** @description Reason in words, for the record. */
            comment?: string;
        };
        /** @description How many tasks went over, and what stayed. */
        HandedOver: {
            /** @description Tasks that went over. */
            count: number;
            /** @description What stayed, with the reason. */
            stayed: string[];
        };
        /** @description A protocol as a form sends it; exactly one of the two dates says which kind it is. */
        Handover: {
            /** @description Number of the lease 合同 that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description When the rooms were delivered. */
            deliveredDate?: string | null;
            /** @description When they came back; frees the rooms from the next day. */
            returnedDate?: string | null;
            /** @description What was handed over, line by line. */
            items?: components["schemas"]["HandoverItemInput"][];
            /** @description What is broken or missing. */
            defects?: string;
            /** @description What it costs, fen. */
            damageFen?: number;
            /** @description Photos and signed paper. */
            files?: number[];
        };
        /** @description A handover with everything. */
        HandoverDetail: {
            /** @description Number of the handover, by which other records name it. */
            handoverId: number;
            /** @description `YJ-202407-000001` */
            handoverNo: string;
            /** @description Kind of handover 移交类型. */
            kind: components["schemas"]["AssetHandoverKind"];
            /** @description Who gives; 0 when somebody outside does. */
            fromPartyAId: number;
            /** @description Who receives; 0 when somebody outside does. */
            toPartyAId: number;
            /** @description The side that is no unit of the register, of kinds 1 and 2. */
            outside: string;
            /** @description What is handed over. */
            assetIds: number[];
            /** @description First day of the receiver. */
            handoverDate: string;
            /** @description Number of the official document behind it 文号. */
            docNo: string;
            /** @description Who collects what is owed at the handover 欠缴处理. */
            arrearsPolicy: components["schemas"]["ArrearsPolicy"];
            /** @description What becomes of the leases 租约处理. */
            leasePolicy: components["schemas"]["LeasePolicy"];
            /** @description Whose the rent of a period is that lies on both sides 跨期租金. */
            splitPolicy: components["schemas"]["SplitPolicy"];
            /** @description What is handed over beside the assets 移交清单. */
            items: components["schemas"]["PassedItem"][];
            /** @description What is broken or missing. */
            defects: string;
            /** @description Documents, by the numbers of their files. */
            files: number[];
            /** @description Name of who gives. */
            fromName: string;
            /** @description Name of who receives. */
            toName: string;
            /** @description Assets that change their holder. */
            assets: components["schemas"]["PassedAsset"][];
            /** @description Sums over everything that goes along. */
            totals: components["schemas"]["Totals"];
            /** @description Leases that go along. */
            leases: components["schemas"]["PassedLease"][];
            /** @description Arrears by age: 1-30, 31-60, 61-90, 91-180, 181-365 days and more, fen. */
            ageingFen: number[];
            /** @description The books of both units. */
            effects: components["schemas"]["AccountEffect"][];
            /** @description Why it can't be done. */
            stops: string[];
            /** @description What should be known. */
            notes: string[];
            /** @description Send it back with the confirmation. */
            seal: string;
            /** @description State that it is in now. */
            state: components["schemas"]["HandoverState"];
            /** @description The state as people say it, in Chinese. */
            stateText: string;
            /** @description Why it came back, was rejected or objected to. */
            comment: string;
            /** @description Both sides' signatures. */
            signFiles: number[];
            /** @description Real name of who confirmed. */
            confirmedBy: string;
            /** @description When it was confirmed, `yyyy-MM-dd HH:mm:ss`; empty: not yet. */
            confirmedAt: string;
            /** @description Whether the caller may confirm or object. */
            mayConfirm: boolean;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description A handover as a form sends it. */
        HandoverInput: {
            /** @description Which; absent for a new one. */
            handoverId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description Kind of handover 移交类型. */
            kind: components["schemas"]["AssetHandoverKind"];
            /** @description Who gives; 0 when somebody outside does. */
            fromPartyAId?: number;
            /** @description Who receives; 0 when somebody outside does. */
            toPartyAId?: number;
            /** @description The side that is no unit of the register, of kinds 1 and 2. */
            outside?: string;
            /** @description What is handed over. */
            assetIds: number[];
            /** @description First day of the receiver. */
            handoverDate: string;
            /** @description Number of the official document behind it 文号. */
            docNo?: string;
            /** @description Who collects what is owed at the handover 欠缴处理. */
            arrearsPolicy?: components["schemas"]["ArrearsPolicy"];
            /** @description What becomes of the leases 租约处理. */
            leasePolicy?: components["schemas"]["LeasePolicy"];
            /** @description Whose the rent of a period is that lies on both sides 跨期租金. */
            splitPolicy?: components["schemas"]["SplitPolicy"];
            /** @description What is handed over beside the assets 移交清单. */
            items?: components["schemas"]["PassedItemInput"][];
            /** @description What is broken or missing. */
            defects?: string;
            /** @description Documents, by the numbers of their files. */
            files?: number[];
        };
        /** @description A line of the protocol. */
        HandoverItem: {
            /** @description One of 钥匙, 水表, 电表, 燃气, 设施, 档案, 其他. */
            kind: string;
            /** @description Which one, e.g. 入户门钥匙. */
            name: string;
            /** @description How many pieces. */
            quantity: number;
            /** @description Reading of a meter, as it stands there. */
            reading: string;
            /** @description In what condition. */
            condition: string;
        };
        /** @description A line of the protocol. */
        HandoverItemInput: {
            /** @description One of 钥匙, 水表, 电表, 燃气, 设施, 档案, 其他. */
            kind: string;
            /** @description Which one, e.g. 入户门钥匙. */
            name?: string;
            /** @description How many pieces. */
            quantity?: number;
            /** @description Reading of a meter, as it stands there. */
            reading?: string;
            /** @description In what condition. */
            condition?: string;
        };
        /** @enum {integer} */
        HandoverKind: 4 | 5;
        /** @description A protocol on the wire. */
        HandoverOut: {
            /** @description Number of the handover 移交. */
            handoverId: number;
            /** @description Delivery 交房 or return 退房. */
            kind: components["schemas"]["HandoverKind"];
            /** @description What people call it. */
            label: string;
            /** @description Day on which it was done. */
            date: string;
            /** @description What was handed over, line by line. */
            items: components["schemas"]["HandoverItem"][];
            /** @description What is broken or missing. */
            defects: string;
            /** @description What it costs, fen. */
            damageFen: number;
            /** @description Photos and signed paper. */
            files: number[];
            /** @description Real name of the person who made it. */
            madeBy: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            madeAt: string;
        };
        /** @description What a handover does, and how it stands. */
        HandoverPlanOut: {
            /** @description Name of who gives. */
            fromName: string;
            /** @description Name of who receives. */
            toName: string;
            /** @description Assets that change their holder. */
            assets: components["schemas"]["PassedAsset"][];
            /** @description Sums over everything that goes along. */
            totals: components["schemas"]["Totals"];
            /** @description Leases that go along. */
            leases: components["schemas"]["PassedLease"][];
            /** @description Arrears by age: 1-30, 31-60, 61-90, 91-180, 181-365 days and more, fen. */
            ageingFen: number[];
            /** @description The books of both units. */
            effects: components["schemas"]["AccountEffect"][];
            /** @description Why it can't be done. */
            stops: string[];
            /** @description What should be known. */
            notes: string[];
            /** @description Send it back with the confirmation. */
            seal: string;
        };
        /** @enum {integer} */
        HandoverState: 0 | 1 | 2 | 3 | 9;
        /** @description What a node finds. */
        HealthCell: {
            /** @description Code of the node. */
            code: string;
            /** @description What people call it. */
            name: string;
            /** @description Whom it finds. */
            people: string[];
            /** @description How good that is. */
            finding: components["schemas"]["Finding"];
            /** @description What happens otherwise. */
            note: string;
        };
        /** @description What a submission from a department finds. */
        HealthRow: {
            /** @description The department 部门, by number. */
            deptId: number;
            /** @description Name of the department 部门. */
            deptName: string;
            /** @description Persons who may sign in. */
            members: number;
            /** @description Task nodes. */
            nodes: components["schemas"]["HealthCell"][];
            /** @description Who could decide at several nodes of one document that no rule keeps apart: name and nodes. */
            several: string[];
        };
        /** @description Roles of a user with those that may be given. */
        HeldRoles: {
            /** @description The person whose roles these are. */
            user: components["schemas"]["UserOut"];
            /** @description Roles, `flag` true when held. */
            roles: components["schemas"]["RoleOut"][];
        };
        /** @description One changed field, in words. */
        HistoryField: {
            /** @description What people call it. */
            label: string;
            /** @description Before, empty for no value; absent for a new record. */
            before?: string;
            /** @description After, empty for no value; absent for a removed record. */
            after?: string;
        };
        /** @description One change as people see it. */
        HistoryRow: {
            /** @description Number of the change 合同变更. */
            changeId: number;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            at: string;
            /** @description Login name. */
            by: string;
            /** @description Real name of the person who did it. */
            byName: string;
            /** @description What was done. */
            deed: string;
            /** @description What changed, field by field. */
            fields: components["schemas"]["HistoryField"][];
        };
        /** @description Who has it now. */
        Holder: {
            /** @description Name of the step that it waits at. */
            nodeName: string;
            /** @description Of whom, by real names; the first few of many. */
            people: string[];
            /** @description Since when, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            since: string;
            /** @description Nobody can do it: somebody has to be named first. */
            assigns: boolean;
        };
        /** @description What one tenant of a lease has there. */
        HolderOut: {
            /** @description The tenant 乙方, by number. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Fen, more than 0. */
            heldFen: number;
        };
        /** @description The days on which a party A holds the asset. */
        Holding: {
            /** @description The party A 甲方, by number. */
            partyAId: number;
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
        };
        /** @description Every month since the end. */
        HoldoverOut: {
            /** @description By month; empty when nobody stayed. */
            months: components["schemas"]["OverstayOut"][];
            /** @description The last chargeable day of the lease. */
            ended: string;
            /** @description The last day that is owed, when it is known. */
            until: string | null;
            /** @description Why it is known: `退房` or `续租`; empty while the tenant stays. */
            untilReason: string;
            /** @description The last rent: `月租金 25,000.00`. */
            lastRent: string;
            /** @description 占用费比例, parts per million of the last rent. */
            holdoverPpm: number;
            /** @description How cut months are counted. */
            proration: string;
            /** @description Fen up to today. */
            totalFen: number;
            /** @description Fen that the month which is not over will ask for beside it, if the tenant stays (本期预计). */
            foreseenFen: number;
        };
        /** @description What the page sends. */
        IdaasSignIn: {
            /** @description The one-time code that the provider gave. */
            loginCode?: string;
            /** @description The state, where the flow has one. */
            state?: string;
            /** @description From the cookie; what a client writes here is replaced. */
            ssoFlow?: string;
        };
        /** @description A sum or a fact. */
        ImpactLine: {
            /** @description Whether it is so before, after, is given up, falls due, or is what the decision stands on. */
            part: components["schemas"]["ImpactPart"];
            /** @description What people call it. */
            label: string;
            /** @description The sum, fen; none of a fact. */
            amountFen: number | null;
            /** @description The fact in words; empty of a sum. */
            text: string;
        };
        /** @enum {integer} */
        ImpactPart: 0 | 1 | 2 | 3 | 4;
        /** @description A column of a workbook, and where it would go. */
        ImportColumn: {
            /** @description As the spreadsheet calls it. */
            letter: string;
            /** @description Its header, by which a mapping names it. */
            label: string;
            /** @description Code of the field it goes into; empty when it goes into none. */
            field: string;
            /** @description Whether somebody has to say where it goes. */
            isStrange: boolean;
        };
        /** @description A file that was read by the browser. */
        ImportInput: {
            /** @description The file as text. */
            content?: string;
        };
        /** @description What happened, or would happen, to a workbook. */
        ImportReport: {
            /** @description Rows with content. */
            total: number;
            /** @description New records. */
            created: number;
            /** @description Changed records. */
            updated: number;
            /** @description Records that are like that already. */
            unchanged: number;
            /** @description Rows that are no data: totals, money that went out. */
            skipped?: number;
            /** @description Rows that cannot be taken; one is enough to refuse all. */
            failed: number;
            /** @description Row by row; at most 1,000, failed ones first. */
            rows: components["schemas"]["RowReport"][];
            /** @description What a person should know of the file: the sheet that was read, hidden rows, what was left out. */
            remarks?: string[];
            /** @description Ticket of the result workbook: reasons, or one-time passwords. */
            resultFile?: string;
        };
        /** @description A sheet of a workbook that may come in. */
        ImportSheet: {
            /** @description Place of the sheet in the workbook, from 1. */
            no: number;
            /** @description What it is called. */
            name: string;
            /** @description First and last line of its header, from 1. */
            header: [
                number,
                number
            ] | null;
            /** @description Columns, from the left. */
            columns: components["schemas"]["ImportColumn"][];
        };
        /** @description Which income. */
        Income: "rent";
        /** @description GET /getInfo */
        Info: {
            /** @description The person who is signed in. */
            user: components["schemas"]["UserOut"];
            /** @description Role keys; empty when he has none (the client then assigns ROLE_DEFAULT). */
            roles: string[];
            /** @description Permissions held, `*:*:*` for all. */
            permissions: string[];
            /** @description Related applications. */
            modules: components["schemas"]["ModuleOut"][];
            /** @description How he has set up his portal; absent when he never did. */
            layoutSetting: components["schemas"]["LayoutSetting"] | null;
            /** @description Character class of passwords, `sys.account.chrtype`. */
            pwdChrtype: string;
            /** @description The initial password, or one that is too old, must be changed first. */
            isDefaultModifyPwd: boolean;
            /** @description The password is older than the settings allow. */
            isPasswordExpired: boolean;
            /** @description His sign-in before this one; absent at his first. */
            lastSignIn?: components["schemas"]["LastSignInOut"];
            /** @description The moment until which setting up a second factor may be put off, `yyyy-MM-dd HH:mm:ss`; absent when nothing is asked. */
            factorDue?: string;
            /** @description The server's clock, `yyyy-MM-dd HH:mm:ss`: which day it is, is said by the books and not by each browser. */
            serverTime: string;
        };
        /** @description A process of a document. */
        InstanceBrief: {
            /** @description The process 审批 that it is about, by number. */
            instanceId: number;
            /** @description Number of the process as people see it, `SP-202401-000001`. */
            instanceNo: string;
            /** @description What people call its kind. */
            label: string;
            /** @description State that it is in now. */
            state: components["schemas"]["InstanceState"];
            /** @description How it ended. */
            endReason: components["schemas"]["EndReason"] | null;
            /** @description When it was submitted. */
            startedAt: string;
        };
        /** @description An operation on a process. */
        InstanceInput: {
            /** @description Number of the record that is meant. */
            id?: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Reason in words, for the record. */
            comment?: string;
            /** @description Copies: for whom. */
            people?: number[];
        };
        /** @description A process. */
        InstanceOut: {
            /** @description The process 审批 that it is about, by number. */
            instanceId: number;
            /** @description Number of the process as people see it, `SP-202401-000001`. */
            instanceNo: string;
            /** @description Key of the process: the kind of document that it decides about. */
            key: string;
            /** @description What people call that. */
            label: string;
            /** @description Kind of the document. */
            bizType: string;
            /** @description Number of the document that is decided about. */
            bizId: number;
            /** @description Where its page is; none for who may not open it. */
            bizPath: string | null;
            /** @description The record on whose page it stands, where that is another; 0 for itself, or for who may not open it. */
            bizParent: number;
            /** @description What it is about. */
            title: string;
            /** @description Labels and texts. */
            lines: [
                string,
                string
            ][];
            /** @description What it is worth. */
            amountFen: number | null;
            /** @description State that it is in now. */
            state: components["schemas"]["InstanceState"];
            /** @description How it ended. */
            endReason: components["schemas"]["EndReason"] | null;
            /** @description Send it back with a decision. */
            version: number;
            /** @description Version of the process. */
            definitionVersion: number;
            /** @description Who submitted it. */
            initiatorName: string;
            /** @description His department then. */
            deptName: string;
            /** @description When it began, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            startedAt: string;
            /** @description When it ended. */
            endedAt: string | null;
            /** @description Whether the caller may withdraw it now. */
            mayWithdraw: boolean;
            /** @description Whether he may submit it again now. */
            mayResubmit: boolean;
            /** @description Whether he may urge those who are asked. */
            mayUrge: boolean;
            /** @description Whether he may give its tasks to somebody. */
            mayAssign: boolean;
            /** @description The task of the caller. */
            task: components["schemas"]["OwnTask"] | null;
            /** @description A decision of his that he may still take back. */
            takeBack: number | null;
            /** @description What else he may do with it now, and who has it. */
            offers: components["schemas"]["Offers"];
            /** @description What a yes would do to the money; none where nothing is decided any more, or the kind of document says nothing. */
            impact: components["schemas"]["ApprovalImpact"] | null;
            /** @description The page that shows the document. */
            formRef: string;
            /** @description 1 new, 2 change, 3 read. */
            dialogType: number;
            /** @description What he may see and change, by path. */
            rights: {
                [key: string]: number;
            };
            /** @description Paths and titles of the fields. */
            fields: components["schemas"]["FormField"][];
            /** @description The document, without what is hidden. */
            data: unknown;
            /** @description Rows of the tables of which only the first are in the data, by path. */
            totals: {
                [key: string]: number;
            };
            /** @description Why a yes would be refused now. */
            stops: string[];
            /** @description What a yes would set otherwise than the document says. */
            adjusts: string[];
            /** @description Why the last yes was refused. */
            blocked: string | null;
            /** @description What happened. */
            history: components["schemas"]["EventOut"][];
        };
        /** @enum {integer} */
        InstanceState: 1 | 2 | 3;
        /** @description A job as a form sends it. */
        JobInput: {
            /** @description Which; absent for a new one. */
            jobId?: number | null;
            /** @description What the job is called. */
            jobName?: string;
            /** @description Group that the job is listed under, a value of the dictionary sys_job_group. */
            jobGroup?: string | null;
            /** @description Key of the registry. */
            invokeTarget?: string;
            /** @description When it runs, Quartz style with six or seven fields. */
            cronExpression?: string;
            /** @description "1" every missed run, "2" one run, "3" none. */
            misfirePolicy?: string | null;
            /** @description Remark in free text; empty: none. */
            remark?: string | null;
        };
        /** @description A run as clients see it. */
        JobLogOut: {
            /** @description `yyyy-MM-dd HH:mm:ss` of the begin. */
            createTime: string;
            /** @description Number of the run of a job. */
            jobLogId: number;
            /** @description The job 定时任务 that it is about, by number. */
            jobId: number;
            /** @description Name of the job. */
            jobName: string;
            /** @description Group that the job is listed under, a value of the dictionary sys_job_group. */
            jobGroup: string;
            /** @description What ran. */
            invokeTarget: string;
            /** @description 定时, 手动 (who), 补跑. */
            cause: string;
            /** @description What came of it. */
            jobMessage: string;
            /** @description "0" done or under way, "1" failed or cut off. */
            status: string;
            /** @description 执行中, 成功, 失败, 中断. */
            state: string;
            /** @description Why it failed. */
            exceptionInfo: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            startTime: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            endTime: string | null;
        };
        /** @description A job as clients see it. */
        JobOut: {
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Number of the job 定时任务. */
            jobId: number;
            /** @description What the job is called. */
            jobName: string;
            /** @description Group that the job is listed under, a value of the dictionary sys_job_group. */
            jobGroup: string;
            /** @description Key of the registry. */
            invokeTarget: string;
            /** @description Its Chinese name. */
            targetTitle: string;
            /** @description When it runs, Quartz style with six or seven fields. */
            cronExpression: string;
            /** @description "1" every missed run, "2" one run, "3" none. */
            misfirePolicy: string;
            /** @description Always "1": a job never runs twice at once. */
            concurrent: string;
            /** @description "0" active, "1" paused. */
            status: string;
            /** @description `yyyy-MM-dd HH:mm:ss`, empty when it never fires again. */
            nextValidTime: string | null;
            /** @description Whether it runs at this moment. */
            running: boolean;
        };
        /** @description Pausing or resuming. */
        JobStatus: {
            /** @description The job 定时任务 that it is about, by number. */
            jobId?: number;
            /** @description "0" active, "1" paused. */
            status?: string;
        };
        /** @description A room before or after a split or merger. */
        KinRoom: {
            /** @description Number of the room 房间. */
            roomId: number;
            /** @description Room number as on the door 房号. */
            roomCode: string;
            /** @description Days on which it exists. */
            valid: components["schemas"]["DateSpan"];
        };
        /** @description What money is for. */
        Kind: "rent" | "unclaimed" | "other" | "deposit" | "treasury" | "expense" | "depositRefund" | "refund";
        /** @description How many of a kind there are. */
        KindCount: {
            /** @description Which kind is counted, one of the values of its type. */
            kind: string;
            /** @description What people call it. */
            label: string;
            /** @description How many there are. */
            count: number;
        };
        /** @description What a kind of field may be asked and drawn with. */
        KindRules: {
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["FieldKind"];
            /** @description How lists may narrow by it; none when they can't. */
            ways: components["schemas"]["QueryWay"][];
            /** @description What a form may ask it with. */
            widgets: components["schemas"]["Widget"][];
            /** @description Whether it takes a dictionary. */
            hasDictionary: boolean;
            /** @description Whether it may name a row. */
            mayBeTitle: boolean;
            /** @description Whether it may tell rows apart. */
            mayBeUnique: boolean;
            /** @description Whether lists sort by it. */
            isSortable: boolean;
            /** @description Whether arithmetic takes it. */
            isCounted: boolean;
        };
        /** @description Net receivable of a kind. */
        KindSum: {
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Sum in whole fen. */
            fen: number;
        };
        /** @description The sign-in before, and what was tried since: whoever it was not notices. */
        LastSignInOut: {
            /** @description `yyyy-MM-dd HH:mm:ss` */
            time: string;
            /** @description From which address. */
            ip: string;
            /** @description Wrong passwords between then and now. */
            failures: number;
            /** @description Address of the last of them; empty when there were none. */
            failedIp: string;
            /** @description Who reset the second factor since; absent when nobody did. */
            factorReset?: components["schemas"]["FactorResetOut"];
        };
        /** @description The fee of a bill with its computation. */
        LateFeeOut: {
            /** @description The bill that is or was overdue. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description Number of the lease. */
            leaseNo: string;
            /** @description Name of the tenant. */
            tenantName: string;
            /** @description Name of the party A. */
            partyAName: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description What it asked for, fen. */
            principalFen: number;
            /** @description Still open, fen: then the fee grows every day. */
            outstandingFen: number;
            /** @description Parts per million a day. */
            ratePpm: number;
            /** @description Days without a fee. */
            graceDays: number;
            /** @description Most of the principal, parts per million. */
            capPpm: number | null;
            /** @description In the books already, fen; then money was taken back since. */
            billedFen: number;
            /** @description To be billed, fen: the fee less what is in the books. */
            dueFen: number;
            /** @description Parts of the fee, each with the amount that was open then. */
            segments: components["schemas"]["Segment"][];
            /** @description Before the cap, rounded. */
            rawFen: number;
            /** @description Whether the cap was reached. */
            capped: boolean;
            /** @description Late fee 滞纳金 up to now, in whole fen. */
            feeFen: number;
        };
        /** @description The settings, with the names of the browser's key `layout-setting` (specification 3). */
        LayoutSetting: {
            /** @description Colour, `#1890ff`. */
            theme: string | null;
            /** @description `theme-dark` or `theme-light`. */
            sideTheme: string | null;
            /** @description `light` or `dark`: the whole page. */
            appearance: string | null;
            /** @description Menus at the top. */
            topNav: boolean | null;
            /** @description Bar of visited pages. */
            tagsView: boolean | null;
            /** @description The header stays while the page scrolls. */
            fixedHeader: boolean | null;
            /** @description Logo above the menu. */
            sidebarLogo: boolean | null;
            /** @description 应收 */
            yingShouBlock: boolean | null;
            /** @description 实收 */
            shiShouBlock: boolean | null;
            /** @description 板块资产面积（饼图） */
            plateAssetAreaPieBlock: boolean | null;
            /** @description 板块资产面积（柱图） */
            plateAssetAreaBlock: boolean | null;
            /** @description 待办 */
            daiBanBlock: boolean | null;
            /** @description 通知公告 */
            noticeBlock: boolean | null;
            /** @description 曝光台（平台） */
            baoGuangTaiBlock: boolean | null;
            /** @description 当年现金流统计 */
            xianJinLiuBlock: boolean | null;
            /** @description 欠缴金额统计 */
            qianJiaoBlock: boolean | null;
            /** @description 租金收缴率统计 */
            shouJiaoLvBlock: boolean | null;
            /** @description Order of the blocks by their flags; absent = the specification's (decisions/0005). */
            blockOrder: string[] | null;
            /** @description Whether 我的工作 is folded; absent = as it is usual for the person's roles. */
            todayFolded: boolean | null;
            /** @description Cards of 我的工作 that are not shown, by their names. */
            todayHidden: string[] | null;
            /** @description Order of the cards of 我的工作 by their names; absent = what has something to do first. */
            todayOrder: string[] | null;
            /** @description Phrases that the person puts into opinions, the newest last. */
            phrases: string[] | null;
        };
        /** @description The settings, with the names of the browser's key `layout-setting` (specification 3). */
        LayoutSettingInput: {
            /** @description Colour, `#1890ff`. */
            theme?: string | null;
            /** @description `theme-dark` or `theme-light`. */
            sideTheme?: string | null;
            /** @description `light` or `dark`: the whole page. */
            appearance?: string | null;
            /** @description Menus at the top. */
            topNav?: boolean | null;
            /** @description Bar of visited pages. */
            tagsView?: boolean | null;
            /** @description The header stays while the page scrolls. */
            fixedHeader?: boolean | null;
            /** @description Logo above the menu. */
            sidebarLogo?: boolean | null;
            /** @description 应收 */
            yingShouBlock?: boolean | null;
            /** @description 实收 */
            shiShouBlock?: boolean | null;
            /** @description 板块资产面积（饼图） */
            plateAssetAreaPieBlock?: boolean | null;
            /** @description 板块资产面积（柱图） */
            plateAssetAreaBlock?: boolean | null;
            /** @description 待办 */
            daiBanBlock?: boolean | null;
            /** @description 通知公告 */
            noticeBlock?: boolean | null;
            /** @description 曝光台（平台） */
            baoGuangTaiBlock?: boolean | null;
            /** @description 当年现金流统计 */
            xianJinLiuBlock?: boolean | null;
            /** @description 欠缴金额统计 */
            qianJiaoBlock?: boolean | null;
            /** @description 租金收缴率统计 */
            shouJiaoLvBlock?: boolean | null;
            /** @description Order of the blocks by their flags; absent = the specification's (decisions/0005). */
            blockOrder?: string[] | null;
            /** @description Whether 我的工作 is folded; absent = as it is usual for the person's roles. */
            todayFolded?: boolean | null;
            /** @description Cards of 我的工作 that are not shown, by their names. */
            todayHidden?: string[] | null;
            /** @description Order of the cards of 我的工作 by their names; absent = what has something to do first. */
            todayOrder?: string[] | null;
            /** @description Phrases that the person puts into opinions, the newest last. */
            phrases?: string[] | null;
        };
        /** @description A lease of a tenant with what he owes of it. */
        LeaseAccount: {
            /** @description Number of the lease 合同. */
            leaseId: number;
            /** @description Number that people use. */
            leaseNo: string;
            /** @description State that it is in today. */
            state: components["schemas"]["LeaseState"];
            /** @description First day and last day it runs. */
            term: components["schemas"]["DateSpan"];
            /** @description Codes of its rooms 房号, with 、 between. */
            rooms: string;
            /** @description Name of the party A 甲方 that lets. */
            partyAName: string;
            /** @description Issued and not paid, due or not, fen. */
            openFen: number;
            /** @description Of it what was due before today, fen. */
            overdueFen: number;
            /** @description Days since the oldest of that was due; 0 when nothing is. */
            overdueDays: number;
            /** @description Held of this tenant as a deposit, fen. */
            heldFen: number;
        };
        /** @description A lease of the tenant at the party A. */
        LeaseChoice: {
            /** @description The lease 合同 that it is about, by number. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
        };
        /** @description What a contract says, as a form sends it and a version keeps it (domain.md 2.6). */
        LeaseFacts: {
            /** @description Kind of lease 合同类型. */
            kind: components["schemas"]["LeaseKind"];
            /** @description The lease that this one renews; 0 for none. */
            prevLeaseId: number;
            /** @description Title of the lease; empty: its number is used. */
            title: string;
            /** @description Number of the paper contract, unique per party A. */
            paperNo: string;
            /** @description The party A 甲方 that lets, by number. */
            partyAId: number;
            /** @description The tenant 乙方 who rents, by number. */
            tenantId: number;
            /** @description Further tenants 共同承租人, by numbers. */
            coTenants: number[];
            /** @description The rooms, all of one party A. */
            rooms: components["schemas"]["LeaseRoom"][];
            /** @description What the rooms are rented for. */
            purpose: string;
            /** @description How the tenant was found 招租方式. */
            lettingMode: components["schemas"]["LettingMode"];
            /** @description Why without public bidding. */
            lettingReason: string;
            /** @description Number of the letting document. */
            lettingDocNo: string;
            /** @description Number of the approval document. */
            approvalDocNo: string;
            /** @description Number of the valuation behind the rent 评估文号. */
            valuationNo: string;
            /** @description First day of the lease 起租日. */
            startDate: string;
            /** @description Last day of the lease 到期日. */
            endDate: string;
            /** @description What the rent is counted by 计租方式: area, or a fixed sum. */
            rentBasis: components["schemas"]["RentBasis"];
            /** @description Fen a month or a year (bases 1, 4). */
            rentFen: number;
            /** @description 支付周期: 0, 1, 2, 3, 4, 6, 12 months. */
            billingCycle: number;
            /** @description How periods are laid 账期方式: calendar months, or from the first day. */
            periodMode: components["schemas"]["PeriodMode"];
            /** @description How a part of a month is charged 不足月计租. */
            proration: components["schemas"]["Proration"];
            /** @description When a period has to be paid 缴费约定. */
            dueRule: components["schemas"]["DueRule"];
            /** @description Overrides the rule for the first bill that is not zero. */
            firstDueDate: string | null;
            /** @description Days between issue and due date. */
            issueLeadDays: number;
            /** @description Days free of rent 免租期. */
            rentFree: components["schemas"]["RentFree"][];
            /** @description How the rent rises 递增; absent: it does not. */
            escalation: components["schemas"]["Escalation"] | null;
            /** @description 押金, fen. */
            depositFen: number;
            /** @description Months of rent the deposit follows on escalation; 0 for a fixed one. */
            depositMonths: number;
            /** @description Late fee, parts per million a day. */
            lateFeePpm: number;
            /** @description Days after the due day without a late fee 宽限期. */
            graceDays: number;
            /** @description Most late fee, parts per million of the principal. */
            capPpm: number;
            /** @description Charges beside the rent 其他费用. */
            extraCharges: components["schemas"]["ExtraCharge"][];
            /** @description 占用费, parts per million of the last rent. */
            holdoverPpm: number;
            /** @description Whether the tenant comes first at renewal 优先承租权. */
            renewPriority: boolean;
            /** @description Days before the end by which a renewal is to be asked for. */
            renewNoticeDays: number;
            /** @description Whether the tenant may let to others 允许转租. */
            subletAllowed: boolean;
            /** @description A blocked tenant was accepted, and why. */
            creditOverride: string;
        };
        /** @description What a contract says, as a form sends it and a version keeps it (domain.md 2.6). */
        LeaseFactsInput: {
            /** @description Kind of lease 合同类型. */
            kind?: components["schemas"]["LeaseKind"];
            /** @description The lease that this one renews; 0 for none. */
            prevLeaseId?: number;
            /** @description Title of the lease; empty: its number is used. */
            title?: string;
            /** @description Number of the paper contract, unique per party A. */
            paperNo?: string;
            /** @description The party A 甲方 that lets, by number. */
            partyAId: number;
            /** @description The tenant 乙方 who rents, by number. */
            tenantId: number;
            /** @description Further tenants 共同承租人, by numbers. */
            coTenants?: number[];
            /** @description The rooms, all of one party A. */
            rooms: components["schemas"]["LeaseRoomInput"][];
            /** @description What the rooms are rented for. */
            purpose?: string;
            /** @description How the tenant was found 招租方式. */
            lettingMode?: components["schemas"]["LettingMode"];
            /** @description Why without public bidding. */
            lettingReason?: string;
            /** @description Number of the letting document. */
            lettingDocNo?: string;
            /** @description Number of the approval document. */
            approvalDocNo?: string;
            /** @description Number of the valuation behind the rent 评估文号. */
            valuationNo?: string;
            /** @description First day of the lease 起租日. */
            startDate: string;
            /** @description Last day of the lease 到期日. */
            endDate: string;
            /** @description What the rent is counted by 计租方式: area, or a fixed sum. */
            rentBasis: components["schemas"]["RentBasis"];
            /** @description Fen a month or a year (bases 1, 4). */
            rentFen?: number;
            /** @description 支付周期: 0, 1, 2, 3, 4, 6, 12 months. */
            billingCycle: number;
            /** @description How periods are laid 账期方式: calendar months, or from the first day. */
            periodMode?: components["schemas"]["PeriodMode"];
            /** @description How a part of a month is charged 不足月计租. */
            proration?: components["schemas"]["Proration"];
            /** @description When a period has to be paid 缴费约定. */
            dueRule: components["schemas"]["DueRule"];
            /** @description Overrides the rule for the first bill that is not zero. */
            firstDueDate?: string | null;
            /** @description Days between issue and due date. */
            issueLeadDays?: number;
            /** @description Days free of rent 免租期. */
            rentFree?: components["schemas"]["RentFreeInput"][];
            /** @description How the rent rises 递增; absent: it does not. */
            escalation?: components["schemas"]["EscalationInput"] | null;
            /** @description 押金, fen. */
            depositFen?: number;
            /** @description Months of rent the deposit follows on escalation; 0 for a fixed one. */
            depositMonths?: number;
            /** @description Late fee, parts per million a day. */
            lateFeePpm?: number;
            /** @description Days after the due day without a late fee 宽限期. */
            graceDays?: number;
            /** @description Most late fee, parts per million of the principal. */
            capPpm?: number;
            /** @description Charges beside the rent 其他费用. */
            extraCharges?: components["schemas"]["ExtraChargeInput"][];
            /** @description 占用费, parts per million of the last rent. */
            holdoverPpm?: number;
            /** @description Whether the tenant comes first at renewal 优先承租权. */
            renewPriority?: boolean;
            /** @description Days before the end by which a renewal is to be asked for. */
            renewNoticeDays?: number;
            /** @description Whether the tenant may let to others 允许转租. */
            subletAllowed?: boolean;
            /** @description A blocked tenant was accepted, and why. */
            creditOverride?: string;
        };
        /** @description A lease as the wizard sends it. */
        LeaseInput: {
            /** @description Which; absent for a new one. */
            leaseId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Scans and documents, by the numbers of their files. */
            files?: number[];
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description Kind of lease 合同类型. */
            kind?: components["schemas"]["LeaseKind"];
            /** @description The lease that this one renews; 0 for none. */
            prevLeaseId?: number;
            /** @description Title of the lease; empty: its number is used. */
            title?: string;
            /** @description Number of the paper contract, unique per party A. */
            paperNo?: string;
            /** @description The party A 甲方 that lets, by number. */
            partyAId: number;
            /** @description The tenant 乙方 who rents, by number. */
            tenantId: number;
            /** @description Further tenants 共同承租人, by numbers. */
            coTenants?: number[];
            /** @description The rooms, all of one party A. */
            rooms: components["schemas"]["LeaseRoomInput"][];
            /** @description What the rooms are rented for. */
            purpose?: string;
            /** @description How the tenant was found 招租方式. */
            lettingMode?: components["schemas"]["LettingMode"];
            /** @description Why without public bidding. */
            lettingReason?: string;
            /** @description Number of the letting document. */
            lettingDocNo?: string;
            /** @description Number of the approval document. */
            approvalDocNo?: string;
            /** @description Number of the valuation behind the rent 评估文号. */
            valuationNo?: string;
            /** @description First day of the lease 起租日. */
            startDate: string;
            /** @description Last day of the lease 到期日. */
            endDate: string;
            /** @description What the rent is counted by 计租方式: area, or a fixed sum. */
            rentBasis: components["schemas"]["RentBasis"];
            /** @description Fen a month or a year (bases 1, 4). */
            rentFen?: number;
            /** @description 支付周期: 0, 1, 2, 3, 4, 6, 12 months. */
            billingCycle: number;
            /** @description How periods are laid 账期方式: calendar months, or from the first day. */
            periodMode?: components["schemas"]["PeriodMode"];
            /** @description How a part of a month is charged 不足月计租. */
            proration?: components["schemas"]["Proration"];
            /** @description When a period has to be paid 缴费约定. */
            dueRule: components["schemas"]["DueRule"];
            /** @description Overrides the rule for the first bill that is not zero. */
            firstDueDate?: string | null;
            /** @description Days between issue and due date. */
            issueLeadDays?: number;
            /** @description Days free of rent 免租期. */
            rentFree?: components["schemas"]["RentFreeInput"][];
            /** @description How the rent rises 递增; absent: it does not. */
            escalation?: components["schemas"]["EscalationInput"] | null;
            /** @description 押金, fen. */
            depositFen?: number;
            /** @description Months of rent the deposit follows on escalation; 0 for a fixed one. */
            depositMonths?: number;
            /** @description Late fee, parts per million a day. */
            lateFeePpm?: number;
            /** @description Days after the due day without a late fee 宽限期. */
            graceDays?: number;
            /** @description Most late fee, parts per million of the principal. */
            capPpm?: number;
            /** @description Charges beside the rent 其他费用. */
            extraCharges?: components["schemas"]["ExtraChargeInput"][];
            /** @description 占用费, parts per million of the last rent. */
            holdoverPpm?: number;
            /** @description Whether the tenant comes first at renewal 优先承租权. */
            renewPriority?: boolean;
            /** @description Days before the end by which a renewal is to be asked for. */
            renewNoticeDays?: number;
            /** @description Whether the tenant may let to others 允许转租. */
            subletAllowed?: boolean;
            /** @description A blocked tenant was accepted, and why. */
            creditOverride?: string;
        };
        /** @enum {integer} */
        LeaseKind: 1 | 2 | 3;
        /** @description A lease to choose. */
        LeaseOption: {
            /** @description Number of the lease 合同. */
            leaseId: number;
            /** @description Number that people use. */
            leaseNo: string;
            /** @description Number on the paper; may be empty. */
            paperNo: string;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description First day of the lease 起租日. */
            startDate: string;
            /** @description Last day of the lease 到期日. */
            endDate: string;
            /** @description State that it is in today. */
            state: components["schemas"]["LeaseState"];
        };
        /** @description A lease on the wire. */
        LeaseOut: {
            /** @description Number of the lease 合同. */
            leaseId: number;
            /** @description `HT-202401-000001` */
            leaseNo: string;
            /** @description Kind of lease 合同类型. */
            kind: components["schemas"]["LeaseKind"];
            /** @description The lease that this one renews; 0 for none. */
            prevLeaseId: number;
            /** @description Title of the lease; empty: its number is used. */
            title: string;
            /** @description Number of the paper contract, unique per party A. */
            paperNo: string;
            /** @description The party A 甲方 that lets, by number. */
            partyAId: number;
            /** @description The tenant 乙方 who rents, by number. */
            tenantId: number;
            /** @description Further tenants 共同承租人, by numbers. */
            coTenants: number[];
            /** @description The rooms, all of one party A. */
            rooms: components["schemas"]["LeaseRoom"][];
            /** @description What the rooms are rented for. */
            purpose: string;
            /** @description How the tenant was found 招租方式. */
            lettingMode: components["schemas"]["LettingMode"];
            /** @description Why without public bidding. */
            lettingReason: string;
            /** @description Number of the letting document. */
            lettingDocNo: string;
            /** @description Number of the approval document. */
            approvalDocNo: string;
            /** @description Number of the valuation behind the rent 评估文号. */
            valuationNo: string;
            /** @description First day of the lease 起租日. */
            startDate: string;
            /** @description Last day of the lease 到期日. */
            endDate: string;
            /** @description What the rent is counted by 计租方式: area, or a fixed sum. */
            rentBasis: components["schemas"]["RentBasis"];
            /** @description Fen a month or a year (bases 1, 4). */
            rentFen: number;
            /** @description 支付周期: 0, 1, 2, 3, 4, 6, 12 months. */
            billingCycle: number;
            /** @description How periods are laid 账期方式: calendar months, or from the first day. */
            periodMode: components["schemas"]["PeriodMode"];
            /** @description How a part of a month is charged 不足月计租. */
            proration: components["schemas"]["Proration"];
            /** @description When a period has to be paid 缴费约定. */
            dueRule: components["schemas"]["DueRule"];
            /** @description Overrides the rule for the first bill that is not zero. */
            firstDueDate: string | null;
            /** @description Days between issue and due date. */
            issueLeadDays: number;
            /** @description Days free of rent 免租期. */
            rentFree: components["schemas"]["RentFree"][];
            /** @description How the rent rises 递增; absent: it does not. */
            escalation: components["schemas"]["Escalation"] | null;
            /** @description 押金, fen. */
            depositFen: number;
            /** @description Months of rent the deposit follows on escalation; 0 for a fixed one. */
            depositMonths: number;
            /** @description Late fee, parts per million a day. */
            lateFeePpm: number;
            /** @description Days after the due day without a late fee 宽限期. */
            graceDays: number;
            /** @description Most late fee, parts per million of the principal. */
            capPpm: number;
            /** @description Charges beside the rent 其他费用. */
            extraCharges: components["schemas"]["ExtraCharge"][];
            /** @description 占用费, parts per million of the last rent. */
            holdoverPpm: number;
            /** @description Whether the tenant comes first at renewal 优先承租权. */
            renewPriority: boolean;
            /** @description Days before the end by which a renewal is to be asked for. */
            renewNoticeDays: number;
            /** @description Whether the tenant may let to others 允许转租. */
            subletAllowed: boolean;
            /** @description A blocked tenant was accepted, and why. */
            creditOverride: string;
            /** @description State that it is in today. */
            state: components["schemas"]["LeaseState"];
            /** @description The version that counts; 0 before approval. */
            versionNo: number;
            /** @description Name of the party A. */
            partyAName: string;
            /** @description Name of the tenant. */
            tenantName: string;
            /** @description Rooms with names. */
            roomList: components["schemas"]["LeaseRoomOut"][];
            /** @description 计租面积 of all rooms. */
            rentAreaM2: string;
            /** @description Rent of a month today, or of the first month. */
            monthRentFen: number;
            /** @description Day on which it was signed 签订日期; absent: not yet. */
            signDate: string | null;
            /** @description Last day on which it charges 实际终止日, an early end included. */
            effectiveEnd: string;
            /** @description Day on which the rooms were delivered 交房; absent: not yet. */
            deliveredDate: string | null;
            /** @description Day on which the rooms came back 退房; absent: not yet. */
            returnedDate: string | null;
            /** @description The lease that this one renews, for those who may see it. */
            renews: components["schemas"]["LinkedLease"] | null;
            /** @description Leases that renew this one. */
            renewals: components["schemas"]["LinkedLease"][];
            /** @description Whether the caller wrote or submitted it and therefore does not decide. */
            ownSubmission: boolean;
            /** @description A change that altered days before it too, as books of earlier versions have them; told of a single lease only. */
            undividedFrom: string | null;
            /** @description How it came here. */
            steps: components["schemas"]["StepOut"][];
            /** @description Scans and documents, by the numbers of their files. */
            files: number[];
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @enum {integer} */
        LeasePolicy: 1 | 2;
        /** @description A room of a lease. */
        LeaseRoom: {
            /** @description The room 房间 that it is about, by number. */
            roomId: number;
            /** @description 计租面积 by the contract. */
            rentAreaM2: string;
            /** @description 1/10,000 yuan per square metre and month or day (bases 2, 3). */
            priceE4: number;
        };
        /** @description A room of a lease. */
        LeaseRoomInput: {
            /** @description The room 房间 that it is about, by number. */
            roomId: number;
            /** @description 计租面积 by the contract. */
            rentAreaM2: string;
            /** @description 1/10,000 yuan per square metre and month or day (bases 2, 3). */
            priceE4?: number;
        };
        /** @description A room of a lease with its names. */
        LeaseRoomOut: {
            /** @description Number of the room 房间. */
            roomId: number;
            /** @description Room number as on the door 房号. */
            roomCode: string;
            /** @description The asset 资产 that it is part of, by number. */
            assetId: number;
            /** @description Name of its asset. */
            assetName: string;
            /** @description The building 楼栋 that it is part of, by number. */
            buildingId: number;
            /** @description Building and room as people say them, «1号楼 301»; the code is for records. */
            roomLabel: string;
            /** @description 计租面积 by the contract. */
            rentAreaM2: string;
            /** @description Price of a unit of area and time, in 1/10,000 yuan. */
            priceE4: number;
        };
        /** @enum {integer} */
        LeaseState: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 9;
        /** @enum {integer} */
        LeaseWatch: 1 | 2 | 3;
        /** @description A lease that refused, for the person who asked. */
        Left: {
            /** @description Number of the lease. */
            leaseNo: string;
            /** @description Why not, as a sentence for people. */
            sentence: string;
        };
        /** @description A line that was left out, for people. */
        LeftOutLine: {
            /** @description Number of the line that was left out. */
            leftOutId: number;
            /** @description Day on which the money arrived by the bank 到账日. */
            valueDate: string | null;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description The payer's name on the statement. */
            payerName: string;
            /** @description The bank's reference of the movement 银行流水号; empty: none. */
            bankRef: string;
            /** @description Reason in words, for the record. */
            reason: string;
            /** @description Login name of who decided it. */
            by: string;
            /** @description When, epoch milliseconds. */
            at: components["schemas"]["Stamp"];
        };
        /** @description The number of a letter. */
        LetterNo: {
            /** @description The tenant 乙方 whom the letter goes to, by number. */
            tenantId: number;
            /** @description The party A 甲方 in whose name it is written, by number. */
            partyAId: number;
            /** @description `CJ-202401-000001` */
            dunningNo: string;
        };
        /** @enum {integer} */
        LettingMode: 1 | 2 | 3 | 9;
        /** @description Whether it forbids. */
        Level: "stop" | "warn";
        /** @description A line of money that came in. */
        LineOut: {
            /** @description Row number as the spreadsheet program shows it. */
            row: number;
            /** @description `11-20 18:22` */
            when: string;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description The payer's name on the statement. */
            payerName: string;
            /** @description What he wrote. */
            memo: string;
            /** @description What it came to. */
            state: components["schemas"]["LineState"];
            /** @description Whose it is; 0 for nobody's. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Why his, or what it pays: `户名`, `冲 ZD-202411-000001 1,191.00`. */
            told: string[];
            /** @description Whose it may be, the likeliest first. */
            choices: components["schemas"]["Proposal"][];
            /** @description Number of the receipt that it is, or that looks like it. */
            receiptNo: string;
            /** @description Whether it may be said to be that receipt. */
            canLink: boolean;
            /** @description What is asked about it, why it can't be taken, or why it was left out. */
            reason: string;
        };
        /** @description What a line came to. */
        LineState: "suspect" | "failed" | "unclaimed" | "posted" | "linked" | "known" | "leftOut";
        /** @description A row to choose. */
        LinkOption: {
            /** @description Number that other records name it by. */
            id: number;
            /** @description What people call it. */
            label: string;
        };
        /** @description A bill behind an entry. */
        LinkedBill: {
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description Fen it asked for. */
            netFen: number;
            /** @description Fen still open. */
            openFen: number;
        };
        /** @description A lease before or after another one. */
        LinkedLease: {
            /** @description Number of the lease 合同. */
            leaseId: number;
            /** @description `HT-202401-000001` */
            leaseNo: string;
            /** @description State that it is in today. */
            state: components["schemas"]["LeaseState"];
        };
        /** @description Filters of the list. */
        ListAssets: {
            /** @description Part of code, name or address. */
            keyWord?: string | null;
            /** @description Only of these plates 板块, by numbers; absent: all. */
            plateId?: number[];
            /** @description Held by this party A today. */
            partyAId?: number[];
            /** @description Only assets of these kinds; absent: all. */
            assetKind?: string[];
            /** @description Only assets whose title stands so 权属状况; absent: all. */
            titleState?: components["schemas"]["TitleState"][];
            /** @description Only in these states; absent: all. */
            state?: components["schemas"]["AssetState"][];
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListBills: {
            /** @description Part of the number, the tenant's name or the rooms. */
            keyWord?: string | null;
            /** @description Only of these leases 合同, by numbers; absent: all. */
            leaseId?: number[];
            /** @description Only of these tenants 乙方, by numbers; absent: all. */
            tenantId?: number[];
            /** @description Only of these parties A 甲方, by numbers; absent: all. */
            partyAId?: number[];
            /** @description Only of these plates 板块, by numbers; absent: all. */
            plateId?: number[];
            /** @description Only those for these purposes; absent: all. */
            kind?: components["schemas"]["BillKind"][];
            /** @description Only those paid so far 缴费状态; absent: all. */
            payState?: components["schemas"]["PayState"][];
            /** @description In the books or void. */
            state?: components["schemas"]["BillState"][];
            /** @description Where it comes from. */
            source?: components["schemas"]["BillSource"][];
            /** @description Only overdue ones. */
            overdue?: boolean;
            /** @description Due from this day on. */
            dueFrom?: string | null;
            /** @description Due on this day at the latest; absent: without end. */
            dueTo?: string | null;
            /** @description Only what somebody has to see to 关注. */
            watch?: components["schemas"]["BillWatch"] | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListCerts: {
            /** @description Only of these assets 资产, by numbers; absent: all. */
            assetId?: number[];
            /** @description Part of the number. */
            certNo?: string | null;
            /** @description Only of these kinds; absent: all. */
            kind?: components["schemas"]["CertKind"][];
            /** @description Ending by this day. */
            endsBy?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description A total of the list beside what the sums say for the same question. */
        ListCheck: {
            /** @description What people call it. */
            label: string;
            /** @description Of the list. */
            listed: number;
            /** @description Of the statistics report. */
            figure: number;
            /** @description Measured in. */
            unit: components["schemas"]["Unit"];
        };
        /** @description Filters of the settings list. */
        ListConfigs: {
            /** @description Part of the title. */
            configName?: string | null;
            /** @description Part of the key. */
            configKey?: string | null;
            /** @description "Y" or "N". */
            configType?: string[];
            /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
            params?: components["schemas"]["DateRange"] | null;
            /** @description First day, inclusive. */
            beginTime?: string | null;
            /** @description Last day, inclusive. */
            endTime?: string | null;
            /** @description Second spelling of the first day. */
            beginCreateTime?: string | null;
            /** @description Second spelling of the last day. */
            endCreateTime?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the department list. */
        ListDepts: {
            /** @description Part of the name. */
            deptName?: string | null;
            /** @description "0" normal, "1" disabled. */
            status?: string | null;
            /** @description Children of a department. */
            parentId?: number | null;
            /** @description Only this department, by number; absent: all. */
            deptId?: number | null;
        };
        /** @description Filters of the entry list. */
        ListDictEntries: {
            /** @description Type name, exactly. */
            dictType?: string | null;
            /** @description Part of the label. */
            dictLabel?: string | null;
            /** @description Only "0" in use or "1" disabled; absent: both. */
            status?: components["schemas"]["Status"][];
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListDunnings: {
            /** @description Part of the number, the tenant's name, the person or what was said. */
            keyWord?: string | null;
            /** @description Only of these tenants 乙方, by numbers; absent: all. */
            tenantId?: number[];
            /** @description Only of these parties A 甲方, by numbers; absent: all. */
            partyAId?: number[];
            /** @description Only of these bills 账单, by numbers; absent: all. */
            billId?: number[];
            /** @description Only reminders of these kinds 催缴方式; absent: all. */
            channel?: components["schemas"]["Channel"][];
            /** @description Only those whose promise stands so 承诺状态; absent: all. */
            promiseState?: components["schemas"]["PromiseState"][];
            /** @description Only promises that are open and fall due today. */
            dueToday?: boolean;
            /** @description Only those about a bill that is overdue still. */
            stillOverdue?: boolean;
            /** @description Asked from this day on. */
            dayFrom?: string | null;
            /** @description Done on this day at the latest; absent: without end. */
            dayTo?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListEntries: {
            /** @description Part of the number or of the name on the board. */
            keyWord?: string | null;
            /** @description Only entries about these 曝光对象类型; absent: all. */
            subjectKind?: components["schemas"]["SubjectKind"][];
            /** @description 状态 today. */
            state?: components["schemas"]["EntryState"][];
            /** @description The rule that found it. */
            rule?: components["schemas"]["Rule"][];
            /** @description Only of these parties A 甲方, by numbers; absent: all. */
            partyAId?: number[];
            /** @description Only of these plates 板块, by numbers; absent: all. */
            plateId?: number[];
            /** @description Only entries that these see 公开范围; absent: all. */
            publishScope?: components["schemas"]["PublishScope"][];
            /** @description Only those on the board whose deadline has passed. */
            late?: boolean;
            /** @description Published from this day on. */
            from?: string | null;
            /** @description To this day. */
            to?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListHandovers: {
            /** @description Part of the number, of the document's or of the side outside. */
            keyWord?: string | null;
            /** @description Only handovers of these kinds 移交类型; absent: all. */
            kind?: components["schemas"]["AssetHandoverKind"][];
            /** @description Only in these states; absent: all. */
            state?: components["schemas"]["HandoverState"][];
            /** @description Only those given by these units 移出单位, by numbers; absent: all. */
            fromPartyAId?: number[];
            /** @description Only those received by these units 接收单位, by numbers; absent: all. */
            toPartyAId?: number[];
            /** @description On this day or later. */
            dateFrom?: string | null;
            /** @description On this day or earlier. */
            dateTo?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the job list. */
        ListJobs: {
            /** @description Part of the name. */
            jobName?: string | null;
            /** @description Only jobs of this group, a value of the dictionary sys_job_group; absent: all. */
            jobGroup?: string[];
            /** @description Only "0" active or "1" paused; absent: both. */
            status?: components["schemas"]["Status"][];
            /** @description Part of the target. */
            invokeTarget?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the register. */
        ListLeases: {
            /** @description Part of number, paper number, title or tenant's name. */
            keyWord?: string | null;
            /** @description Only of these parties A 甲方, by numbers; absent: all. */
            partyAId?: number[];
            /** @description Only of these tenants 乙方, by numbers; absent: all. */
            tenantId?: number[];
            /** @description Only of these rooms 房间, by numbers; absent: all. */
            roomId?: number[];
            /** @description Only leases of rooms of these assets, by numbers; absent: all. */
            assetId?: number[];
            /** @description Only in these states today; absent: all. */
            state?: components["schemas"]["LeaseState"][];
            /** @description Running on this day. */
            onDay?: string | null;
            /** @description Only what somebody has to see to 关注. */
            watch?: components["schemas"]["LeaseWatch"] | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the login log. */
        ListLogins: {
            /** @description Part of the address. */
            ipaddr?: string | null;
            /** @description Part of the login name. */
            userName?: string | null;
            /** @description "0" succeeded, "1" failed. */
            status?: string | null;
            /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
            params?: components["schemas"]["DateRange"] | null;
            /** @description First day, inclusive. */
            beginTime?: string | null;
            /** @description Last day, inclusive. */
            endTime?: string | null;
            /** @description Second spelling of the first day. */
            beginCreateTime?: string | null;
            /** @description Second spelling of the last day. */
            endCreateTime?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list of runs. */
        ListLogs: {
            /** @description Runs of this job only. */
            jobId?: number[];
            /** @description Part of the job's name. */
            jobName?: string | null;
            /** @description Only jobs of this group, a value of the dictionary sys_job_group; absent: all. */
            jobGroup?: string[];
            /** @description "0" done or under way, "1" failed or cut off. */
            status?: string[];
            /** @description Part of the target. */
            invokeTarget?: string | null;
            /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
            params?: components["schemas"]["DateRange"] | null;
            /** @description First day, inclusive. */
            beginTime?: string | null;
            /** @description Last day, inclusive. */
            endTime?: string | null;
            /** @description Second spelling of the first day. */
            beginCreateTime?: string | null;
            /** @description Second spelling of the last day. */
            endCreateTime?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the administration's list. */
        ListNotices: {
            /** @description Part of the title. */
            noticeTitle?: string | null;
            /** @description "1" 通知, "2" 公告. */
            noticeType?: string[];
            /** @description Part of the maker's login name. */
            createBy?: string | null;
            /** @description 0 草稿, 1 已发布, 2 已撤回. */
            state?: number[];
            /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
            params?: components["schemas"]["DateRange"] | null;
            /** @description First day, inclusive. */
            beginTime?: string | null;
            /** @description Last day, inclusive. */
            endTime?: string | null;
            /** @description Second spelling of the first day. */
            beginCreateTime?: string | null;
            /** @description Second spelling of the last day. */
            endCreateTime?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the operation log. */
        ListOperLog: {
            /** @description Part of the module. */
            title?: string | null;
            /** @description Part of the actor's name or login name. */
            operName?: string | null;
            /** @description Part of the address. */
            operIp?: string | null;
            /** @description Kind of operation. */
            businessType?: string | null;
            /** @description Several kinds of operation, with commas. */
            businessTypes?: string[] | null;
            /** @description "0" done, "1" refused. */
            status?: string | null;
            /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
            params?: components["schemas"]["DateRange"] | null;
            /** @description First day, inclusive. */
            beginTime?: string | null;
            /** @description Last day, inclusive. */
            endTime?: string | null;
            /** @description Second spelling of the first day. */
            beginCreateTime?: string | null;
            /** @description Second spelling of the last day. */
            endCreateTime?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListParties: {
            /** @description Part of the name or short name. */
            partyAName?: string | null;
            /** @description Only units of these kinds 单位性质; absent: all. */
            unitKind?: components["schemas"]["UnitKind"][];
            /** @description Only "0" in use or "1" disabled; absent: both. */
            status?: components["schemas"]["Status"][];
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListPayouts: {
            /** @description Part of the number, the payee or the voucher. */
            keyWord?: string | null;
            /** @description Only of these parties A 甲方, by numbers; absent: all. */
            partyAId?: number[];
            /** @description One kind, where a list has several. */
            kind?: components["schemas"]["PayoutKind"][];
            /** @description Value of the dictionary `expense_kind`. */
            category?: string[];
            /** @description Only in these states; absent: all. */
            state?: components["schemas"]["PayoutState"][];
            /** @description Paid from this day on. */
            paidFrom?: string | null;
            /** @description Paid on this day at the latest; absent: without end. */
            paidTo?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListPlates: {
            /** @description Part of the name. */
            plateName?: string | null;
            /** @description Only "0" in use or "1" disabled; absent: both. */
            status?: components["schemas"]["Status"][];
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the post list. */
        ListPosts: {
            /** @description Part of the code. */
            postCode?: string | null;
            /** @description Part of the name. */
            postName?: string | null;
            /** @description Only "0" in use or "1" disabled; absent: both. */
            status?: components["schemas"]["Status"][];
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListProcesses: {
            /** @description Part of title or number. */
            keyWord?: string | null;
            /** @description Only these kinds of document, by the key of their process; absent: all. */
            key?: string[];
            /** @description Only in these states; absent: all. */
            state?: components["schemas"]["InstanceState"][];
            /** @description Only processes that these people began, by numbers; absent: all. */
            initiator?: number[];
            /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
            params?: components["schemas"]["DateRange"] | null;
            /** @description First day, inclusive. */
            beginTime?: string | null;
            /** @description Last day, inclusive. */
            endTime?: string | null;
            /** @description Second spelling of the first day. */
            beginCreateTime?: string | null;
            /** @description Second spelling of the last day. */
            endCreateTime?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListReceipts: {
            /** @description Part of the number, the payer's name or the bank's reference. */
            keyWord?: string | null;
            /** @description Only of these tenants 乙方, by numbers; absent: all. */
            tenantId?: number[];
            /** @description Only of these leases 合同, by numbers; absent: all. */
            leaseId?: number[];
            /** @description Only of these parties A 甲方, by numbers; absent: all. */
            partyAId?: number[];
            /** @description Only in these states; absent: all. */
            state?: components["schemas"]["ReceiptState"][];
            /** @description Only money for these purposes 收款用途; absent: all. */
            purpose?: components["schemas"]["Purpose"][];
            /** @description Only those paid so 收款方式; absent: all. */
            method?: components["schemas"]["Method"][];
            /** @description Arrived from this day on. */
            valueFrom?: string | null;
            /** @description Arrived on this day at the latest; absent: without end. */
            valueTo?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the role list. */
        ListRoles: {
            /** @description Part of the name. */
            roleName?: string | null;
            /** @description Part of the key. */
            roleKey?: string | null;
            /** @description Only "0" in use or "1" disabled; absent: both. */
            status?: components["schemas"]["Status"][];
            /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
            params?: components["schemas"]["DateRange"] | null;
            /** @description First day, inclusive. */
            beginTime?: string | null;
            /** @description Last day, inclusive. */
            endTime?: string | null;
            /** @description Second spelling of the first day. */
            beginCreateTime?: string | null;
            /** @description Second spelling of the last day. */
            endCreateTime?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListRooms: {
            /** @description Part of the code. */
            roomCode?: string | null;
            /** @description Only of these assets 资产, by numbers; absent: all. */
            assetId?: number[];
            /** @description Only of these buildings 楼栋, by numbers; absent: all. */
            buildingId?: number[];
            /** @description Only rooms of this floor; below ground negative. */
            floorNo?: number[];
            /** @description Only rooms of these kinds of use 规划用途; absent: all. */
            useKind?: string[];
            /** @description Only rooms used so today; absent: all. */
            usage?: components["schemas"]["Usage"][];
            /** @description Show rooms that have ended, too. */
            withEnded?: boolean;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the list. */
        ListTenants: {
            /** @description What [`known_by`] knows: part of name (also pinyin), code, contact or a payer's name; numbers whole or their end. */
            keyWord?: string | null;
            /** @description Only of these kinds; absent: all. */
            kind?: components["schemas"]["TenantKind"][];
            /** @description Only tenants marked so 信用标记; absent: all. */
            creditFlag?: components["schemas"]["CreditFlag"][];
            /** @description Only "0" in use or "1" disabled; absent: both. */
            status?: components["schemas"]["Status"][];
            /** @description Only what somebody has to see to 关注. */
            watch?: components["schemas"]["TenantWatch"] | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the type list. */
        ListTypes: {
            /** @description Part of the title. */
            dictName?: string | null;
            /** @description Part of the name. */
            dictType?: string | null;
            /** @description Only "0" in use or "1" disabled; absent: both. */
            status?: components["schemas"]["Status"][];
            /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
            params?: components["schemas"]["DateRange"] | null;
            /** @description First day, inclusive. */
            beginTime?: string | null;
            /** @description Last day, inclusive. */
            endTime?: string | null;
            /** @description Second spelling of the first day. */
            beginCreateTime?: string | null;
            /** @description Second spelling of the last day. */
            endCreateTime?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Filters of the user list. */
        ListUsers: {
            /** @description Name, login name, mobile number, pinyin or initials. */
            keyWord?: string | null;
            /** @description Part of the login name. */
            userName?: string | null;
            /** @description Part of the mobile number. */
            phonenumber?: string | null;
            /** @description Only "0" in use or "1" disabled; absent: both. */
            status?: components["schemas"]["Status"][];
            /** @description Departments with all below them. */
            deptId?: number[];
            /** @description Only of these people 用户, by numbers; absent: all. */
            userId?: number[];
            /** @description Holders of roles. */
            roleId?: number[];
            /** @description Only what somebody has to see to 关注. */
            watch?: components["schemas"]["UserWatch"] | null;
            /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
            params?: components["schemas"]["DateRange"] | null;
            /** @description First day, inclusive. */
            beginTime?: string | null;
            /** @description Last day, inclusive. */
            endTime?: string | null;
            /** @description Second spelling of the first day. */
            beginCreateTime?: string | null;
            /** @description Second spelling of the last day. */
            endCreateTime?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description A page of a report. */
        ListedAdjustedRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["AdjustedRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedAgeingRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["AgeingRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedArrearsRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["ArrearsRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedBillRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["BillRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedCashRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["CashRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedCollectionRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["CollectionRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedExpiryRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["ExpiryRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedForecastRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["ForecastRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedOccupancyRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["OccupancyRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedPlateRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["PlateRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedReceivedRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["ReceivedRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedRemittanceRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["RemittanceRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedSettledRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["SettledRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @description A page of a report. */
        ListedWaiverRow: {
            /** @description Rows of the page. */
            rows: components["schemas"]["WaiverRow"][];
            /** @description Rows of the filter. */
            total: number;
            /** @description Totals of the filter. */
            sums: components["schemas"]["Sums"];
            /** @description The report's figure for the same question in fen, where it has one (the first of the checks). */
            figureFen: number | null;
        };
        /** @enum {string} */
        LoadFailed: "refuse" | "leave";
        /** @description A row as clients see it. */
        LoginOut: {
            /** @description Number of the row of the login log. */
            infoId: number;
            /** @description Login name. */
            userName: string;
            /** @description "0" succeeded, "1" failed. */
            status: string;
            /** @description Network address that it came from. */
            ipaddr: string;
            /** @description 内网IP or 外网IP. */
            loginLocation: string;
            /** @description Kind of browser, as it says itself. */
            browser: string;
            /** @description Operating system, as the browser says itself. */
            os: string;
            /** @description What happened. */
            msg: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            loginTime: string;
        };
        /** @description What a workbook looks like, and which column is taken for what. */
        Look: {
            /** @description First rows of the sheet, to choose columns by. */
            rows: components["schemas"]["ShownRow"][];
            /** @description Rows with content. */
            total: number;
            /** @description Which columns hold what, as far as it was found out. */
            mapping: components["schemas"]["Mapping"];
            /** @description Whether it is that of last time. */
            remembered: boolean;
            /** @description Whether this account had one that does not fit this workbook. */
            changed: boolean;
        };
        /** @description What a creation answers. */
        Made: {
            /** @description Number of the new record. */
            id: number;
        };
        /** @description What became of a bill by hand. */
        MadeBill: {
            /** @description The bill; number 0 when it waits for its process. */
            data: components["schemas"]["Made"];
            /** @description The process that decides about it; none when it was made at once. */
            instanceId: number | null;
        };
        /** @description What a creation answers. */
        MadeLease: {
            /** @description Number of the record that was made. */
            id: number;
            /** @description `HT-202401-000001` */
            leaseNo: string;
        };
        /** @description How many were made. */
        MadeRooms: {
            /** @description How many rooms. */
            count: number;
        };
        /** @description An operation of who looks after processes. */
        ManageInput: {
            /** @description Number of the process 审批 that is meant. */
            id?: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Reason in words, for the record. */
            comment?: string;
        };
        /** @description An open task, and who may get it. */
        ManagedTask: {
            /** @description The task of a process that it is about, by number. */
            taskId: number;
            /** @description Version of the process: send it back with the operation. */
            version: number;
            /** @description Where it waits. */
            nodeName: string;
            /** @description What is asked. */
            kind: components["schemas"]["TaskKind"];
            /** @description Who can do it now; nobody means that it is stuck. Taking it from them needs a reason. */
            able: string[];
            /** @description Whether only the candidates may get it. */
            narrow: boolean;
            /** @description Who may get it by the rules of its node. */
            candidates: components["schemas"]["Candidate"][];
        };
        /** @description A bill by hand: penalty, damage, water and power, and the like. */
        ManualBill: {
            /** @description The lease 合同 that is charged, by number. */
            leaseId: number;
            /** @description What for; never rent, deposit or late fee, which have rules of their own. */
            kind: components["schemas"]["BillKind"];
            /** @description Days that it charges, both included; absent when it is for no period. */
            period?: components["schemas"]["DateSpan"] | null;
            /** @description Last day to pay. */
            dueDate: string;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description What it is charged for, in words; printed on the bill. */
            remark: string;
        };
        /** @description Several notices. */
        ManyRead: {
            /** @description Comma ids; none = every open notice. */
            ids?: number[];
        };
        /** @description Columns from 0, and where the lines begin. */
        Mapping: {
            /** @description Number of the first line, as the spreadsheet program shows it. */
            firstRow: number;
            /** @description Column of the day of arrival 到账日期, from 0; absent: none. */
            valueDate: number | null;
            /** @description Column of the amount 金额, from 0; absent: none. */
            amount: number | null;
            /** @description Column of what came in 收入金额, from 0; absent: none. */
            inflow: number | null;
            /** @description Column of what went out 支出金额, from 0; absent: none. */
            outflow: number | null;
            /** @description Column that says in or out 借贷标志, from 0; absent: none. */
            direction: number | null;
            /** @description Column of the payer 付款户名, from 0; absent: none. */
            payer: number | null;
            /** @description Column of the payer's account 付款账号, from 0; absent: none. */
            payerAccount: number | null;
            /** @description Column of the bank's reference 银行流水号, from 0; absent: none. */
            bankRef: number | null;
            /** @description Column of the remark 摘要, from 0; absent: none. */
            remark: number | null;
            /** @description Column of the moment 交易时间, from 0; absent: none. */
            time: number | null;
            /** @description Column of the balance 余额, from 0; absent: none. */
            balance: number | null;
            /** @description Column of the currency 币种, from 0; absent: none. */
            currency: number | null;
        };
        /** @description A measure with its shares. */
        Measure: {
            /** @description Square metres. */
            totalM2: string;
            /** @description The largest first. */
            items: components["schemas"]["AreaShare"][];
        };
        /** @description The measures of the pie. */
        Measures: {
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            building: components["schemas"]["Measure"];
            /** @description Area in ㎡ with two decimals that may be let 可出租面积. */
            lettable: components["schemas"]["Measure"];
            /** @description Area in ㎡ with two decimals that is let today 已出租面积. */
            let: components["schemas"]["Measure"];
        };
        /** @description Memory of the machine in GB. */
        Mem: {
            /** @description All. */
            total: number;
            /** @description In use. */
            used: number;
            /** @description Available. */
            free: number;
            /** @description Share in use, percent. */
            usage: number;
        };
        /** @description A role and one or several users. */
        Members: {
            /** @description The role 角色 that it is about, by number. */
            roleId?: number;
            /** @description The person 用户 that it is about, by number. */
            userId?: number | null;
            /** @description Several users, comma ids. */
            userIds?: number[];
        };
        /** @description An entry as a form sends it. */
        MenuInput: {
            /** @description Which; absent for a new one. */
            menuId?: number | null;
            /** @description What the menu entry is called. */
            menuName?: string;
            /** @description Parent; 0 = root. */
            parentId?: number | null;
            /** @description Place among its siblings. */
            orderNum?: number | null;
            /** @description Path or address. */
            path?: string | null;
            /** @description Page component. */
            component?: string | null;
            /** @description JSON text of fixed query parameters. */
            query?: string | null;
            /** @description Route name. */
            routeName?: string | null;
            /** @description "0" external address. */
            isFrame?: string | null;
            /** @description "0" kept alive. */
            isCache?: string | null;
            /** @description M, C or F. */
            menuType?: string | null;
            /** @description "0" shown. */
            visible?: string | null;
            /** @description "0" normal. */
            status?: string | null;
            /** @description Permission that it stands for, `module:thing:deed`; empty: none. */
            perms?: string | null;
            /** @description Name of the icon that the menu shows; empty: none. */
            icon?: string | null;
            /** @description Remark in free text; empty: none. */
            remark?: string | null;
        };
        /** @description A node of a selection tree; leaves have no `children` key. */
        MenuNode: {
            /** @description Number that other records name it by. */
            id: number;
            /** @description Title. */
            label: string;
            /** @description Whether it is disabled. */
            disabled: boolean;
            /** @description Nodes below. */
            children?: components["schemas"]["MenuNode"][];
        };
        /** @description A menu entry as clients see it. */
        MenuOut: {
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Number of the menu entry 菜单. */
            menuId: number;
            /** @description What the menu entry is called. */
            menuName: string;
            /** @description Always null. */
            parentName: string | null;
            /** @description Parent; 0 = root. */
            parentId: number;
            /** @description Place among its siblings. */
            orderNum: number;
            /** @description Path or address. */
            path: string;
            /** @description Page component. */
            component: string;
            /** @description JSON text of fixed query parameters. */
            query: string;
            /** @description Route name. */
            routeName: string;
            /** @description "0" external address, "1" not. */
            isFrame: string;
            /** @description "0" kept alive, "1" not. */
            isCache: string;
            /** @description M, C or F. */
            menuType: string;
            /** @description "0" shown, "1" hidden. */
            visible: string;
            /** @description "0" normal, "1" disabled. */
            status: string;
            /** @description Permission that it stands for, `module:thing:deed`; empty: none. */
            perms: string;
            /** @description Name of the icon that the menu shows; empty: none. */
            icon: string;
            /** @description Always empty; the client builds the tree. */
            children: null[];
        };
        /** @description New places of entries, as parallel comma lists. */
        MenuSorting: {
            /** @description Menu entries by number, in the order of `orderNums`. */
            menuIds?: number[];
            /** @description New places, one for each number before. */
            orderNums?: number[];
        };
        /** @description Rooms to merge. */
        MergeRooms: {
            /** @description Which, at least two. */
            roomIds: number[];
            /** @description First day of the new room. */
            from: string;
            /** @description The room that the others become. */
            whole: components["schemas"]["RoomInput"];
        };
        /** @enum {integer} */
        MessageKind: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11;
        /** @description A message as the bell shows it. */
        MessageOut: {
            /** @description Number of the message 审批消息. */
            messageId: number;
            /** @description The process 审批 that it is about, by number. */
            instanceId: number;
            /** @description What kind of message it is. */
            kind: components["schemas"]["MessageKind"];
            /** @description What it is about, in words. */
            text: string;
            /** @description When it happened, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            at: string;
            /** @description It was read. */
            read: boolean;
        };
        /** @description The newest messages of the caller. */
        Messages: {
            /** @description How many wait to be read. */
            unread: number;
            /** @description The newest twenty. */
            rows: components["schemas"]["MessageOut"][];
        };
        /** @enum {integer} */
        Method: 1 | 2 | 3 | 4 | 5 | 6 | 7;
        /** @description Money of a method. */
        MethodSum: {
            /** @description How it came. */
            method: components["schemas"]["Method"];
            /** @description Sum in whole fen. */
            fen: number;
        };
        /** @description The decision of a meeting, as its keeper of minutes enters it. */
        Minutes: {
            /** @description Number of the minutes. */
            minutesNo: string;
            /** @description Day of the meeting. */
            heldOn: string | null;
            /** @description Who took part. */
            participants: string;
            /** @description The signed minutes. */
            minutesFile: number;
        };
        /** @description The decision of a meeting, as its keeper of minutes enters it. */
        MinutesInput: {
            /** @description Number of the minutes. */
            minutesNo?: string;
            /** @description Day of the meeting. */
            heldOn?: string | null;
            /** @description Who took part. */
            participants?: string;
            /** @description The signed minutes. */
            minutesFile?: number;
        };
        /** @description A role that standard processes ask for. */
        MissingRole: {
            /** @description Name of the role that programs use, unique. */
            roleKey: string;
            /** @description Name of the role 角色. */
            roleName: string;
        };
        /** @description What is asked for. */
        ModeInput: {
            /** @description `closed`, `readonly` or `open`. */
            mode?: string;
            /** @description What everybody reads; needed unless it is opened. */
            text?: string;
            /** @description `22:30` or `2026-03-01 22:30`; empty = until somebody ends it. */
            until?: string;
        };
        /** @description How the portal runs, for everybody. */
        ModeOut: {
            /** @description `closed` (administrators alone may enter) or `readonly`. */
            mode: string;
            /** @description What the administrator says about it. */
            text: string;
            /** @description When it ends by itself, `yyyy-MM-dd HH:mm:ss`; empty = when somebody ends it. */
            until: string;
            /** @description Milliseconds until then. */
            left: number | null;
            /** @description The server's clock, `yyyy-MM-dd HH:mm:ss`. */
            now: string;
        };
        /** @description How the portal runs, for who may change it. */
        ModeSet: {
            /** @description What is in force; absent = open. */
            running: components["schemas"]["ModeOut"] | null;
            /** @description Who set it; empty when it is open. */
            by: string;
            /** @description When, `yyyy-MM-dd HH:mm:ss`. */
            since: string;
            /** @description Jobs that go on meanwhile. */
            jobsGoingOn: string[];
        };
        /** @description An application as a form sends it. */
        ModuleInput: {
            /** @description Which; absent for a new one. */
            moduleId?: number | null;
            /** @description Code of the application, unique. */
            moduleCode?: string;
            /** @description Name of the application 应用. */
            moduleName?: string;
            /** @description Address that opens it, absolute or below the portal. */
            url?: string;
            /** @description Icon name. */
            icon?: string | null;
            /** @description Place among its kind, small numbers first. */
            sort?: number | null;
        };
        /** @description An application as clients see it (contract 2.8). */
        ModuleOut: {
            /** @description Number of the application 应用. */
            moduleId: number;
            /** @description Code of the application, unique. */
            moduleCode: string;
            /** @description Name of the application 应用. */
            moduleName: string;
            /** @description Address that opens it, absolute or below the portal. */
            url: string;
            /** @description Name of the icon that the menu shows; empty: none. */
            icon: string;
            /** @description Place among its kind, small numbers first. */
            sort: number;
        };
        /** @description An application as its administrators see it. */
        ModuleRow: {
            /** @description Number of the application 应用. */
            moduleId: number;
            /** @description Code of the application, unique. */
            moduleCode: string;
            /** @description Name of the application 应用. */
            moduleName: string;
            /** @description Address that opens it, absolute or below the portal. */
            url: string;
            /** @description Name of the icon that the menu shows; empty: none. */
            icon: string;
            /** @description Place among its kind, small numbers first. */
            sort: number;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @enum {integer} */
        MoneySource: 1 | 2 | 3 | 4;
        /** @description 本月到今天. */
        MonthOverview: {
            /** @description The day of the figures. */
            asOf: string;
            /** @description The last day of last week, which moves are counted from. */
            weekEnd: string;
            /** @description This month up to the day. */
            month: components["schemas"]["MonthSoFar"];
            /** @description Last month up to the same day of it. */
            lastMonth: components["schemas"]["MonthSoFar"];
            /** @description The same month of last year up to the same day. */
            lastYear: components["schemas"]["MonthSoFar"];
            /** @description The year up to the day. */
            year: components["schemas"]["MonthSoFar"];
            /** @description 收缴率 that is aimed at, in parts of ten thousand. */
            targetRate: number;
            /** @description Overdue today, in whole fen. */
            arrearsFen: number;
            /** @description Overdue at the end of last week, in whole fen. */
            arrearsThenFen: number;
            /** @description Of it overdue for more than 90 days, in whole fen. */
            over90Fen: number;
            /** @description How many tenants owe something overdue. */
            tenants: number;
            /** @description Units by how much their arrears moved, the largest move first; those without move and arrears are left out. */
            units: components["schemas"]["UnitMove"][];
            /** @description Who owes most. */
            debtors: components["schemas"]["BigDebtor"][];
        };
        /** @description What was due in a month up to a day of it, and how much of it came by that day. */
        MonthSoFar: {
            /** @description 净应收, in whole fen. */
            netDueFen: number;
            /** @description 已收 on it, in whole fen. */
            collectedFen: number;
            /** @description 收缴率 in parts of ten thousand; absent when nothing was due. */
            rate: number | null;
        };
        /** @description A field that somebody changed while he approved. */
        Moved: {
            /** @description Where its value lies, names with dots between. */
            path: string;
            /** @description As people read it. */
            title: string;
            /** @description Before, as JSON. */
            before: string;
            /** @description After, as JSON. */
            after: string;
        };
        /** @enum {string} */
        Multi: "ANY" | "ALL" | "SEQ";
        /** @description A number with its name. */
        Named: {
            /** @description What it is called, for people. */
            name: string;
            /** @description Number. */
            value: string;
        };
        /** @description Something to see to, as the home page shows it. */
        NeedOut: {
            /** @description What it is about, for programs: `disk`, `certificate`, `job:backup` … */
            subject: string;
            /** @description What is wrong. */
            sentence: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            since: string;
            /** @description What to do. */
            act: string;
            /** @description The page for it. */
            page: string;
        };
        /** @description A document or an operation as its form sends it. */
        NewInput: {
            /** @description Key of the process: the kind of document that it decides about. */
            key?: string;
            /** @description The record that an operation is about; 0 for a new document. */
            bizId?: number;
            /**
             * @description The form, as the route of its kind takes it.
             * @default {}
             */
            payload: {
                [key: string]: unknown;
            };
            /** @description What the sender says. */
            comment?: string;
            /** @description Attachments, by the numbers that their upload answered. */
            files?: number[];
            /**
             * @description Whom he picked, by node.
             * @default {}
             */
            picks: {
                [key: string]: number[];
            };
            /** @description Who gets a copy. */
            cc?: number[];
        };
        /** @description A key to be put into an app. */
        NewKey: {
            /** @description In Base32, for typing. */
            secret: string;
            /** @description `otpauth://…`, for a picture that is drawn in the browser. */
            uri: string;
            /** @description What is said when another session of the person had begun, too: its key is void. */
            another?: string;
            /** @description The server's clock, `yyyy-MM-dd HH:mm:ss`. */
            serverTime: string;
        };
        /** @description One of the rooms. */
        NewRoom: {
            /** @description Floor −9…199, never 0. */
            floorNo: number;
            /** @description Number on the floor. */
            roomNo: string;
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            buildingAreaM2: string;
            /** @description Area in ㎡ with two decimals that rent is charged for 计租面积. */
            rentAreaM2: string;
        };
        /** @description Rooms that are alike but for place and size. */
        NewRooms: {
            /** @description The building 楼栋 that it is about, by number. */
            buildingId: number;
            /** @description A value of the dictionary `room_use_kind`. */
            useKind?: string;
            /** @description Usage; «lettable» when absent. */
            usage?: components["schemas"]["Usage"] | null;
            /** @description First day; 2000-01-01 when absent. */
            validFrom?: string | null;
            /** @description Rooms to be made. */
            rooms: components["schemas"]["NewRoom"][];
        };
        /** @description What became of it. */
        NewSent: {
            /** @description The process that decides; none when nobody is asked and it was done at once. */
            instanceId: number | null;
        };
        /** @description A node. */
        Node: {
            /** @description Code, unique in its process. */
            code: string;
            /** @description Begin, task, choice. */
            type: components["schemas"]["NodeType"];
            /** @description What people call it. */
            name: string;
            /** @description Who decides. */
            assign?: components["schemas"]["AssignLine"][];
            /** @description How several people decide. */
            multi: components["schemas"]["Multi"];
            /** @description Of ALL: a seat a person, or a seat a line of `assign`. */
            seats: components["schemas"]["Seats"];
            /** @description When only people are found who may not decide. */
            onSelf: components["schemas"]["OnSelf"];
            /** @description When nobody is found. */
            onEmpty: components["schemas"]["OnEmpty"];
            /** @description Nodes before it whose deciders don't decide here. */
            apart?: string[];
            /** @description What deciders may do besides 同意 and 驳回. */
            actions: components["schemas"]["Allow"][];
            /** @description Whether a yes needs an opinion, too. */
            comment: boolean;
            /** @description Whether a yes is the decision of a meeting: entered with number, day, participants and the signed minutes. */
            minutes?: boolean;
            /** @description Rights of fields by path or `*`; the longest prefix wins. */
            fields?: {
                [key: string]: number;
            };
            /** @description Hours until it is overdue; 0 never. */
            dueHours: number;
            /** @description What happens then; time never decides. */
            onTimeout: components["schemas"]["OnTimeout"];
            /** @description Who gets a copy when it opens. */
            cc?: components["schemas"]["AssignLine"][];
        };
        /** @description A node. */
        NodeInput: {
            /** @description Code, unique in its process. */
            code: string;
            /** @description Begin, task, choice. */
            type: components["schemas"]["NodeType"];
            /** @description What people call it. */
            name: string;
            /** @description Who decides. */
            assign?: components["schemas"]["AssignLineInput"][];
            /** @description How several people decide. */
            multi?: components["schemas"]["Multi"];
            /** @description Of ALL: a seat a person, or a seat a line of `assign`. */
            seats?: components["schemas"]["Seats"];
            /** @description When only people are found who may not decide. */
            onSelf?: components["schemas"]["OnSelf"];
            /** @description When nobody is found. */
            onEmpty?: components["schemas"]["OnEmpty"];
            /** @description Nodes before it whose deciders don't decide here. */
            apart?: string[];
            /** @description What deciders may do besides 同意 and 驳回. */
            actions?: components["schemas"]["Allow"][];
            /** @description Whether a yes needs an opinion, too. */
            comment?: boolean;
            /** @description Whether a yes is the decision of a meeting: entered with number, day, participants and the signed minutes. */
            minutes?: boolean;
            /** @description Rights of fields by path or `*`; the longest prefix wins. */
            fields?: {
                [key: string]: number;
            };
            /** @description Hours until it is overdue; 0 never. */
            dueHours?: number;
            /** @description What happens then; time never decides. */
            onTimeout?: components["schemas"]["OnTimeout"];
            /** @description Who gets a copy when it opens. */
            cc?: components["schemas"]["AssignLineInput"][];
        };
        /** @enum {integer} */
        NodeType: 0 | 1 | 2;
        /** @description An entry with a reason or note. */
        Noted: {
            /** @description Number of the record, as its list gives it. */
            id?: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description 原因 or 整改说明 */
            comment?: string;
            /** @description 整改日期; today when absent. */
            day?: string | null;
        };
        /** @description A sheet. */
        Notice: {
            /** @description The tenant 乙方 that it is about, by number. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Who is to be spoken to 联系人. */
            contact: string;
            /** @description Its account; none when it has entered none. */
            account: components["schemas"]["NoticeAccount"] | null;
            /** @description Bills, by due date. */
            lines: components["schemas"]["NoticeLine"][];
            /** @description Fen of other overdue bills 以前欠缴. */
            broughtFen: number;
            /** @description How many they are. */
            broughtCount: number;
            /** @description Lines and what is brought forward. */
            totalFen: number;
            /** @description The total in capitals. */
            capitals: string;
            /** @description Of the total what the tenant's credit pays that lies on no bill yet 预收抵扣, fen. */
            creditFen: number;
            /** @description What is left to pay 实际应缴, fen. */
            payFen: number;
            /** @description The same in capitals. */
            payCapitals: string;
            /** @description Day that the sheet is dated. */
            day: string;
        };
        /** @description Where to pay. */
        NoticeAccount: {
            /** @description Holder of the bank account 户名. */
            name: string;
            /** @description Name of the bank and its branch 开户行. */
            bank: string;
            /** @description Number in full. */
            accountNo: string;
        };
        /** @description A notice as a form sends it. */
        NoticeInput: {
            /** @description Which; absent for a new one. */
            noticeId?: number | null;
            /** @description Headline of the notice 标题. */
            noticeTitle?: string;
            /** @description "1" 通知, "2" 公告. */
            noticeType?: string;
            /** @description HTML; cleaned before it is stored. */
            noticeContent?: string | null;
            /** @description "0" published, "1" not: the family's spelling of `state`. */
            status?: string | null;
            /** @description 0 草稿, 1 已发布, 2 已撤回. */
            state?: number | null;
            /** @description Above the others. */
            isTop?: boolean | null;
            /** @description First moment. */
            publishAt?: string | null;
            /** @description Last moment; a bare day means its end. */
            expireAt?: string | null;
            /** @description 0 all, 1 departments, 2 roles, 3 people. */
            scope?: number | null;
            /** @description Ids of the departments, roles or people. */
            scopeIds?: number[];
            /** @description Attached files, comma text or list. */
            fileIds?: number[];
            /**
             * @description `updateTime` of what the form was filled from, where it is saved and sent for approval at once: a notice that somebody
             *     changed since is refused.
             */
            filledFrom?: string | null;
        };
        /** @description A line of a sheet. */
        NoticeLine: {
            /** @description Number of the bill. */
            billNo: string;
            /** @description Number of its lease. */
            leaseNo: string;
            /** @description Codes of its rooms 房号, with 、 between. */
            roomText: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Days that it charges, both included; absent when it is for no period. */
            period: components["schemas"]["DateSpan"] | null;
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description Days overdue today; 0 when it is not. */
            overdueDays: number;
            /** @description Fen asked for, waivers and adjustments taken off. */
            netFen: number;
            /** @description What is still to be paid 未缴, in whole fen. */
            openFen: number;
        };
        /** @description A notice as clients see it. */
        NoticeOut: {
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Number of the notice 公告. */
            noticeId: number;
            /** @description Headline of the notice 标题. */
            noticeTitle: string;
            /** @description "1" 通知, "2" 公告. */
            noticeType: string;
            /** @description Cleaned HTML; left out of lists. */
            noticeContent?: string;
            /** @description "0" published, "1" not (decisions/0003). */
            status: string;
            /** @description 0 草稿, 1 已发布, 2 已撤回. */
            state: number;
            /** @description Above the others. */
            isTop: boolean;
            /** @description First moment, `yyyy-MM-dd HH:mm:ss`. */
            publishAt: string | null;
            /** @description Last moment. */
            expireAt: string | null;
            /** @description When staff could first see it. */
            since: string;
            /** @description 0 all, 1 departments, 2 roles, 3 people. */
            scope: number;
            /** @description Ids of the departments, roles or people. */
            scopeIds: number[];
            /** @description Attached files, comma-joined ids. */
            fileIds: string;
            /** @description Whether the caller has read it. */
            isRead: boolean;
            /** @description How many have read it (administration only). */
            readCount?: number;
        };
        /** @description An objection. */
        ObjectHandover: {
            /** @description Number of the record that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Reason in words, for the record. */
            reason?: string;
        };
        /** @enum {integer} */
        OccupancyKind: 1 | 2 | 3 | 4 | 5 | 6;
        /** @description An occupancy on the wire. */
        OccupancyOut: {
            /** @description Number of the occupancy 占用. */
            occupancyId: number;
            /** @description Days of the occupancy, both included. */
            span: components["schemas"]["DateSpan"];
            /** @description Why: one of the values of its type. */
            kind: components["schemas"]["OccupancyKind"];
            /** @description The lease behind it; 0 for none. */
            leaseId: number;
            /** @description What people call the reason. */
            reason: string;
            /** @description The tenant, for those who may see the lease. */
            tenantName: string;
        };
        /** @description The question. */
        OccupancyQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Rooms of this use; assets with all uses when absent. */
            use?: components["schemas"]["Use"] | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description The same on the wire. */
        OccupancyRow: {
            /** @description The asset 资产 that it is about, by number. */
            assetId: number;
            /** @description Name of the asset 资产. */
            assetName: string;
            /** @description Code of the room; empty for an asset. */
            roomCode: string;
            /** @description State of the room. */
            stateLabel: string;
            /** @description Who rents the room. */
            tenantName: string;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description Who holds it. */
            partyAName: string;
            /** @description 建筑面积 of an asset. */
            buildingM2: string | null;
            /** @description Area in ㎡ with two decimals that is let today 已出租. */
            letM2: string;
            /** @description Area in ㎡ with two decimals that is vacant today 空置. */
            vacantM2: string;
            /** @description Area in ㎡ with two decimals that the unit uses itself 自用. */
            ownM2: string;
            /** @description Area in ㎡ with two decimals that is lent without rent 出借. */
            lentM2: string;
            /** @description Area in ㎡ with two decimals that is under repair or not to be let 维修及不可租. */
            otherM2: string;
            /** @description Area in ㎡ with two decimals that may be let 可出租: let and vacant together. */
            lettableM2: string;
            /** @description 出租率 in parts of ten thousand. */
            rate: number | null;
        };
        /** @description What the page offers beside the decision itself. */
        Offers: {
            /** @description Nodes that the caller may give it back to, besides its initiator; the first of the way first. */
            returnTo: components["schemas"]["ReturnNode"][];
            /** @description Opinions and signatures that he asked for and may take back. */
            asked: components["schemas"]["AskedTask"][];
            /** @description Whether he may send copies now. */
            mayCopy: boolean;
            /** @description Who has it now. */
            waits: components["schemas"]["Holder"][];
        };
        /** @enum {string} */
        OnEmpty: "ADMIN" | "UP" | "REFUSE" | "SKIP";
        /** @enum {string} */
        OnSelf: "UP" | "SKIP";
        /** @enum {string} */
        OnTimeout: "none" | "remind" | "escalate";
        /** @description One record by the number of the path. */
        One: {
            /** @description Number of the record, as its list gives it. */
            id: number;
        };
        /** @description One job. */
        OneJob: {
            /** @description Number of the job 定时任务. */
            jobId?: number;
        };
        /** @description One notice. */
        OneNotice: {
            /** @description Number of the notice 公告. */
            noticeId?: number;
        };
        /** @description A signed-in browser. */
        OnlineOut: {
            /** @description Name of the session in these calls: a hash of its id. */
            tokenId: string;
            /** @description Name of the department 部门. */
            deptName: string;
            /** @description Login name. */
            userName: string;
            /** @description Name of the person as in documents 姓名. */
            nickName: string;
            /** @description Address at sign-in. */
            ipaddr: string;
            /** @description 内网IP or 外网IP. */
            loginLocation: string;
            /** @description Kind of browser, as it says itself. */
            browser: string;
            /** @description Operating system, as the browser says itself. */
            os: string;
            /** @description Epoch milliseconds. */
            loginTime: number;
            /** @description Epoch milliseconds of the last request. */
            lastAccessTime: number;
            /** @description Whether it is the one that asks. */
            current: boolean;
        };
        /** @description An open bill with what it would get. */
        OpenBill: {
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description Number of its lease. */
            leaseNo: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Days that it charges, both included; absent when it is for no period. */
            period: components["schemas"]["DateSpan"] | null;
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description Days overdue today; 0 when it is not. */
            overdueDays: number;
            /** @description What is still to be paid 未缴, in whole fen. */
            openFen: number;
            /** @description Fen it would get. */
            paysFen: number;
        };
        /** @description Something that is looked at before a close. */
        OpenItem: {
            /**
             * @description Which: `unbilled`, `unclaimed`, `lease`, `change`, `waiver`, `refund`, `expense`, `remittance`, `settlement`,
             *     `difference`, `unchecked`
             */
            kind: string;
            /** @description What people call it. */
            label: string;
            /** @description How many there are. */
            count: number;
            /** @description Whether the month cannot be closed while there is one. */
            forbids: boolean;
        };
        /** @description An opening balance on the wire. */
        OpeningOut: {
            /** @description Number of the opening balance, by which its revocation names it. */
            openingId: number;
            /** @description Its number in the system before. */
            originNo: string;
            /** @description Kind of opening balance 期初类别, in Chinese. */
            kind: string;
            /** @description The days that it is for: what is owed or was paid; none for credit and deposits. */
            period: components["schemas"]["DateSpan"] | null;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string;
            /** @description Whether it can be taken back here: credit and deposits that were not. */
            revocable: boolean;
            /** @description Why it was taken back; empty when it counts. */
            revoked: string;
        };
        /** @description A row with everything that was kept of it. */
        OperLogDetail: {
            /** @description Always empty; old clients expect it. */
            createBy: string | null;
            /** @description Number of the row of the operation log. */
            operId: number;
            /** @description Module that the operation belongs to, as audited. */
            title: string;
            /** @description Kind of operation. */
            businessType: number;
            /** @description Always empty; old clients expect it. */
            businessTypes: number[] | null;
            /** @description Name of the operation. */
            method: string;
            /** @description HTTP method, CLI or JOB. */
            requestMethod: string;
            /** @description 1 back office, 0 other (command line, jobs). */
            operatorType: number;
            /** @description Login name. */
            operName: string;
            /** @description Name and login name. */
            operPerson: string;
            /** @description Name of the department 部门 of the person. */
            deptName: string;
            /** @description Path that was called, with its numbers. */
            operUrl: string;
            /** @description Network address that it came from. */
            operIp: string;
            /** @description 内网IP or 外网IP. */
            operLocation: string;
            /** @description Input without secrets. */
            operParam: string;
            /** @description `{"msg":…,"code":…}` */
            jsonResult: string;
            /** @description 0 done, 1 refused. */
            status: number;
            /** @description Sentence of a refusal. */
            errorMsg: string | null;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            operTime: string;
            /** @description How long it took, in milliseconds. */
            costTime: number;
            /** @description Records touched. */
            changes: components["schemas"]["RecordChange"][];
            /** @description User agent. */
            userAgent: string;
            /** @description Request id, also in the log file. */
            requestId: string;
            /** @description Hash of this row in the chain. */
            hash: string;
        };
        /** @description A row as clients see it. */
        OperLogOut: {
            /** @description Always empty; old clients expect it. */
            createBy: string | null;
            /** @description Number of the row of the operation log. */
            operId: number;
            /** @description Module that the operation belongs to, as audited. */
            title: string;
            /** @description Kind of operation. */
            businessType: number;
            /** @description Always empty; old clients expect it. */
            businessTypes: number[] | null;
            /** @description Name of the operation. */
            method: string;
            /** @description HTTP method, CLI or JOB. */
            requestMethod: string;
            /** @description 1 back office, 0 other (command line, jobs). */
            operatorType: number;
            /** @description Login name. */
            operName: string;
            /** @description Name and login name. */
            operPerson: string;
            /** @description Name of the department 部门 of the person. */
            deptName: string;
            /** @description Path that was called, with its numbers. */
            operUrl: string;
            /** @description Network address that it came from. */
            operIp: string;
            /** @description 内网IP or 外网IP. */
            operLocation: string;
            /** @description Input without secrets. */
            operParam: string;
            /** @description `{"msg":…,"code":…}` */
            jsonResult: string;
            /** @description 0 done, 1 refused. */
            status: number;
            /** @description Sentence of a refusal. */
            errorMsg: string | null;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            operTime: string;
            /** @description How long it took, in milliseconds. */
            costTime: number;
        };
        /** @description What holds for the whole process. */
        Options: {
            /** @description Who approved already in this round. */
            repeat: components["schemas"]["Repeat"];
            /** @description How long the initiator may withdraw. */
            withdraw: components["schemas"]["WithdrawRule"];
            /** @description Who gets a copy when it ends with a yes. */
            ccOnEnd: components["schemas"]["AssignLine"][];
        };
        /** @description What holds for the whole process. */
        OptionsInput: {
            /** @description Who approved already in this round. */
            repeat?: components["schemas"]["Repeat"];
            /** @description How long the initiator may withdraw. */
            withdraw?: components["schemas"]["WithdrawRule"];
            /** @description Who gets a copy when it ends with a yes. */
            ccOnEnd?: components["schemas"]["AssignLineInput"][];
        };
        /** @description Columns that a feature keeps for itself. */
        OtherColumns: {
            /** @description What people call them. */
            title: string;
            /** @description Memory that they take, in bytes. */
            bytes: number;
            /** @description Bytes that they may take together. */
            allowedBytes: number;
            /** @description Those that are in memory now. */
            tables: components["schemas"]["ColumnTable"][];
        };
        /** @description The charge of one month, with its computation. */
        OverstayOut: {
            /** @description Days that are charged for, both included. */
            span: components["schemas"]["DateSpan"];
            /** @description `18 / 31`; for a rent by the day only the days. */
            days: string;
            /** @description `0.5806`; the days for a rent by the day. */
            share: string;
            /** @description Yuan before the rate, not rounded: `16,004.0323`. */
            rent: string;
            /** @description Amount in whole fen. */
            amountFen: number;
        };
        /** @description The figures of the books on one page. */
        Overview: {
            /** @description Day up to which the figures count. */
            asOf: string;
            /** @description 应收与收缴率 of the period. */
            collection: components["schemas"]["Collection"];
            /** @description 实收 of the period up to the day. */
            received: components["schemas"]["Received"];
            /** @description What is overdue, by age 账龄. */
            ageing: components["schemas"]["Ageing"];
            /** @description 欠缴滚动 from the first day of the period. */
            rollForward: components["schemas"]["RollForward"];
            /** @description By month of the due date. */
            months: components["schemas"]["Collection"][];
            /** @description 现金流 by month. */
            cashFlow: components["schemas"]["CashMonth"][];
            /** @description What was handed over to the treasury 上缴. */
            remitted: components["schemas"]["Remitted"];
        };
        /** @description What is due and not paid. */
        Owes: {
            /** @description Issued and not paid, due or not, fen. */
            openFen: number;
            /** @description Of it what was due before today, fen. */
            overdueFen: number;
            /** @description Days since the oldest of that was due; 0 when nothing is. */
            overdueDays: number;
        };
        /** @description One signed-in browser. */
        OwnSession: {
            /** @description Name of the session in these calls. */
            sessionKey: string;
            /** @description Whether it is the one that asks. */
            current: boolean;
            /** @description Address at sign-in. */
            ip: string;
            /** @description Browser, e.g. «Chrome 120». */
            browser: string;
            /** @description System, e.g. «Windows 10/11». */
            system: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            loginTime: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            lastAccessTime: string;
        };
        /** @description What the caller may do. */
        OwnTask: {
            /** @description The task of a process that it is about, by number. */
            taskId: number;
            /** @description What is asked. */
            kind: components["schemas"]["TaskKind"];
            /** @description Name of the step that it waits at. */
            nodeName: string;
            /** @description For whom, when a deputy is asked. */
            forName: string | null;
            /** @description Whether an opinion is needed for a yes, too. */
            commentNeeded: boolean;
            /** @description Whether a yes is the decision of a meeting, entered with its minutes. */
            minutesNeeded: boolean;
            /** @description What else he may do. */
            actions: components["schemas"]["Allow"][];
            /** @description It waits behind an opinion or a signature. */
            parked: boolean;
        };
        /** @description Money paid ahead. */
        PaidAhead: {
            /** @description The party A 甲方 that holds the money, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Fen that lie on no bill. */
            creditFen: number;
        };
        /** @description What a receipt paid. */
        PaidBill: {
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description Fen; negative on mirror rows. */
            amountFen: number;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string;
            /** @description How it came about. */
            mode: components["schemas"]["AllocationMode"];
        };
        /** @description A party A as a form sends it. */
        PartyAInput: {
            /** @description Which; absent for a new one. */
            partyAId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Department; the caller's own when absent. */
            deptId?: number | null;
            /** @description Accounts; at most one is the default. */
            accounts?: components["schemas"]["AccountInput"][];
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description Code of the party A 甲方, unique. */
            partyACode: string;
            /** @description Name of the party A 甲方, unique. */
            partyAName: string;
            /** @description Short name for lists and charts. */
            shortName?: string;
            /** @description Kind of unit 单位性质. */
            unitKind: components["schemas"]["UnitKind"];
            /** @description Unified social credit code, or empty. */
            uscc?: string;
            /** @description Who is to be spoken to 联系人. */
            contact?: string;
            /** @description Whether rent is passed on to the treasury 是否上缴. */
            remitRequired: boolean;
            /** @description Money of a month is due to the treasury on this day of the next one, 1-28. */
            remitDay: number;
            /** @description "0" in use, "1" disabled. */
            status?: components["schemas"]["Status"];
        };
        /** @description A party A to choose. */
        PartyAOption: {
            /** @description Number of the party A 甲方. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description State: disabled ones are for filters only. */
            status: components["schemas"]["Status"];
        };
        /** @description A party A on the wire. */
        PartyAOut: {
            /** @description Number of the party A 甲方. */
            partyAId: number;
            /** @description Code of the party A 甲方, unique. */
            partyACode: string;
            /** @description Name of the party A 甲方, unique. */
            partyAName: string;
            /** @description Short name for lists and charts. */
            shortName: string;
            /** @description Kind of unit 单位性质. */
            unitKind: components["schemas"]["UnitKind"];
            /** @description Unified social credit code, or empty. */
            uscc: string;
            /** @description Who is to be spoken to 联系人. */
            contact: string;
            /** @description Whether rent is passed on to the treasury 是否上缴. */
            remitRequired: boolean;
            /** @description Money of a month is due to the treasury on this day of the next one, 1-28. */
            remitDay: number;
            /** @description "0" in use, "1" disabled. */
            status: components["schemas"]["Status"];
            /** @description Bank accounts, their numbers masked. */
            accounts: components["schemas"]["PartyAccount"][];
            /** @description Assets it holds or held. */
            assetCount: number;
            /** @description Name of its department. */
            deptName: string;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description A bank account as lists show it. */
        PartyAccount: {
            /** @description Holder of the bank account 户名. */
            name: string;
            /** @description Name of the bank and its branch 开户行. */
            bank: string;
            /** @description `****1234` */
            accountNo: string;
            /** @description Whether payment notices name it. */
            isDefault: boolean;
        };
        /** @description Where a party A stands. */
        PartyClose: {
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description The newest closed month, by its first day. */
            last: string | null;
            /** @description Whether the reader closed it himself and nobody decides about a reopening: somebody else reopens it then. */
            own: boolean;
            /** @description The month to close next; none while nothing is booked. */
            next: string | null;
            /** @description Whether that month is over. */
            ready: boolean;
        };
        /** @description An asset that is handed over. */
        PassedAsset: {
            /** @description The asset 资产 that it is about, by number. */
            assetId: number;
            /** @description `ZC-000123` */
            assetCode: string;
            /** @description Name of the asset 资产. */
            assetName: string;
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            buildingAreaM2: string | null;
            /** @description Of it what is let today. */
            letM2: string;
            /** @description 原值, fen. */
            originalValueFen: number | null;
        };
        /** @description A line of the list of what is handed over. */
        PassedItem: {
            /** @description One of 钥匙, 水表, 电表, 燃气, 设施, 档案, 其他. */
            kind: string;
            /** @description Which thing was handed over, in words. */
            name: string;
            /** @description How many pieces. */
            quantity: number;
            /** @description Reading of a meter, as it stands there. */
            reading: string;
            /** @description In what condition. */
            condition: string;
            /** @description Photographs, by the numbers of their files. */
            photos: number[];
        };
        /** @description A line of the list of what is handed over. */
        PassedItemInput: {
            /** @description One of 钥匙, 水表, 电表, 燃气, 设施, 档案, 其他. */
            kind?: string;
            /** @description Which thing was handed over, in words. */
            name?: string;
            /** @description How many pieces. */
            quantity?: number;
            /** @description Reading of a meter, as it stands there. */
            reading?: string;
            /** @description In what condition. */
            condition?: string;
            /** @description Photographs, by the numbers of their files. */
            photos?: number[];
        };
        /** @description A lease on the paper that both sides sign. */
        PassedLease: {
            /** @description The lease 合同 that it is about, by number. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Codes of its rooms 房号, with 、 between. */
            rooms: string;
            /** @description Area that rent is charged for 计租面积, in ㎡ with two decimals. */
            areaM2: string;
            /** @description Rent a month, fen. */
            monthRentFen: number;
            /** @description The last day it is charged. */
            effectiveEnd: string | null;
            /** @description Overdue at the giver, fen. */
            arrearsFen: number;
            /** @description Open at the giver, due or not, fen. */
            openFen: number;
            /** @description Of it what goes over, fen. */
            passedFen: number;
            /** @description Deposit 押金 that goes along, in whole fen. */
            depositFen: number;
            /** @description Credit 预收 that goes along, in whole fen. */
            creditFen: number;
        };
        /** @description Old and new password. */
        PasswordChange: {
            /** @description Password in force. */
            oldPassword?: string;
            /** @description Password from now on; rules by /portal/passwordRules. */
            newPassword?: string;
        };
        /** @description What a change of the password answers. */
        PasswordChanged: {
            /** @description Of the session that takes the place of one that waited for the change; absent when the session goes on. */
            token?: string;
            /** @description What is next; absent when its session is full. */
            stage?: components["schemas"]["SessionStage"];
        };
        /** @description What a new password must be. */
        PasswordRules: {
            /** @description In words. */
            rules: string[];
            /** @description Least number of characters. */
            least: number;
            /** @description Character class, `sys.account.chrtype`; "0" where the profile decides. */
            chrtype: string;
        };
        /** @description A node of the path. */
        PathNode: {
            /** @description Short code that programs use, unique of its kind. */
            code: string;
            /** @description What people call it. */
            name: string;
            /** @description Begin, task, choice. */
            type: components["schemas"]["NodeType"];
            /** @description 0 not started, 1 started, 2 completed. */
            state: components["schemas"]["RunState"];
            /** @description How it ended, or empty. */
            endLabel: string;
            /** @description Whether it still counts. */
            force: boolean;
            /** @description Who acted, or who is asked. */
            people: string[];
            /** @description Nobody was found: those people only give it to somebody. */
            assigns: boolean;
            /** @description When it began. */
            at: string | null;
            /** @description Minutes it took, or takes. */
            minutes: number | null;
            /** @description It has not happened yet. */
            predicted: boolean;
            /** @description Which branch a choice took, or empty. */
            branch: string;
            /** @description What a choice saw: name, value. */
            trace: [
                string,
                string
            ][];
        };
        /** @description A payment as a form sends it. */
        PayPayout: {
            /** @description Number of the record that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Day on which the bank paid. */
            paidDate: string;
        };
        /** @enum {integer} */
        PayState: 0 | 1 | 2 | 3;
        /** @description A returned document as a form sends it. */
        PayoutChange: {
            /** @description The refund 退款, expense 支出 or remittance 上缴 that it is about, by number. */
            payoutId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description What for; the route decides about refunds, expenses and remittances. */
            kind: components["schemas"]["PayoutKind"];
            /** @description Remittances: the day it was handed in. */
            paidDate?: string | null;
            /** @description Slips and scans, by the numbers of their files. */
            files?: number[];
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description The party A 甲方 that pays, by number. */
            partyAId?: number;
            /** @description Refunds: to whom. */
            tenantId?: number;
            /** @description Refunds: of which lease; needed for a deposit. */
            leaseId?: number;
            /** @description Expenses: for which asset. */
            assetId?: number;
            /** @description Expenses: for which plate, when it is for no asset. */
            plateId?: number;
            /** @description Expenses: a value of the dictionary `expense_kind`. */
            category?: string;
            /** @description Remittances: the month whose money it is, by its first day. */
            month?: string | null;
            /** @description Amount in whole fen. */
            amountFen?: number;
            /** @description Name of who gets the money 收款人. */
            payee?: string;
            /** @description Number of the invoice or of the treasury voucher 缴款书. */
            voucherNo?: string;
            /** @description Refunds of credit: the treasury pays, because the money came straight to it 财政退付. */
            byTreasury?: boolean;
            /** @description Between units: who gets it. */
            toPartyAId?: number;
        };
        /** @description A document as a form sends it. */
        PayoutInput: {
            /** @description What for; the route decides about refunds, expenses and remittances. */
            kind: components["schemas"]["PayoutKind"];
            /** @description Remittances: the day it was handed in. */
            paidDate?: string | null;
            /** @description Slips and scans, by the numbers of their files. */
            files?: number[];
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description The party A 甲方 that pays, by number. */
            partyAId?: number;
            /** @description Refunds: to whom. */
            tenantId?: number;
            /** @description Refunds: of which lease; needed for a deposit. */
            leaseId?: number;
            /** @description Expenses: for which asset. */
            assetId?: number;
            /** @description Expenses: for which plate, when it is for no asset. */
            plateId?: number;
            /** @description Expenses: a value of the dictionary `expense_kind`. */
            category?: string;
            /** @description Remittances: the month whose money it is, by its first day. */
            month?: string | null;
            /** @description Amount in whole fen. */
            amountFen?: number;
            /** @description Name of who gets the money 收款人. */
            payee?: string;
            /** @description Number of the invoice or of the treasury voucher 缴款书. */
            voucherNo?: string;
            /** @description Refunds of credit: the treasury pays, because the money came straight to it 财政退付. */
            byTreasury?: boolean;
            /** @description Between units: who gets it. */
            toPartyAId?: number;
        };
        /** @enum {integer} */
        PayoutKind: 1 | 2 | 3 | 4 | 5;
        /** @description A document on the wire. */
        PayoutOut: {
            /** @description Number of the refund, expense or remittance, by which other records name it. */
            payoutId: number;
            /** @description `TK-202401-000001` */
            payoutNo: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["PayoutKind"];
            /** @description The party A 甲方 that pays, by number. */
            partyAId: number;
            /** @description Refunds: to whom. */
            tenantId: number;
            /** @description Refunds: of which lease; needed for a deposit. */
            leaseId: number;
            /** @description Expenses: for which asset. */
            assetId: number;
            /** @description Expenses: for which plate, when it is for no asset. */
            plateId: number;
            /** @description Expenses: a value of the dictionary `expense_kind`. */
            category: string;
            /** @description Remittances: the month whose money it is, by its first day. */
            month: string | null;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description Name of who gets the money 收款人. */
            payee: string;
            /** @description Number of the invoice or of the treasury voucher 缴款书. */
            voucherNo: string;
            /** @description Refunds of credit: the treasury pays, because the money came straight to it 财政退付. */
            byTreasury: boolean;
            /** @description Between units: who gets it. */
            toPartyAId: number;
            /** @description Name of the party A. */
            partyAName: string;
            /** @description Name of the tenant. */
            tenantName: string;
            /** @description Number of the lease. */
            leaseNo: string;
            /** @description Name of the asset. */
            assetName: string;
            /** @description State that it is in now. */
            state: components["schemas"]["PayoutState"];
            /** @description Day on which the bank paid. */
            paidDate: string | null;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string | null;
            /** @description When it was taken back. */
            reversedDate: string | null;
            /** @description Real name of who decided; empty before that. */
            decidedBy: string;
            /** @description What the approver said. */
            comment: string;
            /** @description Slips and scans, by the numbers of their files. */
            files: number[];
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @enum {integer} */
        PayoutState: 0 | 1 | 2 | 3 | 4 | 9;
        /** @enum {string} */
        PeriodMode: "ANCHORED" | "CALENDAR";
        /** @description What everybody signed in may know of a person (exempt from data scope: decisions/0001). */
        PersonOut: {
            /** @description Number of the person 用户. */
            userId: number;
            /** @description Login name. */
            userName: string;
            /** @description Name of the person as in documents 姓名. */
            realName: string;
            /** @description Real name, the family's spelling. */
            nickName: string;
            /** @description Department, null when none. */
            deptId: number | null;
            /** @description Its id and name. */
            dept: components["schemas"]["DeptOut"] | null;
            /** @description Masked number, whole for those who may query this user. */
            phonenumber: string;
            /** @description Path below the API. */
            avatar: string;
        };
        /** @description What is otherwise masked. */
        Personal: {
            /** @description Identity or registration number in full. */
            idNo: string;
            /** @description Telephone number in full. */
            phone: string;
        };
        /** @description Sealed values in full. */
        PersonalValues: {
            /**
             * @description Texts by code of their field.
             * @default {}
             */
            values: {
                [key: string]: string;
            };
        };
        /** @description A node that asks the submitter whom he wants. */
        PickNode: {
            /** @description Short code that programs use, unique of its kind. */
            code: string;
            /** @description What it is called. */
            name: string;
            /** @description From whom. */
            from: components["schemas"]["Candidate"][];
        };
        /** @description Answer of the family's plain upload. */
        PlainUploaded: {
            /** @description Address below the API. */
            fileName: string;
            /** @description Address on this host. */
            url: string;
            /** @description Last part of the address. */
            newFileName: string;
            /** @description Name the client gave. */
            originalFilename: string;
        };
        /** @description Answer of the family's upload of several files, each text comma-joined. */
        PlainUploads: {
            /** @description Addresses on this host. */
            urls: string;
            /** @description Addresses below the API. */
            fileNames: string;
            /** @description Last parts of the addresses. */
            newFileNames: string;
            /** @description Names the client gave. */
            originalFilenames: string;
        };
        /** @description Every bill of a contract. */
        Plan: {
            /** @description By period, then charge. */
            bills: components["schemas"]["PlannedBill"][];
            /** @description Stages of the rent with their days and prices 租金阶段. */
            stages: components["schemas"]["Stage"][];
            /** @description By year of the due date. */
            years: components["schemas"]["YearSum"][];
            /** @description Sum of all bills of the plan, in whole fen. */
            totalFen: number;
            /** @description What stands against it, or should make one think; empty for a version. */
            guards: components["schemas"]["Guard"][];
        };
        /** @description A bill as the contract foresees it 计划账单. */
        PlannedBill: {
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description 0 the rent, else the key of the other charge. */
            chargeLine: number;
            /** @description Whose days these are; 0 while the lease has had one tenant only. */
            tenantId?: number;
            /** @description Days that it charges, both included; absent when it is for no period. */
            period: components["schemas"]["DateSpan"];
            /** @description When it enters the books. */
            issueDate: string;
            /** @description Last day to pay. */
            dueDate: string;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description Its parts; they add up to the amount. */
            lines: components["schemas"]["BillLine"][];
            /** @description Shares of the rooms, in the lease's order; they add up to the amount. */
            split: number[];
        };
        /** @description A plate as a form sends it. */
        PlateInput: {
            /** @description Which; absent for a new one. */
            plateId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description Code of the plate 板块, unique. */
            plateCode?: string;
            /** @description Name of the plate 板块, unique. */
            plateName?: string;
            /** @description Fixed chart colour, `#rrggbb`. */
            color?: string;
            /** @description Order in charts and lists. */
            sort?: number;
            /** @description Whether assets may be put into it. */
            status?: components["schemas"]["Status"];
        };
        /** @description A plate to choose. */
        PlateOption: {
            /** @description Number of the plate 板块. */
            plateId: number;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description Colour in charts, `#rrggbb`. */
            color: string;
            /** @description State: disabled ones are for filters only. */
            status: components["schemas"]["Status"];
        };
        /** @description A plate on the wire. */
        PlateOut: {
            /** @description Number of the plate 板块. */
            plateId: number;
            /** @description Code of the plate 板块, unique. */
            plateCode: string;
            /** @description Name of the plate 板块, unique. */
            plateName: string;
            /** @description Fixed chart colour, `#rrggbb`. */
            color: string;
            /** @description Order in charts and lists. */
            sort: number;
            /** @description Whether assets may be put into it. */
            status: components["schemas"]["Status"];
            /** @description How many assets are in it. */
            assetCount: number;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description A plate. */
        PlateRow: {
            /** @description The plate 板块 that it is about, by number. */
            plateId: number;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description 应收: amounts, adjustments included, fen. */
            dueFen: number;
            /** @description 减免, fen. */
            waivedFen: number;
            /** @description 净应收, fen. */
            netDueFen: number;
            /** @description 已收: on these bills, fen. */
            collectedFen: number;
            /** @description 收缴率 in parts of ten thousand; none when nothing was due. */
            rate: number | null;
            /** @description Collected in time (value date not after the due date), fen. */
            inTimeFen: number;
            /** @description 租金实收, fen. */
            receivedFen: number;
            /** @description 欠缴, fen. */
            arrearsFen: number;
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            buildingM2: string;
            /** @description Area in ㎡ with two decimals that may be let 可出租: let and vacant together. */
            lettableM2: string;
            /** @description Area in ㎡ with two decimals that is let today 已出租. */
            letM2: string;
            /** @description Area in ㎡ with two decimals that is vacant today 空置. */
            vacantM2: string;
            /** @description 出租率 in parts of ten thousand. */
            occupancy: number | null;
        };
        /** @description The question. */
        PlatesQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description GET /portal/info */
        Portal: {
            /** @description Name of the platform. */
            title: string;
            /** @description Name of the authority. */
            organization: string;
            /** @description Nobody can sign in yet: the set-up page is next. */
            setupNeeded: boolean;
            /** @description Whether single sign-on is configured. */
            ssoEnabled: boolean;
            /** @description Product version. */
            version: string;
            /** @description Token cookies of related applications that sign-out removes. */
            relatedTokenCookies: string[];
            /** @description Whether the portal is closed or read-only; absent when it is open. */
            mode?: components["schemas"]["ModeOut"];
        };
        /** @description A post as a form sends it. */
        PostInput: {
            /** @description Which; absent for a new one. */
            postId?: number | null;
            /** @description Code of the post, unique. */
            postCode?: string;
            /** @description Name of the post 岗位. */
            postName?: string;
            /** @description Place in lists. */
            postSort?: number | null;
            /** @description "0" normal, "1" disabled. */
            status?: string | null;
            /** @description Remark in free text; empty: none. */
            remark?: string | null;
        };
        /** @description A post as clients see it. */
        PostOut: {
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Number of the post 岗位. */
            postId: number;
            /** @description Code of the post, unique. */
            postCode: string;
            /** @description Name of the post 岗位. */
            postName: string;
            /** @description Place in lists. */
            postSort: number;
            /** @description "0" normal, "1" disabled. */
            status: string;
            /** @description Whether a user holds it (forms). */
            flag: boolean;
        };
        /** @enum {string} */
        Preset: "simple" | "standard" | "own" | "none";
        /** @description Which preset a process shall go by. */
        PresetInput: {
            /** @description Key of the process: the kind of document that it decides about. */
            key?: string;
            /** @description Which preset is published. */
            preset?: components["schemas"]["Preset"];
        };
        /** @description A process and what it goes by now. */
        PresetRow: {
            /** @description Name of the kind of document, `lease`, `waiver` … */
            key: string;
            /** @description What people call it. */
            label: string;
            /** @description What it goes by now. */
            preset: components["schemas"]["Preset"];
            /** @description Number of the version in force. */
            inForce: number | null;
            /** @description Version of the definition, from 1. */
            definitionVersion: number | null;
            /** @description Whether there is a simple preset. */
            hasSimple: boolean;
            /** @description Whether there is a standard one. */
            hasStandard: boolean;
            /** @description Whether its operation is done at once while no process of it is published. */
            direct: boolean;
            /** @description Departments from which a node of the standard process finds nobody. */
            red: number;
            /** @description Why the standard process can't be published, or empty. */
            problem: string;
        };
        /** @description How it would go. */
        Preview: {
            /** @description What people call the process. */
            label: string;
            /** @description What the document is called in lists. */
            title: string;
            /** @description The document as it was looked at; send it back with the submission. */
            version: number;
            /** @description Nobody is asked: it is done at once. */
            direct: boolean;
            /** @description Nodes in order, with people and what choices saw; as far as it would get. */
            path: components["schemas"]["PathNode"][];
            /** @description Nodes that ask whom the submitter wants. */
            picks: components["schemas"]["PickNode"][];
            /** @description Why a submission would be refused. */
            refused: string | null;
        };
        /** @description A cell of a row as it will be. */
        PreviewCell: {
            /** @description Place of the column, from 0. */
            column: number;
            /** @description What the sheet shows, where that differs. */
            text?: string;
            /** @description What it becomes. */
            value: string;
            /** @description Why it keeps its original text. */
            why?: string;
        };
        /** @description What is asked. */
        PreviewInput: {
            /** @description Key of the process: the kind of document that it decides about. */
            key?: string;
            /** @description Which document; 0 with an input of something new. */
            bizId?: number;
            /** @description Input of an operation that isn't filed yet, as its route takes it. */
            payload?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Whom the submitter picks, by node.
             * @default {}
             */
            picks: {
                [key: string]: number[];
            };
        };
        /** @description Money that is about to be entered or claimed. */
        PreviewReceipt: {
            /** @description Who got it; 0 while nobody was chosen. */
            partyAId: number;
            /** @description The tenant 乙方 who paid, by number; 0 while nobody is known. */
            tenantId: number;
            /** @description For which lease; 0 for any. */
            leaseId?: number;
            /** @description Fen; 0 while it is not known. */
            amountFen?: number;
            /** @description The bank's day; today when absent. */
            valueDate?: string | null;
            /** @description What the money is for 收款用途. */
            purpose?: components["schemas"]["Purpose"];
            /** @description A receipt that is to be spread again 改核销: what it pays now counts as open; 0 for new money. */
            receiptId?: number;
            /** @description Bills the payer named, in his order; empty for the legal order. */
            designated?: number[];
            /** @description Bills not yet due are paid too. */
            notYetDue?: boolean;
            /** @description Leave everything as credit. */
            keepAsCredit?: boolean;
        };
        /** @description A row as it will be. */
        PreviewRow: {
            /** @description Number of its sheet. */
            sheet: number;
            /** @description Its line there. */
            line: number;
            /** @description Cells with content. */
            cells: components["schemas"]["PreviewCell"][];
        };
        /** @enum {integer} */
        PriceUnit: 1 | 2 | 3;
        /** @description Which letters are printed. */
        PrintLetters: {
            /** @description Bills of the tenants that the letters go to. */
            ids?: number[];
        };
        /** @description Something that is wrong. */
        Problem: {
            /** @description At which node, or none. */
            node: string | null;
            /** @description What is wrong, as a sentence for people. */
            message: string;
            /** @description It may be published all the same. */
            warning: boolean;
        };
        /** @description This process, in the fields that old clients show (MB). */
        Process: {
            /** @description Peak of its memory. */
            total: number;
            /** @description Memory of the machine. */
            max: number;
            /** @description Peak less what it holds now. */
            free: number;
            /** @description What it holds now. */
            used: number;
            /** @description Percent of the peak. */
            usage: number;
            /** @description Product. */
            name: string;
            /** @description Version of the program. */
            version: string;
            /** @description Where the program lies. */
            home: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            startTime: string;
            /** @description «1天2小时3分钟» */
            runTime: string;
            /** @description Always empty: arguments may hold paths that concern nobody. */
            inputArgs: string;
        };
        /** @description A process as a file. */
        ProcessFile: {
            /** @description What it is. */
            format: string;
            /** @description Its shape. */
            formatVersion: number;
            /** @description Which process: the key of its binding. */
            key: string;
            /** @description What people call it. */
            name: string;
            /** @description What the process consists of: start, tasks, gateways, end. */
            nodes: components["schemas"]["Node"][];
            /** @description How its nodes follow each other, with conditions. */
            edges: components["schemas"]["Edge"][];
            /**
             * @description Rules beside the drawing: repeated approvers, how long one may withdraw, who gets copies.
             * @default {
             *       "repeat": "PASS",
             *       "withdraw": "UNTOUCHED",
             *       "ccOnEnd": []
             *     }
             */
            options: components["schemas"]["Options"];
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description A process to choose. */
        ProcessOption: {
            /** @description Name that code and definitions use. */
            key: string;
            /** @description What people call it. */
            label: string;
        };
        /** @description What stands on the paper. */
        ProcessPaper: {
            /** @description The process with what the caller may see of its document, and its opinions. */
            process: components["schemas"]["InstanceOut"];
            /** @description The way it took; what is still to come is marked as foreseen. */
            path: components["schemas"]["PathNode"][];
            /** @description Real name of who prints it. */
            printedBy: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            printedAt: string;
        };
        /** @description A process in the list. */
        ProcessRow: {
            /** @description The process 审批 that it is about, by number. */
            instanceId: number;
            /** @description Number of the process as people see it, `SP-202401-000001`. */
            instanceNo: string;
            /** @description Key of the process: the kind of document that it decides about. */
            key: string;
            /** @description What people call that. */
            label: string;
            /** @description What it is about. */
            title: string;
            /** @description What it is worth. */
            amountFen: number | null;
            /** @description State that it is in now. */
            state: components["schemas"]["InstanceState"];
            /** @description How it ended. */
            endReason: components["schemas"]["EndReason"] | null;
            /** @description Who submitted it. */
            initiatorName: string;
            /** @description The department of the document. */
            deptName: string;
            /** @description When it was submitted. */
            startedAt: string;
            /** @description When it ended. */
            endedAt: string | null;
            /** @description Who is asked now. */
            waitsFor: string[];
            /** @description Nobody can do what waits. */
            stuck: boolean;
            /** @description Why its effect was refused. */
            blocked: string | null;
        };
        /** @description The product itself. */
        Product: {
            /** @description Version of the program. */
            version: string;
            /** @description The data folder. */
            data: string;
            /** @description Free space under it. */
            free: string;
            /** @description Percent of its disk in use. */
            usage: number;
            /** @description Size of the database file. */
            storeSize: string;
            /** @description Number of tables. */
            tables: number;
            /** @description Number of records. */
            records: number;
            /** @description Signed-in browsers. */
            sessions: number;
            /** @description When the newest backup in the backup folder was made; empty = there is none. */
            lastBackup: string;
            /** @description Backups in that folder. */
            backups: number;
            /** @description «1天2小时3分钟» */
            uptime: string;
        };
        /** @description Own data with the names of roles and posts. */
        Profile: {
            /** @description The person who is signed in. */
            data: components["schemas"]["UserOut"];
            /** @description Role names, comma-joined. */
            roleGroup: string;
            /** @description Post names, comma-joined. */
            postGroup: string;
        };
        /** @description The four fields a person may change himself. */
        ProfileInput: {
            /** @description Name of the person as in documents 姓名. */
            realName?: string | null;
            /** @description Real name, the family's spelling. */
            nickName?: string | null;
            /** @description Mobile number. */
            phonenumber?: string | null;
            /** @description Mail address. */
            email?: string | null;
            /** @description "0", "1", "2". */
            sex?: string | null;
        };
        /** @description What the tenant promised 承诺. */
        Promise: {
            /** @description Day by which payment was promised. */
            day: string;
            /** @description Amount in whole fen. */
            amountFen: number;
        };
        /** @enum {integer} */
        PromiseState: 0 | 1 | 2 | 3;
        /** @description A proof of who one is. */
        ProofInput: {
            /** @description One-time or recovery code, of who has a second factor. */
            code?: string;
            /** @description Password, of who has none. */
            password?: string;
        };
        /** @description A tenant for whom something speaks. */
        Proposal: {
            /** @description The tenant 乙方, by number. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description How much speaks for him. */
            score: number;
            /** @description What does: 户名、账号、编号、附言、金额. */
            why: string;
        };
        /** @enum {string} */
        Proration: "ACTUAL" | "D30" | "D365";
        /** @description What became of a publication. */
        Publication: {
            /** @description The process that decides about it; none when it was done at once. */
            instanceId: number | null;
        };
        /** @description What came of a publication. */
        PublishDone: {
            /** @description The new version. */
            version: number;
            /** @description Its page in the menu. */
            menuId: number;
            /** @description Whether work on the rows goes on in the background. */
            hasWork: boolean;
        };
        /** @enum {integer} */
        PublishScope: 1 | 2;
        /** @enum {integer} */
        Purpose: 1 | 2;
        /** @enum {string} */
        QueryWay: "EQ" | "NE" | "GT" | "GTE" | "LT" | "LTE" | "LIKE" | "BETWEEN";
        /** @description The variants with what they are of. */
        Rank: {
            /** @description Plate or party A. */
            id: number;
            /** @description What it is called, for people. */
            name: string;
            /** @description 当期 */
            current: number | null;
            /** @description 按期 */
            inTime: number | null;
            /** @description 综合 */
            overall: number | null;
            /** @description 按户 */
            byTenants: number | null;
        };
        /** @description The block. */
        RateBlock: {
            /** @description Day up to which the figures count. */
            asOf: string;
            /** @description Calendar year, in digits. */
            year: number;
            /** @description Month; 0 for the whole year. */
            month: number;
            /** @description Whether every month of the period is closed for every party A that counts. */
            closed: boolean;
            /** @description Net due rent of the year up to the end of the period, fen. */
            netDueFen: number;
            /** @description Collected on it, fen. */
            collectedFen: number;
            /** @description Waived of it, fen. */
            waivedFen: number;
            /** @description Rates of the year up to the end of the period 本年累计. */
            variants: components["schemas"]["Whole"];
            /** @description What is aimed at. */
            target: number;
            /** @description By plate. */
            plates: components["schemas"]["Rank"][];
            /** @description By party A. */
            parties: components["schemas"]["Rank"][];
            /** @description The twelve months of the year. */
            months: components["schemas"]["RateMonth"][];
            /** @description 上缴率 */
            remittances: components["schemas"]["Remittances"];
        };
        /** @description A month's rate. */
        RateMonth: {
            /** @description 1-12 */
            month: number;
            /** @description As of the day of the figures. */
            now: number | null;
            /** @description As of the month's end. */
            atMonthEnd: number | null;
        };
        /** @enum {string} */
        Reach: "all" | "same" | "above" | "tree";
        /** @description Which messages were read. */
        ReadMessages: {
            /** @description One of them; 0 all. */
            messageId?: number;
            /** @description All about a process; 0 any. */
            instanceId?: number;
        };
        /** @description Somebody who has read a notice. */
        ReaderOut: {
            /** @description Number of the person 用户. */
            userId: number;
            /** @description Login name. */
            userName: string;
            /** @description Real name of the person. */
            realName: string;
            /** @description Name, the family's spelling. */
            nickName: string;
            /** @description Name of the department 部门. */
            deptName: string;
            /** @description Masked mobile number. */
            phonenumber: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            readTime: string;
        };
        /** @description Money on the wrong bills, as a form sends it. */
        Reallocate: {
            /** @description Number of the receipt 收款 that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Bills the payer named, in his order; empty for the legal order. */
            designated?: number[];
            /** @description Bills not yet due are paid too. */
            notYetDue?: boolean;
            /** @description Leave everything as credit. */
            keepAsCredit?: boolean;
        };
        /** @description A receipt with what it paid. */
        ReceiptCard: {
            /** @description Number of the receipt, by which other records name it. */
            receiptId: number;
            /** @description `SK-202401-000001` */
            receiptNo: string;
            /** @description Who got the money. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Who paid; 0 while nobody is known. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description For which lease; 0 for any. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
            /** @description The payer's name on the statement. */
            payerName: string;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description How it was paid 收款方式. */
            method: components["schemas"]["Method"];
            /** @description Last four digits of the account. */
            accountTail: string;
            /** @description The bank's reference of the movement 银行流水号; empty: none. */
            bankRef: string;
            /** @description Day on which the money arrived by the bank 到账日. */
            valueDate: string;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string;
            /** @description What the money is for 收款用途. */
            purpose: components["schemas"]["Purpose"];
            /** @description State that it is in now. */
            state: components["schemas"]["ReceiptState"];
            /** @description How it was taken back. */
            reversal: components["schemas"]["Reversal"] | null;
            /** @description Slips and scans, by the numbers of their files. */
            files: number[];
            /** @description Fen that lie on no bill. */
            creditFen: number;
            /** @description Money for the treasury that books of earlier versions have at the bank. */
            misplaced: boolean;
            /** @description Whether the reader entered it and nobody decides about a reversal: somebody else reverses it then. */
            own: boolean;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Bills that it has paid, the oldest first. */
            paid: components["schemas"]["PaidBill"][];
            /** @description The amount in capitals. */
            capitals: string;
        };
        /** @description A receipt as a form sends it. */
        ReceiptInput: {
            /** @description Who got the money. */
            partyAId: number;
            /** @description Who paid; 0 for «to be claimed». */
            tenantId?: number;
            /** @description For which lease; 0 for any of the tenant's. A deposit needs one. */
            leaseId?: number;
            /** @description The payer's name on the statement. */
            payerName?: string;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description How it was paid 收款方式. */
            method: components["schemas"]["Method"];
            /** @description Last four digits of the account. */
            accountTail?: string;
            /** @description The bank's reference of the movement 银行流水号; empty: none. */
            bankRef?: string;
            /** @description Day on which the money arrived by the bank 到账日. */
            valueDate: string;
            /** @description What the money is for 收款用途. */
            purpose?: components["schemas"]["Purpose"];
            /** @description Bills the payer named, in his order; empty for the legal order. */
            designated?: number[];
            /** @description Bills not yet due are paid too. */
            notYetDue?: boolean;
            /** @description Leave everything as credit. */
            keepAsCredit?: boolean;
            /** @description Confirmed: the tenant has nothing with the unit, and the money is entered there all the same. */
            anyway?: boolean;
            /** @description Slips and scans, by the numbers of their files. */
            files?: number[];
            /** @description Remark in free text; empty: none. */
            remark?: string;
        };
        /** @description A receipt on the wire. */
        ReceiptOut: {
            /** @description Number of the receipt, by which other records name it. */
            receiptId: number;
            /** @description `SK-202401-000001` */
            receiptNo: string;
            /** @description Who got the money. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Who paid; 0 while nobody is known. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description For which lease; 0 for any. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
            /** @description The payer's name on the statement. */
            payerName: string;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description How it was paid 收款方式. */
            method: components["schemas"]["Method"];
            /** @description Last four digits of the account. */
            accountTail: string;
            /** @description The bank's reference of the movement 银行流水号; empty: none. */
            bankRef: string;
            /** @description Day on which the money arrived by the bank 到账日. */
            valueDate: string;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string;
            /** @description What the money is for 收款用途. */
            purpose: components["schemas"]["Purpose"];
            /** @description State that it is in now. */
            state: components["schemas"]["ReceiptState"];
            /** @description How it was taken back. */
            reversal: components["schemas"]["Reversal"] | null;
            /** @description Slips and scans, by the numbers of their files. */
            files: number[];
            /** @description Fen that lie on no bill. */
            creditFen: number;
            /** @description Money for the treasury that books of earlier versions have at the bank. */
            misplaced: boolean;
            /** @description Whether the reader entered it and nobody decides about a reversal: somebody else reverses it then. */
            own: boolean;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description What the money would do. */
        ReceiptPreview: {
            /** @description Open bills, by due date. */
            bills: components["schemas"]["OpenBill"][];
            /** @description Leases to choose from. */
            leases: components["schemas"]["LeaseChoice"][];
            /** @description Units that the tenant has leases or open bills with, where he owes most first. */
            units: components["schemas"]["TenantUnit"][];
            /** @description What must be confirmed, because the tenant has nothing with the unit; absent when he has. */
            question: string | null;
            /** @description Fen that no bill takes: credit, or too much for a deposit. */
            creditFen: number;
            /** @description Fen of credit that the tenant has at the party A already, for whatever lease 预收余额. */
            heldCreditFen: number;
            /** @description The amount in capitals. */
            capitals: string;
        };
        /** @enum {integer} */
        ReceiptState: 0 | 1 | 2;
        /** @description Sums over the whole filter, receipts that were taken back left out. */
        ReceiptSums: {
            /** @description Amount in whole fen. */
            amountFen: number;
        };
        /** @description The block. */
        ReceivableBlock: {
            /** @description Day up to which the figures count. */
            asOf: string;
            /** @description Calendar year, in digits. */
            year: number;
            /** @description Month; 0 for the whole year. */
            month: number;
            /** @description Whether every month of the period is closed for every party A that counts. */
            closed: boolean;
            /** @description Net receivable rent of the period, fen. */
            rentFen: number;
            /** @description Against the period before, parts of ten thousand. */
            onPrevious: number | null;
            /** @description Against the same days a year ago. */
            onLastYear: number | null;
            /** @description Net receivable rent of the year up to the end of the period, fen. */
            yearToDateFen: number;
            /** @description All kinds of income, fen. */
            allKindsFen: number;
            /** @description Waived of them, fen. */
            waivedFen: number;
            /** @description By kind. */
            byKind: components["schemas"]["KindSum"][];
            /** @description The twelve months of the year. */
            months: components["schemas"]["ReceivableMonth"][];
        };
        /** @description A column of the chart. */
        ReceivableMonth: {
            /** @description 1-12 */
            month: number;
            /** @description Rent, fen. */
            rentFen: number;
            /** @description Other income, fen. */
            otherFen: number;
            /** @description Only planned by the leases. */
            planned: boolean;
        };
        /** @description The question. */
        ReceivableQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Due from this day on. */
            dueFrom?: string | null;
            /** @description Due on this day at the latest; absent: without end. */
            dueTo?: string | null;
            /** @description What for; empty for all but deposits. */
            kind?: number[];
            /** @description Only of this tenant 乙方, by number; absent: all. */
            tenantId?: number | null;
            /** @description 1: only bills of which something was waived. */
            waived?: number | null;
            /** @description 1: only bills that are not paid in full. */
            open?: number | null;
            /** @description Part of the number, the tenant's name or the rooms. */
            keyWord?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description 实收 in its four parts. */
        Received: {
            /** @description Receipts less reversals, deposits left out, fen. */
            totalFen: number;
            /** @description 本期: on bills due in the span. */
            currentFen: number;
            /** @description 追缴往期: on bills due before it. */
            earlierFen: number;
            /** @description 预收: on bills due later, or as credit of whoever paid. */
            aheadFen: number;
            /** @description 待认领: nobody knows who paid. */
            unclaimedFen: number;
        };
        /** @description The block. */
        ReceivedBlock: {
            /** @description Day up to which the figures count. */
            asOf: string;
            /** @description Calendar year, in digits. */
            year: number;
            /** @description Month; 0 for the whole year. */
            month: number;
            /** @description Whether every month of the period is closed for every party A that counts. */
            closed: boolean;
            /** @description Rent received, with money that lies on no bill yet, fen. */
            rentFen: number;
            /** @description Against the period before, parts of ten thousand. */
            onPrevious: number | null;
            /** @description Against the same days a year ago. */
            onLastYear: number | null;
            /** @description Of the year up to the end of the period, fen. */
            yearToDateFen: number;
            /** @description All kinds of income, fen. */
            allKindsFen: number;
            /** @description Net receivable rent of the period, fen. */
            dueFen: number;
            /** @description 本期, fen. */
            currentFen: number;
            /** @description 追缴往期, fen. */
            earlierFen: number;
            /** @description 预收, fen. */
            aheadFen: number;
            /** @description 待认领: nobody knows yet who paid, and what for, fen. */
            unclaimedFen: number;
            /** @description By method. */
            byMethod: components["schemas"]["MethodSum"][];
            /** @description The twelve months of the year. */
            months: components["schemas"]["ReceivedMonth"][];
        };
        /** @description A column of the chart with the point of the line over it. */
        ReceivedMonth: {
            /** @description 1-12 */
            month: number;
            /** @description Rent received, fen. */
            fen: number;
            /** @description Of it 待认领, fen. */
            unclaimedFen: number;
            /** @description Net receivable rent, fen. */
            dueFen: number;
        };
        /** @description The question. */
        ReceivedQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Counts from this day on. */
            bookFrom?: string | null;
            /** @description To this day. */
            bookTo?: string | null;
            /** @description Which income; all when absent. */
            income?: components["schemas"]["Income"] | null;
            /** @description Which part; all when absent. */
            part?: components["schemas"]["WantedPart"] | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description A line on the wire. */
        ReceivedRow: {
            /** @description Number of the receipt; 0 for a deposit's money. */
            receiptId: number;
            /** @description Number of the receipt 收款 as printed, `SK-202401-000001`. */
            receiptNo: string;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string;
            /** @description Who paid. */
            tenantName: string;
            /** @description The payer's name on the statement. */
            payerName: string;
            /** @description How it was paid 收款方式, in words. */
            method: string;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Plate of the bill. */
            plateName: string;
            /** @description The bill; 0 for money that lies on none. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description What for; 未核销 for money that lies on no bill. */
            kindLabel: string;
            /** @description 应缴日 of the bill; empty for none. */
            dueDate: string;
            /** @description 本期, 追缴往期, 预收, 待认领 */
            part: string;
            /** @description Fen; negative for what was taken back. */
            amountFen: number;
        };
        /** @description A run on the page. */
        ReconcileRun: {
            /** @description Number of the run. */
            runId: number;
            /** @description What started it: the schedule, or a person by name. */
            cause: string;
            /** @description When it began, `yyyy-MM-dd HH:mm:ss`. */
            beginTime: string;
            /** @description How long it took, ms. */
            tookMs: number;
            /** @description Differences, at most fifty of each invariant. */
            differences: number;
        };
        /** @description What the page shows. */
        Reconciled: {
            /** @description The run under way. */
            running: components["schemas"]["Running"] | null;
            /** @description What the last run found; none before the first. */
            checks: components["schemas"]["BooksCheck"][] | null;
            /** @description The runs that are kept, the last one first. */
            runs: components["schemas"]["ReconcileRun"][];
        };
        /** @description One record that an operation changed. */
        RecordChange: {
            /** @description Table of the record that changed. */
            table: string;
            /** @description Its number or key. */
            id: string;
            /** @description insert, update or delete. */
            kind: string;
            /** @description Fields that differ, secrets masked. */
            fields: components["schemas"]["FieldChange"][];
        };
        /** @description How a case was put right 整改. */
        Rectified: {
            /** @description Day on which it was done. */
            day: string;
            /** @description Found by the program in the books or the register. */
            automatic: boolean;
            /** @description What was done. */
            note: string;
        };
        /** @description Which lease. */
        Redate: {
            /** @description Number that other records name it by. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
        };
        /** @description 拒绝：HTTP 仍为 200，由 `code` 区分。 */
        Refusal: {
            /**
             * @description 拒绝的种类，含义见 components/responses
             * @enum {integer}
             */
            code: 401 | 403 | 404 | 409 | 500 | 602 | 603 | 604 | 605;
            /** @description 给人看的原因 */
            msg: string;
            /** @description 原因涉及的请求字段，列表内为 `rooms.0.priceE4`；说不清是哪个字段时没有 */
            field?: string;
        };
        /** @description 审批: what becomes of rows only when somebody else agrees. */
        RegisterApproval: {
            /** @description New rows, and those that come back from the recycle bin. */
            create: boolean;
            /** @description Changes of rows. */
            change: boolean;
            /** @description Rows that go into the recycle bin. */
            remove: boolean;
        };
        /** @description 审批: what becomes of rows only when somebody else agrees. */
        RegisterApprovalInput: {
            /** @description New rows, and those that come back from the recycle bin. */
            create?: boolean;
            /** @description Changes of rows. */
            change?: boolean;
            /** @description Rows that go into the recycle bin. */
            remove?: boolean;
        };
        /** @description An operation on the wire. */
        RegisterBatch: {
            /** @description Number of the operation that may be undone. */
            batchId: number;
            /** @description 导入 粘贴 批量修改 表格编辑 */
            kind: components["schemas"]["BatchKind"];
            /** @description When it happened, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            at: string;
            /** @description Real name of who did it. */
            by: string;
            /** @description Rows it made. */
            made: number;
            /** @description Rows it changed. */
            changed: number;
            /** @description When it was undone; empty when it was not. */
            undoneAt: string;
            /** @description Real name of who undid it. */
            undoneBy: string;
        };
        /** @description An uploaded workbook. */
        RegisterBook: {
            /** @description Number of the uploaded workbook. */
            bookId: number;
            /** @description Name of the file, with its ending. */
            name: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            at: string;
            /** @description Register that began from it; 0 while there is none. */
            registerId: number;
            /** @description How far its wizard is, as its page wrote it (JSON). */
            wizard: string;
            /** @description Its sheets; those with a note can't be read. */
            sheets: components["schemas"]["BookSheet"][];
        };
        /** @description An upload that waits to be finished. */
        RegisterBookRow: {
            /** @description Number of the uploaded workbook. */
            bookId: number;
            /** @description Name of the file, with its ending. */
            name: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            at: string;
            /** @description How far its wizard is, as its page wrote it (JSON). */
            wizard: string;
        };
        /** @description A register as it is published. */
        RegisterDefinition: {
            /** @description What people call it. */
            name: string;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Its fields, in the order of the form; archived ones too. */
            fields: components["schemas"]["RegisterField"][];
            /** @description Number of the field that names a row; 0 for the row number. */
            title: number;
            /** @description Number of a second field behind it, where the first alone names no row well; 0 for none. */
            titleMore?: number;
            /** @description Combinations of fields of which no two rows have the same. */
            once: number[][];
            /** @description Field by which lists are ordered; 0 for the order of row numbers. */
            order: number;
            /** @description Without such a field: the oldest row first, as in the sheet that the rows came from, not the newest. */
            oldestFirst?: boolean;
            /** @description Whether downwards. */
            orderDown: boolean;
            /** @description Columns of the form: 1 to 3. */
            formColumns: number;
            /** @description Who sees the rows. */
            sharing: components["schemas"]["Sharing"];
            /** @description 归属字段: the field of a department that a row belongs to; 0 for none. */
            owner: number;
            /** @description Whether rows take files. */
            attachments: boolean;
            /** @description What of its rows is decided about. */
            approval?: components["schemas"]["RegisterApproval"];
            /**
             * @description Place in the menu.
             * @default {
             *       "parent": 0,
             *       "icon": ""
             *     }
             */
            place: components["schemas"]["RegisterPlace"];
            /** @description The largest field number ever given. */
            lastField: number;
        };
        /** @description A register as it is published. */
        RegisterDefinitionInput: {
            /** @description What people call it. */
            name?: string;
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description Its fields, in the order of the form; archived ones too. */
            fields?: components["schemas"]["RegisterFieldInput"][];
            /** @description Number of the field that names a row; 0 for the row number. */
            title?: number;
            /** @description Number of a second field behind it, where the first alone names no row well; 0 for none. */
            titleMore?: number;
            /** @description Combinations of fields of which no two rows have the same. */
            once?: number[][];
            /** @description Field by which lists are ordered; 0 for the order of row numbers. */
            order?: number;
            /** @description Without such a field: the oldest row first, as in the sheet that the rows came from, not the newest. */
            oldestFirst?: boolean;
            /** @description Whether downwards. */
            orderDown?: boolean;
            /** @description Columns of the form: 1 to 3. */
            formColumns?: number;
            /** @description Who sees the rows. */
            sharing?: components["schemas"]["Sharing"];
            /** @description 归属字段: the field of a department that a row belongs to; 0 for none. */
            owner?: number;
            /** @description Whether rows take files. */
            attachments?: boolean;
            /** @description What of its rows is decided about. */
            approval?: components["schemas"]["RegisterApprovalInput"];
            /**
             * @description Place in the menu.
             * @default {
             *       "parent": 0,
             *       "icon": ""
             *     }
             */
            place: components["schemas"]["RegisterPlaceInput"];
            /** @description The largest field number ever given. */
            lastField?: number;
        };
        /** @description A register as its designer sees it. */
        RegisterDesign: {
            /** @description Number of the register 登记表. */
            registerId: number;
            /** @description Short code that programs use, unique of its kind. */
            code: string;
            /** @description Its name as people know it. */
            name: string;
            /** @description How far it is. */
            state: components["schemas"]["RegisterState"];
            /** @description What is worked on. */
            draft: components["schemas"]["RegisterDefinition"];
            /** @description Send it back with a change of the draft. */
            draftLock: number;
            /** @description Published version; 0 for none. */
            current: number;
            /** @description What was published; absent when nothing was. */
            published?: components["schemas"]["RegisterDefinition"];
            /** @description Whether the draft differs from what is published. */
            isChanged: boolean;
            /** @description Living rows. */
            rowCount: number;
            /** @description Its page in the menu; 0 for none. */
            menuId: number;
            /** @description Workbook that it came from. */
            source?: string;
            /** @description Names of its rights. */
            permissions: string[];
            /** @description Work in progress. */
            works: components["schemas"]["RegisterWork"][];
            /** @description What each kind of field may be asked and drawn with. */
            kinds: components["schemas"]["KindRules"][];
            /** @description What a field may link to: names with what people call them. */
            links: [
                string,
                string
            ][];
            /** @description Rules for texts: names with what people call them. */
            patterns: [
                string,
                string
            ][];
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description An entry of a dictionary as lists and forms of registers need it. */
        RegisterEntry: {
            /** @description What is stored. */
            value: string;
            /** @description What people read. */
            label: string;
            /** @description Colour of its tag. */
            listClass: string;
            /** @description Whether forms offer it. */
            enabled: boolean;
        };
        /** @description A field. */
        RegisterField: {
            /** @description Number within the register; 0 for one that was just drawn. */
            no: number;
            /** @description Name on the wire: letters and digits. */
            code: string;
            /** @description What people call it. */
            label: string;
            /** @description Labels of the workbook's header, from top to bottom, where it had several lines. */
            path: string[];
            /** @description Former labels: workbooks that use them still fit. */
            aliases: string[];
            /** @description What it holds. */
            kind: components["schemas"]["FieldKind"];
            /** @description Number of its dictionary; 0 for none. */
            dictionary: number;
            /** @description Entries of a dictionary that is made when the field is first published; empty afterwards. */
            entries: components["schemas"]["RegisterNewEntry"][];
            /** @description What it links to: `asset`, `room` … or the code of another register after `reg:`. */
            link: string;
            /** @description Unit beside its numbers: 元, 万元, ㎡ … */
            unit: string;
            /** @description Decimal places of a decimal. */
            places: number;
            /** @description Whether it must be filled in. */
            required: boolean;
            /** @description Value of a new row, as the wire writes it; `today` for a day of today. */
            defaultValue: string;
            /** @description Beside the field, for who fills it in. */
            help: string;
            /** @description Width of its column in pixels; 0 leaves it to the list. */
            width: number;
            /** @description Heading above it in forms and details. */
            group: string;
            /** @description Whether the form of a new row asks for it. */
            insert: boolean;
            /** @description Whether the form of a known row asks for it. */
            edit: boolean;
            /** @description Whether lists show it. */
            list: boolean;
            /** @description Whether lists can be narrowed by it. */
            query: boolean;
            /** @description 敏感: leaves only with `reg:<code>:pii`. */
            sensitive: boolean;
            /** @description Whether the keyword looks here. */
            searched: boolean;
            /** @description 可新增选项: who may add rows may add to its own dictionary while filling one in. */
            open?: boolean;
            /** @description 不求和: its numbers are not added up. */
            unsummed?: boolean;
            /** @description How lists narrow by it. */
            queryWay: components["schemas"]["QueryWay"];
            /** @description How the form asks for it. */
            widget: components["schemas"]["Widget"];
            /** @description Smallest number, in its own unit. */
            min: number | null;
            /** @description Largest number. */
            max: number | null;
            /** @description Most characters. */
            length: number | null;
            /** @description A rule of [`PATTERNS`] that its texts follow; empty for none. */
            pattern: string;
            /** @description Where its values come from until a work has written them. */
            from: components["schemas"]["Conversion"] | null;
            /** @description What it is computed from, when it is. */
            formula: components["schemas"]["RegisterFormula"] | null;
            /** @description 到期提醒: when people are told that its day comes near; none for never. */
            remind?: components["schemas"]["RegisterReminder"];
            /** @description Version in which it first was. */
            since: number;
            /** @description Hidden everywhere; its cells stay. */
            archived: boolean;
            /** @description Milliseconds when it was archived: it is purged thirty days later at the earliest. */
            archivedAt: number;
        };
        /** @description A field. */
        RegisterFieldInput: {
            /** @description Number within the register; 0 for one that was just drawn. */
            no?: number;
            /** @description Name on the wire: letters and digits. */
            code?: string;
            /** @description What people call it. */
            label?: string;
            /** @description Labels of the workbook's header, from top to bottom, where it had several lines. */
            path?: string[];
            /** @description Former labels: workbooks that use them still fit. */
            aliases?: string[];
            /** @description What it holds. */
            kind?: components["schemas"]["FieldKind"];
            /** @description Number of its dictionary; 0 for none. */
            dictionary?: number;
            /** @description Entries of a dictionary that is made when the field is first published; empty afterwards. */
            entries?: components["schemas"]["RegisterNewEntryInput"][];
            /** @description What it links to: `asset`, `room` … or the code of another register after `reg:`. */
            link?: string;
            /** @description Unit beside its numbers: 元, 万元, ㎡ … */
            unit?: string;
            /** @description Decimal places of a decimal. */
            places?: number;
            /** @description Whether it must be filled in. */
            required?: boolean;
            /** @description Value of a new row, as the wire writes it; `today` for a day of today. */
            defaultValue?: string;
            /** @description Beside the field, for who fills it in. */
            help?: string;
            /** @description Width of its column in pixels; 0 leaves it to the list. */
            width?: number;
            /** @description Heading above it in forms and details. */
            group?: string;
            /** @description Whether the form of a new row asks for it. */
            insert?: boolean;
            /** @description Whether the form of a known row asks for it. */
            edit?: boolean;
            /** @description Whether lists show it. */
            list?: boolean;
            /** @description Whether lists can be narrowed by it. */
            query?: boolean;
            /** @description 敏感: leaves only with `reg:<code>:pii`. */
            sensitive?: boolean;
            /** @description Whether the keyword looks here. */
            searched?: boolean;
            /** @description 可新增选项: who may add rows may add to its own dictionary while filling one in. */
            open?: boolean;
            /** @description 不求和: its numbers are not added up. */
            unsummed?: boolean;
            /** @description How lists narrow by it. */
            queryWay?: components["schemas"]["QueryWay"];
            /** @description How the form asks for it. */
            widget?: components["schemas"]["Widget"];
            /** @description Smallest number, in its own unit. */
            min?: number | null;
            /** @description Largest number. */
            max?: number | null;
            /** @description Most characters. */
            length?: number | null;
            /** @description A rule of [`PATTERNS`] that its texts follow; empty for none. */
            pattern?: string;
            /** @description Where its values come from until a work has written them. */
            from?: components["schemas"]["ConversionInput"] | null;
            /** @description What it is computed from, when it is. */
            formula?: components["schemas"]["RegisterFormulaInput"] | null;
            /** @description 到期提醒: when people are told that its day comes near; none for never. */
            remind?: components["schemas"]["RegisterReminderInput"] | null;
            /** @description Version in which it first was. */
            since?: number;
            /** @description Hidden everywhere; its cells stay. */
            archived?: boolean;
            /** @description Milliseconds when it was archived: it is purged thirty days later at the earliest. */
            archivedAt?: number;
        };
        /** @description What a field is computed from. */
        RegisterFormula: {
            /** @description From left to right. */
            operands: components["schemas"]["FormulaOperand"][];
            /** @description 公开计算结果: shown to everybody, although an operand is 敏感. */
            isOpen?: boolean;
            /** @description Decimal places of its field's unit that the result is rounded to; without it, to those of the field. */
            round?: number;
        };
        /** @description What a field is computed from. */
        RegisterFormulaInput: {
            /** @description From left to right. */
            operands?: components["schemas"]["FormulaOperandInput"][];
            /** @description 公开计算结果: shown to everybody, although an operand is 敏感. */
            isOpen?: boolean;
            /** @description Decimal places of its field's unit that the result is rounded to; without it, to those of the field. */
            round?: number | null;
        };
        /** @description A register as its page needs it. */
        RegisterMeta: {
            /** @description Number of the register 登记表. */
            registerId: number;
            /** @description Short code that programs use, unique of its kind. */
            code: string;
            /** @description What it is called, for people. */
            name: string;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Version of the definition. */
            version: number;
            /** @description Fields that the caller may see, in the order of the form. */
            fields: components["schemas"]["RegisterField"][];
            /** @description Entries of dictionaries by their number. */
            dictionaries: {
                [key: string]: components["schemas"]["RegisterEntry"][];
            };
            /** @description Code of the field that names a row; empty for the row number. */
            title: string;
            /** @description Codes of the fields of each unique constraint. */
            once: string[][];
            /** @description Columns of the form. */
            formColumns: number;
            /** @description Who sees the rows. */
            sharing: components["schemas"]["Sharing"];
            /** @description Code of the field that a row's department follows; empty for none. */
            owner: string;
            /** @description Whether rows take files. */
            attachments: boolean;
            /** @description What of the rows is decided about. */
            approval: components["schemas"]["RegisterApproval"];
            /** @description Rows and changes that wait for a decision. */
            waiting: number;
            /** @description Rights that the caller holds. */
            rights: string[];
            /** @description Work in progress. */
            works: components["schemas"]["RegisterWork"][];
            /** @description Whether lists are answered row by row, because the columns do not fit into the memory set aside. */
            isSlow: boolean;
        };
        /** @description An entry of a dictionary that is not there yet. */
        RegisterNewEntry: {
            /** @description What is stored. */
            value: string;
            /** @description What people read. */
            label: string;
        };
        /** @description An entry of a dictionary that is not there yet. */
        RegisterNewEntryInput: {
            /** @description What is stored. */
            value?: string;
            /** @description What people read. */
            label?: string;
        };
        /** @description A package as pages see it. */
        RegisterPackage: {
            /** @description Name of the file, with its ending. */
            file: string;
            /** @description Size of its file, in bytes. */
            bytes: number;
            /** @description Rows in it, those from the recycle bin too. */
            rows: number;
            /** @description Files in it. */
            files: number;
            /** @description When it was made. */
            at: string;
        };
        /** @description Where the page stands in the menu. */
        RegisterPlace: {
            /** @description Directory; 0 for 登记台账. */
            parent: number;
            /** @description Name of the icon that the menu shows; empty: none. */
            icon: string;
        };
        /** @description Where the page stands in the menu. */
        RegisterPlaceInput: {
            /** @description Directory; 0 for 登记台账. */
            parent?: number;
            /** @description Name of the icon that the menu shows; empty: none. */
            icon?: string;
        };
        /** @description 到期提醒 of a day. A row without the day is never reminded of. */
        RegisterReminder: {
            /** @description Days before its day from which people are told; 0 for the day itself. */
            ahead: number;
            /** @description 办结: number of the choice or yes/no that ends it; 0 for none. */
            field: number;
            /** @description Values that end it: entries of the dictionary, or `true`, `false`. */
            values: string[];
        };
        /** @description 到期提醒 of a day. A row without the day is never reminded of. */
        RegisterReminderInput: {
            /** @description Days before its day from which people are told; 0 for the day itself. */
            ahead?: number;
            /** @description 办结: number of the choice or yes/no that ends it; 0 for none. */
            field?: number;
            /** @description Values that end it: entries of the dictionary, or `true`, `false`. */
            values?: string[];
        };
        /** @description A row on the wire. */
        RegisterRow: {
            /** @description Number that other records name it by. */
            id: number;
            /** @description 行号: number within the register. */
            no: number;
            /** @description What sentences call it. */
            title: string;
            /** @description Department that keeps it. */
            deptName: string;
            /** @description Values by code of their field; empty fields are left out. */
            values: {
                [key: string]: unknown;
            };
            /** @description What links point to, in the order of their numbers. */
            names: {
                [key: string]: string[];
            };
            /** @description 原值: texts that do not fit their fields. */
            misfits: {
                [key: string]: string;
            };
            /** @description Attachments of the row itself. */
            files: number[];
            /** @description Number of the process in which it waits for a decision. */
            waitsIn?: number;
            /** @description Workbook and line that it came from. */
            origin?: string;
            /** @description When it went into the recycle bin. */
            deletedAt?: string;
            /** @description Who put it there. */
            deletedBy?: string;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @enum {string} */
        RegisterState: "draft" | "published" | "stopped" | "archived";
        /** @description Sums of a list by code of the field, as the wire writes its values. */
        RegisterSums: {
            [key: string]: unknown;
        };
        /** @description A published version. */
        RegisterVersion: {
            /** @description From 1. */
            version: number;
            /** @description What the publisher wrote. */
            note: string;
            /** @description Name of the publisher. */
            byName: string;
            /** @description When it happened, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            at: string;
            /** @description What it was. */
            definition: components["schemas"]["RegisterDefinition"];
            /** @description Differences from the version before, as sentences. */
            changes: string[];
        };
        /** @description Work as pages see it. */
        RegisterWork: {
            /** @description What is done. */
            kind: components["schemas"]["WorkKind"];
            /** @description Field it is done to; 0 for none. */
            field: number;
            /** @description Rows done. */
            done: number;
            /** @description Rows there are. */
            total: number;
            /** @description Login name of who asked for it. */
            by: string;
            /** @description When it happened, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            at: string;
            /** @description Why it ended early; empty while it goes on. */
            trouble: string;
        };
        /** @description Something that will soon need somebody. */
        Reminder: {
            /** @description Which; `reg:` before the code of a register. */
            kind: string;
            /** @description What people call it. */
            label: string;
            /** @description How many there are. */
            count: number;
            /** @description The page that lists them. */
            path: string;
        };
        /** @description A party A that must remit. */
        RemitItem: {
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description What it is called. */
            name: string;
            /** @description Should have handed in, fen. */
            shouldFen: number;
            /** @description Handed in, fen. */
            handedFen: number;
            /** @description Owes (negative: ahead), fen. */
            owedFen: number;
            /** @description Days since the day of its oldest month that is open. */
            days: number;
            /** @description 上缴率 in parts of ten thousand. */
            rate: number | null;
        };
        /** @description A month in which money was collected. */
        RemitMonth: {
            /** @description 1-12 */
            month: number;
            /** @description Should be handed in of it, fen. */
            shouldFen: number;
            /** @description Was, fen. */
            handedFen: number;
            /** @description Whether its remittance day has passed for any party A. */
            due: boolean;
        };
        /** @description The question; the year is that of the collection. */
        RemittanceQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description A month of a party A. */
        RemittanceRow: {
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description «2024-09» */
            month: string;
            /** @description Last day to hand it over 应上缴日. */
            dueDate: string;
            /** @description 应上缴, fen. */
            shouldFen: number;
            /** @description 已上缴, fen. */
            handedFen: number;
            /** @description 欠上缴, fen (negative: ahead). */
            owedFen: number;
            /** @description Days since the day, while something is owed; 0 otherwise. */
            lateDays: number;
        };
        /** @description All of them. */
        Remittances: {
            /** @description What is to be handed over 应上缴, in whole fen. */
            shouldFen: number;
            /** @description What was handed over 已上缴, in whole fen. */
            handedFen: number;
            /** @description What is still to be handed over 欠上缴, in whole fen. */
            owedFen: number;
            /** @description Parts of ten thousand. */
            rate: number | null;
            /** @description By party A, what is owed most first. */
            items: components["schemas"]["RemitItem"][];
            /** @description By month of the collection. */
            months: components["schemas"]["RemitMonth"][];
        };
        /** @description The second leg: unit to treasury 上缴. */
        Remitted: {
            /** @description Collected in months whose remittance day has passed, fen. */
            shouldFen: number;
            /** @description Handed in and confirmed, fen. */
            handedFen: number;
            /** @description Still owed (negative: handed in ahead), fen. */
            owedFen: number;
            /** @description 上缴率 in parts of ten thousand. */
            rate: number | null;
        };
        /** @enum {integer} */
        RentBasis: 1 | 2 | 3 | 4;
        /** @description A rent-free interval 免租期. */
        RentFree: {
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
            /** @description Which charges are free in these days. */
            scope: components["schemas"]["FreeScope"];
            /** @description Why, e.g. 装修期. */
            reason: string;
        };
        /** @description A rent-free interval 免租期. */
        RentFreeInput: {
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
            /** @description Which charges are free in these days. */
            scope?: components["schemas"]["FreeScope"];
            /** @description Why, e.g. 装修期. */
            reason?: string;
        };
        /** @description A rent from a day on 阶段租金. */
        RentStep: {
            /** @description First day on which the price holds. */
            from: string;
            /** @description The rent, in the unit of ADD. */
            rent: number;
        };
        /** @description A month to reopen: whatever month was closed, also one that could not be closed today. */
        ReopenMonth: {
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Any day of the month. No bounds: it is compared with the month that stands closed. */
            month: string;
            /** @description Why the month is reopened, for the record. */
            reason?: string;
        };
        /** @enum {string} */
        Repeat: "PASS" | "ASK";
        /** @description A new password for somebody else. */
        Reset: {
            /** @description The person that it is about, by number. */
            userId: number;
            /** @description The password; a one-time password is made when absent. */
            password?: string | null;
        };
        /** @description What keeps an asset from being used freely, and when. */
        Restriction: {
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["RestrictionKind"];
            /** @description First day, included. */
            from: string;
            /** @description Last day; absent while open. */
            to: string | null;
            /** @description Document behind it, in words. */
            doc: string;
        };
        /** @description What keeps an asset from being used freely, and when. */
        RestrictionInput: {
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["RestrictionKind"];
            /** @description First day, included. */
            from: string;
            /** @description Last day; absent while open. */
            to?: string | null;
            /** @description Document behind it, in words. */
            doc?: string;
        };
        /** @enum {integer} */
        RestrictionKind: 1 | 2 | 3 | 4 | 5 | 6;
        /** @description An earlier node. */
        ReturnNode: {
            /** @description Short code that programs use, unique of its kind. */
            code: string;
            /** @description What people call it. */
            name: string;
            /** @description Who acted there, by real names. */
            people: string[];
        };
        /** @description A returned form with what was entered. */
        ReturnedForm: {
            /** @description The form as it is now. */
            form: components["schemas"]["StartForm"];
            /** @description What was entered. */
            data: {
                [key: string]: unknown;
            };
            /** @description Send it back with a change. */
            version: number;
        };
        /** @description A returned form as it is put right. */
        ReturnedInput: {
            /** @description The process 审批 that it is about, by number. */
            instanceId?: number;
            /** @description The version that was read. */
            version?: number | null;
            /**
             * @description What was entered.
             * @default {}
             */
            data: {
                [key: string]: unknown;
            };
        };
        /** @description What was asked for. */
        ReturnedRow: {
            /** @description What was to be done. */
            deed: components["schemas"]["RowAction"];
            /** @description The row as it would be. */
            row: components["schemas"]["RegisterRow"];
            /** @description Send it back with a change. */
            version: number;
        };
        /** @description How a receipt was taken back. */
        Reversal: {
            /** @description Why: one of the values of its type. */
            kind: components["schemas"]["ReversalKind"];
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string;
            /** @description Reason in words, for the record. */
            reason: string;
            /** @description Login name of who did it. */
            by: string;
            /** @description When, epoch milliseconds. */
            at: components["schemas"]["Stamp"];
        };
        /** @enum {integer} */
        ReversalKind: 1 | 2 | 3;
        /** @description A line that undoes another one. */
        ReversalLine: {
            /** @description Row number as the spreadsheet program shows it. */
            row: number;
            /** @description `11-20 18:22` */
            when: string;
            /** @description Fen, more than 0. */
            amountFen: number;
            /** @description The other side's name. */
            payerName: string;
            /** @description What was written. */
            memo: string;
            /** @description The receipt that it undoes; absent when none is found. */
            receipt: components["schemas"]["UndoneReceipt"] | null;
        };
        /** @description A reversal as a form sends it. */
        ReverseReceipt: {
            /** @description Number of the record that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Why: one of the values of its type. */
            kind: components["schemas"]["ReversalKind"];
            /** @description Reason in words, for the record. */
            reason: string;
        };
        /** @description A balance that is wrong. */
        RevokeOpening: {
            /** @description Number of the record that is meant. */
            id: number;
            /** @description Reason in words, for the record. */
            reason: string;
        };
        /** @description Tree with the departments of a role. */
        RoleDeptTree: {
            /** @description Ids linked to the role, without derivable parents when its tree is linked. */
            checkedKeys: number[];
            /** @description All departments in scope. */
            depts: components["schemas"]["DeptNode"][];
        };
        /** @description A role as a form sends it. */
        RoleInput: {
            /** @description Which; absent for a new one. */
            roleId?: number | null;
            /** @description Name of the role 角色. */
            roleName?: string;
            /** @description Name of the role that programs use, unique. */
            roleKey?: string;
            /** @description Place in lists. */
            roleSort?: number | null;
            /** @description "0" normal, "1" disabled. */
            status?: string | null;
            /** @description Whether the menu tree is linked. */
            menuCheckStrictly?: boolean | null;
            /** @description Whether the department tree is linked. */
            deptCheckStrictly?: boolean | null;
            /** @description Checked and half-checked menus. */
            menuIds?: number[] | null;
            /** @description "1" to "5". */
            dataScope?: string | null;
            /** @description Departments of scope 2. */
            deptIds?: number[] | null;
            /** @description Whether its holders must have a second factor. */
            secondFactor?: boolean | null;
            /** @description Remark in free text; empty: none. */
            remark?: string | null;
        };
        /** @description Tree with the menus of a role. */
        RoleMenuTree: {
            /** @description Ids granted, without derivable parents when the role's tree is linked. */
            checkedKeys: number[];
            /** @description All entries the caller holds. */
            menus: components["schemas"]["MenuNode"][];
        };
        /** @description A role as clients see it. Its menus and departments come with their trees. */
        RoleOut: {
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Number of the role 角色. */
            roleId: number;
            /** @description Name of the role 角色. */
            roleName: string;
            /** @description Name of the role that programs use, unique. */
            roleKey: string;
            /** @description Place in lists. */
            roleSort: number;
            /** @description "1" to "5", contract 2.9. */
            dataScope: string;
            /** @description Whether the menu tree is linked. */
            menuCheckStrictly: boolean;
            /** @description Whether the department tree is linked. */
            deptCheckStrictly: boolean;
            /** @description Whether its holders must have a second factor. */
            secondFactor: boolean;
            /** @description "0" normal, "1" disabled. */
            status: string;
            /** @description "0" living. */
            delFlag: string;
            /** @description Whether the user of the form holds it. */
            flag: boolean;
            /** @description Always null on the way out. */
            menuIds: number[] | null;
            /** @description Always null on the way out. */
            deptIds: number[] | null;
            /** @description Always null on the way out. */
            permissions: string[] | null;
            /** @description Whether it is the super administrator's. */
            admin: boolean;
        };
        /** @description A role's status. */
        RoleStatus: {
            /** @description The role 角色 that it is about, by number. */
            roleId: number;
            /** @description "0" normal, "1" disabled. */
            status: string;
        };
        /** @description From the year's opening to the day of the figures, fen. */
        Roll: {
            /** @description Owed at the beginning 期初欠缴, in whole fen. */
            openingFen: number;
            /** @description Later entries and adjustments of earlier periods 往期补记与调整, in whole fen; added. */
            adjustedFen: number;
            /** @description Net due of the year 本年净应收, in whole fen; added. */
            netDueFen: number;
            /** @description Collected in the period 本期收回, in whole fen; taken off. */
            collectedFen: number;
            /** @description Paid ahead before 前期预收抵减, in whole fen; taken off. */
            paidAheadFen: number;
            /** @description － 当日到期, not yet arrears */
            dueTodayFen: number;
            /** @description Owed at the end 期末欠缴, in whole fen. */
            closingFen: number;
        };
        /** @description How arrears came from the opening to the closing 欠缴滚动: the three middle terms end at the last. */
        RollForward: {
            /** @description Arrears when the span begins, fen. */
            openingFen: number;
            /** @description What older bills ask for more or less since: booked late, adjusted, waived, brought in as opening balances, fen. */
            adjustedFen: number;
            /** @description Net due in the span, fen. */
            netDueFen: number;
            /** @description Collected in the span on everything due by its end, fen. */
            collectedFen: number;
            /** @description Paid before the span on bills due in it, fen. */
            paidAheadFen: number;
            /** @description Arrears when it ends, what is due on the very day included, fen. */
            closingFen: number;
            /** @description 陈欠清收率 in parts of ten thousand. */
            earlierRate: number | null;
            /** @description 综合收缴率 in parts of ten thousand. */
            overallRate: number | null;
        };
        /** @description A room with what occupies it. */
        RoomCard: {
            /** @description Number of the room 房间. */
            roomId: number;
            /** @description The asset 资产 that it is part of, by number. */
            assetId: number;
            /** @description The building 楼栋 that it is about, by number. */
            buildingId: number;
            /** @description Floor −2…99, never 0. */
            floorNo: number;
            /** @description Number on the floor, e.g. `301`. */
            roomNo: string;
            /** @description Code of the whole register, e.g. `A-3-301`; made when empty. */
            roomCode: string;
            /** @description Name of the room beside its number; may be empty. */
            roomName: string;
            /** @description Kind of use, a value of the dictionary `room_use_kind`. */
            useKind: string;
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            buildingAreaM2: string;
            /** @description Area in ㎡ with two decimals inside the walls 套内面积; absent: unknown. */
            innerAreaM2: string | null;
            /** @description Area in ㎡ with two decimals that rent is charged for 计租面积. */
            rentAreaM2: string;
            /** @description 招租底价, 1/10,000 yuan a unit. */
            basePriceE4: number | null;
            /** @description What the price is for. */
            priceUnit: components["schemas"]["PriceUnit"];
            /** @description Name of its asset. */
            assetName: string;
            /** @description Name of its building. */
            buildingName: string;
            /** @description Days on which it exists. */
            valid: components["schemas"]["DateSpan"];
            /** @description What the room is used for today. */
            usage: components["schemas"]["Usage"] | null;
            /** @description State today 房态. */
            state: components["schemas"]["RoomState"];
            /** @description The lease behind the state; 0 for none. */
            leaseId: number;
            /** @description Usages, oldest first. */
            usages: components["schemas"]["UsageSpan"][];
            /** @description Rooms it was split from or merged of. */
            parents: number[];
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Active occupancies by day. */
            occupancies: components["schemas"]["OccupancyOut"][];
            /** @description Rooms it was split from or merged of, by name. */
            parentRooms: components["schemas"]["KinRoom"][];
            /** @description Rooms that came of it by splitting or merging. */
            childRooms: components["schemas"]["KinRoom"][];
            /** @description Who rents it today, for those who may see the lease. */
            tenancy: components["schemas"]["Tenancy"] | null;
            /** @description Fen held as deposit for that lease, for those who may see deposits. */
            depositFen: number | null;
            /** @description Whether somebody said since when it exists. */
            sinceKnown: boolean;
        };
        /** @description A room of the selector. */
        RoomChoice: {
            /** @description Number of the room 房间. */
            roomId: number;
            /** @description Room number as on the door 房号. */
            roomCode: string;
            /** @description Name of the room beside its number; may be empty. */
            roomName: string;
            /** @description The asset 资产 that it is part of, by number. */
            assetId: number;
            /** @description Its asset's name. */
            assetName: string;
            /** @description Its building's name. */
            buildingName: string;
            /** @description Floor that it is on; below ground negative. */
            floorNo: number;
            /** @description Kind of use by the building permit 规划用途. */
            useKind: string;
            /** @description Area in ㎡ with two decimals that rent is charged for 计租面积. */
            rentAreaM2: string;
            /** @description 招租底价, 1/10,000 yuan a unit. */
            basePriceE4: number | null;
            /** @description What the price is for. */
            priceUnit: components["schemas"]["PriceUnit"];
            /** @description Whether it can be chosen. */
            available: boolean;
            /** @description Why it can not be let in these days; empty: it can. */
            blockedBy: string;
            /** @description The lease that blocks it; 0 for none. */
            blockingLeaseId: number;
            /** @description First day that is free. */
            firstFreeDate: string | null;
        };
        /** @description A room as a form sends it. */
        RoomInput: {
            /** @description Which; absent for a new one. */
            roomId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description First day of a new room; 2000-01-01 when absent. */
            validFrom?: string | null;
            /** @description Usage of a new room; «lettable» when absent. */
            usage?: components["schemas"]["Usage"] | null;
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description The building 楼栋 that it is about, by number. */
            buildingId: number;
            /** @description Floor −2…99, never 0. */
            floorNo: number;
            /** @description Number on the floor, e.g. `301`. */
            roomNo: string;
            /** @description Code of the whole register, e.g. `A-3-301`; made when empty. */
            roomCode?: string;
            /** @description Name of the room beside its number; may be empty. */
            roomName?: string;
            /** @description Kind of use, a value of the dictionary `room_use_kind`. */
            useKind?: string;
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            buildingAreaM2: string;
            /** @description Area in ㎡ with two decimals inside the walls 套内面积; absent: unknown. */
            innerAreaM2?: string | null;
            /** @description Area in ㎡ with two decimals that rent is charged for 计租面积. */
            rentAreaM2: string;
            /** @description 招租底价, 1/10,000 yuan a unit. */
            basePriceE4?: number | null;
            /** @description What the price is for. */
            priceUnit?: components["schemas"]["PriceUnit"];
        };
        /** @description A room to choose. */
        RoomOption: {
            /** @description Number of the room 房间. */
            roomId: number;
            /** @description Room number as on the door 房号. */
            roomCode: string;
            /** @description Name; may be empty. */
            roomName: string;
            /** @description Name of the building 楼栋. */
            buildingName: string;
            /** @description Name of the asset 资产. */
            assetName: string;
            /** @description Area that rent is asked for. */
            rentAreaM2: string;
        };
        /** @description A room on the wire. */
        RoomOut: {
            /** @description Number of the room 房间. */
            roomId: number;
            /** @description The asset 资产 that it is part of, by number. */
            assetId: number;
            /** @description The building 楼栋 that it is about, by number. */
            buildingId: number;
            /** @description Floor −2…99, never 0. */
            floorNo: number;
            /** @description Number on the floor, e.g. `301`. */
            roomNo: string;
            /** @description Code of the whole register, e.g. `A-3-301`; made when empty. */
            roomCode: string;
            /** @description Name of the room beside its number; may be empty. */
            roomName: string;
            /** @description Kind of use, a value of the dictionary `room_use_kind`. */
            useKind: string;
            /** @description Area in ㎡ with two decimals, by the outer walls 建筑面积. */
            buildingAreaM2: string;
            /** @description Area in ㎡ with two decimals inside the walls 套内面积; absent: unknown. */
            innerAreaM2: string | null;
            /** @description Area in ㎡ with two decimals that rent is charged for 计租面积. */
            rentAreaM2: string;
            /** @description 招租底价, 1/10,000 yuan a unit. */
            basePriceE4: number | null;
            /** @description What the price is for. */
            priceUnit: components["schemas"]["PriceUnit"];
            /** @description Name of its asset. */
            assetName: string;
            /** @description Name of its building. */
            buildingName: string;
            /** @description Days on which it exists. */
            valid: components["schemas"]["DateSpan"];
            /** @description What the room is used for today. */
            usage: components["schemas"]["Usage"] | null;
            /** @description State today 房态. */
            state: components["schemas"]["RoomState"];
            /** @description The lease behind the state; 0 for none. */
            leaseId: number;
            /** @description Usages, oldest first. */
            usages: components["schemas"]["UsageSpan"][];
            /** @description Rooms it was split from or merged of. */
            parents: number[];
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description A room's share of a bill, on the wire. */
        RoomShareOut: {
            /** @description The room 房间 that it is about, by number. */
            roomId: number;
            /** @description Room number as on the door 房号. */
            roomCode: string;
            /** @description Amount in whole fen. */
            amountFen: number;
        };
        /** @enum {integer} */
        RoomState: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
        /** @enum {integer} */
        RowAction: 1 | 2 | 3 | 4;
        /** @description Cells of one row. */
        RowCells: {
            /** @description Number of the row. */
            id?: number;
            /** @description The version that was read. */
            version?: number;
            /**
             * @description Values by code of their field, as a form sends them; null empties.
             * @default {}
             */
            values: {
                [key: string]: unknown;
            };
            /**
             * @description Texts by code of their field, as a workbook has them («1,278.00», «是», the name of a person); empty empties.
             * @default {}
             */
            texts: {
                [key: string]: string;
            };
        };
        /** @description A new row, or the process that decides about it. */
        RowMade: {
            /** @description Number of the row; none while somebody decides. */
            id: number | null;
            /** @description Number of the process; none where nobody decides. */
            instanceId: number | null;
        };
        /** @description What happened, or would happen, to a row. */
        RowReport: {
            /** @description Row number as the spreadsheet program shows it. */
            row: number;
            /** @description What the row is found by: login name, code, path. */
            key: string;
            /** @description What it is called. */
            name: string;
            /** @description created, updated, unchanged, skipped or failed. */
            outcome: string;
            /** @description Why it failed. */
            reason: string;
        };
        /** @description What became of an operation on rows. */
        RowsFiled: {
            /** @description Processes that decide; none when it was done at once. */
            instanceIds: number[];
        };
        /** @description Rows of a table. */
        RowsOut: {
            /** @description Rows of this page, as the caller may see them. */
            rows: {
                [key: string]: unknown;
            }[];
            /** @description Rows of all pages. */
            total: number;
        };
        /** @enum {integer} */
        Rule: 1 | 2 | 3 | 4;
        /** @description How much a run is about. */
        RunFigures: {
            /** @description How many leases it looks at. */
            total: number;
            /** @description Leases tried so far. */
            done: number;
            /** @description How many bills were issued. */
            issued: number;
            /** @description How many adjustments of earlier bills were issued. */
            adjusted: number;
            /** @description Sum of these bills and adjustments, in whole fen. */
            amountFen: number;
            /** @description How many leases could not be billed. */
            refused: number;
        };
        /** @enum {integer} */
        RunState: 0 | 1 | 2;
        /** @description A run that has not ended. */
        Running: {
            /** @description What started it: the schedule, or a person by name. */
            cause: string;
            /** @description Since when; none while it waits for its turn. */
            since: string | null;
        };
        /** @description What a person saves. */
        SavedInput: {
            /** @description Name of the report, as pages give it. */
            page: string;
            /** @description What he calls it. */
            name: string;
            /** @description The filter as the address has it. */
            search?: string;
        };
        /** @description The same on the wire. */
        SavedOut: {
            /** @description Number of the saved query. */
            savedId: number;
            /** @description What he calls it. */
            name: string;
            /** @description The filter, as the address of the page has it. */
            search: string;
        };
        /** @description A password, to go on after a pause. */
        ScreenPassword: {
            /** @description The password of the person who is signed in. */
            password?: string;
        };
        /** @description What an authority should look at. */
        SeatFindings: {
            /** @description Decisions by persons whom a process manager chose, the newest first. */
            assigned: components["schemas"]["AssignedDecision"][];
            /** @description Processes that wait for nobody. */
            stuck: components["schemas"]["StuckProcess"][];
            /** @description People whose roles decide nothing. */
            seatless: components["schemas"]["SeatlessPerson"][];
            /** @description Kinds of documents that nobody decides about by the process in force. */
            undecided: string[];
        };
        /** @description Somebody who holds rights to decide by a role alone that administers the system: they count for nothing. */
        SeatlessPerson: {
            /** @description Number of the person 用户. */
            userId: number;
            /** @description Real name of the person. */
            name: string;
            /** @description Roles that administer the system. */
            roles: string[];
            /** @description Kinds of documents about which he doesn't decide. */
            kinds: string[];
        };
        /** @enum {string} */
        Seats: "person" | "line";
        /** @description Days on which the same amount was open. */
        Segment: {
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
            /** @description Fen open on them. */
            baseFen: number;
            /** @description How many days. */
            days: number;
        };
        /** @description Everything. */
        ServerOut: {
            /** @description How busy the processors are. */
            cpu: components["schemas"]["Cpu"];
            /** @description How much memory is in use. */
            mem: components["schemas"]["Mem"];
            /** @description This process. */
            jvm: components["schemas"]["Process"];
            /** @description The machine and its operating system. */
            sys: components["schemas"]["System"];
            /** @description Disks with the room that is left. */
            sysFiles: components["schemas"]["DiskOut"][];
            /** @description The program: name, version, since when it runs. */
            product: components["schemas"]["Product"];
            /** @description What an administrator should change: sentences about the configuration and about what came over the network. */
            warnings: string[];
            /** @description How the audit log is sent to its log server; absent when it is not. */
            syslog: components["schemas"]["SyslogOut"] | null;
        };
        /** @description How far somebody has come who is signing in. */
        SessionStage: "full" | "password" | "code" | "enrol";
        /** @description A credit flag to set. */
        SetCredit: {
            /** @description The tenant 乙方 that it is about, by number. */
            tenantId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description How reliable the tenant is 信用标记. */
            flag: components["schemas"]["CreditFlag"];
            /** @description Reason in words, for the record. */
            reason?: string;
            /** @description Last day it counts; absent for «until changed». */
            until?: string | null;
        };
        /** @description A new holder from a day on. */
        SetHolder: {
            /** @description The asset 资产 that it is about, by number. */
            assetId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description The party A 甲方, by number. */
            partyAId: number;
            /** @description First day, included. */
            from: string;
        };
        /** @description A new state. */
        SetState: {
            /** @description The asset 资产 that it is about, by number. */
            assetId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description State that the asset is to be in from now on. */
            state: components["schemas"]["AssetState"];
        };
        /** @description A usage from a day on. */
        SetUsage: {
            /** @description The room 房间 that it is about, by number. */
            roomId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description What the room is used for. */
            usage: components["schemas"]["Usage"];
            /** @description First day on which it holds. */
            from: string;
            /** @description Document or reason behind it, in words. */
            doc?: string;
        };
        /** @description The question. */
        SettledQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Put on the bill from this day on. */
            bookFrom?: string | null;
            /** @description To this day. */
            bookTo?: string | null;
            /** @description On bills due from this day on. */
            dueFrom?: string | null;
            /** @description Due on this day at the latest; absent: without end. */
            dueTo?: string | null;
            /** @description Only of this tenant 乙方, by number; absent: all. */
            tenantId?: number | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @description Money on a bill. */
        SettledRow: {
            /** @description Number of the receipt; 0 for a deposit's money. */
            receiptId: number;
            /** @description Number of the receipt 收款 as printed, `SK-202401-000001`. */
            receiptNo: string;
            /** @description When it was put there. */
            bookDate: string;
            /** @description Where the money came from. */
            sourceLabel: string;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description Fen; negative for what was taken back. */
            amountFen: number;
        };
        /** @description A returned settlement as a form sends it. */
        SettlementChange: {
            /** @description The settlement 退租结算 that it is about, by number. */
            settlementId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Penalty by the contract, fen. */
            penaltyFen?: number;
            /** @description Remark in free text; empty: none. */
            remark?: string;
        };
        /** @description A settlement as a form sends it. */
        SettlementInput: {
            /** @description The lease 合同 that it is about, by number. */
            leaseId: number;
            /** @description Which of its tenants; 0 for the one it has in the end. */
            tenantId?: number;
            /** @description Penalty by the contract, fen. */
            penaltyFen?: number;
            /** @description Remark in free text; empty: none. */
            remark?: string;
        };
        /** @description A submitted settlement on the wire. */
        SettlementOut: {
            /** @description Number of the settlement, by which other records name it. */
            settlementId: number;
            /** @description `JS-202410-000001` */
            settlementNo: string;
            /** @description State that it is in now. */
            state: components["schemas"]["SettlementState"];
            /** @description Penalty as it was submitted, fen. */
            penaltyFen: number;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string | null;
            /** @description Real name of who decided. */
            decidedBy: string;
            /** @description What he said. */
            comment: string;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description A row. */
        SettlementRow: {
            /** @description Number of the settlement, by which other records name it. */
            settlementId: number;
            /** @description `JS-202410-000001` */
            settlementNo: string;
            /** @description The lease 合同 that it is about, by number. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
            /** @description The tenant 乙方 whose account is settled, by number. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Name of the party A. */
            partyAName: string;
            /** @description State that it is in now. */
            state: components["schemas"]["SettlementState"];
            /** @description Fen of open bills. */
            openFen: number;
            /** @description Fen of penalty and damage. */
            penaltyFen: number;
            /** @description Fen paid back. */
            refundFen: number;
            /** @description Fen still owed. */
            stillOwedFen: number;
            /** @description Day on which it counts in the books 记账日. */
            bookDate: string | null;
            /** @description Real name of who submitted. */
            submittedBy: string;
            /** @description Real name of who decided. */
            decidedBy: string;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @enum {integer} */
        SettlementState: 0 | 1 | 2 | 9;
        /** @description A step of the way. */
        SettlementStep: {
            /** @description What people call it. */
            label: string;
            /** @description How the step stands: done, open, not needed. */
            state: components["schemas"]["StepState"];
            /** @description In words: what was done, what is needed, what it waits for. */
            note: string;
            /** @description What is done next; none when nothing is, or only a day has to come. */
            deed: components["schemas"]["StepAction"] | null;
            /** @description The right for it; empty without an operation. */
            right: string;
            /** @description Names of the roles that have it. */
            doers: string[];
            /** @description The document it is about; empty for none. */
            no: string;
        };
        /** @description Sums over the whole filter, rejected ones left out. */
        SettlementSums: {
            /** @description Fen of open bills. */
            openFen: number;
            /** @description Fen of penalty and damage. */
            penaltyFen: number;
            /** @description Fen paid back. */
            refundFen: number;
            /** @description Fen still owed. */
            stillOwedFen: number;
        };
        /** @description What the set-up page sends. */
        Setup: {
            /** @description The code that `init` printed. */
            setupCode?: string;
            /** @description Login name of the administrator. */
            userName?: string;
            /** @description Real name of the person. */
            realName?: string;
            /** @description Password of the first account. */
            password?: string;
        };
        /** @description Who sees the rows. */
        Sharing: "dept" | "common";
        /** @description What is netted, and how. */
        Sheet: {
            /** @description The tenant's credit, fen. */
            creditFen: number;
            /** @description Deposit held, fen. */
            depositFen: number;
            /** @description Open bills, oldest first. */
            bills: components["schemas"]["SheetBill"][];
            /** @description Penalty by the contract, fen. */
            penaltyFen: number;
            /** @description Damage of the last protocol of return, fen. */
            damageFen: number;
            /** @description Deposit kept for penalty and damage, fen. */
            forfeitFen: number;
            /** @description Credit used for them, fen. */
            penaltyFromCreditFen: number;
            /** @description Credit paid back, fen. */
            refundCreditFen: number;
            /** @description Deposit paid back, fen. */
            refundDepositFen: number;
            /** @description Still owed by the tenant, fen. */
            stillOwedFen: number;
            /** @description Paid back (positive) or owed (negative), fen. */
            balanceFen: number;
        };
        /** @description An open bill in the sheet. */
        SheetBill: {
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description Open before, fen. */
            openFen: number;
            /** @description Paid from credit, fen. */
            fromCreditFen: number;
            /** @description Paid from the deposit, fen. */
            fromDepositFen: number;
        };
        /** @description What was understood of a sheet. */
        SheetGuess: {
            /** @description Place of the sheet in the workbook, from 1. */
            no: number;
            /** @description The sheet by itself. */
            guess: components["schemas"]["SurveyGuess"];
        };
        /** @description Names of sheets, with commas between. */
        SheetNames: {
            /** @description `wb_3_1,wb_3_2` */
            tables?: string;
        };
        /** @description The sheet of a lease on the wire. */
        SheetOut: {
            /** @description The lease 合同 that it is about, by number. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
            /** @description Name of the party A. */
            partyAName: string;
            /** @description The tenant who settles. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description All tenants the lease has had, the first one first. */
            tenants: components["schemas"]["TenantChoice"][];
            /** @description His last chargeable day. */
            ended: string;
            /** @description Day on which the rooms came back 退房; absent: not yet. */
            returnedDate: string | null;
            /** @description What is netted: as submitted when there is a settlement that counts, else as it stands today. */
            sheet: components["schemas"]["Sheet"];
            /** @description The sheet is the newest settlement's, as it was submitted; otherwise it is as it stands today, to be submitted. */
            asSubmitted: boolean;
            /** @description Why it cannot be submitted; empty when it can. */
            hindrance: string;
            /** @description The newest settlement of the lease; absent: none. */
            document: components["schemas"]["SettlementOut"] | null;
        };
        /** @description What a person said about a sheet; rows from 1. */
        SheetSaid: {
            /** @description Place of the sheet in the workbook, from 1. */
            no?: number;
            /** @description First row of the header; 0 for what was found. */
            headerFrom?: number;
            /** @description Last row of the header. */
            headerTo?: number;
            /** @description Last row of the data; 0 for what was found. */
            end?: number;
            /** @description Lines that are data all the same. */
            data?: number[];
            /** @description Lines that are not wanted. */
            skipped?: number[];
            /** @description Unit of amounts whose column names none: one of 元, 千元, 万元, 百万元, 亿元; empty for what was found. */
            unit?: string;
        };
        /** @description What a reset answers. */
        ShownPassword: {
            /** @description The one-time password, when none was given. */
            password?: string;
        };
        /** @description A row as it lies in the workbook. */
        ShownRow: {
            /** @description The number the spreadsheet program shows. */
            number: number;
            /** @description Texts from the first column on. */
            cells: string[];
        };
        /** @description What the sign-in form sends. */
        SignIn: {
            /** @description Login name; trimmed. */
            username?: string;
            /** @description Password, as typed. */
            password?: string;
            /** @description Answer to the captcha. */
            code?: string;
            /** @description Number of the captcha. */
            uuid?: string;
        };
        /** @description A signature. */
        SignLease: {
            /** @description Number of the record that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description When it was signed. */
            signDate: string;
            /** @description The signed scan, at least one file; other files stay. */
            scans: number[];
        };
        /** @description The token, and where the person wanted to go. */
        SignedIn: {
            /** @description For the `Authorization` header. */
            token: string;
            /** @description What is next; absent when its session is full. */
            stage?: components["schemas"]["SessionStage"];
            /** @description Page below the base; absent = the first page. */
            redirect?: string;
        };
        /** @description The answer of a sign-out. */
        SignedOut: {
            /** @description Where the browser goes to sign out at the identity provider too; absent when there is nothing to do. */
            logoutUrl?: string;
        };
        /** @description What is tried. */
        SimulateInput: {
            /** @description Which process: the key of its binding. */
            key?: string;
            /** @description What people call it. */
            name?: string;
            /** @description What the process consists of: start, tasks, gateways, end. */
            nodes?: components["schemas"]["NodeInput"][];
            /** @description How its nodes follow each other, with conditions. */
            edges?: components["schemas"]["EdgeInput"][];
            /**
             * @description Rules beside the drawing: repeated approvers, how long one may withdraw, who gets copies.
             * @default {
             *       "repeat": "PASS",
             *       "withdraw": "UNTOUCHED",
             *       "ccOnEnd": []
             *     }
             */
            options: components["schemas"]["OptionsInput"];
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description Who would submit. */
            initiator?: number;
            /** @description With which document; absent: with the values. */
            document?: number | null;
            /** @description The department of a document that doesn't exist; absent: the initiator's. */
            dept?: number | null;
            /**
             * @description Values of variables by their names.
             * @default {}
             */
            values: {
                [key: string]: unknown;
            };
        };
        /** @description How it would go. */
        Simulated: {
            /** @description Nodes in order, with people and what choices saw. */
            path: components["schemas"]["PathNode"][];
            /** @description Why a submission would be refused. */
            refused: string | null;
        };
        /** @description What took long. */
        SlowList: {
            /** @description What counts as long, in milliseconds. */
            slowMs: number;
            /** @description The newest first, since the program started. */
            rows: components["schemas"]["SlowOut"][];
        };
        /** @description A request that took long. */
        SlowOut: {
            /** @description `yyyy-MM-dd HH:mm:ss` */
            time: string;
            /** @description Name of the route. */
            route: string;
            /** @description Login name of the person; empty when it was nobody, or he is gone. */
            userName: string;
            /** @description Its number in the log. */
            requestId: string;
            /** @description Code in the body of the answer. */
            code: number;
            /** @description From the first byte to the answer. */
            total: number;
            /** @description Waiting for a place among the parallel operations. */
            gate: number;
            /** @description Work beside the writer. */
            prepare: number;
            /** @description Waiting for the writer. */
            queue: number;
            /** @description Work inside the writer. */
            run: number;
            /** @description Commit to the disk. */
            commit: number;
            /** @description Records that were changed, as far as they were counted. */
            rows: number;
        };
        /** @description Two spellings of one word. */
        SpellingMerge: {
            /** @description What the sheet has. */
            from: string;
            /** @description What it counts as. */
            to: string;
        };
        /** @enum {integer} */
        SplitPolicy: 1 | 2;
        /** @description A room to split. */
        SplitRoom: {
            /** @description The room 房间 that it is about, by number. */
            roomId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description First day of the new rooms. */
            from: string;
            /** @description The new rooms, at least two. */
            parts: components["schemas"]["RoomInput"][];
        };
        /** @description An interval with one constant rent 租金阶段. */
        Stage: {
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
            /** @description Fen a month (bases 1, 2), 1/10,000 fen a day (basis 3), fen a year (basis 4). */
            rent: number;
        };
        /** @description A moment in epoch milliseconds. */
        Stamp: number;
        /** @description A form that can be submitted. */
        StartForm: {
            /** @description Key of its process. */
            key: string;
            /** @description What people call it. */
            name: string;
            /** @description What people fill in, in their order. */
            fields: components["schemas"]["FieldDef"][];
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description A form as it is submitted. */
        StartInput: {
            /** @description Key of the form. */
            key?: string;
            /**
             * @description What was entered.
             * @default {}
             */
            data: {
                [key: string]: unknown;
            };
            /** @description The draft that it was; it goes with the submission. */
            draftId?: number | null;
        };
        /** @description Publication or withdrawal. */
        StateChange: {
            /** @description The notice 公告 that it is about, by number. */
            noticeId?: number;
            /** @description 1 publish, 2 withdraw. */
            state?: number;
        };
        /** @description A statement. */
        Statement: {
            /** @description Name of the tenant. */
            tenantName: string;
            /** @description Name of the party A; empty for all. */
            partyAName: string;
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
            /** @description Fen owed before the first day; negative is credit. */
            openingFen: number;
            /** @description Bills and adjustments, in whole fen. */
            chargedFen: number;
            /** @description Waived 减免 in the period, in whole fen. */
            waivedFen: number;
            /** @description Received, deposits put on bills included, reversals taken off. */
            receivedFen: number;
            /** @description Paid back to the tenant, in whole fen. */
            refundedFen: number;
            /** @description Fen owed at the end of the last day. */
            closingFen: number;
            /** @description Movements, oldest first. */
            lines: components["schemas"]["StatementLine"][];
            /** @description The closing balance in capitals. */
            capitals: string;
        };
        /** @description A movement with the balance after it. */
        StatementLine: {
            /** @description Day on which it counts in the books. */
            date: string;
            /** @description What kind of movement it is. */
            kind: components["schemas"]["EntryKind"];
            /** @description Number of the document as printed. */
            no: string;
            /** @description What it is about, in words. */
            text: string;
            /** @description Fen: positive makes the tenant owe more. */
            amountFen: number;
            /** @description Fen owed after it; negative is credit. */
            balanceFen: number;
        };
        /** @enum {string} */
        Status: "0" | "1";
        /** @description A row that stays as it is. */
        StayingRow: {
            /** @description Its number within the register. */
            no: number;
            /** @description What sentences call it. */
            title: string;
            /** @description Why it stays. */
            why: string;
        };
        /** @description What is done next in a step; the right that it takes says who does it. */
        StepAction: "terminate" | "decideEnd" | "giveBack" | "bill" | "settle" | "decideSettlement" | "decideRefund" | "pay" | "receive";
        /** @description A step with the name of who took it. */
        StepOut: {
            /** @description State that the lease is in. */
            state: components["schemas"]["LeaseState"];
            /** @description `yyyy-MM-dd HH:mm:ss` */
            at: string;
            /** @description Real name of the person who did it. */
            byName: string;
            /** @description What he said. */
            comment: string;
        };
        /** @enum {integer} */
        StepState: 1 | 2 | 3 | 4;
        /** @description The store and the person index. */
        StoreOut: {
            /** @description Size of the database file. */
            size: string;
            /** @description Free space for it. */
            free: string;
            /** @description Disk synchronisations since the start. */
            syncs: number;
            /** @description How often the database was opened again after an error of the disk. */
            reopenings: number;
            /** @description Whether the person index is filled. */
            indexReady: boolean;
            /** @description People in it. */
            people: number;
            /** @description Tables of the store with their sizes. */
            tables: components["schemas"]["TableOut"][];
        };
        /** @description A process that waits for nobody. */
        StuckProcess: {
            /** @description The process 审批 that it is about, by number. */
            instanceId: number;
            /** @description Number of the process as people see it, `SP-202401-000001`. */
            instanceNo: string;
            /** @description What it is about. */
            title: string;
        };
        /** @enum {integer} */
        SubjectKind: 1 | 2 | 3 | 4 | 5 | 9;
        /** @description A submission. */
        SubmitInput: {
            /** @description Key of the process: the kind of document that it decides about. */
            key: string;
            /** @description Number of the document that is submitted. */
            bizId: number;
            /** @description The version of the document that was looked at. */
            version?: number | null;
            /** @description What the submitter says. */
            comment?: string;
            /** @description Attachments, by the numbers that their upload answered. */
            files?: number[];
            /**
             * @description Whom he picked, by node.
             * @default {}
             */
            picks: {
                [key: string]: number[];
            };
            /** @description Who gets a copy. */
            cc?: number[];
        };
        /** @description The process that began. */
        Submitted: {
            /** @description The process 审批 that it is about, by number. */
            instanceId: number;
        };
        /** @description Totals of a list. */
        Sums: {
            /** @description The question as it was understood, in words. */
            about: string;
            /** @description Sums over the whole filter. */
            totals: components["schemas"]["Total"][];
            /** @description Held against the statistics report; empty where it has no such figure. */
            checks: components["schemas"]["ListCheck"][];
        };
        /** @description How a bare number among percentages is meant. */
        SurveyBare: "Hundredths" | "Fraction";
        /** @description What was understood of a column. */
        SurveyColumn: {
            /** @description From 0. */
            column: number;
            /** @description As the spreadsheet calls it. */
            letter: string;
            /** @description Labels from top to bottom. */
            path: string[];
            /** @description Name of the field. */
            label: string;
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["SurveyKind"];
            /** @description What it links to. */
            link: string | null;
            /** @description In hundredths. */
            confidence: number;
            /** @description The same in three grades. */
            grade: components["schemas"]["SurveyGrade"];
            /** @description Unit of its numbers; amounts are kept in fen all the same. */
            unit: string | null;
            /** @description Decimal places of its numbers. */
            places: number;
            /** @description Why, as a sentence. */
            evidence: string;
            /** @description What somebody should look at. */
            warnings: string[];
            /** @description Cells with content. */
            filled: number;
            /** @description Cells that are not of the kind: they keep their original text. */
            misfitCount: number;
            /** @description The first of them. */
            misfits: components["schemas"]["SurveyMisfit"][];
            /** @description The first values, before and after. */
            samples: [
                string,
                string
            ][];
            /** @description Entries of its dictionary, the commonest first. */
            choices: [
                string,
                number
            ][];
            /** @description A dictionary that the office has and that holds them. */
            dictionary: number | null;
            /** @description Entries that may be the same: the rare one, the common one. */
            spellings: [
                string,
                string
            ][];
            /** @description Whether it is left out unless somebody wants it: numbers the rows, or is empty. */
            isOff: boolean;
            /** @description Whether who fills in a row may add to its entries: they are closed only where the header says so. */
            isOpen: boolean;
            /** @description Whether its empty cells look as if they went on from above. */
            mayFill: boolean;
        };
        /** @description In which order a day with ambiguous parts is meant. */
        SurveyDayOrder: "YearMonthDay" | "MonthDayYear" | "DayMonthYear";
        /** @description How sure a kind is. */
        SurveyGrade: "高" | "中" | "低";
        /** @description What was understood of a sheet. */
        SurveyGuess: {
            /** @description Name of the sheet. */
            sheet: string;
            /** @description The title above the table. */
            title: string | null;
            /** @description Units that a line above names. */
            units: string[];
            /** @description Unit of amounts whose column names none: that which was said, else that which a line above names. */
            unit: string | null;
            /** @description What about the unit has to be decided by a person before amounts may be stored. */
            doubts: string[];
            /** @description First and last row of the header, from 1. */
            header: [
                number,
                number
            ] | null;
            /** @description First and last row of the data, from 1. */
            data: [
                number,
                number
            ] | null;
            /** @description Rows of data. */
            rows: number;
            /** @description Whether lines between the data part it: a column 分组 is offered. */
            hasSections: boolean;
            /** @description Columns of the table, from left to right. */
            columns: components["schemas"]["SurveyColumn"][];
            /** @description Lines and columns that are not read, in their order. */
            leftOut: components["schemas"]["SurveyLeftOut"][];
            /** @description How many more there are. */
            moreLeftOut: number;
            /** @description Lines of totals compared with their rows. */
            totals: components["schemas"]["SurveyTotal"][];
            /** @description About the sheet as a whole. */
            warnings: string[];
            /** @description Columns that tell rows apart; empty when none do. */
            key: number[];
            /** @description The column of departments that every row has. */
            owner: number | null;
            /** @description The first lines, to be shown. */
            head: components["schemas"]["SurveyLine"][];
            /** @description The last lines. */
            tail: components["schemas"]["SurveyLine"][];
        };
        /** @enum {string} */
        SurveyKind: "serial" | "idno" | "account" | "phone" | "day" | "moment" | "month" | "year" | "percent" | "money" | "area" | "whole" | "decimal" | "flag" | "dept" | "person" | "persons" | "link" | "choice" | "choices" | "code" | "long" | "text" | "pictures" | "files";
        /** @description Lines that are not read. */
        SurveyLeftOut: {
            /** @description First line, from 1. */
            row: number;
            /** @description Last line. */
            last: number;
            /** @description First and last column where only a part of the lines is meant. */
            columns: [
                number,
                number
            ] | null;
            /** @description Why. */
            what: components["schemas"]["SurveyLineKind"];
            /** @description What stands there. */
            text: string;
        };
        /** @description A line as it lies there. */
        SurveyLine: {
            /** @description From 1. */
            row: number;
            /** @description Why it is left out; absent for data. */
            what: components["schemas"]["SurveyLineKind"] | null;
            /** @description Texts by column. */
            cells: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        SurveyLineKind: "title" | "header" | "numbers" | "total" | "section" | "repeat" | "note" | "other" | "chosen";
        /** @description A cell that is not of the kind of its column. */
        SurveyMisfit: {
            /** @description From 1. */
            row: number;
            /** @description What stands there. */
            text: string;
            /** @description Why it does not fit. */
            why: string;
        };
        /** @description A figure of a line of totals beside what its rows add up to. */
        SurveyTotal: {
            /** @description The line, from 1. */
            row: number;
            /** @description 合计, 小计 … */
            word: string;
            /** @description Unit of the three amounts: that which the line itself names, else that of its column; none for other numbers. */
            unit: string | null;
            /** @description The column, from 0. */
            column: number;
            /** @description What the sheet states. */
            stated: string;
            /** @description What the rows add up to. */
            counted: string;
            /** @description By how much the sheet states more; empty when the two agree. */
            difference: string;
            /** @description How many rows were added up. */
            rows: number;
        };
        /** @description How the log server is told of the audit log. */
        SyslogOut: {
            /** @description The log server. */
            destination: string;
            /** @description Whether there is a line to it. Of datagrams nobody knows more than that they can be sent. */
            connected: boolean;
            /** @description Since when that is so or not; empty = not tried yet. */
            since: string;
            /** @description Number of the newest row that was sent. */
            sentId: number;
            /** @description When it was sent, or the log server was named first. */
            sentTime: string;
            /** @description Rows that wait. */
            waiting: number;
            /** @description When the oldest of them was written; empty = none waits. */
            oldestTime: string;
            /** @description Why there was no line the last time; empty = there always was. */
            error: string;
            /** @description When that was. */
            errorTime: string;
            /** @description Rows that it never got, in words; empty = none in the last month. */
            gap: string;
            /** @description When that was found. */
            gapTime: string;
        };
        /** @description The system. */
        System: {
            /** @description Name of the machine. */
            computerName: string;
            /** @description The address listened on. */
            computerIp: string;
            /** @description The data folder. */
            userDir: string;
            /** @description Kernel. */
            osName: string;
            /** @description Processor family. */
            osArch: string;
        };
        /** @description A table of the store. */
        TableOut: {
            /** @description What it is called. */
            name: string;
            /** @description How many records it holds. */
            records: number;
            /** @description How many indexes it has. */
            indexes: number;
            /** @description Entries of those. */
            entries: number;
            /** @description Version of the stored shape. */
            version: number;
        };
        /** @description An entry of the registry. */
        TargetOut: {
            /** @description What `invokeTarget` says. */
            invokeTarget: string;
            /** @description Its name. */
            title: string;
            /** @description What it does. */
            about: string;
        };
        /** @description A decision on a task. */
        TaskInput: {
            /** @description The task of a process that it is about, by number. */
            taskId?: number;
            /** @description The version of the process that was read. */
            version?: number | null;
            /** @description Said together with others of the same node. */
            batch?: boolean;
            /** @description Opinion on the document, in words. */
            comment?: string;
            /** @description Attachments, by the numbers that their upload answered. */
            files?: number[];
            /** @description Who gets a copy. */
            cc?: number[];
            /**
             * @description Fields that are changed with a yes.
             * @default {}
             */
            edits: {
                [key: string]: unknown;
            };
            /** @description Return: to which node; none to the initiator. */
            to?: string | null;
            /** @description Return: a resubmission comes straight back here. */
            straight?: boolean;
            /** @description Transfer, delegate, add: whom. */
            people?: number[];
            /** @description Add: before the own decision. */
            before?: boolean;
            /** @description Approve: the decision of a meeting, where the node is one. */
            minutes?: components["schemas"]["MinutesInput"] | null;
        };
        /** @enum {integer} */
        TaskKind: 1 | 2 | 3 | 4 | 5 | 6;
        /** @description A task on the list. */
        TaskOut: {
            /** @description Its name in the calls. */
            taskId: string;
            /** @description What is exported: 操作日志. */
            title: string;
            /** @description How far it is. */
            state: components["schemas"]["TaskState"];
            /** @description Rows written. */
            written: number;
            /** @description Rows there are; 0 while that is not known. */
            total: number;
            /** @description Why it failed, or that the owner ended it. */
            message: string;
            /** @description Name of the file once it is there. */
            fileName: string | null;
            /** @description Size in bytes. */
            size: number;
            /** @description When it was asked for. */
            createTime: string;
            /** @description When it ended. */
            endTime: string | null;
        };
        /** @description A process in a list, with the task by which it is there. */
        TaskRow: {
            /** @description The task; 0 in lists of processes. */
            taskId: number;
            /** @description Version of the process: send it back with a decision. */
            version: number;
            /** @description The process 审批 that it is about, by number. */
            instanceId: number;
            /** @description Number of the process as people see it, `SP-202401-000001`. */
            instanceNo: string;
            /** @description Key of the process: the kind of document that it decides about. */
            key: string;
            /** @description What people call that. */
            label: string;
            /** @description What it is about. */
            title: string;
            /** @description Labels and texts for a card. */
            lines: [
                string,
                string
            ][];
            /** @description What it is worth. */
            amountFen: number | null;
            /** @description Name of the step that it waits at. */
            nodeName: string;
            /** @description What is asked. */
            kind: components["schemas"]["TaskKind"] | null;
            /** @description Who submitted it. */
            initiatorName: string;
            /** @description His department then. */
            deptName: string;
            /** @description State of the process. */
            state: components["schemas"]["InstanceState"];
            /** @description How it ended, or empty. */
            endLabel: string;
            /** @description Since when, `yyyy-MM-dd HH:mm:ss`: 待办 by arrival, 已办 by the operation, others by the submission. */
            at: string;
            /** @description Until when. */
            due: string | null;
            /** @description It should have been done already. */
            overdue: boolean;
            /** @description How often it was urged. */
            urged: number;
            /** @description For whom, when it is asked of one whose deputy he is. */
            forName: string | null;
            /** @description What he did (已办). */
            action: components["schemas"]["Action"] | null;
            /** @description A copy that wasn't read yet. */
            unread: boolean;
            /** @description It may be agreed to together with others of its node. */
            batch: boolean;
            /** @description Code of its node. */
            node: string;
            /** @description With whom it lies now, by real names (我发起, 抄送, and what came back). */
            waitsFor: string[];
            /** @description Since when it lies there, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            waitsSince: string | null;
            /** @description What was said when it was returned to its initiator; none of what wasn't. */
            returnedWith: string | null;
        };
        /** @description How far a task is. */
        TaskState: "queued" | "running" | "done" | "failed" | "cancelled";
        /** @description A lease as the room grid shows it. */
        Tenancy: {
            /** @description Number of the lease. */
            leaseId: number;
            /** @description `HT-202401-000001` */
            leaseNo: string;
            /** @description State that it is in today. */
            state: components["schemas"]["LeaseState"];
            /** @description Number of the tenant. */
            tenantId: number;
            /** @description Name of the tenant. */
            tenantName: string;
            /** @description First day of the lease 起租日. */
            startDate: string;
            /** @description The last day that is charged. */
            effectiveEnd: string;
            /** @description Rent of the month of the day that was asked for, all rooms of the lease together. */
            monthRentFen: number;
            /** @description How many rooms the rent is for. */
            rooms: number;
            /** @description What is overdue today; absent for people who do not see bills. */
            arrearsFen: number | null;
            /** @description Number of the overdue bills. */
            overdueBills: number;
            /** @description Whether the tenant comes first at renewal 优先承租权. */
            renewPriority: boolean;
            /** @description Days before the end by which the tenant must have asked for a renewal. */
            renewNoticeDays: number;
        };
        /** @description The account. */
        TenantAccount: {
            /** @description Issued and not paid, due or not, fen. */
            openFen: number;
            /** @description Of it what was due before today, fen. */
            overdueFen: number;
            /** @description Days since the oldest of that was due; 0 when nothing is. */
            overdueDays: number;
            /** @description Due date of the oldest overdue bill. */
            oldestDue: string | null;
            /** @description Paid ahead, by party A. */
            paidAhead: components["schemas"]["PaidAhead"][];
            /** @description Deposits held, fen. */
            heldFen: number;
            /** @description His leases, the newest first. */
            leases: components["schemas"]["LeaseAccount"][];
        };
        /** @description A tenant of a lease to choose from. */
        TenantChoice: {
            /** @description The tenant 乙方, by number. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
        };
        /** @description A tenant as a form sends it. */
        TenantInput: {
            /** @description Which; absent for a new one. */
            tenantId?: number | null;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Department; the caller's own when absent. */
            deptId?: number | null;
            /** @description Identity number; the masked one means «as before». */
            idNo?: string | null;
            /** @description Phone; the masked one means «as before». */
            phone?: string | null;
            /** @description Remark in free text; empty: none. */
            remark?: string;
            /** @description Code, unique; made when empty. */
            tenantCode?: string;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["TenantKind"];
            /** @description Legal representative of a company 法定代表人, by name. */
            legalRep?: string;
            /** @description Who is to be spoken to 联系人. */
            contact?: string;
            /** @description Postal address, as people write it. */
            address?: string;
            /** @description Line of business of the tenant 行业. */
            industry?: string;
            /** @description Names seen on bank statements, for claiming. */
            payerNames?: string[];
            /** @description "0" in use, "1" disabled. */
            status?: components["schemas"]["Status"];
        };
        /** @enum {integer} */
        TenantKind: 1 | 2 | 3 | 4 | 9;
        /** @description A tenant to choose: two of one name are told apart by number, certificate, telephone and department. */
        TenantOption: {
            /** @description Number of the tenant 乙方. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Code, as people call the number. */
            tenantCode: string;
            /** @description Identity number, masked. */
            idNo: string;
            /** @description Telephone number, masked. */
            phone: string;
            /** @description Name of the department that keeps it. */
            deptName: string;
            /** @description The flag that counts today. */
            creditFlag: components["schemas"]["CreditFlag"];
        };
        /** @description A tenant on the wire, masked. */
        TenantOut: {
            /** @description Number of the tenant 乙方. */
            tenantId: number;
            /** @description Code, unique; made when empty. */
            tenantCode: string;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Which kind it is, one of the values of its type. */
            kind: components["schemas"]["TenantKind"];
            /** @description Legal representative of a company 法定代表人, by name. */
            legalRep: string;
            /** @description Who is to be spoken to 联系人. */
            contact: string;
            /** @description Postal address, as people write it. */
            address: string;
            /** @description Line of business of the tenant 行业. */
            industry: string;
            /** @description Names seen on bank statements, for claiming. */
            payerNames: string[];
            /** @description "0" in use, "1" disabled. */
            status: components["schemas"]["Status"];
            /** @description Identity number, masked. */
            idNo: string;
            /** @description Telephone number with its middle masked. */
            phone: string;
            /** @description How reliable the tenant is 信用标记, with the reason. */
            credit: components["schemas"]["Credit"];
            /** @description Leases, ended ones too. */
            leaseCount: number;
            /** @description Name of the department that keeps it. */
            deptName: string;
            /** @description What he owes; absent for who may not see bills. */
            owes: components["schemas"]["Owes"] | null;
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description A unit that a tenant has leases or open bills with. */
        TenantUnit: {
            /** @description The party A 甲方 that it is about, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Overdue there, fen. */
            overdueFen: number;
        };
        /** @enum {integer} */
        TenantWatch: 1;
        /** @description A setting that conditions may name. */
        ThresholdOut: {
            /** @description Name that code and definitions use. */
            key: string;
            /** @description As people read it. */
            title: string;
            /** @description Its value now; none when it can't be read. */
            value: number | null;
        };
        /** @description A one-time ticket. */
        TicketOut: {
            /** @description For `?ticket=`. */
            ticket: string;
            /** @description The whole address below the API. */
            url: string;
        };
        /** @enum {integer} */
        TitleState: 1 | 2 | 3 | 4 | 5 | 6;
        /** @description 我的工作. */
        Today: {
            /** @description Whether the band is folded for who hasn't decided. */
            folded: boolean;
            /** @description Whether the figures of the month stand above the cards: for who leads and may see arrears. */
            leads: boolean;
            /** @description Cards with something to do in their order, then those without. */
            cards: components["schemas"]["TodayCard"][];
            /** @description For who has no rights yet: names of those who give them. */
            administrators: string[];
        };
        /** @description Numbers of what an act of a line is about; 0 for none. */
        TodayAbout: {
            /** @description The lease 合同, by number; the act continues it or takes money for it. */
            leaseId: number;
            /** @description The tenant 乙方, by number. */
            tenantId: number;
            /** @description The party A 甲方, by number. */
            partyAId: number;
        };
        /** @enum {string} */
        TodayAct: "renew" | "contact" | "receive";
        /** @description A card as the page shows it. */
        TodayCard: {
            /** @description Its name for programs. */
            key: string;
            /** @description What people call it. */
            title: string;
            /** @description Rows of its parts. */
            count: number;
            /** @description What stands in its place when there is nothing to do. */
            nothing: string;
            /** @description Its numbers, each with the list that it opens. */
            parts: components["schemas"]["TodayPart"][];
            /** @description What is to be done first. */
            lines: components["schemas"]["TodayLine"][];
            /** @description Why it can't be shown. */
            failed: string | null;
        };
        /** @description A line of a card. */
        TodayLine: {
            /** @description Number of the record, as its list gives it. */
            id: number;
            /** @description Why it is here, in few words: «剩余 12 天». */
            mark: string;
            /** @description How urgent that is. */
            tone: components["schemas"]["Tone"];
            /** @description What it is called. */
            title: string;
            /** @description What the amount is, before it; may be empty. */
            amountLabel: string;
            /** @description An amount in whole fen. */
            amountFen: number | null;
            /** @description What else tells it from others. */
            note: string;
            /** @description Where the portal opens it. */
            path: string;
            /** @description What can be done about it here, for who may. */
            act: components["schemas"]["TodayAct"] | null;
            /** @description What the act is about. */
            about: components["schemas"]["TodayAbout"];
        };
        /** @description One number of a card with the list that it opens. */
        TodayPart: {
            /** @description What is counted. */
            label: string;
            /** @description Rows of the list. */
            count: number;
            /** @description Their sum in whole fen, where the card adds one up. */
            amountFen: number | null;
            /** @description The page that lists them, with its filter. */
            path: string;
        };
        /** @description The block. */
        TodoBlock: {
            /** @description Documents that wait. */
            count: number;
            /** @description Those of them that have waited too long. */
            overdue: number;
            /** @description What has waited longest, the oldest first. */
            items: components["schemas"]["Waiting"][];
            /** @description His own that came back. */
            returned: components["schemas"]["Waiting"][];
            /** @description What will soon need somebody. */
            reminders: components["schemas"]["Reminder"][];
        };
        /** @description Counts of everything that waits, whatever kind is chosen. */
        TodoSums: {
            /** @description How many there are altogether. */
            all: number;
            /** @description Those that have waited too long. */
            overdue: number;
            /** @description By kind, in the order in which the oldest of each came. */
            kinds: components["schemas"]["KindCount"][];
        };
        /** @description The token. */
        Token: {
            /** @description For the `Authorization` header. */
            token: string;
            /** @description What is next; absent when its session is full. */
            stage?: components["schemas"]["SessionStage"];
        };
        /** @description Serial and codes of a hardware token. */
        TokenInput: {
            /** @description What is printed on it. */
            serial?: string;
            /** @description What it shows. */
            code?: string;
            /** @description What it shows afterwards, if that was asked for. */
            next?: string;
            /** @description The login password, where [`FactorOut::asks_password`] says so. */
            password?: string;
        };
        /** @description POST /system/user/profile/checkToken */
        TokenState: {
            /** @description Always true; a dead token gets the ordinary 401. */
            valid: boolean;
            /** @description The person that it is about, by number. */
            userId: number;
            /** @description Login name. */
            userName: string;
            /** @description Real name of the person. */
            realName: string;
            /** @description When the session ends without another request, epoch milliseconds. */
            expireTime: number;
        };
        /** @enum {string} */
        Tone: "bad" | "warn" | "plain";
        /** @description The newest notices and how many are unread. */
        Top: {
            /** @description The newest notices. */
            data: components["schemas"]["NoticeOut"][];
            /** @description Unread among all that are open. */
            unreadCount: number;
        };
        /** @description A sum over the whole filter. */
        Total: {
            /** @description Name in answers, as in the rows. */
            key: string;
            /** @description What people call it. */
            label: string;
            /** @description The sum; none for a rate of nothing. */
            value: number | null;
            /** @description Measured in. */
            unit: components["schemas"]["Unit"];
        };
        /** @description Figures of a handover as they were when it was submitted, and as they became. */
        Totals: {
            /** @description Leases that go along. */
            leases: number;
            /** @description Their rent a month, fen. */
            monthRentFen: number;
            /** @description Open and overdue on their bills, fen. */
            arrearsFen: number;
            /** @description Open bills that go along, fen. */
            passedFen: number;
            /** @description Deposits 押金 that go along, in whole fen. */
            depositFen: number;
            /** @description Credit 预收 that goes along, in whole fen. */
            creditFen: number;
            /** @description What the giving unit owes the receiving one in the end, fen; negative: the other way round. */
            owedFen: number;
        };
        /** @description A node; its children are asked for when it is opened. */
        TreeNode: {
            /** @description plate, asset, building or floor. */
            kind: string;
            /** @description Number of the thing, or of the floor. */
            id: number;
            /** @description What people call it. */
            label: string;
            /** @description How many things are below it. */
            count: number;
            /** @description Whether it can be opened. */
            leaf: boolean;
        };
        /** @description A type as a form sends it. */
        TypeInput: {
            /** @description Which; absent for a new one. */
            dictId?: number | null;
            /** @description What the dictionary is called, for people. */
            dictName?: string;
            /** @description Name. */
            dictType?: string;
            /** @description "0" normal, "1" disabled. */
            status?: string | null;
            /** @description Remark in free text; empty: none. */
            remark?: string | null;
        };
        /** @description A dictionary type as clients see it. */
        TypeOut: {
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Number of the dictionary type. */
            dictId: number;
            /** @description What the dictionary is called, for people. */
            dictName: string;
            /** @description Name by which pages ask for it. */
            dictType: string;
            /** @description "0" normal, "1" disabled. */
            status: string;
        };
        /** @description A lease that lacks bills. */
        UnbilledLease: {
            /** @description Number of the lease 合同. */
            leaseId: number;
            /** @description What people call it. */
            leaseNo: string;
            /** @description Name of the tenant. */
            tenantName: string;
            /** @description The first month it lacks bills of, by its first day. */
            month: string;
        };
        /** @description A lease that could not be billed. */
        UnbilledOut: {
            /** @description The lease 合同 that it is about, by number. */
            leaseId: number;
            /** @description Number of the lease 合同 as printed, `HT-202401-000001`. */
            leaseNo: string;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Why not, as a sentence for people. */
            sentence: string;
            /** @description Since when it could not be billed, `yyyy-MM-dd HH:mm:ss`. */
            since: string;
            /** @description When it was tried last. */
            tried: string;
        };
        /** @description What undoing would do. */
        UndoPreview: {
            /** @description Rows that go into the recycle bin. */
            removed: number;
            /** @description Rows that are written again as they were. */
            putBack: number;
            /** @description Rows that stay as they are. */
            stays: number;
            /** @description The first of them. */
            staying: components["schemas"]["StayingRow"][];
        };
        /** @description The receipt that a line undoes. */
        UndoneReceipt: {
            /** @description Number of the receipt, by which other records name it. */
            receiptId: number;
            /** @description Version of the receipt, to be sent back by whoever changes it. */
            version: number;
            /** @description `SK-202401-000001` */
            receiptNo: string;
            /** @description Amount in whole fen. */
            amountFen: number;
            /** @description Day on which the money arrived by the bank 到账日. */
            valueDate: string;
            /** @description The payer's name on its statement. */
            payerName: string;
            /** @description Who paid; empty while nobody is known. */
            tenantName: string;
            /** @description Whether it was taken back already. */
            isReversed: boolean;
            /** @description Whether the same file brings it in, and it doesn't exist yet. */
            isNew: boolean;
            /** @description Whether the reader entered it and nobody decides about a reversal: somebody else reverses it then. */
            own: boolean;
        };
        /** @description What a total is measured in. */
        Unit: "fen" | "area" | "rate";
        /** @enum {integer} */
        UnitKind: 1 | 2 | 3 | 4 | 9;
        /** @description The arrears of a unit and how they moved. */
        UnitMove: {
            /** @description The party A 甲方, by number. */
            partyAId: number;
            /** @description Name of the party A 甲方, as lists show it. */
            name: string;
            /** @description Overdue today, in whole fen. */
            arrearsFen: number;
            /** @description More than at the end of last week, in whole fen. */
            movedFen: number;
            /** @description What fell due since and is open, in whole fen. */
            fellDueFen: number;
            /** @description What was paid, waived or taken off of what was overdue then, in whole fen. */
            clearedFen: number;
        };
        /** @description A unit to choose. */
        UnitOption: {
            /** @description Number of the party A 甲方. */
            partyAId: number;
            /** @description What a choice is called. */
            label: string;
        };
        /** @description Answer of upload2Minio. */
        Uploaded: {
            /** @description The stored file. */
            fileInfo: components["schemas"]["FileOut"];
        };
        /** @enum {integer} */
        Usage: 1 | 2 | 3 | 4 | 5;
        /** @description Days with one usage. */
        UsageSpan: {
            /** @description What the room is used for. */
            usage: components["schemas"]["Usage"];
            /** @description First day, included. */
            from: string;
            /** @description Last day, included. */
            to: string;
            /** @description Document or reason behind it, in words. */
            doc: string;
        };
        /** @description What rooms are used for. */
        Use: "let" | "vacant" | "own" | "lent" | "other";
        /** @description Credit for bills of any lease of the same tenant, as a form sends it. */
        UseCredit: {
            /** @description The party A 甲方 that holds the credit, by number. */
            partyAId: number;
            /** @description The tenant 乙方 whose credit is used, by number. */
            tenantId: number;
            /** @description Bills and amounts, whatever lease they are of. */
            parts: components["schemas"]["BillPart"][];
        };
        /** @description What the user form needs. */
        UserForm: {
            /** @description The user; absent in the form for a new one. */
            data?: components["schemas"]["UserOut"];
            /** @description Posts he holds. */
            postIds?: number[];
            /** @description Roles he holds. */
            roleIds?: number[];
            /** @description Roles that may be given. */
            roles: components["schemas"]["RoleOut"][];
            /** @description All posts. */
            posts: components["schemas"]["PostOut"][];
        };
        /** @description A user as a form sends him: everything else of the object is ignored. */
        UserInput: {
            /** @description Whom; absent for a new one. */
            userId?: number | null;
            /** @description The department 部门, by number. */
            deptId?: number | null;
            /** @description Login name. */
            userName?: string;
            /** @description Name of the person as in documents 姓名. */
            realName?: string | null;
            /** @description Real name, the family's spelling. */
            nickName?: string | null;
            /** @description First password; a one-time password is made when absent. */
            password?: string | null;
            /** @description Mobile number. */
            phonenumber?: string | null;
            /** @description Mail address. */
            email?: string | null;
            /** @description "0", "1", "2". */
            sex?: string | null;
            /** @description "0" normal, "1" disabled. */
            status?: string | null;
            /** @description Remark in free text; empty: none. */
            remark?: string | null;
            /** @description Posts that the person holds, by numbers; replaces those before. */
            postIds?: number[] | null;
            /** @description Roles that the person holds, by numbers; replaces those before. */
            roleIds?: number[] | null;
        };
        /** @description A user as clients see him. */
        UserOut: {
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
            /** @description Number of the person 用户. */
            userId: number;
            /** @description Department, null when none. */
            deptId: number | null;
            /** @description Login name. */
            userName: string;
            /** @description Real name, the family's spelling. */
            nickName: string;
            /** @description Name of the person as in documents 姓名. */
            realName: string;
            /** @description Mail address. */
            email: string;
            /** @description Mobile number. */
            phonenumber: string;
            /** @description "0" male, "1" female, "2" unknown. */
            sex: string;
            /** @description Path below the API, never null. */
            avatar: string;
            /** @description "0" normal, "1" disabled. */
            status: string;
            /** @description "0" living. */
            delFlag: string;
            /** @description Address of the last sign-in. */
            loginIp: string;
            /** @description Time of the last sign-in. */
            loginDate: string | null;
            /** @description When he last chose a password himself. */
            pwdUpdateDate: string | null;
            /** @description His department. */
            dept: components["schemas"]["DeptOut"] | null;
            /** @description His roles; empty in list rows. */
            roles: components["schemas"]["RoleOut"][];
            /** @description Names of his roles, comma-joined (list rows). */
            roleNames: string;
            /** @description Always null on the way out. */
            roleIds: number[] | null;
            /** @description Always null on the way out. */
            postIds: number[] | null;
            /** @description Always null on the way out. */
            roleId: number | null;
            /** @description Whether he is the super administrator. */
            admin: boolean;
            /** @description Minutes until a lock after wrong passwords ends; 0 = not locked. */
            lockMinutes: number;
        };
        /** @description A user's status. */
        UserStatus: {
            /** @description The person that it is about, by number. */
            userId: number;
            /** @description "0" normal, "1" disabled. */
            status: string;
        };
        /** @enum {integer} */
        UserWatch: 1 | 2;
        /** @enum {integer} */
        VarKind: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
        /** @description A variable. */
        VarOut: {
            /** @description As conditions write it. */
            name: string;
            /** @description As people read it. */
            title: string;
            /** @description What it holds. */
            kind: components["schemas"]["VarKind"];
            /** @description The unit that people read, or empty. */
            unit: string;
            /** @description Of a choice: its numbers with their words. */
            choices: components["schemas"]["Choosable"][];
        };
        /** @description A version with what was read of it. */
        VersionInput: {
            /** @description Number of the record that is meant. */
            id?: number;
            /** @description The version that was read. */
            version?: number | null;
        };
        /** @description A version on the wire. */
        VersionOut: {
            /** @description 1, 2, … */
            versionNo: number;
            /** @description First day it counts. */
            effectiveDate: string;
            /** @description Why it was made. */
            reason: string;
            /** @description What the contract says. */
            facts: components["schemas"]["LeaseFacts"];
            /** @description Stages of the rent with their days and prices 租金阶段. */
            stages: components["schemas"]["Stage"][];
            /** @description Real name of the person who agreed. */
            approvedBy: string;
            /** @description `yyyy-MM-dd HH:mm:ss` */
            approvedAt: string;
        };
        /** @description A version among its siblings. */
        VersionUse: {
            /** @description Number of the process definition 流程. */
            definitionId: number;
            /** @description Version of the definition, from 1. */
            definitionVersion: number;
            /** @description State that it is in now. */
            state: components["schemas"]["DefinitionState"];
            /** @description Processes under way by it. */
            running: number;
        };
        /** @description What a person saves. */
        ViewInput: {
            /** @description The view that is changed; 0 = the own one of this name, or a new one. */
            viewId?: number;
            /** @description Name of the list, as pages give it. */
            page: string;
            /** @description What he calls it. */
            name: string;
            /** @description Filters, order, columns and widths: the text of a JSON object. */
            state: string;
            /** @description The role that it is shared with; 0 = nobody. */
            roleId?: number;
        };
        /** @description A view on the wire. */
        ViewOut: {
            /** @description Number of the saved view of a list. */
            viewId: number;
            /** @description What its owner calls it. */
            name: string;
            /** @description Filters, order, columns and widths: the text of a JSON object. */
            state: string;
            /** @description The role that it is shared with; 0 = nobody. */
            roleId: number;
            /** @description What the role is called; empty for nobody. */
            roleName: string;
            /** @description Who saved it. */
            ownerName: string;
            /** @description Whether the caller saved it. */
            own: boolean;
            /** @description Whether the caller's list begins with it. */
            isDefault: boolean;
            /** @description Whether the caller may change and remove it. */
            changeable: boolean;
        };
        /** @description A role that a view may be shared with. */
        ViewRole: {
            /** @description Number of the role 角色. */
            roleId: number;
            /** @description Name of the role 角色. */
            roleName: string;
        };
        /** @description A bill to take out of the books. */
        VoidBill: {
            /** @description Number of the record that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Reason in words, for the record. */
            reason: string;
        };
        /** @description A document that waits. */
        Waiting: {
            /** @description Key of its process: `lease_sign`, `waiver`, … */
            kind: string;
            /** @description What people call it. */
            label: string;
            /** @description The process 审批 that it is about, by number. */
            instanceId: number;
            /** @description The task by which it waits. */
            taskId: number;
            /** @description The number of its process. */
            no: string;
            /** @description What it is about, with the number of the document. */
            title: string;
            /** @description Who submitted it. */
            by: string;
            /** @description The department that keeps it. */
            deptName: string;
            /** @description What it is worth; absent where no single amount says it. */
            amountFen: number | null;
            /** @description What else says what it is about, a label and a text each: whom, which rooms, since when. */
            lines: [
                string,
                string
            ][];
            /** @description Since when, `yyyy-MM-dd HH:mm:ss`. */
            since: string;
            /** @description It has waited too long. */
            overdue: boolean;
        };
        /** @description What is waived of a bill. */
        WaivedBill: {
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Amount in whole fen. */
            amountFen: number;
        };
        /** @description A waived bill as people see it. */
        WaivedBillOut: {
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description Number of the lease. */
            leaseNo: string;
            /** @description The tenant 乙方 that it is about, by number. */
            tenantId: number;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description What the bill asks for now, fen. */
            netFen: number;
            /** @description Fen open now. */
            outstandingFen: number;
            /** @description What is waived of the bill 减免金额, in whole fen. */
            amountFen: number;
        };
        /** @description A returned waiver as a form sends it. */
        WaiverChange: {
            /** @description The waiver 减免 that it is about, by number. */
            waiverId: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Kind of reason 减免原因. */
            reasonKind: components["schemas"]["WaiverReason"];
            /** @description Number of the document that the policy is written in 政策文号. */
            policyDoc?: string;
            /** @description Bills with the amount that is waived of each. */
            scope: components["schemas"]["WaivedBill"][];
            /** @description When it is to count. */
            effectiveDate: string;
            /** @description Remark in free text; empty: none. */
            remark?: string;
        };
        /** @description A waiver as a form sends it. */
        WaiverInput: {
            /** @description Kind of reason 减免原因. */
            reasonKind: components["schemas"]["WaiverReason"];
            /** @description Number of the document that the policy is written in 政策文号. */
            policyDoc?: string;
            /** @description Bills with the amount that is waived of each. */
            scope: components["schemas"]["WaivedBill"][];
            /** @description When it is to count. */
            effectiveDate: string;
            /** @description Remark in free text; empty: none. */
            remark?: string;
        };
        /** @description A waiver on the wire. */
        WaiverOut: {
            /** @description Number of the waiver, by which other records name it. */
            waiverId: number;
            /** @description `JM-202401-000001` */
            waiverNo: string;
            /** @description Name of the party A 甲方 whose bills they are. */
            partyAName: string;
            /** @description Kind of reason 减免原因. */
            reasonKind: components["schemas"]["WaiverReason"];
            /** @description Number of the document that the policy is written in 政策文号. */
            policyDoc: string;
            /** @description How many bills it waives something of. */
            billCount: number;
            /** @description Sum of what is waived, in whole fen. */
            totalFen: number;
            /** @description Day on which it counts in the books 生效日. */
            effectiveDate: string;
            /** @description State that it is in now. */
            state: components["schemas"]["WaiverState"];
            /** @description What the approver said. */
            comment: string;
            /** @description When it was taken back. */
            revokedDate: string | null;
            /** @description Real name of who decided; empty before that. */
            decidedBy: string;
            /** @description Bills and amounts; in the list left out. */
            bills: components["schemas"]["WaivedBillOut"][];
            /** @description The department that keeps it. */
            deptId: number;
            /** @description Send it back with a change. */
            version: number;
            /** @description Name of who made it; `createBy` has the login name. */
            createByName: string;
            /** @description Login name of the maker. */
            createBy: string;
            /** @description When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            createTime: string | null;
            /** @description Login name of the last changer. */
            updateBy: string;
            /** @description When it was changed last, `yyyy-MM-dd HH:mm:ss` Beijing time. */
            updateTime: string | null;
            /** @description Remark in free text; empty: none. */
            remark: string;
        };
        /** @description What a rule would waive. */
        WaiverPreview: {
            /** @description Bills and amounts, to be sent back as the scope. */
            scope: components["schemas"]["WaivedBill"][];
            /** @description The same bills with their names. */
            bills: components["schemas"]["WaivedBillOut"][];
            /** @description Sum of what is waived, in whole fen. */
            totalFen: number;
            /** @description How many tenants something is waived for. */
            tenants: number;
            /** @description Asked for by those bills before. */
            netBeforeFen: number;
            /** @description Paid on them. */
            collectedFen: number;
            /** @description What would turn into credit because it is paid already. */
            toCreditFen: number;
            /** @description 收缴率 of those bills before, in parts of ten thousand. */
            rateBefore: number | null;
            /** @description Rate of collection after the waiver, in millionths. */
            rateAfter: number | null;
        };
        /** @description The question. */
        WaiverQuery: {
            /** @description Year; the current one when absent. */
            year?: number | null;
            /** @description Month 1-12; 0 for the whole year. */
            month?: number;
            /** @description Plates; empty for all. */
            plateId?: number[];
            /** @description Parties A; empty for all the asker sees. */
            partyAId?: number[];
            /** @description A department with everything below it; none or 0 for all the asker sees. */
            deptId?: number | null;
            /** @description The day of the figures; today when absent. */
            asOf?: string | null;
            /** @description Counts from this day on. */
            from?: string | null;
            /** @description To this day. */
            to?: string | null;
            /** @description Only of this tenant 乙方, by number; absent: all. */
            tenantId?: number | null;
            /** @description Page, from 1. */
            pageNum?: number | null;
            /** @description Rows a page. */
            pageSize?: number | null;
            /** @description Column to sort by, one that the list names. */
            orderByColumn?: string | null;
            /** @description asc, desc, ascending, descending. */
            isAsc?: string | null;
            /** @description false: a page beyond the end is empty instead of the last one. */
            reasonable?: boolean | null;
            /** @description Fields whose values are counted over the whole filter, each without its own filter. */
            facets?: string[];
            /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
            ids?: number[];
            /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
            idsOnly?: boolean | null;
        };
        /** @enum {integer} */
        WaiverReason: 1 | 2 | 3 | 4 | 9;
        /** @description What was waived of a bill. */
        WaiverRow: {
            /** @description The waiver's number. */
            waiverNo: string;
            /** @description Day on which it counts in the books 生效日. */
            effectiveDate: string;
            /** @description Kind of reason 减免原因, in words. */
            reasonLabel: string;
            /** @description Number of the document that the policy is written in 政策文号. */
            policyDoc: string;
            /** @description The bill 账单 that it is about, by number. */
            billId: number;
            /** @description Number of the bill 账单 as printed, `ZD-202401-000001`. */
            billNo: string;
            /** @description Name of the tenant 乙方. */
            tenantName: string;
            /** @description Name of the party A 甲方. */
            partyAName: string;
            /** @description Name of the plate 板块. */
            plateName: string;
            /** @description What it is for: rent, deposit … (values and labels in its type). */
            kind: components["schemas"]["BillKind"];
            /** @description Last day to pay without being overdue 应缴日. */
            dueDate: string;
            /** @description What was waived of it 减免, in whole fen. */
            waivedFen: number;
        };
        /** @enum {integer} */
        WaiverState: 0 | 1 | 2 | 3 | 9;
        /** @description Which part of it. */
        WantedPart: "current" | "earlier" | "ahead" | "unclaimed";
        /** @description What of which cache. */
        WhichCache: {
            /** @description Name of the cache, with or without the colon. */
            cacheName?: string;
            /** @description Key of the entry, as the list of keys gives it. */
            cacheKey?: string;
        };
        /** @description Which entry. */
        WhichEntry: {
            /** @description Number of the record, as its list gives it. */
            id?: number;
            /** @description The version that was read. */
            version?: number | null;
        };
        /** @description A lease, as it was read. */
        WhichLease: {
            /** @description Number of the record that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
            /** @description Opinion or reason, for the record. */
            comment?: string;
        };
        /** @description A receipt, as it was read. */
        WhichReceipt: {
            /** @description Number of the record that is meant. */
            id: number;
            /** @description The version that was read. */
            version?: number | null;
        };
        /** @description The variants of everything, with 陈欠清收率. */
        Whole: {
            /** @description 当期 */
            current: number | null;
            /** @description 按期 */
            inTime: number | null;
            /** @description 综合 */
            overall: number | null;
            /** @description 按户 */
            byTenants: number | null;
            /** @description 陈欠清收率 */
            earlier: number | null;
        };
        /** @enum {string} */
        Widget: "input" | "textarea" | "number" | "select" | "radio" | "checkbox" | "datetime" | "person" | "dept" | "link" | "imageUpload" | "fileUpload" | "editor";
        /** @description Which change. */
        WithdrawChange: {
            /** @description Number of the change 合同变更. */
            changeId: number;
        };
        /** @enum {string} */
        WithdrawRule: "UNTOUCHED" | "ANYTIME";
        /** @enum {string} */
        WorkKind: "load" | "convert" | "unique" | "purge" | "archive";
        /** @description Sum of the bills that are due in a year. */
        YearSum: {
            /** @description Calendar year that is summed up. */
            year: number;
            /** @description How many bills it counts. */
            bills: number;
            /** @description Amount in whole fen. */
            amountFen: number;
        };
        "GET /appr/binding/list": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Catalogue"];
            };
        };
        "GET /appr/calendar": {
            query: {
                /** @description The year; this one when absent. */
                year?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["CalendarYear"];
            };
        };
        "PUT /appr/calendar": {
            body: components["schemas"]["CalendarInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/calendar/example": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/calendar/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "POST /appr/calendar/importTemplate": {
            answer: string;
        };
        "DELETE /appr/calendar/{days}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/cc/list": {
            query: {
                /** @description Only these kinds of document, by the key of their process; absent: all. */
                key?: string[];
                /** @description Part of title or number. */
                keyWord?: string;
                /** @description Only processes that these people began, by numbers; absent: all. */
                initiator?: number[];
                /** @description Not before this day. */
                beginTime?: string;
                /** @description Not after this day. */
                endTime?: string;
                /** @description At least so much, fen. */
                amountFrom?: number;
                /** @description At most so much, fen. */
                amountTo?: number;
                /** @description Overdue ones alone. */
                overdue?: boolean;
                /** @description Those that came back to their initiator alone (待办). */
                returned?: boolean;
                /** @description Only in these states (我发起, 已办). */
                state?: components["schemas"]["InstanceState"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["TaskRow"][];
            };
        };
        "POST /appr/cc/read": {
            body: components["schemas"]["InstanceInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/count": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ApprovalCounts"];
            };
        };
        "POST /appr/definition": {
            body: components["schemas"]["DefinitionInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /appr/definition": {
            body: components["schemas"]["DefinitionInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/definition/check": {
            query: {
                /** @description Which process: what the product brings as its standard. */
                key?: string;
                /** @description Which version; goes before the process. */
                definition?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["HealthRow"][];
            };
        };
        "POST /appr/definition/copy": {
            body: components["schemas"]["One"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "POST /appr/definition/disable": {
            body: components["schemas"]["VersionInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/definition/import": {
            body: components["schemas"]["ImportInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "GET /appr/definition/list": {
            query: {
                /** @description Key of the process: the kind of document that it decides about. */
                key?: string;
                /** @description Part of the name. */
                name?: string;
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["DefinitionState"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["DefinitionRow"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /appr/definition/preset": {
            body: components["schemas"]["PresetInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/definition/presets": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PresetRow"][];
            };
        };
        "POST /appr/definition/publish": {
            body: components["schemas"]["VersionInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/definition/roles": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["MissingRole"][];
            };
        };
        "POST /appr/definition/roles": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/definition/seats": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["SeatFindings"];
            };
        };
        "POST /appr/definition/simulate": {
            body: components["schemas"]["SimulateInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Simulated"];
            };
        };
        "GET /appr/definition/usage": {
            query: {
                /** @description Name of the kind of document, `lease`, `waiver` … */
                key?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["VersionUse"][];
            };
        };
        "POST /appr/definition/validate": {
            body: components["schemas"]["Drawing"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Problem"][];
            };
        };
        "DELETE /appr/definition/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/definition/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DefinitionOut"];
            };
        };
        "GET /appr/definition/{id}/export": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ProcessFile"];
            };
        };
        "GET /appr/deputy": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DeputyOut"][];
            };
        };
        "POST /appr/deputy": {
            body: components["schemas"]["DeputyInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "GET /appr/deputy/all": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DeputyOut"][];
            };
        };
        "DELETE /appr/deputy/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/draft": {
            body: components["schemas"]["DraftInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /appr/draft": {
            body: components["schemas"]["DraftInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "GET /appr/draft/list": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DraftOut"][];
            };
        };
        "DELETE /appr/draft/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/form": {
            body: components["schemas"]["FormInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /appr/form": {
            body: components["schemas"]["FormInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /appr/form/data": {
            body: components["schemas"]["ReturnedInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/form/data/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ReturnedForm"];
            };
        };
        "GET /appr/form/list": {
            query: {
                /** @description Part of the name. */
                name?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["FormOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /appr/form/start": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["StartForm"][];
            };
        };
        "POST /appr/form/start": {
            body: components["schemas"]["StartInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Submitted"];
            };
        };
        "DELETE /appr/form/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/form/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["FormOut"];
            };
        };
        "POST /appr/instance/abandon": {
            body: components["schemas"]["InstanceInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/instance/cc": {
            body: components["schemas"]["InstanceInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/instance/mine": {
            query: {
                /** @description Only these kinds of document, by the key of their process; absent: all. */
                key?: string[];
                /** @description Part of title or number. */
                keyWord?: string;
                /** @description Only processes that these people began, by numbers; absent: all. */
                initiator?: number[];
                /** @description Not before this day. */
                beginTime?: string;
                /** @description Not after this day. */
                endTime?: string;
                /** @description At least so much, fen. */
                amountFrom?: number;
                /** @description At most so much, fen. */
                amountTo?: number;
                /** @description Overdue ones alone. */
                overdue?: boolean;
                /** @description Those that came back to their initiator alone (待办). */
                returned?: boolean;
                /** @description Only in these states (我发起, 已办). */
                state?: components["schemas"]["InstanceState"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["TaskRow"][];
            };
        };
        "GET /appr/instance/of": {
            query: {
                /** @description Kind of the document. */
                bizType?: string;
                /** @description Number of the document that is decided about. */
                bizId?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["InstanceBrief"][];
            };
        };
        "POST /appr/instance/urge": {
            body: components["schemas"]["InstanceInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/instance/withdraw": {
            body: components["schemas"]["InstanceInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/instance/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["InstanceOut"];
            };
        };
        "GET /appr/instance/{id}/path": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PathNode"][];
            };
        };
        "GET /appr/instance/{id}/print": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ProcessPaper"];
            };
        };
        "GET /appr/instance/{id}/rows": {
            query: {
                /** @description Path of the table. */
                field?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RowsOut"];
            };
        };
        "POST /appr/manage/assign": {
            body: components["schemas"]["GiveTask"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/manage/back": {
            body: components["schemas"]["ManageInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/manage/export": {
            query: {
                /** @description Part of title or number. */
                keyWord?: string;
                /** @description Only these kinds of document, by the key of their process; absent: all. */
                key?: string[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["InstanceState"][];
                /** @description Only processes that these people began, by numbers; absent: all. */
                initiator?: number[];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/manage/export": {
            body: components["schemas"]["ListProcesses"];
            answer: string;
        };
        "POST /appr/manage/handover": {
            body: components["schemas"]["HandOverInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["HandedOver"];
            };
        };
        "GET /appr/manage/list": {
            query: {
                /** @description Part of title or number. */
                keyWord?: string;
                /** @description Only these kinds of document, by the key of their process; absent: all. */
                key?: string[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["InstanceState"][];
                /** @description Only processes that these people began, by numbers; absent: all. */
                initiator?: number[];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["ProcessRow"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /appr/manage/tasks/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ManagedTask"][];
            };
        };
        "POST /appr/manage/terminate": {
            body: components["schemas"]["ManageInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/message": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Messages"];
            };
        };
        "POST /appr/message/read": {
            body: components["schemas"]["ReadMessages"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/new": {
            body: components["schemas"]["NewInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["NewSent"];
            };
        };
        "POST /appr/new/preview": {
            body: components["schemas"]["NewInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Preview"];
            };
        };
        "POST /appr/preview": {
            body: components["schemas"]["PreviewInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Preview"];
            };
        };
        "GET /appr/process/options": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ProcessOption"][];
            };
        };
        "POST /appr/submit": {
            body: components["schemas"]["SubmitInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Submitted"];
            };
        };
        "POST /appr/task/addSign": {
            body: components["schemas"]["TaskInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/task/answer": {
            body: components["schemas"]["TaskInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/task/approve": {
            body: components["schemas"]["TaskInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/task/delegate": {
            body: components["schemas"]["TaskInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/task/done": {
            query: {
                /** @description Only these kinds of document, by the key of their process; absent: all. */
                key?: string[];
                /** @description Part of title or number. */
                keyWord?: string;
                /** @description Only processes that these people began, by numbers; absent: all. */
                initiator?: number[];
                /** @description Not before this day. */
                beginTime?: string;
                /** @description Not after this day. */
                endTime?: string;
                /** @description At least so much, fen. */
                amountFrom?: number;
                /** @description At most so much, fen. */
                amountTo?: number;
                /** @description Overdue ones alone. */
                overdue?: boolean;
                /** @description Those that came back to their initiator alone (待办). */
                returned?: boolean;
                /** @description Only in these states (我发起, 已办). */
                state?: components["schemas"]["InstanceState"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["TaskRow"][];
            };
        };
        "POST /appr/task/reject": {
            body: components["schemas"]["TaskInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/task/removeSign": {
            body: components["schemas"]["TaskInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/task/return": {
            body: components["schemas"]["TaskInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /appr/task/takeBack": {
            body: components["schemas"]["TaskInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /appr/task/todo": {
            query: {
                /** @description Only these kinds of document, by the key of their process; absent: all. */
                key?: string[];
                /** @description Part of title or number. */
                keyWord?: string;
                /** @description Only processes that these people began, by numbers; absent: all. */
                initiator?: number[];
                /** @description Not before this day. */
                beginTime?: string;
                /** @description Not after this day. */
                endTime?: string;
                /** @description At least so much, fen. */
                amountFrom?: number;
                /** @description At most so much, fen. */
                amountTo?: number;
                /** @description Overdue ones alone. */
                overdue?: boolean;
                /** @description Those that came back to their initiator alone (待办). */
                returned?: boolean;
                /** @description Only in these states (我发起, 已办). */
                state?: components["schemas"]["InstanceState"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["TaskRow"][];
            };
        };
        "POST /appr/task/transfer": {
            body: components["schemas"]["TaskInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/asset": {
            body: components["schemas"]["AssetInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /asset/asset": {
            body: components["schemas"]["AssetInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/asset/export": {
            query: {
                /** @description Part of code, name or address. */
                keyWord?: string;
                /** @description Only of these plates 板块, by numbers; absent: all. */
                plateId?: number[];
                /** @description Held by this party A today. */
                partyAId?: number[];
                /** @description Only assets of these kinds; absent: all. */
                assetKind?: string[];
                /** @description Only assets whose title stands so 权属状况; absent: all. */
                titleState?: components["schemas"]["TitleState"][];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["AssetState"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/asset/export": {
            body: components["schemas"]["ListAssets"];
            answer: string;
        };
        "PUT /asset/asset/holder": {
            body: components["schemas"]["SetHolder"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/asset/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /asset/asset/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/asset/importTemplate": {
            answer: string;
        };
        "GET /asset/asset/list": {
            query: {
                /** @description Part of code, name or address. */
                keyWord?: string;
                /** @description Only of these plates 板块, by numbers; absent: all. */
                plateId?: number[];
                /** @description Held by this party A today. */
                partyAId?: number[];
                /** @description Only assets of these kinds; absent: all. */
                assetKind?: string[];
                /** @description Only assets whose title stands so 权属状况; absent: all. */
                titleState?: components["schemas"]["TitleState"][];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["AssetState"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["AssetOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /asset/asset/options": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["AssetOption"][];
            };
        };
        "PUT /asset/asset/state": {
            body: components["schemas"]["SetState"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Filed"];
        };
        "GET /asset/asset/tree": {
            query: {
                /** @description Opens this plate 板块, by number: its assets are answered. */
                plateId?: number;
                /** @description Opens this asset 资产, by number: its buildings are answered. */
                assetId?: number;
                /** @description Opens this building 楼栋, by number: its floors are answered. */
                buildingId?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TreeNode"][];
            };
        };
        "DELETE /asset/asset/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/asset/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["AssetOut"];
            };
        };
        "POST /asset/building": {
            body: components["schemas"]["BuildingInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /asset/building": {
            body: components["schemas"]["BuildingInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/building/list": {
            query: {
                /** @description Only of these assets 资产, by numbers; absent: all. */
                assetId?: number[];
                /** @description Part of the name. */
                buildingName?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["BuildingOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "DELETE /asset/building/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/building/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["BuildingOut"];
            };
        };
        "POST /asset/cert": {
            body: components["schemas"]["CertInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /asset/cert": {
            body: components["schemas"]["CertInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/cert/export": {
            query: {
                /** @description Only of these assets 资产, by numbers; absent: all. */
                assetId?: number[];
                /** @description Part of the number. */
                certNo?: string;
                /** @description Only of these kinds; absent: all. */
                kind?: components["schemas"]["CertKind"][];
                /** @description Ending by this day. */
                endsBy?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/cert/export": {
            body: components["schemas"]["ListCerts"];
            answer: string;
        };
        "GET /asset/cert/list": {
            query: {
                /** @description Only of these assets 资产, by numbers; absent: all. */
                assetId?: number[];
                /** @description Part of the number. */
                certNo?: string;
                /** @description Only of these kinds; absent: all. */
                kind?: components["schemas"]["CertKind"][];
                /** @description Ending by this day. */
                endsBy?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["CertOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "DELETE /asset/cert/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/cert/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["CertOut"];
            };
        };
        "POST /asset/handover": {
            body: components["schemas"]["HandoverInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /asset/handover": {
            body: components["schemas"]["HandoverInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/handover/confirm": {
            body: components["schemas"]["ConfirmHandover"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/handover/export": {
            query: {
                /** @description Part of the number, of the document's or of the side outside. */
                keyWord?: string;
                /** @description Only handovers of these kinds 移交类型; absent: all. */
                kind?: components["schemas"]["AssetHandoverKind"][];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["HandoverState"][];
                /** @description Only those given by these units 移出单位, by numbers; absent: all. */
                fromPartyAId?: number[];
                /** @description Only those received by these units 接收单位, by numbers; absent: all. */
                toPartyAId?: number[];
                /** @description On this day or later. */
                dateFrom?: string;
                /** @description On this day or earlier. */
                dateTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/handover/export": {
            body: components["schemas"]["ListHandovers"];
            answer: string;
        };
        "GET /asset/handover/list": {
            query: {
                /** @description Part of the number, of the document's or of the side outside. */
                keyWord?: string;
                /** @description Only handovers of these kinds 移交类型; absent: all. */
                kind?: components["schemas"]["AssetHandoverKind"][];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["HandoverState"][];
                /** @description Only those given by these units 移出单位, by numbers; absent: all. */
                fromPartyAId?: number[];
                /** @description Only those received by these units 接收单位, by numbers; absent: all. */
                toPartyAId?: number[];
                /** @description On this day or later. */
                dateFrom?: string;
                /** @description On this day or earlier. */
                dateTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["AssetHandoverOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /asset/handover/object": {
            body: components["schemas"]["ObjectHandover"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/handover/preview": {
            body: components["schemas"]["HandoverInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["HandoverPlanOut"];
            };
        };
        "GET /asset/handover/units": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["UnitOption"][];
            };
        };
        "DELETE /asset/handover/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/handover/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["HandoverDetail"];
            };
        };
        "POST /asset/partyA": {
            body: components["schemas"]["PartyAInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /asset/partyA": {
            body: components["schemas"]["PartyAInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/partyA/accounts": {
            body: components["schemas"]["One"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["FullAccount"][];
            };
        };
        "GET /asset/partyA/export": {
            query: {
                /** @description Part of the name or short name. */
                partyAName?: string;
                /** @description Only units of these kinds 单位性质; absent: all. */
                unitKind?: components["schemas"]["UnitKind"][];
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/partyA/export": {
            body: components["schemas"]["ListParties"];
            answer: string;
        };
        "GET /asset/partyA/list": {
            query: {
                /** @description Part of the name or short name. */
                partyAName?: string;
                /** @description Only units of these kinds 单位性质; absent: all. */
                unitKind?: components["schemas"]["UnitKind"][];
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PartyAOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /asset/partyA/options": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PartyAOption"][];
            };
        };
        "DELETE /asset/partyA/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/partyA/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PartyAOut"];
            };
        };
        "POST /asset/plate": {
            body: components["schemas"]["PlateInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /asset/plate": {
            body: components["schemas"]["PlateInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/plate/export": {
            query: {
                /** @description Part of the name. */
                plateName?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/plate/export": {
            body: components["schemas"]["ListPlates"];
            answer: string;
        };
        "GET /asset/plate/list": {
            query: {
                /** @description Part of the name. */
                plateName?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PlateOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /asset/plate/options": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PlateOption"][];
            };
        };
        "DELETE /asset/plate/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/plate/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PlateOut"];
            };
        };
        "POST /asset/room": {
            body: components["schemas"]["RoomInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /asset/room": {
            body: components["schemas"]["RoomInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/room/batch": {
            body: components["schemas"]["NewRooms"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["MadeRooms"];
            };
        };
        "POST /asset/room/block": {
            body: components["schemas"]["BlockRoom"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "DELETE /asset/room/block/{id}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/room/end": {
            body: components["schemas"]["EndRoom"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/room/export": {
            query: {
                /** @description Part of the code. */
                roomCode?: string;
                /** @description Only of these assets 资产, by numbers; absent: all. */
                assetId?: number[];
                /** @description Only of these buildings 楼栋, by numbers; absent: all. */
                buildingId?: number[];
                /** @description Only rooms of this floor; below ground negative. */
                floorNo?: number[];
                /** @description Only rooms of these kinds of use 规划用途; absent: all. */
                useKind?: string[];
                /** @description Only rooms used so today; absent: all. */
                usage?: components["schemas"]["Usage"][];
                /** @description Show rooms that have ended, too. */
                withEnded?: boolean;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/room/export": {
            body: components["schemas"]["ListRooms"];
            answer: string;
        };
        "GET /asset/room/grid": {
            query: {
                /** @description The building 楼栋 that it is asked for, by number. */
                buildingId?: number;
                /** @description The day; today when absent. */
                day?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Grid"];
            };
        };
        "POST /asset/room/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /asset/room/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /asset/room/importTemplate": {
            answer: string;
        };
        "GET /asset/room/list": {
            query: {
                /** @description Part of the code. */
                roomCode?: string;
                /** @description Only of these assets 资产, by numbers; absent: all. */
                assetId?: number[];
                /** @description Only of these buildings 楼栋, by numbers; absent: all. */
                buildingId?: number[];
                /** @description Only rooms of this floor; below ground negative. */
                floorNo?: number[];
                /** @description Only rooms of these kinds of use 规划用途; absent: all. */
                useKind?: string[];
                /** @description Only rooms used so today; absent: all. */
                usage?: components["schemas"]["Usage"][];
                /** @description Show rooms that have ended, too. */
                withEnded?: boolean;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["RoomOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /asset/room/merge": {
            body: components["schemas"]["MergeRooms"];
            answer: {
                code: number;
                msg: string;
                data: number;
            };
        };
        "GET /asset/room/options": {
            query: {
                /** @description What is typed. */
                keyWord?: string;
                /** @description Those that are chosen; the word is not looked at then. */
                ids?: number[];
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RoomOption"][];
            };
        };
        "GET /asset/room/select": {
            query: {
                /** @description First day of the lease. */
                rentStartDate?: string;
                /** @description Last day of the lease. */
                rentEndDate?: string;
                /** @description The party A 甲方 that lets, by number. */
                partyAId?: number;
                /** @description Part of code, name or asset. */
                keyWord?: string;
                /** @description The plate 板块 that it is about, by number. */
                plateId?: number;
                /** @description The asset 资产 that it is about, by number. */
                assetId?: number;
                /** @description The building 楼栋 that it is about, by number. */
                buildingId?: number;
                /** @description Kind of use by the building permit 规划用途. */
                useKind?: string;
                /** @description Leave out the rooms that are occupied. */
                onlyFree?: boolean;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["RoomChoice"][];
            };
        };
        "POST /asset/room/split": {
            body: components["schemas"]["SplitRoom"];
            answer: {
                code: number;
                msg: string;
                data: number[];
            };
        };
        "PUT /asset/room/usage": {
            body: components["schemas"]["SetUsage"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /asset/room/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /asset/room/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RoomCard"];
            };
        };
        "GET /captchaImage": {
            query: {
                /** @description The login name that is about to be tried; a few wrong passwords of it ask for one where nobody else is asked. */
                username?: string;
            };
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["CaptchaOut"];
        };
        "GET /common/download": {
            query: {
                /** @description The name an export answered: a ticket, never a path. */
                fileName?: string;
                /** @description Ignored: a ticket is for one use in any case. */
                delete?: boolean;
            };
            answer: string;
        };
        "GET /common/download/{id}": {
            query: {
                /** @description 附件的一次性下载凭证，代替登录 */
                ticket?: string;
            };
            answer: string;
        };
        "POST /common/download/{id}/ticket": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TicketOut"];
            };
        };
        "DELETE /common/file/{id}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /common/thumbnail/{id}": {
            query: {
                /** @description The larger preview, where there is one. */
                large?: boolean;
            };
            answer: string;
        };
        "POST /common/upload": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["PlainUploaded"];
        };
        "POST /common/upload2Minio": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Uploaded"];
        };
        "POST /common/uploads": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["PlainUploads"];
        };
        "GET /expo/board": {
            query: {
                /** @description Only entries about these 曝光对象类型; absent: all. */
                subjectKind?: components["schemas"]["SubjectKind"];
                /** @description Only of this party A 甲方, by number; absent: all. */
                partyAId?: number;
                /** @description Only of this plate 板块, by number; absent: all. */
                plateId?: number;
                /** @description Only entries that these see 公开范围; absent: all. */
                publishScope?: components["schemas"]["PublishScope"];
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ExposureBlock"];
            };
        };
        "POST /expo/entry": {
            body: components["schemas"]["EntryInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /expo/entry": {
            body: components["schemas"]["EntryInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /expo/entry/candidates": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Generated"];
            };
        };
        "POST /expo/entry/decide": {
            body: components["schemas"]["Decide"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /expo/entry/drop": {
            body: components["schemas"]["Noted"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /expo/entry/export": {
            query: {
                /** @description Part of the number or of the name on the board. */
                keyWord?: string;
                /** @description Only entries about these 曝光对象类型; absent: all. */
                subjectKind?: components["schemas"]["SubjectKind"][];
                /** @description 状态 today. */
                state?: components["schemas"]["EntryState"][];
                /** @description The rule that found it. */
                rule?: components["schemas"]["Rule"][];
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only of these plates 板块, by numbers; absent: all. */
                plateId?: number[];
                /** @description Only entries that these see 公开范围; absent: all. */
                publishScope?: components["schemas"]["PublishScope"][];
                /** @description Only those on the board whose deadline has passed. */
                late?: boolean;
                /** @description Published from this day on. */
                from?: string;
                /** @description To this day. */
                to?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /expo/entry/export": {
            body: components["schemas"]["ListEntries"];
            answer: string;
        };
        "GET /expo/entry/list": {
            query: {
                /** @description Part of the number or of the name on the board. */
                keyWord?: string;
                /** @description Only entries about these 曝光对象类型; absent: all. */
                subjectKind?: components["schemas"]["SubjectKind"][];
                /** @description 状态 today. */
                state?: components["schemas"]["EntryState"][];
                /** @description The rule that found it. */
                rule?: components["schemas"]["Rule"][];
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only of these plates 板块, by numbers; absent: all. */
                plateId?: number[];
                /** @description Only entries that these see 公开范围; absent: all. */
                publishScope?: components["schemas"]["PublishScope"][];
                /** @description Only those on the board whose deadline has passed. */
                late?: boolean;
                /** @description Published from this day on. */
                from?: string;
                /** @description To this day. */
                to?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["EntryOut"][];
                sums: components["schemas"]["EntrySums"];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /expo/entry/recall": {
            body: components["schemas"]["WhichEntry"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /expo/entry/rectify": {
            body: components["schemas"]["Noted"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /expo/entry/submit": {
            body: components["schemas"]["WhichEntry"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /expo/entry/withdraw": {
            body: components["schemas"]["Noted"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Filed"];
        };
        "GET /expo/entry/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["EntryOut"];
            };
        };
        "POST /fin/bill": {
            body: components["schemas"]["ManualBill"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["MadeBill"];
        };
        "GET /fin/bill/export": {
            query: {
                /** @description Part of the number, the tenant's name or the rooms. */
                keyWord?: string;
                /** @description Only of these leases 合同, by numbers; absent: all. */
                leaseId?: number[];
                /** @description Only of these tenants 乙方, by numbers; absent: all. */
                tenantId?: number[];
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only of these plates 板块, by numbers; absent: all. */
                plateId?: number[];
                /** @description Only those for these purposes; absent: all. */
                kind?: components["schemas"]["BillKind"][];
                /** @description Only those paid so far 缴费状态; absent: all. */
                payState?: components["schemas"]["PayState"][];
                /** @description In the books or void. */
                state?: components["schemas"]["BillState"][];
                /** @description Where it comes from. */
                source?: components["schemas"]["BillSource"][];
                /** @description Only overdue ones. */
                overdue?: boolean;
                /** @description Due from this day on. */
                dueFrom?: string;
                /** @description Due on this day at the latest; absent: without end. */
                dueTo?: string;
                /** @description Only what somebody has to see to 关注. */
                watch?: components["schemas"]["BillWatch"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/bill/export": {
            body: components["schemas"]["ListBills"];
            answer: string;
        };
        "POST /fin/bill/generate": {
            body: components["schemas"]["GenerateBills"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Billed"];
            };
        };
        "POST /fin/bill/letter": {
            body: components["schemas"]["PrintLetters"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["LetterNo"][];
            };
        };
        "GET /fin/bill/list": {
            query: {
                /** @description Part of the number, the tenant's name or the rooms. */
                keyWord?: string;
                /** @description Only of these leases 合同, by numbers; absent: all. */
                leaseId?: number[];
                /** @description Only of these tenants 乙方, by numbers; absent: all. */
                tenantId?: number[];
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only of these plates 板块, by numbers; absent: all. */
                plateId?: number[];
                /** @description Only those for these purposes; absent: all. */
                kind?: components["schemas"]["BillKind"][];
                /** @description Only those paid so far 缴费状态; absent: all. */
                payState?: components["schemas"]["PayState"][];
                /** @description In the books or void. */
                state?: components["schemas"]["BillState"][];
                /** @description Where it comes from. */
                source?: components["schemas"]["BillSource"][];
                /** @description Only overdue ones. */
                overdue?: boolean;
                /** @description Due from this day on. */
                dueFrom?: string;
                /** @description Due on this day at the latest; absent: without end. */
                dueTo?: string;
                /** @description Only what somebody has to see to 关注. */
                watch?: components["schemas"]["BillWatch"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["BillOut"][];
                sums: components["schemas"]["BillSums"];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /fin/bill/notice": {
            query: {
                /** @description Bills; for a letter, bills of the tenants it goes to. */
                ids?: number[];
                /** @description A dunning letter instead of a notice. */
                dunning?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Notice"][];
            };
        };
        "GET /fin/bill/run": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["BillRuns"];
            };
        };
        "POST /fin/bill/void": {
            body: components["schemas"]["VoidBill"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Filed"];
        };
        "GET /fin/bill/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["BillCard"];
            };
        };
        "GET /fin/bill/{id}/explain": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Explanation"];
            };
        };
        "POST /fin/close": {
            body: components["schemas"]["CloseMonth"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/close/check": {
            query: {
                /** @description The party A 甲方 that it is about, by number. */
                partyAId?: number;
                /** @description Any day of the month. */
                month?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["CloseCheck"];
            };
        };
        "GET /fin/close/list": {
            query: {
                /** @description Only of this party A 甲方, by number; absent: all. */
                partyAId?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["CloseOut"][];
            };
        };
        "GET /fin/close/parties": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PartyClose"][];
            };
        };
        "POST /fin/close/reopen": {
            body: components["schemas"]["ReopenMonth"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Filed"];
        };
        "POST /fin/close/until": {
            body: components["schemas"]["CloseMonth"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ClosedUntil"];
            };
        };
        "POST /fin/credit/apply": {
            body: components["schemas"]["UseCredit"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/deposit/apply": {
            body: components["schemas"]["ApplyDeposit"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/deposit/list": {
            query: {
                /** @description Part of the lease's number or of the tenant's name. */
                keyWord?: string;
                /** @description Only of these leases 合同, by numbers; absent: all. */
                leaseId?: number[];
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only leases for which something is held. */
                heldOnly?: boolean;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["DepositOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /fin/dunning": {
            body: components["schemas"]["DunningInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "GET /fin/dunning/export": {
            query: {
                /** @description Part of the number, the tenant's name, the person or what was said. */
                keyWord?: string;
                /** @description Only of these tenants 乙方, by numbers; absent: all. */
                tenantId?: number[];
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only of these bills 账单, by numbers; absent: all. */
                billId?: number[];
                /** @description Only reminders of these kinds 催缴方式; absent: all. */
                channel?: components["schemas"]["Channel"][];
                /** @description Only those whose promise stands so 承诺状态; absent: all. */
                promiseState?: components["schemas"]["PromiseState"][];
                /** @description Only promises that are open and fall due today. */
                dueToday?: boolean;
                /** @description Only those about a bill that is overdue still. */
                stillOverdue?: boolean;
                /** @description Asked from this day on. */
                dayFrom?: string;
                /** @description Done on this day at the latest; absent: without end. */
                dayTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/dunning/export": {
            body: components["schemas"]["ListDunnings"];
            answer: string;
        };
        "GET /fin/dunning/list": {
            query: {
                /** @description Part of the number, the tenant's name, the person or what was said. */
                keyWord?: string;
                /** @description Only of these tenants 乙方, by numbers; absent: all. */
                tenantId?: number[];
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only of these bills 账单, by numbers; absent: all. */
                billId?: number[];
                /** @description Only reminders of these kinds 催缴方式; absent: all. */
                channel?: components["schemas"]["Channel"][];
                /** @description Only those whose promise stands so 承诺状态; absent: all. */
                promiseState?: components["schemas"]["PromiseState"][];
                /** @description Only promises that are open and fall due today. */
                dueToday?: boolean;
                /** @description Only those about a bill that is overdue still. */
                stillOverdue?: boolean;
                /** @description Asked from this day on. */
                dayFrom?: string;
                /** @description Done on this day at the latest; absent: without end. */
                dayTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["DunningOut"][];
                sums: components["schemas"]["DunningSums"];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /fin/dunning/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DunningOut"];
            };
        };
        "POST /fin/expense": {
            body: components["schemas"]["PayoutInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /fin/expense": {
            body: components["schemas"]["PayoutChange"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/expense/between": {
            query: {
                /** @description The party A 甲方 that pays, by number. */
                partyAId?: number;
                /** @description Who gets it; 0 while it isn't chosen. */
                toPartyAId?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["BetweenOpen"];
            };
        };
        "POST /fin/expense/decide": {
            body: components["schemas"]["Decide"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/expense/export": {
            query: {
                /** @description Part of the number, the payee or the voucher. */
                keyWord?: string;
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description One kind, where a list has several. */
                kind?: components["schemas"]["PayoutKind"][];
                /** @description Value of the dictionary `expense_kind`. */
                category?: string[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["PayoutState"][];
                /** @description Paid from this day on. */
                paidFrom?: string;
                /** @description Paid on this day at the latest; absent: without end. */
                paidTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/expense/export": {
            body: components["schemas"]["ListPayouts"];
            answer: string;
        };
        "GET /fin/expense/list": {
            query: {
                /** @description Part of the number, the payee or the voucher. */
                keyWord?: string;
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description One kind, where a list has several. */
                kind?: components["schemas"]["PayoutKind"][];
                /** @description Value of the dictionary `expense_kind`. */
                category?: string[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["PayoutState"][];
                /** @description Paid from this day on. */
                paidFrom?: string;
                /** @description Paid on this day at the latest; absent: without end. */
                paidTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PayoutOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /fin/expense/pay": {
            body: components["schemas"]["PayPayout"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/expense/reverse": {
            body: components["schemas"]["Decide"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/expense/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PayoutOut"];
            };
        };
        "GET /fin/figures": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Overview"];
            };
        };
        "POST /fin/lateFee/bill": {
            body: components["schemas"]["BillLateFees"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["BilledFees"];
            };
        };
        "GET /fin/lateFee/list": {
            query: {
                /** @description Part of the bill's number or of the tenant's name. */
                keyWord?: string;
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only of these tenants 乙方, by numbers; absent: all. */
                tenantId?: number[];
                /** @description Due from this day on. */
                dueFrom?: string;
                /** @description Due on this day at the latest; absent: without end. */
                dueTo?: string;
                /** @description true: only of bills that are settled; false: only of those still open. */
                settled?: boolean;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["LateFeeOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /fin/opening/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /fin/opening/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/opening/importTemplate": {
            answer: string;
        };
        "GET /fin/opening/list": {
            query: {
                /** @description The tenant 乙方 that it is about, by number. */
                tenantId?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["OpeningOut"][];
            };
        };
        "POST /fin/opening/revoke": {
            body: components["schemas"]["RevokeOpening"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/receipt": {
            body: components["schemas"]["ReceiptInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "GET /fin/receipt/bank/accounts": {
            query: {
                /** @description The party A 甲方 that it is asked for, by number. */
                partyAId?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["BankAccount"][];
            };
        };
        "POST /fin/receipt/bank/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["BankReport"];
            };
        };
        "GET /fin/receipt/bank/leftOut": {
            query: {
                /** @description The party A 甲方 whose bank account it is, by number. */
                partyAId?: number;
                /** @description Its last four digits; empty when none is named. */
                tail?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["LeftOutLine"][];
            };
        };
        "POST /fin/receipt/bank/look": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Look"];
            };
        };
        "POST /fin/receipt/claim": {
            body: components["schemas"]["Claim"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/receipt/claim/preview": {
            body: components["schemas"]["PreviewReceipt"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ReceiptPreview"];
            };
        };
        "GET /fin/receipt/export": {
            query: {
                /** @description Part of the number, the payer's name or the bank's reference. */
                keyWord?: string;
                /** @description Only of these tenants 乙方, by numbers; absent: all. */
                tenantId?: number[];
                /** @description Only of these leases 合同, by numbers; absent: all. */
                leaseId?: number[];
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["ReceiptState"][];
                /** @description Only money for these purposes 收款用途; absent: all. */
                purpose?: components["schemas"]["Purpose"][];
                /** @description Only those paid so 收款方式; absent: all. */
                method?: components["schemas"]["Method"][];
                /** @description Arrived from this day on. */
                valueFrom?: string;
                /** @description Arrived on this day at the latest; absent: without end. */
                valueTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/receipt/export": {
            body: components["schemas"]["ListReceipts"];
            answer: string;
        };
        "POST /fin/receipt/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /fin/receipt/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/receipt/importTemplate": {
            answer: string;
        };
        "GET /fin/receipt/list": {
            query: {
                /** @description Part of the number, the payer's name or the bank's reference. */
                keyWord?: string;
                /** @description Only of these tenants 乙方, by numbers; absent: all. */
                tenantId?: number[];
                /** @description Only of these leases 合同, by numbers; absent: all. */
                leaseId?: number[];
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["ReceiptState"][];
                /** @description Only money for these purposes 收款用途; absent: all. */
                purpose?: components["schemas"]["Purpose"][];
                /** @description Only those paid so 收款方式; absent: all. */
                method?: components["schemas"]["Method"][];
                /** @description Arrived from this day on. */
                valueFrom?: string;
                /** @description Arrived on this day at the latest; absent: without end. */
                valueTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["ReceiptOut"][];
                sums: components["schemas"]["ReceiptSums"];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /fin/receipt/preview": {
            body: components["schemas"]["PreviewReceipt"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ReceiptPreview"];
            };
        };
        "POST /fin/receipt/reallocate": {
            body: components["schemas"]["Reallocate"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/receipt/reverse": {
            body: components["schemas"]["ReverseReceipt"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Filed"];
        };
        "POST /fin/receipt/toTreasury": {
            body: components["schemas"]["WhichReceipt"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/receipt/unclaim": {
            body: components["schemas"]["WhichReceipt"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/receipt/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ReceiptCard"];
            };
        };
        "POST /fin/reconcile": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/reconcile/list": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Reconciled"];
            };
        };
        "POST /fin/refund": {
            body: components["schemas"]["PayoutInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /fin/refund": {
            body: components["schemas"]["PayoutChange"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/refund/available": {
            query: {
                /** @description The party A 甲方 that holds the money, by number. */
                partyAId?: number;
                /** @description The tenant 乙方 that it is about, by number. */
                tenantId?: number;
                /** @description Of which lease; 0 for any. */
                leaseId?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Available"];
            };
        };
        "POST /fin/refund/decide": {
            body: components["schemas"]["Decide"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/refund/export": {
            query: {
                /** @description Part of the number, the payee or the voucher. */
                keyWord?: string;
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description One kind, where a list has several. */
                kind?: components["schemas"]["PayoutKind"][];
                /** @description Value of the dictionary `expense_kind`. */
                category?: string[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["PayoutState"][];
                /** @description Paid from this day on. */
                paidFrom?: string;
                /** @description Paid on this day at the latest; absent: without end. */
                paidTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/refund/export": {
            body: components["schemas"]["ListPayouts"];
            answer: string;
        };
        "GET /fin/refund/list": {
            query: {
                /** @description Part of the number, the payee or the voucher. */
                keyWord?: string;
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description One kind, where a list has several. */
                kind?: components["schemas"]["PayoutKind"][];
                /** @description Value of the dictionary `expense_kind`. */
                category?: string[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["PayoutState"][];
                /** @description Paid from this day on. */
                paidFrom?: string;
                /** @description Paid on this day at the latest; absent: without end. */
                paidTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PayoutOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /fin/refund/pay": {
            body: components["schemas"]["PayPayout"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/refund/reverse": {
            body: components["schemas"]["Decide"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/refund/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PayoutOut"];
            };
        };
        "POST /fin/remittance": {
            body: components["schemas"]["PayoutInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /fin/remittance": {
            body: components["schemas"]["PayoutChange"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/remittance/decide": {
            body: components["schemas"]["Decide"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/remittance/export": {
            query: {
                /** @description Part of the number, the payee or the voucher. */
                keyWord?: string;
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description One kind, where a list has several. */
                kind?: components["schemas"]["PayoutKind"][];
                /** @description Value of the dictionary `expense_kind`. */
                category?: string[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["PayoutState"][];
                /** @description Paid from this day on. */
                paidFrom?: string;
                /** @description Paid on this day at the latest; absent: without end. */
                paidTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/remittance/export": {
            body: components["schemas"]["ListPayouts"];
            answer: string;
        };
        "GET /fin/remittance/list": {
            query: {
                /** @description Part of the number, the payee or the voucher. */
                keyWord?: string;
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description One kind, where a list has several. */
                kind?: components["schemas"]["PayoutKind"][];
                /** @description Value of the dictionary `expense_kind`. */
                category?: string[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["PayoutState"][];
                /** @description Paid from this day on. */
                paidFrom?: string;
                /** @description Paid on this day at the latest; absent: without end. */
                paidTo?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PayoutOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /fin/remittance/reverse": {
            body: components["schemas"]["Decide"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/remittance/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PayoutOut"];
            };
        };
        "POST /fin/settlement": {
            body: components["schemas"]["SettlementInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /fin/settlement": {
            body: components["schemas"]["SettlementChange"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/settlement/decide": {
            body: components["schemas"]["Decide"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/settlement/document/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["SheetOut"];
            };
        };
        "GET /fin/settlement/list": {
            query: {
                /** @description Part of the number, of the lease's number or of the tenant's name. */
                keyWord?: string;
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["SettlementState"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["SettlementRow"][];
                sums: components["schemas"]["SettlementSums"];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /fin/settlement/steps/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["SettlementStep"][];
            };
        };
        "GET /fin/settlement/{leaseId}": {
            query: {
                /** @description Which of its tenants; 0 for the one it has in the end. */
                tenantId?: number;
                /** @description Penalty by the contract, fen. */
                penaltyFen?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["SheetOut"];
            };
        };
        "GET /fin/statement": {
            query: {
                /** @description The tenant 乙方 that it is asked for, by number. */
                tenantId?: number;
                /** @description Party A; 0 for all. */
                partyAId?: number;
                /** @description First day, included. */
                from?: string;
                /** @description Last day, included. */
                to?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Statement"];
            };
        };
        "GET /fin/tenant/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TenantAccount"];
            };
        };
        "POST /fin/waiver": {
            body: components["schemas"]["WaiverInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /fin/waiver": {
            body: components["schemas"]["WaiverChange"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /fin/waiver/decide": {
            body: components["schemas"]["Decide"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/waiver/list": {
            query: {
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Part of the number or of the policy's document. */
                keyWord?: string;
                /** @description Only waivers for these reasons 减免原因; absent: all. */
                reasonKind?: components["schemas"]["WaiverReason"][];
                /** @description Only in these states; absent: all. */
                state?: components["schemas"]["WaiverState"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["WaiverOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /fin/waiver/preview": {
            query: {
                /** @description Only bills of this party A 甲方, by number. */
                partyAId?: number;
                /** @description Of these leases; empty for all. */
                leaseIds?: number[];
                /** @description Of this plate; 0 for all. */
                plateId?: number;
                /** @description Rent due from this day on. */
                dueFrom?: string;
                /** @description Due on this day at the latest; absent: without end. */
                dueTo?: string;
                /** @description How much of it, parts per million. */
                ppm?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["WaiverPreview"];
            };
        };
        "POST /fin/waiver/revoke": {
            body: components["schemas"]["Decide"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /fin/waiver/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["WaiverOut"];
            };
        };
        "GET /getInfo": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Info"];
        };
        "GET /getRouters": {
            answer: {
                code: number;
                msg: string;
                data: Record<string, never>[];
            };
        };
        "POST /lease/lease": {
            body: components["schemas"]["LeaseInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["MadeLease"];
            };
        };
        "PUT /lease/lease": {
            body: components["schemas"]["LeaseInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/lease/cancel": {
            body: components["schemas"]["WhichLease"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/lease/change": {
            body: components["schemas"]["ChangeInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /lease/lease/change": {
            body: components["schemas"]["ChangeEdit"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/lease/change/decide": {
            body: components["schemas"]["DecideChange"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/lease/change/preview": {
            body: components["schemas"]["ChangeInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ChangePreview"];
            };
        };
        "POST /lease/lease/change/withdraw": {
            body: components["schemas"]["WithdrawChange"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /lease/lease/change/{id}/effect": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ChangePreview"];
            };
        };
        "POST /lease/lease/decide": {
            body: components["schemas"]["DecideLease"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /lease/lease/expiring": {
            query: {
                /** @description Ending within so many days; 90 when absent. */
                days?: number;
                /** @description Also those that ended and were not returned. */
                withOverdue?: boolean;
                /** @description Only those that no other lease renews. */
                notRenewed?: boolean;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["ExpiringOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /lease/lease/export": {
            query: {
                /** @description Part of number, paper number, title or tenant's name. */
                keyWord?: string;
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only of these tenants 乙方, by numbers; absent: all. */
                tenantId?: number[];
                /** @description Only of these rooms 房间, by numbers; absent: all. */
                roomId?: number[];
                /** @description Only leases of rooms of these assets, by numbers; absent: all. */
                assetId?: number[];
                /** @description Only in these states today; absent: all. */
                state?: components["schemas"]["LeaseState"][];
                /** @description Running on this day. */
                onDay?: string;
                /** @description Only what somebody has to see to 关注. */
                watch?: components["schemas"]["LeaseWatch"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/lease/export": {
            body: components["schemas"]["ListLeases"];
            answer: string;
        };
        "POST /lease/lease/handover": {
            body: components["schemas"]["Handover"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/lease/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /lease/lease/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/lease/importTemplate": {
            answer: string;
        };
        "GET /lease/lease/list": {
            query: {
                /** @description Part of number, paper number, title or tenant's name. */
                keyWord?: string;
                /** @description Only of these parties A 甲方, by numbers; absent: all. */
                partyAId?: number[];
                /** @description Only of these tenants 乙方, by numbers; absent: all. */
                tenantId?: number[];
                /** @description Only of these rooms 房间, by numbers; absent: all. */
                roomId?: number[];
                /** @description Only leases of rooms of these assets, by numbers; absent: all. */
                assetId?: number[];
                /** @description Only in these states today; absent: all. */
                state?: components["schemas"]["LeaseState"][];
                /** @description Running on this day. */
                onDay?: string;
                /** @description Only what somebody has to see to 关注. */
                watch?: components["schemas"]["LeaseWatch"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["LeaseOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /lease/lease/options": {
            query: {
                /** @description The party A 甲方 that it is about, by number. */
                partyAId?: number;
                /** @description The tenant 乙方 that it is about, by number. */
                tenantId?: number;
                /** @description Those with one of these numbers, ours or of the paper; the word is not looked at then. */
                nos?: string[];
                /** @description What is typed. */
                keyWord?: string;
                /** @description Those that are chosen; the word is not looked at then. */
                ids?: number[];
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["LeaseOption"][];
            };
        };
        "POST /lease/lease/preview": {
            body: components["schemas"]["LeaseInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Plan"];
            };
        };
        "POST /lease/lease/redate": {
            body: components["schemas"]["Redate"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/lease/sign": {
            body: components["schemas"]["SignLease"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/lease/submit": {
            body: components["schemas"]["WhichLease"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/lease/withdraw": {
            body: components["schemas"]["WhichLease"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /lease/lease/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /lease/lease/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["LeaseOut"];
            };
        };
        "GET /lease/lease/{id}/changes": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ChangeOut"][];
            };
        };
        "GET /lease/lease/{id}/explain": {
            query: {
                /** @description Which charge of the lease: 0 the rent, 1, 2, … its further charges. */
                chargeLine?: number;
                /** @description First day of the period. */
                from?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Explanation"];
            };
        };
        "GET /lease/lease/{id}/handovers": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["HandoverOut"][];
            };
        };
        "GET /lease/lease/{id}/holdover": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["HoldoverOut"];
            };
        };
        "GET /lease/lease/{id}/plan": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Plan"];
            };
        };
        "GET /lease/lease/{id}/versions": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["VersionOut"][];
            };
        };
        "POST /lease/tenant": {
            body: components["schemas"]["TenantInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /lease/tenant": {
            body: components["schemas"]["TenantInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /lease/tenant/credit": {
            body: components["schemas"]["SetCredit"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /lease/tenant/export": {
            query: {
                /** @description What [`known_by`] knows: part of name (also pinyin), code, contact or a payer's name; numbers whole or their end. */
                keyWord?: string;
                /** @description Only of these kinds; absent: all. */
                kind?: components["schemas"]["TenantKind"][];
                /** @description Only tenants marked so 信用标记; absent: all. */
                creditFlag?: components["schemas"]["CreditFlag"][];
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Only what somebody has to see to 关注. */
                watch?: components["schemas"]["TenantWatch"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/tenant/export": {
            body: components["schemas"]["ListTenants"];
            answer: string;
        };
        "POST /lease/tenant/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /lease/tenant/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /lease/tenant/importTemplate": {
            answer: string;
        };
        "GET /lease/tenant/list": {
            query: {
                /** @description What [`known_by`] knows: part of name (also pinyin), code, contact or a payer's name; numbers whole or their end. */
                keyWord?: string;
                /** @description Only of these kinds; absent: all. */
                kind?: components["schemas"]["TenantKind"][];
                /** @description Only tenants marked so 信用标记; absent: all. */
                creditFlag?: components["schemas"]["CreditFlag"][];
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Only what somebody has to see to 关注. */
                watch?: components["schemas"]["TenantWatch"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["TenantOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /lease/tenant/options": {
            query: {
                /** @description What is typed. */
                keyWord?: string;
                /** @description Those that are chosen; the word is not looked at then. */
                ids?: number[];
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TenantOption"][];
            };
        };
        "POST /lease/tenant/personal": {
            body: components["schemas"]["One"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Personal"];
            };
        };
        "DELETE /lease/tenant/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /lease/tenant/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TenantOut"];
            };
        };
        "POST /list/view": {
            body: components["schemas"]["ViewInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /list/view/default": {
            body: components["schemas"]["DefaultInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /list/view/defaults": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DefaultOut"][];
            };
        };
        "GET /list/view/list": {
            query: {
                /** @description The name that the list has in the front end. */
                page?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ViewOut"][];
            };
        };
        "GET /list/view/roles": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ViewRole"][];
            };
        };
        "DELETE /list/view/{id}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /login": {
            body: components["schemas"]["SignIn"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Token"];
        };
        "POST /loginIdaas": {
            body: components["schemas"]["IdaasSignIn"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["SignedIn"];
        };
        "GET /loginIdaas/start": {
            query: {
                /** @description Page to go to afterwards. */
                redirect?: string;
                /** @description The provider is to ask who it is, although somebody is signed in there: for another account. */
                otherAccount?: boolean;
            };
            answer: null;
        };
        "POST /logout": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["SignedOut"];
        };
        "POST /monitor/bundle": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/cache": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["CacheOut"];
            };
        };
        "DELETE /monitor/cache/clearCacheAll": {
            body: components["schemas"]["WhichCache"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /monitor/cache/clearCacheKey/{cacheKey}": {
            body: {
                /** @description Name of the cache, with or without the colon. */
                cacheName?: string;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /monitor/cache/clearCacheName/{cacheName}": {
            body: {
                /** @description Key of the entry, as the list of keys gives it. */
                cacheKey?: string;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/cache/columns": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ColumnTables"];
            };
        };
        "POST /monitor/cache/columns/{table}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/cache/getKeys/{cacheName}": {
            query: {
                /** @description Key of the entry, as the list of keys gives it. */
                cacheKey?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: string[];
            };
        };
        "GET /monitor/cache/getNames": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Entry"][];
            };
        };
        "GET /monitor/cache/getValue/{cacheName}/{cacheKey}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Entry"];
            };
        };
        "GET /monitor/cache/store": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["StoreOut"];
            };
        };
        "DELETE /monitor/crash/clean": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/crash/list": {
            query: {
                /** @description Part of the words. */
                what?: string;
                /** @description Part of the page's route. */
                page?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["BrowserErrorOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /monitor/job": {
            body: components["schemas"]["JobInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /monitor/job": {
            body: components["schemas"]["JobInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /monitor/job/changeStatus": {
            body: components["schemas"]["JobStatus"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/job/export": {
            query: {
                /** @description Part of the name. */
                jobName?: string;
                /** @description Only jobs of this group, a value of the dictionary sys_job_group; absent: all. */
                jobGroup?: string[];
                /** @description Only "0" active or "1" paused; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Part of the target. */
                invokeTarget?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /monitor/job/export": {
            body: components["schemas"]["ListJobs"];
            answer: string;
        };
        "GET /monitor/job/list": {
            query: {
                /** @description Part of the name. */
                jobName?: string;
                /** @description Only jobs of this group, a value of the dictionary sys_job_group; absent: all. */
                jobGroup?: string[];
                /** @description Only "0" active or "1" paused; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Part of the target. */
                invokeTarget?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["JobOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /monitor/job/nextTimes": {
            query: {
                /** @description When it would run, Quartz style with six or seven fields. */
                cronExpression?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: string[];
            };
        };
        "PUT /monitor/job/run": {
            body: components["schemas"]["OneJob"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/job/targets": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TargetOut"][];
            };
        };
        "DELETE /monitor/job/{jobIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/job/{jobId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["JobOut"];
            };
        };
        "DELETE /monitor/jobLog/clean": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/jobLog/export": {
            query: {
                /** @description Runs of this job only. */
                jobId?: number[];
                /** @description Part of the job's name. */
                jobName?: string;
                /** @description Only jobs of this group, a value of the dictionary sys_job_group; absent: all. */
                jobGroup?: string[];
                /** @description "0" done or under way, "1" failed or cut off. */
                status?: string[];
                /** @description Part of the target. */
                invokeTarget?: string;
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /monitor/jobLog/export": {
            body: components["schemas"]["ListLogs"];
            answer: string;
        };
        "GET /monitor/jobLog/list": {
            query: {
                /** @description Runs of this job only. */
                jobId?: number[];
                /** @description Part of the job's name. */
                jobName?: string;
                /** @description Only jobs of this group, a value of the dictionary sys_job_group; absent: all. */
                jobGroup?: string[];
                /** @description "0" done or under way, "1" failed or cut off. */
                status?: string[];
                /** @description Part of the target. */
                invokeTarget?: string;
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["JobLogOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "DELETE /monitor/jobLog/{jobLogIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/jobLog/{jobLogId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["JobLogOut"];
            };
        };
        "DELETE /monitor/logininfor/clean": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/logininfor/export": {
            query: {
                /** @description Part of the address. */
                ipaddr?: string;
                /** @description Part of the login name. */
                userName?: string;
                /** @description "0" succeeded, "1" failed. */
                status?: string;
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /monitor/logininfor/export": {
            body: components["schemas"]["ListLogins"];
            answer: string;
        };
        "GET /monitor/logininfor/list": {
            query: {
                /** @description Part of the address. */
                ipaddr?: string;
                /** @description Part of the login name. */
                userName?: string;
                /** @description "0" succeeded, "1" failed. */
                status?: string;
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["LoginOut"][];
            };
        };
        "GET /monitor/logininfor/unlock/{userName}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /monitor/logininfor/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/logininfor/{infoId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["LoginOut"];
            };
        };
        "GET /monitor/mode": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ModeSet"];
            };
        };
        "PUT /monitor/mode": {
            body: components["schemas"]["ModeInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /monitor/online/batch/{tokenIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/online/list": {
            query: {
                /** @description Part of the address. */
                ipaddr?: string;
                /** @description Part of the login name. */
                userName?: string;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["OnlineOut"][];
            };
        };
        "DELETE /monitor/online/{tokenIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/online/{tokenId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["OnlineOut"];
            };
        };
        "DELETE /monitor/operlog/clean": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/operlog/export": {
            query: {
                /** @description Part of the module. */
                title?: string;
                /** @description Part of the actor's name or login name. */
                operName?: string;
                /** @description Part of the address. */
                operIp?: string;
                /** @description Kind of operation. */
                businessType?: string;
                /** @description Several kinds of operation, with commas. */
                businessTypes?: string[];
                /** @description "0" done, "1" refused. */
                status?: string;
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /monitor/operlog/export": {
            body: components["schemas"]["ListOperLog"];
            answer: string;
        };
        "GET /monitor/operlog/list": {
            query: {
                /** @description Part of the module. */
                title?: string;
                /** @description Part of the actor's name or login name. */
                operName?: string;
                /** @description Part of the address. */
                operIp?: string;
                /** @description Kind of operation. */
                businessType?: string;
                /** @description Several kinds of operation, with commas. */
                businessTypes?: string[];
                /** @description "0" done, "1" refused. */
                status?: string;
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["OperLogOut"][];
            };
        };
        "GET /monitor/operlog/verify": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ChainState"];
            };
        };
        "DELETE /monitor/operlog/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /monitor/operlog/{operId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["OperLogDetail"];
            };
        };
        "GET /monitor/server": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ServerOut"];
            };
        };
        "GET /monitor/server/attention": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["NeedOut"][];
            };
        };
        "GET /monitor/server/slow": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["SlowList"];
            };
        };
        "POST /portal/confirm": {
            body: components["schemas"]["ProofInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /portal/crash": {
            body: components["schemas"]["Crash"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["CrashNoted"];
            };
        };
        "GET /portal/events": {
            answer: string;
        };
        "GET /portal/factor": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["FactorOut"];
            };
        };
        "DELETE /portal/factor": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /portal/factor/begin": {
            body: components["schemas"]["FactorBeginning"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["NewKey"];
            };
        };
        "POST /portal/factor/code": {
            body: components["schemas"]["FactorCode"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Entered"];
        };
        "POST /portal/factor/codes": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Enrolled"];
        };
        "POST /portal/factor/confirm": {
            body: components["schemas"]["FactorCode"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Enrolled"];
        };
        "POST /portal/factor/token": {
            body: components["schemas"]["TokenInput"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Enrolled"];
        };
        "GET /portal/history": {
            query: {
                /** @description Kind of record: one that a feature brings. */
                kind?: string;
                /** @description Number of the record, as its list gives it. */
                id?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["HistoryRow"][];
            };
        };
        "GET /portal/info": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Portal"];
            };
        };
        "GET /portal/passwordRules": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PasswordRules"];
            };
        };
        "GET /portal/tasks": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TaskOut"][];
            };
        };
        "DELETE /portal/tasks/{taskId}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /portal/tasks/{taskId}/cancel": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /portal/tasks/{taskId}/file": {
            answer: string;
        };
        "GET /portal/today": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Today"];
            };
        };
        "GET /profile/avatar/{name}": {
            answer: string;
        };
        "POST /reg/design": {
            body: components["schemas"]["DesignInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "PUT /reg/design": {
            body: components["schemas"]["DesignInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /reg/design/book": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RegisterBook"];
            };
        };
        "GET /reg/design/book": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RegisterBookRow"][];
            };
        };
        "DELETE /reg/design/book/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /reg/design/book/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RegisterBook"];
            };
        };
        "POST /reg/design/book/{id}/guess": {
            body: {
                /** @description Sheets that become one register; the first ones that fit together when none is named. */
                sheets?: number[];
                /** @description Said about sheets. */
                options?: components["schemas"]["SheetSaid"][];
                /** @description Said about columns. */
                columns?: components["schemas"]["ColumnSaid"][];
                /** @description Whether lines between the data become a column 分组; they do unless somebody says no. */
                sections?: boolean | null;
                /** @description Whether several sheets leave a column 来源表; they do unless somebody says no. */
                origin?: boolean | null;
                /** @description Column of the departments that rows belong to; -1 for the writer's own department. */
                owner?: number | null;
                /** @description Columns that tell rows apart; none when empty, those found when absent. */
                key?: number[] | null;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["BookGuess"];
            };
        };
        "PUT /reg/design/book/{id}/wizard": {
            body: {
                /** @description JSON of the page, at most 256 KB. */
                wizard: string;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /reg/design/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DefinitionReport"];
            };
        };
        "GET /reg/design/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RegisterDesign"];
            };
        };
        "PUT /reg/design/{id}/archive": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /reg/design/{id}/check": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DesignCheck"];
            };
        };
        "PUT /reg/design/{id}/convert": {
            body: {
                /** @description Lock of the draft that was read. */
                draftLock?: number | null;
                /** @description Number of the field. */
                field?: number;
                /** @description What it becomes. */
                kind?: components["schemas"]["FieldKind"];
                /** @description Dictionary of a choice; 0 makes one of the values there are. */
                dictionary?: number;
                /** @description What a link points to. */
                link?: string;
                /** @description Decimal places of a decimal. */
                places?: number;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /reg/design/{id}/convert/try": {
            query: {
                /** @description Lock of the draft that was read. */
                draftLock?: number;
                /** @description Number of the field. */
                field?: number;
                /** @description What it becomes. */
                kind?: components["schemas"]["FieldKind"];
                /** @description Dictionary of a choice; 0 makes one of the values there are. */
                dictionary?: number;
                /** @description What a link points to. */
                link?: string;
                /** @description Decimal places of a decimal. */
                places?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ConvertTrial"];
            };
        };
        "GET /reg/design/{id}/export": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /reg/design/{id}/export": {
            answer: Record<string, never>;
        };
        "PUT /reg/design/{id}/field/archive": {
            body: {
                /** @description Lock of the draft that was read. */
                draftLock?: number | null;
                /** @description Number of the field. */
                no?: number;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /reg/design/{id}/field/restore": {
            body: {
                /** @description Lock of the draft that was read. */
                draftLock?: number | null;
                /** @description Number of the field. */
                no?: number;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /reg/design/{id}/field/{no}": {
            body: {
                /** @description Lock of the draft that was read. */
                draftLock?: number | null;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /reg/design/{id}/load": {
            body: {
                /** @description Number of the uploaded workbook. */
                bookId?: number;
                /** @description Sheets that become one register; the first ones that fit together when none is named. */
                sheets?: number[];
                /** @description Said about sheets. */
                options?: components["schemas"]["SheetSaid"][];
                /** @description Said about columns. */
                columns?: components["schemas"]["ColumnSaid"][];
                /** @description Whether lines between the data become a column 分组; they do unless somebody says no. */
                sections?: boolean | null;
                /** @description Whether several sheets leave a column 来源表; they do unless somebody says no. */
                origin?: boolean | null;
                /** @description Only tell what would happen. */
                dryRun?: boolean;
                /** @description What becomes of the others when rows can't be taken. */
                failed?: components["schemas"]["LoadFailed"];
                /** @description Keeps the workbook although it holds what is sealed in the register. */
                keepBook?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /reg/design/{id}/package": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /reg/design/{id}/publish": {
            body: {
                /** @description Lock of the draft that was checked. */
                draftLock?: number | null;
                /** @description Why; stays with the version. */
                note?: string;
                /** @description Roles that get the page with its buttons. */
                roleIds?: number[];
                /** @description What was ticked. */
                confirm?: string[];
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PublishDone"];
            };
        };
        "PUT /reg/design/{id}/resume": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /reg/design/{id}/stop": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /reg/design/{id}/unarchive": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DefinitionReport"];
            };
        };
        "GET /reg/design/{id}/versions": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RegisterVersion"][];
            };
        };
        "GET /reg/design/{id}/work": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RegisterWork"][];
            };
        };
        "GET /reg/links/{kind}": {
            query: {
                /** @description What is typed. */
                keyWord?: string;
                /** @description Those that are chosen; the word is not looked at then. */
                ids?: number[];
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["LinkOption"][];
            };
        };
        "POST /reg/{code}": {
            body: {
                /** @description Which; absent for a new one. */
                id?: number | null;
                /** @description The version that was read. */
                version?: number | null;
                /** @description Department, where no field says so. */
                deptId?: number | null;
                /**
                 * @description Values by code of their field; those that are absent stay, null empties.
                 * @default {}
                 */
                values: {
                    [key: string]: unknown;
                };
                /** @description Codes of fields whose original text is dropped without a value in its place. */
                dropMisfits?: string[];
                /** @description Attachments of the row itself; absent leaves them. */
                files?: number[] | null;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RowMade"];
            };
        };
        "PUT /reg/{code}": {
            body: {
                /** @description Which; absent for a new one. */
                id?: number | null;
                /** @description The version that was read. */
                version?: number | null;
                /** @description Department, where no field says so. */
                deptId?: number | null;
                /**
                 * @description Values by code of their field; those that are absent stay, null empties.
                 * @default {}
                 */
                values: {
                    [key: string]: unknown;
                };
                /** @description Codes of fields whose original text is dropped without a value in its place. */
                dropMisfits?: string[];
                /** @description Attachments of the row itself; absent leaves them. */
                files?: number[] | null;
            };
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["RowsFiled"];
        };
        "PUT /reg/{code}/batch": {
            body: {
                /** @description Rows that are changed, by numbers. */
                ids?: number[];
                /** @description Code of the field. */
                field?: string;
                /** @description Its value; null empties. */
                value?: unknown;
            };
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["RowsFiled"];
        };
        "GET /reg/{code}/batches": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RegisterBatch"][];
            };
        };
        "GET /reg/{code}/batches/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["UndoPreview"];
            };
        };
        "PUT /reg/{code}/cells": {
            body: {
                /** @description The rows with what is to stand in them. */
                rows?: components["schemas"]["RowCells"][];
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["CellsSaved"];
            };
        };
        "GET /reg/{code}/deleted": {
            query: {
                /** @description A word in the fields that are searched. */
                keyWord?: string;
                /**
                 * @description Conditions by code of their field; `beginX` and `endX` for ranges of field `x`.
                 * @default {}
                 */
                q: {
                    [key: string]: unknown;
                };
                /** @description Only rows with original texts that fit nothing. */
                misfit?: boolean;
                /** @description Only rows that a reminder is about: code of its field. */
                due?: string;
                /** @description Department that keeps the row. */
                deptId?: number[];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["RegisterRow"][];
                sums: components["schemas"]["RegisterSums"];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "POST /reg/{code}/export": {
            body: {
                /** @description A word in the fields that are searched. */
                keyWord?: string | null;
                /**
                 * @description Conditions by code of their field; `beginX` and `endX` for ranges of field `x`.
                 * @default {}
                 */
                q: {
                    [key: string]: unknown;
                };
                /** @description Only rows with original texts that fit nothing. */
                misfit?: boolean | null;
                /** @description Only rows that a reminder is about: code of its field. */
                due?: string | null;
                /** @description Department that keeps the row. */
                deptId?: number[];
                /** @description Page, from 1. */
                pageNum?: number | null;
                /** @description Rows a page. */
                pageSize?: number | null;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string | null;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string | null;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean | null;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean | null;
                /** @description How it is laid out. */
                layout?: components["schemas"]["ExportLayout"];
            };
            answer: string;
        };
        "GET /reg/{code}/export": {
            query: {
                /** @description A word in the fields that are searched. */
                keyWord?: string;
                /**
                 * @description Conditions by code of their field; `beginX` and `endX` for ranges of field `x`.
                 * @default {}
                 */
                q: {
                    [key: string]: unknown;
                };
                /** @description Only rows with original texts that fit nothing. */
                misfit?: boolean;
                /** @description Only rows that a reminder is about: code of its field. */
                due?: string;
                /** @description Department that keeps the row. */
                deptId?: number[];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description How it is laid out. */
                layout?: components["schemas"]["ExportLayout"];
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /reg/{code}/group": {
            query: {
                /** @description Code of the first field. */
                by?: string;
                /** @description Code of the second field. */
                by2?: string;
                /** @description Code of the field that is added up; all that lists add up when absent. */
                sum?: string;
                /** @description A word in the fields that are searched. */
                keyWord?: string;
                /**
                 * @description Conditions by code of their field; `beginX` and `endX` for ranges of field `x`.
                 * @default {}
                 */
                q: {
                    [key: string]: unknown;
                };
                /** @description Only rows with original texts that fit nothing. */
                misfit?: boolean;
                /** @description Only rows that a reminder is about: code of its field. */
                due?: string;
                /** @description Department that keeps the row. */
                deptId?: number[];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Groups"];
            };
        };
        "POST /reg/{code}/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "POST /reg/{code}/importData/columns": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportSheet"][];
            };
        };
        "GET /reg/{code}/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /reg/{code}/importTemplate": {
            answer: string;
        };
        "GET /reg/{code}/list": {
            query: {
                /** @description A word in the fields that are searched. */
                keyWord?: string;
                /**
                 * @description Conditions by code of their field; `beginX` and `endX` for ranges of field `x`.
                 * @default {}
                 */
                q: {
                    [key: string]: unknown;
                };
                /** @description Only rows with original texts that fit nothing. */
                misfit?: boolean;
                /** @description Only rows that a reminder is about: code of its field. */
                due?: string;
                /** @description Department that keeps the row. */
                deptId?: number[];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["RegisterRow"][];
                sums: components["schemas"]["RegisterSums"];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /reg/{code}/meta": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RegisterMeta"];
            };
        };
        "GET /reg/{code}/openapi": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /reg/{code}/options": {
            query: {
                /** @description What is typed. */
                keyWord?: string;
                /** @description Those that are chosen; the word is not looked at then. */
                ids?: number[];
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["LinkOption"][];
            };
        };
        "POST /reg/{code}/paste": {
            body: {
                /** @description Lines with cells parted by tabs, as spreadsheets copy them; with a header, or in the order of the form. */
                text?: string;
                /** @description Known rows are updated instead of refused. */
                updateSupport?: boolean;
                /** @description Only tell what would happen. */
                dryRun?: boolean;
                /** @description What does not fit an optional field stays as its original text. */
                keep?: boolean;
                /** @description Columns by header as JSON: code of a field, or empty for one that is left out. */
                mapping?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "POST /reg/{code}/personal": {
            body: {
                /** @description Number of the row. */
                id?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PersonalValues"];
            };
        };
        "PUT /reg/{code}/restore": {
            body: {
                /** @description Numbers of the records, with commas between. */
                ids?: number[];
            };
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["RowsFiled"];
        };
        "PUT /reg/{code}/returned": {
            body: {
                /** @description Which; absent for a new one. */
                id?: number | null;
                /** @description The version that was read. */
                version?: number | null;
                /** @description Department, where no field says so. */
                deptId?: number | null;
                /**
                 * @description Values by code of their field; those that are absent stay, null empties.
                 * @default {}
                 */
                values: {
                    [key: string]: unknown;
                };
                /** @description Codes of fields whose original text is dropped without a value in its place. */
                dropMisfits?: string[];
                /** @description Attachments of the row itself; absent leaves them. */
                files?: number[] | null;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /reg/{code}/returned/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ReturnedRow"];
            };
        };
        "GET /reg/{code}/suggest": {
            query: {
                /** @description Code of the field. */
                field?: string;
                /** @description What is typed. */
                keyWord?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: string[];
            };
        };
        "PUT /reg/{code}/undo": {
            body: {
                /** @description Number of the operation. */
                batchId?: number;
                /** @description Rows that were touched since may stay as they are. */
                rest?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /reg/{code}/{ids}": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["RowsFiled"];
        };
        "GET /reg/{code}/{id}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RegisterRow"];
            };
        };
        "POST /register": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /report/adjusted/export": {
            body: components["schemas"]["AdjustedQuery"];
            answer: string;
        };
        "GET /report/adjusted/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description In the books from this day on, of bills due before it. */
                bookFrom?: string;
                /** @description To this day. */
                bookTo?: string;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/adjusted/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description In the books from this day on, of bills due before it. */
                bookFrom?: string;
                /** @description To this day. */
                bookTo?: string;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedAdjustedRow"];
        };
        "POST /report/ageing/export": {
            body: components["schemas"]["AgeingQuery"];
            answer: string;
        };
        "GET /report/ageing/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/ageing/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedAgeingRow"];
        };
        "POST /report/arrears/export": {
            body: components["schemas"]["ArrearsQuery"];
            answer: string;
        };
        "GET /report/arrears/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Overdue for at least so many days; 0 takes in what is due on the very day. */
                daysFrom?: number;
                /** @description At most so many. */
                daysTo?: number;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Part of the number, the tenant's name or the rooms. */
                keyWord?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/arrears/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Overdue for at least so many days; 0 takes in what is due on the very day. */
                daysFrom?: number;
                /** @description At most so many. */
                daysTo?: number;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Part of the number, the tenant's name or the rooms. */
                keyWord?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedArrearsRow"];
        };
        "POST /report/cashFlow/export": {
            body: components["schemas"]["CashQuery"];
            answer: string;
        };
        "GET /report/cashFlow/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Counts from this day on. */
                from?: string;
                /** @description To this day. */
                to?: string;
                /** @description What for; all when absent. */
                kind?: components["schemas"]["Kind"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/cashFlow/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Counts from this day on. */
                from?: string;
                /** @description To this day. */
                to?: string;
                /** @description What for; all when absent. */
                kind?: components["schemas"]["Kind"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedCashRow"];
        };
        "POST /report/collection/export": {
            body: components["schemas"]["CollectionQuery"];
            answer: string;
        };
        "GET /report/collection/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description 1: all kinds of income instead of rent alone. */
                all?: number;
                /** @description Months from January to this one. */
                toMonth?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/collection/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description 1: all kinds of income instead of rent alone. */
                all?: number;
                /** @description Months from January to this one. */
                toMonth?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedCollectionRow"];
        };
        "POST /report/expiry/export": {
            body: components["schemas"]["ExpiryQuery"];
            answer: string;
        };
        "GET /report/expiry/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Ends from this day on; the day of the list when absent. */
                endFrom?: string;
                /** @description To this day; ninety days later when absent. */
                endTo?: string;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/expiry/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Ends from this day on; the day of the list when absent. */
                endFrom?: string;
                /** @description To this day; ninety days later when absent. */
                endTo?: string;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedExpiryRow"];
        };
        "POST /report/forecast/export": {
            body: components["schemas"]["ForecastQuery"];
            answer: string;
        };
        "GET /report/forecast/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/forecast/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedForecastRow"];
        };
        "POST /report/occupancy/export": {
            body: components["schemas"]["OccupancyQuery"];
            answer: string;
        };
        "GET /report/occupancy/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Rooms of this use; assets with all uses when absent. */
                use?: components["schemas"]["Use"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/occupancy/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Rooms of this use; assets with all uses when absent. */
                use?: components["schemas"]["Use"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedOccupancyRow"];
        };
        "POST /report/plates/export": {
            body: components["schemas"]["PlatesQuery"];
            answer: string;
        };
        "GET /report/plates/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/plates/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedPlateRow"];
        };
        "POST /report/receivable/export": {
            body: components["schemas"]["ReceivableQuery"];
            answer: string;
        };
        "GET /report/receivable/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Due from this day on. */
                dueFrom?: string;
                /** @description Due on this day at the latest; absent: without end. */
                dueTo?: string;
                /** @description What for; empty for all but deposits. */
                kind?: number[];
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description 1: only bills of which something was waived. */
                waived?: number;
                /** @description 1: only bills that are not paid in full. */
                open?: number;
                /** @description Part of the number, the tenant's name or the rooms. */
                keyWord?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/receivable/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Due from this day on. */
                dueFrom?: string;
                /** @description Due on this day at the latest; absent: without end. */
                dueTo?: string;
                /** @description What for; empty for all but deposits. */
                kind?: number[];
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description 1: only bills of which something was waived. */
                waived?: number;
                /** @description 1: only bills that are not paid in full. */
                open?: number;
                /** @description Part of the number, the tenant's name or the rooms. */
                keyWord?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedBillRow"];
        };
        "POST /report/received/export": {
            body: components["schemas"]["ReceivedQuery"];
            answer: string;
        };
        "GET /report/received/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Counts from this day on. */
                bookFrom?: string;
                /** @description To this day. */
                bookTo?: string;
                /** @description Which income; all when absent. */
                income?: components["schemas"]["Income"];
                /** @description Which part; all when absent. */
                part?: components["schemas"]["WantedPart"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/received/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Counts from this day on. */
                bookFrom?: string;
                /** @description To this day. */
                bookTo?: string;
                /** @description Which income; all when absent. */
                income?: components["schemas"]["Income"];
                /** @description Which part; all when absent. */
                part?: components["schemas"]["WantedPart"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedReceivedRow"];
        };
        "POST /report/remittance/export": {
            body: components["schemas"]["RemittanceQuery"];
            answer: string;
        };
        "GET /report/remittance/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/remittance/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedRemittanceRow"];
        };
        "POST /report/saved": {
            body: components["schemas"]["SavedInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Made"];
            };
        };
        "GET /report/saved/list": {
            query: {
                /** @description Last part of its path. */
                page?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["SavedOut"][];
            };
        };
        "DELETE /report/saved/{id}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /report/settled/export": {
            body: components["schemas"]["SettledQuery"];
            answer: string;
        };
        "GET /report/settled/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Put on the bill from this day on. */
                bookFrom?: string;
                /** @description To this day. */
                bookTo?: string;
                /** @description On bills due from this day on. */
                dueFrom?: string;
                /** @description Due on this day at the latest; absent: without end. */
                dueTo?: string;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/settled/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Put on the bill from this day on. */
                bookFrom?: string;
                /** @description To this day. */
                bookTo?: string;
                /** @description On bills due from this day on. */
                dueFrom?: string;
                /** @description Due on this day at the latest; absent: without end. */
                dueTo?: string;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedSettledRow"];
        };
        "POST /report/waivers/export": {
            body: components["schemas"]["WaiverQuery"];
            answer: string;
        };
        "GET /report/waivers/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Counts from this day on. */
                from?: string;
                /** @description To this day. */
                to?: string;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /report/waivers/list": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description Counts from this day on. */
                from?: string;
                /** @description To this day. */
                to?: string;
                /** @description Only of this tenant 乙方, by number; absent: all. */
                tenantId?: number;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: components["schemas"]["ListedWaiverRow"];
        };
        "GET /search/data": {
            query: {
                /** @description A part of a name or number, pinyin or initials. */
                keyWord?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["FoundKind"][];
            };
        };
        "POST /setup": {
            body: components["schemas"]["Setup"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Token"];
        };
        "GET /stat/baoGuangTai": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ExposureBlock"];
            };
        };
        "POST /stat/baoGuangTai/export": {
            body: components["schemas"]["ChartQuery"];
            answer: string;
        };
        "GET /stat/baoGuangTai/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /stat/daiBan": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TodoBlock"];
            };
        };
        "GET /stat/daiBan/list": {
            query: {
                /** @description One kind of document, as [`Waiting::kind`] names them. */
                kind?: string;
                /** @description Only what has waited too long. */
                overdue?: boolean;
                /** @description Only what has waited for so many days at least. */
                days?: number;
                /** @description At least so much, in whole fen; what has no amount, or a hidden one, is left out. */
                amountFrom?: number;
                /** @description At most so much, in whole fen. */
                amountTo?: number;
                /** @description Only what these people submitted, by numbers; absent: everybody. */
                initiator?: number[];
                /** @description Part of what a document is about, or of its submitter's name. */
                keyWord?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["Waiting"][];
                sums: components["schemas"]["TodoSums"];
            };
        };
        "GET /stat/overview": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["MonthOverview"];
            };
        };
        "GET /stat/plateAssetArea": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["AreaUseBlock"];
            };
        };
        "POST /stat/plateAssetArea/export": {
            body: components["schemas"]["ChartQuery"];
            answer: string;
        };
        "GET /stat/plateAssetArea/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /stat/plateAssetAreaPie": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["AreaShareBlock"];
            };
        };
        "POST /stat/plateAssetAreaPie/export": {
            body: components["schemas"]["ChartQuery"];
            answer: string;
        };
        "GET /stat/plateAssetAreaPie/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /stat/qianJiao": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ArrearsBlock"];
            };
        };
        "POST /stat/qianJiao/export": {
            body: components["schemas"]["ChartQuery"];
            answer: string;
        };
        "GET /stat/qianJiao/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /stat/shiShou": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ReceivedBlock"];
            };
        };
        "POST /stat/shiShou/export": {
            body: components["schemas"]["ChartQuery"];
            answer: string;
        };
        "GET /stat/shiShou/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /stat/shouJiaoLv": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RateBlock"];
            };
        };
        "POST /stat/shouJiaoLv/export": {
            body: components["schemas"]["ChartQuery"];
            answer: string;
        };
        "GET /stat/shouJiaoLv/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /stat/xianJinLiu": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["CashFlowBlock"];
            };
        };
        "POST /stat/xianJinLiu/export": {
            body: components["schemas"]["ChartQuery"];
            answer: string;
        };
        "GET /stat/xianJinLiu/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /stat/yingShou": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ReceivableBlock"];
            };
        };
        "POST /stat/yingShou/export": {
            body: components["schemas"]["ChartQuery"];
            answer: string;
        };
        "GET /stat/yingShou/export": {
            query: {
                /** @description Year; the current one when absent. */
                year?: number;
                /** @description Month 1-12; 0 for the whole year. */
                month?: number;
                /** @description Plates; empty for all. */
                plateId?: number[];
                /** @description Parties A; empty for all the asker sees. */
                partyAId?: number[];
                /** @description A department with everything below it; none or 0 for all the asker sees. */
                deptId?: number;
                /** @description The day of the figures; today when absent. */
                asOf?: string;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/config": {
            body: components["schemas"]["ConfigInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/config": {
            body: components["schemas"]["ConfigInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /system/config/clearCache": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/config/configKey/{configKey}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/config/export": {
            query: {
                /** @description Part of the title. */
                configName?: string;
                /** @description Part of the key. */
                configKey?: string;
                /** @description "Y" or "N". */
                configType?: string[];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/config/export": {
            body: components["schemas"]["ListConfigs"];
            answer: string;
        };
        "POST /system/config/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /system/config/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/config/importTemplate": {
            answer: string;
        };
        "GET /system/config/list": {
            query: {
                /** @description Part of the title. */
                configName?: string;
                /** @description Part of the key. */
                configKey?: string;
                /** @description "Y" or "N". */
                configType?: string[];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["ConfigOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "DELETE /system/config/refreshCache": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /system/config/{configIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/config/{configId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ConfigOut"];
            };
        };
        "POST /system/dept": {
            body: components["schemas"]["DeptInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/dept": {
            body: components["schemas"]["DeptInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/dept/export": {
            query: {
                /** @description Part of the name. */
                deptName?: string;
                /** @description "0" normal, "1" disabled. */
                status?: string;
                /** @description Children of a department. */
                parentId?: number;
                /** @description Only this department, by number; absent: all. */
                deptId?: number;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/dept/export": {
            body: components["schemas"]["ListDepts"];
            answer: string;
        };
        "POST /system/dept/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /system/dept/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/dept/importTemplate": {
            answer: string;
        };
        "GET /system/dept/list": {
            query: {
                /** @description Part of the name. */
                deptName?: string;
                /** @description "0" normal, "1" disabled. */
                status?: string;
                /** @description Children of a department. */
                parentId?: number;
                /** @description Only this department, by number; absent: all. */
                deptId?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DeptOut"][];
            };
        };
        "GET /system/dept/list/exclude/{deptId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DeptOut"][];
            };
        };
        "GET /system/dept/roleDeptTreeselect/{roleId}": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["RoleDeptTree"];
        };
        "GET /system/dept/treeselect": {
            query: {
                /** @description Part of the name. */
                deptName?: string;
                /** @description "0" normal, "1" disabled. */
                status?: string;
                /** @description Children of a department. */
                parentId?: number;
                /** @description Only this department, by number; absent: all. */
                deptId?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DeptNode"][];
            };
        };
        "PUT /system/dept/updateSort": {
            body: components["schemas"]["DeptSorting"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/dept/{deptId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DeptOut"];
            };
        };
        "DELETE /system/dept/{deptId}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/dict/data": {
            body: components["schemas"]["DictEntryInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/dict/data": {
            body: components["schemas"]["DictEntryInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/dict/data/export": {
            query: {
                /** @description Type name, exactly. */
                dictType?: string;
                /** @description Part of the label. */
                dictLabel?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/dict/data/export": {
            body: components["schemas"]["ListDictEntries"];
            answer: string;
        };
        "POST /system/dict/data/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /system/dict/data/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/dict/data/importTemplate": {
            answer: string;
        };
        "GET /system/dict/data/list": {
            query: {
                /** @description Type name, exactly. */
                dictType?: string;
                /** @description Part of the label. */
                dictLabel?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["DictEntry"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /system/dict/data/type/{dictType}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DictEntry"][];
            };
        };
        "DELETE /system/dict/data/{dictCodes}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/dict/data/{dictCode}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DictEntry"];
            };
        };
        "POST /system/dict/type": {
            body: components["schemas"]["TypeInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/dict/type": {
            body: components["schemas"]["TypeInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /system/dict/type/clearCache": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/dict/type/export": {
            query: {
                /** @description Part of the title. */
                dictName?: string;
                /** @description Part of the name. */
                dictType?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/dict/type/export": {
            body: components["schemas"]["ListTypes"];
            answer: string;
        };
        "POST /system/dict/type/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /system/dict/type/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/dict/type/importTemplate": {
            answer: string;
        };
        "GET /system/dict/type/list": {
            query: {
                /** @description Part of the title. */
                dictName?: string;
                /** @description Part of the name. */
                dictType?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["TypeOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /system/dict/type/optionselect": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TypeOut"][];
            };
        };
        "DELETE /system/dict/type/refreshCache": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /system/dict/type/{dictIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/dict/type/{dictId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TypeOut"];
            };
        };
        "GET /system/fileInfo/list": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["FileOut"][];
            };
        };
        "GET /system/fileInfo/list/{ids}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["FileOut"][];
            };
        };
        "POST /system/menu": {
            body: components["schemas"]["MenuInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/menu": {
            body: components["schemas"]["MenuInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/menu/list": {
            query: {
                /** @description Part of the title. */
                menuName?: string;
                /** @description "0" shown, "1" hidden. */
                visible?: string;
                /** @description "0" normal, "1" disabled. */
                status?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["MenuOut"][];
            };
        };
        "GET /system/menu/roleMenuTreeselect/{roleId}": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["RoleMenuTree"];
        };
        "GET /system/menu/treeselect": {
            query: {
                /** @description Part of the title. */
                menuName?: string;
                /** @description "0" shown, "1" hidden. */
                visible?: string;
                /** @description "0" normal, "1" disabled. */
                status?: string;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["MenuNode"][];
            };
        };
        "PUT /system/menu/updateSort": {
            body: components["schemas"]["MenuSorting"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/menu/{menuId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["MenuOut"];
            };
        };
        "DELETE /system/menu/{menuId}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/module": {
            body: components["schemas"]["ModuleInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/module": {
            body: components["schemas"]["ModuleInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/module/list": {
            query: {
                /** @description Part of the code. */
                moduleCode?: string;
                /** @description Part of the name. */
                moduleName?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["ModuleRow"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "DELETE /system/module/{moduleIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/module/{moduleId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ModuleRow"];
            };
        };
        "POST /system/notice": {
            body: components["schemas"]["NoticeInput"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Publication"];
        };
        "PUT /system/notice": {
            body: components["schemas"]["NoticeInput"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Publication"];
        };
        "PUT /system/notice/changeState": {
            body: components["schemas"]["StateChange"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Publication"];
        };
        "GET /system/notice/export": {
            query: {
                /** @description Part of the title. */
                noticeTitle?: string;
                /** @description "1" 通知, "2" 公告. */
                noticeType?: string[];
                /** @description Part of the maker's login name. */
                createBy?: string;
                /** @description 0 草稿, 1 已发布, 2 已撤回. */
                state?: number[];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/notice/export": {
            body: components["schemas"]["ListNotices"];
            answer: string;
        };
        "GET /system/notice/list": {
            query: {
                /** @description Part of the title. */
                noticeTitle?: string;
                /** @description "1" 通知, "2" 公告. */
                noticeType?: string[];
                /** @description Part of the maker's login name. */
                createBy?: string;
                /** @description 0 草稿, 1 已发布, 2 已撤回. */
                state?: number[];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["NoticeOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /system/notice/listTop": {
            query: {
                /** @description 5 unless told, at most 20. */
                limit?: number;
            };
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Top"];
        };
        "POST /system/notice/markRead": {
            body: components["schemas"]["OneNotice"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/notice/markReadAll": {
            body: components["schemas"]["ManyRead"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/notice/mine": {
            query: {
                /** @description Part of the title. */
                noticeTitle?: string;
                /** @description "1" 通知, "2" 公告. */
                noticeType?: string[];
                /** @description "true": only those not read yet. */
                unread?: boolean;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["NoticeOut"][];
            };
        };
        "GET /system/notice/readUsers/list": {
            query: {
                /** @description The notice 公告 that it is asked for, by number. */
                noticeId?: number;
                /** @description Part of name or login name. */
                searchValue?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["ReaderOut"][];
            };
        };
        "DELETE /system/notice/{noticeIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/notice/{noticeId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["NoticeOut"];
            };
        };
        "POST /system/post": {
            body: components["schemas"]["PostInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/post": {
            body: components["schemas"]["PostInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/post/export": {
            query: {
                /** @description Part of the code. */
                postCode?: string;
                /** @description Part of the name. */
                postName?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/post/export": {
            body: components["schemas"]["ListPosts"];
            answer: string;
        };
        "POST /system/post/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /system/post/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/post/importTemplate": {
            answer: string;
        };
        "GET /system/post/list": {
            query: {
                /** @description Part of the code. */
                postCode?: string;
                /** @description Part of the name. */
                postName?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PostOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /system/post/optionselect": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PostOut"][];
            };
        };
        "DELETE /system/post/{postIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/post/{postId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["PostOut"];
            };
        };
        "POST /system/role": {
            body: components["schemas"]["RoleInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/role": {
            body: components["schemas"]["RoleInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/role/authUser/allocatedList": {
            query: {
                /** @description Name, login name, mobile number, pinyin or initials. */
                keyWord?: string;
                /** @description Part of the login name. */
                userName?: string;
                /** @description Part of the mobile number. */
                phonenumber?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Departments with all below them. */
                deptId?: number[];
                /** @description Only of these people 用户, by numbers; absent: all. */
                userId?: number[];
                /** @description Holders of roles. */
                roleId?: number[];
                /** @description Only what somebody has to see to 关注. */
                watch?: components["schemas"]["UserWatch"];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["UserOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "PUT /system/role/authUser/cancel": {
            body: components["schemas"]["Members"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/role/authUser/cancelAll": {
            body: components["schemas"]["Members"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/role/authUser/selectAll": {
            body: components["schemas"]["Members"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/role/authUser/unallocatedList": {
            query: {
                /** @description Name, login name, mobile number, pinyin or initials. */
                keyWord?: string;
                /** @description Part of the login name. */
                userName?: string;
                /** @description Part of the mobile number. */
                phonenumber?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Departments with all below them. */
                deptId?: number[];
                /** @description Only of these people 用户, by numbers; absent: all. */
                userId?: number[];
                /** @description Holders of roles. */
                roleId?: number[];
                /** @description Only what somebody has to see to 关注. */
                watch?: components["schemas"]["UserWatch"];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["UserOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "PUT /system/role/changeStatus": {
            body: components["schemas"]["RoleStatus"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/role/dataScope": {
            body: components["schemas"]["RoleInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/role/deptTree/{roleId}": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["RoleDeptTree"];
        };
        "GET /system/role/export": {
            query: {
                /** @description Part of the name. */
                roleName?: string;
                /** @description Part of the key. */
                roleKey?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/role/export": {
            body: components["schemas"]["ListRoles"];
            answer: string;
        };
        "POST /system/role/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /system/role/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/role/importTemplate": {
            answer: string;
        };
        "GET /system/role/list": {
            query: {
                /** @description Part of the name. */
                roleName?: string;
                /** @description Part of the key. */
                roleKey?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["RoleOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /system/role/optionselect": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RoleOut"][];
            };
        };
        "DELETE /system/role/{roleIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/role/{roleId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["RoleOut"];
            };
        };
        "GET /system/security/alarms": {
            answer: {
                code: number;
                msg: string;
                data: string[];
            };
        };
        "GET /system/user": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["UserForm"];
        };
        "POST /system/user": {
            body: components["schemas"]["UserInput"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["Created"];
            };
        };
        "PUT /system/user": {
            body: components["schemas"]["UserInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/user/": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["UserForm"];
        };
        "PUT /system/user/authRole": {
            body: components["schemas"]["GrantRoles"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/user/authRole/{userId}": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["HeldRoles"];
        };
        "PUT /system/user/changeStatus": {
            body: components["schemas"]["UserStatus"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/user/deptTree": {
            query: {
                /** @description Part of the name. */
                deptName?: string;
                /** @description "0" normal, "1" disabled. */
                status?: string;
                /** @description Children of a department. */
                parentId?: number;
                /** @description Only this department, by number; absent: all. */
                deptId?: number;
            };
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["DeptNode"][];
            };
        };
        "GET /system/user/export": {
            query: {
                /** @description Name, login name, mobile number, pinyin or initials. */
                keyWord?: string;
                /** @description Part of the login name. */
                userName?: string;
                /** @description Part of the mobile number. */
                phonenumber?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Departments with all below them. */
                deptId?: number[];
                /** @description Only of these people 用户, by numbers; absent: all. */
                userId?: number[];
                /** @description Holders of roles. */
                roleId?: number[];
                /** @description Only what somebody has to see to 关注. */
                watch?: components["schemas"]["UserWatch"];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
                /** @description A long list may become a background task; the answer then has `data.taskId`. */
                background?: boolean;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/user/export": {
            body: components["schemas"]["ListUsers"];
            answer: string;
        };
        "GET /system/user/getRealUserList": {
            query: {
                /** @description Name, login name, mobile number, pinyin or initials. */
                keyWord?: string;
                /** @description Part of the login name or name. */
                userName?: string;
                /** @description Part of the mobile number. */
                phonenumber?: string;
                /** @description A department with all below it. */
                deptId?: number;
                /** @description Role id or role key. */
                roleId?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PersonOut"][];
            };
        };
        "POST /system/user/importData": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ImportReport"];
            };
        };
        "GET /system/user/importTemplate": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/user/importTemplate": {
            answer: string;
        };
        "GET /system/user/list": {
            query: {
                /** @description Name, login name, mobile number, pinyin or initials. */
                keyWord?: string;
                /** @description Part of the login name. */
                userName?: string;
                /** @description Part of the mobile number. */
                phonenumber?: string;
                /** @description Only "0" in use or "1" disabled; absent: both. */
                status?: components["schemas"]["Status"][];
                /** @description Departments with all below them. */
                deptId?: number[];
                /** @description Only of these people 用户, by numbers; absent: all. */
                userId?: number[];
                /** @description Holders of roles. */
                roleId?: number[];
                /** @description Only what somebody has to see to 关注. */
                watch?: components["schemas"]["UserWatch"];
                /** @description Days of creation, both included: `params[beginTime]`, `params[endTime]`. */
                params?: components["schemas"]["DateRange"];
                /** @description First day, inclusive. */
                beginTime?: string;
                /** @description Last day, inclusive. */
                endTime?: string;
                /** @description Second spelling of the first day. */
                beginCreateTime?: string;
                /** @description Second spelling of the last day. */
                endCreateTime?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["UserOut"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /system/user/list/{ids}": {
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PersonOut"][];
            };
        };
        "GET /system/user/listByIds": {
            query: {
                /** @description `1,2,3` or `[1,2,3]` */
                ids?: string[];
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PersonOut"][];
            };
        };
        "POST /system/user/listByIds": {
            body: components["schemas"]["ByIds"];
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PersonOut"][];
            };
        };
        "GET /system/user/profile": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["Profile"];
        };
        "PUT /system/user/profile": {
            body: components["schemas"]["ProfileInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /system/user/profile/avatar": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["AvatarOut"];
        };
        "POST /system/user/profile/checkToken": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["TokenState"];
            };
        };
        "GET /system/user/profile/layout": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["LayoutSetting"] | null;
            };
        };
        "PUT /system/user/profile/layout": {
            body: components["schemas"]["LayoutSettingInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /system/user/profile/layout": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/user/profile/sessions": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["OwnSession"][];
            };
        };
        "DELETE /system/user/profile/sessions": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /system/user/profile/sessions/{sessionKey}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/user/profile/updatePwd": {
            body: components["schemas"]["PasswordChange"];
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["PasswordChanged"];
        };
        "PUT /system/user/resetOtp": {
            body: components["schemas"]["FactorHolder"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "PUT /system/user/resetPwd": {
            body: components["schemas"]["Reset"];
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["ShownPassword"];
            };
        };
        "GET /system/user/selectUserListByRole": {
            query: {
                /** @description Name, login name, mobile number, pinyin or initials. */
                keyWord?: string;
                /** @description Part of the login name or name. */
                userName?: string;
                /** @description Part of the mobile number. */
                phonenumber?: string;
                /** @description A department with all below it. */
                deptId?: number;
                /** @description Role id or role key. */
                roleId?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["PersonOut"][];
            };
        };
        "DELETE /system/user/{userIds}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /system/user/{userId}": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["UserForm"];
        };
        "GET /testing/captcha/{uuid}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /testing/tasks/hold/{state}": {
            answer: {
                code: number;
                msg: string;
                data: boolean;
            };
        };
        "PUT /tool/gen": {
            body: components["schemas"]["GenTableInput"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /tool/gen/batchGenCode": {
            query: {
                /** @description Name of the register as a table, `reg_` and its code. */
                tableName?: string;
                /** @description Of the query, with commas between. */
                tables?: string;
            };
            answer: string;
        };
        "GET /tool/gen/column/{tableId}": {
            answer: {
                code: number;
                msg: string;
            } & components["schemas"]["GenColumns"];
        };
        "POST /tool/gen/createTable": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /tool/gen/db/list": {
            query: {
                /** @description Part of the name. */
                tableName?: string;
                /** @description Part of file and sheet. */
                tableComment?: string;
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["GenSheet"][];
            };
        };
        "GET /tool/gen/download/{tableName}": {
            query: {
                /** @description Of the query, with commas between. */
                tables?: string;
            };
            answer: string;
        };
        "GET /tool/gen/genCode/{tableName}": {
            query: {
                /** @description Of the query, with commas between. */
                tables?: string;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "POST /tool/gen/importTable": {
            body: components["schemas"]["SheetNames"];
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /tool/gen/list": {
            query: {
                /** @description Part of `reg_` and the code. */
                tableName?: string;
                /** @description Part of the name. */
                tableComment?: string;
                /** @description How far it is. */
                state?: components["schemas"]["RegisterState"][];
                /**
                 * @description `beginTime`, `endTime`: when it was made.
                 * @default {
                 *       "beginTime": null,
                 *       "endTime": null
                 *     }
                 */
                params: components["schemas"]["GenTimes"];
                /** @description Page, from 1. */
                pageNum?: number;
                /** @description Rows a page. */
                pageSize?: number;
                /** @description Column to sort by, one that the list names. */
                orderByColumn?: string;
                /** @description asc, desc, ascending, descending. */
                isAsc?: string;
                /** @description false: a page beyond the end is empty instead of the last one. */
                reasonable?: boolean;
                /** @description Fields whose values are counted over the whole filter, each without its own filter. */
                facets?: string[];
                /** @description Rows with these numbers alone, 1,000 at most: what a person has chosen. */
                ids?: number[];
                /** @description true: the numbers of all rows of the filter instead of a page, 20,000 at most. */
                idsOnly?: boolean;
            };
            answer: {
                code: number;
                msg: string;
                total: number;
                rows: components["schemas"]["GenTable"][];
                facets?: {
                    [key: string]: components["schemas"]["FacetCount"][];
                };
                ids?: number[];
                unreadable?: number[];
            };
        };
        "GET /tool/gen/preview/{tableId}": {
            answer: {
                code: number;
                msg: string;
                data: {
                    [key: string]: string;
                };
            };
        };
        "GET /tool/gen/synchDb/{tableName}": {
            query: {
                /** @description Of the query, with commas between. */
                tables?: string;
            };
            answer: {
                code: number;
                msg: string;
            };
        };
        "DELETE /tool/gen/{ids}": {
            answer: {
                code: number;
                msg: string;
            };
        };
        "GET /tool/gen/{tableId}": {
            answer: {
                code: number;
                msg: string;
                data: components["schemas"]["GenInfo"];
            };
        };
        "POST /unlockscreen": {
            body: components["schemas"]["ScreenPassword"];
            answer: {
                code: number;
                msg: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
