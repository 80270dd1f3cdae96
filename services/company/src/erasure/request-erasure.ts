import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { enqueue } from '@app/chassis/work/queue.ts'
import type { EventData } from '@app/contracts/define.ts'
import { ErasureChanged } from '@app/contracts/events/company.ts'
import { ERASURE_LINK_LIFE_HOURS, ERASURE_REMINDER_DAYS, ERASURE_WAIT_DAYS } from '@app/contracts/rules/erasure.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { CompanyDeps } from '../deps.ts'
import { profileNotFound } from '../profile/profile.ts'
import { changeErasure, deleteErasure, insertErasure, lockErasureOf, lockOpenErasure, type OpenErasure } from './erasure.repository.ts'
import { idInErasureToken } from './erasure-link.ts'
import { erasureQueue, erasureWork } from './erasure-work.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Limit of emails with a link, for each owner. */
const LINKS = { count: 5, seconds: 24 * 3_600 }
/** Limit of wrong tokens from one client. */
const WRONG_TOKENS = { count: 30, seconds: 3_600 }

type Change = EventData<typeof ErasureChanged>['change']

/** Adds the event about a change of an erasure. */
export async function publishErasure(
  trx: Transaction<Tables>,
  { id, company_id, owner_id }: Pick<OpenErasure, 'id' | 'company_id' | 'owner_id'>,
  change: Change,
  version: number,
): Promise<void> {
  const company = await trx.selectFrom('companies').select('companyName').where('id', '=', company_id).executeTakeFirst()
  const data = { erasureId: id, companyProfileId: company_id, companyName: company?.companyName ?? '', ownerId: owner_id, change }
  await addEvent(trx, ErasureChanged, { aggregateId: id, version, data })
}

/** Requests an email with a link that confirms the erasure of the owner's company. Earlier links no longer work. */
export function requestErasure(
  { db, now }: Pick<CompanyDeps, 'db' | 'now'>,
  ownerId: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  return inTransaction(db, async (trx) => {
    const at = now()
    // The lock makes a concurrent request of the owner wait.
    const company = await trx.selectFrom('companies').select('id').where('owner_id', '=', ownerId).forUpdate().executeTakeFirst()
    if (!company) throw profileNotFound()
    const earlier = await lockErasureOf(trx, ownerId)
    if (earlier && earlier.state !== 'asked')
      throw new AppError('erasure-confirmed', 'conflict', 'You have already confirmed that we erase your company.')
    await consumeLimit(trx, { key: `erasure:${ownerId}`, limit: LINKS, now: at })
    if (earlier) await deleteErasure(trx, earlier.id)
    const id = uuidv7()
    const linkExpiresAt = new Date(at.getTime() + ERASURE_LINK_LIFE_HOURS * HOUR_MS).toISOString()
    await insertErasure(trx, { id, companyId: company.id, ownerId, askedAt: at.toISOString(), linkExpiresAt })
    await publishErasure(trx, { id, company_id: company.id, owner_id: ownerId }, 'asked', 1)
    const message = `We sent you a link. It works for ${ERASURE_LINK_LIFE_HOURS} hours. Nothing is erased before you confirm.`
    return idempotency.storeResponse(trx, { message })
  })
}

const linkGone = (): AppError =>
  new AppError(
    'erasure-link-gone',
    'gone',
    'This link is no longer valid. It was used or replaced, or it has expired. You can ask for a new one in Company Profile.',
  )

interface GivenToken {
  token: string
  /** `clientKey` of the client's IP address. */
  client: string
}

/** Confirms the erasure of a company with the token of the mailed link. From now on, the owner has 14 days to keep the company. */
export async function confirmErasure(
  { db, internalDataKey, now }: Pick<CompanyDeps, 'db' | 'internalDataKey' | 'now'>,
  { token, client }: GivenToken,
  idempotency: IdempotentRequest,
): Promise<{ message: string; dueAt: string }> {
  const at = now()
  const givenId = idInErasureToken(internalDataKey, token)
  const reply = await inTransaction(db, async (trx) => {
    const erasure = givenId ? await lockOpenErasure(trx, givenId) : undefined
    if (erasure?.state !== 'asked' || new Date(erasure.link_expires_at) <= at) return undefined
    const { id } = erasure
    const dueAt = new Date(at.getTime() + ERASURE_WAIT_DAYS * DAY_MS).toISOString()
    const version = await changeErasure(trx, id, { state: 'waiting', confirmed_at: at.toISOString(), due_at: dueAt })
    await enqueue(trx, erasureQueue, [
      erasureWork(id, 'remind', (ERASURE_WAIT_DAYS - ERASURE_REMINDER_DAYS) * DAY_MS),
      erasureWork(id, 'begin', ERASURE_WAIT_DAYS * DAY_MS),
    ])
    await publishErasure(trx, erasure, 'waiting', version)
    const message = `We will erase your company in ${ERASURE_WAIT_DAYS} days. Until then, you can keep it at any time.`
    return idempotency.storeResponse(trx, { message, dueAt })
  })
  if (reply) return reply
  await consumeLimit(db, { key: `erasure-token:${client}`, limit: WRONG_TOKENS, now: at })
  throw linkGone()
}
