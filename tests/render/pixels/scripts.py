"""Names as people all over the world write them, for tests of fonts."""

from __future__ import annotations

from typing import Final

BY_SCRIPT: Final[dict[str, tuple[str, ...]]] = {
    "Latin": ("Zoé Müller", "Łukasz Żółć", "Đặng Thị Nguyễn", "Þórður Ásgeirsson", "İbrahim Çağlayan", "Ọlúwasẹ́un"),
    "Greek": ("Ελένη Παπαδοπούλου", "Ἀριστοτέλης"),
    "Cyrillic": ("Наталья", "Олексій Їжак", "Ђорђе Љубић", "Әйгерім", "Төмөр"),
    "Arabic": ("محمد علي", "فاطمة الزهراء", "مُحَمَّد", "پریچهر گلشیری", "ٹیپو سلطان"),
    "Hebrew": ("משה כהן", "נָתַנְאֵל"),
    "Devanagari": ("सौरभ", "श्रीकृष्ण", "लक्ष्मी"),
    "Bengali": ("বাংলা", "শ্রীমতী"),
    "Gurmukhi": ("ਗੁਰਪ੍ਰੀਤ",),
    "Gujarati": ("કૃષ્ણા",),
    "Oriya": ("ପ୍ରିୟଙ୍କା",),
    "Tamil": ("தமிழ்ச்செல்வன்",),
    "Telugu": ("శ్రీనివాస్",),
    "Kannada": ("ಶ್ರೀನಿವಾಸ",),
    "Malayalam": ("ശ്രീകുമാർ",),
    "Sinhala": ("ශ්‍රී ලාල්",),
    "Thai": ("สมชาย", "ปิ่นเกล้า", "ผู้ใหญ่"),
    "Lao": ("ບຸນມີ",),
    "Khmer": ("ស្រីមុំ", "ញ៉ាញ់"),
    "Burmese": ("မြို့ကျော်",),
    "Tibetan": ("བཀྲ་ཤིས་", "སྒྲོལ་མ"),
    "Ethiopic": ("ትዕግስት",),
    "Georgian": ("მარიამ",),
    "Armenian": ("Հայկ",),
    "Simplified Chinese": ("李小龙", "陈伟", "欧阳娜娜", "𠮷田龘"),
    "Traditional Chinese": ("陳偉霆", "蔡依林", "ㄅㄆㄇ"),
    "Japanese": ("山田太郎", "さくら", "マリオ", "渡邊ゆい", "ﾊﾝｶｸ"),
    "Korean": ("김철수", "박지민", "ㅋㅋㅋ"),
    "Mongolian": ("ᠮᠣᠩᠭᠣᠯ",),
    "Syriac": ("ܣܘܪܝܝܐ",),
    "Thaana": ("ދިވެހި",),
    "N'Ko": ("ߒߞߏ",),
    "Adlam": ("𞤀𞤣𞤤𞤢𞤥",),
    "Tifinagh": ("ⵜⴰⵎⴰⵣⵉⵖⵜ",),
    "Cherokee": ("ᏣᎳᎩ",),
    "Syllabics": ("ᐃᓄᒃᑎᑐᑦ",),
    "Javanese": ("ꦱꦿꦶ",),
    "Balinese": ("ᬩᬮᬶ",),
    "Ol Chiki": ("ᱥᱟᱱᱛᱟᱲᱤ",),
    "Yi": ("ꆈꌠ",),
    "Runic": ("ᚱᚢᚾᚨ",),
    "Hieroglyphs": ("𓆩♡𓆪",),
    "Emoji": ("🐉🎲", "👍🏽👩🏾‍💻", "👩‍👩‍👧‍👦", "❤️‍🔥", "1️⃣2️⃣", "🫠🪿"),
    "Flags": ("🇫🇷🇩🇪🇯🇵", "🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏳️‍🌈🏴‍☠️"),
    "Symbols": ("♔♞♠♥", "★☆✦✧✿❀", "☾☯☮⚡", "→⇒∞≠±√", "⟡⊹⋆｡˚", "①②③", "♪♫𝄞", "░▒▓█", "⠓⠊"),
    "Fancy letters": ("ᴊᴏɴᴀꜱ", "ⓐⓝⓐ", "ＡＮＡ", "ᗩᑎᗩ", "ꓮꓠꓮ", "ʎuɐ", "🅰🅽🅰"),
    "Adornments": ("꧁༺Ana༻꧂", "ᥫ᭡Ana", "乂Ana乂", "Ana𐙚", "【Ana】", "Ana (ツ)", "𒈙Ana𒈙"),
    "Mixed": ("علي Bob", "Tom 汤姆 🎲", "Ана ☆ 花子", "محمد ❤️ (2)"),
}
"""Names that are drawn as they are written, by script."""

EVERY: Final = [name for group in BY_SCRIPT.values() for name in group]

HOSTILE: Final = (
    "Z̸̡̛̗̲̽͛̎͗a̵̢͓͕̔l̴̰͎̀g̶̛̥̭̈́o̷͙͂̏", "ก็็็็็็็็็็", "ᄀᆞᆢᄒᆞᆫ", "\u202eevil\u202c", "\u2066\u2067x\u2069",
    "🐉" * 32, "👩‍👩‍👧‍👦" * 4, "🇫🇷" * 16, "\ue000\uf8ff\U000f0000", "\U0010ffff", "\ufffd", "\ufdd0", "﷽" * 8, "𒐫𒐫𒐫",
    "\u3164\u2800", "\u200d\u200c\u200d", "◌ّ◌ّ", "\u0301\u0302", "a" + "\u20dd" * 9, "क" + "्क" * 15, "\U000e0041" * 9,
    "🏴" + "\U000e0067" * 31, "\U0001f1eb", "ا" * 32, "W" * 32, "𐘀𘠀𝠀",
)  # fmt: skip
