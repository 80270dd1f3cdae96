import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertPortFree } from '../../local/parts/ports.ts'
import { freePorts } from '../support/product.ts'
import { type NpmRun, runNpm } from './npm-processes.ts'

let dataDir: string
let ports: Awaited<ReturnType<typeof freePorts>>
let run: NpmRun | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'palmetto-signals-'))
  ports = await freePorts()
})
afterEach(async () => {
  try {
    if (run) process.kill(-run.pid, 'SIGKILL')
  } catch {
    // Expected: all processes of the group have exited.
  }
  run = undefined
  await rm(dataDir, { recursive: true, force: true })
})

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => run?.listProcesses(), { timeout: 30_000 }).toEqual([])
  for (const [name, port] of Object.entries(ports)) await assertPortFree(Number(port), 'the test', name)
  await expect(access(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
}

/** Targets of a signal. A negative number means a process group. */
const targets = { npm: (pid: number) => pid, 'the process group': (pid: number) => -pid }

describe.runIf(process.platform === 'linux')('a signal stops everything', () => {
  // Each combination of signal and target is tested once, with different commands.
  it.each([
    { args: ['start'], ready: /Ready after/, signal: 'SIGTERM', target: 'npm', exit: 0 },
    { args: ['start'], ready: /Ready after/, signal: 'SIGINT', target: 'the process group', exit: 0 },
    // npm exits immediately at SIGHUP. The product detects this and stops.
    { args: ['start'], ready: /Ready after/, signal: 'SIGHUP', target: 'npm', exit: 'SIGHUP' },
    { args: ['run', 'service', '--', 'identity'], ready: /Ready: identity/, signal: 'SIGTERM', target: 'the process group', exit: 0 },
    { args: ['run', 'service', '--', 'identity'], ready: /Ready: identity/, signal: 'SIGHUP', target: 'the process group', exit: 'SIGHUP' },
    { args: ['run', 'dev'], ready: /Ready after/, signal: 'SIGINT', target: 'npm', exit: 0 },
  ] as const)('npm $args: $signal to $target', async ({ args, ready, signal, target, exit }) => {
    run = runNpm(args, { ...ports, DATA_DIR: dataDir })
    await run.untilPrinted(ready)
    process.kill(targets[target](run.pid), signal)
    expect(await run.ended, run.output()).toBe(exit)
    await expectNothingLeft()
    expect(run.output()).not.toMatch(/uncaught|unhandled|\n {4}at /i)
  })

  it('npm start: a second SIGTERM kills a stop that hangs, and stops the database', async () => {
    run = runNpm(['start'], { ...ports, DATA_DIR: dataDir })
    await run.untilPrinted(/Ready after/)
    const postgres = Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
    process.kill(postgres, 'SIGSTOP')
    process.kill(run.pid, 'SIGTERM')
    await run.untilPrinted(/\(gateway\): stopped/)
    // The product counts signals within half a second as one (`stop-signals.ts`).
    await sleep(1_000)
    process.kill(run.pid, 'SIGTERM')
    expect(await run.ended, run.output()).toBe(130)
    process.kill(postgres, 'SIGCONT')
    await expect.poll(() => access(join(dataDir, 'postgres', 'postmaster.pid')).catch(() => 'removed')).toBe('removed')
    await expectNothingLeft()
  })

  it('npm start: SIGINT to the process group while the database starts', async () => {
    run = runNpm(['start'], { ...ports, DATA_DIR: dataDir })
    await expect.poll(() => run?.listProcesses(), { timeout: 30_000 }).toContainEqual(expect.stringMatching(/initdb|pg_ctl/))
    process.kill(-run.pid, 'SIGINT')
    expect(await run.ended, run.output()).toBe(0)
    expect(run.output()).not.toContain('Ready after')
    await expectNothingLeft()
  })
})
