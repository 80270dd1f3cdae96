import { describe, expect, it } from 'vitest'
import { compare } from '../src/job-process/compare.ts'
import type { Rereading } from '../src/job-process/jobs.ts'
import type { ReadFile, Subject } from '../src/types.ts'
import { pictureWith, subjectWith } from './subject.ts'

/** The lines of a picture as they were read again, once for each text. */
const rereading = (texts: readonly string[], line = 0): Rereading => ({
  position: 1,
  readings: texts.map((text) => [{ line, words: pictureWith(text).words.map((word) => ({ ...word, line })) }]),
})

function findingsOf(picture: ReadFile, rereadings: Rereading[], changes: Partial<Subject> = {}): string[] {
  const preview = { ...subjectWith({ files: [picture] }), ...changes }
  return compare({ of: { preview }, rereadings }).findings.map(({ certainty, kind }) => `${certainty} ${kind}`)
}

describe('a finding in a picture', () => {
  const phone = pictureWith('843-555-0143')
  const weekday = pictureWith('Saturday, December 6')
  const name = pictureWith('Harbor & Pime')
  const doubled = pictureWith('four diivisions')

  it.for([
    ['is sure if all readings agree', phone, ['843-555-0143', '843-555-0143'], ['sure phone']],
    ['is likely if a reading has something else', phone, ['843-555-0143', '843-555-1O43'], ['likely phone']],
    ['disappears if a reading has the number of the profile', phone, ['843-555-0143', '843-555-0134'], []],
    ['disappears if two readings have something else', phone, ['843-555-O1A3', '843-555-O1A3'], []],
    ['is likely if the further readings could not read the line', phone, ['843-55S-O1', '843-5'], ['likely phone']],
    ['is likely if each further reading has something else', phone, ['843-555-O1A3', '843-55S-O1A3'], ['likely phone']],
    ['disappears if a reading has the right name', name, ['Harbor & Pime', 'Harbor & Pine', 'Harbor & Pime'], []],
    [
      'stays if a reading lacks only a doubled letter',
      doubled,
      ['four diivisions', 'four divisions', 'four diivisions'],
      ['likely spelling'],
    ],
    [
      'stays if it is certain, and the readings may have merged a doubled letter',
      doubled,
      Array(3).fill('four divisions'),
      ['likely spelling'],
    ],
    ['needs the same words in the readings', doubled, ['four diivision', 'four divvisions', 'four diivision'], []],
    ['disappears if a reading has another date', weekday, ['Saturday, December 6', 'Saturday, December 5'], []],
    [
      'may only be in further readings if the first was unsure',
      pictureWith('Satur day Decem 6'),
      Array(3).fill('Saturday, December 6'),
      ['likely weekday'],
    ],
  ] as [string, ReadFile, string[], string[]][])('%s', ([, picture, texts, expected]) => {
    expect(findingsOf(picture, [rereading(texts)])).toEqual(expected)
  })

  it('says nothing about a price that only further readings lack', () => {
    const texts = ['Class only', 'Class only', 'Class only']
    expect(findingsOf(pictureWith('Class $45'), [rereading(texts)], { caption: 'The class costs $45, or $40 for members' })).toEqual([])
  })
})

it('returns the lines to read again: those with findings, and doubtful ones', () => {
  const unsure = pictureWith('Grand opening').words.map((word) => ({ ...word, line: 2, confidence: 70 }))
  const noise = pictureWith('ee oo').words.map((word) => ({ ...word, line: 3, confidence: 35 }))
  const picture = pictureWith('Welcome\n843-555-0143')
  const words = [...picture.words, ...unsure, ...noise]
  const { linesInQuestion } = compare({ of: { preview: subjectWith({ files: [{ ...picture, words }] }) }, rereadings: [] })
  expect(linesInQuestion).toEqual([
    {
      position: 1,
      lines: [
        { line: 1, boxes: picture.words.slice(-1).map(({ box }) => box), slope: 0 },
        { line: 2, boxes: unsure.map(({ box }) => box), slope: 0 },
      ],
    },
  ])
})

it('returns boxes as parts of the picture, also of words beyond its edge', () => {
  const picture = pictureWith('843-555-0143')
  const box = { left: 900, top: 100, width: 240, height: 45 }
  const files = [{ ...picture, words: picture.words.map((word) => ({ ...word, box })) }]
  const [finding] = compare({ of: { preview: subjectWith({ files }) }, rereadings: [] }).findings
  expect(finding?.place.boxes).toEqual([{ left: 0.8333, top: 0.0741, width: 0.1667, height: 0.0333 }])
})
