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

it('runs the module that Node was started with, also through a symbolic link, but not an imported module', {
  tags: 'nightly',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'run-main-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(here, join(folder, 'current'))
  expect(await run(join(here, 'run-main-child.ts'))).toBe('started\n')
  expect(await run(join(folder, 'current', 'run-main-child.ts'))).toBe('started\n')
  expect(await run('--input-type=module', '--eval', `import '${join(here, 'run-main-child.ts')}'`, 'an argument')).toBe('')
})

it('prints the error of a failed start and exits with code 1', async () => {
  await expect(run(join(here, 'run-main-child.ts'), 'fail')).rejects.toMatchObject({ code: 1, stderr: 'not today\n' })
})

it('stops once at a duplicated signal, which npm sends, and ends at once at a later signal', { tags: 'nightly' }, async () => {
  const child = spawn(process.execPath, [join(here, 'run-main-child.ts'), 'hang'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)
  await once(lines, 'line')
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await once(lines, 'line')).toEqual(['stopping'])
  // Signals within half a second of the first are ignored, so the test repeats the signal.
  const signals = setInterval(() => child.kill('SIGTERM'), 600)
  onTestFinished(() => clearInterval(signals))
  expect(await exited).toEqual([130, null])
})
