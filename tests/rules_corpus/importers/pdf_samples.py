"""PDFs for the tests, made by two generators or written object by object; all in our own words."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import reportlab
from fpdf import FPDF
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

FONT = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
_NUMBERED = re.compile(r"(\d{3}\S*\.) (.*)")


class _Pages(FPDF):
    """Pages with a running header and with their number below."""

    def header(self) -> None:
        self.set_font("Vera", size=7)
        self.cell(0, 6, "Rules of the Garden - edition 9.1", align="C")
        self.ln(9)

    def footer(self) -> None:
        self.set_y(-12)
        self.set_font("Vera", size=7)
        self.cell(0, 6, f"Page {self.page_no()} of {{nb}}", align="R")


def fpdf2_pdf(
    lines: Iterable[str], align: str = "L", size: tuple[int, int] = (105, 148), password: str | None = None
) -> bytes:
    """One paragraph a line, on pages of `size` millimetres. An empty password only limits what may be done."""
    pdf = _Pages(format=size)
    pdf.add_font("Vera", fname=FONT)
    if password is not None:
        pdf.set_encryption(owner_password="owner", user_password=password)  # noqa: S106 - of a sample
    pdf.add_page()
    pdf.set_font("Vera", size=9)
    for line in lines:
        pdf.multi_cell(0, 4.5, line, align=align, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def reportlab_pdf(
    lines: Sequence[str],
    columns: int = 1,
    justified: bool = False,
    hanging: bool = False,
    font: str = "Vera",
    size: tuple[int, int] = (300, 420),
) -> bytes:
    """One paragraph a line, on pages of `size` points; with `hanging` the numbers stand left of their texts."""
    pdfmetrics.registerFont(TTFont("Vera", FONT))
    width, height = size

    def decorate(canvas: Canvas, document: BaseDocTemplate) -> None:
        canvas.setFont(font, 7)
        canvas.drawString(30, height - 20, "Rules of the Garden")
        canvas.drawRightString(width - 30, height - 20, "edition 9.1")
        canvas.drawCentredString(width / 2, 15, str(document.page))

    inner = (width - 60 - 15 * (columns - 1)) / columns
    frames = [
        Frame(30 + index * (inner + 15), 35, inner, height - 70, leftPadding=0, rightPadding=0)
        for index in range(columns)
    ]
    target = io.BytesIO()
    document = BaseDocTemplate(target, pagesize=size)
    document.addPageTemplates(PageTemplate(frames=frames, onPage=decorate))
    style = ParagraphStyle(
        "rule", fontName=font, fontSize=9, leading=11, alignment=4 if justified else 0, leftIndent=50 * hanging
    )
    paragraphs = []
    for line in lines:
        found = _NUMBERED.fullmatch(line) if hanging else None
        paragraphs.append(
            Paragraph(escape(found[2]), style, bulletText=found[1]) if found else Paragraph(escape(line), style)
        )
    document.build(paragraphs)
    return target.getvalue()


def objects_pdf(objects: Sequence[bytes]) -> bytes:
    """A PDF of these objects, numbered from 1; the first is its catalogue."""
    out = b"%PDF-1.4\n"
    places = []
    for number, item in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, item)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    table = b"xref\n0 %d\n0000000000 65535 f \n%b" % (len(places) + 1, rows)
    return out + table + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, len(out))


def stream(content: bytes, filters: bytes = b"/FlateDecode") -> bytes:
    """A stream object of bytes that are encoded already."""
    return b"<</Length %d/Filter %b>>\nstream\n%b\nendstream" % (len(content), filters, content)


def page_pdf(content: bytes, kids: bytes = b"3 0 R", count: int = 1, more: bytes = b"") -> bytes:
    """A PDF of one page with this content stream; `kids` are the children of the page tree's root."""
    return objects_pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, count),
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>",
            content,
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            more or b"null",
        ]
    )


def words_stream(words: bytes) -> bytes:
    return stream(zlib.compress(b"BT /F 12 Tf 50 700 Td (%b) Tj ET" % words))


def packed_spaces(mebibytes: int) -> bytes:
    """The beginning of a Flate stream of so many mebibytes of spaces; a thousandth of that in size."""
    packing = zlib.compressobj(9)
    first, more = (packing.compress(b" " * (1 << 20)) + packing.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    return first + more * (mebibytes - 1)
