import { AppError } from '@app/chassis/errors.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import { createOutboundReader } from '@app/chassis/http/outbound.ts'
import type { Customer, CustomerList } from '@app/contracts/http/customers.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { customerColumns, SHEET_NOT_CONFIGURED } from '@app/contracts/rules/customers.ts'
import type { CrmDeps } from '../deps.ts'
import { readPlain } from '../sheet/read-plain.ts'
import { gsapiOf } from '../sheet/sheet.repository.ts'

const TIMEOUT_MS = 20_000
const MOST_BYTES = 10 * MEGABYTE

const toCustomer = (cells: Record<string, unknown>, index: number): Customer => ({
  ...(Object.fromEntries(customerColumns.map((column) => [column, String(cells[column] ?? '')])) as Omit<Customer, 'row'>),
  row: index + 2,
})

export async function listCustomers({ db, hosts }: CrmDeps, owner: Caller): Promise<CustomerList> {
  const gsapi = await gsapiOf(db, owner.id)
  if (!gsapi) throw new AppError('sheet-not-configured', 'conflict', SHEET_NOT_CONFIGURED)
  const asOf = new Date().toISOString()
  const rows = await readPlain(createOutboundReader({ hosts, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES }), gsapi)
  return {
    data: rows.map(toCustomer),
    asOf,
    stale: false,
    problem: null,
    writes: [],
    canMerge: false,
    missing: [],
    notUnderstood: { count: 0, first: [] },
  }
}
