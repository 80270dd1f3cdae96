import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import { sheetAddressFault } from '@app/chassis/http/sheet-hosts.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import type { CompanyDeps } from '../deps.ts'
import { changeCompany } from './companies.repository.ts'
import { PROFILE_UPDATED, type ProfileReply, profileNotFound, toProfile } from './profile.ts'

/** Sets the URL of a company's spreadsheet script. An empty text removes the URL. Throws 422 if the URL is not allowed. */
export async function setGsapi(
  { db, store, sheetHosts, now }: CompanyDeps,
  companyId: string,
  address: string,
  idempotency: IdempotentRequest,
): Promise<ProfileReply> {
  const gsapi = address.trim()
  const fault = gsapi && sheetAddressFault(sheetHosts, gsapi)
  if (fault) throw refusedField('gsapi', fault)
  return inTransaction(db, async (trx) => {
    const company = await changeCompany(trx, companyId, { gsapi, updated_at: now().toISOString() })
    if (!company) throw profileNotFound()
    const profile = toProfile(company, store.publicUrl)
    await addEvent(trx, CompanyProfileSaved, {
      aggregateId: company.id,
      version: company.version,
      data: { ownerId: company.owner_id, change: 'changed', profile },
    })
    return idempotency.storeResponse(trx, { companyProfile: profile, message: PROFILE_UPDATED })
  })
}
