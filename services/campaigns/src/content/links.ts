import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { styles } from '@app/chassis/mail/styles.ts'
import { MAIL_LINKS_PATH } from '@app/contracts/http/mail-links.ts'
import type { MailSettings } from './mail-input.ts'
import { LINK_TOKEN, type Template } from './template.ts'

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

/** Returns the URL that an email contains in place of the URL of a link. */
type HrefOf = (url: string) => Template

/** Longer URLs stay as they are: proxies limit the headers of a redirect. */
const COUNTED_URL_MAX = 2_000

/**
 * Counts the clicks on links: returns a function that replaces URLs with URLs of this service, and the targets of these. A link's number is
 * the index of its target. Links to the portal are not replaced.
 */
export function createLinkCounter({ publicUrl }: Pick<MailSettings, 'publicUrl'>) {
  const numbers = new Map<string, number>()
  const { origin } = new URL(publicUrl)

  function hrefOf(url: string): Template {
    const { href, origin: other } = new URL(url)
    if (other === origin || href.length > COUNTED_URL_MAX) return [url]
    const number = numbers.get(href) ?? numbers.size
    numbers.set(href, number)
    return [`${publicUrl}${MAIL_LINKS_PATH}/`, LINK_TOKEN, `/${number}`]
  }

  return { hrefOf, targets: (): string[] => [...numbers.keys()] }
}

/** Replaces the URLs in a text. `replace` returns what replaces a URL, `between` converts the text between URLs. */
function withUrls(text: string, isContinued: boolean, replace: HrefOf, between: (text: string) => string): Template {
  const parts: Template[number][] = []
  let end = 0
  for (const { index, url } of urlsIn(text, isContinued)) {
    parts.push(between(text.slice(end, index)), ...replace(url))
    end = index + url.length
  }
  return [...parts, between(text.slice(end))]
}

const SCHEME = /^https?:\/\//i

/**
 * Converts a line of an owner's text to HTML with links. Placeholders stay. Their values are escaped when they are filled in. The text of a
 * link has no scheme: Thunderbird warns of a scam if a URL with a scheme is shown and the link leads to another host.
 */
export function htmlOf(line: Template, hrefOf: HrefOf = (url) => [url]): Template {
  const link = (url: string): Template => [
    '<a class="link" href="',
    ...hrefOf(url).map((part) => (typeof part === 'string' ? escapeHtml(part) : part)),
    `" style="${styles.link}">${escapeHtml(url.replace(SCHEME, ''))}</a>`,
  ]
  return line.flatMap((part, at) => (typeof part === 'string' ? withUrls(part, at + 1 < line.length, link, escapeHtml) : part))
}

/** Replaces the URLs in a line of an owner's text. */
export const textOf = (line: Template, hrefOf: HrefOf): Template =>
  line.flatMap((part, at) => (typeof part === 'string' ? withUrls(part, at + 1 < line.length, hrefOf, (text) => text) : part))

export const linksOf = (template: Template): string[] => [
  ...new Set(
    template.flatMap((part, at) => (typeof part === 'string' ? urlsIn(part, at + 1 < template.length).map(({ url }) => url) : [])),
  ),
]
