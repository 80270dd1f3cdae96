import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import { oneLine } from '../one-line.ts'
import type { Block, Draft, LinkedLine, Thumbnail } from './draft.ts'
import { escapeHtml } from './escape.ts'
import { pictureTag } from './inline-picture.ts'
import { darkStyles, phoneStyles, styles } from './styles.ts'

const withBreaks = (text: string): string => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>')

const fact = ([label, value]: readonly [string, string]): string =>
  `<span class="muted" style="${styles.label}">${escapeHtml(label)}</span> ${escapeHtml(value)}`

/** Width of a picture in pixels, for mail programs that ignore styles. The email's text column has the same width. */
const PICTURE_WIDTH = 462

const button = (label: string, url: string, look: 'button' | 'secondButton', margin = ''): string =>
  `<a class="${look}" href="${escapeHtml(url)}" style="${styles[look]}${margin}">${escapeHtml(label)}</a>`

/** Margin of each of two buttons side by side. If a phone is too narrow for both, the second button moves below the first. */
const BESIDE = ';margin:0 8px 8px 0'

/** Height of a logo in pixels. Its width follows from its content. */
const LOGO_HEIGHT = 40

const companyLine = (name: string, logo: string | undefined): string =>
  `<p dir="auto" style="${styles.company}">${logo ? pictureTag({ contentId: logo, alt: '', height: LOGO_HEIGHT, style: styles.logo }) : ''}${escapeHtml(name)}</p>`

function thumbnailTile({ contentId, alt, note, width, height }: Thumbnail, link: string): string {
  const shown = contentId ? pictureTag({ contentId, alt, width, height, style: styles.thumbnail }) : escapeHtml(alt)
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
      return `<p style="${styles.paragraph}">${block.facts.map(fact).join('<br>')}</p>`
    case 'quote':
      return `<blockquote class="quote" dir="auto" style="${styles.quote}">${withBreaks(block.text)}</blockquote>`
    case 'code':
      return `<p class="code" style="${styles.code}">${escapeHtml(block.code)}</p>`
    case 'picture':
      return `<p style="${styles.paragraph}"><a href="${escapeHtml(block.link)}"><img src="${escapeHtml(block.src)}" alt="${escapeHtml(block.alt)}" width="${PICTURE_WIDTH}" style="${styles.picture}"></a></p>`
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
      return `<p style="${styles.paragraph}">${button(block.label, block.url, block.isQuiet ? 'secondButton' : 'button')}</p>`
    case 'actions': {
      const [first, second] = block.labels
      return `<p style="${styles.paragraph}">${button(first, block.url, 'button', BESIDE)}${button(second, block.url, 'secondButton', BESIDE)}</p>`
    }
  }
}

const PREHEADER_LENGTH = 140
// Without these invisible characters, mail programs would append the body to the preview text.
const preheaderEnd = '&#847;&zwnj;&nbsp;'.repeat(40)

/** Returns the HTML of a mail. Styles are inline, because some mail programs ignore style sheets. */
export const htmlPart = ({ subject, preheader, heading, blocks }: Draft): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}
${phoneStyles}</style>
</head>
<body class="page" style="${styles.page}">
<div style="${styles.preheader}">${escapeHtml(oneLine(preheader, PREHEADER_LENGTH))}${preheaderEnd}</div>
<div class="page" style="${styles.frame}">
<p class="brand" style="${styles.brand}">${escapeHtml(brand.name)}</p>
<div class="card" style="${styles.card}">
<h1 style="${styles.heading}">${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join('\n')}
</div>
<p class="muted" style="${styles.footer}">${escapeHtml(brand.name)} · ${escapeHtml(office.address)}<br>
<a class="muted" href="${office.phoneHref}" style="${styles.footerLink}">${escapeHtml(office.phone)}</a> ·
<a class="muted" href="mailto:${brand.email}" style="${styles.footerLink}">${escapeHtml(brand.email)}</a></p>
</div>
</body>
</html>
`
