import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
