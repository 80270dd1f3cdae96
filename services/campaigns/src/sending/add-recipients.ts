import { randomBytes } from 'node:crypto'
import type { AudiencePerson } from '@app/contracts/http/audience.ts'
import { isEmail, normalizeEmail } from '@app/contracts/rules/email.ts'
import { sql, type Transaction } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { AddressHash } from '../suppression/erased-suppression.repository.ts'
import { providerOf } from './providers.ts'

const TOKEN_BYTES = 16
const INVALID_ADDRESS = 'invalid-address'

interface Gathering {
  id: string
  companyId: string
  /** Number of recipients stored so far. */
  pulled: number
}

const nameOf = ({ merge }: AudiencePerson): string => [merge['First Name'], merge['Last Name']].filter(Boolean).join(' ').trim()

/**
 * Adds recipients to the ledger of a dispatch, in their order. Suppressed and invalid email addresses are stored as `suppressed`, all
 * others as `queued`. A suppressed address of a person who was erased is found by its keyed hash. Recipients that are already in the ledger do not change, so a page can be added again.
 */
export async function addRecipients(
  trx: Transaction<Tables>,
  { id, companyId, pulled }: Gathering,
  people: readonly AudiencePerson[],
  hashOf: AddressHash,
): Promise<void> {
  const emails = people.map(({ email }) => normalizeEmail(email))
  await sql`
    insert into delivery (id, dispatch_id, position, email, name, provider, merge, token, state, code, settled_at)
    select id, ${id}, ${pulled} + nth, email, name, provider, case when reason is null then merge::jsonb end, token,
      case when reason is null then 'queued' else 'suppressed' end, reason, case when reason is not null then now() end
    from (
      select person.id, person.email, name, provider, merge, token, nth,
        coalesce(suppression.reason, erased_suppression.reason, case when not is_address then ${INVALID_ADDRESS} end) as reason
      from unnest(
        ${emails.map((email) => uuidv5(email, id))}::uuid[], ${emails}::text[], ${people.map(nameOf)}::text[], ${emails.map(providerOf)}::text[],
        ${people.map(({ merge }) => JSON.stringify(merge))}::text[], ${people.map(() => randomBytes(TOKEN_BYTES).toString('hex'))}::text[],
        ${emails.map(isEmail)}::boolean[], ${emails.map(hashOf)}::text[]
      ) with ordinality as person (id, email, name, provider, merge, token, is_address, email_hash, nth)
      left join suppression on suppression.company_id = ${companyId} and suppression.email = person.email
      left join erased_suppression on erased_suppression.company_id = ${companyId} and erased_suppression.email_hash = person.email_hash
    ) as person
    on conflict do nothing`.execute(trx)
}
