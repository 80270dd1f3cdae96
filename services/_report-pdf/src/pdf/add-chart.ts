import { type Chart, type ChartData, type ChartText, describeChart } from '@app/contracts/format/charts.ts'
import { layOutText, measureText, type TextStyle } from '../text/lay-out-text.ts'
import { styles } from './look.ts'
import type { Sheet } from './sheet.ts'
import type { Element } from './tagged-document.ts'

const LEGEND = { height: 18, swatch: 9, gap: 5, space: 16 }
const label = { ...styles.small, hasTabularDigits: true }
const value = { ...styles.smallStrong, hasTabularDigits: true }
/** Distance of a baseline from the top of its line. */
const ASCENT = label.lineHeight / 2 + label.size * 0.36

class ChartDrawing {
  private readonly sheet: Sheet
  private readonly x: number
  private readonly y: number

  constructor(sheet: Sheet, x: number, y: number) {
    this.sheet = sheet
    this.x = x
    this.y = y
  }

  drawText({ text, x, y, anchor }: ChartText, style: TextStyle, color: string): void {
    const [line] = layOutText(text, Number.POSITIVE_INFINITY, style)
    if (!line) return
    const shift = anchor === 'start' ? 0 : anchor === 'end' ? line.width : line.width / 2
    this.sheet.drawLine(line, this.y + y - ASCENT, style, { x: this.x + x - shift, color, align: 'left' })
  }

  fillShape(series: number, x: number, y: number, width: number, height: number): void {
    const { document, look } = this.sheet
    if (width <= 0 || height <= 0) return
    if (series === 0) document.rect(x, y, width, height).fillColor(look.accent).fill()
    else {
      const edge = 0.75
      document
        .rect(x + edge / 2, y + edge / 2, Math.max(width - edge, 0), Math.max(height - edge, 0))
        .lineWidth(edge)
        .fillColor(look.before.fill)
        .strokeColor(look.before.edge)
        .fillAndStroke()
    }
  }

  /** Draws the title, or what the colors mean. */
  drawLegend({ series, title }: ChartData): void {
    if (series.length === 1) {
      this.drawText({ text: title, x: 0, y: LEGEND.swatch - LEGEND.height, anchor: 'start' }, value, this.sheet.look.muted)
      return
    }
    let { x } = this
    series.forEach(({ name }, at) => {
      this.fillShape(at, x, this.y - LEGEND.height + 1, LEGEND.swatch, LEGEND.swatch)
      x += LEGEND.swatch + LEGEND.gap
      this.drawText({ text: name, x: x - this.x, y: LEGEND.swatch - LEGEND.height, anchor: 'start' }, label, this.sheet.look.ink)
      x += measureText(name, label) + LEGEND.space
    })
  }

  draw(chart: Chart): void {
    const { document, look } = this.sheet
    for (const { x1, y1, x2, y2 } of chart.lines) {
      document
        .moveTo(this.x + x1, this.y + y1)
        .lineTo(this.x + x2, this.y + y2)
        .lineWidth(0.5)
        .strokeColor(look.line)
        .stroke()
    }
    for (const { series, x, y, width, height } of chart.bars) this.fillShape(series, this.x + x, this.y + y, width, height)
    for (const text of chart.scale) this.drawText(text, label, look.muted)
    for (const text of chart.categories) this.drawText(text, label, look.ink)
    for (const text of chart.values) this.drawText(text, value, look.ink)
  }
}

/** Returns the height of a chart with its legend. */
export const heightOfChart = ({ height }: Chart): number => height + LEGEND.height

/** Adds a chart at the current place, without moving it. Screen readers get its numbers. */
export function addChart(sheet: Sheet, parent: Element, data: ChartData, chart: Chart, x = sheet.left): void {
  const top = sheet.y + LEGEND.height
  const drawing = new ChartDrawing(sheet, x, top)
  const bbox: [number, number, number, number] = [x, sheet.y, x + chart.width, top + chart.height]
  sheet.document.tag(
    parent,
    'Figure',
    () => {
      drawing.drawLegend(data)
      drawing.draw(chart)
    },
    { alt: describeChart(data), bbox, placement: 'Block' },
  )
}
