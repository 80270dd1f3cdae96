import { ownCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { Colleague } from '@app/contracts/http/colleagues.ts'
import { COLLEAGUES_MAX, type ColleagueRight } from '@app/contracts/rules/colleagues.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { revokeLinks } from '../reviews/review-link.repository.ts'
import { countInvitations, setReturnRefused, setRight, setState, toColleague } from './colleague.repository.ts'
import { type LockedColleague, lockColleague } from './lock-colleague.ts'
import { publishChange } from './publish-change.ts'

interface Ref {
  companyId: string
  colleagueId: string
}

const colleagueNotFound = (): AppError =>
  new AppError('colleague-not-found', 'not-found', 'This person is no longer in your list. Please reload the page.')

/** Runs a change of a colleague in the owner's list, in any state. Throws 404 for removed colleagues and those of another company. */
async function withColleague<T>(
  deps: TasksDeps,
  owner: Reader,
  { companyId, colleagueId }: Ref,
  change: (trx: Transaction<Tables>, locked: LockedColleague) => Promise<T>,
): Promise<T> {
  const { id } = await ownCompany(deps, owner, companyId)
  return inTransaction(deps.db, async (trx) => {
    const locked = await lockColleague(trx, colleagueId)
    if (!locked || locked.company.id !== id || locked.colleague.state === 'removed') throw colleagueNotFound()
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

/** Removes a colleague in any state, and revokes all review links of the colleague. */
export const removeColleague = (deps: TasksDeps, owner: Reader, ref: Ref, idempotency: IdempotentRequest): Promise<{ message: string }> =>
  withColleague(deps, owner, ref, async (trx, { colleague, company }) => {
    const removed = await setState(trx, colleague.id, 'removed')
    await revokeLinks(trx, colleague.id)
    await publishChange(trx, removed, company, 'removed')
    return idempotency.storeResponse(trx, { message: `${colleague.name} was removed.` })
  })

/**
 * Accepts or refuses the request of a colleague who left and wants to come back. Throws 409 without a request, and 422 if the company already has the
 * maximum number of colleagues.
 */
export const answerReturn = (
  deps: TasksDeps,
  owner: Reader,
  ref: Ref,
  isAccepted: boolean,
  idempotency: IdempotentRequest,
): Promise<Colleague> =>
  withColleague(deps, owner, ref, async (trx, { colleague, company }) => {
    if (!colleague.asksToReturn)
      throw new AppError('no-request', 'conflict', `${colleague.name} doesn’t ask to come back. Please reload the page.`)
    if (isAccepted && (await countInvitations(trx, company.id)).current >= COLLEAGUES_MAX)
      throw new AppError('too-many-colleagues', 'refused', `You can have ${COLLEAGUES_MAX} colleagues. Please remove a colleague first.`)
    const changed = isAccepted ? await setState(trx, colleague.id, 'active') : await setReturnRefused(trx, colleague.id)
    await publishChange(trx, changed, company, isAccepted ? 'return-accepted' : 'return-refused')
    return idempotency.storeResponse(trx, toColleague(changed))
  })
