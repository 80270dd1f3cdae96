import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/errors.ts'
import type { Once } from '@app/chassis/idempotency/once.ts'
import type { Transaction } from 'kysely'
import { tellChanged } from '../campaigns/tell-changed.ts'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { stopMails } from '../dispatches/dispatch.repository.ts'
import { type BrakeTarget, campaignsStopped, isTarget, keepBrake } from './brake.repository.ts'

/** Stops sending: what senders hold and have not handed over comes back at once. */
export async function applyBrake(trx: Transaction<Tables>, target: BrakeTarget, reason: string): Promise<void> {
  await keepBrake(trx, target, reason)
  for (const campaignId of await campaignsStopped(trx, target)) await tellChanged(trx, campaignId)
  await stopMails(trx)
}

/** An admin stops sending. */
export async function putBrake({ db }: CampaignsDeps, target: BrakeTarget, reason: string, once: Once): Promise<{ message: string }> {
  if (!reason.trim()) throw refusedField('reason', 'Please say why: the owner reads it.')
  return inTransaction(db, async (trx) => {
    if (!(await isTarget(trx, target))) throw new AppError('target-not-found', 'not-found', 'There is nothing of that id to stop.')
    await applyBrake(trx, target, reason.trim())
    return once.answer(trx, { message: 'Sending stopped' })
  })
}
