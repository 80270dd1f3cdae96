import type { CompanyErasure } from '@app/chassis/erasure/erase-company.ts'
import type { ErasePerson } from '@app/chassis/erasure/erase-person.ts'
import { sql } from 'kysely'
import type { Tables } from './db/tables.ts'

/** Erases the copy of a company's spreadsheet, and what the product adds to it. The spreadsheet belongs to the company and stays. */
export const companyErasure: CompanyErasure<Tables> = {
  async eraseRows({ deleteRows }, { companyId, ownerId }) {
    const ofCompany = sql`company_id = ${companyId}`
    await deleteRows('audience', ofCompany)
    await deleteRows('write', ofCompany)
    await deleteRows('copy', ofCompany)
    await deleteRows('sheet', ofCompany)
    await deleteRows('stage_observation', ofCompany)
    await deleteRows('customer_note', ofCompany)
    await deleteRows('company', sql`id = ${companyId}`)
    await deleteRows('confirmed_owner', sql`owner_id = ${ownerId}`)
  },
}

/**
 * Erases notes on a person, the person in requested audiences, and changes that the spreadsheet contains already or has refused. The
 * product can't remove rows from a company's spreadsheet: its owner does, and the next read updates the copy.
 */
export const erasePerson: ErasePerson<Tables> = async ({ deleteRows }, email) => {
  await deleteRows('customer_note', sql`person = ${`email:${email}`}`)
  await deleteRows('audience_person', sql`lower(email) = ${email}`)
  const texts = sql`lower(concat_ws(' ', email, person_before, person_after, "values"::text, seen::text, old::text, theirs::text))`
  await deleteRows('write', sql`state <> 'pending' and strpos(${texts}, ${email}) > 0`)
}
