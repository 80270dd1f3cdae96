import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * The command `npm run screens [-- part-of-a-name]` writes screenshots of the screens in all states and of the emails to `screens/`. The
 * nightly tests with axe take them, so the command also checks each screen.
 */
const [wanted] = process.argv.slice(2)
const tests = ['web/states/', 'web/e2e/accessibility-screens', 'web/e2e/accessibility-emails']
const args = ['node_modules/vitest/vitest.mjs', 'run', ...tests, ...(wanted ? ['-t', wanted] : [])]
const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, PICTURES: '1' } })
const [code] = await once(child, 'close')
process.exitCode = code ?? 1
