import { describe, expect, it } from 'vitest'
import { checkBrandColors } from '../src/pictures/check-brand-colors.ts'
import { checkContrast } from '../src/pictures/check-contrast.ts'
import { asksForLogo, checkLogo } from '../src/pictures/check-logo.ts'
import { checkRepeatedPicture } from '../src/pictures/check-repeated-picture.ts'
import { lineContrasts } from '../src/reader/line-contrasts.ts'
import { mergeLines, withoutNoise } from '../src/reader/merge-lines.ts'
import { hashDistance } from '../src/reader/picture-hash.ts'
import { commonAngle } from '../src/reader/read-words.ts'
import type { RecognizedLine } from '../src/reader/recognize-text.ts'
import type { Finding, PictureTraits, ReadFile, Word } from '../src/types.ts'
import { subjectWith } from './subject.ts'

const word = (text: string, over: Partial<Word> = {}): Word => ({
  text,
  confidence: 95,
  line: 0,
  box: { left: 100, top: 100, width: 200, height: 40 },
  ...over,
})
const file = (words: Word[] = [], traits: Partial<PictureTraits> = {}): ReadFile => ({
  position: 1,
  kind: 'image',
  width: 1_080,
  height: 1_080,
  words,
  traits: { contrasts: [], faint: { words: [], contrasts: [] }, colors: [], hash: 'ffff0000ffff0000', hasLogo: null, ...traits },
})
const certainties = (findings: readonly Finding[]): string[] => findings.map(({ certainty }) => certainty)

describe('contrast', () => {
  const of = (ratio: number, { height = 40, isUneven = false, text = 'Grand opening', confidence = 95 } = {}) =>
    certainties(
      checkContrast(
        file([word(text, { confidence, box: { left: 0, top: 0, width: 400, height } })], { contrasts: [{ line: 0, ratio, isUneven }] }),
      ),
    )

  it.for([
    ['readable', of(5), []],
    ['almost readable', of(2.8), []],
    ['small text', of(3.2, { height: 16 }), ['likely']],
    ['large text of the same contrast', of(3.2), []],
    ['hard to read', of(2.2), ['likely']],
    ['the same on a photo', of(2.2, { isUneven: true }), []],
    ['hardly visible', of(1.4), ['sure']],
    ['hardly visible on a photo', of(1.4, { isUneven: true }), ['likely']],
    ['hardly visible and unsure', of(1.4, { confidence: 85 }), ['likely']],
    ['noise', of(1.1, { text: 'ii', confidence: 95 }), []],
    ['not read with confidence', of(1.1, { confidence: 60 }), []],
  ] as const)('%s', ([, found, expected]) => expect(found).toEqual(expected))

  it.for([
    ['a word that is almost read', { text: 'Wednesday', confidence: 62 }, 1.9, 1],
    ['pieces of a pattern', { text: 'wie', confidence: 62 }, 1.9, 0],
    ['a guess', { text: 'Wednesday', confidence: 45 }, 1.9, 0],
    ['traces of compression', { text: 'Wednesday', confidence: 62 }, 1.1, 0],
  ] as const)('finds faint text: %s', ([, over, ratio, count]) => {
    const faint = { words: [word(over.text, { confidence: over.confidence })], contrasts: [{ line: 0, ratio, isUneven: false }] }
    expect(checkContrast(file([], { faint }))).toHaveLength(count)
  })

  it('says which text, and where', () => {
    const words = [word('Open'), word('house', { box: { left: 310, top: 100, width: 200, height: 40 } })]
    const [finding] = checkContrast(file(words, { contrasts: [{ line: 0, ratio: 1.79, isUneven: false }] }))
    expect(finding?.message).toBe('“Open house” is hard to read on its background: a contrast of 1.8:1, and at least 3:1 is readable.')
    expect(finding?.place).toEqual({ in: 'file', position: 1, boxes: words.map(({ box }) => box) })
  })
})

it('measures the contrast of black on white, and of gray on white', () => {
  const of = (gray: number): number | undefined => {
    const data = Buffer.alloc(100 * 40 * 3, 255)
    for (let y = 10; y < 30; y++) data.fill(gray, (y * 100 + 20) * 3, (y * 100 + 60) * 3)
    return lineContrasts({ data, width: 100, height: 40 }, [word('Text', { box: { left: 0, top: 0, width: 100, height: 40 } })])[0]?.ratio
  }
  expect(of(0)).toBe(21)
  expect(of(0x76)).toBeCloseTo(4.54, 1)
})

describe('brand colors', () => {
  it.for([
    ['the same color', ['#0b5d52'], [['#0a5b52', 0.8]], 0],
    ['another shade', ['#0b5d52'], [['#1c7a6c', 0.8]], 0],
    ['another color', ['#0b5d52'], [['#b3202a', 0.8]], 1],
    ['one of two', ['#0b5d52', '#b3202a'], [['#b3202a', 0.3]], 0],
    ['a photo', ['#0b5d52'], [['#b3202a', 0.1]], 0],
    [
      'black and white',
      ['#0b5d52'],
      [
        ['#ffffff', 0.6],
        ['#222222', 0.3],
      ],
      0,
    ],
    ['a brand in black', ['#000000'], [['#b3202a', 0.8]], 0],
    ['no profile', [], [['#b3202a', 0.8]], 0],
  ] as [string, string[], [string, number][], number][])('%s', ([, brand, seen, count]) => {
    const colors = seen.map(([color, share]) => ({ color, share }))
    expect(checkBrandColors([file([], { colors })], brand)).toHaveLength(count)
  })

  it('needs the color in one of the pictures only', () => {
    const [red, green] = ['#b3202a', '#0b5d52'].map((color) => file([], { colors: [{ color, share: 0.8 }] }))
    expect(checkBrandColors([file(), ...(red && green ? [red, green] : [])], ['#0b5d52'])).toEqual([])
  })
})

describe('logo', () => {
  const [found, missing, unsearched] = [true, false, null].map((hasLogo) => file([], { hasLogo }))
  const named = file([word('Palmetto'), word('Bakery')], { hasLogo: false })
  it.for([
    ['found', [found], 0],
    ['missing', [missing], 1],
    ['not searched for', [missing, unsearched], 0],
    ['on another picture', [missing, found], 0],
    ['as the name of the company', [named], 0],
  ] as [string, ReadFile[], number][])('%s', ([, files, count]) => {
    expect(checkLogo(files, ['Palmetto Bakery', ''])).toHaveLength(count)
  })

  it.for([
    ['Please include our logo.', true],
    ['Warm colors\nLogo in a corner, use the white one', true],
    ['A nice picture, please. Use two colors', false],
    ['Use the photo without the logo', false],
  ] as const)('%s', ([guidlines, expected]) => {
    expect(asksForLogo({ ...subjectWith({}).brief, guidlines })).toBe(expected)
  })
})

describe('repeated pictures', () => {
  const earlier = [
    { hash: 'ffff0000ffff0000', words: ['Fall', 'sale'], title: 'Fall sale', postedOn: '2026-09-04' as const },
    { hash: 'ffff0000ffff0001', words: ['Fall', 'sale'], title: 'Fall sale again', postedOn: '2026-10-04' as const },
  ]
  it.for([
    ['the same', 'ffff0000ffff0000', ['Fall', 'SALE!'], 1],
    ['almost the same', 'ffff0000ffff003f', ['Fall', 'sale'], 1],
    ['different', 'ffff0000ffff01ff', ['Fall', 'sale'], 0],
    ['the same design with another text', 'ffff0000ffff0000', ['Winter', 'sale'], 0],
  ] as [string, string, string[], number][])('%s', ([, hash, texts, count]) => {
    const picture = file(
      texts.map((text) => word(text)),
      { hash },
    )
    expect(checkRepeatedPicture(picture, earlier)).toHaveLength(count)
  })

  it('names the latest post', () => {
    const [finding] = checkRepeatedPicture(file([word('Fall'), word('sale')]), earlier)
    expect(finding?.message).toBe('This picture looks like the one of “Fall sale again”, posted on Sun, Oct 4, 2026.')
  })

  it('counts bits', () => expect(hashDistance('ffffffffffffffff', '0000000000000000')).toBe(64))
})

describe('passes of the recognition', () => {
  const line = (text: string, confidence: number, left = 0, angle = 0): RecognizedLine => ({
    angle,
    words: text
      .split(' ')
      .map((each, at) => ({ text: each, confidence, left: left + at * 100, top: 0, right: left + at * 100 + 90, bottom: 40 })),
  })
  const texts = (lines: readonly RecognizedLine[]): string[] => lines.map(({ words }) => words.map(({ text }) => text).join(' '))

  it('keeps the side that was read better, and everything else', () => {
    const first = [line('Gr8nd opemng', 55), line('Saturday', 95, 500)]
    const second = [line('Grand opening', 93), line('Saturdey', 90, 500), line('Noon', 90, 900)]
    expect(texts(mergeLines(first, second, 1.15)).toSorted()).toEqual(['Grand opening', 'Noon', 'Saturday'])
  })

  it('removes what is no text', () => {
    expect(texts(withoutNoise([line('— |', 90), line('Sale', 20), line('A', 95), line('9 – | 5', 90)]))).toEqual(['9 – 5'])
  })

  it.for([
    [[6.1, 5.9, 6, 0], 6],
    [[0.1, 0, -0.1], 0],
    [[6, 0, -6, 3], 0],
  ])('angles %j', ([angles, expected]) => {
    const lines = (angles as number[]).map((angle) => line('Text', 95, 0, angle))
    expect(commonAngle(lines)).toBeCloseTo(expected as number, 0)
  })
})
