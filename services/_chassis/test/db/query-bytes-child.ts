import { getHeapSpaceStatistics } from 'node:v8'
import { withQueryTimeout } from '@app/chassis/db/query-timeout-client.ts'
import pg from 'pg'

/**
 * Prints how many bytes per query survive minor garbage collections, with our client (`own`) or with `query_timeout` of `pg` (`pg`):
 *
 *     node --expose-gc services/_chassis/test/db/query-bytes-child.ts <postgres://…> own
 */

const [, , url, kind] = process.argv
const TIMEOUT_MS = 10_000
const WARM_UP = 5_000
const QUERIES = 5_000

const client =
  kind === 'pg'
    ? new pg.Client({ connectionString: url, query_timeout: TIMEOUT_MS })
    : new (withQueryTimeout(TIMEOUT_MS))({ connectionString: url })

async function run(queries: number): Promise<void> {
  for (let sent = 0; sent < queries; sent++) await client.query('select $1::text as a', ['x'])
}

/** Bytes in the old generation, after minor garbage collections have freed or promoted all young objects. */
function oldBytes(): number {
  for (let round = 0; round < 3; round++) globalThis.gc?.({ type: 'minor' })
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN
}

await client.connect()
await run(WARM_UP)
globalThis.gc?.()
const before = oldBytes()
await run(QUERIES)
process.stdout.write(`${(oldBytes() - before) / QUERIES}\n`)
await client.end()
