import { brandImageFields } from '@app/contracts/http/company.ts'

/** The keys of all pictures that profiles show. */
export const namedFiles = `select unnest(array[${['logo', ...brandImageFields].map((column) => `"${column}"`).join(', ')}]) from companies`
