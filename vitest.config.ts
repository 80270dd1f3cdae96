import { defineConfig } from 'vitest/config'

const TIMEOUTS = { testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...TIMEOUTS,
          name: 'unit',
          // The contrast test reads the tokens; other stylesheets stay unread.
          css: { include: /tokens\.css/ },
          include: ['contracts/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'service',
          include: ['services/**/test/**/*.test.ts', 'gateway/test/*.test.ts'],
          globalSetup: ['./deploy/test/global-parts.ts'],
        },
      },
      {
        test: {
          ...TIMEOUTS,
          name: 'local',
          include: ['deploy/local/test/*.test.ts', 'deploy/test/*.test.ts'],
        },
      },
      {
        test: {
          testTimeout: 60_000,
          hookTimeout: 120_000,
          name: 'system',
          include: ['deploy/test/system/*.test.ts'],
        },
      },
      {
        test: {
          testTimeout: 120_000,
          hookTimeout: 120_000,
          name: 'browser',
          // As patient as the pages are waited for.
          expect: { poll: { timeout: 15_000 } },
          include: ['web/e2e/*.test.ts'],
          globalSetup: ['./web/e2e/running-product.ts'],
        },
      },
    ],
  },
})
