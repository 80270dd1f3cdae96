import { formatList } from '@app/contracts/format/lists.ts'
import type { Box, Finding, ReadFile, Word } from '../types.ts'

/** The area of a picture that a network shows, for example in its grid. */
export interface Crop {
  /** Where the network shows the picture like this, for example "Instagram’s grid". */
  name: string
  area: Box
}

const CONFIDENCE_MIN = 75
const LETTERS_MIN = 3
/** Part of a word outside the area from which the word cannot be read. */
const OUTSIDE_MIN = 0.2

function outsideShare(box: Box, area: Box): number {
  const width = Math.min(box.left + box.width, area.left + area.width) - Math.max(box.left, area.left)
  const height = Math.min(box.top + box.height, area.top + area.height) - Math.max(box.top, area.top)
  const size = box.width * box.height
  return size === 0 ? 0 : 1 - (Math.max(0, width) * Math.max(0, height)) / size
}

const isSureText = ({ text, confidence }: Word): boolean =>
  confidence >= CONFIDENCE_MIN && text.replace(/[^\p{L}\p{N}]/gu, '').length >= LETTERS_MIN

/** Finds text that networks cut off. Networks that cut off the same words are one finding. */
export function checkCroppedText(file: ReadFile, crops: readonly Crop[]): Finding[] {
  const words = file.words.filter(isSureText)
  const cuts = crops.map(({ name, area }) => ({ name, cut: words.filter(({ box }) => outsideShare(box, area) >= OUTSIDE_MIN) }))
  const byWords = Map.groupBy(
    cuts.filter(({ cut }) => cut.length > 0),
    ({ cut }) => cut.map((word) => words.indexOf(word)).join(),
  )
  return [...byWords.values()].flatMap((same) => {
    const text = (same[0]?.cut ?? []).map((word) => word.text).join(' ')
    const names = formatList(same.map(({ name }) => name))
    return [
      {
        kind: 'cropped-text' as const,
        certainty: 'likely' as const,
        words: text,
        place: { in: 'file' as const, position: file.position, page: file.page, boxes: (same[0]?.cut ?? []).map(({ box }) => box) },
        comparedWith: names,
        message: `“${text}” is cut off in ${names}.`,
      },
    ]
  })
}
