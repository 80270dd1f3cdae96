import type { PreviewFile } from '@app/contracts/http/previews.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'

export const kindNames: Readonly<Record<ContentKind, string>> = { image: 'Picture', video: 'Video', pdf: 'PDF' }

/** Returns for example "Picture 2 of 3". `at` is the index of the file. A preview with one file has the label "Picture". */
export function fileLabel({ kind }: Pick<PreviewFile, 'kind'>, at: number, count: number): string {
  return count === 1 ? kindNames[kind] : `${kindNames[kind]} ${at + 1} of ${count}`
}
