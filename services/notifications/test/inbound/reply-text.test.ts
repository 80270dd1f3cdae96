import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { htmlToLines } from '../../src/inbound/parsing/html-lines.ts'
import { readReply, UnreadableTextError } from '../../src/inbound/parsing/read-reply.ts'
import { replyText } from '../../src/inbound/parsing/reply-text.ts'
import { attachedPart, htmlPart, htmlReplies, multipartBody, OWNER, plainPart, plainReplies, replyMail } from './replies.ts'

const WORDS = 'Please use the warmer photo.'
const FROM = `Maria <${OWNER}>`
const read = (mail: Buffer) => readReply(mail.toString('latin1'))

describe('quoted text and signatures are removed', () => {
  test.each(Object.entries(plainReplies))('from a plain-text reply of %s', (_program, text) => expect(replyText(text, FROM)).toBe(WORDS))
  test.each(Object.entries(htmlReplies))('from an HTML reply of %s', (_program, html) =>
    expect(replyText(htmlToLines(html), FROM).replaceAll('\u00a0', ' ')).toBe(WORDS),
  )

  test('and text between and below quoted lines stays', () => {
    const text = 'Hello,\n\nOn Monday, Palmetto Works wrote:\n> Which photo?\nThe first.\n\n> Which day?\nFriday.\n\nThank you'
    expect(replyText(text)).toBe('Hello,\n\nThe first.\n\nFriday.\n\nThank you')
  })

  test.each([
    [
      'a delimiter without contact details below it',
      'Please change:\n-- \nThe price is missing.',
      'Please change:\n--\nThe price is missing.',
    ],
    ['a line directly above the original', 'Thanks\nOn Sat, Nov 28, 2026 at 12:16 AM Palmetto Works wrote:\n> Ready', 'Thanks'],
    [
      'a line that looks like the introduction below it',
      'On Monday is better\nOn Sat, Nov 28, 2026 at 12:16 AM Palmetto Works wrote:\n> Ready',
      'On Monday is better',
    ],
    [
      'a wrapped introduction',
      'Yes\n\nOn Sat, Nov 28, 2026 at\n12:16 AM Palmetto Works <hello@palmettoworks.example> wrote:\n> Ready',
      'Yes',
    ],
  ])('but %s is read correctly', (_what, text, note) => expect(replyText(text, FROM)).toBe(note))

  test('and inline answers between quoted lines stay', () => {
    const quotedMail = plainReplies['Gmail in Portuguese'] ?? ''
    const answers = quotedMail.replace('> Task:', 'Yes, on Monday.\n\n> Task:')
    expect(replyText(answers, FROM)).toBe(`${WORDS}\n\nYes, on Monday.`)
  })

  test.each([
    'Please change:\n--\nnew headline "Fresh -- daily"\n-- second line',
    'Please change:\n-- The headline is too long\n-- The price is missing.',
    'Prices:\n___\nBread 5\n___\nRolls 2',
    'Two things.\n\n-----\nFrom: $4\nTo: $5',
    'PS: thanks\nNote: Palmetto Works wrote at 10:30 that it is free',
    'I wrote to Palmetto Works:\nthe photo is too dark',
    'Cheers, the bread looks great\n\nBest regards',
    'Sent from my heart: thank you all',
    'On Monday Ann wrote:\nthe photo is too dark',
    'From: the beach\nTo: the harbor',
    'See my two answers:\n\nyes\nno',
    '----\nyes',
    '_____',
    'I agree -- yes',
  ])('but text that only looks similar stays: %j', (text) => expect(replyText(text)).toBe(text))

  test.each([
    ['only quoted text', plainReplies.Gmail?.slice(WORDS.length) ?? ''],
    ['only a signature', '-- \nMaria Pine'],
    ['no text', ''],
    ['only empty lines', '\r\n \r\n\t\r\n'],
    ['2,000 nested quote marks', `${'>'.repeat(2_000)} deep`],
  ])('from a reply with %s, nothing is left', (_what, text) => expect(replyText(text, FROM)).toBe(''))

  test('and a link with a token is removed, wherever it is', () => {
    const link =
      'https://nam02.safelinks.protection.outlook.com/?url=http%3A%2F%2Fh%2Freview%2FNgnVjRtTQOGF7NlVT1M7vEWcS56gySLSRPjLOnIgbf8&data=1'
    expect(replyText(`See ${link}\nplease`)).toBe('See [link removed]\nplease')
  })

  test('and letters that HTML encodes are decoded', () => {
    expect(replyText(htmlToLines('<p>El logo es muy peque&ntilde;o &amp; oscuro. &Eacute;l &mdash; s&iacute;&#33;</p>'))).toBe(
      'El logo es muy pequeño & oscuro. Él — sí!',
    )
  })

  test('and no text behind a style sheet is lost, also below Turkish letters', () => {
    expect(htmlToLines(`${'İ'.repeat(30)}<STYLE>p { color: red }</Style><p>Please approve</p>`).split('\n')).toContain('Please approve')
  })

  test('and the text is shortened to 5,000 characters, without control characters', () => {
    expect([...replyText('😀'.repeat(6_000))]).toHaveLength(5_000)
    expect(replyText('a\0b\u202ec\u0007')).toBe('abc')
  })
})

describe('a reply', () => {
  const encodings: [string, Buffer][] = [
    ['UTF-8', replyMail({ body: 'Grüße 😀' })],
    ['no charset', replyMail({ type: 'text/plain', body: 'Grüße 😀' })],
    ['latin-1', replyMail({ type: 'text/plain; charset=iso-8859-1', body: Buffer.from('Grüße', 'latin1') })],
    ['windows-1252', replyMail({ type: 'text/plain; charset="Windows-1252"', body: Buffer.from('Gr\xfc\xdfe \x80', 'latin1') })],
    ['base64', replyMail({ encoding: 'base64', body: Buffer.from('Grüße 😀').toString('base64') })],
    ['quoted-printable', replyMail({ encoding: 'quoted-printable', body: 'Gr=C3=BC=\r\n=C3=9Fe =F0=9F=98=80' })],
  ]
  test.each(encodings)('in %s is decoded', (_what, mail) => expect(read(mail).text).toMatch(/^Grüße( 😀| €)?$/))

  test.each(['utf-16', 'utf-16le', 'UTF-16BE', 'utf-7', 'none'])('in %s is not readable', (charset) =>
    expect(() => read(replyMail({ type: `text/plain; charset=${charset}`, body: Buffer.from('Hello', 'utf16le') }))).toThrow(
      UnreadableTextError,
    ),
  )

  test('prefers plain text, and reads HTML if the plain text is empty', () => {
    const type = 'multipart/alternative; boundary=b'
    const mailOf = (plain: string) => replyMail({ type, body: multipartBody('b', plainPart(plain), htmlPart('<p>From HTML</p>')) })
    expect(read(mailOf('From text')).text).toBe('From text')
    expect(read(mailOf(' ')).text).toBe('From HTML')
  })

  test('with a picture between two texts has both texts', () => {
    const body = multipartBody('b', plainPart('Above'), attachedPart(), plainPart('Below'))
    expect(read(replyMail({ type: 'multipart/mixed; boundary=b', body }))).toMatchObject({ text: 'Above\nBelow', hasAttachments: true })
  })

  test('with a part without header fields is read', () => {
    expect(read(replyMail({ type: 'multipart/mixed; boundary=b', body: multipartBody('b', '\r\nHello') })).text).toBe('Hello')
  })

  test('whose only picture belongs to the signature, or that is signed, has no attachments', () => {
    const logo = 'Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline; filename=logo.png\r\n\r\nx'
    const signature = 'Content-Type: application/pkcs7-signature\r\nContent-Disposition: attachment; filename=smime.p7s\r\n\r\nx'
    for (const part of [logo, signature]) {
      const body = multipartBody('b', htmlPart('<p>Hello</p>'), part)
      expect(read(replyMail({ type: 'multipart/related; boundary=b', body }))).toMatchObject({ text: 'Hello', hasAttachments: false })
    }
  })

  test.each([
    [`Maria <${OWNER}>`, OWNER],
    [`"Maria, <ann@b.example>" <${OWNER}>`, OWNER],
    [OWNER, OWNER],
    ['Maria', ''],
    ['<>', ''],
    [`<${OWNER}`, OWNER],
    [`${'<'.repeat(100_000)}`, ''],
  ])('of %.40s has the address %s', (from, address) => expect(read(replyMail({ from, body: 'Hello' })).from).toBe(address))

  test.each([
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated (vacation)',
    'Precedence: bulk',
    'Precedence: list',
    'List-Id: <bakers.example>',
    'X-Autoreply: yes',
  ])('with %s was sent by a program', (field) => {
    expect(read(replyMail({ head: [field], body: 'Away' })).isAutomatic).toBe(true)
    expect(read(replyMail({ head: ['Auto-Submitted: no'], body: 'Here' })).isAutomatic).toBe(false)
  })

  it('of any content is read without an exception other than of the charset', () => {
    const pieces = fc.constantFrom(
      '\r\n',
      '--b',
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Type: text/html',
      '<',
      '>',
      '<!--',
      '-->',
      '&#',
      '&amp;',
      '<blockquote>',
      '</blockquote>',
      'From:',
      'Sent:',
      'To:',
      'wrote:',
      '> ',
      '____________________',
      '=',
      '\0',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }), (parts) => {
        expect(typeof readReply(parts.join('')).text).toBe('string')
      }),
      { numRuns: 500 },
    )
  })
})

test('no reply of 256 kB blocks the event loop', { tags: 'nightly' }, async () => {
  const filled = (piece: string): string => piece.repeat(Math.ceil(262_144 / piece.length)).slice(0, 262_144)
  const plain = [
    '>',
    '> ',
    '\n',
    ':\n',
    'wrote:\n',
    'a wrote:\n>\n',
    '____________________\n',
    'From: a\nTo: b\n',
    '--\n',
    '-',
    ' \n',
    '*',
    'Sent from my \n',
    'from:\n',
    'a: b\n',
    'From: a\n\n',
    'On 20 Palmetto Works wrote\n',
    '-- \n',
    '---- a ----\n',
  ]
  const html = [
    '<',
    '<!--',
    '<blockquote>',
    '</blockquote>',
    '<style>',
    '<style></style>',
    '&',
    '&#1',
    '&#x1;',
    '<a ',
    ' ',
    '<br>',
    '<p',
    '\n<',
  ]
  for (const piece of plain)
    expect(await longestEventLoopBlock(async () => void read(replyMail({ body: filled(piece) }))), piece).toBeLessThan(BLOCK_MAX_MS)
  for (const piece of html)
    expect(await longestEventLoopBlock(async () => void read(replyMail({ type: 'text/html', body: filled(piece) }))), piece).toBeLessThan(
      1_000,
    )
  const nested = Array.from({ length: 6 }).reduce<string>(
    (part, _, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n${multipartBody(`b${at}`, part)}`,
    filled('\n--b0'),
  )
  expect(await longestEventLoopBlock(async () => void readReply(nested))).toBeLessThan(BLOCK_MAX_MS)
})
