import { clientsWithPatience } from '@app/chassis/db/patient-client.ts'
import type pg from 'pg'
import { afterEach, expect, inject, it } from 'vitest'

const PATIENCE_MS = 300

const open: pg.Client[] = []
afterEach(() => Promise.all(open.splice(0).map((client) => client.end())))

async function connect(): Promise<pg.Client> {
  const client = new (clientsWithPatience(PATIENCE_MS))({ connectionString: inject('databaseUrl') })
  open.push(client)
  await client.connect()
  return client
}

it('is asked in all the ways that a client of pg is', async () => {
  const client = await connect()
  const row = { a: 'x' }
  const heard = (ask: (settle: (error: Error | null, result: pg.QueryResult) => void) => void) =>
    new Promise<unknown>((resolve, reject) => ask((error, result) => (error ? reject(error) : resolve(result.rows))))
  const withValue = { text: 'select $1::text as a', values: ['x'] }
  expect((await client.query(`select 'x' as a`)).rows).toEqual([row])
  expect((await client.query('select $1::text as a', ['x'])).rows).toEqual([row])
  expect((await client.query(withValue)).rows).toEqual([row])
  expect(await heard((settle) => client.query(`select 'x' as a`, settle))).toEqual([row])
  expect(await heard((settle) => client.query('select $1::text as a', ['x'], settle))).toEqual([row])
  expect(await heard((settle) => client.query(withValue, settle))).toEqual([row])
  await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' })
  await expect(heard((settle) => client.query('select nothing', settle))).rejects.toMatchObject({ code: '42703' })
})

it('fails what is not answered in time, once, and does not hear what comes later', async () => {
  const client = await connect()
  const outcomes: (string | undefined)[] = []
  client.query('select pg_sleep(0.6)', (error) => outcomes.push(error?.message))
  await expect(client.query('select 1')).rejects.toThrow('Query read timeout')
  expect(outcomes).toEqual(['Query read timeout'])
  // Behind both of them.
  await expect
    .poll(() =>
      client.query('select 2 as two').then(
        ({ rows }) => rows,
        () => undefined,
      ),
    )
    .toEqual([{ two: 2 }])
  expect(outcomes).toHaveLength(1)
})
