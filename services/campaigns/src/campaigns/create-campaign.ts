import { lockCompany } from '@app/chassis/companies/company-projection.ts'
import { type Owner, ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedForm, StoredFiles } from '@app/chassis/http/receive-form.ts'
import { parseField } from '@app/chassis/http/validator.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { createCampaign as contract } from '@app/contracts/http/campaigns.ts'
import { dateText } from '@app/contracts/primitives.ts'
import { tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import {
  type Audience,
  CAMPAIGN_COMPANY_REQUIRED,
  type CampaignCategory,
  checkCampaign,
  type StepDraft,
  type StepType,
} from '@app/contracts/rules/campaigns.ts'
import type { Insertable, Kysely } from 'kysely'
import * as Type from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { CampaignLimits, CampaignsDeps } from '../deps.ts'
import { planDispatches } from '../dispatches/plan-dispatches.ts'
import { attachmentColumnsOf } from '../dispatches/step-attachment.ts'
import { requireSendable, submittedField } from '../preflight/require-sendable.ts'
import { countCampaigns, insertCampaign } from './campaign.repository.ts'
import type { Changed } from './change-campaign.ts'
import { readDetail } from './get-campaign.ts'
import { publishChanged } from './publish-changed.ts'

type Form = ReceivedForm<typeof contract>

const SentSteps = Type.Array(
  Type.Object({
    type: Type.Optional(Type.String()),
    date: Type.Optional(Type.Union([dateText({ maxLength: 100 }), Type.Null()])),
    subject: Type.Optional(Type.String()),
    body: Type.Optional(Type.String()),
  }),
  { maxItems: 100 },
)

function stepsIn(json: string): StepDraft[] {
  const sent = parseField(SentSteps, 'stepsJson', json, 'stepsJson must be a JSON array of steps')
  return sent.map(({ type = '', date, subject = '', body = '' }) => ({ type, date: date ?? '', subject: subject.trim(), body }))
}

const draftIn = ({
  name = '',
  audience = '',
  campaignCategory = '',
  startDate = '',
  endDate = '',
  countsOpens = 'true',
  stepsJson,
}: Form['fields']) => ({
  name: name.trim(),
  audience,
  campaignCategory,
  startDate,
  endDate,
  countsOpens: countsOpens === 'true',
  steps: stepsJson ? stepsIn(stepsJson) : [],
})

function rowsOf(draft: ReturnType<typeof draftIn>, companyId: string) {
  const isRecurring = draft.campaignCategory === 'Recurring'
  const campaign: Insertable<Tables['campaign']> & { id: string } = {
    id: uuidv7(),
    company_id: companyId,
    name: draft.name,
    audience: draft.audience as Audience,
    category: draft.campaignCategory as CampaignCategory,
    start_date: isRecurring ? draft.startDate : null,
    end_date: isRecurring ? draft.endDate : null,
    counts_opens: draft.countsOpens,
  }
  const steps = draft.steps.map(({ type, date, subject, body }, position) => ({
    id: uuidv7(),
    campaign_id: campaign.id,
    position,
    type: type as StepType,
    date: isRecurring ? null : date,
    subject,
    body,
  }))
  return { campaign, steps }
}

/** Adds the images of a form to the steps. */
const withImages = <S extends { position: number }>(steps: readonly S[], files: Form['files'] | StoredFiles<typeof contract>) =>
  steps.map((step) => ({ ...step, ...attachmentColumnsOf(files[`stepAttachment_${step.position}` as keyof Form['files']]) }))

/** Throws a 422 if the form has an image for a step that does not exist. */
function requireSteps(files: Form['files'], { length }: readonly StepDraft[]): void {
  const stray = Object.keys(files).find((field) => Number(field.split('_')[1]) >= length)
  if (stray) throw refusedField(stray, 'This picture belongs to a step that does not exist.')
}

/** Submits an owner's campaign and plans all its dispatches. Throws a 422 for errors that would put a dispatch on hold later. */
export async function createCampaign(
  deps: CampaignsDeps,
  owner: Owner,
  { fields, files, acceptFiles }: Form,
  idempotency: IdempotentRequest,
): Promise<Changed> {
  const { db, now, timeZone } = deps
  const draft = draftIn(fields)
  const fault = checkCampaign(draft, tomorrowIn(timeZone, now()))
  if (fault) throw refusedField(fault.field, fault.message)
  requireSteps(files, draft.steps)
  if (!fields.companyProfileId) throw refusedField('companyProfileId', CAMPAIGN_COMPANY_REQUIRED)
  const company = await ownCompany(deps, owner, fields.companyProfileId)
  const { campaign, steps: texts } = rowsOf(draft, company.id)
  const received = withImages(texts, files)
  const { countsOpens } = draft
  const preflight = { companyId: company.id, campaignId: campaign.id, countsOpens, steps: received, fieldOf: submittedField }
  await requireSendable(deps, owner, preflight)
  await requireWithinLimits(db, deps.campaignLimits, company.id)
  const steps = withImages(texts, await acceptFiles())
  const dispatches = planDispatches(campaign, steps, deps)
  return inTransaction(db, async (trx) => {
    await lockCompany(trx, company.id)
    await requireWithinLimits(trx, deps.campaignLimits, company.id)
    await insertCampaign(trx, { campaign, steps, dispatches })
    await publishChanged(trx, campaign.id)
    return idempotency.storeResponse(trx, { message: 'Campaign created successfully!', campaign: await readDetail(deps, trx, campaign.id) })
  })
}

/** Throws a 422 if a company has reached a limit. To be certain, lock the company's row first, so that concurrent requests wait. */
async function requireWithinLimits(db: Kysely<Tables>, limits: CampaignLimits, companyId: string): Promise<void> {
  const refused = (message: string) => new AppError('campaign-limit', 'refused', message)
  const { open, ofToday } = await countCampaigns(db, companyId)
  if (open >= limits.open)
    throw refused(
      `You have ${limits.open} campaigns with emails still to send, which is the limit. Please cancel one, or wait until one is finished.`,
    )
  if (ofToday >= limits.aDay)
    throw refused(`You have submitted ${limits.aDay} campaigns within 24 hours, which is the limit. Please try again tomorrow.`)
}
