import { askCompany } from '@app/chassis/companies/ask-company.ts'
import { saveCompany } from '@app/chassis/companies/company-projection.ts'
import type { Owner } from '@app/chassis/companies/own-company.ts'
import { AppError, type FieldError } from '@app/chassis/http/errors.ts'
import { sql } from 'kysely'
import type { CampaignRow } from '../campaigns/campaign.repository.ts'
import { findSender, type Sender } from '../content/mail-input.ts'
import { findSubmitErrors, IMAGE_MISSING } from '../content/prepare-mail.ts'
import type { CampaignsDeps } from '../deps.ts'
import { type AttachmentColumns, attachmentColumns, attachmentOf } from '../dispatches/step-attachment.ts'

interface CheckedStep extends AttachmentColumns {
  type: string
  subject: string
  body: string
}

interface Preflight {
  companyId: string
  campaignId: string
  countsOpens: boolean
  steps: readonly CheckedStep[]
  /** Returns the name of a request field. `index` is the index of the step; `field` is `subject`, `body` or `attachment`. */
  fieldOf: (index: number, field: string) => string
}

type PreflightDeps = Pick<CampaignsDeps, 'db' | 'store' | 'companyUrl' | 'mail' | 'log'>

export const submittedField = (index: number, field: string): string =>
  field === 'attachment' ? `stepAttachment_${index}` : `steps.${index}.${field}`

/** Whether the file store reports that the image does not exist. If the store is unavailable, the image counts as existing. */
async function isImageGone({ store, log }: PreflightDeps, { attachment: key }: CheckedStep): Promise<boolean> {
  if (key === null) return false
  try {
    return (await store.sizeOf(key)) === undefined
  } catch (error) {
    log.warn({ err: error }, 'cannot check whether the image of a step exists')
    return false
  }
}

/** Returns the sender of an owner's emails. Without a postal address, fetches and stores the current profile of the service `company`. */
async function freshSender({ db, companyUrl, mail }: PreflightDeps, owner: Owner, companyId: string): Promise<Sender> {
  const find = async () => {
    const sender = await findSender(db, companyId, mail.settings)
    if (!sender) throw new Error('The company of a campaign is not in the projection')
    return sender
  }
  const known = await find()
  if (known.postalAddress) return known
  const profile = await askCompany(companyUrl, owner.authorization)
  if (profile?._id !== companyId) return known
  await saveCompany(db, { ownerId: owner.id, profile, version: profile.version ?? 0 })
  return find()
}

async function errorsOf(
  deps: PreflightDeps,
  owner: Owner,
  { companyId, campaignId, countsOpens, steps, fieldOf }: Preflight,
): Promise<FieldError[]> {
  const company = await freshSender(deps, owner, companyId)
  const ofSteps = steps.map(async (step, index): Promise<FieldError[]> => {
    const attachment = attachmentOf(deps.store, step)
    const input = { company, campaignId, step, attachment, countsOpens, at: new Date() }
    const errors = await findSubmitErrors(deps.mail.settings, input)
    const gone = (await isImageGone(deps, step)) ? [{ field: fieldOf(index, 'attachment'), message: IMAGE_MISSING }] : []
    const isOfStep = (field: string) => !field.startsWith('companyProfile.')
    return [...errors.map(({ field = 'body', message }) => ({ field: isOfStep(field) ? fieldOf(index, field) : field, message })), ...gone]
  })
  const all = (await Promise.all(ofSteps)).flat()
  // An error about the company occurs in the list of every step. Only its first occurrence is returned.
  return all.filter(({ field }, at) => all.findIndex((other) => other.field === field) === at)
}

/** Throws a 422 with the errors that would put a dispatch of these steps on hold. Some errors can be found only when sending starts. */
export async function requireSendable(deps: PreflightDeps, owner: Owner, preflight: Preflight): Promise<void> {
  const errors = await errorsOf(deps, owner, preflight)
  const [first] = errors
  if (first) throw new AppError('refused', 'refused', first.message, { errors })
}

/** Like `requireSendable`, for stored steps. The field names are those of the request that submits a campaign. */
export async function requireStepsSendable(
  deps: PreflightDeps,
  owner: Owner,
  { _id: campaignId, companyProfileId: companyId, countsOpens }: Pick<CampaignRow, '_id' | 'companyProfileId' | 'countsOpens'>,
  stepIds: readonly string[],
): Promise<void> {
  if (stepIds.length === 0) return
  const steps = await deps.db
    .selectFrom('step')
    .select(['position', 'type', 'subject', 'body', ...attachmentColumns])
    .where('campaign_id', '=', campaignId)
    .where('id', '=', sql<string>`any(${stepIds})`)
    .orderBy('position')
    .execute()
  const fieldOf = (index: number, field: string) => submittedField(steps[index]?.position ?? index, field)
  await requireSendable(deps, owner, { companyId, campaignId, countsOpens, steps, fieldOf })
}
