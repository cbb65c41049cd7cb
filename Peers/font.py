"""Makes a font whose characters are all one em wide: font.py FILE."""
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

pen = TTGlyphPen(None)
pen.moveTo((100, 0))
pen.lineTo((100, 500))
pen.lineTo((900, 500))
pen.closePath()
letter = pen.glyph()
builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder([".notdef", "letter"])
builder.setupCharacterMap({code: "letter" for code in [*range(0x20, 0x250), *range(0x2010, 0x2027)]})
builder.setupGlyf({".notdef": letter, "letter": letter})
builder.setupHorizontalMetrics({".notdef": (1000, 100), "letter": (1000, 100)})
builder.setupHorizontalHeader(ascent=750, descent=-250)
builder.setupNameTable({"familyName": "one-advance", "styleName": "Regular"})
builder.setupOS2(sTypoAscender=750, sTypoDescender=-250, usWinAscent=750, usWinDescent=250)
builder.setupPost()
builder.save(sys.argv[1])
