import { describe, expect, it } from 'vitest'
import { checkBrandColors } from '../src/pictures/check-brand-colors.ts'
import { checkContrast } from '../src/pictures/check-contrast.ts'
import { checkCroppedText } from '../src/pictures/check-cropped-text.ts'
import { checkLogo } from '../src/pictures/check-logo.ts'
import { checkRepeatedPicture } from '../src/pictures/check-repeated-picture.ts'
import { lineContrasts } from '../src/reader/line-contrasts.ts'
import { mergeLines, withoutNoise } from '../src/reader/merge-lines.ts'
import { hashDistance } from '../src/reader/picture-hash.ts'
import { commonAngle } from '../src/reader/read-words.ts'
import type { RecognizedLine } from '../src/reader/recognize-text.ts'
import type { Finding, ReadFile, Word } from '../src/types.ts'

const word = (text: string, over: Partial<Word> = {}): Word => ({
  text,
  confidence: 95,
  line: 0,
  box: { left: 100, top: 100, width: 200, height: 40 },
  ...over,
})
const file = (...words: Word[]): ReadFile => ({ position: 0, kind: 'image', width: 1_080, height: 1_080, words })
const certainties = (findings: readonly Finding[]): string[] => findings.map(({ certainty }) => certainty)

describe('contrast', () => {
  const of = (ratio: number, { height = 40, isUneven = false, text = 'Grand opening', confidence = 95 } = {}) =>
    certainties(
      checkContrast(file(word(text, { confidence, box: { left: 0, top: 0, width: 400, height } })), [{ line: 0, ratio, isUneven }]),
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

  it('says which text, and where', () => {
    const words = [word('Open'), word('house', { box: { left: 310, top: 100, width: 200, height: 40 } })]
    const [finding] = checkContrast(file(...words), [{ line: 0, ratio: 1.79, isUneven: false }])
    expect(finding?.message).toBe('“Open house” is hard to read on its background: a contrast of 1.8:1, and at least 3:1 is readable.')
    expect(finding?.place).toMatchObject({ in: 'file', position: 0, boxes: words.map(({ box }) => box) })
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
    expect(checkBrandColors(file(), colors, brand)).toHaveLength(count)
  })
})

describe('logo', () => {
  const named = file(word('Palmetto'), word('Bakery'))
  it.for([
    ['found', [{ file: file(), hasLogo: true }], 0],
    ['missing', [{ file: file(), hasLogo: false }], 1],
    ['not searched for', [{ file: file(), hasLogo: null }], 0],
    [
      'on another picture',
      [
        { file: file(), hasLogo: false },
        { file: file(), hasLogo: true },
      ],
      0,
    ],
    ['as the name of the company', [{ file: named, hasLogo: false }], 0],
  ] as [string, { file: ReadFile; hasLogo: boolean | null }[], number][])('%s', ([, files, count]) => {
    expect(checkLogo(files, ['Palmetto Bakery', ''])).toHaveLength(count)
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
    expect(checkRepeatedPicture(file(...texts.map((text) => word(text))), hash, earlier)).toHaveLength(count)
  })

  it('names the latest post', () => {
    const [finding] = checkRepeatedPicture(file(word('Fall'), word('sale')), 'ffff0000ffff0000', earlier)
    expect(finding?.message).toBe('This picture looks like the one of “Fall sale again”, posted on Sun, Oct 4, 2026.')
  })

  it('counts bits', () => expect(hashDistance('ffffffffffffffff', '0000000000000000')).toBe(64))
})

describe('cropped text', () => {
  const grid = { name: 'Instagram’s grid', area: { left: 135, top: 0, width: 810, height: 1_080 } }
  const at = (left: number): Word => word('Sale', { box: { left, top: 500, width: 200, height: 40 } })
  it.for([
    ['inside', [at(400)], []],
    ['at the edge', [at(120)], []],
    ['cut', [at(50)], ['Sale']],
    ['outside', [at(0), at(400)], ['Sale']],
    ['unsure', [{ ...at(0), confidence: 50 }], []],
  ] as [string, Word[], string[]][])('%s', ([, words, expected]) => {
    expect(checkCroppedText(file(...words), [grid]).map((finding) => finding.words)).toEqual(expected)
  })

  it('names all networks that cut the same words', () => {
    const findings = checkCroppedText(file(at(0)), [grid, { ...grid, name: 'Facebook’s cover' }])
    expect(findings.map(({ message }) => message)).toEqual(['“Sale” is cut off in Instagram’s grid and Facebook’s cover.'])
  })
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
