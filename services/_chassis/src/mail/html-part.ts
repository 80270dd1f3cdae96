import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { oneLine } from '../one-line.ts'
import type { Block, Draft, Fact, LinkedLine, Thumbnail } from './draft.ts'
import { escapeHtml } from './escape.ts'
import { framed, inOutlook } from './frame.ts'
import { pictureTag } from './inline-picture.ts'
import { styles, TEXT_WIDTH } from './styles.ts'

const withBreaks = (text: string): string => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>')

function factLine([label, value, url]: Fact): string {
  const shown = url ? `<a class="link" href="${escapeHtml(url)}" style="${styles.link}">${escapeHtml(value)}</a>` : escapeHtml(value)
  return `<span class="muted" style="${styles.label}">${escapeHtml(label)}</span> ${shown}`
}

// Outlook for Windows ignores the padding of a link. Spaces and a raised text make its button as large as in other email programs.
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

function thumbnailTile({ contentId, alt, note, width, height }: Thumbnail, link: string): string {
  const shown = contentId ? pictureTag({ contentId, alt, width, height, isFramed: true, style: styles.picture }) : escapeHtml(alt)
  const words = note ? `<div class="muted" style="${styles.label}">${escapeHtml(note)}</div>` : ''
  return `<div style="${styles.tile}"><a class="link" href="${escapeHtml(link)}" style="${styles.link}">${shown}</a>${words}</div>`
}

const noteBelow = (note: string): string => `<br><span class="muted" dir="auto" style="${styles.note}">${escapeHtml(note)}</span>`

const linkedLine = ({ text, url, notes }: LinkedLine): string =>
  `<li style="${styles.line}"><a class="link" dir="auto" href="${escapeHtml(url)}" style="${styles.link}">${escapeHtml(text)}</a>${notes.map(noteBelow).join('')}</li>`

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p style="${styles.paragraph}">${escapeHtml(block.text)}</p>`
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
    case 'thumbnails':
      return block.thumbnails.map((thumbnail) => thumbnailTile(thumbnail, block.link)).join('\n')
    case 'action':
      return `<p style="${styles.paragraph}">${button(block.label, block.url, 'button')}</p>`
    case 'actions': {
      const [first, second] = block.labels
      return `<p style="${styles.paragraph}">${button(first, block.url, 'button', BESIDE)}${button(second, block.url, 'secondButton', BESIDE)}</p>`
    }
    case 'link':
      return `<p style="${styles.linkParagraph}"><a class="link" href="${escapeHtml(block.url)}" style="${styles.ownLine}">${escapeHtml(block.label)}</a></p>`
  }
}

const PREHEADER_LENGTH = 140

const footer = [
  `${escapeHtml(brand.name)} · ${escapeHtml(office.address)}<br>`,
  `<a class="muted" href="${office.phoneHref}" style="${styles.footerLink}">${escapeHtml(office.phone)}</a> ·`,
  `<a class="muted" href="mailto:${brand.email}" style="${styles.footerLink}">${escapeHtml(brand.email)}</a>`,
]

/** Returns the HTML of an email. Styles are inline, because some email programs ignore style sheets. */
export function htmlPart({ subject, preheader, lead, heading, blocks }: Draft): string {
  const headingHtml = `<h1 dir="auto" style="${styles.heading}">${escapeHtml(heading)}</h1>`
  const lines = framed({
    title: [escapeHtml(subject)],
    preheader: oneLine(preheader, PREHEADER_LENGTH),
    sender: brand.name,
    body: [...(lead ? [blockHtml(lead)] : []), headingHtml, ...blocks.map(blockHtml)].map((html) => [html]),
    footer: footer.map((html) => [html]),
  })
  return `${lines.map((line) => line.join('')).join('\n')}\n`
}
