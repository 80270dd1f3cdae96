import type { PreviewRow } from '../previews/preview.repository.ts'

/** How a preview differs from the previous preview of the task. Files with the same SHA-256 are equal. */
export interface PreviewChanges {
  /** Number of the previous preview. */
  previousNo: number
  isCaptionChanged: boolean
  added: number
  removed: number
  replaced: number
  /** Whether the files are the same, but in another order. */
  isReordered: boolean
}

type Compared = Pick<PreviewRow, 'number' | 'caption'> & { files: readonly Pick<PreviewRow['files'][number], 'sha256'>[] }

/** Returns how many of `hashes` are missing in `others`. Each element of `others` matches at most one element of `hashes`. */
function countMissing(hashes: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>()
  for (const hash of others) left.set(hash, (left.get(hash) ?? 0) + 1)
  let missing = 0
  for (const hash of hashes) {
    const count = left.get(hash) ?? 0
    if (count === 0) missing += 1
    else left.set(hash, count - 1)
  }
  return missing
}

const hashesOf = ({ files }: Compared): string[] => files.map(({ sha256 }) => sha256)

/** Compares a preview with the previous preview. Undefined without a previous preview. */
export function changesBetween(previous: Compared | undefined, current: Compared): PreviewChanges | undefined {
  if (!previous || previous.number === null) return undefined
  const [before, after] = [hashesOf(previous), hashesOf(current)]
  const [gone, fresh] = [countMissing(before, after), countMissing(after, before)]
  const replaced = Math.min(gone, fresh)
  return {
    previousNo: previous.number,
    isCaptionChanged: previous.caption !== current.caption,
    added: fresh - replaced,
    removed: gone - replaced,
    replaced,
    isReordered: gone === 0 && fresh === 0 && before.join() !== after.join(),
  }
}
