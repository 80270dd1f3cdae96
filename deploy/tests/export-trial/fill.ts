import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import type { Pool } from 'pg'

const MEGABYTE = 1024 * 1024

/** Stores the picture of each task. All of them together have this size. */
export async function storePictures(store: ObjectStore, taskIds: readonly string[], megabytes: number): Promise<void> {
  const bytes = Math.max(1, Math.floor((megabytes * MEGABYTE) / taskIds.length))
  const content = randomBytes(bytes)
  for (const id of taskIds)
    await store.put(`public/task-previews/${id}.png`, Readable.from([content]), 'image/png', new AbortController().signal)
}

/** Stores a copy of a spreadsheet with customers, as `crm-proxy` stores what it reads. */
export async function storeCustomers(database: Pool, companyId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      ...Object.fromEntries(customerColumns.map((column) => [column, `${column} of ${index}`])),
      'Email id': `customer-${index}@example.com`,
      row: index + 2,
    }),
  )
  const text = Buffer.from(`{"data":[\n${rows.join(',\n')}`)
  // Without a broker, no event brings the company to `crm-proxy`.
  await database.query(
    `insert into crm_proxy.company (id, owner_id, name, profile, version)
     select id, owner_id, name, profile, version from tasks.company where id = $1`,
    [companyId],
  )
  const compress = (bytes: Buffer) => deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH })
  await database.query(
    `insert into crm_proxy.sheet (company_id, gsapi, secret) values ($1, 'https://script.google.com/macros/s/trial/exec', 'trial')`,
    [companyId],
  )
  await database.query(
    `insert into crm_proxy.copy (company_id, read_at, rows, crc, size, raw, about, digest) values ($1, now(), $2, $3, $4, $5, $6, 'trial')`,
    [
      companyId,
      compress(text),
      crc32(text),
      text.length,
      compress(Buffer.alloc(0)),
      JSON.stringify({ columns: {}, notUnderstood: { count: 0, first: [] }, lastRow: count + 1 }),
    ],
  )
}
