import { AppError, refusedField } from '@app/chassis/errors.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { Once } from '@app/chassis/idempotency/once.ts'
import type { changeStep as contract } from '@app/contracts/http/campaigns.ts'
import { tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { checkStepDate, checkStepTexts, stepIncomplete } from '@app/contracts/rules/campaigns.ts'
import type { CampaignsDeps } from '../deps.ts'
import { forgetMails, moveDispatch } from '../dispatches/change-planned.ts'
import { keptOf } from '../dispatches/step-attachment.ts'
import { type CampaignRow, type StepRow, stepsOf, updateStep } from './campaign.repository.ts'
import { type Changed, changeCampaign, conflict, requireNotCancelled } from './change-campaign.ts'

type Changes = ReceivedForm<typeof contract>

interface Which {
  campaignId: string
  stepId: string
}

/** Throws for what may not be changed, or not so. */
function requireChange(step: StepRow, campaign: CampaignRow, { version, date, subject, body }: Changes['fields'], tomorrow: string): void {
  requireNotCancelled(campaign)
  if (step.isSent) throw conflict('step-sent', 'This step was sent already.')
  if (String(step.version) !== version) throw conflict('step-changed', 'Somebody changed this step meanwhile. Please look at it again.')
  const words = { subject: subject ?? step.subject, body: body ?? step.body }
  for (const field of ['subject', 'body'] as const) if (!words[field].trim()) throw refusedField(field, stepIncomplete(step.position + 1))
  const isMoved = date !== undefined && date !== step.date
  if (isMoved && step.date === null) throw refusedField('date', 'A recurring campaign is sent on its own dates.')
  const fault = (isMoved ? checkStepDate(date, tomorrow) : undefined) ?? checkStepTexts(words)
  if (fault) throw refusedField(fault.field, fault.message)
}

/** An owner changes the words or the image of a step for all that has not begun to be sent, or the date of a special event's. */
export const changeStep = (deps: CampaignsDeps, owner: Caller, which: Which, { fields, files }: Changes, once: Once): Promise<Changed> =>
  changeCampaign(deps, { ownerId: owner.id, campaignId: which.campaignId, once }, async (trx, campaign) => {
    const step = (await stepsOf(trx, [campaign._id])).find(({ _id }) => _id === which.stepId)
    if (!step) throw new AppError('step-not-found', 'not-found', 'Step not found')
    requireChange(step, campaign, fields, tomorrowIn(deps.timeZone, deps.now()))
    const { date = step.date, subject = step.subject, body = step.body } = fields
    const isImageChanged = Boolean(files.attachment) || fields.attachment === ''
    await updateStep(trx, step._id, { date, subject: subject.trim(), body, ...(isImageChanged && keptOf(files.attachment)) })
    await forgetMails(trx, step._id)
    if (date && date !== step.date) await moveDispatch(trx, step._id, date, { ...deps, isPaused: campaign.state === 'paused' })
    return 'Step changed'
  })
