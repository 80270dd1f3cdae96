import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { imageFlags, imageMalloc } from '../docker/image-settings.ts'

const run = promisify(execFile)
const v8Flags = imageFlags.filter((flag) => !flag.startsWith('--import'))

async function numberFrom(child: string, flags: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const program = fileURLToPath(new URL(child, import.meta.url))
  const { stdout } = await run(process.execPath, ['--expose-gc', ...flags, program], { env: { ...process.env, ...env } })
  return Number(stdout)
}

it('the flags of V8 in the image bound the growth of a heap', async () => {
  // 2.2 when this was written; 7 with V8's defaults.
  expect(await numberFrom('heap-growth-child.ts', v8Flags, {})).toBeLessThan(3)
})

it.runIf(process.platform === 'linux')('the settings of malloc in the image return freed buffers to the system', async () => {
  // 0.7 when this was written; 0.1 with the defaults of glibc.
  expect(await numberFrom('freed-buffers-child.ts', v8Flags, imageMalloc)).toBeGreaterThan(0.4)
})
