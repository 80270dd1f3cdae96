import { extensions } from '@app/contracts/rules/extensions.ts'
import type { TasksDeps } from '../deps.ts'
import { findNumberedPreview, type PreviewFileRow, type PreviewRow } from '../previews/preview.repository.ts'
import { findTask } from '../tasks/task.repository.ts'
import type { TaskRow } from '../tasks/task-row.ts'
import { conflict, taskNotFound } from '../tasks/with-locked-task.ts'

/** A file of the approved version, with the name under which people save it. */
export interface KitFile extends PreviewFileRow {
  name: string
}

const SLUG_LENGTH = 60

/** Returns a title as part of a file name: only letters without accents, digits and hyphens. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, SLUG_LENGTH)

function named({ title }: TaskRow, { files }: PreviewRow): KitFile[] {
  const slug = slugOf(title) || 'post'
  return files.map((file, at) => ({
    ...file,
    name: `${String(at + 1).padStart(2, '0')}-${slug}.${extensions[file.media_type] ?? 'bin'}`,
  }))
}

interface ApprovedVersion {
  task: TaskRow
  previewNo: number
  caption: string
  files: KitFile[]
}

/** Returns the approved version of any company's task. Throws 404 if there is no such task, and 409 if it has no approved version. */
export async function approvedVersion(deps: TasksDeps, ref: string): Promise<ApprovedVersion> {
  const task = await findTask(deps.db, ref, undefined)
  if (!task) throw taskNotFound()
  const { _id, approvedPreviewNo: previewNo } = task
  const preview = previewNo === null ? undefined : await findNumberedPreview(deps.db, _id, previewNo)
  if (previewNo === null || !preview) throw conflict(deps, task, 'not-approved', 'The owner has not approved this preview yet.')
  return { task, previewNo, caption: preview.caption, files: named(task, preview) }
}
