import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withConnection } from '../../backup/database/connect.ts'
import { readAddresses } from '../../local/addresses.ts'
import { clientOf, signUpOwner } from '../support/client.ts'
import { cachedEnvironment, freePorts, type RunningProduct, startTestProduct } from '../support/product.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder: string
let one: RunningProduct
let other: RunningProduct

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palmetto-local-run-'))
  ;[one, other] = await Promise.all([startTestProduct(), startTestProduct()])
})
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()])
  await rm(folder, { recursive: true, force: true })
})

async function runToEnd(program: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [`deploy/local/${program}`], {
    cwd: root,
    env: { ...cachedEnvironment, DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  }
  const [code] = await once(child, 'close')
  return { code, printed }
}

describe('two products on one machine', () => {
  it('have separate users and spreadsheets', async () => {
    const owner = await signUpOwner(clientOf(one.url))
    expect((await clientOf(one.url)('GET', '/me', { token: owner.token })).status).toBe(200)
    expect((await clientOf(other.url)('GET', '/me', { token: owner.token })).status).toBe(401)
    const inbox = await (await fetch(`${other.inboxUrl}/email`)).json()
    expect(inbox).toEqual([])
    await fetch(`${one.sheetsUrl}/sheets/harbor-pine`, { method: 'PUT', body: '{"rows":[]}' })
    expect(await (await fetch(`${other.sheetsUrl}/sheets`)).json()).toEqual([])
  })
})

describe('a start that fails explains what to do:', () => {
  const withoutStack = expect.not.stringMatching(/\n {4}at /)

  it('a second start on the same data folder, which does not affect the running product', async () => {
    const postgres = await readFile(join(one.dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    const { port } = new URL(one.url)
    for (const env of [{ ...(await freePorts()) }, { PORT: port }]) {
      const { code, printed } = await runToEnd('start.ts', { ...env, DATA_DIR: one.dataDir })
      expect(code).toBe(1)
      expect(printed).toMatch(
        new RegExp(
          `already runs on the data folder ${one.dataDir} \\(${one.url}, pid ${one.pid}, since [\\d-]+ [\\d:]+\\)\\. Stop it with`,
        ),
      )
      expect(printed).toContain(`"kill ${one.pid}", or give this one its own folder with DATA_DIR=<folder>.`)
      expect(printed).toEqual(withoutStack)
    }
    expect(await readFile(join(one.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).toBe(postgres)
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
  })

  it.each(['PORT', 'INBOX_PORT', 'SHEET_PORT'] as const)('a second start on the same %s', async (setting) => {
    const taken = new URL({ PORT: one.url, INBOX_PORT: one.inboxUrl, SHEET_PORT: one.sheetsUrl }[setting]).port
    const { code, printed } = await runToEnd('start.ts', { ...(await freePorts()), [setting]: taken })
    expect(code).toBe(1)
    expect(printed).toMatch(
      new RegExp(`Port ${taken} \\(.*\\) is taken by Palmetto, which already runs from this folder \\(pid ${one.pid}, since`),
    )
    expect(printed).toContain(`Stop it with Ctrl-C in its terminal or "kill ${one.pid}", or choose another port with ${setting}=<port>.`)
    expect(printed).toEqual(withoutStack)
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
  })

  it('a development server on the port of a running product', async () => {
    const { code, printed } = await runToEnd('dev.ts', { ...(await freePorts()), PORT: new URL(one.url).port })
    expect(code).toBe(1)
    expect(printed).toContain('is taken by Palmetto, which already runs from this folder')
  })

  it('a data folder that cannot be created', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const { code, printed } = await runToEnd('start.ts', { ...(await freePorts()), DATA_DIR: join(file, 'data') })
    expect(code).toBe(1)
    expect(printed).toContain('choose another one with DATA_DIR=<folder>.')
  })

  it('a database of an unreleased version', async () => {
    const { databaseUrl } = await readAddresses(one.dataDir)
    const unreleased = Object.assign(new URL(databaseUrl), { pathname: '/unreleased' }).href
    await withConnection(databaseUrl, (client) => client.query('create database unreleased'))
    await withConnection(unreleased, (client) =>
      client.query(`create schema identity; create table identity.kysely_migration (name text, timestamp text);
        insert into identity.kysely_migration values ('0001-users', '')`),
    )
    const { code, printed } = await runToEnd('start.ts', { ...(await freePorts()), DATABASE_URL: unreleased, WEB_DIST: folder })
    expect(code).toBe(1)
    expect(printed).toContain('An unreleased version created the schema "identity" of this database')
    expect(printed).toContain('For the local run, delete its data directory (DATA_DIR).')
    expect(printed).toEqual(withoutStack)
  })

  it('local defaults in production', async () => {
    const { code, printed } = await runToEnd('start.ts', { NODE_ENV: 'production' })
    expect(code).toBe(1)
    expect(printed).toContain('with NODE_ENV=production local defaults are refused: set PUBLIC_URL, ADMIN_PASSWORD')
  })
})

describe('services without the others', () => {
  it.each([[['tasks']], [['tasks', 'identity']]])('start in any order, respond and stop: %s', async (names) => {
    const child = spawn(process.execPath, ['deploy/local/service.ts', ...names], {
      cwd: root,
      env: { ...cachedEnvironment, ...(await freePorts()), DATA_DIR: join(folder, 'alone') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const urls = await new Promise<string[]>((resolve, reject) => {
      let printed = ''
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        const [, ready] = /Ready: (.*)\n/.exec(printed) ?? []
        if (ready) resolve(ready.split(', ').map((each) => each.replace(/^\w+ at /, '')))
      })
      child.once('exit', () => reject(new Error(printed)))
    })
    expect(urls).toHaveLength(names.length)
    for (const url of urls) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  })
})

describe('a database that exits', () => {
  it('is restarted, and until then requests fail with 503 and Retry-After', async () => {
    const { token } = await signUpOwner(clientOf(one.url))
    const me = () => fetch(`${one.url}/api/me`, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(15_000) })
    expect((await me()).status).toBe(200)
    process.kill(Number.parseInt(await readFile(join(one.dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')

    const refused: Response[] = []
    const isBack = async () => {
      const response = await me()
      if (response.status !== 200) refused.push(response)
      return refused.length > 0 && response.status === 200
    }
    await expect.poll(isBack, { timeout: 30_000, interval: 20 }).toBe(true)
    expect(new Set(refused.map(({ status, headers }) => `${status} ${headers.has('retry-after')}`))).toEqual(new Set(['503 true']))
    expect(one.output()).toContain('The database server has exited. Restarting it')
    await expect.poll(() => one.output(), { timeout: 10_000 }).toContain('The database server is running again.')
  })
})

describe('operational endpoints', () => {
  it('respond when the product is ready, and metrics are not public', async () => {
    expect(await (await fetch(`${one.url}/openapi.json`)).json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${one.url}/metrics`)).status).toBe(404)
  })
})
