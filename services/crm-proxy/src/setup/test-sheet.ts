import { findCompany } from '@app/chassis/companies/company-projection.ts'
import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import { sheetAddressFault } from '@app/chassis/http/sheet-hosts.ts'
import type { SheetTest } from '@app/contracts/http/sheets.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import type { CrmDeps } from '../deps.ts'
import type { SheetColumns } from '../parsing/headers.ts'
import { findCopyMetadata } from '../sheet/copy.repository.ts'
import { remedyOf, SheetFault } from '../sheet/faults.ts'
import { layoutOf, readByGet } from '../sheet/read-sheet.ts'
import { callOurScript, countOf, type OurScript, ScriptReplaced, versionOf } from '../sheet/script.ts'
import { ensureSecret, findSheet } from '../sheet/sheet.repository.ts'
import { SCRIPT_VERSION } from './script.ts'

/** Timeout for testing a spreadsheet. It is below the gateway's timeout of 10 s. */
const TEST_MS = 9_000

const NOTHING: SheetTest = {
  ok: false,
  script: null,
  version: null,
  outdated: false,
  rows: 0,
  columns: [],
  notUnderstood: 0,
  problem: null,
  mend: null,
}

const columnsOf = (columns: SheetColumns): SheetTest['columns'] =>
  customerColumns.map((column) => ({ column, header: columns[column] ?? null }))

const problemOf = ({ code, message }: SheetFault): SheetTest => ({ ...NOTHING, problem: { code, message }, mend: remedyOf(code) })

/** Reads the sheet at a URL, which may differ from the company's current URL. */
export async function testSheet(deps: CrmDeps, companyId: string, address: string): Promise<SheetTest> {
  const { db, hosts } = deps
  if (!(await findCompany(db, companyId))) throw companyNotFound()
  const gsapi = address.trim()
  const fault = sheetAddressFault(hosts, gsapi)
  if (fault) return problemOf(new SheetFault('host-refused', fault))
  try {
    return await found(deps, companyId, { gsapi, secret: await ensureSecret(db, companyId) })
  } catch (error) {
    if (error instanceof SheetFault) return problemOf(error)
    if (error instanceof ScriptReplaced) return problemOf(error.fault)
    throw error
  }
}

async function found({ db, call, timeZone }: CrmDeps, companyId: string, script: OurScript): Promise<SheetTest> {
  const signal = AbortSignal.timeout(TEST_MS)
  const read = await readByGet(script, { call, timeZone, signal })
  if (read) {
    const { columns, rowCount, notUnderstood } = read.copy
    return { ...NOTHING, ok: true, script: 'other', rows: rowCount, columns: columnsOf(columns), notUnderstood: notUnderstood.count }
  }
  // The action `ping` changes nothing in the sheet. The action `list` would add missing ids.
  const response = await callOurScript(call, script, { action: 'ping' }, { signal })
  const version = versionOf(response)
  const isKnown = (await findSheet(db, companyId))?.gsapi === script.gsapi
  const about = isKnown ? await findCopyMetadata(db, companyId) : undefined
  return {
    ...NOTHING,
    ok: true,
    script: 'ours',
    version,
    outdated: version !== SCRIPT_VERSION,
    rows: countOf(response.rows),
    columns: columnsOf(layoutOf(response.columns).columns),
    notUnderstood: about?.notUnderstood.count ?? 0,
  }
}
