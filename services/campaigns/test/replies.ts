const lines = (...parts: string[]): string => parts.join('\r\n')

export const OWNER = 'maria@harborpine.example'

interface ReplyParts {
  from?: string
  messageId?: string
  head?: readonly string[]
  type?: string
  encoding?: string
  body: string | Buffer
}

/** Returns an email with one part. A body of type `Buffer` can contain bytes that are not valid UTF-8. */
export function replyMail({
  from = `Maria <${OWNER}>`,
  messageId = `<${crypto.randomUUID()}@mail.example>`,
  ...parts
}: ReplyParts): Buffer {
  const { head = [], type = 'text/plain; charset=utf-8', encoding = '8bit', body } = parts
  const fields = [
    `From: ${from}`,
    'To: Palmetto Works <reply@palmetto.example>',
    'Subject: Re: Ready for your review: Winter bread',
    ...(messageId ? [`Message-ID: ${messageId}`] : []),
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
    `Content-Transfer-Encoding: ${encoding}`,
    ...head,
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(lines(...fields)), Buffer.from(body)])
}

/** Returns the body of a multipart email. Each part has header fields and a body. */
export const multipartBody = (boundary: string, ...parts: readonly string[]): string =>
  `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`

export const plainPart = (text: string): string => `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`
export const htmlPart = (html: string): string => `Content-Type: text/html; charset=utf-8\r\n\r\n${html}`
export const attachedPart = (name = 'logo.png'): string =>
  lines(
    'Content-Type: image/png',
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    'aGVsbG8=',
  )

const quoted = [
  '> Your preview is ready',
  '>',
  '> The preview of this task is ready. Approve it, or refer it back.',
  '> -- ',
  '> Palmetto Works',
]

/** Plain-text replies with the words `Please use the warmer photo.`, as mail programs write them. */
export const plainReplies: Readonly<Record<string, string>> = {
  Gmail: lines(
    'Please use the warmer photo.',
    '',
    'On Mon, Nov 23, 2026 at 9:14 AM Palmetto Works <hello@palmettoworks.example>',
    'wrote:',
    '',
    ...quoted,
  ),
  'Gmail in German': lines(
    'Please use the warmer photo.',
    '',
    'Am Mo., 23. Nov. 2026 um 09:14 Uhr schrieb Palmetto Works <',
    'hello@palmettoworks.example>:',
    '',
    ...quoted,
  ),
  Outlook: lines(
    'Please use the warmer photo.',
    '',
    'Maria',
    '',
    '________________________________',
    'From: Palmetto Works <hello@palmettoworks.example>',
    'Sent: Monday, November 23, 2026 9:14 AM',
    'To: Maria <maria@harborpine.example>',
    'Subject: Ready for your review: Winter bread',
    '',
    'Your preview is ready',
  ).replace('Maria\r\n\r\n___', '___'),
  'Outlook in German': lines(
    'Please use the warmer photo.',
    '',
    'Von: Palmetto Works <hello@palmettoworks.example>',
    'Gesendet: Montag, 23. November 2026 09:14',
    'An: Maria <maria@harborpine.example>',
    'Betreff: Ready for your review: Winter bread',
    '',
    'Your preview is ready',
  ),
  'an older Outlook': lines(
    'Please use the warmer photo.',
    '',
    '-----Ursprüngliche Nachricht-----',
    'Von: Palmetto Works',
    '',
    'Your preview is ready',
  ),
  'Apple Mail': lines(
    'Please use the warmer photo.',
    '',
    '> On Nov 23, 2026, at 9:14 AM, Palmetto Works <hello@palmettoworks.example> wrote:',
    '> ',
    ...quoted,
  ),
  iPhone: lines(
    'Please use the warmer photo.',
    '',
    'Sent from my iPhone',
    '',
    '> On Nov 23, 2026, at 9:14 AM, Palmetto Works <hello@palmettoworks.example> wrote:',
    '> ',
    '> \u{feff}',
    ...quoted,
  ),
  Thunderbird: lines(
    'On 11/23/26 09:14, Palmetto Works wrote:',
    ...quoted,
    '',
    'Please use the warmer photo.',
    '',
    '-- ',
    'Maria Pine',
    'Harbor Pine',
  ),
  'Thunderbird in German': lines('Am 23.11.26 um 09:14 schrieb Palmetto Works:', ...quoted, 'Please use the warmer photo.'),
  'a signature without its space': lines('Please use the warmer photo.', '--', 'Maria Pine', '', ...quoted),
  'bare line feeds': lines('Please use the warmer photo.', ...quoted).replaceAll('\r\n', '\n'),
}

export const htmlReplies: Readonly<Record<string, string>> = {
  Gmail: `<div dir="ltr">Please use the warmer photo.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Nov 23, 2026 at 9:14 AM Palmetto Works &lt;<a href="mailto:hello@palmettoworks.example">hello@palmettoworks.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote"><h1>Your preview is ready</h1><p>Approve it.</p></blockquote></div>`,
  Outlook: `<html><head><style>p { color: red }</style></head><body><div>Please use the warmer photo.</div><hr><div id="divRplyFwdMsg"><b>From:</b> Palmetto Works<br><b>Sent:</b> Monday<br><b>To:</b> Maria<br><b>Subject:</b> Ready<br></div><div>Your preview is ready</div></body></html>`,
  'Outlook in German': `<p>Please use the <b>warmer</b> photo.</p><div><p><b>Von:</b> Palmetto Works<br><b>Gesendet:</b> Montag<br><b>An:</b> Maria<br><b>Betreff:</b> Ready</p></div><p>Your preview is ready</p>`,
  'Apple Mail': `<html><body>Please use the warmer&nbsp;photo.<br><div><blockquote type="cite"><div>On Nov 23, 2026, Palmetto Works wrote:</div><br><div>Your preview is ready</div></blockquote></div></body></html>`,
  Thunderbird: `<div class="moz-cite-prefix">On 11/23/26 09:14, Palmetto Works wrote:<br></div><blockquote type="cite">Your preview</blockquote><p>Please use the warmer photo.</p><!-- <p>hidden</p> -->`,
}
