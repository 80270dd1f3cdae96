import type { EventData } from '@app/contracts/define.ts'
import type { ColleagueState } from '@app/contracts/events/colleagues.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { dropMailsToColleague } from '../mail/mail.repository.ts'
import { cancelQueued } from '../reminders/queue-reminder.ts'
import { lockReminders } from '../reminders/waiting-preview.repository.ts'
import { deleteLinks, saveColleague } from './colleague.repository.ts'

interface ColleagueEvent {
  aggregateversion: number
  data: EventData<typeof ColleagueState>
}

/** Updates the projection of colleagues. If the colleague no longer gets emails, cancels the queued emails. Ignores outdated events. */
export async function trackColleague(trx: Transaction<Tables>, { aggregateversion, data }: ColleagueEvent): Promise<void> {
  const { colleagueId: id, companyProfileId, ownerId, email, may, state, hasBounced } = data
  await lockReminders(trx, ownerId)
  const isNewer = await saveColleague(trx, {
    id,
    company_id: companyProfileId,
    owner_id: ownerId,
    email,
    may,
    state,
    has_bounced: hasBounced,
    version: aggregateversion,
  })
  if (!isNewer) return
  const isGone = state === 'left' || state === 'removed'
  if (state !== 'active' || may !== 'decide' || hasBounced) await cancelQueued(trx, id, 'no reminders for this colleague')
  if (isGone || hasBounced) await dropMailsToColleague(trx, id)
  if (isGone) await deleteLinks(trx, id)
}
