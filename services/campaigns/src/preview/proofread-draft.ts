import { type Owner, ownCompany } from '@app/chassis/companies/own-company.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import { createFairQueue } from '@app/chassis/limits/fair-queue.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { removeFiles } from '@app/chassis/storage/remove-files.ts'
import type { proofreadStep as contract, StepProofreading } from '@app/contracts/http/campaign-proofreading.ts'
import { isCalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { CheckedFile } from '@app/proofreading/check-preview.ts'
import { checkedCompanyOf } from '@app/proofreading/checked-company.ts'
import type { Kysely } from 'kysely'
import { alternativeTextOf } from '../content/attachment.ts'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { type AttachmentColumns, attachmentColumnsOf, findStepAttachment } from '../dispatches/step-attachment.ts'

type Form = Pick<ReceivedForm<typeof contract>, 'fields' | 'files'>

const LIMIT_MS = 20_000
const RETRY_AFTER_SECONDS = 3
/** Words of this many steps count as right, because the owner submitted them before. */
const EARLIER_STEPS = 20

/** A check uses a whole core, so a replica runs one at a time. Few wait, because the browser submits a campaign after seconds anyway. */
const queue = createFairQueue({
  places: 1,
  placesPerKey: 1,
  waitMs: LIMIT_MS,
  waitingPerKeyMax: 1,
  waitingMax: 2,
  refusal: () =>
    new AppError('busy', 'unavailable', 'Many emails are being checked at the moment. Please try again shortly.', {
      retryAfter: RETRY_AFTER_SECONDS,
    }),
})

const tooSlow = (cause: unknown): AppError =>
  new AppError('proofreading-too-slow', 'too-slow', 'We couldn’t check this email in time.', { cause })

async function earlierTexts(db: Kysely<Tables>, companyId: string): Promise<string[]> {
  const steps = await db
    .selectFrom('step')
    .innerJoin('campaign', 'campaign.id', 'step.campaign_id')
    .select(['step.subject', 'step.body'])
    .where('campaign.company_id', '=', companyId)
    .orderBy('campaign.id', 'desc')
    .orderBy('step.position')
    .limit(EARLIER_STEPS)
    .execute()
  return steps.flatMap(({ subject, body }) => [subject, body])
}

function filesOf(store: ObjectStore, { attachment: key, attachment_name, attachment_size }: AttachmentColumns): CheckedFile[] {
  if (key === null) return []
  const source = { bytes: attachment_size ?? 0, open: () => store.get(key) }
  const alternativeText = alternativeTextOf(attachment_name ?? '')
  return [{ position: 1, kind: 'image', width: null, height: null, alternativeText, sources: [source] }]
}

async function proofread(deps: CampaignsDeps, owner: Owner, { fields, files }: Form, signal: AbortSignal): Promise<StepProofreading> {
  const { db, store, timeZone, now } = deps
  const { companyProfileId, subject, body, date = '', stepId } = fields
  const { id: companyId } = await ownCompany(deps, owner, companyProfileId)
  const image =
    files.attachment || !stepId ? attachmentColumnsOf(files.attachment) : await findStepAttachment(db, { ownerId: owner.id, stepId })
  const leave = await queue.enter(owner.id, { signal })
  try {
    const { profile } = await db.selectFrom('company').select('profile').where('id', '=', companyId).executeTakeFirstOrThrow()
    const { findings, uncheckedFiles } = await deps.checkStep({
      subject,
      body,
      date: isCalendarDate(date) ? date : null,
      files: filesOf(store, image),
      company: checkedCompanyOf(profile),
      today: todayIn(timeZone, now()),
      earlierTexts: await earlierTexts(db, companyId),
      accepted: [],
      signal,
    })
    return { findings, isPictureUnchecked: uncheckedFiles.length > 0 }
  } finally {
    leave()
  }
}

/**
 * Returns what may be wrong in an owner's draft. An uploaded image is read as it was received, in the process of the checks, and is then
 * deleted. Throws a 503 if too many drafts wait, and a 504 if the check takes too long. `end` ends the check earlier.
 */
export async function proofreadDraft(deps: CampaignsDeps, owner: Owner, form: Form, end: AbortSignal): Promise<StepProofreading> {
  const limit = AbortSignal.timeout(LIMIT_MS)
  try {
    return await proofread(deps, owner, form, AbortSignal.any([end, limit]))
  } catch (error) {
    throw limit.aborted ? tooSlow(error) : error
  } finally {
    await removeFiles(
      deps,
      Object.values(form.files).map(({ key }) => key),
    )
  }
}
