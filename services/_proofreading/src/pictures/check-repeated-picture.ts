import { formatDate } from '@app/contracts/format/dates.ts'
import { type Found, placeInFile } from '../passages.ts'
import { hashDistance } from '../reader/picture-hash.ts'
import type { EarlierPicture, ReadFile } from '../types.ts'

/** Bits of the hash in which two copies of a picture differ at most, after compression and scaling. */
const DISTANCE_MAX = 6
/** Part of the words that two copies of a picture share at least. Weekly posts often have one design with different texts. */
const SHARED_MIN = 0.8
/** Number of words that tell a picture from others. */
const WORDS_MAX = 200

/** Returns the words of a picture that later pictures are compared with. */
export const rememberedWords = ({ words }: ReadFile): string[] => words.slice(0, WORDS_MAX).map(({ text }) => text)

const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')).filter(Boolean))

function haveSameText(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  const larger = Math.max(one.size, other.size)
  return larger === 0 || [...one].filter((word) => other.has(word)).length / larger >= SHARED_MIN
}

/** Finds a picture that is nearly the same as one that was posted before. Names the latest of these posts. */
export function checkRepeatedPicture(file: ReadFile, earlier: readonly EarlierPicture[]): Found[] {
  const { traits } = file
  if (!traits) return []
  const words = rememberedWords(file)
  const [latest] = earlier
    .filter((picture) => hashDistance(traits.hash, picture.hash) <= DISTANCE_MAX && haveSameText(words, picture.words))
    .sort((a, b) => b.postedOn.localeCompare(a.postedOn))
  if (!latest) return []
  return [
    {
      kind: 'repeated-picture',
      certainty: 'likely',
      words: '',
      place: placeInFile(file),
      comparedWith: latest.title,
      message: `This picture looks like the one of “${latest.title}”, posted on ${formatDate(latest.postedOn)}.`,
      facts: [],
    },
  ]
}
