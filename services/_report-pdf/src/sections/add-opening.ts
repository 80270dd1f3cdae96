import { formatMonth } from '@app/contracts/format/dates.ts'
import { type FigureInWords, mainFigures } from '@app/contracts/format/report-words.ts'
import type { MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import { firstDayOf } from '@app/contracts/rules/monthly-report.ts'
import { styles } from '../pdf/look.ts'
import { toLogo } from '../pdf/pictures.ts'
import type { Sheet } from '../pdf/sheet.ts'
import { layOutText, measureText, type TextStyle } from '../text/lay-out-text.ts'

const BAND_HEIGHT = 8
const LOGO = { width: 150, height: 44 }
const TEXT_WIDTH = 420
const text: TextStyle = { ...styles.body, size: 11, lineHeight: 17 }
const TILE = { gap: 12, padding: 14, radius: 6, spaceBefore: 14 }
/** Smallest size of a main figure, for long values such as durations. */
const FIGURE_SIZE_MIN = 15

/** The heading of a report, without the company's name. */
export const titleOf = ({ month }: MonthlyReport): string => `What we did for you in ${formatMonth(firstDayOf(month))}`

/** Adds the logo, the title, the team's text and the main figures. */
export async function addOpening(sheet: Sheet, report: MonthlyReport, agency: string, logo: Uint8Array | undefined): Promise<void> {
  const { document, look } = sheet
  document.drawArtifact(() => {
    document.rect(0, 0, document.page.width, BAND_HEIGHT).fillColor(look.accent).fill()
  })
  await addMasthead(sheet, report, agency, logo)
  sheet.addText(document.root, 'H1', titleOf(report), styles.title)
  sheet.y += 4
  sheet.addText(document.root, 'P', report.companyName, styles.strong, { color: look.muted, align: 'left' })
  if (report.number > 1) {
    sheet.addText(document.root, 'P', `Corrected report, number ${report.number}`, styles.strong, { color: look.accent })
  }
  addAdminText(sheet, report.text)
  addMainFigures(sheet, mainFigures(report))
}

async function addMasthead(sheet: Sheet, { companyName }: MonthlyReport, agency: string, logo: Uint8Array | undefined): Promise<void> {
  const { document, look } = sheet
  const picture = logo && (await toLogo(logo, LOGO.width, LOGO.height, look.ink))
  if (picture) {
    const scale = Math.min(LOGO.width / picture.width, LOGO.height / picture.height)
    const [width, height] = [picture.width * scale, picture.height * scale]
    const top = sheet.y + (LOGO.height - height) / 2
    document.tag(document.root, 'Figure', () => document.image(picture.data, sheet.left, top, { width, height }), {
      alt: `Logo of ${companyName}`,
      bbox: [sheet.left, top, sheet.left + width, top + height],
      placement: 'Block',
    })
  }
  const [line] = layOutText(agency, sheet.width - LOGO.width - TILE.gap, styles.small, 1)
  const y = picture ? sheet.y + (LOGO.height - styles.small.lineHeight) / 2 : sheet.y
  if (line) document.tag(document.root, 'P', () => sheet.drawLine(line, y, styles.small, { color: look.muted, align: 'right' }))
  sheet.y += picture ? LOGO.height + 22 : styles.small.lineHeight + 22
}

function addAdminText(sheet: Sheet, adminText: string): void {
  if (adminText.trim() === '') return
  sheet.y += 8
  for (const paragraph of adminText.split('\n')) {
    // A blank line separates paragraphs.
    if (paragraph.trim() === '') sheet.y += text.lineHeight / 2
    else sheet.addText(sheet.document.root, 'P', paragraph, text, { width: TEXT_WIDTH })
  }
}

/** Returns the style in which a value fits on one line. */
function figureStyle(value: string, width: number): TextStyle {
  let style: TextStyle = styles.figure
  while (style.size > FIGURE_SIZE_MIN && measureText(value, style) > width) style = { ...style, size: style.size - 1 }
  return style
}

function addMainFigures(sheet: Sheet, figures: readonly FigureInWords[]): void {
  const { document, look } = sheet
  const width = (sheet.width - (figures.length - 1) * TILE.gap) / figures.length
  const inner = width - 2 * TILE.padding
  const tiles = figures.map(({ label, value, change }, at) => ({
    x: sheet.left + at * (width + TILE.gap),
    parts: [
      { text: label, style: styles.smallStrong, color: look.muted },
      { text: value, style: figureStyle(value, inner), color: look.accent },
      { text: change, style: styles.small, color: look.ink },
    ].map((part) => ({ ...part, lines: layOutText(part.text, inner, part.style) })),
  }))
  const heights = tiles.map(({ parts }) => parts.reduce((sum, { lines, style }) => sum + lines.length * style.lineHeight, 0))
  const height = Math.max(...heights) + 2 * TILE.padding
  sheet.y += TILE.spaceBefore
  sheet.reserve(height)
  const list = document.addElement(document.root, 'L')
  for (const { x, parts } of tiles) {
    document.drawArtifact(() => {
      document.roundedRect(x, sheet.y, width, height, TILE.radius).fillColor(look.sunken).fill()
    })
    const item = document.addElement(list, 'LI')
    const body = document.addElement(item, 'LBody')
    let y = sheet.y + TILE.padding
    for (const { lines, style, color } of parts.filter((part) => part.lines.length > 0)) {
      document.tag(body, 'P', () => {
        y += sheet.drawLines(lines, y, style, { x: x + TILE.padding, width: inner, color })
      })
    }
    body.end()
    item.end()
  }
  list.end()
  sheet.y += height
}
