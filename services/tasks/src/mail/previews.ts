import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { publicKeyOf } from '@app/chassis/storage/public-files.ts'
import { canReview, platforms } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findPreview, findPreviews, type PreviewFileRow, type PreviewRow } from '../previews/preview.repository.ts'
import { findReviewCompany } from '../reviews/review-company.repository.ts'
import type { MailDeps } from './deps.ts'
import { findMailedTask, type MailedRow, toMailedTask } from './mailed-task.repository.ts'
import { neutralPreview } from './neutral-task.ts'
import { changesBetween } from './preview-changes.ts'
import { findReviewRecipient } from './review-recipient.ts'
import type { MailedPreview } from './templates/preview-content.ts'
import { previewReady } from './templates/preview-ready.ts'

/** How long the email about a preview waits for the thumbnails that a background job makes. */
const THUMBNAIL_WAIT = sql`interval '60 seconds'`
const RETRY_MAX_SECONDS = 10

/**
 * Returns after how many seconds the email about a preview is composed again, because thumbnails are missing: after as long as it has waited
 * so far. Undefined if it does not wait.
 */
async function secondsToWait(db: Kysely<Tables>, previewId: string): Promise<number | undefined> {
  const { rows } = await sql<{ age: number }>`
    select extract(epoch from now() - delivered_at)::float8 as age
    from preview where id = ${previewId} and delivered_at > now() - ${THUMBNAIL_WAIT}
      and exists (select from preview_file where preview_id = preview.id and needs_copies)`.execute(db)
  return rows[0] && Math.min(Math.max(1, Math.ceil(rows[0].age)), RETRY_MAX_SECONDS)
}

const toFile = ({ kind, thumbnail_key, width, height, duration_ms }: PreviewFileRow) => ({
  kind,
  thumbnail: thumbnail_key,
  width,
  height,
  durationMs: duration_ms,
})

/** Returns the current preview of a task as emails show it. */
async function mailedPreview({ db, store }: MailDeps, task: MailedRow, previewNo: number, preview: PreviewRow): Promise<MailedPreview> {
  const [previous] = await findPreviews(db, task._id, { forTeam: false, before: previewNo, limit: 1 })
  const changes = changesBetween(previous, preview)
  const { logo } = await findReviewCompany(db, task.companyProfileId)
  const companyLogo = publicKeyOf(logo ?? '')
  return {
    ...toMailedTask(task, store),
    previewNo,
    platforms: platforms.filter((platform) => task[platform]),
    caption: preview.caption,
    files: preview.files.map(toFile),
    ...(changes && { changes }),
    ...(companyLogo && { companyLogo }),
  }
}

/**
 * The email to the owner or a colleague about a delivered preview. Obsolete when the preview was replaced or decided on. The email to an
 * unconfirmed address shows neither the content nor a review link.
 */
export const composePreviewReady =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient: wanted }) => {
    const preview = await findPreview(deps.db, about)
    const task = preview && (await findMailedTask(deps.db, preview.task_id))
    if (!task || preview.number === null || preview.number !== task.previewNo || !canReview(task)) return 'obsolete'
    const recipient = await findReviewRecipient(deps, task, preview.number, wanted)
    if (!recipient) return 'obsolete'
    const retryAfterSeconds = await secondsToWait(deps.db, preview.id)
    if (retryAfterSeconds !== undefined) return { retryAfterSeconds }
    const shown = await mailedPreview(deps, task, preview.number, preview)
    const mail = previewReady(recipient.isConfirmed ? shown : neutralPreview(shown), recipient)
    return { ...mail, threadId: task._id, ...recipient.fields }
  }
