import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { oneLine } from '../text/one-line.ts'
import type { Block, Draft, Fact, LinkedLine, Thumbnail } from './draft.ts'
import { escapeHtml } from './escape.ts'
import { framed, inOutlook } from './frame.ts'
import { pictureTag } from './inline-picture.ts'
import { styles, TEXT_WIDTH } from './styles.ts'

/**
 * Values that a line break must not split: dates, times of day, phone numbers and ZIP codes in the format of the US, and the beginning of a
 * masked email address.
 */
const unbroken = /[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, \d{4}|\d{1,2}:\d{2} [AP]M(?: [A-Z]{2,4})?|\(\d{3}\) \d{3}-\d{4}|[A-Z]{2} \d{5}|…@/g

/** Escapes a text, and keeps each of its `unbroken` values on one line. */
const shownText = (text: string): string => escapeHtml(text).replaceAll(unbroken, '<span style="white-space:nowrap">$&</span>')

const withBreaks = (text: string): string => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>')

const contacts = [
  [escapeHtml(office.phone), office.phoneHref],
  [escapeHtml(brand.email), `mailto:${brand.email}`],
] as const

/** Returns a sentence in which the agency's phone number and email address are links. */
function sentence(text: string): string {
  let html = shownText(text)
  for (const [shown, url] of contacts) html = html.replaceAll(shown, `<a class="link" href="${url}" style="${styles.link}">${shown}</a>`)
  return html
}

function factLine([label, value, url]: Fact): string {
  const shown = url ? `<a class="link" href="${escapeHtml(url)}" style="${styles.link}">${shownText(value)}</a>` : shownText(value)
  return `<span class="muted" style="${styles.label}">${escapeHtml(label)}:</span> ${shown}`
}

// Outlook for Windows ignores the padding of a link. Spaces and a raised text make its button as large as in other email apps.
const OUTLOOK_BUTTON_START = inOutlook('<i style="mso-font-width:200%;mso-text-raise:18pt">&emsp;</i><span style="mso-text-raise:9pt">')
const OUTLOOK_BUTTON_END = inOutlook('</span><i style="mso-font-width:200%">&emsp;&#8203;</i>')

const button = (label: string, url: string, look: 'button' | 'secondButton', margin = ''): string =>
  `<a class="${look}" href="${escapeHtml(url)}" style="${styles[look]}${margin}">${OUTLOOK_BUTTON_START}${escapeHtml(label)}${OUTLOOK_BUTTON_END}</a>`

/** Margin of each of two buttons side by side. If a phone is too narrow for both, the second button moves below the first. */
const BESIDE = ';margin:0 8px 8px 0'

/** Height of a logo in pixels. Its width follows from its content. */
const LOGO_HEIGHT = 40

const companyLine = (name: string, logo: string | undefined): string =>
  `<p dir="auto" style="${styles.company}">${logo ? pictureTag({ contentId: logo, alt: '', height: LOGO_HEIGHT, style: styles.logo }) : ''}${escapeHtml(name)}</p>`

function thumbnailTile({ contentId, alt, note, width, height }: Thumbnail, link: string, style: string): string {
  const shown = contentId ? pictureTag({ contentId, alt, width, height, isFramed: true, style: styles.picture }) : escapeHtml(alt)
  const words = note ? `<div class="muted" style="${styles.note}">${escapeHtml(note)}</div>` : ''
  return `<div style="${style}"><a class="link" href="${escapeHtml(link)}" style="${styles.link}">${shown}</a>${words}</div>`
}

const noteBelow = (note: string): string => `<br><span class="muted" dir="auto" style="${styles.note}">${shownText(note)}</span>`

const linkedLine = ({ text, url, notes }: LinkedLine): string =>
  `<li style="${styles.line}"><a class="link" dir="auto" href="${escapeHtml(url)}" style="${styles.link}">${shownText(text)}</a>${notes.map(noteBelow).join('')}</li>`

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p style="${styles.paragraph}">${sentence(block.text)}</p>`
    case 'facts':
      return `<p style="${styles.paragraph}">${block.facts.map(factLine).join('<br>')}</p>`
    case 'quote':
      return `<blockquote class="quote" dir="auto" style="${styles.quote}">${withBreaks(block.text)}</blockquote>`
    case 'code':
      return `<p class="code" style="${styles.code}">${escapeHtml(block.code)}</p>`
    case 'picture':
      return `<p style="${styles.paragraph}"><a href="${escapeHtml(block.link)}"><img src="${escapeHtml(block.src)}" alt="${escapeHtml(block.alt)}" width="${TEXT_WIDTH}" class="picture" style="${styles.picture}"></a></p>`
    case 'section':
      return `<h2 class="section" style="${styles.section}">${escapeHtml(block.title)}</h2>`
    case 'links':
      return `<p dir="auto" style="${styles.listTitle}">${escapeHtml(block.title)}</p>
<ul style="${styles.list}">
${block.lines.map(linkedLine).join('\n')}
</ul>`
    case 'company':
      return companyLine(block.name, block.logo)
    case 'thumbnails': {
      const style = block.thumbnails.length === 1 ? styles.onlyTile : styles.tile
      return block.thumbnails.map((thumbnail) => thumbnailTile(thumbnail, block.link, style)).join('\n')
    }
    case 'action':
      return `<p style="${styles.paragraph}">${button(block.label, block.url, 'button')}</p>`
    case 'actions': {
      const [first, second] = block.labels
      return `<p style="${styles.buttons}">${button(first, block.url, 'button', BESIDE)}${button(second, block.url, 'secondButton', BESIDE)}</p>`
    }
    case 'link':
      return `<p style="${styles.linkParagraph}"><a class="link" href="${escapeHtml(block.url)}" style="${styles.ownLine}">${escapeHtml(block.label)}</a></p>`
  }
}

const PREHEADER_LENGTH = 140

const footer = [
  `${escapeHtml(brand.name)} · ${shownText(office.address)}<br>`,
  `<a class="muted" href="${office.phoneHref}" style="${styles.footerLink}">${shownText(office.phone)}</a><br>`,
  `<a class="muted" href="mailto:${brand.email}" style="${styles.footerLink}">${escapeHtml(brand.email)}</a>`,
]

/** Returns the HTML of an email. Styles are inline, because some email apps ignore style sheets. */
export function htmlPart({ subject, preheader, lead, heading, blocks }: Draft): string {
  const headingHtml = `<h1 dir="auto" style="${styles.heading}">${shownText(heading)}</h1>`
  const lines = framed({
    title: [escapeHtml(subject)],
    preheader: oneLine(preheader, PREHEADER_LENGTH),
    sender: brand.name,
    body: [...(lead ? [blockHtml(lead)] : []), headingHtml, ...blocks.map(blockHtml)].map((html) => [html]),
    footer: footer.map((html) => [html]),
  })
  return `${lines.map((line) => line.join('')).join('\n')}\n`
}
