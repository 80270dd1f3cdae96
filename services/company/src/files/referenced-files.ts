import { brandImageFields } from '@app/contracts/http/company.ts'

export const referencedFiles = `select unnest(array[${['logo', ...brandImageFields].map((column) => `"${column}"`).join(', ')}]) from companies`
