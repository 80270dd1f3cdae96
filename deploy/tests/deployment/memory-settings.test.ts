import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { imageMalloc, imageV8Flags } from '../../docker/image-settings.ts'
import { startFlags, startMalloc } from '../support/start-script.ts'

const run = promisify(execFile)

async function numberFrom(child: string, flags: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const program = fileURLToPath(new URL(child, import.meta.url))
  const { stdout } = await run(process.execPath, ['--expose-gc', ...flags, program], { env: { ...process.env, ...env } })
  return Number(stdout)
}

it('the V8 flags of the image limit heap growth', { tags: 'nightly' }, async () => {
  // Measured ratio of the largest heap size to the memory in use: 2.2 with these flags, 7 with V8's defaults.
  expect(await numberFrom('heap-growth-child.ts', imageV8Flags, {})).toBeLessThan(3)
})

it.runIf(process.platform === 'linux')('the malloc settings of the image return freed buffers to the system', async () => {
  // Measured share of freed memory that the system gets back: 0.7 with these settings, 0.1 with the defaults of glibc.
  expect(await numberFrom('freed-buffers-child.ts', imageV8Flags, imageMalloc)).toBeGreaterThan(0.4)
})

it.runIf(process.platform === 'linux')('the malloc setting of `npm start` returns freed buffers to the system', async () => {
  // Measured share of freed memory that the system gets back: 0.7 with this setting, 0 with the defaults of glibc.
  expect(await numberFrom('freed-buffers-child.ts', startFlags, startMalloc)).toBeGreaterThan(0.4)
})
