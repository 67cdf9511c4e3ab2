//! Words by which a request tells what it needs: stems of English words, and Chinese as it stands. Where a word may mean either,
//! it stands with what needs more.

type Words = (&'static str, &'static str);

/// To look and to tell.
pub(super) const LOOK: Words = (
    "summar explain translat describ read what who whose why how which when where compar list tell analy extract
     quote mean outlin tldr",
    "总结 概括 摘要 翻译 解释 说明 介绍 阅读 读一 看看 看一 什么 怎么 如何 哪 多少 几 谁 比较 对比 分析 列出 提取 讲",
);

/// To change something.
pub(super) const ACT: Words = (
    "click press tap type typing fill enter select choos pick submit send post reply replies write writing buy purchas
     order book reserv add remov delet clear edit chang updat set turn switch enabl disabl check uncheck tick upload
     download save saving sign log regist subscrib unsubscrib cancel pay cart basket put move moving drag archiv mark
     creat make making do go continu proceed install accept agree declin apply applied shar like follow play search
     find look filter sort get use using try run test start stop confirm clos messag email mail comment rate rating
     vote voting form handl take taking help complet finish replac copy past renam invit respond answer upgrad reset
     request claim redeem bid give giving plan",
    "点击 点一下 点开 按下 按钮 输入 填 选择 选中 勾 提交 发送 发给 发布 发帖 发一 回复 写信 写一 写上 写入 买 下单 订购 订一
     预订 预约 加入 添加 加到 加购 删 移除 去掉 清空 编辑 修改 改成 改为 更新 设置 设为 设成 打开 关闭 关掉 开启 上传 下载 保存
     登录 登入 注册 订阅 退订 取消 支付 付款 结账 购物车 放进 放到 移动 移到 创建 新建 继续 安装 接受 同意 拒绝 申请 分享 点赞
     关注 收藏 播放 搜 查找 找 筛选 排序 处理 表单 执行 操作 试 运行 开始 停止 确认 评论 评价 投票 完成 办理 弄 搞 计划 做一",
);

/// To wait, or to do it at another time.
pub(super) const LATER: Words = (
    "later tomorrow tonight until till wait remind every watch monitor notif alert schedul minut hour daily weekly
     when once soon after keep again",
    "稍后 以后 之后 明天 今晚 等 提醒 每 监控 盯 通知 定时 分钟 小时 到时 一旦 再",
);

/// To look after tabs and windows, or at what was seen and kept before.
pub(super) const TABS: Words = (
    "tab window clos focus switch front group reopen restor history bookmark visit recent yesterday earlier",
    "标签 窗口 关掉 关闭 切换 切到 前台 分组 重新打开 恢复 历史 书签 收藏 访问 最近 昨天 之前 上次",
);

/// To keep something in mind; whoever speaks of themselves may mean that.
pub(super) const MEMORY: Words = (
    "remember memor forget note prefer always never usual next favourit favorit my i know keep",
    "记住 记得 记下 记忆 忘 以后 总是 从不 偏好 喜欢 下次 我 别再",
);

/// To make a file or to get one.
pub(super) const FILES: Words = (
    "file download save saving export csv json markdown spreadsheet fetch api feed rss raw endpoint",
    "文件 下载 保存 存成 导出 抓取 接口 获取",
);
