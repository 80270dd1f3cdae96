import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface ReviewCompany {
  name: string
  logo: string | null
  color: string | null
  reviewLinks: boolean
  codeForNewBrowser: boolean
  /** Whether the owner confirmed the email address. */
  isOwnerConfirmed: boolean
  timeZone: string
}

/** Returns the company data that review pages show, and the company's settings for review links. */
export async function findReviewCompany(db: Kysely<Tables>, id: string): Promise<ReviewCompany> {
  const { rows } = await sql<ReviewCompany>`
    select company.name, profile ->> 'logo' as logo, nullif(profile ->> 'color1', '') as color,
      coalesce(review_links, true) as "reviewLinks", coalesce(code_for_new_browser, false) as "codeForNewBrowser",
      coalesce(is_confirmed, false) as "isOwnerConfirmed", coalesce(profile ->> 'timeZone', '') as "timeZone"
    from company left join company_setting on company_setting.company_id = company.id
      left join owner_address on owner_address.owner_id = company.owner_id
    where company.id = ${id}`.execute(db)
  const [company] = rows
  if (!company) throw new Error(`The company ${id} does not exist`)
  return { ...company, timeZone: timeZoneOf(company) }
}
