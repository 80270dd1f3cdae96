import type { Owner } from '@app/chassis/companies/own-company.ts'
import { AppError, type FieldError } from '@app/chassis/http/errors.ts'
import { findSubmitErrors, IMAGE_MISSING } from '../content/prepare-mail.ts'
import type { CampaignsDeps } from '../deps.ts'
import { type AttachmentColumns, attachmentOf } from '../dispatches/step-attachment.ts'
import { freshSender } from './fresh-sender.ts'

interface CheckedStep extends AttachmentColumns {
  type: string
  subject: string
  body: string
}

interface Preflight {
  companyId: string
  campaignId: string
  steps: readonly CheckedStep[]
  /** Returns the name of a request field. `index` is the index of the step; `field` is `subject`, `body` or `attachment`. */
  fieldOf: (index: number, field: string) => string
}

export type PreflightDeps = Pick<CampaignsDeps, 'db' | 'store' | 'companyUrl' | 'mail' | 'log'>

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
  // An error about the company occurs in the list of every step. Only its first occurrence is returned.
  return all.filter(({ field }, at) => all.findIndex((other) => other.field === field) === at)
}

/** Throws a 422 with the errors that would put a dispatch of these steps on hold. Some errors can be found only when sending starts. */
export async function requireSendable(deps: PreflightDeps, owner: Owner, preflight: Preflight): Promise<void> {
  const errors = await errorsOf(deps, owner, preflight)
  const [first] = errors
  if (first) throw new AppError('refused', 'refused', first.message, { errors })
}
