import type { FindingPlace, Finding as SentFinding } from '@app/contracts/http/proofreading.ts'
import { proofread, proofreadCampaign } from '../proofread.ts'
import type { Box, Finding, Place, ReadFile } from '../types.ts'
import type { Comparison } from './jobs.ts'

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

/** Returns the findings about a preview or a step of a campaign. */
export function compare(comparison: Comparison): SentFinding[] {
  const [findings, { files }]: [Finding[], { files: ReadFile[] }] =
    'preview' in comparison ? [proofread(comparison.preview), comparison.preview] : [proofreadCampaign(comparison.step), comparison.step]
  return findings.map((finding) => ({ ...finding, place: sentPlace(finding.place, files) }))
}
