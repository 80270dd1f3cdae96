import type { EventData } from '@app/contracts/define.ts'
import type { AudienceWanted } from '@app/contracts/events/campaigns.ts'
import type { AudiencePerson, AudienceSkipped } from '@app/contracts/http/audience.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { isEmail, normalizeEmail } from '@app/contracts/rules/email.ts'
import { type CopyRow, rowsIn } from '../sheet/copy.ts'

type Audience = EventData<typeof AudienceWanted>['audience']

interface Person extends AudiencePerson {
  row: CopyRow
}

const stages: Readonly<Record<Audience, readonly string[]>> = { Customers: ['Customer'], Leads: ['Lead'], All: ['Customer', 'Lead'] }

const addressOf = (row: CopyRow): string => {
  const address = normalizeEmail(row['Email id'])
  return isEmail(address) ? address : ''
}

export const noneSkipped = (): AudienceSkipped => ({ lost: 0, otherStage: 0, notSubscribed: 0, noAddress: 0, duplicate: 0 })

const mergeFieldsOf = (row: CopyRow): AudiencePerson['merge'] => Object.fromEntries(customerColumns.map((column) => [column, row[column]]))

/**
 * Yields the people of an audience, each email address once. Omits an address if one of its rows has Stage Lost or Email Subscription No.
 * `skipped` counts the omitted rows.
 */
export async function* peopleIn(rows: Buffer, audience: Audience, skipped: AudienceSkipped): AsyncIterable<Person> {
  const lost = new Set<string>()
  const refusing = new Set<string>()
  for await (const row of rowsIn(rows)) {
    if (row.Stage === 'Lost') lost.add(addressOf(row))
    if (row['Email Subscription'] === 'No') refusing.add(addressOf(row))
  }
  const taken = new Set<string>()
  for await (const row of rowsIn(rows)) {
    const email = addressOf(row)
    if (!email) skipped.noAddress += 1
    else if (lost.has(email)) skipped.lost += 1
    else if (!stages[audience].includes(row.Stage)) skipped.otherStage += 1
    else if (refusing.has(email) || row['Email Subscription'] !== 'Yes') skipped.notSubscribed += 1
    else if (taken.has(email)) skipped.duplicate += 1
    else {
      taken.add(email)
      yield { email, merge: mergeFieldsOf(row), row }
    }
  }
}
