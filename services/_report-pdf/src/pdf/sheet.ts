import { type Line, layOutText, type TextStyle, tabular } from '../text/lay-out-text.ts'
import type { Look } from './look.ts'
import { styles } from './look.ts'
import type { Element, TaggedDocument } from './tagged-document.ts'

/** Letter size, in points. */
const PAGE = { width: 612, height: 792 }
const MARGIN = { side: 54, top: 46, bottom: 60 }
/** Distance of the baseline from the top of a line, as part of the font size beyond half the leading. */
const BASELINE = 0.36
const FOOTER_Y = PAGE.height - 40

export interface TextPlace {
  x?: number
  width?: number
  color?: string
  align?: 'left' | 'right'
  linesMax?: number
}

/** A document whose content flows from the top of the first page to the bottom of the last. */
export class Sheet {
  readonly left = MARGIN.side
  readonly width = PAGE.width - 2 * MARGIN.side
  readonly document: TaggedDocument
  readonly look: Look
  /** The place of what comes next. */
  y = MARGIN.top

  constructor(document: TaggedDocument, look: Look) {
    this.document = document
    this.look = look
    document.addPage()
  }

  get bottom(): number {
    return PAGE.height - MARGIN.bottom
  }

  /** Begins a new page unless the current one has this height left. Returns whether it did. */
  reserve(height: number): boolean {
    if (this.y + height <= this.bottom) return false
    this.document.addPage()
    this.y = MARGIN.top
    return true
  }

  /** Draws a line of text. `y` is its top. */
  drawLine({ runs, width, isRightToLeft }: Line, y: number, style: TextStyle, place: TextPlace = {}): void {
    const { x = this.left, width: available = this.width, color = this.look.ink, align = isRightToLeft ? 'right' : 'left' } = place
    const start = align === 'right' ? x + available - width : x
    const baseline = y + style.lineHeight / 2 + style.size * BASELINE
    for (const { text, font, x: offset, original, isRightToLeft: isRunRightToLeft } of runs) {
      if (original) this.document.markContent('Span', { actual: original })
      this.document
        .registerFont(font.name, font.font)
        .font(font.name)
        .fontSize(style.size)
        .fillColor(color)
        // An empty list of features makes PDFKit lay out the words together, which texts from right to left need.
        .text(text, start + offset, baseline, {
          lineBreak: false,
          baseline: 'alphabetic',
          features: isRunRightToLeft ? [] : tabular(style),
        })
      if (original) this.document.endMarkedContent()
    }
  }

  /** Draws lines below each other, without page breaks. Returns their height. */
  drawLines(lines: readonly Line[], y: number, style: TextStyle, place: TextPlace = {}): number {
    lines.forEach((line, at) => {
      this.drawLine(line, y + at * style.lineHeight, style, place)
    })
    return lines.length * style.lineHeight
  }

  /** Adds an element with a text that may continue on the next pages. */
  addText(parent: Element, type: string, text: string, style: TextStyle, place: TextPlace = {}): void {
    const lines = layOutText(text, place.width ?? this.width, style, place.linesMax)
    const element = this.document.addElement(parent, type)
    for (const line of lines) {
      this.reserve(style.lineHeight)
      element.add(() => {
        this.drawLine(line, this.y, style, place)
      })
      this.y += style.lineHeight
    }
    element.end()
  }

  /** Adds the heading of a section. It stays on the page of what follows, which needs at least `following` points. */
  addHeading(parent: Element, text: string, following: number): void {
    const { heading } = styles
    this.y += 26
    this.reserve(heading.lineHeight + 12 + following)
    this.document.drawArtifact(() => {
      this.document
        .rect(this.left, this.y - 8, 28, 2.5)
        .fillColor(this.look.accent)
        .fill()
    })
    this.addText(parent, 'H2', text, heading, { color: this.look.ink })
    this.y += 10
  }

  /** Adds a sentence below a list or table, or in its place. */
  addNote(parent: Element, text: string): void {
    this.addText(parent, 'P', text, styles.body, { color: this.look.muted })
  }

  /** Draws the footers. `text` is beside the page number. */
  drawFooters(text: string): void {
    const { count } = this.document.bufferedPageRange()
    const style = { ...styles.small, hasTabularDigits: true }
    for (let page = 0; page < count; page += 1) {
      this.document.switchToPage(page)
      this.document.drawArtifact(() => {
        this.document
          .moveTo(this.left, FOOTER_Y - 8)
          .lineTo(this.left + this.width, FOOTER_Y - 8)
          .lineWidth(0.5)
          .strokeColor(this.look.line)
          .stroke()
        const [line] = layOutText(text, this.width - 100, style, 1)
        if (line) this.drawLine(line, FOOTER_Y, style, { color: this.look.muted, align: 'left' })
        const [number] = layOutText(`Page ${page + 1} of ${count}`, 90, style)
        if (number) this.drawLine(number, FOOTER_Y, style, { color: this.look.muted, align: 'right' })
      }, 'Pagination')
    }
  }
}
