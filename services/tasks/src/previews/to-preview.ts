import type { Preview, PreviewFile } from '@app/contracts/http/previews.ts'
import type { TasksDeps } from '../deps.ts'
import { type PublicUrl, type TaskRow, urlOf } from '../tasks/task-row.ts'
import type { PreviewFileRow, PreviewRow } from './preview.repository.ts'

const toFile = (file: PreviewFileRow, publicUrl: PublicUrl): PreviewFile => ({
  kind: file.kind,
  mediaType: file.media_type,
  url: publicUrl(file.key),
  display: urlOf(file.display_key, publicUrl),
  thumbnail: urlOf(file.thumbnail_key, publicUrl),
  poster: urlOf(file.poster_key, publicUrl),
  bytes: file.bytes,
  sha256: file.sha256,
  width: file.width,
  height: file.height,
  durationMs: file.duration_ms,
  alternativeText: file.alternative_text,
})

/** Converts a preview to the form in responses to owners, without the fields about admins. */
export const toOwnersPreview = ({ store }: TasksDeps, row: PreviewRow, task: TaskRow): Preview => ({
  _id: row.id,
  number: row.number,
  state: row.state,
  caption: row.caption,
  contentHash: row.content_hash,
  createdAt: row.created_at,
  deliveredAt: row.delivered_at,
  isCurrent: row.number !== null && row.number === task.previewNo,
  isApproved: row.number !== null && row.number === task.approvedPreviewNo,
  files: row.files.map((file) => toFile(file, store.publicUrl)),
})

/** Converts a preview to the form in responses to admins. */
export const toAdminsPreview = (deps: TasksDeps, row: PreviewRow, task: TaskRow): Preview => ({
  ...toOwnersPreview(deps, row, task),
  createdBy: row.created_by,
  deliveredBy: row.delivered_by,
  checkRequestedAt: row.check_requested_at,
  checkedBy: row.checked_by,
  checkedAt: row.checked_at,
  needsCheck: row.needs_check,
  withdrawnBy: row.withdrawn_by,
  withdrawnAt: row.withdrawn_at,
  withdrawnReason: row.withdrawn_reason,
})
