import { brandImageFields } from '@app/contracts/http/company.ts'

/** A query for the keys of all images that company profiles reference. */
export const referencedFiles = `select unnest(array[${['logo', ...brandImageFields].map((column) => `"${column}"`).join(', ')}]) from companies`
