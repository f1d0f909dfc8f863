"""Draws the four demo papers: real PDF and JPEG files that say on their face that they are samples."""

import hashlib
import time
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONT = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
BOLD = "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"
SIMPLIFIED_CHINESE = 2
WIDTH, HEIGHT = 827, 1169
A_FIXED_DAY = time.gmtime(1_767_225_600)

PAPERS = [
    ("6-任务来源说明（样例）.pdf", "任务来源说明", "样例", [
        "项目名称：区域地质调查遥感解译（演示）",
        "任务来源：演示用任务书 演示〔2026〕001号",
        "承担单位：某省地质调查院（演示）",
        "用途：1:25万区域地质调查影像底图编制",
        "所需数据：卫星影像及省级地形晕渲产品",
        "",
        "本页仅供系统演示，不具任何效力。",
    ]),
    ("7-数据分发登记表（样例）.pdf", "数据分发登记表", "样例", [
        "申请单位：某省地质调查院（演示）",
        "申请人：张三（演示）　　电话：010-00000000",
        "数据内容：影像与专题产品共 10 景",
        "获取方式：在线下载",
        "申请人签字：（样例，未签）",
        "单位盖章：（样例，未盖章）",
        "",
        "本页仅供系统演示，不具任何效力。",
    ]),
    ("2-介绍信（样例）.pdf", "介绍信", "样例", [
        "兹介绍我单位张三（演示）等 1 人，",
        "前往贵处办理卫星影像数据申请事宜，",
        "请予接洽。",
        "",
        "某省地质调查院（演示）",
        "二〇二六年一月一日",
        "",
        "本页仅供系统演示，不具任何效力。",
    ]),
    ("1-身份证（样例）.jpg", "身份证件", "样例 · 非真实证件", [
        "姓名：张三（演示）",
        "证件号码：000000000000000000",
        "",
        "本图为占位样例，不含任何真实个人信息，",
        "不是证件，不具任何效力。",
    ]),
]


def font(path, size):
    return ImageFont.truetype(path, size, index=SIMPLIFIED_CHINESE)


def page(title, mark, text):
    picture = Image.new("L", (WIDTH, HEIGHT), 255)
    draw = ImageDraw.Draw(picture)
    stamp = Image.new("L", (900, 220), 255)
    ImageDraw.Draw(stamp).text((450, 110), mark, font=font(BOLD, 90), fill=205, anchor="mm")
    picture.paste(stamp.rotate(30, expand=True, fillcolor=255).resize((780, 600)), (20, 480))
    draw.rectangle((50, 50, WIDTH - 50, HEIGHT - 50), outline=120, width=2)
    draw.text((WIDTH / 2, 140), f"{title}（样例）", font=font(BOLD, 44), fill=0, anchor="mm")
    for number, line in enumerate(text):
        draw.text((110, 240 + 62 * number), line, font=font(FONT, 26), fill=0)
    return picture


def make_papers(folder: Path):
    folder.mkdir(exist_ok=True)
    for name, title, mark, text in PAPERS:
        picture, target = page(title, mark, text), folder / name
        if target.suffix == ".jpg":
            picture.crop((0, 0, WIDTH, 900)).save(target, "JPEG", quality=60, optimize=True)
        else:
            picture.save(target, "PDF", resolution=100, quality=55, title=f"{title}（样例）",
                         creationDate=A_FIXED_DAY, modDate=A_FIXED_DAY)
        print(target.name, hashlib.sha256(target.read_bytes()).hexdigest()[:16])
