import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { setBounced } from './colleague.repository.ts'
import { lockColleague } from './lock-colleague.ts'
import { publishChange } from './publish-change.ts'

/** Records that an email to a colleague bounced. The colleague then gets no further emails. Repeated bounces have no effect. */
export async function recordColleaguesBounce(trx: Transaction<Tables>, colleagueId: string): Promise<void> {
  const locked = await lockColleague(trx, colleagueId)
  if (!locked || locked.colleague.hasBounced) return
  await publishChange(trx, await setBounced(trx, colleagueId), locked.company, 'bounced')
}
