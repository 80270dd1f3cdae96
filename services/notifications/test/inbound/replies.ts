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

/** The text of a review email. */
const original = [
  'Approve the preview, or refer it back with your feedback',
  '',
  'Version 1 · X, Instagram, Mail · posts Mon, May 10, 2027',
  '',
  '> Fresh bread, every day',
  '',
  'Task: Winter bread (#1006)',
  '',
  'Approve…, or Refer back…:',
  'http://localhost/review/NgnVjRtTQOGF7NlVT1M7vEWcS56gySLSRPjLOnIgbf8',
  '',
  '-- ',
  'Palmetto Works · 1201 Main Street, Columbia, SC 29201',
]
const originalQuoted = original.map((line) => `> ${line}`)
const WORDS = 'Please use the warmer photo.'
/** A reply above the original email, which `introduction` introduces. */
const above = (introduction: readonly string[], rest: readonly string[] = original): string =>
  lines(WORDS, '', ...introduction, '', ...rest)
const outlook = (...fields: string[]): string => above(['________________________________', ...fields])

/** Plain-text replies with the words `Please use the warmer photo.`, as email apps write them. */
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
  Yahoo: lines(
    ` ${WORDS}`,
    '    On Saturday, November 28, 2026 at 12:16:40 AM EST, Palmetto Works <hello@palmettoworks.example> wrote:  ',
    ' ',
    ...original.map((line) => `  ${line}`),
  ),
  'Yahoo in Spanish': lines(
    ` ${WORDS}`,
    '    En sábado, 28 de noviembre de 2026, 00:16:40 CET, Palmetto Works <hello@palmettoworks.example> escribió:  ',
    ' ',
    ...original,
  ),
  'Outlook in English': outlook(
    'From: Palmetto Works <hello@palmettoworks.example>',
    'Sent: Saturday, November 28, 2026 12:16 AM',
    'To: Maria <maria@harborpine.example>',
    'Subject: Ready for your review: Winter bread',
  ),
  'Outlook in Spanish': outlook(
    'De: Palmetto Works <hello@palmettoworks.example>',
    'Enviado: sábado, 28 de noviembre de 2026 0:16',
    'Para: Maria <maria@harborpine.example>',
    'Asunto: Ready for your review: Winter bread',
  ),
  'Outlook in Portuguese': outlook(
    'De: Palmetto Works <hello@palmettoworks.example>',
    'Enviado: sábado, 28 de novembro de 2026 00:16',
    'Para: Maria <maria@harborpine.example>',
    'Assunto: Ready for your review: Winter bread',
  ),
  'Outlook in Dutch': outlook(
    'Van: Palmetto Works <hello@palmettoworks.example>',
    'Verzonden: zaterdag 28 november 2026 00:16',
    'Aan: Maria <maria@harborpine.example>',
    'Onderwerp: Ready for your review: Winter bread',
  ),
  'Outlook in French': outlook(
    'De : Palmetto Works <hello@palmettoworks.example>',
    'Envoyé : samedi 28 novembre 2026 00:16',
    'À : Maria <maria@harborpine.example>',
    'Objet : Ready for your review: Winter bread',
  ),
  'Outlook in Italian': outlook(
    'Da: Palmetto Works <hello@palmettoworks.example>',
    'Inviato: sabato 28 novembre 2026 00:16',
    'A: Maria <maria@harborpine.example>',
    'Oggetto: Ready for your review: Winter bread',
  ),
  'Outlook in Polish, without a rule': above([
    'Od: Palmetto Works <hello@palmettoworks.example>',
    'Wysłane: sobota, 28 listopada 2026 00:16',
    'Do: Maria <maria@harborpine.example>',
    'Temat: Ready for your review: Winter bread',
  ]),
  'Outlook in a language that the service does not know': outlook(
    'Mula kay: Palmetto Works <hello@palmettoworks.example>',
    'Ipinadala: Sabado, Nobyembre 28, 2026 12:16 AM',
    'Para kay: Maria <maria@harborpine.example>',
    'Paksa: Ready for your review: Winter bread',
  ),
  'Outlook on a phone': lines(
    WORDS,
    '',
    'Get Outlook for iOS<https://aka.ms/o0ukef>',
    '________________________________',
    'From: Palmetto Works <hello@palmettoworks.example>',
    'Sent: Saturday, November 28, 2026 12:16:40 AM',
    'To: Maria <maria@harborpine.example>',
    'Subject: Ready for your review: Winter bread',
    '',
    ...original,
  ),
  'GMX in German': above([
    'Gesendet: Samstag, 28. November 2026 um 00:16 Uhr',
    'Von: "Palmetto Works" <hello@palmettoworks.example>',
    'An: maria@harborpine.example',
    'Betreff: Ready for your review: Winter bread',
  ]),
  'a Samsung phone': above([
    'Sent from my Galaxy',
    '',
    '-------- Original message --------',
    'From: Palmetto Works <hello@palmettoworks.example>',
    'Date: 11/28/26 12:16 AM (GMT-05:00)',
    'To: maria@harborpine.example',
    'Subject: Ready for your review: Winter bread',
  ]),
  'Zoho Mail': above(['---- On Sat, 28 Nov 2026 00:16:40 -0500 Palmetto Works <hello@palmettoworks.example> wrote ----']),
  'Proton Mail': above(
    [
      'Sent with [Proton Mail](https://proton.me/mail/home) secure email.',
      '',
      'On Saturday, November 28th, 2026 at 12:16 AM, Palmetto Works <hello@palmettoworks.example> wrote:',
    ],
    originalQuoted,
  ),
  'an iPhone in Spanish': above(
    ['Enviado desde mi iPhone', '', '> El 28 nov 2026, a las 0:16, Palmetto Works <hello@palmettoworks.example> escribió:'],
    originalQuoted,
  ),
  'Gmail in Portuguese': above(
    ['Em sáb., 28 de nov. de 2026 às 00:16, Palmetto Works <', 'hello@palmettoworks.example> escreveu:'],
    originalQuoted,
  ),
  'Gmail in Japanese': above(['2026年11月28日(土) 0:16 Palmetto Works <hello@palmettoworks.example>:'], originalQuoted),
  'Apple Mail in French': above(['> Le 28 nov. 2026 à 00:16, Palmetto Works <hello@palmettoworks.example> a écrit :'], originalQuoted),
  'an unknown program': above(['28.11.2026 Palmetto Works (hello@palmettoworks.example)']),
  'bare line feeds': lines('Please use the warmer photo.', ...quoted).replaceAll('\r\n', '\n'),
}

const originalHtml = `<div><h1>Approve the preview, or refer it back with your feedback</h1><p>Fresh bread</p><a href="http://localhost/review/NgnVjRtTQOGF7NlVT1M7vEWcS56gySLSRPjLOnIgbf8">Approve…</a></div>`

export const htmlReplies: Readonly<Record<string, string>> = {
  Yahoo: `<html><body><div class="ydp1yahoo-style-wrap"><div dir="ltr">Please use the warmer photo.</div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div><div>On Saturday, November 28, 2026 at 12:16:40 AM EST, Palmetto Works &lt;hello@palmettoworks.example&gt; wrote: </div><div><br></div>${originalHtml}</div></div></body></html>`,
  'Yahoo without its mark': `<div>Please use the warmer photo.</div><div><div>Le samedi 28 novembre 2026 à 00:16:40 UTC+1, Palmetto Works &lt;hello@palmettoworks.example&gt; a &eacute;crit : </div><div><br></div>${originalHtml}</div>`,
  'Outlook in Spanish': `<div>Please use the warmer photo.</div><div id="appendonsend"></div><hr style="display:inline-block"><div id="divRplyFwdMsg"><font><b>De:</b> Palmetto Works &lt;hello@palmettoworks.example&gt;<br><b>Enviado:</b> s&aacute;bado<br><b>Para:</b> Maria<br><b>Asunto:</b> Ready</font></div>${originalHtml}`,
  'Outlook in Dutch, without its mark': `<p>Please use the warmer photo.</p><div><div><b>Van:</b> Palmetto Works &lt;hello@palmettoworks.example&gt;</div><div><b>Verzonden:</b> zaterdag</div><div><b>Aan:</b> Maria</div><div><b>Onderwerp:</b> Ready</div></div>${originalHtml}`,
  'Proton Mail': `<div>Please use the warmer photo.</div><div><br></div><div class="protonmail_quote">On Saturday, November 28th, 2026 at 12:16 AM, Palmetto Works &lt;hello@palmettoworks.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">${originalHtml}</blockquote></div>`,
  'a signature': `<div>Please use the warmer photo.</div><div>--&nbsp;</div><div>Maria Pine</div><br><blockquote>${originalHtml}</blockquote>`,
  Gmail: `<div dir="ltr">Please use the warmer photo.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Nov 23, 2026 at 9:14 AM Palmetto Works &lt;<a href="mailto:hello@palmettoworks.example">hello@palmettoworks.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote"><h1>Your preview is ready</h1><p>Approve it.</p></blockquote></div>`,
  Outlook: `<html><head><style>p { color: red }</style></head><body><div>Please use the warmer photo.</div><hr><div id="divRplyFwdMsg"><b>From:</b> Palmetto Works<br><b>Sent:</b> Monday<br><b>To:</b> Maria<br><b>Subject:</b> Ready<br></div><div>Your preview is ready</div></body></html>`,
  'Outlook in German': `<p>Please use the <b>warmer</b> photo.</p><div><p><b>Von:</b> Palmetto Works<br><b>Gesendet:</b> Montag<br><b>An:</b> Maria<br><b>Betreff:</b> Ready</p></div><p>Your preview is ready</p>`,
  'Apple Mail': `<html><body>Please use the warmer&nbsp;photo.<br><div><blockquote type="cite"><div>On Nov 23, 2026, Palmetto Works wrote:</div><br><div>Your preview is ready</div></blockquote></div></body></html>`,
  Thunderbird: `<div class="moz-cite-prefix">On 11/23/26 09:14, Palmetto Works wrote:<br></div><blockquote type="cite">Your preview</blockquote><p>Please use the warmer photo.</p><!-- <p>hidden</p> -->`,
}
