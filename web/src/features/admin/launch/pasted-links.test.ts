import { expect, it } from 'vitest'
import { spreadLinks } from './pasted-links.ts'

const rows = [
  { id: 'one', platforms: ['platform_x', 'platform_insta'] },
  { id: 'two', platforms: ['platform_insta'] },
  { id: 'three', platforms: ['platform_fb'] },
] as const
const insta = (n: number) => `https://www.instagram.com/p/${n}/`
const atFirst = { id: 'one', platform: 'platform_insta' } as const

it('each line goes into the row below', () => {
  expect(spreadLinks(`${insta(1)}\r\n${insta(2)}\n`, rows, atFirst)).toEqual({
    links: new Map([
      ['one', { platform_insta: insta(1) }],
      ['two', { platform_insta: insta(2) }],
    ]),
    placed: 2,
    left: 0,
  })
})

it('an empty line skips a row, and a list begins at the row of the field', () => {
  const spread = spreadLinks(`${insta(1)}\n\nhttps://www.facebook.com/3`, rows, atFirst)
  expect([...(spread?.links.keys() ?? [])]).toEqual(['one', 'three'])
  const below = spreadLinks(`${insta(1)}\nhttps://fb.com/3`, rows, { id: 'two', platform: 'platform_insta' })
  expect([...(below?.links.keys() ?? [])]).toEqual(['two', 'three'])
})

it('the cells of a line go into the fields of their networks, other addresses into the field of the paste', () => {
  const line = `${insta(1)}\thttps://x.com/bakery/status/1`
  expect(spreadLinks(line, rows, { id: 'one', platform: 'platform_x' })?.links.get('one')).toEqual({
    platform_x: 'https://x.com/bakery/status/1',
    platform_insta: insta(1),
  })
  expect(spreadLinks('https://a.example/1\nhttps://a.example/2', rows, atFirst)?.links.get('one')).toEqual({
    platform_insta: 'https://a.example/1',
  })
})

it('links without a row or a field are counted', () => {
  const text = [1, 2, 3, 4].map(insta).join('\n')
  expect(spreadLinks(text, rows, atFirst)).toMatchObject({ placed: 3, left: 1 })
})

it('a single link and a text without links are not a list', () => {
  expect(spreadLinks(`${insta(1)}\n`, rows, atFirst)).toBeUndefined()
  expect(spreadLinks('', rows, atFirst)).toBeUndefined()
})
