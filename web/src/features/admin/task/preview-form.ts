import { recordOf } from '@app/contracts/primitives.ts'
import { CAPTION_MAX, CAPTION_TOO_LONG, fileNumbers } from '@app/contracts/rules/previews.ts'
import { faultsIn } from '../../../shared/form/use-form.ts'
import { inspectionOf } from './inspections.ts'

type FileName = `file${(typeof fileNumbers)[number]}`
type Files = Record<FileName, File | null>
export type PreviewValues = { caption: string } & Files

const fileNames = fileNumbers.map((number) => `file${number}` as const)
export const FILES_MAX = fileNumbers.length

/** The order of a preview's files is the order of their fields. The empty fields come last. */
export const filesOf = (values: Files): File[] => fileNames.flatMap((name) => values[name] ?? [])

export const withFiles = (files: readonly File[]): Files => recordOf(fileNames, (name) => files[fileNames.indexOf(name)] ?? null)

export const emptyForm = (caption: string): PreviewValues => ({ caption, ...withFiles([]) })

/**
 * Returns the form field for a field name in an error of the server. Errors about what is sent with a file, such as its poster, belong to
 * the field of the file. `uploadTaskImage` names its only file `image`, which is `file1` in the form.
 */
export const fieldOf = (name: string): string => (name === 'image' ? 'file1' : name.replace(/^[a-zA-Z]+(?=\d+$)/, 'file'))

/** Length of a caption as the server counts it: surrogate pairs count once. */
export const lengthOf = (caption: string): number => [...caption].length

/** Returns the errors of the caption and of the inspected files. */
export const checkPreview = (values: PreviewValues) =>
  faultsIn({
    ...recordOf(fileNames, (name) => (values[name] ? inspectionOf(values[name])?.problem : undefined)),
    caption: lengthOf(values.caption) > CAPTION_MAX && CAPTION_TOO_LONG,
  })
