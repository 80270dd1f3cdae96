import { readFile } from 'node:fs/promises'
import { findCompany } from '@app/chassis/companies/company-projection.ts'
import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import type { CrmDeps } from '../deps.ts'
import { ensureSecret } from '../sheet/sheet.repository.ts'

const SCRIPT = await readFile(new URL('../../../../deploy/apps-script/Code.gs', import.meta.url), 'utf8')
const SECRET_PLACEHOLDER = 'paste-from-the-admin-page'

export const SCRIPT_VERSION = /^const VERSION = '(.+)'$/m.exec(SCRIPT)?.[1] ?? ''

/** Returns the script for a company's spreadsheet. It contains the secret that authenticates our requests. */
export async function getSheetScript({ db }: CrmDeps, companyId: string): Promise<{ script: string; version: string }> {
  if (!(await findCompany(db, companyId))) throw companyNotFound()
  const secret = await ensureSecret(db, companyId)
  return { script: SCRIPT.replace(SECRET_PLACEHOLDER, secret), version: SCRIPT_VERSION }
}
