import { simpleParser } from 'mailparser'
import { describe, expect, it } from 'vitest'
import { compileMail } from '../src/content/compile-mail.ts'
import { mailFiller } from '../src/content/compiled-mail.ts'
import { linkTokenOf } from '../src/content/link-token.ts'
import { previewOf } from '../src/content/preview.ts'
import type { Recipient } from '../src/content/template.ts'
import { input, recipient, settings } from './content-setup.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const attachment = (overrides: object = {}) => ({
  name: 'Pecan pie.png',
  type: 'image/png',
  size: png.length,
  url: 'https://portal.example/files/public/pie.png',
  read: async () => png,
  ...overrides,
})

async function bytesOf(mail = input(), to: Recipient = recipient({ 'First Name': 'Bob' })): Promise<Buffer> {
  return mailFiller(await compileMail(mail, settings))(to).bytes
}

const headersOf = (bytes: Buffer): string[] => {
  const [head = ''] = bytes.toString('latin1').split('\r\n\r\n', 1)
  return head.replaceAll('\r\n ', '\n ').split('\r\n')
}
const header = (bytes: Buffer, name: string): string[] =>
  headersOf(bytes)
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 2))

function expectSound(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  expect(text).not.toMatch(/[^\t\r\n\x20-\x7e]/)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
  const headers = headersOf(bytes)
  for (const line of headers) expect(line).toMatch(/^[!-9;-~]+: \S/)
  for (const line of headers.filter((one) => !one.startsWith('List-Unsubscribe') && !one.startsWith('Feedback-ID')))
    for (const part of line.split('\n')) {
      expect(part.length).toBeLessThanOrEqual(140)
      // RFC 2047 §2: an encoded word has at most 75 characters, and its line has at most 76.
      if (part.includes('=?')) expect(part.length).toBeLessThanOrEqual(76)
      for (const [word] of part.matchAll(/=\?[^ ]+\?=/g)) expect(word.length).toBeLessThanOrEqual(75)
    }
  const names = headers.map((line) => line.split(':', 1)[0])
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual([
    'From',
    'To',
    ...(names.includes('Reply-To') ? ['Reply-To'] : []),
    'Subject',
    'Date',
    'Message-ID',
    'List-Unsubscribe',
    'List-Unsubscribe-Post',
    'List-Id',
    'Feedback-ID',
    'MIME-Version',
    'Content-Type',
  ])
  // Each part starts after its boundary, and each multipart ends with its boundary.
  for (const [, boundary = ''] of text.matchAll(/boundary="([^"]+)"/g)) {
    expect(text.split(`\r\n--${boundary}\r\n`)).toHaveLength(3)
    expect(text.split(`\r\n--${boundary}--\r\n`)).toHaveLength(2)
  }
}

it('an email has all headers about its sender, recipient, replies and unsubscribing, each once and on lines that DKIM can sign', async () => {
  const bytes = await bytesOf()
  expectSound(bytes)
  expect(header(bytes, 'From')).toEqual(['"Palm Bakery" <palm-bakery-0000ab@mail.example>'])
  expect(header(bytes, 'To')).toEqual(['bob@people.example'])
  expect(header(bytes, 'Reply-To')).toEqual(['hello@palmbakery.example'])
  expect(header(bytes, 'Message-ID')).toEqual(['<a3d2f5a8-5b1c-5d3e-8f4a-6b7c8d9e0f1a@mail.example>'])
  expect(header(bytes, 'Date')).toEqual(['Sun, 22 Nov 2026 14:00:00 +0000'])
  expect(header(bytes, 'List-Unsubscribe')).toEqual([`<https://portal.example/unsubscribe/${'f'.repeat(32)}>`])
  expect(header(bytes, 'List-Unsubscribe-Post')).toEqual(['List-Unsubscribe=One-Click'])
  expect(header(bytes, 'List-Id')).toEqual(['"Palm Bakery" <0199aa000000700080000000000000ab.mail.example>'])
  expect(header(bytes, 'Feedback-ID')[0]?.split(':').at(-1)).toMatch(/^[a-z]{5,15}$/)
})

it('the return path contains the token of the email, and each attempt produces the same bytes', async () => {
  const mail = await compileMail(input(), settings)
  const stored = JSON.parse(JSON.stringify(mail))
  const [once, again] = [mail, stored].map((one) => mailFiller(one)(recipient({ 'First Name': 'Bob' })))
  expect(once?.envelope).toEqual({ from: `bounce+${'f'.repeat(32)}@mail.example`, to: ['bob@people.example'] })
  expect(again?.bytes.equals(once?.bytes ?? Buffer.alloc(0))).toBe(true)
})

describe('text', () => {
  const parsed = async (step: object, merge: Recipient['merge'] = {}) => {
    const bytes = await bytesOf(input(step), recipient(merge))
    expectSound(bytes)
    return simpleParser(bytes)
  }

  it('is sent as written, with paragraphs, line breaks and any script', async () => {
    const body = `Dear {{First Name|friend}},\r\n\r\nGrüße — 日本語 🎂.\n.dot\nFrom here\ntab\tand trailing  \n=3D ${'long '.repeat(400)}`
    const { text = '', subject } = await parsed(
      { subject: `Süße ${'Törtchen '.repeat(20)}für {{First Name|dich}}`, body },
      { 'First Name': 'Zoë' },
    )
    expect(text).toContain('Dear Zoë,\n\nGrüße — 日本語 🎂.\n.dot\nFrom here\ntab\tand trailing  \n=3D long ')
    expect(subject).toBe(`Süße ${'Törtchen '.repeat(20)}für Zoë`)
  })

  it('an empty cell gets the fallback, and merge fields in cells are not filled', async () => {
    const step = { subject: '{{First Name|You}}', body: '{{First Name|friend}} {{Last Name|of ours}}' }
    expect((await parsed(step, { 'First Name': '  ' })).subject).toBe('You')
    const { text } = await parsed(step, { 'First Name': '{{Last Name|x}}', 'Last Name': 'Marsh' })
    expect(text).toContain('{{Last Name|x}} Marsh')
  })

  it('a name with markup and line breaks is escaped and adds no header', async () => {
    const name = 'Eve\r\nBcc: all@people.example\r\n\r\n<script>alert(1)</script> & "co"\u202e\u0000'
    const bytes = await bytesOf(
      input({ subject: 'Hi {{First Name|you}}', body: 'Hi {{First Name|you}}' }),
      recipient({ 'First Name': name }),
    )
    expectSound(bytes)
    const { subject, html, text, bcc } = await simpleParser(bytes)
    expect(bcc).toBeUndefined()
    expect(subject).toBe('Hi Eve Bcc: all@people.example <script>alert(1)</script> & "co"')
    expect(text).toContain('Hi Eve Bcc: all@people.example <script>')
    expect(html).toContain('Hi Eve Bcc: all@people.example &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;co&quot;')
    expect(html).not.toContain('<script')
  })

  it('a company’s name and an encoded word add no header and no address', async () => {
    const company = { ...input().company, name: 'Ann "A" <ann@bank.example>\r\nX-Evil: 1', replyTo: null }
    const bytes = await bytesOf(input({ subject: '=?utf-8?Q?=0D=0ABcc:_x?= pies' }, { company }))
    expectSound(bytes)
    const { from, subject, headers } = await simpleParser(bytes)
    expect(from?.value).toEqual([
      { name: 'Ann "A" <ann@bank.example> X-Evil: 1', address: 'ann-a-ann-bank-example-x-evil-1-0000ab@mail.example' },
    ])
    expect(headers.has('x-evil')).toBe(false)
    expect(subject).toBe('=?utf-8?Q?=0D=0ABcc:_x?= pies')
  })

  it('http(s) URLs become links; markup and other URLs do not', async () => {
    const { html } = await parsed(
      {
        body: 'See https://pies.example/a?b=1&c=2. Or (http://pies.example/x) <b>bold</b> javascript:alert(1) https://pies.example/{{First Name|x}}',
      },
      { 'First Name': 'https://evil.example' },
    )
    const links = [...String(html).matchAll(/<a class="link" href="([^"]*)"/g)].map(([, href]) => href)
    expect(links).toEqual(['https://pies.example/a?b=1&amp;c=2', 'http://pies.example/x'])
    expect(html).toContain('&lt;b&gt;bold&lt;/b&gt;')
  })
})

describe('counted opens and clicks', () => {
  const to = recipient({ 'First Name': 'Zoë' })
  const token = linkTokenOf(to)
  const body =
    'Dear {{First Name|you}}, see https://pies.example/a?b=1&c=2.\n(http://pies.example/ä) mailto:a@b.example https://portal.example/x\n\n' +
    `${'long '.repeat(30)}https://pies.example/a?b=1&c=2 tel:+18035550142 https://pies.example/${'x'.repeat(2_000)} https://p.example/{{First Name}}`
  const counted = (changes: object = {}) => input({ body, ...changes }, { countsOpens: true })

  it('links of the body lead to the redirect in both parts, all others stay', async () => {
    const bytes = await bytesOf(counted(), to)
    expectSound(bytes)
    const { html, text = '' } = await simpleParser(bytes)
    const [first, second] = [0, 1].map((number) => `https://portal.example/mailing/${token}/${number}`)
    expect([...String(html).matchAll(/<a class="link" href="([^"]*)" [^>]*>([^<]*)</g)].map(([, href, shown]) => [href, shown])).toEqual([
      [first, 'pies.example/a?b=1&amp;c=2'],
      [second, 'pies.example/ä'],
      ['https://portal.example/x', 'portal.example/x'],
      [first, 'pies.example/a?b=1&amp;c=2'],
      [`https://pies.example/${'x'.repeat(2_000)}`, `pies.example/${'x'.repeat(2_000)}`],
    ])
    expect(text).toContain(`Dear Zoë, see ${first}.\n(${second}) mailto:a@b.example https://portal.example/x\n\n`)
    expect(text).toContain(`long ${first} tel:+18035550142 https://pies.example/xxx`)
    for (const part of [String(html), text]) {
      expect(part).toContain(`https://portal.example/unsubscribe/${to.token}`)
      expect(part).toContain('https://p.example/Zoë')
    }
    expect((await compileMail(counted(), settings)).links).toEqual(['https://pies.example/a?b=1&c=2', 'http://pies.example/%C3%A4'])
  })

  it('the picture is the last element of the HTML, without alternative text', async () => {
    const { html } = await simpleParser(await bytesOf(counted(), to))
    const picture = `<img src="https://portal.example/mailing/${token}/picture.gif" alt="" width="1" height="1">`
    expect(String(html).split(picture)).toHaveLength(2)
    expect(
      String(html)
        .split(picture)[1]
        ?.replace(/<!--.*?-->/g, ''),
    ).toMatch(/^[\s]*<\/p>\s*<\/div>\s*<\/body>\s*<\/html>\s*$/)
  })

  it('nothing is replaced or added if they are not counted', async () => {
    const mail = await compileMail(input({ body }), settings)
    expect([mail.links, JSON.stringify(mail).includes('/mailing/'), JSON.stringify(mail).includes('.gif')]).toEqual([null, false, false])
  })

  it('lines with links but without merge fields are encoded once for all recipients', async () => {
    const { pieces } = await compileMail(counted({ subject: 'Pies', body: 'See https://pies.example/a' }), settings)
    const encodedLater = pieces.filter((piece) => typeof piece !== 'string' && (piece.in === 'text' || piece.in === 'html'))
    // The link to unsubscribe, in both parts.
    expect(encodedLater).toHaveLength(2)
  })
})

describe('the image', () => {
  it('is part of the email when it is small', async () => {
    const bytes = await bytesOf(input({}, { attachment: attachment() }))
    expectSound(bytes)
    const { attachments, html } = await simpleParser(bytes, { skipImageLinks: true })
    expect(attachments.map(({ contentType, related, cid, content }) => ({ contentType, related, cid, same: content.equals(png) }))).toEqual(
      [{ contentType: 'image/png', related: true, cid: 'attachment', same: true }],
    )
    expect(html).toContain('<img src="cid:attachment" alt="Pecan pie"')
  })

  it('is linked when it is large', async () => {
    const large = await bytesOf(input({}, { attachment: attachment({ size: 2_000_000 }) }))
    expectSound(large)
    const shown = await simpleParser(large)
    expect(shown.attachments).toEqual([])
    expect(shown.html).toContain('<img src="https://portal.example/files/public/pie.png"')
    expect(shown.text).toContain('https://portal.example/files/public/pie.png')
  })

  it('has a file name without special characters', async () => {
    const bytes = await bytesOf(input({}, { attachment: attachment({ name: 'Büro "neu"\r\n.png' }) }))
    expectSound(bytes)
    const { attachments } = await simpleParser(bytes)
    expect(attachments.map(({ contentDisposition, filename }) => [contentDisposition, filename])).toEqual([['inline', 'Bu_ro_neu_.png']])
  })
})

it('the preview equals the email that is sent', async () => {
  const mail = input(
    { subject: 'For {{First Name|you}}', body: 'Dear {{First Name|friend}},\n\nsee https://pies.example <3' },
    { attachment: attachment() },
  )
  const to = recipient({ 'First Name': 'Zoë & Co' })
  const bytes = await bytesOf(mail, to)
  const { subject, html, text, from, replyTo } = await simpleParser(bytes, { skipImageLinks: true })
  const preview = previewOf(mail, settings, to)
  expect(from?.text).toBe('"Palm Bakery" <palm-bakery-0000ab@mail.example>')
  expect({ subject, html, text, from: preview.from, replyTo: replyTo?.text }).toEqual(preview)
})

describe('the sender', () => {
  const long = `${'Île de la Crêperie & Boulangerie '.repeat(6)}SARL`
  const cut = 'Île de la Crêperie & Boulangerie Île de la Crêperie & Boula…'

  it.each([
    ['in plain letters', 'Palm Bakery', 'Palm Bakery', 'Palm Bakery <palm-bakery-0000ab@mail.example>'],
    ['with accents', 'Café Zoë', 'Café Zoë', 'Café Zoë <cafe-zoe-0000ab@mail.example>'],
    ['that is long', long, cut, `${cut} <i-le-de-la-cre-perie-boulangerie-i-le-de-0000ab@mail.example>`],
    ['that is long, in plain letters', 'Pie '.repeat(30), `${'Pie '.repeat(14)}Pie…`, `${'Pie '.repeat(14)}Pie… <`],
    ['of emoji', '👩🏽‍🍳'.repeat(12), '👩🏽‍🍳'.repeat(12), `${'👩🏽‍🍳'.repeat(12)} <company-0000ab@mail.example>`],
    ['with a comma', 'Lee, Marsh & Co.', 'Lee, Marsh & Co.', '"Lee, Marsh & Co." <lee-marsh-co-0000ab@mail.example>'],
    ['with quotes', 'The "Pie" \\ Shop', 'The "Pie" \\ Shop', '"The \\"Pie\\" \\\\ Shop" <the-pie-shop-0000ab@mail.example>'],
    [
      'with an email address',
      'Ann <ann@bank.example>',
      'Ann <ann@bank.example>',
      '"Ann <ann@bank.example>" <ann-ann-bank-example-0000ab@mail.example>',
    ],
    ['with an encoded word', '=?UTF-8?B?QQ==?=', '=?UTF-8?B?QQ==?=', '=?UTF-8?B?QQ==?= <utf-8-b-qq-0000ab@mail.example>'],
    ['written from right to left', 'מאפיית דקל', 'מאפיית דקל', 'מאפיית דקל <company-0000ab@mail.example>'],
    ['with characters that change the text direction', 'Pie\u202e\u2066 shop', 'Pie shop', 'Pie shop <pie-shop-0000ab@mail.example>'],
    ['with control characters', 'Pie\u0000\r\nBcc: x\u007f', 'Pie Bcc: x', '"Pie Bcc: x" <pie-bcc-x-0000ab@mail.example>'],
    ['without visible characters', '\u0000\u202e', '', 'company-0000ab@mail.example'],
  ])('a name %s is readable in the preview and is decoded correctly from the email', async (_what, name, decoded, readable) => {
    const mail = input({}, { company: { ...input().company, name } })
    expect(previewOf(mail, settings, recipient()).from.slice(0, readable.length)).toBe(readable)
    expect(previewOf(mail, settings, recipient()).from).not.toMatch(/=\?UTF-8\?B\?[^Q]/)
    const bytes = await bytesOf(mail)
    expectSound(bytes)
    const { from, headers } = await simpleParser(bytes)
    expect(from?.value.map((one) => one.name)).toEqual([decoded])
    expect(from?.value[0]?.address).toMatch(/^[a-z0-9-]+-0000ab@mail\.example$/)
    expect(headers.has('bcc')).toBe(false)
  })
})
