import type { CompanyErasure } from '@app/chassis/erasure/erase-company.ts'
import type { ErasePerson, FindInSpreadsheets } from '@app/chassis/erasure/erase-person.ts'
import type { SpreadsheetRows } from '@app/contracts/http/erasure.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { sql } from 'kysely'
import type { Tables } from './db/tables.ts'
import { readRows } from './sheet/copy.repository.ts'
import { rowsIn } from './sheet/copy.ts'

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
 * product can't delete rows of a company's spreadsheet: `findInSpreadsheets` reports them, its owner deletes them, and the next read updates
 * the copy.
 */
export const erasePerson: ErasePerson<Tables> = async ({ deleteRows }, email) => {
  await deleteRows('customer_note', sql`person = ${`email:${email}`}`)
  await deleteRows('audience_person', sql`lower(email) = ${email}`)
  const texts = sql`lower(concat_ws(' ', email, person_before, person_after, "values"::text, seen::text, old::text, theirs::text))`
  await deleteRows('write', sql`state <> 'pending' and strpos(${texts}, ${email}) > 0`)
}

/** Searches the copies of all spreadsheets, one after the other. Copies are compressed, so no query can search them. */
export const findInSpreadsheets: FindInSpreadsheets<Tables> = async ({ db, checkTime }, email) => {
  const found: SpreadsheetRows[] = []
  for (const { company_id: companyProfileId } of await db.selectFrom('copy').select('company_id').orderBy('company_id').execute()) {
    checkTime()
    const copy = await readRows(db, companyProfileId)
    const customerIds: string[] = []
    if (!copy) continue
    for await (const row of rowsIn(copy.rows))
      if (normalizeEmail(row['Email id']) === email) customerIds.push(row['Customer ID'] || `in row ${row.row}`)
    if (customerIds.length > 0) found.push({ companyProfileId, customerIds })
  }
  return found
}
