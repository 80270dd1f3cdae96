import type { PreviewFile } from '@app/contracts/http/previews.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'

export const kindNames: Readonly<Record<ContentKind, string>> = { image: 'Picture', video: 'Video', pdf: 'PDF' }

/** Returns the alternative text of a file, or the label that the screen has for it. */
export const altOf = ({ alternativeText }: Pick<PreviewFile, 'alternativeText'>, label: string): string => alternativeText || label

/** Returns for example "Picture 2 of 3". `at` is the index of the file. A preview with one file has the label "Picture". */
export function fileLabel({ kind }: Pick<PreviewFile, 'kind'>, at: number, count: number): string {
  return count === 1 ? kindNames[kind] : `${kindNames[kind]} ${at + 1} of ${count}`
}
