import { ownCompany, requireCompany } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { ReviewSettings } from '@app/contracts/http/reviews.ts'
import { sql } from 'kysely'
import type { TasksDeps } from '../deps.ts'
import { issueWaitingLinks, lockTasksOfAddress } from './issue-waiting-links.ts'
import { lockOwnerAddressExclusive } from './owner-address.repository.ts'
import { findReviewCompany } from './review-company.repository.ts'
import { revokeLinksOfCompany } from './review-link.repository.ts'

export async function getReviewSettings(deps: TasksDeps, reader: Reader, companyId: string): Promise<ReviewSettings> {
  await requireCompany(deps, reader, companyId)
  const { reviewLinks, codeForNewBrowser } = await findReviewCompany(deps.db, companyId)
  return { reviewLinks, codeForNewBrowser }
}

/**
 * Changes the settings of the owner's company. If the owner switches review links off, all review links of the company are revoked. If the
 * owner switches them on, the waiting previews that were delivered without a link get one.
 */
export async function setReviewSettings(
  deps: TasksDeps,
  owner: Reader,
  companyId: string,
  { reviewLinks, codeForNewBrowser }: ReviewSettings,
  idempotency: IdempotentRequest,
): Promise<ReviewSettings> {
  const { id } = await ownCompany(deps, owner, companyId)
  return inTransaction(deps.db, async (trx) => {
    await lockTasksOfAddress(trx, owner.id)
    await lockOwnerAddressExclusive(trx, owner.id)
    await sql`
      insert into company_setting (company_id, review_links, code_for_new_browser) values (${id}, ${reviewLinks}, ${codeForNewBrowser})
      on conflict (company_id) do update set
        review_links = excluded.review_links, code_for_new_browser = excluded.code_for_new_browser`.execute(trx)
    if (!reviewLinks) await revokeLinksOfCompany(trx, id)
    await issueWaitingLinks(trx, deps, owner.id)
    return idempotency.storeResponse(trx, { reviewLinks, codeForNewBrowser })
  })
}
