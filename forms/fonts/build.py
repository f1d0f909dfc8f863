#!/usr/bin/env python3
"""Makes the two cuts of the font that the forms embed.

Only needed when the words of the forms change (the bold cut holds no other characters). Needs fonttools 4 and the npm
package @expo-google-fonts/noto-serif-sc 0.4.3, unpacked:

    python3 forms/fonts/build.py PACKAGE_FOLDER
"""

import gzip
import io
import re
import sys
from pathlib import Path

from fontTools import subset

HERE = Path(__file__).resolve().parent
UNUSED = ["GPOS", "GSUB", "GDEF", "vhea", "vmtx", "VORG", "BASE", "STAT", "DSIG"]
MARKS = set(range(0x20, 0x7F)) | set(range(0xA0, 0x100)) | set(range(0x2460, 0x2474)) | set(range(0x3000, 0x3020))
MARKS |= set(range(0xFF01, 0xFF5F)) | {ord(c) for c in "–—‘’“”…•℃№·□☐☑■√↑→×≥≤±￥"}


def gbk():
    """The 20,902 Chinese characters of GBK."""
    found = set()
    for lead in range(0x81, 0xFF):
        for trail in range(0x40, 0xFF):
            try:
                found.add(ord(bytes([lead, trail]).decode("gbk")))
            except UnicodeDecodeError:
                pass
    return {c for c in found if 0x4E00 <= c <= 0x9FA5}


def labels():
    """Every character that stands between quotation marks in the sources of the forms, their tests aside."""
    sources = [path for path in sorted((HERE.parent / "src").rglob("*.rs")) if path.name != "tests.rs"]
    texts = (path.read_text().split("#[cfg(test)]")[0] for path in sources)
    return {ord(c) for text in texts for quoted in re.findall(r'"((?:[^"\\]|\\.)*)"', text, re.S) for c in quoted if c > "\x7f"}


def cut(source, characters, target):
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.glyph_names = False
    options.notdef_outline = True
    options.drop_tables += UNUSED
    font = subset.load_font(str(source), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    plain = io.BytesIO()
    subset.save_font(font, plain, options)
    target.write_bytes(gzip.compress(plain.getvalue(), 9, mtime=0))
    print(target.name, len(font.getBestCmap()), "characters,", target.stat().st_size, "bytes")


def main():
    package = Path(sys.argv[1])
    cut(package / "400Regular/NotoSerifSC_400Regular.ttf", MARKS | gbk(), HERE / "NotoSerifSC-Regular-GBK.ttf.gz")
    cut(package / "700Bold/NotoSerifSC_700Bold.ttf", MARKS | labels(), HERE / "NotoSerifSC-Bold-labels.ttf.gz")


main()
