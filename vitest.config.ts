import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { DEFAULT_TIMEZONE } from './contracts/src/rules/business-dates.ts'
import { ACTION_TIMEOUT_MS, chromiumOptions } from './deploy/tests/support/chromium.ts'
import { chooseContainers } from './deploy/tests/support/containers/parts.ts'
import { axeViolations, readingOrder, savePicture, setColorScheme, setOffline, setReducedMotion } from './web/src/testing/commands.ts'

const CHROMIUM = await chromiumOptions()

/**
 * The browser of component tests. The browser has the time zone of the business. web/e2e/business-day.nightly.test.ts tests other time zones.
 * Without animations (`reduce`), component tests need 26 % less CPU time.
 */
const browserWith = (reducedMotion: 'reduce' | 'no-preference') => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: CHROMIUM,
    contextOptions: { timezoneId: DEFAULT_TIMEZONE, reducedMotion },
    actionTimeout: ACTION_TIMEOUT_MS,
  }),
  instances: [{ browser: 'chromium' as const, viewport: { width: 1440, height: 900 } }],
  commands: { axeViolations, readingOrder, savePicture, setColorScheme, setOffline, setReducedMotion },
})
/** The review page is a separate build with Preact, so its tests are a separate project. */
const REVIEW_TESTS = 'src/review/**/*.browser.test.tsx'
/** Component tests that mock modules, or need a page in which no other test has run, have their own page. */
const ISOLATED_TESTS = 'src/**/*.isolated.browser.test.tsx'

/** The timeouts are long, because the machine may be busy. Only failing tests take that long. No test is repeated to pass. */
const LIMITS = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: ACTION_TIMEOUT_MS } },
}

/**
 * Numbers of workers for a machine with two CPU cores. In browser tests of the whole product (`WHOLE`), two workers use both cores almost
 * completely. In component tests (`PARTS`), two workers would use only about three quarters of the CPU time, so there are three. The other
 * tests (`WAITING`) often wait for programs to start or stop, so there are four. Projects with the same `groupOrder` run at the
 * same time, the others one after the other, so that each has a time and a limit (`deploy/tests/run/project-times.ts`).
 */
const PARTS = { maxWorkers: 3 }
const WHOLE = { maxWorkers: 2, isolate: false }
const WAITING = { maxWorkers: 4, isolate: false }

/**
 * Tests that only `npm run test:nightly` runs, because each takes long: attacks and faults, kills and backups of the whole product, bursts of
 * events, simulations of a year, and axe on all states of screens. It also runs the component tests with animations.
 */
const NIGHTLY = '**/*.nightly.test.ts'
/** Marks single tests that take long, in files that `npm test` runs: `test(name, { tags: 'nightly' }, …)`. */
const NIGHTLY_TAG = 'nightly'
const NOT_NIGHTLY = [...configDefaults.exclude, NIGHTLY]

/**
 * Test files that match this pattern are slow, so they run first. Without the pattern, Vitest would sort the tests by file size in a new
 * clone. Some slow tests would then run last, when the other workers have nothing left to do.
 */
const LONGEST = /\/(system|messaging)\/|\/accessibility-|\/pictures\./

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { long = [], short = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) => (LONGEST.test(moduleId) ? 'long' : 'short'))
    return [...long, ...short]
  }
}

/** Runs before each file of component tests. An absolute path, because Vitest and Knip have different roots. */
const SETUP = fileURLToPath(new URL('web/src/testing/setup.ts', import.meta.url))

/**
 * React as users load it. Its development build needs 20 % more CPU time and also warns about mistakes, so `nightly-component` uses it.
 * These settings are needed because Vite chooses the build by NODE_ENV, which is the same for all projects.
 */
const REACT_FOR_USERS = {
  oxc: { jsx: { development: false } },
  optimizeDeps: { rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } } },
}

/** Component tests of the web app. With `isolate`, each file has its own page. */
const componentTests = (
  name: string,
  groupOrder: number,
  reducedMotion: 'reduce' | 'no-preference',
  { include = 'src/**/*.browser.test.tsx', isolate = false } = {},
) => ({
  extends: './web/vite.config.ts',
  root: './web',
  // Projects that run together must not share a cache, because each would replace the dependencies of the other.
  cacheDir: `node_modules/.vite-${name}`,
  // Vite searches these entries for dependencies before the tests. If Vite found a dependency during a test, it would reload the page. The
  // report of the coverage also loads modules that no test uses, so the dependencies of the prerendering are included.
  ...(reducedMotion === 'reduce' && { oxc: REACT_FOR_USERS.oxc }),
  optimizeDeps: {
    ...(reducedMotion === 'reduce' && REACT_FOR_USERS.optimizeDeps),
    entries: ['src/main.tsx', 'src/prerender.tsx', 'src/testing/setup.ts', 'src/**/*.browser.test.tsx', include],
  },
  test: {
    ...LIMITS,
    ...PARTS,
    isolate,
    setupFiles: [SETUP],
    name,
    sequence: { groupOrder },
    include: [include],
    exclude: isolate ? [] : [REVIEW_TESTS, ISOLATED_TESTS],
    // `npm run screens` sets this variable.
    env: { PICTURES: process.env.PICTURES ?? '' },
    browser: browserWith(reducedMotion),
  },
})

await chooseContainers()

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: [{ name: NIGHTLY_TAG, description: 'Takes long, so only `npm run test:nightly` runs it.' }],
    // These settings apply to runs with `--coverage`. Vitest does not measure programs that tests start, for example the product in browser
    // tests.
    coverage: {
      // Component tests need 13 % more CPU time with Istanbul's coverage than without coverage, and 34 % more with V8's coverage.
      provider: 'istanbul',
      // These paths are relative to the root of a project, which is `web` for component tests.
      include: ['**/src/**/*.{ts,tsx}', 'deploy/**/*.ts'],
      exclude: ['**/*.test.{ts,tsx}', '**/testing/**', 'deploy/tests/**'],
      reporter: ['text-summary', 'html'],
      reportOnFailure: true,
    },
    projects: [
      {
        test: {
          ...LIMITS,
          ...WAITING,
          name: 'unit',
          sequence: { groupOrder: 0 },
          // The contrast test reads the design tokens. Tests need no other stylesheets.
          css: { include: /tokens\.css/ },
          include: ['contracts/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
          exclude: ['web/src/**/*.browser.test.tsx'],
        },
      },
      componentTests('component', 1, 'reduce'),
      componentTests('isolated', 1, 'reduce', { include: ISOLATED_TESTS, isolate: true }),
      {
        extends: './web/vite.review.config.ts',
        root: './web',
        optimizeDeps: {
          entries: ['src/review/main.tsx', REVIEW_TESTS],
          // Vite does not find these dependencies of the test helpers before the tests.
          include: ['react-router-dom', 'zustand'],
        },
        test: {
          ...LIMITS,
          ...PARTS,
          name: 'review',
          sequence: { groupOrder: 1 },
          include: [REVIEW_TESTS],
          browser: browserWith('no-preference'),
        },
      },
      {
        test: {
          ...LIMITS,
          ...WAITING,
          name: 'service',
          sequence: { groupOrder: 2 },
          include: ['services/**/test/**/*.test.ts', 'gateway/test/*.test.ts'],
          exclude: NOT_NIGHTLY,
          globalSetup: ['./deploy/tests/support/global-parts.ts'],
        },
      },
      {
        test: {
          ...LIMITS,
          ...WAITING,
          name: 'local',
          sequence: { groupOrder: 3 },
          // Tests that measure memory call `gc()`.
          execArgv: ['--expose-gc'],
          include: ['deploy/tests/{local,checks,deployment}/*.test.ts'],
          exclude: NOT_NIGHTLY,
        },
      },
      {
        test: {
          ...LIMITS,
          ...WAITING,
          name: 'system',
          sequence: { groupOrder: 3 },
          include: ['deploy/tests/system/*.test.ts'],
          exclude: NOT_NIGHTLY,
        },
      },
      {
        test: {
          ...LIMITS,
          ...WHOLE,
          name: 'browser',
          sequence: { groupOrder: 4 },
          include: ['web/e2e/*.test.ts'],
          exclude: NOT_NIGHTLY,
          globalSetup: ['./web/e2e/running-product.ts'],
        },
      },
      {
        test: {
          ...LIMITS,
          ...WAITING,
          name: 'nightly',
          sequence: { groupOrder: 5 },
          include: ['{services,gateway,deploy}/**/*.nightly.test.ts'],
          globalSetup: ['./deploy/tests/support/global-parts.ts'],
        },
      },
      // Repeats the component tests with animations.
      componentTests('nightly-component', 6, 'no-preference'),
      // States of screens in web/states: axe, and the translation of the page.
      componentTests('nightly-states', 8, 'reduce', { include: 'states/*.states.ts', isolate: true }),
      {
        test: {
          ...LIMITS,
          ...WHOLE,
          name: 'nightly-browser',
          sequence: { groupOrder: 7 },
          include: ['web/e2e/*.nightly.test.ts'],
          globalSetup: ['./web/e2e/running-product.ts'],
        },
      },
    ],
  },
})
