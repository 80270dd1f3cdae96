import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { withQueryTimeout } from '@app/chassis/db/query-timeout-client.ts'
import type pg from 'pg'
import { afterEach, expect, inject, it } from 'vitest'

const TIMEOUT_MS = 1_000

const open: pg.Client[] = []
afterEach(() => Promise.all(open.splice(0).map((client) => client.end())))

async function connect(): Promise<pg.Client> {
  const client = new (withQueryTimeout(TIMEOUT_MS))({ connectionString: inject('databaseUrl') })
  client.on('error', () => {})
  open.push(client)
  await client.connect()
  return client
}

it('accepts text, values and configs, with a promise or a callback', async () => {
  const client = await connect()
  const row = { a: 'x' }
  const withCallback = (send: (callback: (error: Error | null, result: pg.QueryResult) => void) => void) =>
    new Promise<unknown>((resolve, reject) => send((error, result) => (error ? reject(error) : resolve(result.rows))))
  const withValue = { text: 'select $1::text as a', values: ['x'] }
  expect((await client.query(`select 'x' as a`)).rows).toEqual([row])
  expect((await client.query('select $1::text as a', ['x'])).rows).toEqual([row])
  expect((await client.query(withValue)).rows).toEqual([row])
  expect(await withCallback((callback) => client.query(`select 'x' as a`, callback))).toEqual([row])
  expect(await withCallback((callback) => client.query('select $1::text as a', ['x'], callback))).toEqual([row])
  expect(await withCallback((callback) => client.query(withValue, callback))).toEqual([row])
  await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' })
  await expect(withCallback((callback) => client.query('select nothing', callback))).rejects.toMatchObject({ code: '42703' })
})

it('rejects cursors and streams, which have no query timeout', async () => {
  const client = await connect()
  expect(() => client.query({ submit() {} } as unknown as pg.Submittable)).toThrow('have no query timeout')
})

it('fails a query without a response once, and closes the connection', async () => {
  const client = await connect()
  const outcomes: (string | undefined)[] = []
  client.query('select pg_sleep(60)', (error) => outcomes.push(error?.message))
  // The second query may reach its own timeout before the connection is closed.
  await expect(client.query('select 1')).rejects.toThrow(/Query read timeout|Connection terminated/)
  expect(outcomes).toEqual(['Query read timeout'])
  await expect(client.query('select 1')).rejects.toThrow('not queryable')
  expect(outcomes).toHaveLength(1)
})

async function bytesKeptBy(kind: 'pg' | 'own'): Promise<number> {
  const script = fileURLToPath(new URL('query-bytes-child.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, inject('databaseUrl'), kind])
  return Number(stdout)
}

it('leaves less than a tenth of the garbage that query_timeout of pg leaves', async () => {
  const [kept, keptByPg] = [await bytesKeptBy('own'), await bytesKeptBy('pg')]
  expect(kept).toBeLessThan(keptByPg / 10)
})
