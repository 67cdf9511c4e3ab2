//! The verbs of deeds in both languages: what a person asks for and what an answer says was done.

/// A change of a page that can be asked for or claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Send,
    Buy,
    Book,
    Delete,
    Cancel,
    Join,
    Approve,
    Add,
    Set,
    Fill,
    Save,
    Upload,
    Press,
    Move,
    /// Ordered by a verb that no table has.
    Other,
}

pub(crate) struct Verb {
    pub(crate) deed: Deed,
    /// How a request starts.
    pub(crate) base: &'static str,
    /// How an answer says it.
    pub(crate) past: &'static str,
    pub(crate) chinese: &'static str,
}

pub(crate) static VERBS: [Verb; 14] = [
    Verb {
        deed: Deed::Send,
        base: "send|reply|respond|post|publish|submit|share|forward|email|mail|message|text|comment|tweet|\
            invite|report|react|file|dm|answer the|answer his|answer her|tell him|tell her|tell them|let them know|let him know|let her know|ask the seller|write to",
        past: "sent|replied|responded|posted|published|submitted|shared|forwarded|emailed|messaged|commented|\
            invited|reported|delivered|went out|filed|submission|is live|handed in|told the|told him|told her|told them",
        chinese: "留言|留个言|私信|捎话|捎个话|带话|带个话|发 |开发票|开票|开具|投给|投到|投好|写好评|写个好评|写差评|写个差评|发公告|公告里发|发送|发给|发布|发出|发到|发了|发好|发表|发条|发一|发个|发封|发消息|发邮件|发会议|发群|发在|发过去|发信|都发|发帖|发评论|发言|回复|回一|回信|回帖|提交|交了|\
            递交|上交|分享|转发|邀请|寄出|寄给|投递|投简历|评论一|举报|群发|通知到|送达|打卡",
    },
    Verb {
        deed: Deed::Buy,
        base: "buy|order|purchase|pay|check out|checkout|top up|donate|renew|tip",
        past: "bought|ordered|purchased|paid|placed|went through|checked out|topped up|donated|renewed|\
            payment complete|order complete",
        chinese: "点一份|点份|点了一份|点好|点外卖|抢到|抢一|抢这|抢那|抢张|抢|秒杀|买|购买|下单|付款|支付|付一下|付了|付好|付掉|付清|付话费|交一下|交费|缴|结账|结算|订购|充值|续订|续期|续上|充了|充好|续费|捐|还款|交水|交电|交房",
    },
    Verb {
        deed: Deed::Book,
        base: "book|reserve|schedule|arrange|check in|check me in|rebook|reschedule",
        past: "booked|reserved|scheduled|arranged|checked in|rebooked|rescheduled|reservation is|booking is",
        chinese: "预订|预定|预约|订好|订了|订一|订个|订张|订两|订位|订票|订房|约好|约了|约一|挂号|挂了|改签|值机|选座",
    },
    Verb {
        deed: Deed::Delete,
        base: "delete|remove|clear|empty|archive|erase|discard|drop|get rid of|trash|clean up|uninstall|wipe|\
            take",
        past: "deleted|removed|cleared|emptied|archived|erased|discarded|dropped|gone|trashed|no longer|wiped|\
            taken off|took",
        chinese: "删除|删掉|删了|删去|删一|删完|都删|删|清空|清掉|清除|清理|移除|移出|归档|去掉|卸载|拿掉|撤掉|剔除",
    },
    Verb {
        deed: Deed::Cancel,
        base: "cancel|unsubscribe|close|withdraw|leave|quit|revoke|end|unfollow|opt out|terminate|return|\
            refund|stop|deactivate|opt me out|log out|sign out|block|pause|revert|undo",
        past: "cancelled|canceled|unsubscribed|closed|withdrawn|left|revoked|ended|unfollowed|opted out|\
            terminated|refunded|refund is|returned|stopped|deactivated|logged out|signed out|blocked|paused|\
            reverted|undone",
        chinese: "取消|退订|关掉|关闭|关了|关上|退出|撤回|撤销|注销|解约|退掉|退款|退货|退票|退了|停用|停掉|暂停|取关|拉黑|作废|解除|还原",
    },
    Verb {
        deed: Deed::Join,
        base: "subscribe|join|register|sign up|sign me up|enrol|enroll|follow|apply for|log in|sign in|star|\
            like|upvote|vote|rsvp|claim|redeem|enter me|sign me|create an account|watch the repo|thumbs up",
        past: "subscribed|joined|registered|signed up|enrolled|followed|following|applied for|logged in|\
            signed in|starred|liked|upvoted|voted|claimed|redeemed|enrolment|subscribing|registration is|\
            application is",
        chinese: "订阅|报名|注册|关注|入会|申请|登录|登陆|签到|点赞|点个赞|赞一|投票|投了|收藏|抽奖|抽个奖|领取|领了|领一|领券|兑换|报上|报好|加群",
    },
    Verb {
        deed: Deed::Approve,
        base: "approve|accept|confirm|merge|reject|decline|resolve|assign|complete|finish|acknowledge|sign off|\
            grant|mark|reopen|verify my",
        past: "approved|accepted|confirmed|merged|rejected|declined the|resolved|assigned|completed|\
            acknowledged|granted|marked|reopened",
        chinese: "批准|同意|确认|合并|通过|拒绝|指派|分配|完成|审批|签收|标记|标为|标成|approve|merge|受理",
    },
    Verb {
        deed: Deed::Add,
        base: "add|log the|log a|log an|put|insert|append|place|create|make a new|set up|start a|open a ticket|open an issue|raise|\
            pin|log my|record|new",
        past: "added|logged|put|inserted|in your cart|in your basket|in the cart|in the basket|in your bag|\
            in your list|created|set up|raised|pinned|recorded|on your list|on the list",
        chinese: "加入|添加|加到|加进|加购|加上|加一|加个|加了|加好|加两|加三|放进|放到|放入|新建|创建|建一|建个|建好|建了|置顶|记一|记到|登记|录入|加",
    },
    Verb {
        deed: Deed::Set,
        base: "change|set|update|rename|switch|turn|enable|disable|toggle|tick|untick|uncheck|select|choose|\
            pick|edit|apply|adjust|increase|decrease|raise|lower|sort|filter|activate|mute|unmute|call|\
            check the box|check the checkbox|replace|correct|fix|shorten|extend|modify|swap|reset|hide|\
            show only|limit|star all",
        past: "changed|set|updated|renamed|switched|turned|enabled|disabled|toggled|ticked|unticked|\
            checked the|is checked|unchecked|selected|chosen|chose|picked|edited|applied|adjusted|increased|\
            decreased|raised|lowered|sorted|filtered|activated|muted|is on|is off|are on|are off|is now|\
            are now|now says|now reads|now shows|now called|replaced|corrected|fixed|extended|modified|\
            swapped|reset|hidden|now set",
        chinese: "改成|改为|改到|改了|改好|改一|改|修改|设置|设为|设成|设好|切换|切成|切到|换成|换为|换到|勾选|勾上|勾掉|勾|打勾|取消勾选|选上|选好|选中|选择|选|打开|开启|开一|启用|\
            停用|禁用|更新|调到|调成|调为|调大|调小|调高|调低|调亮|调暗|调整|编辑|重命名|命名|换|开通|升级|静音|排序|筛选|应用",
    },
    Verb {
        deed: Deed::Fill,
        base: "fill|copy|enter|type|write into|write in|key in|complete the form|input|paste|search for",
        past: "filled|copied|entered|typed|holds|hold|contains|keyed in|pasted|filled in|now has|now have",
        chinese: "复制到|抄到|填|填写|填好|填上|填入|输入|写入|录好|写上|填完",
    },
    Verb {
        deed: Deed::Save,
        base: "save|store|bookmark|back up",
        past: "saved|stored|bookmarked|backed up",
        chinese: "保存|存成|存为|存一|存好|存了|存到|备份",
    },
    Verb {
        deed: Deed::Upload,
        base: "upload|attach",
        past: "uploaded|attached",
        chinese: "上传|传上|传好|传到|附上",
    },
    Verb {
        deed: Deed::Press,
        base: "click|press|tap|hit|push|play",
        past: "clicked|pressed|tapped|playing",
        chinese: "点击|点一下|点了|点开|按一下|按下|播放",
    },
    Verb {
        deed: Deed::Move,
        base: "move|drag|transfer",
        past: "moved|dragged|transferred",
        chinese: "移动到|移到|移入|拖到|转移|挪到|转入|转账|转给|转钱|汇款|打钱|汇给|转一|转五",
    },
];

impl Deed {
    /// Whether a field's own value is the whole deed, so that typing does it and reading the field back shows it.
    pub(crate) fn is_of_fields(self) -> bool {
        match self {
            Self::Set | Self::Fill => true,
            Self::Send
            | Self::Buy
            | Self::Book
            | Self::Delete
            | Self::Cancel
            | Self::Join
            | Self::Approve
            | Self::Add
            | Self::Save
            | Self::Upload
            | Self::Press
            | Self::Move
            | Self::Other => false,
        }
    }

    /// Whether a list or a box may be its control.
    pub(crate) fn may_be_chosen(self) -> bool {
        match self {
            Self::Approve
            | Self::Join
            | Self::Move
            | Self::Add
            | Self::Cancel
            | Self::Save
            | Self::Delete
            | Self::Other => true,
            Self::Send | Self::Buy | Self::Book | Self::Set | Self::Fill | Self::Upload | Self::Press => {
                false
            }
        }
    }

    pub(crate) fn verb(self) -> Option<&'static Verb> {
        VERBS.iter().find(|verb| verb.deed == self)
    }
}

#[cfg(test)]
mod tests {
    use super::VERBS;

    #[test]
    fn every_deed_has_words_in_both_languages() {
        for verb in &VERBS {
            assert!(!verb.base.is_empty() && !verb.past.is_empty() && !verb.chinese.is_empty());
            assert!(verb.deed.verb().is_some_and(|found| std::ptr::eq(found, verb)));
        }
    }
}
