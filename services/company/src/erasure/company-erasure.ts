import type { CompanyErasure } from '@app/chassis/erasure/erase-company.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CompanyDeps } from '../deps.ts'
import { exportQueue } from '../exports/request-export.ts'
import { INCOMING_FILES } from '../files/places.ts'
import { referencedFiles } from '../files/referenced-files.ts'

/** Erases the profile of a company with its images, its exports, and the team's notes. */
export const companyErasure = ({ store }: Pick<CompanyDeps, 'store'>): CompanyErasure<Tables> => ({
  files: {
    store,
    keysOf: ({ companyId }): RawBuilder<{ key: string }> => sql`
      ${sql.raw(referencedFiles)} where id = ${companyId}
      union all select file from company_export where company_id = ${companyId}`,
    prefixOf: ({ ownerId }) => `${INCOMING_FILES}${ownerId}/`,
  },
  async eraseRows({ deleteRows }, { companyId }) {
    await deleteRows(
      'work',
      sql`queue = ${exportQueue.name} and key in (select id::text from company_export where company_id = ${companyId})`,
    )
    await deleteRows('company_export', sql`company_id = ${companyId}`)
    await deleteRows('company_notes', sql`company_id = ${companyId}`)
    await deleteRows('companies', sql`id = ${companyId}`)
  },
})
