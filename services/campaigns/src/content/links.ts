import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { styles } from '@app/chassis/mail/styles.ts'
import { trimTrailing } from '@app/chassis/trim-trailing.ts'
import type { Template } from './template.ts'

const ADDRESS = /https?:\/\/[^\s<>"]+/gi
/** Punctuation that ends the sentence around a URL rather than the URL. */
const TRAILING = ".,;:!?'’”)]"

interface Found {
  index: number
  address: string
}

/** The http(s) URLs in a text. A URL that a merge field continues is left out, because its target differs for each recipient. */
function addressesIn(text: string, runsOn: boolean): Found[] {
  return [...text.matchAll(ADDRESS)].flatMap(({ index, 0: match }) => {
    if (runsOn && index + match.length === text.length) return []
    const address = trimTrailing(match, TRAILING)
    return URL.canParse(address) ? [{ index, address }] : []
  })
}

function linkedHtml(text: string, runsOn: boolean): string {
  let html = ''
  let end = 0
  for (const { index, address } of addressesIn(text, runsOn)) {
    const shown = escapeHtml(address)
    html += `${escapeHtml(text.slice(end, index))}<a class="link" href="${shown}" style="${styles.link}">${shown}</a>`
    end = index + address.length
  }
  return html + escapeHtml(text.slice(end))
}

/** A line of what an owner wrote as HTML: escaped, its addresses as links. Slots stay, to be escaped when they are filled. */
export const htmlOf = (line: Template): Template =>
  line.map((part, at) => (typeof part === 'string' ? linkedHtml(part, at + 1 < line.length) : part))

/** The addresses that a text links to, each once. */
export const linksOf = (template: Template): string[] => [
  ...new Set(
    template.flatMap((part, at) =>
      typeof part === 'string' ? addressesIn(part, at + 1 < template.length).map(({ address }) => address) : [],
    ),
  ),
]
