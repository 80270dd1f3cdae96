import type { CompanyErasure } from '@app/chassis/erasure/erase-company.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CompanyDeps } from '../deps.ts'
import { INCOMING_FILES } from '../files/places.ts'
import { referencedFiles } from '../files/referenced-files.ts'

/** Erases the profile of a company with its images, and the team's notes. */
export const companyErasure = ({ store }: Pick<CompanyDeps, 'store'>): CompanyErasure<Tables> => ({
  files: {
    store,
    keysOf: ({ companyId }): RawBuilder<{ key: string }> => sql`${sql.raw(referencedFiles)} where id = ${companyId}`,
    prefixOf: ({ ownerId }) => `${INCOMING_FILES}${ownerId}/`,
  },
  async eraseRows({ deleteRows }, { companyId }) {
    await deleteRows('company_notes', sql`company_id = ${companyId}`)
    await deleteRows('companies', sql`id = ${companyId}`)
  },
})
