"""Chinese: sentences that fit any event, and the words around the articles."""

from datetime import datetime

from tidings.world.events.names import FictionalName, Person
from tidings.world.languages.chinese.disasters import ACCIDENT, FLOOD
from tidings.world.languages.chinese.politics import COURT, ELECTION, POLICY, STRIKE
from tidings.world.languages.chinese.society import DISCOVERY, FESTIVAL, MATCH, MERGER
from tidings.world.languages.grammar import block
from tidings.world.languages.language import WorldLanguage

_GENERAL = """
party: 公民联盟
party: 绿色未来党
party: 海港党
party: 自由市民党
party: 劳工联合
party: 乡村同盟
law: 限制老城区房租
law: 实行公交免费
law: 禁止市场使用一次性包装
law: 在学校提供免费午餐
law: 提高工业用水价格
law: 恢复夜行列车
offence: 欺诈
offence: 行贿
offence: 逃税
offence: 伪造证书
offence: 非法倾倒废物
offence: 窃取商业秘密
theme: 电影
theme: 爵士
theme: 花灯
theme: 葡萄酒
theme: 图书
theme: 木偶戏
find: 一座被掩埋的集镇
find: 一艘沉没的商船
find: 一处不为人知的洞穴群
find: 一座泥板图书馆
find: 一批银币窖藏
find: 一间彩绘墓室
say: {who}[说|表示|指出]：“{quote}。”
say: {who}[{day}|在声明中|在记者会上|当晚|在电话里]说：“{quote}。”
say: “{quote}，”{who}[说|解释说|强调]。
say: 被问到此事时，{who}[回答|答道]：“{quote}。”
say: 用{who}的话来说：“{quote}。”
say_more: “{quote}。”
say_more: 随后又说：“{quote}。”
fact: {place}有关部门[{day}|几小时后|当晚]对这些数字[予以证实|没有否认]。
fact: 地区电台[当天早上|中午过后|天亮之前]最先报道了这一消息。
fact: {region}的发言人[拒绝置评|请大家耐心等待|承诺公布全部情况]。
fact: {place2}也在密切关注此事，那里[只有一小时车程|与{place}接壤|有过类似的经历]。
fact: 本报看到的一份内部文件[给出的数字略低|大体支持这一说法|写于上个月]。
fact: {place}市议会将在{days}天内[召开特别会议|讨论这一问题|听取专家意见]。
fact: 到了晚上，[一百多|几十|大约六十]人聚集在{place}的中心广场。
fact: 当地商家[说影响有好有坏|表示早有准备|抱怨得不到消息]。
fact: 市民热线[已经开通|延长服务]，[直到午夜|直到周末|何时结束另行通知]。
fact: 有几个问题[仍然没有答案|一时无法回答|留待日后]。
fact: 在该市的档案里，自{year}年以来没有类似的记载。
fact: 邻近的{place2}[表示愿意帮忙|派来了观察员|承诺给予支持]。
fact: 主管部门在{day}[下午|夜间|早上]得到了第一份报告。
fact: {region}电台[两次|三次|用一个小时]中断节目播报消息。
fact: {region}政府[没有立即回应|只作了简短回应|反应谨慎]。
fact: {place}的学校第二天[照常上课|推迟一小时上课]。
fact: 有关此事的请愿书已经征集到[大约|将近|超过]{n}个签名。
fact: 这个{day}，[街道|咖啡馆|公交车]比平时[更拥挤|更空|更安静]。
fact: 在{place2}任教的{c}[研究过类似案例|写过一本相关的书|应邀作了分析]。
fact: 一天下来，{place}的气氛[平静|紧张|难以捉摸|比预想的轻松]。
back: {place}是一座有着[灰色石头和窄巷|宽阔大道和老磨坊|运河和小作坊]的城市，
  人口[约|将近][四|六|九|二]万。
back: 在过去[十|十五|二十]年里，{region}[变化很大|发展快于全国其他地方|流失了许多年轻人]。
back: 上一次这里受到如此关注还是在{year}年。
back: 事情要追溯到{year}年，那时[第一次尝试失败了|制定了现行的规则|旧的安排刚刚结束]。
back: 对{place}的许多人来说，这个话题[几个月|多年]来一直是[日常生活|每次谈话]的一部分。
back: [历史学家|老人们|当地教师]喜欢提起，{place}曾是{region}的[首府|粮仓|第一大港]。
back: {place}与{place2}之间的公路一直被看作[山谷的命脉|地方被忽视的象征|{region}最繁忙的道路]。
back: [今年春天|两年前|去年秋天]发表的一项研究[早已发出警告|作过不同的预测|没有引起注意]。
back: 在{region}，[对机构的信任|地方经济|公共生活][正在慢慢恢复|承受着压力|很少这样活跃]。
back: {place}发生的事，[往往预示着|很少不影响]{region}其他地方的情形。
end: 更多细节预计将在[今后几天|本周晚些时候|月底之前]公布。
end: 本报将[继续关注此事|作进一步报道]。
end: 眼下，{place}[在等待|屏住了呼吸|照常生活]。
end: 下一步的决定将在[{days}天内|{day}]作出。
end: 在此之前，[不会有太大变化|旧的规定仍然有效|各方都承诺保持克制]。
a: 我们欠大家[一个明确的答复|一个真相]，[我们会给|大家会得到]
a: 谁也不应该[过早下结论|拿这件事搞政治]
a: 我为[这座城市|整个地区]的[反应|团结]感到[感激|骄傲]
a: 有些事[我们本可以做得更好|值得我们所有人记取]
a: 这需要[时间|钱]，[说别的就是不诚实|除此之外我不作承诺]
a: 我们[同各方都谈过了|把每个数字核对了两遍]
b: 我在这里住了[一辈子|三十年]，[从没见过这样的事|很少见大家这么齐心]
b: [听到的|看到的]说法很多，但[到头来|要紧的时候]人们总会互相帮忙
b: 从{day}起，我的[邻居|同事|孩子][谈的都是这件事|一直在问我]
b: 现在[还太早|很难]说这会[给我们带来什么|改变什么]
b: 我们[最后才知道|是从广播里听说的]
b: 几年前就该有人[听一听|问一问我们]
update: 更新：{place}有关部门后来[更正|证实]了部分内容，[更多细节|新的数字]预计将在[今晚|明天]
  公布。
update: {a}{day}对先前的说法作了[澄清|补充]，本文已相应[修改|更新]。
update: {region}政府在随后的声明中对事态[表示欢迎|表示遗憾]，并将在{days}天内提交报告。
update: 编者注：本文先前版本中[{place}的一条街名|{place2}会议的日期]有误。
comment: 我每天都从那里[经过|走过]，[真没想到|一点也不奇怪]。
comment: [终于|总算]有人写这件事了。[谢谢。|希望多写。|早该如此。]
comment: 为什么没有人问问[这些钱谁来出|责任在谁]？
comment: 我奶奶以前讲过[一模一样的故事|那边的许多往事]。
comment: 照片[不是那里的，看看那座桥|拍得真好]。
comment: [对不起，|恕我直言，]事情不是这样的，我当时在场。
comment: 编辑能不能[解释|核对]一下[第二|第三|最后一]段的数字？
comment: [老样子。|又来了。]话很多，[没有办法|没有结果]。
comment: 我[同意|不同意]楼上，不过[语气不必这样|大家客气一点]。
comment: 在外地问候大家，[想念|喜欢]那个地方。
comment: 多年没有消息，现在[一下子全来了|却是这样]。
comment: [写得好|报道公正]，[谢谢|加油]。
comment: 那么山那边的村子[怎么办|谁来替他们说话]？
comment: [此评论已被管理员删除。|此评论有删节。]
reader: 江边老王
reader: 磨坊主
reader: 小鱼儿
reader: 路人甲
reader: 山里人
reader: 七号线乘客
reader: 北风
reader: 园丁
reader: 晚霞
reader: 潜水读者
reader: 清风徐来
reader: 一叶知秋
"""

_LABELS = """
region: 地方
politics: 时政
economy: 财经
sport: 体育
culture: 文化
science: 科技
home: 首页
archive: 往期
about: 关于我们
contact: 联系方式
terms: 法律声明
login: 登录
subscribe: 订阅
search: 搜索
sponsored: 广告
latest: 最新消息
more: 阅读全文
share: 分享
comments: 网友评论
related: 相关新闻
popular: 热门排行
next: 下一页
previous: 上一页
by: 记者
updated: 更新
tags: 关键词
advert: 广告
newsletter: 订阅本报早间邮件，每周五天，为您送上最重要的新闻。填写邮箱即可，随时可以退订。
signup: 立即订阅
cookie: 本站及合作伙伴会在您的设备上保存缓存信息，用于统计访问量并展示适合您的广告。您可以全部
  接受，也可以随时更改设置。
accept: 全部接受
settings: 设置
copyright: 版权所有，未经许可不得转载。
password: 密码
email: 电子邮箱
"""

_NOTICES = """
about: 关于{paper}
about: {paper}创刊于一八七四年，由撰稿人共同拥有。编辑部和四个地方站共有六十名记者。
about: 我们公开更正错误。如果您发现差错，请写信给读者服务部，两个工作日内会有答复。
contact: 联系方式
contact: 编辑部电话：+00 555 0500，早六点至午夜。广告部：+00 555 0501。发行部：+00 555 0502。
contact: 读者来信请不要超过四百字，并注明姓名和地址。
terms: 法律声明
terms: 使用本网站即表示您接受这些条款。网站内容受版权保护，除个人使用外，须经书面许可。
terms: 我们只在提供服务所必需的范围内处理个人信息，用后即行删除。
login: 登录
login: 请用电子邮箱登录，登录后广告更少，并可发表评论。
subscribe: 订阅
subscribe: 三个月只收一个月的费用：任何设备都能阅读全部文章，随时可以取消。
sponsored: 会思考的床垫：索姆纳里斯改变你的夜晚
sponsored: 广告内容。睡眠是一切的开始，新款索姆纳里斯云床垫分十一个区域贴合您的身体。成千上万的
  满意顾客不会错。
sponsored: 一百个夜晚免费试睡，毫无风险。如果不满意，我们的司机会免费取回，并退还全部货款。
sponsored: 今天使用优惠码NIGHT20，全系列八折，售完为止。
noindex: 当日报纸目录
noindex: 本页为投递人员列出印刷版的目录，不供搜索引擎收录。
"""

_WEEKDAYS = ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日")


def _date(moment: datetime) -> str:
    return f"{moment.year}年{moment.month:02}月{moment.day:02}日 {moment:%H:%M}"


def _han(name: FictionalName) -> str:
    return name.han


def _person(person: Person) -> str:
    return f"{person.first.han}·{person.last.han}"


CHINESE = WorldLanguage(
    code="zh",
    kinds={
        "flood": FLOOD,
        "accident": ACCIDENT,
        "election": ELECTION,
        "policy": POLICY,
        "court": COURT,
        "strike": STRIKE,
        "match": MATCH,
        "festival": FESTIVAL,
        "discovery": DISCOVERY,
        "merger": MERGER,
    },
    general=block(_GENERAL, joiner=""),
    labels=block(_LABELS, joiner=""),
    notices=block(_NOTICES, joiner=""),
    number=str,
    money=lambda m: f"{m}00万欧元" if m < 100 else f"{m / 100:g}亿欧元",
    date=_date,
    name=_han,
    person=_person,
    weekdays=_WEEKDAYS,
    joiner="",
)
