import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import { isCalendarDate } from '@app/contracts/rules/business-dates.ts'

/** No scripts and no requests: the pages are opened from a folder. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; media-src 'self' file:"

const STYLE = `
:root { color-scheme: light dark; --ink: #1b2420; --muted: #55605a; --line: #e4e1d6; --paper: #fbfaf6; --link: #1f6b4f }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1ec; --muted: #a9b2ac; --line: #2a2e34; --paper: #14161a; --link: #58b48d } }
body { margin: 0 auto; max-width: 68rem; padding: 24px; font: 16px/24px system-ui, sans-serif; color: var(--ink); background: var(--paper) }
h1 { font: 600 28px/36px Georgia, serif } h2 { font-size: 18px; margin: 32px 0 8px }
a { color: var(--link) } p, td { overflow-wrap: anywhere }
.muted { color: var(--muted) } .caption { white-space: pre-wrap }
article { border-top: 1px solid var(--line); padding: 16px 0 } article h2 { margin: 0 }
.pictures { display: flex; flex-wrap: wrap; gap: 12px; margin: 12px 0 } img, video { max-width: 320px; max-height: 320px }
img.small { max-width: 96px; max-height: 96px } td p { margin: 4px 0 0 }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid var(--line); padding: 8px; text-align: left; vertical-align: top; min-width: 6rem }`

/** Returns a path as a URL relative to a page. `depth`: number of folders in which the page is. */
export const href = (path: string, depth: number): string =>
  escapeHtml('../'.repeat(depth) + path.split('/').map(encodeURIComponent).join('/'))

export const dateOf = (day: string | null): string => (day !== null && isCalendarDate(day) ? formatDate(day) : 'No date')

/** Yields a page with a heading. `depth`: number of folders in which the page is. */
export async function* framed(title: string, depth: number, body: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
${depth > 0 ? `<p><a href="${href('index.html', depth)}">Overview</a></p>\n` : ''}<h1>${escapeHtml(title)}</h1>
`
  yield* body
  yield '</body>\n</html>\n'
}

/** Only web addresses become links: a link from user data could run a script. */
export const linkTo = (url: string): string =>
  /^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(url)}</a>` : escapeHtml(url)

const row = (cells: readonly string[], name: 'td' | 'th' = 'td'): string =>
  `<tr>${cells.map((cell) => `<${name}${name === 'th' ? ' scope="col"' : ''}>${cell}</${name}>`).join('')}</tr>\n`

/** Yields a table. The headers are texts, the cells are HTML. */
export async function* table(head: readonly string[], rows: Iterable<string[]> | AsyncIterable<string[]>): AsyncGenerator<string> {
  yield `<div class="scroll"><table>\n<thead>${row(head.map(escapeHtml), 'th')}</thead>\n<tbody>\n`
  for await (const cells of rows) yield row(cells)
  yield '</tbody>\n</table></div>\n'
}
