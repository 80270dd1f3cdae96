import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CheckedBrief, ReadFile } from '../src/types.ts'
import { findingsAbout, pictureWith, shortened, subjectWith } from './subject.ts'

const findingsIn = (file: ReadFile, caption = ''): string[] => shortened(findingsAbout(subjectWith({ caption, files: [file] })))

test('a finding in a picture has the boxes of its words', () => {
  const picture = pictureWith('COFFEE CLASS\nSATURDAY DECEMBER 6')
  const [finding, ...others] = findingsAbout(subjectWith({ files: [picture] }))
  expect(others).toEqual([])
  expect(finding).toMatchObject({
    kind: 'weekday',
    certainty: 'sure',
    place: { in: 'file', position: 1, boxes: picture.words.slice(2).map(({ box }) => box) },
  })
  expect(finding?.message).toMatch(/^The picture says Saturday, December 6\. December 6, 2026 is a Sunday\./)
})

test('names of files tell several pictures and pages apart', () => {
  const messages = (files: ReadFile[]): string[] => findingsAbout(subjectWith({ files })).map(({ message }) => message.slice(0, 24))
  const words = 'SATURDAY DECEMBER 6'
  expect(messages([pictureWith(''), pictureWith(words, { position: 2 })])).toEqual(
    ['Picture 2 says Saturday, '].map((text) => text.slice(0, 24)),
  )
  expect(messages([pictureWith(words, { kind: 'pdf', page: 3 })])).toEqual(['Page 3 of the PDF file s'])
})

test.each([
  ['SATURDAY DECEMBER 6', 95, ['sure weekday: SATURDAY DECEMBER 6']],
  ['SATURDAY DECEMBER 6', 75, ['likely weekday: SATURDAY DECEMBER 6']],
  ['SATURDAY DECEMBER 6', 50, []],
  // Perhaps it is December 12.
  ['SATURDAY DECEMBER 72', 95, []],
  // Perhaps it is December 13, which is a Sunday.
  ['SUNDAY DECEMBER 18', 95, ['likely weekday: SUNDAY DECEMBER 18']],
  ['843-555-0143', 95, ['sure phone: 843-555-0143']],
  ['843-555-0184', 95, ['likely phone: 843-555-0184']],
  ['843-555-O134', 95, []],
  ['helIo@harborpine.example', 95, []],
  ['harborplne.example', 95, []],
  ['Harbor & Plne Coffee', 95, []],
  ['Harbor & Pime Coffee', 95, ['likely company-name: Harbor & Pime Coffee']],
  ['a modem shop for cornfort', 95, []],
  ['fresh reservtions only', 95, ['likely spelling: reservtions']],
  ['fresh reservtions only', 80, []],
  ['class $4S', 95, []],
])('%s, recognized with %i %%', (lines, confidence, expected) => {
  expect(findingsIn(pictureWith(lines, { confidence }))).toEqual(expected)
})

test('the text of the picture confirms a mistake of the caption, and the other way round', () => {
  expect(findingsIn(pictureWith('SUNDAY DECEMBER 18'), 'Sunday, December 18')).toEqual(['sure weekday: Sunday, December 18'])
  expect(findingsIn(pictureWith('CLASS $38'), 'A class for $33')).toEqual(['likely price: $33'])
})

const lookalikes: Record<string, string> = {
  O: '0',
  o: '0',
  l: '1',
  I: '1',
  i: 'l',
  S: '5',
  B: '8',
  '0': 'O',
  '1': 'l',
  '5': 'S',
  '8': 'B',
  m: 'rn',
}

test('misread letters never cause a sure finding', () => {
  const lines =
    'Harbor & Pine Coffee\nBarista class for beginners\nSunday, December 6\n10 am - 12 pm\nOnly $45 or 15% off\n843-555-0134\nhello@harborpine.example\nharborpine.example/class\n1209 Meeting Street\nCharleston, SC 29401'
  const caption = lines.replaceAll('\n', '. ')
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: lines.length, maxLength: lines.length }),
      fc.integer({ min: 30, max: 99 }),
      (misread, confidence) => {
        const read = [...lines].map((letter, index) => (misread[index] ? (lookalikes[letter] ?? letter) : letter)).join('')
        const found = findingsIn(pictureWith(read, { confidence }), caption)
        expect(found.filter((finding) => finding.startsWith('sure'))).toEqual([])
      },
    ),
    { numRuns: 200 },
  )
})

test.each<[string, Partial<CheckedBrief>, string, Partial<ReadFile>, string[]]>([
  ['fits', { platforms: ['platform_x', 'platform_fb', 'platform_insta', 'platform_li'] }, 'Hello', {}, []],
  ['a tall picture', { platforms: ['platform_insta'] }, '', { height: 1920 }, ['likely platform-file']],
  [
    'a tall picture with text at its top',
    { platforms: ['platform_insta'] },
    '',
    { height: 1920, words: pictureWith('SALE TODAY').words },
    ['likely cropped-text: SALE TODAY'],
  ],
  ['1080 × 566', { platforms: ['platform_insta'] }, '', { height: 566 }, []],
  ['a small picture', { platforms: ['platform_fb'] }, '', { width: 500, height: 500 }, ['likely platform-file']],
  ['a long video', { platforms: ['platform_x'] }, '', { kind: 'video', seconds: 1300 }, ['sure platform-file']],
  ['a video of three minutes', { platforms: ['platform_x'] }, '', { kind: 'video', seconds: 180 }, []],
  ['a wide video', { platforms: ['platform_li'] }, '', { kind: 'video', width: 1920, height: 600, seconds: 20 }, ['likely platform-file']],
  ['a picture for YouTube', { platforms: ['platform_youtube'] }, '', {}, ['sure platform-file']],
  ['a picture for YouTube and X', { platforms: ['platform_youtube', 'platform_x'] }, '', {}, ['likely platform-file']],
  ['HEVC', { platforms: [] }, '', { kind: 'video', codec: 'hvc1.1.6.L93.B0' }, ['likely platform-file']],
  ['H.264', { platforms: [] }, '', { kind: 'video', codec: 'avc1.640028' }, []],
  ['a long caption', { platforms: ['platform_x', 'platform_fb'] }, 'word '.repeat(60), {}, ['sure platform-text']],
  ['many hashtags', { platforms: ['platform_insta'] }, '#a #b #c #d #e #f', {}, ['sure platform-text']],
  ['a link', { platforms: ['platform_insta', 'platform_fb'] }, 'See harborpine.example', {}, ['likely platform-text: harborpine.example']],
  ['a missing space', { platforms: ['platform_insta'] }, 'Fresh beans.Come by', {}, []],
  ['no alternative text', { platforms: [] }, '', { alternativeText: ' ' }, ['likely alternative-text']],
  ['an alternative text', { platforms: [] }, '', { alternativeText: 'A cup' }, []],
])('networks: %s', (_, brief, caption, file, expected) => {
  expect(shortened(findingsAbout(subjectWith({ caption, brief, files: [pictureWith('', file)] })))).toEqual(expected)
})

test('messages about networks name the limit', () => {
  const file = pictureWith('', { kind: 'video', seconds: 1300 })
  const brief: Partial<CheckedBrief> = { platforms: ['platform_x'] }
  const messages = findingsAbout(subjectWith({ caption: 'word '.repeat(60), brief, files: [file] })).map(({ message }) => message)
  expect(messages).toEqual([
    'X takes at most 280 characters. The caption has 300.',
    'X refuses videos longer than 20 minutes. This video takes 22 minutes.',
  ])
})

/** Ten megabytes of each. */
const hostile = ['a', 'word ', 'recieve ', '1', '843-555-', 'Sat 12/6 ', 'a.b/', '$4 ', '[a ', `${'x'.repeat(50_000)} `, '\n', 'the the ']

test.each(hostile)('hostile texts end quickly: %#', (unit) => {
  findingsAbout(subjectWith({ caption: 'recieve' }))
  const text = unit.repeat(1e7 / unit.length)
  const words = text
    .split(' ', 50_000)
    .map((word, line) => ({ text: word, confidence: 90, line, box: { left: 0, top: 0, width: 1, height: 1 } }))
  const before = process.cpuUsage()
  const found = findingsAbout(
    subjectWith({ caption: text, brief: { description: text, headline: text }, files: [pictureWith('', { words })] }),
  )
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(5)
  expect(found.length).toBeLessThanOrEqual(50)
})
