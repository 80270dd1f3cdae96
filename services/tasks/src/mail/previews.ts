import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { publicKeyOf } from '@app/chassis/storage/public-files.ts'
import { canReview, platforms } from '@app/contracts/rules/task-status.ts'
import { findPreviews, type PreviewFileRow, type PreviewRow } from '../previews/preview.repository.ts'
import type { MailDeps } from './deps.ts'
import { findPreviewedTask, type PreviewedRow, toMailedTask } from './mailed-task.repository.ts'
import { neutralPreview } from './neutral-task.ts'
import { changesBetween } from './preview-changes.ts'
import { findReviewRecipient } from './review-recipient.ts'
import type { MailedPreview } from './templates/preview-content.ts'
import { previewReady } from './templates/preview-ready.ts'

const RETRY_MAX_SECONDS = 10

/** The email is composed again after as long as it has waited for thumbnails so far. */
const retryAfter = (waitedSeconds: number): number => Math.min(Math.max(1, Math.ceil(waitedSeconds)), RETRY_MAX_SECONDS)

const toFile = ({ kind, thumbnail_key, width, height, duration_ms, alternative_text }: PreviewFileRow) => ({
  kind,
  thumbnail: thumbnail_key,
  width,
  height,
  durationMs: duration_ms,
  alternativeText: alternative_text,
})

/** Returns the current preview of a task as emails show it. */
function mailedPreview(
  { store }: MailDeps,
  task: PreviewedRow,
  previewNo: number,
  preview: PreviewRow,
  previous?: PreviewRow,
): MailedPreview {
  const changes = changesBetween(previous, preview)
  const companyLogo = publicKeyOf(task.companyLogo ?? '')
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
    const task = await findPreviewedTask(deps.db, about)
    if (!task || task.previewNo === null || !canReview(task)) return 'obsolete'
    const { previewNo, secondsWithoutThumbnails } = task
    const [preview, previous] = await findPreviews(deps.db, task._id, { forTeam: false, before: previewNo + 1, limit: 2 })
    if (preview?.id !== about || preview.number !== previewNo) return 'obsolete'
    const recipient = await findReviewRecipient(deps, task, previewNo, wanted)
    if (!recipient) return 'obsolete'
    if (secondsWithoutThumbnails !== null) return { retryAfterSeconds: retryAfter(secondsWithoutThumbnails) }
    const shown = mailedPreview(deps, task, previewNo, preview, previous)
    const mail = previewReady(recipient.isConfirmed ? shown : neutralPreview(shown), recipient)
    return { ...mail, threadId: task._id, ...recipient.fields }
  }
