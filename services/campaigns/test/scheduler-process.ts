import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { lapseWork } from '@app/chassis/testing/run-due-work.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Service } from './setup.ts'

const PROGRAM = fileURLToPath(new URL('scheduler-child.ts', import.meta.url))
const APPLICATION = 'killed-scheduler'

/** Starts one tick of a scheduler in another process, at a time of the business clock. The test must kill the process. */
export function startSchedulerProcess({ url, db }: Service, crmProxyUrl: string, at: string) {
  const databaseUrl = new URL(url)
  databaseUrl.searchParams.set('application_name', APPLICATION)
  const child = spawn(process.execPath, [PROGRAM, databaseUrl.href, crmProxyUrl, at], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  const connections = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and application_name = ${APPLICATION}`.execute(db)
    return rows.length
  }
  return {
    kill: () => void child.kill('SIGKILL'),
    /** Waits until the process is killed and the database has ended its statements. Then lets the leases of the process expire. */
    async killed() {
      expect(await exited).toEqual([null, 'SIGKILL'])
      await expect.poll(connections).toBe(0)
      await lapseWork(db)
    },
  }
}
