import { brandImageFields } from '@app/contracts/http/company.ts'

/** SQL query for the keys of all images to which company profiles refer. */
export const referencedFiles = `select unnest(array[${['logo', ...brandImageFields].map((column) => `"${column}"`).join(', ')}]) from companies`
