import type { Owner } from '@app/chassis/companies/own-company.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { changeStep as contract } from '@app/contracts/http/campaigns.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { checkStepDate, checkStepTexts, stepIncomplete } from '@app/contracts/rules/campaigns.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { discardCompiledMails, moveDispatch } from '../dispatches/change-planned.ts'
import { attachmentColumns, attachmentColumnsOf } from '../dispatches/step-attachment.ts'
import { requireSendable } from '../preflight/require-sendable.ts'
import { type CampaignRow, findCampaign, type StepRow, stepsOf, updateStep } from './campaign.repository.ts'
import { campaignNotFound } from './campaign.ts'
import { type Changed, changeCampaign, conflict, requireNotCanceled } from './change-campaign.ts'

type Changes = ReceivedForm<typeof contract>

interface StepIds {
  campaignId: string
  stepId: string
}

/** Throws a 409 if the step cannot be changed any more, and a 422 if the new values are invalid. */
function requireChange(step: StepRow, campaign: CampaignRow, { version, date, subject, body }: Changes['fields'], tomorrow: string): void {
  requireNotCanceled(campaign)
  if (step.isSent) throw conflict('step-sent', 'This step has already been sent.')
  if (String(step.version) !== version)
    throw conflict('step-changed', 'This step was changed in the meantime. Please reload the page and try again.')
  const texts = { subject: subject ?? step.subject, body: body ?? step.body }
  for (const field of ['subject', 'body'] as const) if (isBlank(texts[field])) throw refusedField(field, stepIncomplete(step.position + 1))
  const isMoved = date !== undefined && date !== step.date
  if (isMoved && step.date === null)
    throw refusedField('date', 'The steps of a recurring campaign have no date. They follow the schedule of the campaign.')
  const fault = (isMoved ? checkStepDate(date, tomorrow) : undefined) ?? checkStepTexts(texts)
  if (fault) throw refusedField(fault.field, fault.message)
}

async function findStep(db: Kysely<Tables>, campaign: CampaignRow, stepId: string): Promise<StepRow> {
  const step = (await stepsOf(db, [campaign._id])).find(({ _id }) => _id === stepId)
  if (!step) throw new AppError('step-not-found', 'not-found', 'Step not found')
  return step
}

const isImageChanged = ({ fields, files }: Changes): boolean => Boolean(files.attachment) || fields.attachment === ''

/** Throws a 422 if the changed step has an error that would put its dispatch on hold. */
async function requireSendableChange(deps: CampaignsDeps, owner: Owner, { campaignId, stepId }: StepIds, changes: Changes): Promise<void> {
  const { db, timeZone, now } = deps
  const campaign = await findCampaign(db, campaignId, owner.id)
  if (!campaign) throw campaignNotFound()
  const step = await findStep(db, campaign, stepId)
  requireChange(step, campaign, changes.fields, tomorrowIn(timeZone, now()))
  const image = isImageChanged(changes)
    ? attachmentColumnsOf(changes.files.attachment)
    : await db.selectFrom('step').select(attachmentColumns).where('id', '=', stepId).executeTakeFirstOrThrow()
  const { subject = step.subject, body = step.body } = changes.fields
  const changed = { type: step.type, subject: subject.trim(), body, ...image }
  const fieldOf = (_index: number, field: string) => field
  const { companyProfileId: companyId, countsOpens } = campaign
  await requireSendable(deps, owner, { companyId, campaignId, countsOpens, steps: [changed], fieldOf })
}

/** Changes the text, image or date of an owner's step, for dispatches that have not started. Only `Special Event` steps have a date. */
export async function changeStep(
  deps: CampaignsDeps,
  owner: Owner,
  ids: StepIds,
  changes: Changes,
  idempotency: IdempotentRequest,
): Promise<Changed> {
  await requireSendableChange(deps, owner, ids, changes)
  const { attachment } = await changes.acceptFiles()
  return changeCampaign(deps, { ownerId: owner.id, campaignId: ids.campaignId, idempotency }, async (trx, campaign) => {
    const { fields } = changes
    const step = await findStep(trx, campaign, ids.stepId)
    requireChange(step, campaign, fields, tomorrowIn(deps.timeZone, deps.now()))
    const { date = step.date, subject = step.subject, body = step.body } = fields
    await updateStep(trx, step._id, {
      date,
      subject: subject.trim(),
      body,
      ...(isImageChanged(changes) && attachmentColumnsOf(attachment)),
    })
    await discardCompiledMails(trx, step._id)
    if (date && date !== step.date) await moveDispatch(trx, step._id, date, { ...deps, isPaused: campaign.state === 'paused' })
    return 'Step changed'
  })
}
