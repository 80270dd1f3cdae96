import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { erasePersonHere } from '@app/chassis/erasure/erase-person.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import type { PersonReport, SpreadsheetRows } from '@app/contracts/http/erasure.ts'
import type { PersonProgress } from '@app/contracts/http/internal-erasure.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { EMAIL_INVALID, isEmail, normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CompanyDeps } from '../deps.ts'
import { erasePersonIn, erasingServices } from './call-services.ts'

type PersonDeps = Pick<CompanyDeps, 'db' | 'log' | 'serviceUrls' | 'internalDataKey'>

/** Maximum number of calls of one service in a request. Each call erases for up to 10 s. */
const CALLS_MAX = 2

/** The service stores no rows about people other than owners and admins. The chassis erases messages. */
export const nobody = async (): Promise<void> => {}

const hasAccount = (): AppError =>
  new AppError(
    'person-has-account',
    'conflict',
    'This address belongs to an account. An owner can ask to erase the company, and an operator can remove an admin.',
  )

async function eraseIn(deps: PersonDeps, service: PersonReport['service'], email: string): Promise<PersonProgress> {
  if (service === 'company') return erasePersonHere(deps.db, nobody, email)
  const progress = await erasePersonIn(deps, service, email)
  if (progress === 'conflict') throw hasAccount()
  return progress
}

/** Calls a service until it has erased everything. If the service is unavailable, the report says so, and the operator tries again. */
async function reportOf(
  deps: PersonDeps,
  service: PersonReport['service'],
  email: string,
): Promise<{ report: PersonReport; spreadsheets: SpreadsheetRows[] }> {
  const tables: Record<string, number> = {}
  for (let calls = 0; calls < CALLS_MAX; calls++) {
    const progress = await eraseIn(deps, service, email).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      deps.log.warn({ err: error, service }, 'a service cannot erase a person at the moment')
    })
    if (!progress) break
    for (const [table, rows] of Object.entries(progress.tables)) tables[table] = (tables[table] ?? 0) + rows
    if (progress.isComplete) return { report: { service, isErased: true, tables }, spreadsheets: progress.spreadsheets }
  }
  return { report: { service, isErased: false, tables }, spreadsheets: [] }
}

interface Person {
  email: string
  reason: string
  /** The operator. Undefined at the command line. */
  actor: string | undefined
}

interface ErasedPerson {
  isComplete: boolean
  services: PersonReport[]
  /** Rows that only the owners of these companies can delete. */
  spreadsheets: SpreadsheetRows[]
}

/**
 * Erases a person in all services. Can be repeated, for example after a service was unavailable. The audit trail contains the reason, and
 * not the address. `onErased` runs in the transaction that adds the entry.
 */
export async function erasePersonEverywhere(
  deps: PersonDeps,
  { actor, ...given }: Person,
  onErased = async (_trx: Transaction<Tables>, erased: ErasedPerson) => erased,
): Promise<ErasedPerson> {
  const email = normalizeEmail(given.email)
  const reason = given.reason.trim()
  if (!isEmail(email)) throw refusedField('email', EMAIL_INVALID)
  if (isBlank(reason)) throw refusedField('reason', 'Please enter a reason, without names. It is recorded in the audit trail.')
  const services: PersonReport[] = []
  const spreadsheets: SpreadsheetRows[] = []
  for (const service of [...erasingServices, 'company' as const]) {
    const found = await reportOf(deps, service, email)
    services.push(found.report)
    spreadsheets.push(...found.spreadsheets)
  }
  const affected = services.flatMap(({ tables }) => Object.values(tables)).reduce((sum, rows) => sum + rows, 0)
  const isComplete = services.every(({ isErased }) => isErased)
  return inTransaction(deps.db, async (trx) => {
    await addAuditEntry(trx, { actor, act: 'erase-person', subject: 'person', reason, affected })
    return onErased(trx, { isComplete, services, spreadsheets })
  })
}
