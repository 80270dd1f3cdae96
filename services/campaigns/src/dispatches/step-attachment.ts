import { buffer } from 'node:stream/consumers'
import { AppError } from '@app/chassis/http/errors.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { StoredFile } from '@app/chassis/storage/store-file.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Attachment } from '../content/attachment.ts'
import type { Tables } from '../db/tables.ts'

export type AttachmentColumns = Pick<Selectable<Tables['step']>, 'attachment' | 'attachment_name' | 'attachment_type' | 'attachment_size'>

export const attachmentColumns = ['attachment', 'attachment_name', 'attachment_type', 'attachment_size'] as const

export const attachmentColumnsOf = (
  file: Pick<StoredFile, 'key' | 'fileName' | 'contentType' | 'size'> | undefined,
): AttachmentColumns => ({
  attachment: file?.key ?? null,
  attachment_name: file?.fileName ?? null,
  attachment_type: file?.contentType ?? null,
  attachment_size: file?.size ?? null,
})

/** Returns the image of one of the owner's steps. Throws a 404 for any other step. */
export async function findStepAttachment(
  db: Kysely<Tables>,
  { ownerId, stepId }: { ownerId: string; stepId: string },
): Promise<AttachmentColumns> {
  const step = await db
    .selectFrom('step')
    .innerJoin('campaign', 'campaign.id', 'step.campaign_id')
    .innerJoin('company', 'company.id', 'campaign.company_id')
    .select(attachmentColumns)
    .where('step.id', '=', stepId)
    .where('company.owner_id', '=', ownerId)
    .executeTakeFirst()
  if (!step) throw new AppError('step-not-found', 'not-found', 'Step not found')
  return step
}

export function attachmentOf(
  store: ObjectStore,
  { attachment: key, attachment_name, attachment_type, attachment_size }: AttachmentColumns,
): Attachment | null {
  if (key === null) return null
  return {
    name: attachment_name ?? '',
    type: attachment_type ?? '',
    size: attachment_size ?? 0,
    url: store.absoluteUrl(key),
    read: async () => buffer(await store.get(key)),
  }
}
