import type { FindingPlace, Finding as SentFinding } from '@app/contracts/http/proofreading.ts'
import type { Found } from '../passages.ts'
import { looks, proofread, proofreadCampaign, tidy } from '../proofread.ts'
import type { Box, Place, ReadFile } from '../types.ts'
import type { Compared, Comparison, LinesInQuestion, Rereading } from './jobs.ts'

/** Four digits are a tenth of a pixel of a usual picture. */
const PRECISION = 10_000

/** Returns the part that a length is of a side. Text recognition may find boxes that end outside of a picture. */
const part = (length: number, side: number): number => Math.round(Math.min(1, Math.max(0, length / side)) * PRECISION) / PRECISION

const partsOf = ({ left, top, width, height }: Box, file: ReadFile): Box => ({
  left: part(left, file.width),
  top: part(top, file.height),
  width: part(Math.min(width, file.width - left), file.width),
  height: part(Math.min(height, file.height - top), file.height),
})

/** Returns the place with boxes as parts of the width and height of the picture or page. */
function sentPlace(place: Place, files: readonly ReadFile[]): FindingPlace {
  if (place.in !== 'file') return place
  const { position, page, frame, boxes } = place
  const file = files.find((each) => each.position === position && each.page === page && each.frame === frame)
  return { ...place, boxes: file ? boxes.map((box) => partsOf(box, file)) : [] }
}

/** Returns the lines of pictures from which findings come. What text looks like does not depend on how it is read. */
function linesInQuestion(found: readonly Found[], files: readonly ReadFile[]): LinesInQuestion[] {
  const places = found.filter(({ kind }) => !looks.has(kind)).flatMap(({ place, evidence }) => (evidence ? [place, evidence] : [place]))
  const boxes = new Set(places.flatMap((place) => (place.in === 'file' ? place.boxes : [])))
  return files
    .filter(({ kind }) => kind !== 'pdf')
    .flatMap(({ position, frame, words }) => {
      const numbers = new Set(words.flatMap(({ box, line }) => (boxes.has(box) ? [line] : [])))
      const lines = [...numbers].map((line) => ({ line, boxes: words.flatMap((word) => (word.line === line ? [word.box] : [])) }))
      return lines.length > 0 ? [{ position, frame, lines }] : []
    })
}

/** Returns the files with lines as they were read in one of the further readings. */
function filesInReading(files: readonly ReadFile[], rereadings: readonly Rereading[], index: number): ReadFile[] {
  return files.map((file) => {
    const reread = rereadings.find(({ position, frame }) => position === file.position && frame === file.frame)
    const lines = new Map(reread?.readings[index]?.map(({ line, words }) => [line, words]))
    if (lines.size === 0) return file
    const words = [...Map.groupBy(file.words, ({ line }) => line)].flatMap(([line, before]) => lines.get(line) ?? before)
    return { ...file, words }
  })
}

const touch = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

/** Whether two findings of different readings are the same one. */
function isSame(one: Found, other: Found): boolean {
  if (one.kind !== other.kind) return false
  if (one.place.in !== 'file' || other.place.in !== 'file') return one.place.in === other.place.in && one.words === other.words
  if (one.place.position !== other.place.position || one.place.frame !== other.place.frame) return false
  const [boxes, others] = [one.place.boxes, other.place.boxes]
  return boxes.length === 0 ? others.length === 0 : boxes.some((box) => others.some((each) => touch(box, each)))
}

/** Number of further readings that may not have a finding. */
const ABSENT_MAX = 1

/**
 * Returns the findings that further readings of the same lines have, too. A finding that one of them lacks is not sure: text recognition
 * may have misread a letter.
 */
function persistent(found: readonly Found[], others: readonly (readonly Found[])[]): Found[] {
  return found.flatMap((finding) => {
    const absent = others.filter((other) => !other.some((each) => isSame(each, finding))).length
    if (absent > ABSENT_MAX) return []
    return absent === 0 ? [finding] : [{ ...finding, certainty: 'likely' as const }]
  })
}

/** Returns the findings about a preview or a step of a campaign, and the lines that should be read again before they count. */
export function compare({ of, rereadings }: Comparison): Compared {
  const { files, accepted } = 'preview' in of ? of.preview : of.step
  const foundIn = (read: ReadFile[]): Found[] =>
    'preview' in of ? proofread({ ...of.preview, files: read }) : proofreadCampaign({ ...of.step, files: read })
  const found = foundIn(files)
  const count = Math.max(0, ...rereadings.map(({ readings }) => readings.length))
  const others = Array.from({ length: count }, (_, index) => foundIn(filesInReading(files, rereadings, index)))
  const findings: SentFinding[] = tidy(persistent(found, others), accepted).map((finding) => ({
    ...finding,
    place: sentPlace(finding.place, files),
  }))
  return { findings, linesInQuestion: linesInQuestion(found, files) }
}
