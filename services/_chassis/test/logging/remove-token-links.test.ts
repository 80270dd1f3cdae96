import { randomBytes } from 'node:crypto'
import { removeTokenLinks } from '@app/chassis/logging/remove-token-links.ts'
import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { describe, expect, it, test } from 'vitest'

const TOKEN = 'NgnVjRtTQOGF7NlVT1M7vEWcS56gySLSRPjLOnIgbf8'
const WITH_DASHES = '-gnV_RtTQOGF7NlVT1M7vEWcS56gySLSRPjLOnIgb_8'
const PROOFPOINT = { ':': '-3A', '/': '_', '-': '-2D', _: '-5F' } as Record<string, string>

describe.each([TOKEN, WITH_DASHES])('a link with the token %s is removed', (token) => {
  const url = `http://localhost/review/${token}`
  const encoded = encodeURIComponent(url)
  test.each([
    url,
    `HTTPS://PORTAL.EXAMPLE:8443/REVIEW/${token}`,
    `http://[::1]/%72eview/${token}`,
    `/review/${token}/`,
    `http://h/review/invitation/${token}`,
    `webcal://h/calendar/${token}.ics`,
    `http://h/verify-email#${token}`,
    `http://h/revert-email#${token}`,
    `http://h/admin/invitation#${token}`,
    `http://h/unsubscribe/${randomBytes(16).toString('hex')}`,
    'http://h/files/private/a.pdf?X-Amz-Algorithm=A&X-Amz-Signature=0f',
    'reply+agrcbfp5cfzohpwwijbtntd235w6kc72ibdxdix7ck5ck@reply.example',
    encoded,
    encodeURIComponent(encoded),
    `https://nam02.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C01&reserved=0`,
    `https://urldefense.com/v3/__${url}__;!!abc$`,
    `https://urldefense.proofpoint.com/v2/url?u=${url.replace(/[:/_-]/g, (character) => PROOFPOINT[character] ?? '')}&d=DwMFaQ`,
    `https://www.google.com/url?q=${url}&source=gmail`,
    url.replace(/.{40}/, '$&\r\n'),
    url.replace(/.{40}/, '$&=\r\n'),
    url.replace(/.{40}/, '$&\n> '),
    url.replaceAll('/', '=2F'),
    url.replaceAll('/', '&#x2F;'),
    url.replaceAll('/', '\\/'),
    `http://h/review/${token.replaceAll('-', '%2D').replaceAll('_', '%5F')}`,
    token,
  ])('%s', (link) => {
    expect(removeTokenLinks(link)).toBe('[link removed]')
    expect(removeTokenLinks(`See ${link}, please.\nOr <${link}>`)).toBe('See [link removed], please.\nOr <[link removed]>')
    expect(removeTokenLinks(`${link}\nThanks`)).toBe('[link removed]\nThanks')
  })
})

it('no random token stays', () => {
  for (let count = 0; count < 5_000; count += 1) {
    const token = randomBytes(32).toString('base64url')
    expect(removeTokenLinks(`http://h/review/${token}`)).toBe('[link removed]')
  }
})

test.each([
  'Please use the warmer photo.\n--\n___\nBest, Ann',
  'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgVE2upms/edit#gid=0',
  `https://script.google.com/macros/s/${TOKEN}/exec`,
  'https://food.example/review/the-best-new-bakeries-in-columbia-south-carolina',
  'https://shop.example/calendar/2026-events?utm_source=mail&utm_campaign=spring_menu_2026_in_columbia',
  '#SupportSmallBusinessesInColumbiaSouthCarol',
  'trace 4bf92f3577b34da6a3ce929d0e0e4736, task 0193a7c0-5f0e-7b1c-9a7e-2f6f7d1d2c3b',
  'https://portal.example/management?show=task-42',
  'reply+a@b.example',
])('other texts stay: %s', (text) => expect(removeTokenLinks(text)).toBe(text))

test('no text blocks the event loop', { tags: 'nightly' }, async () => {
  const filled = (piece: string): string => piece.repeat(Math.ceil(300_000 / piece.length))
  const pieces = ['a', 'review/a\n>>>>>>>>>>', '%25', '=2F', '-2D', 'X-Amz-Signature=', 'reply+a\n', 'unsubscribe/0\n', TOKEN, `${TOKEN} `]
  for (const piece of pieces)
    expect(await longestEventLoopBlock(async () => void removeTokenLinks(filled(piece))), piece).toBeLessThan(BLOCK_MAX_MS)
})
