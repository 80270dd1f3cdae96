/** What the test run hands every test file (`deploy/test/global-parts.ts`). */
declare module 'vitest' {
  interface ProvidedContext {
    /** An administrator's address of a real Postgres. */
    databaseUrl: string
    s3: { endpoint: string; accessKey: string; secretKey: string; bucket: string }
  }
}

export {}
