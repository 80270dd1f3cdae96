import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPostgres } from '../../local/parts/postgres.ts'

const quiet = { info() {}, warn() {} }
let dataDir: string
let started: Awaited<ReturnType<typeof startPostgres>> | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'postgres-test-'))
  await chmod(dataDir, 0o755)
})

afterEach(async () => {
  await started?.stop()
  started = undefined
  await rm(dataDir, { recursive: true, force: true })
})

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function startInChild(): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, 'postgres-child.ts'), [dataDir], { execArgv: [] })
  const [url] = await once(child, 'message', { signal: AbortSignal.timeout(30_000) })
  return { child, url: String(url) }
}

/** Returns how many memory pages a process has requested from the system (minor page faults, Linux only). */
async function pageFaults(pid: number): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  return Number(fields.split(' ')[7])
}

describe('embedded Postgres', () => {
  it.runIf(process.platform === 'linux')('keeps the memory of a query for the next execution', { tags: 'nightly' }, async () => {
    started = await startPostgres({ dataDir, log: quiet })
    const client = new pg.Client({ connectionString: started.url })
    await client.connect()
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const pid = rows[0]?.pid ?? 0
      const text = `select string_agg(text, ',' order by n desc) from (
        select n, repeat(md5(n::text), 50) as text from generate_series(1, 100) n) as listed group by n / 25`
      const run = async (times: number) => {
        const before = await pageFaults(pid)
        for (let time = 0; time < times; time += 1) await client.query({ name: 'list', text })
        return ((await pageFaults(pid)) - before) / times
      }
      await run(20)
      // With the defaults of glibc, each execution requests 40 pages.
      expect(await run(50)).toBeLessThan(5)
    } finally {
      await client.end()
    }
  })

  it('starts with UTF-8, a private password and the database palmetto, and keeps its data after a restart', async () => {
    started = await startPostgres({ dataDir, log: quiet })
    expect(await query(started.url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    expect(await query(started.url, 'SELECT current_database() AS name')).toEqual([{ name: 'palmetto' }])
    expect(await query(started.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
    const wrong = new URL(started.url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
    await query(started.url, `CREATE TABLE kept AS SELECT 'Zoë' AS name`)
    await started.stop()
    await started.stop()

    started = await startPostgres({ dataDir, log: quiet, durable: false })
    expect(await query(started.url, 'SELECT name, upper(name) FROM kept')).toEqual([{ name: 'Zoë', upper: 'ZOË' }])
    expect(await query(started.url, 'SHOW fsync')).toEqual([{ fsync: 'off' }])
  })

  it('starts after a run that was killed, and no committed row is lost', async () => {
    const { child, url } = await startInChild()
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    child.kill('SIGKILL')
    await once(child, 'exit')

    const warnings: string[] = []
    started = await startPostgres({ dataDir, log: { ...quiet, warn: (line) => warnings.push(line) } })
    expect(warnings).toHaveLength(1)
    expect(await query(started.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await expect(query(url, 'SELECT 1')).rejects.toThrow()
  })

  it('shuts down when its process exits without a stop, and no committed row is lost', { tags: 'nightly' }, async () => {
    const { child, url } = await startInChild()
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    child.send('exit')
    await once(child, 'exit')
    await expect.poll(() => access(join(dataDir, 'postgres', 'postmaster.pid')).catch(() => 'removed')).toBe('removed')

    const warnings: string[] = []
    started = await startPostgres({ dataDir, log: { ...quiet, warn: (line) => warnings.push(line) } })
    expect(warnings).toEqual([])
    expect(await query(started.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  it('does not stop another program that now has the pid of the killed server', { tags: 'nightly' }, async () => {
    started = await startPostgres({ dataDir, log: quiet })
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n')
    await started.stop()
    // The file contains the pid of the test runner, which acts as another program with the pid of the killed server.
    await writeFile(pidFile, [process.pid, ...rest].join('\n'))
    started = await startPostgres({ dataDir, log: quiet })
    expect(await query(started.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('shows the end of the log when it cannot start', { tags: 'nightly' }, async () => {
    started = await startPostgres({ dataDir, log: quiet })
    await started.stop()
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9\n')
    await expect(startPostgres({ dataDir, log: quiet })).rejects.toThrow(/postgres\.log ends with:[\s\S]*PostgreSQL version 9/)
  })

  it('works in a folder that only its owner can enter, also as root', { tags: 'nightly' }, async () => {
    await chmod(dataDir, 0o700)
    started = await startPostgres({ dataDir, log: quiet })
    expect(await query(started.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  const mainPid = async () => Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

  it('is restarted with the same URL each time it exits, but not after stop()', { tags: 'nightly' }, async () => {
    const lines: string[] = []
    const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) }
    const lost: Error[] = []
    const { url, stop } = await startPostgres({ dataDir, log, durable: false, onLost: (error) => lost.push(error) })
    started = { url, stop }
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    // With synchronous_commit off, only a checkpoint ensures that the row survives the kill.
    await query(url, 'CHECKPOINT')
    for (const time of [1, 2]) {
      process.kill(await mainPid(), 'SIGKILL')
      const again = () => lines.filter((line) => line === 'The database server is running again.').length
      await expect.poll(again, { timeout: 20_000 }).toBe(time)
      expect(await query(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    }
    await stop()
    await expect(stat(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
    expect(lines.filter((line) => line.startsWith('The database server has exited'))).toHaveLength(2)
    expect(lost).toEqual([])
  })

  it('reports an error when it cannot be restarted', { tags: 'nightly' }, async () => {
    const lost = Promise.withResolvers<Error>()
    started = await startPostgres({ dataDir, log: quiet, durable: false, onLost: lost.resolve, restartAfterMs: [0, 50, 100] })
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '9\n')
    process.kill(await mainPid(), 'SIGKILL')
    expect((await lost.promise).message).toMatch(/^The database server exited and could not be restarted\. [\s\S]*PostgreSQL version 9/)
  })
})
