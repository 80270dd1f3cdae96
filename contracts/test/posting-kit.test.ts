import { describe, expect, test } from 'vitest'
import { lengthInX, platformKitOf } from '../src/rules/posting-kit.ts'

const kit = (platform: Parameters<typeof platformKitOf>[0], caption: string, more: object = {}) =>
  platformKitOf(platform, { title: 'Winter bread', caption, kinds: ['image'], ...more })

test.each([
  ['#bread#rolls and #Brötchen', 3],
  ['#रोटी #パン #3', 3],
  ['a#b &#39; # https://harborpine.example/?a=#b https://harborpine.example/menu#top', 0],
])('%s contains %i hashtags', (caption, count) => {
  expect(kit('platform_fb', caption).hashtags).toEqual({ count, max: null })
})

describe('X', () => {
  test.each([
    ['plain text', 21, 'Fresh bread at seven!'],
    ['a link of any length', 23, `https://harborpine.example/${'a'.repeat(200)}?a=1,2&b=3`],
    ['a link in a sentence', 4 + 23 + 1, 'See https://harborpine.example/menu.'],
    ['a bare domain', 4 + 23 + 4, 'See harborpine.com now'],
    ['a price is no link', 18, 'Only 3.50 or 10.00'],
    ['an emoji', 2, '👾'],
    ['an emoji with a skin tone', 2, '🙋🏽'],
    ['joined emoji', 2, '👨‍👩‍👧‍👦'],
    ['a flag', 2, '🇺🇸'],
    ['Chinese', 4, '面包'],
    ['an accent, however it is written', 8, 'cafécafe\u0301'],
    ['typographic quotes and dashes', 9, '“Bread” –'],
  ])('counts %s', (_, length, text) => {
    expect(lengthInX(text)).toBe(length)
  })

  test('warns above 280 characters, and opens its form with the text', () => {
    expect(kit('platform_x', 'a'.repeat(280)).warnings).toEqual([])
    const long = kit('platform_x', `${'a'.repeat(277)} 👾 & more`)
    expect(long.texts).toEqual([{ part: 'text', text: expect.any(String), length: 287, max: 280 }])
    expect(long.warnings).toEqual(['The text is too long: 287 of 280.'])
    expect(new URL(long.composerUrl ?? '').searchParams.get('text')).toBe(`${'a'.repeat(277)} 👾 & more`)
    expect(long.containsText).toBe(true)
  })
})

test('Instagram takes 2,200 characters and 5 hashtags, no PDF files, and shows links as text', () => {
  const tags = Array.from({ length: 6 }, (_, n) => `#tag${n}`).join(' ')
  expect(kit('platform_insta', tags.replace('#tag5', ''))).toMatchObject({ warnings: [], hashtags: { count: 5, max: 5 } })
  const refused = kit('platform_insta', `${tags} https://harborpine.example/#top`, { kinds: ['pdf', 'image', 'pdf'] })
  expect(refused.warnings).toEqual([
    'Instagram takes no PDF files.',
    '6 hashtags: Instagram takes at most 5.',
    'Nobody can click a link in an Instagram caption, so “https://” is left out.',
  ])
  const text = `${tags} harborpine.example/#top`
  expect(refused.texts).toEqual([{ part: 'text', text, length: text.length, max: 2200 }])
  expect(kit('platform_insta', 'See harborpine.com').warnings).toEqual(['Nobody can click a link in an Instagram caption.'])
  expect(kit('platform_insta', 'a'.repeat(2201)).warnings).toEqual(['The text is too long: 2201 of 2200.'])
  expect(kit('platform_insta', 'Bread')).toMatchObject({ composerUrl: 'https://www.instagram.com/', containsText: false })
})

test('X takes four files, YouTube one video', () => {
  const five = { kinds: ['image', 'image', 'image', 'image', 'video'] }
  expect(kit('platform_x', 'Bread', five).warnings).toEqual(['5 files: X takes at most 4.'])
  expect(kit('platform_x', 'Bread', { kinds: [...five.kinds.slice(1), 'pdf'] }).warnings).toEqual(['X takes no PDF files.'])
  expect(kit('platform_youtube', 'Bread', { kinds: ['video', 'video'] }).warnings).toEqual(['2 files: YouTube takes at most 1.'])
})

test('YouTube has a title, counts bytes, and takes only videos', () => {
  const { texts, warnings, containsText } = kit('platform_youtube', 'é'.repeat(2501), { title: 'T'.repeat(101) })
  expect(texts.map(({ part, length, max }) => [part, length, max])).toEqual([
    ['title', 101, 100],
    ['text', 5002, 5000],
  ])
  expect(warnings).toEqual(['The title is too long: 101 of 100.', 'The text is too long: 5002 of 5000.', 'YouTube takes no pictures.'])
  expect(containsText).toBe(false)
  expect(kit('platform_youtube', 'a <3 b', { kinds: ['video'] }).warnings).toEqual(['YouTube refuses the characters < and >.'])
})

test('Facebook, LinkedIn and mail', () => {
  expect(kit('platform_fb', 'a'.repeat(5000))).toMatchObject({
    warnings: [],
    containsText: false,
    composerUrl: 'https://www.facebook.com/',
  })
  const li = kit('platform_li', 'Bread & rolls', { kinds: ['pdf'] })
  expect(li.warnings).toEqual([])
  expect(li.composerUrl).toBe('https://www.linkedin.com/feed/?shareActive=true&text=Bread%20%26%20rolls')
  const long = kit('platform_li', 'é'.repeat(3001))
  expect(long).toMatchObject({ composerUrl: 'https://www.linkedin.com/feed/?shareActive=true', containsText: false })
  expect(long.warnings).toEqual(['The text is too long: 3001 of 3000.'])
  expect(kit('platform_via_mail', 'a'.repeat(5000))).toMatchObject({ composerUrl: null, warnings: [], texts: [{ max: null }] })
})
