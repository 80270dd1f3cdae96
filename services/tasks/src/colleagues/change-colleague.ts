import { ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/errors.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { Colleague } from '@app/contracts/http/colleagues.ts'
import type { ColleagueRight } from '@app/contracts/rules/colleagues.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { revokeLinks } from '../reviews/review-link.repository.ts'
import { type ColleagueRow, setRight, setState, toColleague } from './colleague.repository.ts'
import { type LockedColleague, lockColleague } from './lock-colleague.ts'
import { publishChange } from './publish-change.ts'

interface Ref {
  companyId: string
  colleagueId: string
}

const colleagueNotFound = (): AppError =>
  new AppError('colleague-not-found', 'not-found', 'This person is no longer in your list. Please reload the page.')

const isCurrent = ({ state }: ColleagueRow): boolean => state === 'invited' || state === 'active'

/** Runs a change of an invited or active colleague. Throws 404 for all other colleagues, also those of another company. */
async function withColleague<T>(
  deps: TasksDeps,
  owner: Reader,
  { companyId, colleagueId }: Ref,
  change: (trx: Transaction<Tables>, locked: LockedColleague) => Promise<T>,
): Promise<T> {
  const { id } = await ownCompany(deps, owner, companyId)
  return inTransaction(deps.db, async (trx) => {
    const locked = await lockColleague(trx, colleagueId)
    if (!locked || locked.company.id !== id || !isCurrent(locked.colleague)) throw colleagueNotFound()
    return change(trx, locked)
  })
}

/** Changes whether a colleague may decide. If the colleague may already do this, nothing changes. */
export const changeColleague = (
  deps: TasksDeps,
  owner: Reader,
  ref: Ref,
  may: ColleagueRight,
  idempotency: IdempotentRequest,
): Promise<Colleague> =>
  withColleague(deps, owner, ref, async (trx, { colleague, company }) => {
    if (colleague.may === may) return idempotency.storeResponse(trx, toColleague(colleague))
    const changed = await setRight(trx, colleague.id, may)
    await publishChange(trx, changed, company, 'may-changed')
    return idempotency.storeResponse(trx, toColleague(changed))
  })

/** Removes a colleague, and revokes all review links of the colleague. */
export const removeColleague = (deps: TasksDeps, owner: Reader, ref: Ref, idempotency: IdempotentRequest): Promise<{ message: string }> =>
  withColleague(deps, owner, ref, async (trx, { colleague, company }) => {
    const removed = await setState(trx, colleague.id, 'removed')
    await revokeLinks(trx, colleague.id)
    await publishChange(trx, removed, company, 'removed')
    return idempotency.storeResponse(trx, { message: `${colleague.name} was removed.` })
  })
