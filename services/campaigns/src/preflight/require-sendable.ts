import type { Owner } from '@app/chassis/companies/own-company.ts'
import { AppError, type FieldError } from '@app/chassis/errors.ts'
import { findSubmitErrors, IMAGE_MISSING } from '../content/prepare-mail.ts'
import type { CampaignsDeps } from '../deps.ts'
import { attachmentOf, type KeptAttachment } from '../dispatches/step-attachment.ts'
import { freshSender } from './fresh-sender.ts'

interface CheckedStep extends KeptAttachment {
  type: string
  subject: string
  body: string
}

interface Preflight {
  companyId: string
  campaignId: string
  steps: readonly CheckedStep[]
  /** Returns the name, in the request, of the `subject`, `body` or `attachment` of the step at an index. */
  fieldOf: (index: number, field: string) => string
}

export type PreflightDeps = Pick<CampaignsDeps, 'db' | 'store' | 'companyUrl' | 'mail' | 'log'>

/** Names the fields of a step as they are named when a campaign is submitted. */
export const submittedField = (index: number, field: string): string =>
  field === 'attachment' ? `stepAttachment_${index}` : `steps.${index}.${field}`

/** Whether the store says that it does not have the image. An image of a store that does not answer counts as there. */
async function isImageGone({ store, log }: PreflightDeps, { attachment: key }: CheckedStep): Promise<boolean> {
  if (key === null) return false
  try {
    return (await store.sizeOf(key)) === undefined
  } catch (error) {
    log.warn({ err: error }, 'the image of a step could not be checked')
    return false
  }
}

async function errorsOf(deps: PreflightDeps, owner: Owner, { companyId, campaignId, steps, fieldOf }: Preflight): Promise<FieldError[]> {
  const company = await freshSender(deps, owner, companyId)
  const ofSteps = steps.map(async (step, index): Promise<FieldError[]> => {
    const attachment = attachmentOf(deps.store, step)
    const errors = await findSubmitErrors(deps.mail.settings, { company, campaignId, step, attachment, at: new Date() })
    const gone = (await isImageGone(deps, step)) ? [{ field: fieldOf(index, 'attachment'), message: IMAGE_MISSING }] : []
    const isOfStep = (field: string) => !field.startsWith('companyProfile.')
    return [...errors.map(({ field = 'body', message }) => ({ field: isOfStep(field) ? fieldOf(index, field) : field, message })), ...gone]
  })
  const all = (await Promise.all(ofSteps)).flat()
  // What is wrong with the company is wrong with each step, and is said once.
  return all.filter(({ field }, at) => all.findIndex((other) => other.field === field) === at)
}

/** Throws a 422 that names every error that would hold a mail of these steps, as far as it is known before the mail is sent. */
export async function requireSendable(deps: PreflightDeps, owner: Owner, preflight: Preflight): Promise<void> {
  const errors = await errorsOf(deps, owner, preflight)
  const [first] = errors
  if (first) throw new AppError('refused', 'refused', first.message, { errors })
}
