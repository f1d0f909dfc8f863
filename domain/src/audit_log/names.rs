//! What people call what the log keeps, in Chinese: for its file. The pages have the same words, and both languages.

use super::refused_request::ChangingMethod;
use super::{AuditAction, AuditOutcome, AuditSubject, DestinationAction, PublishingAction};
use crate::account::AccountAction;
use crate::catalogue::CatalogueAction;
use crate::client_system::ClientSystemAction;
use crate::order::state::Action;
use crate::receive::ReceiveAction;
use crate::region::RegionAction;
use crate::research_result::{ResultChange, ResultDecision};
use crate::role::RoleAction;
use crate::scope::ScopeAction;
use crate::shelf::ShelfAction;
use crate::subscription::SubscriptionAction;

impl AuditSubject {
    /// What people call things of this sort.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Session => "登录",
            Self::Account => "用户",
            Self::Role => "角色",
            Self::Order => "订单",
            Self::Paper => "材料",
            Self::Delivery => "下载账号",
            Self::Subscription => "订阅",
            Self::Scope => "数据范围",
            Self::Catalogue => "数据目录",
            Self::Region => "行政区划",
            Self::Setting => "系统配置",
            Self::Dictionary => "字典",
            Self::NewsType => "新闻类型",
            Self::News => "新闻",
            Self::Announcement => "公告",
            Self::ContentPage => "内容页面",
            Self::ContentPicture => "内容图片",
            Self::GuideVideo => "指南视频",
            Self::YearlyReport => "年度报告",
            Self::ReceiveTask => "接收任务",
            Self::ResearchResult => "成果",
            Self::ClientSystem => "接入系统",
            Self::PushTarget => "推送目标",
            Self::Shelf => "数据架",
            Self::Webhook => "Webhook",
            Self::ArchiveSource => "归档来源",
            Self::Request => "被拒请求",
        }
    }
}

impl AuditOutcome {
    /// Name in the interface, Chinese.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "成功",
            Self::Refused => "失败",
        }
    }
}

impl AuditAction {
    /// What people call it, beside the name of what it is done to.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Account(action) => account(action),
            Self::Role(action) => role(action),
            Self::Order(action) => order(action),
            Self::ImportOrders => "导入旧系统订单",
            Self::UndoDecision => "撤销审核决定",
            Self::Subscription(action) => subscription(action),
            Self::Scope(action) => scope(action),
            Self::Catalogue(action) => catalogue(action),
            Self::Region(action) => region(action),
            Self::SignIn => "登录",
            Self::SignOut => "退出登录",
            Self::OpenPersonalData => "查看完整号码",
            Self::OpenPaper | Self::OpenDelivery => "查看",
            Self::EndFtpSession => "断开 FTP 会话",
            Self::ChangeArchiveSource | Self::ChangeSetting | Self::ChangeDictionary => "修改",
            Self::ProbeArchiveSource => "试探",
            Self::Publication(_, action) => publication(action),
            Self::Receive(action) => receive(action),
            Self::Result(decision) => result(decision),
            Self::OwnResult(change) => own_result(change),
            Self::ClientSystem(action) => client_system(action),
            Self::Destination(_, action) => destination(action),
            Self::Shelf(action) => shelf(action),
            Self::Request(method) => request(method),
        }
    }
}

const fn account(action: AccountAction) -> &'static str {
    match action {
        AccountAction::SetUp => "创建首个管理员",
        AccountAction::Register => "注册",
        AccountAction::Create => "新增用户",
        AccountAction::Approve => "注册通过",
        AccountAction::Refuse => "注册不通过",
        AccountAction::ChangeProfile => "修改信息",
        AccountAction::ChangeRole => "修改角色",
        AccountAction::ChangePassword => "修改密码",
        AccountAction::ResetPassword => "重置密码",
        AccountAction::Disable => "停用",
        AccountAction::Enable => "启用",
        AccountAction::EndSessions => "结束登录",
        AccountAction::EnableSecondFactor => "开启两步验证",
        AccountAction::DisableSecondFactor => "关闭两步验证",
        AccountAction::RemoveSecondFactor => "解除两步验证",
        AccountAction::UseRecoveryCode => "使用恢复码",
        AccountAction::RenewRecoveryCodes => "重新生成恢复码",
        AccountAction::ExtendValidity => "延长有效期",
        AccountAction::LinkProvider => "关联统一身份认证",
        AccountAction::UnlinkProvider => "解除统一身份认证关联",
        AccountAction::RemoveProviderLink => "管理员解除统一身份认证关联",
        AccountAction::RequestPasswordReset => "申请邮件重置密码",
        AccountAction::ResetPasswordByMail => "通过邮件重置密码",
    }
}

const fn role(action: RoleAction) -> &'static str {
    match action {
        RoleAction::Create => "新增角色",
        RoleAction::Change => "修改角色",
        RoleAction::Remove => "删除角色",
    }
}

const fn order(action: Action) -> &'static str {
    match action {
        Action::Save => "保存",
        Action::Submit => "提交",
        Action::Withdraw => "撤回",
        Action::Approve => "通过",
        Action::Reject => "驳回",
        Action::FinishExtraction => "数据提取完成",
        Action::FinishPreparation => "打包交付完成",
        Action::Reextract => "重提数据",
        Action::ContinueWithoutFailed => "跳过失败景继续",
        Action::RetryPreparation => "重新打包",
        Action::CancelPreparation => "取消数据准备",
        Action::SaveDraft => "保存草稿",
        Action::Complete => "完成",
        Action::MarkOverdue => "标记逾期",
        Action::Reopen => "重新开通",
        Action::GiveFeedback => "评价",
        Action::SetPriority => "调整优先级",
        Action::SetEmergency => "应急处理",
        Action::PauseTasks => "暂停任务",
        Action::ResumeTasks => "恢复任务",
        Action::RetryTasks => "重试任务",
        Action::CancelTasks => "取消任务",
        Action::Clone => "再次订购",
        Action::RequestExtension => "申请延期",
        Action::Extend => "延期",
        Action::NoteExpiry => "下载期限提醒",
        Action::Delete => "删除",
    }
}

const fn subscription(action: SubscriptionAction) -> &'static str {
    match action {
        SubscriptionAction::Create => "新建",
        SubscriptionAction::Change => "修改（需审批）",
        SubscriptionAction::Adjust => "调整",
        SubscriptionAction::Approve => "通过",
        SubscriptionAction::Refuse => "不通过",
        SubscriptionAction::Pause => "暂停",
        SubscriptionAction::Resume => "恢复",
        SubscriptionAction::Suspend => "中止",
        SubscriptionAction::Lift => "解除中止",
        SubscriptionAction::End => "结束",
        SubscriptionAction::Backfill => "补推历史数据",
        SubscriptionAction::CancelBackfill => "取消补推",
    }
}

const fn scope(action: ScopeAction) -> &'static str {
    match action {
        ScopeAction::Grant => "新增授权",
        ScopeAction::ChangeGrant => "修改授权",
        ScopeAction::Revoke => "收回授权",
        ScopeAction::ChangeMembership => "调整所属单位",
        ScopeAction::MoveUnit => "调整上级单位",
        ScopeAction::AddUnit => "新增单位",
        ScopeAction::RenameUnit => "修改单位名称",
        ScopeAction::RemoveUnit => "删除单位",
    }
}

const fn catalogue(action: CatalogueAction) -> &'static str {
    match action {
        CatalogueAction::CreateNode => "新增目录节点",
        CatalogueAction::ChangeNode => "修改目录节点",
        CatalogueAction::MoveNode => "移动目录节点",
        CatalogueAction::DeleteNode => "删除目录节点",
        CatalogueAction::ChangeRules => "修改入库归类规则",
        CatalogueAction::ChangeFields => "修改字段配置",
        CatalogueAction::NameInstruments => "命名卫星、传感器",
        CatalogueAction::WithdrawScenes => "撤回数据",
    }
}

const fn region(action: RegionAction) -> &'static str {
    match action {
        RegionAction::Create => "新增行政区划",
        RegionAction::Change => "修改行政区划",
        RegionAction::Remove => "删除行政区划",
        RegionAction::Restore => "恢复行政区划",
    }
}

const fn publication(action: PublishingAction) -> &'static str {
    match action {
        PublishingAction::Create => "新增",
        PublishingAction::Change => "修改",
        PublishingAction::Reorder => "调整顺序",
        PublishingAction::Remove => "删除",
        PublishingAction::Restore => "恢复",
    }
}

const fn receive(action: ReceiveAction) -> &'static str {
    match action {
        ReceiveAction::Create => "新增",
        ReceiveAction::Change => "修改",
        ReceiveAction::Pause => "暂停",
        ReceiveAction::Resume => "恢复",
        ReceiveAction::RunNow => "立即运行",
        ReceiveAction::StartOver => "从头核对",
        ReceiveAction::Remove => "删除",
    }
}

const fn result(decision: ResultDecision) -> &'static str {
    match decision {
        ResultDecision::Check => "核实",
        ResultDecision::Refuse => "不通过",
    }
}

const fn own_result(change: ResultChange) -> &'static str {
    match change {
        ResultChange::Report => "登记",
        ResultChange::Change => "修改",
        ResultChange::Withdraw => "撤回",
    }
}

const fn client_system(action: ClientSystemAction) -> &'static str {
    match action {
        ClientSystemAction::Create => "新增",
        ClientSystemAction::Change => "修改",
        ClientSystemAction::IssueToken => "发放令牌",
        ClientSystemAction::RevokeToken => "停用令牌",
        ClientSystemAction::Remove => "移除",
    }
}

const fn destination(action: DestinationAction) -> &'static str {
    match action {
        DestinationAction::Create => "新增",
        DestinationAction::Change => "修改",
        DestinationAction::Remove => "删除",
        DestinationAction::TryOut => "测试",
        DestinationAction::Stop => "停止推送",
        DestinationAction::Resume => "恢复推送",
    }
}

const fn shelf(action: ShelfAction) -> &'static str {
    match action {
        ShelfAction::RenewPassword => "更换密码",
        ShelfAction::RemoveFile => "移除文件",
        ShelfAction::EndSession => "断开 FTP 会话",
    }
}

const fn request(method: ChangingMethod) -> &'static str {
    match method {
        ChangingMethod::Post => "提交",
        ChangingMethod::Put | ChangingMethod::Patch => "修改",
        ChangingMethod::Delete => "删除",
    }
}
