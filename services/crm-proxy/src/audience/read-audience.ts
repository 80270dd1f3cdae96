import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { WorkMetrics } from '@app/chassis/work/metrics.ts'
import { done, retry } from '@app/chassis/work/outcome.ts'
import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import { startWorker, type Worker } from '@app/chassis/work/worker.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { AudienceWanted } from '@app/contracts/events/campaigns.ts'
import { AudienceSettled } from '@app/contracts/events/crm-proxy.ts'
import { SHEET_NOT_CONFIGURED } from '@app/contracts/rules/customers.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { readRows } from '../sheet/copy.repository.ts'
import { SheetFault } from '../sheet/faults.ts'
import { inLeasedTransaction, LEASE_WAIT_MS, type Lease, withLease } from '../sheet/lease.ts'
import { readUnderLease, type SheetDeps } from '../sheet/reader.ts'
import { findSheet } from '../sheet/sheet.repository.ts'
import { renewTicket, storePeople } from './audience.repository.ts'
import { noneSkipped, peopleIn } from './people.ts'

type AudienceRequest = EventData<typeof AudienceWanted>
type Failure = NonNullable<EventData<typeof AudienceSettled>['failure']>

/**
 * Version of events that are published without a call of the company's spreadsheet script. Only calls need a lease. If the script was
 * called, the version is the fencing token of the lease.
 */
const NO_LEASE = 0

export const audiences: Queue<AudienceRequest> = { name: 'audiences' }

/**
 * Queues a job for a request for an audience. The job's key is the id of the event, because a queue ignores a key that it already contains.
 * If the key were the id of the dispatch, a second request for this dispatch would get no job, for example after a failed read.
 */
export async function queueAudience(trx: Transaction<Tables>, { id, data }: ReceivedEvent<typeof AudienceWanted>): Promise<void> {
  await enqueue(trx, audiences, [{ key: id, payload: data }])
}

/** Publishes a new ticket for the stored audience of a dispatch. Returns false if no audience is stored. */
async function publishRead(
  trx: Transaction<Tables>,
  { companyProfileId, dispatchId, notBefore }: AudienceRequest,
  version: number,
): Promise<boolean> {
  const stored = await renewTicket(trx, dispatchId, notBefore)
  if (!stored) return false
  const { people: count, asOf, skipped, ticket, expiresAt } = stored
  const data = { companyProfileId, dispatchId, snapshot: { count, asOf, skipped, ticket, expiresAt } }
  await addEvent(trx, AudienceSettled, { aggregateId: companyProfileId, version, data })
  return true
}

async function publishUnread({ db }: SheetDeps, request: AudienceRequest, version: number, failure: Failure): Promise<void> {
  const { companyProfileId, dispatchId } = request
  const data = { companyProfileId, dispatchId, failure }
  await inTransaction(db, (trx) => addEvent(trx, AudienceSettled, { aggregateId: companyProfileId, version, data }))
}

const publishNotConfigured = (deps: SheetDeps, request: AudienceRequest): Promise<void> =>
  publishUnread(deps, request, NO_LEASE, { fault: 'not-configured', reason: SHEET_NOT_CONFIGURED })

/** Reads the sheet, even if the stored copy of the sheet is fresh, and stores the recipients of a dispatch. */
async function readAudience(deps: SheetDeps, request: AudienceRequest, lease: Lease): Promise<void> {
  const { db } = deps
  const { companyProfileId: companyId, dispatchId, audience } = request
  const sheet = await findSheet(db, companyId)
  if (!sheet) return publishNotConfigured(deps, request)
  try {
    await readUnderLease(deps, sheet, lease)
  } catch (error) {
    if (!(error instanceof SheetFault) || lease.signal.aborted) throw error
    return publishUnread(deps, request, lease.token, { fault: error.code, reason: error.message })
  }
  await inLeasedTransaction(db, lease, async (trx) => {
    const copy = await readRows(trx, companyId)
    if (!copy) throw new Error('The copy of a sheet was deleted while it was read')
    const skipped = noneSkipped()
    await storePeople(trx, { companyId, dispatchId, asOf: copy.readAt }, peopleIn(copy.rows, audience, skipped), skipped)
    await publishRead(trx, request, lease.token)
  })
}

const RETRY_MS = 5_000

export const startAudiences = (deps: SheetDeps, metrics: WorkMetrics): Worker =>
  startWorker<Tables, AudienceRequest>({
    db: deps.db,
    queue: audiences,
    capacity: 4,
    metrics,
    tracer: deps.tracer,
    log: deps.log,
    async handle({ payload, signal }) {
      const { companyProfileId } = payload
      if (await inTransaction(deps.db, (trx) => publishRead(trx, payload, NO_LEASE))) return done
      if (!(await findSheet(deps.db, companyProfileId))) {
        await publishNotConfigured(deps, payload)
        return done
      }
      const { db, log } = deps
      const isDone = await withLease({ db, log, signal }, companyProfileId, { waitMs: LEASE_WAIT_MS }, async (lease) => {
        await readAudience(deps, payload, lease)
        return true
      })
      return isDone ? done : retry('no lease', RETRY_MS)
    },
  })
