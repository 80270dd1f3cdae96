import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const run = async (...args: string[]) => (await promisify(execFile)(process.execPath, args, { timeout: 10_000 })).stdout

it('runs what Node was started with, also by a link, and nothing that is only imported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'run-main-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(here, join(folder, 'current'))
  expect(await run(join(here, 'run-main-child.ts'))).toBe('started\n')
  expect(await run(join(folder, 'current', 'run-main-child.ts'))).toBe('started\n')
  expect(await run('--input-type=module', '--eval', `import '${join(here, 'run-main-child.ts')}'`, 'an argument')).toBe('')
})

it('says in one sentence why a start failed, and exits 1', async () => {
  await expect(run(join(here, 'run-main-child.ts'), 'fail')).rejects.toMatchObject({ code: 1, stderr: 'not today\n' })
})

it('stops once at a signal that comes doubled, as npm passes them on, and ends at once at a later one', async () => {
  const child = spawn(process.execPath, [join(here, 'run-main-child.ts'), 'hang'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)
  await once(lines, 'line')
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await once(lines, 'line')).toEqual(['stopping'])
  // Again and again: signals in the first half second count as one.
  const impatient = setInterval(() => child.kill('SIGTERM'), 600)
  onTestFinished(() => clearInterval(impatient))
  expect(await exited).toEqual([130, null])
})
