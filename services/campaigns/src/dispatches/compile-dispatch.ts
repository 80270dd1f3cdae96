import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { Kysely } from 'kysely'
import type { Attachment } from '../content/attachment.ts'
import { compileMail } from '../content/compile-mail.ts'
import type { CompiledMail } from '../content/compiled-mail.ts'
import { findSender, type MailSettings } from '../content/mail-input.ts'
import type { Tables } from '../db/tables.ts'

export interface CompileDeps {
  db: Kysely<Tables>
  store: ObjectStore
  mail: MailSettings
}

interface Step {
  id: string
  campaignId: string
  companyId: string
}

type Compiled = { mail: CompiledMail } | { fault: { code: string; reason: string } }

const NO_POSTAL_ADDRESS = {
  code: 'no-postal-address',
  reason: 'The law asks for a postal address in each mail. Please enter your company’s in its profile, then send it now.',
}

/** The mail of a step, made once for all who get it; or what has to be mended first. */
export async function compileDispatch({ db, store, mail: settings }: CompileDeps, { id, campaignId, companyId }: Step): Promise<Compiled> {
  const company = await findSender(db, companyId, settings)
  if (!company?.postalAddress) return { fault: NO_POSTAL_ADDRESS }
  const { attachment: key, ...step } = await db
    .selectFrom('step')
    .select(['type', 'subject', 'body', 'attachment', 'attachment_name', 'attachment_type', 'attachment_size'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const attachment: Attachment | null =
    key === null
      ? null
      : {
          name: step.attachment_name ?? '',
          type: step.attachment_type ?? '',
          size: step.attachment_size ?? 0,
          url: store.publicUrl(key),
          read: async () => buffer(await store.get(key)),
        }
  return { mail: await compileMail({ company, campaignId, step, attachment, at: new Date() }, settings) }
}
