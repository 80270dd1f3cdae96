import { platform } from 'node:os'

/**
 * With these variables, each server process keeps up to 2 MB of freed memory. Without the variables, glibc may return the memory of a query
 * to the system after each execution, and request the memory again for the next execution. In a database with a million tasks, the query
 * for a list of 100 tasks then takes about three times as long (docs/decisions/deployment.md). Other C libraries ignore these variables.
 */
const KEEP_FREED_MEMORY = { MALLOC_TRIM_THRESHOLD_: '2097152', MALLOC_MMAP_THRESHOLD_: '33554432' }

/** Returns the environment for Postgres programs, with English messages and without inherited PG… and MALLOC_… variables. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|MALLOC_)/.test(name))
  // On macOS, Postgres does not start with the locale `C`.
  const locale = platform() === 'darwin' ? 'en_US.UTF-8' : 'C'
  return { ...Object.fromEntries(inherited), ...KEEP_FREED_MEMORY, LC_ALL: locale }
}
