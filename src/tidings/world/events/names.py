"""Fictional names of places, people and companies, each with its Chinese spelling."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FictionalName:
    """One name in Latin and in Chinese script."""

    latin: str
    han: str


@dataclass(frozen=True, slots=True)
class Person:
    """A person in the news."""

    first: FictionalName
    last: FictionalName
    female: bool


def _names(table: str) -> tuple[FictionalName, ...]:
    pairs = (entry.split("=") for entry in table.split())
    return tuple(FictionalName(latin, han) for latin, han in pairs)


# Every name begins with a consonant, so that French never has to elide before it.
PLACES = _names("""
Karvath=卡瓦斯 Brenlow=布伦洛 Tolmere=托尔米尔 Wexcombe=韦克斯库姆 Saltmarsh=索特马什
Dunmarrow=邓马罗 Pellgate=佩尔盖特 Grisham=格里沙姆 Norvale=诺韦尔 Lindrick=林德里克
Haverstock=哈弗斯托克 Marlbury=马尔伯里 Quillport=奎尔波特 Corvane=科瓦恩 Tarnholt=塔恩霍尔特
Felsbrück=费尔斯布吕克 Norderau=诺德劳 Grauwinkel=格劳温克尔 Steinmoor=施泰因莫尔
Lohfelden=洛费尔登 Bergheide=贝格海德 Waldrode=瓦尔德罗德 Kaltenfurt=卡尔滕富特
Valmont=瓦尔蒙 Rochemare=罗什马尔 Belcourt=贝尔库尔 Saintevigne=圣特维涅 Montclar=蒙克拉
Pontgris=蓬格里 Verrières=韦里耶尔 Beaulac=博拉克 Miravela=米拉韦拉 Puertoluz=普埃托卢斯
Castromar=卡斯特罗马尔 Villarena=比利亚雷纳 Sanblas=桑布拉斯 Torrealba=托雷阿尔瓦
Montelira=蒙特利拉 Riosanto=里奥桑托 Lanjiang=澜江 Yunzhou=云洲 Qinghe=青禾 Baishan=白杉
Longtai=龙台 Jinping=锦坪 Shuangxi=双溪 Dongluo=东洛 Kestrelby=凯斯特雷尔比
Ravensluice=雷文斯卢斯 Thornwick=索恩威克 Mosswater=莫斯沃特 Gallowmere=加洛米尔
Copperdale=科珀代尔 Wintersend=温特森德 Hollin=霍林 Stavely=斯塔夫利 Penmorrow=彭莫罗
Zellbach=策尔巴赫 Runde=伦德 Tiefenau=蒂芬瑙 Drossen=德罗森 Malzhof=马尔茨霍夫
Courvelle=库尔韦勒 Lormagne=洛尔马涅 Ferrand=费朗 Tournelle=图内尔 Cordoval=科尔多瓦尔
Peñalta=佩尼亚尔塔 Valdoro=巴尔多罗 Marisma=马里斯马
""")

REGIONS = _names("""
Westmarch=西境省 Northfold=北褶省 Southmere=南湖省 Kaldermark=卡尔德边区 Hochwalden=霍赫瓦尔登州
Nordmark=诺德马克州 Brévanne=布雷瓦讷大区 Hautelande=上朗德大区 Costaverde=绿岸省
Tierralta=高地省 Lanze=澜泽省 Yunling=云岭省 Fenreach=芬里奇郡 Greyhills=灰丘郡
Mittelau=米特劳州 Valserre=瓦尔塞尔大区 Ribermar=里贝马尔省 Dongze=东泽省
""")

RIVERS = _names("""
Karl=卡尔 Brenne=布雷讷 Tamsel=塔姆泽尔 Wex=韦克斯 Lorne=洛恩 Grau=格劳 Serre=塞尔 Mira=米拉
Lan=澜 Dross=德罗斯 Pell=佩尔 Vigne=维涅 Salto=萨尔托 Quill=奎尔 Thorn=索恩 Zell=策尔
""")

COMPANIES = _names("""
Velmar=维尔马 Norrgate=诺盖特 Kestrel=凯斯特雷尔 Brightwater=布莱特沃特 Solvane=索尔瓦恩
Tarnwerk=塔恩韦克 Helmbold=黑尔姆博尔德 Grauer=格劳尔 Drachmann=德拉赫曼 Merivaux=梅里沃
Cordelle=科代勒 Lumière-Nord=北光 Faromar=法罗马 Terravía=特拉维亚 Hualan=华澜 Yuntong=云通
Pemberlane=彭伯莱恩 Coppermoor=科珀莫尔 Stellarix=斯泰拉里克斯 Quantor=匡托
Ravenhall=雷文霍尔 Baltrix=巴尔特里克斯 Zelltech=策尔泰克 Montgris=蒙格里 Rocabella=罗卡贝拉
Wintermann=温特曼 Lakehurst=莱克赫斯特 Marlowe-Finch=马洛芬奇 Silverfen=银沼 Torvald=托瓦尔
""")

MEN = _names("""
Martin=马丁 Callum=卡勒姆 Jonas=约纳斯 Lukas=卢卡斯 Bastien=巴斯蒂安 Théo=泰奥 Mateo=马特奥
Diego=迭戈 Rafael=拉斐尔 Gareth=加雷思 Simon=西蒙 Tobias=托比亚斯 Felix=费利克斯 Hugo=于戈
Marek=马雷克 Stefan=斯特凡 Daniel=丹尼尔 Victor=维克托 Henrik=亨里克 Pablo=巴勃罗 Niels=尼尔斯
Julian=尤利安 Leon=莱昂 Gregor=格雷戈尔 Samuel=萨穆埃尔 Cédric=塞德里克
""")

WOMEN = _names("""
Clara=克拉拉 Marta=玛尔塔 Helen=海伦 Rosa=罗莎 Nadia=纳迪娅 Lena=莱娜 Sophie=索菲 Camille=卡米耶
Lucía=露西娅 Paula=保拉 Miriam=米丽娅姆 Greta=格蕾塔 Johanna=约翰娜 Beatrix=贝娅特丽克丝
Fiona=菲奥娜 Teresa=特蕾莎 Juliane=尤利亚娜 Margaux=玛戈 Valeria=巴莱里娅 Ruth=露丝
Katrin=卡特琳 Deborah=德博拉 Sabine=萨比娜 Pilar=皮拉尔 Louise=路易丝 Heike=海克
""")

SURNAMES = _names("""
Pellworth=佩尔沃思 Grantham=格兰瑟姆 Hallowell=哈洛韦尔 Brackley=布拉克利 Dunmore=邓莫尔
Whitlock=惠特洛克 Fairbrother=费尔布拉泽 Tarrant=塔兰特 Kingswell=金斯韦尔 Loxley=洛克斯利
Vossberg=福斯贝格 Reinholdt=赖因霍尔特 Kessler=凯斯勒 Brandtner=布兰特纳 Lindhorst=林德霍斯特
Steinmetz=施泰因梅茨 Wiegand=维甘德 Falkenrath=法尔肯拉特 Delacroix=德拉克鲁瓦 Marchand=马尔尚
Beaumarin=博马兰 Lefort=勒福尔 Rousselin=鲁塞兰 Vauquelin=沃克兰 Gaillard=盖拉尔
Moreland=莫兰 Castellano=卡斯特利亚诺 Quintana=金塔纳 Robledo=罗夫莱多 Salvatierra=萨尔瓦铁拉
Montoro=蒙托罗 Valdivia=巴尔迪维亚 Cifuentes=西丰特斯 Navarro=纳瓦罗 Draycott=德雷科特
Merriman=梅里曼 Standish=斯坦迪什 Winterbourne=温特伯恩 Cavendale=卡文代尔 Rookwood=鲁克伍德
Harbeck=哈贝克 Thielmann=蒂尔曼 Zumwald=楚姆瓦尔德 Petrov-Lane=彼得罗夫莱恩 Gravelle=格拉韦勒
Lavigne=拉维涅 Mondragón=蒙德拉贡 Peralta=佩拉尔塔 Sandoval=桑多瓦尔 Tremblard=特朗布拉尔
Kowalt=科瓦尔特 Bergström=贝里斯特伦 Nordahl=努达尔 Lindqvist=林德奎斯特 Havel=哈韦尔
Szymon=希蒙 Dragan=德拉甘 Popescu=波佩斯库 Ferreira=费雷拉 Rossetti=罗塞蒂
""")
