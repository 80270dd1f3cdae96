import { createHash } from 'node:crypto'
import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { brand } from '@app/contracts/brand.ts'
import { darkMailColors, mailColors } from '@app/contracts/brand-mail.ts'
import type { MailRecipient } from '../suppression/mail-recipient.repository.ts'

const variables = ({ ink, muted, paper, raised, line, leaf, onLeaf }: typeof darkMailColors): string =>
  `--ink:${ink};--muted:${muted};--paper:${paper};--raised:${raised};--line:${line};--leaf:${leaf};--on-leaf:${onLeaf}`

const style = `
:root{color-scheme:light dark;${variables(mailColors)}}
@media (prefers-color-scheme:dark){:root{${variables(darkMailColors)}}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:32px 16px;background:var(--paper);color:var(--ink);font:16px/24px Inter,system-ui,sans-serif}
main{width:100%;max-width:480px;padding:32px;background:var(--raised);border:1px solid var(--line);border-radius:10px;overflow-wrap:anywhere}
h1{margin:0 0 16px;font:600 28px/36px Fraunces,Georgia,serif}
p{margin:0 0 24px}
p:last-child{margin:0}
.company{margin-bottom:8px;color:var(--leaf);font-weight:600}
.quiet{color:var(--muted);font-size:14px;line-height:20px}
form{margin:0 0 24px}
button{width:100%;min-height:48px;padding:12px 20px;border:0;border-radius:6px;background:var(--leaf);color:var(--on-leaf);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid var(--leaf);outline-offset:3px}
@media (max-width:480px){main{padding:24px 20px}}`

/** Content security policy of the page: no scripts, no external resources, and the form posts to this origin only. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Headers of all responses to URLs in emails. Such a URL contains a token, which no other site, cache or search engine may get. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

const pageOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`

const HIDDEN = '•••'

/** Masks an email address so that only its recipient recognizes it, for example "a•••@p•••.example". */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const [first = ''] = email
  const [firstOfDomain = ''] = domain
  return `${first}${HIDDEN}@${firstOfDomain}${HIDDEN}${domain.slice(domain.lastIndexOf('.'))}`
}

/** Page with the confirmation button. The form has no `action`, so it posts to the URL of the page. */
export function confirmationPage({ companyName, email }: MailRecipient): string {
  const company = escapeHtml(companyName)
  return pageOf(
    `Unsubscribe · ${company}`,
    `<p class="company">${company}</p>
<h1>Unsubscribe?</h1>
<p>${company} will stop sending campaigns to <strong>${escapeHtml(masked(email))}</strong>.</p>
<form method="post"><button>Unsubscribe</button></form>
<p class="quiet">Nothing changes until you press the button.</p>`,
  )
}

export function donePage({ companyName, email }: MailRecipient): string {
  const company = escapeHtml(companyName)
  return pageOf(
    `Unsubscribed · ${company}`,
    `<p class="company">${company}</p>
<h1>You are unsubscribed</h1>
<p>${company} will no longer send campaigns to <strong>${escapeHtml(masked(email))}</strong>.</p>
<p class="quiet">You can close this page.</p>`,
  )
}

/** The page for all unknown tokens. The page names the product, and does not contain the token, so all such responses are equal. */
export const unknownPage = pageOf(
  'Link not found',
  `<p class="company">${escapeHtml(brand.name)}</p>
<h1>This link doesn’t work</h1>
<p>It may be incomplete or more than two years old. Nothing was changed.</p>
<p class="quiet">To unsubscribe, open the link in the email again, or reply to the email and ask to be removed.</p>`,
)

/** The page for all unknown links of emails, of the same kind as `unknownPage`. */
export const unknownLinkPage = pageOf(
  'Link not found',
  `<p class="company">${escapeHtml(brand.name)}</p>
<h1>This link doesn’t work</h1>
<p>It may be incomplete, or belong to an email that was deleted.</p>
<p class="quiet">Open the link in the email again, or reply to the email and ask for the address.</p>`,
)
