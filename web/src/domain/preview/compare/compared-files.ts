import type { Preview, PreviewFile } from '@app/contracts/http/previews.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'

/** The files at the same position of two versions. At least one of the two exists. */
export interface FilePair {
  before: PreviewFile | undefined
  after: PreviewFile | undefined
}

/** The files of two versions, matched by their position. */
export function pairFiles({ files: before }: Pick<Preview, 'files'>, { files: after }: Pick<Preview, 'files'>): FilePair[] {
  const count = Math.max(before.length, after.length)
  return Array.from({ length: count }, (_, at) => ({ before: before[at], after: after[at] }))
}

const kindInSentence: Readonly<Record<ContentKind, string>> = { image: 'picture', video: 'video', pdf: 'PDF' }

/** Whether the hashes of two files are equal. */
const areIdentical = (before: PreviewFile, after: PreviewFile): boolean => before.sha256 === after.sha256

/** Returns how the file at a position changed. */
export function changeOf({ before, after }: FilePair): 'added' | 'removed' | 'changed' | 'unchanged' {
  if (!before) return 'added'
  if (!after) return 'removed'
  return areIdentical(before, after) ? 'unchanged' : 'changed'
}

/** Returns the URL of the smaller JPEG copy, which browsers load faster. If it is missing, returns the URL of the uploaded picture. */
export const shownUrl = ({ display, url }: PreviewFile): string => display ?? url

/** Describes in words whether two pictures differ, and the change of their size. */
export function describePictures(before: PreviewFile, after: PreviewFile): string {
  const change = changeOf({ before, after })
  if (change === 'unchanged') return 'No difference.'
  const [from, to] = [sizeOf(before), sizeOf(after)]
  const size = from && to && from !== to ? `The size changed from ${from} to ${to} pixels.` : ''
  return [change === 'changed' && 'The picture changed.', size].filter(Boolean).join(' ')
}

const sizeOf = ({ width, height }: PreviewFile): string => (width && height ? `${width}\u00a0×\u00a0${height}` : '')

/** Describes why two files cannot be compared as pictures, and whether they differ. `versions` are the numbers of the versions. */
export function describeOtherFiles({ before, after }: FilePair, versions: { before: number | null; after: number | null }): string {
  if (!before) return `Only version ${versions.after} has this file.`
  if (!after) return `Only version ${versions.before} has this file.`
  const [was, is] = [kindInSentence[before.kind], kindInSentence[after.kind]]
  if (was !== is) return `Version ${versions.before} has a ${was} here, and version ${versions.after} has a ${is}.`
  if (areIdentical(before, after)) return `No difference. Both versions have the same ${was}.`
  return `The ${was} changed. We can’t compare ${was}s in detail.`
}
