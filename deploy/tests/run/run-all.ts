import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

interface Counts {
  passed: number
  failed: number
  notRun: string[]
}

const CHECKS_AT_ONCE = 2
/** Minimum percentage of statements that tests must execute in the processes of Vitest. */
const COVERAGE_MIN = 90

/** Maximum seconds of the checks of `npm test`: one and a half times what two cores need in a fresh clone. */
const CHECKS_SECONDS_MAX = 60

const checks: Readonly<Record<string, string>> = {
  types: 'check:types',
  'lint and format': 'check:lint',
  'import law': 'check:imports',
  'lock file': 'check:lock',
}
const nightlyChecks: Readonly<Record<string, string>> = {
  'unused exports': 'check:unused',
  'regular expressions': 'check:regexes',
  'Kubernetes manifests': 'check:manifests',
}

/** Runs a check (a script of package.json). Prints its output at the end, so that the outputs of concurrent checks do not mix. */
async function runCheck([name, script]: [name: string, script: string]): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = await once(child, 'close')
  process.stdout.write(`\n== ${name}\n${Buffer.concat(output)}`)
  return code === 0
}

async function runChecks(scripts: typeof checks): Promise<Counts> {
  const waiting = Object.entries(scripts)
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

interface TestRun extends Counts {
  /** Percentage of executed statements. Undefined if the test runner exited before the measurement. */
  coverage?: number
}

interface TestResult {
  status: string
  fullName: string
  tags: string[]
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: TestResult[] }[]
}

async function coverageIn(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'coverage-summary.json'), 'utf8').catch(() => undefined)
  const summary = text === undefined ? undefined : (JSON.parse(text) as { total: { statements: { pct: number } } })
  return summary?.total.statements.pct
}

/**
 * Runs the tests of `npm test` and prints the seconds of each project. With `isNightly`, runs all tests and measures the coverage.
 */
async function runTests(isNightly: boolean): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'palmetto-tests-'))
  const file = join(folder, 'report.json')
  try {
    process.stdout.write(`\n== ${isNightly ? 'all tests' : 'tests'}\n`)
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const withCoverage = ['--coverage', '--coverage.reporter=json-summary', `--coverage.reportsDirectory=${folder}/coverage`]
    const args = [
      'run',
      ...reports,
      ...(isNightly ? withCoverage : ['--reporter=./deploy/tests/run/project-times.ts', '--project=!nightly*', '--tags-filter=!nightly']),
    ]
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { stdio: 'inherit' })
    const [code] = await once(child, 'close')
    const text = await readFile(file, 'utf8').catch(() => undefined)
    // A test runner that is killed, for example because memory is exhausted, writes no report.
    if (text === undefined) return { passed: 0, failed: 1, notRun: [] }
    const report = JSON.parse(text) as Report
    const results = report.testResults.flatMap((suite) => suite.assertionResults)
    const isLeftToNight = ({ tags }: TestResult) => !isNightly && tags.includes('nightly')
    const notRun = results
      .filter((result) => result.status !== 'passed' && result.status !== 'failed' && !isLeftToNight(result))
      .map(({ fullName }) => fullName)
    // A test file that fails before its first test has no failed tests, but counts as one failure.
    const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1)
    return { passed: report.numPassedTests, failed, notRun, coverage: await coverageIn(join(folder, 'coverage')) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const isNightly = only === 'nightly'
const startedAt = performance.now()
const ofChecks = await runChecks(only === undefined ? checks : { ...checks, ...nightlyChecks })
const checksSeconds = Math.round((performance.now() - startedAt) / 1000)
const checksAreSlow = only === undefined && checksSeconds > CHECKS_SECONDS_MAX
process.stdout.write(`\nChecks: ${checksSeconds} s${checksAreSlow ? ` TOO SLOW, at most ${CHECKS_SECONDS_MAX}` : ''}\n`)
const ofTests = only === 'check' ? undefined : await runTests(isNightly)
const steps: Counts[] = [ofChecks, ofTests].filter((step) => step !== undefined)
const notRun = steps.flatMap((counts) => counts.notRun)
const lacksCoverage = isNightly && (ofTests?.coverage ?? 0) < COVERAGE_MIN
// In CI, everything that a test requires must be installed. Therefore skipped tests count as failed.
const failed =
  steps.reduce((sum, counts) => sum + counts.failed, 0) +
  (checksAreSlow ? 1 : 0) +
  (lacksCoverage ? 1 : 0) +
  (process.env.CI ? notRun.length : 0)
const passed = steps.reduce((sum, counts) => sum + counts.passed, 0)
if (notRun.length > 0)
  process.stdout.write(`\nNot run, because this machine lacks what they need:\n${notRun.map((name) => `  ${name}`).join('\n')}\n`)
if (isNightly) {
  const measured = ofTests?.coverage === undefined ? 'not measured' : `${ofTests.coverage.toFixed(1)} % of statements`
  process.stdout.write(`\nCoverage of product code: ${measured} (at least ${COVERAGE_MIN} %; programs that tests start are not counted)\n`)
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
