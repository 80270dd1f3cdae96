import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { Kysely } from 'kysely'
import { placeOf } from '../content/attachment.ts'
import type { CompiledMail } from '../content/compiled-mail.ts'
import { findSender } from '../content/mail-input.ts'
import { type MailDeps, prepareMail } from '../content/prepare-mail.ts'
import type { Tables } from '../db/tables.ts'
import { attachmentColumns, attachmentOf } from './step-attachment.ts'

export interface CompileDeps {
  db: Kysely<Tables>
  store: ObjectStore
  mail: MailDeps
}

interface Step {
  id: string
  campaignId: string
  companyId: string
}

interface Fault {
  code: string
  reason: string
}

/** `image`: key of an image that the mail links to. `away`: the store does not return the image at the moment, so the caller retries. */
type Compiled = { mail: CompiledMail; image: string | null } | { fault: Fault } | { away: Fault }

const IMAGE_AWAY = { code: 'attachment', reason: 'The image of this step cannot be read at the moment.' }

/** Compiles the mail of a step once for all its recipients, or returns the error to fix first. */
export async function compileDispatch({ db, store, mail: deps }: CompileDeps, { id, campaignId, companyId }: Step): Promise<Compiled> {
  const company = await findSender(db, companyId, deps.settings)
  const step = await db
    .selectFrom('step')
    .select(['type', 'subject', 'body', ...attachmentColumns])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!company || !step) throw new Error('A sending has neither step nor company')
  const attachment = attachmentOf(store, step)
  const { mail, findings, isImageAway } = await prepareMail(deps, { company, campaignId, step, attachment, at: new Date() })
  const errors = findings.filter(({ severity }) => severity === 'error')
  const fault = errors.find(({ code }) => code !== IMAGE_AWAY.code || !isImageAway)
  if (fault) return { fault: { code: fault.code, reason: fault.message } }
  if (errors.length > 0) return { away: IMAGE_AWAY }
  if (!mail) throw new Error('A mail was neither made nor found to be wrong')
  return { mail, image: attachment && typeof placeOf(attachment) === 'object' ? step.attachment : null }
}
