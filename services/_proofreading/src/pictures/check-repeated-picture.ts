import { formatDate } from '@app/contracts/format/dates.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { hashDistance } from '../reader/picture-hash.ts'
import type { Finding, ReadFile } from '../types.ts'

/** A picture that the company posted within the last 12 months. */
export interface EarlierPicture {
  hash: string
  /** The words that were read in the picture. */
  words: string[]
  title: string
  postedOn: CalendarDate
}

/** Bits of the hash in which two copies of a picture differ at most, after compression and scaling. */
const DISTANCE_MAX = 6
/** Part of the words that two copies of a picture share at least. Weekly posts often have one design with different texts. */
const SHARED_MIN = 0.8

const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')).filter(Boolean))

function haveSameText(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  const larger = Math.max(one.size, other.size)
  return larger === 0 || [...one].filter((word) => other.has(word)).length / larger >= SHARED_MIN
}

/** Finds a picture that is nearly the same as one that was posted before. Names the latest of these posts. */
export function checkRepeatedPicture(file: ReadFile, hash: string, earlier: readonly EarlierPicture[]): Finding[] {
  const words = file.words.map(({ text }) => text)
  const [latest] = earlier
    .filter((picture) => hashDistance(hash, picture.hash) <= DISTANCE_MAX && haveSameText(words, picture.words))
    .sort((a, b) => b.postedOn.localeCompare(a.postedOn))
  if (!latest) return []
  return [
    {
      kind: 'repeated-picture',
      certainty: 'likely',
      words: '',
      place: { in: 'file', position: file.position, page: file.page, boxes: [] },
      comparedWith: latest.title,
      message: `This picture looks like the one of “${latest.title}”, posted on ${formatDate(latest.postedOn)}.`,
    },
  ]
}
