import { formatDate } from '@app/contracts/format/dates.ts'
import type { MonthlyReport, ReportPost } from '@app/contracts/http/monthly-reports.ts'
import { platformNames } from '@app/contracts/rules/task-status.ts'
import { styles } from '../pdf/look.ts'
import { type Picture, toThumbnail } from '../pdf/pictures.ts'
import type { Sheet } from '../pdf/sheet.ts'
import type { Element } from '../pdf/tagged-document.ts'
import { layOutText, measureText } from '../text/lay-out-text.ts'

/** Returns the bytes of a post's picture in any format, or undefined if it can't be read. */
export type ReadThumbnail = (post: ReportPost) => Promise<Uint8Array | undefined>

const COLUMNS = 2
const COLUMN_GAP = 24
const ROW_GAP = 16
const THUMBNAIL = 84
const TEXT_GAP = 12
const TITLE_LINES_MAX = 3
const LINK_GAP = 8
const UNDERLINE = { thickness: 0.5, below: 2 }

interface Card {
  post: ReportPost
  x: number
  textX: number
  textWidth: number
}

/** Adds what was posted, in two columns. Pictures are read one after the other, so that only one is in memory. */
export async function addPosts(sheet: Sheet, { figures: { posts } }: MonthlyReport, readThumbnail: ReadThumbnail): Promise<void> {
  const section = sheet.document.addElement(sheet.document.root, 'Sect')
  sheet.addHeading(section, 'What we posted', THUMBNAIL)
  if (posts.listed.length === 0) sheet.addNote(section, 'We posted nothing this month.')
  else {
    const list = sheet.document.addElement(section, 'L')
    for (let first = 0; first < posts.listed.length; first += COLUMNS) {
      await addRow(sheet, list, posts.listed.slice(first, first + COLUMNS), readThumbnail)
    }
    list.end()
  }
  if (posts.more > 0) sheet.addNote(section, `${posts.more} more posts are in the portal.`)
  section.end()
}

async function addRow(sheet: Sheet, list: Element, posts: readonly ReportPost[], readThumbnail: ReadThumbnail): Promise<void> {
  const width = (sheet.width - (COLUMNS - 1) * COLUMN_GAP) / COLUMNS
  const cards = posts.map((post, column) => {
    const x = sheet.left + column * (width + COLUMN_GAP)
    return { post, x, textX: x + THUMBNAIL + TEXT_GAP, textWidth: width - THUMBNAIL - TEXT_GAP }
  })
  const height = Math.max(...cards.map(heightOfCard))
  sheet.reserve(height)
  for (const card of cards) {
    const item = sheet.document.addElement(list, 'LI')
    const body = sheet.document.addElement(item, 'LBody')
    await addThumbnail(sheet, body, card, readThumbnail)
    addWords(sheet, body, card)
    body.end()
    item.end()
  }
  sheet.y += height + ROW_GAP
}

const titleLines = ({ post, textWidth }: Card) => layOutText(post.title, textWidth, styles.strong, TITLE_LINES_MAX)

function heightOfCard(card: Card): number {
  const words = styles.small.lineHeight + 2 + titleLines(card).length * styles.strong.lineHeight
  return Math.max(THUMBNAIL, words + 4 + placePlatforms(card).height)
}

async function addThumbnail(sheet: Sheet, body: Element, { post, x }: Card, readThumbnail: ReadThumbnail): Promise<void> {
  const { document, y } = sheet
  const data = post.thumbnail ? await readThumbnail(post) : undefined
  const picture = data && (await toThumbnail(data, THUMBNAIL))
  // A post without a picture has only a decoration.
  if (!post.thumbnail) return document.drawArtifact(() => drawPlaceholder(sheet, x))
  const alt = post.alternativeText || `Picture of “${post.title}”`
  document.tag(body, 'Figure', () => (picture ? drawThumbnail(sheet, x, picture) : drawPlaceholder(sheet, x)), {
    alt,
    bbox: [x, y, x + THUMBNAIL, y + THUMBNAIL],
    placement: 'Block',
  })
}

function drawThumbnail({ document, y }: Sheet, x: number, { data }: Picture): void {
  document.save()
  document.roundedRect(x, y, THUMBNAIL, THUMBNAIL, 5).clip()
  document.image(data, x, y, { width: THUMBNAIL, height: THUMBNAIL })
  document.restore()
}

/** Draws a picture of hills and the sun in pale lines. */
function drawPlaceholder({ document, look, y }: Sheet, x: number): void {
  document.roundedRect(x, y, THUMBNAIL, THUMBNAIL, 5).fillColor(look.sunken).fill()
  const [left, top, side] = [x + THUMBNAIL * 0.3, y + THUMBNAIL * 0.32, THUMBNAIL * 0.4]
  document.lineWidth(1.25).strokeColor(look.before.edge)
  document.roundedRect(left, top, side, side * 0.9, 3).stroke()
  document.circle(left + side * 0.72, top + side * 0.27, side * 0.1).stroke()
  document
    .moveTo(left, top + side * 0.72)
    .lineTo(left + side * 0.32, top + side * 0.42)
    .lineTo(left + side * 0.6, top + side * 0.68)
    .lineTo(left + side * 0.76, top + side * 0.54)
    .lineTo(left + side, top + side * 0.74)
    .stroke()
}

function addWords(sheet: Sheet, body: Element, card: Card): void {
  const { document, look } = sheet
  const place = { x: card.textX, width: card.textWidth }
  let { y } = sheet
  const [date] = layOutText(formatDate(card.post.postedOn), card.textWidth, styles.small, 1)
  if (date) document.tag(body, 'P', () => sheet.drawLine(date, y, styles.small, { ...place, color: look.muted }))
  y += styles.small.lineHeight + 2
  const title = titleLines(card)
  if (title.length > 0) document.tag(body, 'P', () => sheet.drawLines(title, y, styles.strong, place))
  addPlatforms(sheet, body, card, y + title.length * styles.strong.lineHeight + 4)
}

/** Places the names of the platforms below the title, from left to right and on further lines. */
function placePlatforms({ post, textWidth }: Card) {
  let [x, y] = [0, 0]
  const placed = post.platforms.map((platform) => {
    const name = platformNames[platform]
    const width = measureText(name, styles.small)
    if (x > 0 && x + width > textWidth) {
      x = 0
      y += styles.small.lineHeight
    }
    const at = { name, width, x, y, url: post.links.find((link) => link.platform === platform)?.url }
    x += width + LINK_GAP
    return at
  })
  return { placed, height: y + styles.small.lineHeight }
}

function addPlatforms(sheet: Sheet, body: Element, card: Card, top: number): void {
  const { document, look } = sheet
  const paragraph = document.addElement(body, 'P')
  for (const { name, width, x, y, url } of placePlatforms(card).placed) {
    const [line] = layOutText(name, Number.POSITIVE_INFINITY, styles.small)
    const area = { x: card.textX + x, y: top + y, width, height: styles.small.lineHeight }
    if (!line) continue
    if (!url) {
      paragraph.add(() => sheet.drawLine(line, area.y, styles.small, { x: area.x, color: look.muted }))
      continue
    }
    document.tagLink(paragraph, url, `Open “${card.post.title}” on ${name}`, area, () => {
      sheet.drawLine(line, area.y, styles.small, { x: area.x, color: look.accent })
      const underline = area.y + area.height - UNDERLINE.below
      document.rect(area.x, underline, width, UNDERLINE.thickness).fillColor(look.accent).fill()
    })
  }
  paragraph.end()
}
