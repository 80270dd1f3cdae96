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
    ],
  },
})
