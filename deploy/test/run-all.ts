import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Counts of passed and failed checks or tests, and the names of tests that were skipped on this machine. */
interface Counts {
  passed: number
  failed: number
  notRun: string[]
}

const CHECKS_AT_ONCE = 2

const checks: Readonly<Record<string, string>> = {
  types: 'check:types',
  'lint and format': 'check:lint',
  'import law': 'check:imports',
  'unused exports': 'check:unused',
  'regular expressions': 'check:regexes',
  'lock file': 'check:lock',
  'Kubernetes manifests': 'check:manifests',
}

/** Runs a check, a script of package.json. Prints its output when it ends, because the outputs of concurrent checks would mix. */
async function runCheck([name, script]: [name: string, script: string]): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = await once(child, 'close')
  process.stdout.write(`\n== ${name}\n${Buffer.concat(output)}`)
  return code === 0
}

async function runChecks(): Promise<Counts> {
  const waiting = Object.entries(checks)
  const counts: Counts = { passed: 0, failed: 0, notRun: [] }
  async function runWaiting(): Promise<void> {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (await runCheck(check)) counts.passed += 1
      else counts.failed += 1
    }
  }
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, runWaiting))
  return counts
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

async function runTests(): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'palmetto-tests-'))
  const file = join(folder, 'report.json')
  try {
    process.stdout.write('\n== tests\n')
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { stdio: 'inherit' })
    const [code] = await once(child, 'close')
    const text = await readFile(file, 'utf8').catch(() => undefined)
    // A runner that was killed, for want of memory for instance, reports nothing.
    if (text === undefined) return { passed: 0, failed: 1, notRun: [] }
    const report = JSON.parse(text) as Report
    const results = report.testResults.flatMap((suite) => suite.assertionResults)
    const notRun = results.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName)
    // A suite that breaks before its first test has no failed test to count.
    const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1)
    return { passed: report.numPassedTests, failed, notRun }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const onlyChecks = process.argv.includes('check')
const steps = [await runChecks(), ...(onlyChecks ? [] : [await runTests()])]
const notRun = steps.flatMap((counts) => counts.notRun)
// Where everything is there to be tried, what was not tried is a failure.
const failed = steps.reduce((sum, { failed }) => sum + failed, 0) + (process.env.CI ? notRun.length : 0)
const passed = steps.reduce((sum, { passed }) => sum + passed, 0)
if (notRun.length > 0)
  process.stdout.write(`\nNot run, for want of what they need on this machine:\n${notRun.map((name) => `  ${name}`).join('\n')}\n`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
