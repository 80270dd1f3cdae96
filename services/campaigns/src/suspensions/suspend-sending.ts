import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import type { Transaction } from 'kysely'
import { publishChanged } from '../campaigns/publish-changed.ts'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { stopMails } from '../dispatches/dispatch.repository.ts'
import { notifyOfSuspension } from './notify-owners.ts'
import { type SuspensionTarget, storeSuspension, suspendedCampaigns, targetExists } from './suspension.repository.ts'

/** Suspends sending and notifies the owners. Senders abort emails in progress whose end (the final dot of SMTP) was not sent yet. */
export async function suspendSending(trx: Transaction<Tables>, target: SuspensionTarget, reason: string): Promise<void> {
  await storeSuspension(trx, target, reason)
  for (const campaignId of await suspendedCampaigns(trx, target)) await publishChanged(trx, campaignId)
  await stopMails(trx)
  await notifyOfSuspension(trx, target, reason)
}

/** Suspends sending for an admin. Throws a 404 for an unknown target and a 422 without a reason. */
export async function suspendByAdmin(
  { db }: CampaignsDeps,
  target: SuspensionTarget,
  reason: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  if (isBlank(reason)) throw refusedField('reason', 'Please enter a reason. The owner sees it.')
  return inTransaction(db, async (trx) => {
    if (!(await targetExists(trx, target)))
      throw new AppError('target-not-found', 'not-found', 'There is no company or campaign with this id.')
    await suspendSending(trx, target, reason.trim())
    return idempotency.storeResponse(trx, { message: 'Sending suspended' })
  })
}
