import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { styles } from '@app/chassis/mail/styles.ts'
import type { Template } from './template.ts'

const URL_PATTERN = /https?:\/\/[^\s<>"]+/gi
/** Punctuation that belongs to the sentence around a URL, not to the URL. */
const TRAILING = ".,;:!?'’”"
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

const count = (text: string, character: string): number => text.split(character).length - 1

/**
 * Removes punctuation from the end of a URL. A closing bracket stays if the URL contains its opening bracket, as in
 * `https://en.wikipedia.org/wiki/Columbia_(South_Carolina)`.
 */
function trimUrl(match: string): string {
  const unopened = new Map(Object.entries(OPENING).map(([close, open]) => [close, count(match, close) - count(match, open)]))
  let end = match.length
  for (; end > 0; end -= 1) {
    const last = match.charAt(end - 1)
    const surplus = unopened.get(last) ?? 0
    if (surplus > 0) unopened.set(last, surplus - 1)
    else if (!TRAILING.includes(last)) break
  }
  return match.slice(0, end)
}

interface Found {
  index: number
  url: string
}

/**
 * Returns the http(s) URLs in a text. `isContinued` says that a merge field (a placeholder for a recipient's value) follows the text. In
 * this case, a URL at the end of the text is omitted: the value would become a part of the URL, and differs for each recipient.
 */
function urlsIn(text: string, isContinued: boolean): Found[] {
  return [...text.matchAll(URL_PATTERN)].flatMap(({ index, 0: match }) => {
    if (isContinued && index + match.length === text.length) return []
    const url = trimUrl(match)
    return URL.canParse(url) ? [{ index, url }] : []
  })
}

function linkedHtml(text: string, isContinued: boolean): string {
  let html = ''
  let end = 0
  for (const { index, url } of urlsIn(text, isContinued)) {
    const shown = escapeHtml(url)
    html += `${escapeHtml(text.slice(end, index))}<a class="link" href="${shown}" style="${styles.link}">${shown}</a>`
    end = index + url.length
  }
  return html + escapeHtml(text.slice(end))
}

/** Converts a line of an owner's text to HTML with links. Placeholders stay. Their values are escaped when they are filled in. */
export const htmlOf = (line: Template): Template =>
  line.map((part, at) => (typeof part === 'string' ? linkedHtml(part, at + 1 < line.length) : part))

export const linksOf = (template: Template): string[] => [
  ...new Set(
    template.flatMap((part, at) => (typeof part === 'string' ? urlsIn(part, at + 1 < template.length).map(({ url }) => url) : [])),
  ),
]
