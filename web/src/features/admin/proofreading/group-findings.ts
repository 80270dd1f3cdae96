import type { PreviewFinding } from '@app/contracts/http/proofreading.ts'

/** A finding with the number that connects its sentence with its place in the preview. */
export interface NumberedFinding {
  number: number
  finding: PreviewFinding
}

interface FindingGroups {
  sure: NumberedFinding[]
  /** The findings in the quiet line. Those that were marked as right before come last. */
  others: NumberedFinding[]
}

/** Groups and numbers the findings of a preview. `acceptedBefore` contains the ids of those that were marked as right before. */
export function groupFindings(findings: readonly PreviewFinding[], acceptedBefore: ReadonlySet<string>): FindingGroups {
  const isShown = ({ _id, isAccepted }: PreviewFinding) => !(isAccepted && acceptedBefore.has(_id))
  const sure = findings.filter((finding) => finding.certainty === 'sure' && isShown(finding))
  const likely = findings.filter((finding) => finding.certainty === 'likely' && isShown(finding))
  const before = findings.filter((finding) => !isShown(finding))
  const numbered = [...sure, ...likely, ...before].map((finding, at) => ({ number: at + 1, finding }))
  return { sure: numbered.slice(0, sure.length), others: numbered.slice(sure.length) }
}

/** Id of the sentence of a finding. */
export const findingId = ({ _id }: PreviewFinding): string => `finding-${_id}`
/** Id of the place of a finding: a box over a picture, or a mark in the caption. */
export const findingPlaceId = ({ _id }: PreviewFinding): string => `finding-place-${_id}`

/** Whether a finding has a place that is shown in the page: not for whole files, frames of videos, and later pages of PDF files. */
export function isPlaceShown({ place }: PreviewFinding): boolean {
  if (place.in === 'caption') return place.from !== undefined && place.to !== undefined
  return place.in === 'file' && Boolean(place.boxes?.length) && !place.frame && (place.page ?? 1) === 1
}
