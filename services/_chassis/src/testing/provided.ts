/** The test run provides these values to every test file (`deploy/tests/support/global-parts.ts`). */
declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a Postgres server, with an administrator as user. */
    databaseUrl: string
    /** Prefix of the names of all databases that this test run creates. Test runs with a common Postgres have different prefixes. */
    databasePrefix: string
    s3: { endpoint: string; accessKey: string; secretKey: string; bucket: string }
    /** Local server that replaces Google Sheets: its URL, and the hosts of scripts and responses (`host:port,host:port`). */
    sheet: { url: string; hosts: string }
  }
}

export {}
