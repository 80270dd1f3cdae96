import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { Kysely } from 'kysely'
import { placementOf } from '../content/attachment.ts'
import type { LinkedMail } from '../content/compile-mail.ts'
import { findSender } from '../content/mail-input.ts'
import { type MailDeps, prepareMail } from '../content/prepare-mail.ts'
import type { Tables } from '../db/tables.ts'
import { attachmentColumns, attachmentOf } from './step-attachment.ts'
import type { Fault } from './stop-dispatch.ts'

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

/** `image`: key of an image that the email links to. `temporaryFault`: the file store is unavailable, and the caller retries. */
type Compiled = { mail: LinkedMail; image: string | null } | { fault: Fault } | { temporaryFault: Fault }

const IMAGE_UNAVAILABLE = {
  code: 'attachment',
  reason: 'We couldn’t load the picture of this step. We’ll try again in a few minutes.',
}

/** Compiles the email of a step once for all its recipients, or returns the first error. */
export async function compileDispatch({ db, store, mail: deps }: CompileDeps, { id, campaignId, companyId }: Step): Promise<Compiled> {
  const company = await findSender(db, companyId, deps.settings)
  const step = await db
    .selectFrom('step')
    .innerJoin('campaign', 'campaign.id', 'step.campaign_id')
    .select(['type', 'subject', 'body', 'counts_opens as countsOpens', ...attachmentColumns])
    .where('step.id', '=', id)
    .executeTakeFirst()
  if (!company || !step) throw new Error('The step or the company of a dispatch is not in the database')
  const attachment = attachmentOf(store, step)
  const input = { company, campaignId, step, attachment, countsOpens: step.countsOpens, at: new Date() }
  const { mail, findings, isImageUnavailable } = await prepareMail(deps, input)
  const errors = findings.filter(({ severity }) => severity === 'error')
  const fault = errors.find(({ code }) => code !== IMAGE_UNAVAILABLE.code || !isImageUnavailable)
  if (fault) return { fault: { code: fault.code, reason: fault.message } }
  if (errors.length > 0) return { temporaryFault: IMAGE_UNAVAILABLE }
  if (!mail) throw new Error('prepareMail returned neither an email nor an error')
  return { mail, image: attachment && typeof placementOf(attachment) === 'object' ? step.attachment : null }
}
