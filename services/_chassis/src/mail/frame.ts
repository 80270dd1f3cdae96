import { mailColors } from '@app/contracts/brand-mail.ts'
import { escapeHtml } from './escape.ts'
import { darkStyles, MAIL_WIDTH, outlookStyles, phoneStyles, styles } from './styles.ts'

/** A line of HTML. It may contain placeholders of the type `P`, which are replaced later by HTML. */
type HtmlLine<P = never> = readonly (string | P)[]

interface FramedMail<P> {
  /** The subject. */
  title: HtmlLine<P>
  /** Hidden text at the beginning of the email, which email apps show beside the subject. Absent if they should show the body. */
  preheader?: string
  /** The name of the sender, as plain text. */
  sender: string
  body: readonly HtmlLine<P>[]
  footer: readonly HtmlLine<P>[]
}

/** Without these invisible characters, email apps would append the body to the preheader. */
const preheaderEnd = '&#847;&zwnj;&nbsp;'.repeat(40)

const hidden = (preheader: string): string[] =>
  preheader ? [`<div style="${styles.preheader}">${escapeHtml(preheader)}${preheaderEnd}</div>`] : []

/** HTML that only Outlook for Windows reads. */
export const inOutlook = (html: string): string => `<!--[if mso]>${html}<![endif]-->`

// Outlook for Windows ignores the maximum width and the padding of a `div`, but not the width and the padding of a table.
const OUTLOOK_COLUMN = `<table role="presentation" width="${MAIL_WIDTH}" align="center" cellpadding="16" cellspacing="0" border="0"><tr><td>`
const OUTLOOK_CARD = `<table role="presentation" width="100%" bgcolor="${mailColors.raised}" cellpadding="32" cellspacing="0" border="0"><tr><td>`
const OUTLOOK_TABLE_END = '</td></tr></table>'

/** Returns the HTML of an email as lines. All emails of the product have this frame: one column, at most `MAIL_WIDTH` wide. */
export function framed<P = never>({ title, preheader = '', sender, body, footer }: FramedMail<P>): HtmlLine<P>[] {
  const lines = (html: string): HtmlLine<P>[] => html.split('\n').map((line) => [line])
  return [
    ...lines(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">`),
    ['<title>', ...title, '</title>'],
    ...lines(`<style>${darkStyles}
${phoneStyles}</style>
${inOutlook(`<style>${outlookStyles}</style>`)}
</head>
<body class="page" style="${styles.page}">`),
    ...hidden(preheader).map((line) => [line]),
    ...lines(`${inOutlook(OUTLOOK_COLUMN)}
<div class="page" style="${styles.frame}">
<p class="brand" dir="auto" style="${styles.brand}">${escapeHtml(sender)}</p>
${inOutlook(OUTLOOK_CARD)}
<div class="card" style="${styles.card}">`),
    ...body,
    ...lines(`</div>
${inOutlook(OUTLOOK_TABLE_END)}`),
    [`<p class="muted" style="${styles.footer}">`],
    ...footer,
    ...lines(`</p>
</div>
${inOutlook(OUTLOOK_TABLE_END)}
</body>
</html>`),
  ]
}
