import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { expect, test } from 'vitest'
import { readNotice } from '../src/bounces/notice.ts'
import { readReport } from '../src/bounces/report.ts'
import { htmlOf, linksOf } from '../src/content/links.ts'
import { splitLines, templateOf } from '../src/content/template.ts'

const BODY_CHARS = 200_000
const MESSAGE_CHARS = 256 * 1024

const filled = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length)

const endings = ['.', '/.', ')', '’', '.,;:!?', 'http://', '{{', '}}', '{{First Name|', 'https://a.', ' ', '\n', '&', '\ud83d\ude00']

test.each(endings)('a body that repeats %j becomes HTML and links without blocking the event loop', async (ending) => {
  const body = `https://a/${filled(ending, BODY_CHARS - 11)}x`
  const block = await longestEventLoopBlock(() => {
    const template = templateOf(body)
    linksOf(template)
    for (const line of splitLines(template)) htmlOf(line)
  })
  expect(block).toBeLessThan(BLOCK_MAX_MS)
})

const pieces = [
  '-',
  '- ',
  '\r\n',
  '\n',
  '\r',
  ' ',
  '\t',
  '\n ',
  'Content-Type:',
  'boundary=',
  '"',
  '--b\n',
  '\n--b',
  '\n--b ',
  '=',
  '=\n',
  '=4',
  '5.',
  '.5',
  '5.1.1.',
]
const heads = [
  '',
  'Subject: a\r\n\r\n',
  'Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
  'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n',
  'Content-Type: message/delivery-status\r\n\r\n',
  'Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
  'Content-Type: multipart/report; boundary="',
]

test.each(pieces)('a bounce that repeats %j is parsed without blocking the event loop', { tags: 'nightly' }, async (piece) => {
  for (const head of heads) {
    const message = `${head}${filled(piece, MESSAGE_CHARS)}x`
    const block = await longestEventLoopBlock(() => {
      readReport(message)
      readNotice(message)
    })
    expect(block, head).toBeLessThan(BLOCK_MAX_MS)
  }
})

test('punctuation after a URL is not part of its link', () => {
  const [html] = htmlOf(['See (https://a.example/b?c=d). Or “https://e.example/f!”, ok?'])
  expect(html).toContain('href="https://a.example/b?c=d"')
  expect(html).toContain('href="https://e.example/f"')
  expect(html).toContain('</a>!”, ok?')
})
