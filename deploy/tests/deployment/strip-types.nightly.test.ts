import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { stripTypes } from '../../docker/strip-types.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const lines = async (file: string): Promise<string[]> => (await readFile(join(root, file), 'utf8')).split('\n')

it('the image has all modules without types, and error positions match the source files', async () => {
  const [flag = ''] = /--import=[^"]+/.exec((await lines('deploy/docker/Dockerfile')).join()) ?? []
  const programs = (await lines('docker-compose.yml')).map((line) => /command: (\S+\.ts)/.exec(line)?.[1]).filter(Boolean)
  expect(programs).toContain('gateway/src/main.ts')
  await stripTypes()

  const load = programs.map((program) => `await import('./${program}')`).join('\n')
  const fail = `
    const { addDays } = await import('@app/contracts/rules/business-dates.ts')
    try { addDays('no date', 1) } catch ({ stack }) { console.log(stack) }`
  // Node.js' own type stripping is turned off, so that a missing module is an error.
  const args = ['--no-experimental-strip-types', flag, '--input-type=module', '--eval', load + fail]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  const rule = 'contracts/src/rules/business-dates.ts'
  const written = await lines(rule)
  const line = written.findIndex((text) => text.startsWith('export const addDays'))
  expect(stdout).toContain(`${rule}:${line + 1}:${(written[line] ?? '').indexOf('toISOString') + 1})`)
})
