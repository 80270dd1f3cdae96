import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { expect, test } from 'vitest'
import { readNotice } from '../../src/inbound/parsing/notice.ts'
import { readReport } from '../../src/inbound/parsing/report.ts'

const MESSAGE_CHARS = 256 * 1024

const filled = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length)

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
