import type { Dispatch } from '@app/contracts/http/dispatches.ts'
import { type QueryExecutorProvider, sql } from 'kysely'

type Counts = Dispatch['counts']

/** Returns the number of emails in each state, by dispatch id. The map has no entry for dispatches without recipients. */
export async function countsOf(db: QueryExecutorProvider, dispatchIds: readonly string[]): Promise<Map<string, Counts>> {
  const { rows } = await sql<Counts & { dispatchId: string }>`
    select dispatch_id as "dispatchId",
      count(*) filter (where state in ('queued', 'sending')) as queued,
      count(*) filter (where state = 'accepted') as accepted,
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'suppressed') as suppressed,
      count(*) filter (where state = 'unknown') as unknown,
      count(*) filter (where may_be_duplicate) as "maybeTwice",
      count(bounced_at) as bounced,
      count(complained_at) as complained,
      count(unsubscribed_at) as unsubscribed
    from delivery where dispatch_id = any(${dispatchIds}::uuid[]) group by dispatch_id`.execute(db)
  return new Map(rows.map(({ dispatchId, ...counts }) => [dispatchId, counts]))
}
