/** What the test run hands every test file (`deploy/test/global-parts.ts`). */
declare module 'vitest' {
  interface ProvidedContext {
    /** An administrator's address of a real Postgres. */
    databaseUrl: string
    s3: { endpoint: string; accessKey: string; secretKey: string; bucket: string }
    /** The stand-in for Google's spreadsheets: its page, and where scripts and their answers are, as `host:port,host:port`. */
    sheet: { url: string; hosts: string }
  }
}

export {}
