import type { FormFields } from '@app/contracts/define.ts'
import type { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { inspectionOf } from './inspections.ts'
import { filesOf, type PreviewValues } from './preview-form.ts'

/** Returns the form of `uploadPreview`: the files in their order, each with the poster and the duration that the browser has read. */
export function formOf(values: PreviewValues, deliver: boolean) {
  const fields: Record<string, string> = { caption: values.caption, deliver: String(deliver) }
  const files: Record<string, File> = {}
  for (const [at, file] of filesOf(values).entries()) {
    const { poster, durationMs } = inspectionOf(file) ?? {}
    files[`file${at + 1}`] = file
    if (poster) files[`poster${at + 1}`] = poster
    if (durationMs !== undefined) fields[`duration${at + 1}`] = String(durationMs)
  }
  return { fields: fields as FormFields<typeof uploadPreview>, files }
}
