import type { CompanyErasure } from '@app/chassis/erasure/erase-company.ts'
import { sql } from 'kysely'
import type { Tables } from './db/tables.ts'
import type { DocumentsDeps } from './deps.ts'

/** Erases the documents and photos of a company. */
export const companyErasure = ({ store }: Pick<DocumentsDeps, 'store'>): CompanyErasure<Tables> => ({
  files: {
    store,
    keysOf: ({ companyId }) => sql<{ key: string }>`
      select file from document where company_id = ${companyId}
      union all select named.key from photo, unnest(array[file, display, thumbnail]) as named (key) where company_id = ${companyId}`,
  },
  async eraseRows({ deleteRows }, { companyId }) {
    const ofCompany = sql`company_id = ${companyId}`
    await deleteRows('delivery_photo', ofCompany)
    await deleteRows('photo_delivery', ofCompany)
    await deleteRows('photo', ofCompany)
    await deleteRows('photo_storage', ofCompany)
    await deleteRows('document', ofCompany)
    await deleteRows('company', sql`id = ${companyId}`)
  },
})
