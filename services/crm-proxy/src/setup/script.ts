import { readFile } from 'node:fs/promises'
import { findCompany } from '@app/chassis/companies/company-projection.ts'
import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import type { CrmDeps } from '../deps.ts'
import { ensureSecret } from '../sheet/sheet.repository.ts'

/** What is shipped for owners' spreadsheets. */
const SCRIPT = await readFile(new URL('../../../../deploy/apps-script/Code.gs', import.meta.url), 'utf8')
const PLACE_OF_SECRET = 'paste-from-the-admin-page'

/** Of the script that is shipped. */
export const SCRIPT_VERSION = /^const VERSION = '(.+)'$/m.exec(SCRIPT)?.[1] ?? ''

/** The script for a company's spreadsheet, with the secret by which it knows us. */
export async function getSheetScript({ db }: CrmDeps, companyId: string): Promise<{ script: string; version: string }> {
  if (!(await findCompany(db, companyId))) throw companyNotFound()
  const secret = await ensureSecret(db, companyId)
  return { script: SCRIPT.replace(PLACE_OF_SECRET, secret), version: SCRIPT_VERSION }
}
