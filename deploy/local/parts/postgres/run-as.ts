import { execFile } from 'node:child_process'
import { platform } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * With these variables, each server process keeps up to 2 MB of freed memory. Without the variables, glibc may return the memory of a query
 * to the system after each execution, and request the memory again for the next execution. In a database with a million tasks, the query
 * for a list of 100 tasks then takes about three times as long (docs/decisions/deployment.md). Other C libraries ignore these variables.
 */
const KEEP_FREED_MEMORY = { MALLOC_TRIM_THRESHOLD_: '2097152', MALLOC_MMAP_THRESHOLD_: '33554432' }

/** Returns the environment for Postgres programs, with English messages and without inherited PG… and MALLOC_… variables. */
function postgresEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|MALLOC_)/.test(name))
  // On macOS, Postgres does not start with the locale `C`.
  const locale = platform() === 'darwin' ? 'en_US.UTF-8' : 'C'
  return { ...Object.fromEntries(inherited), ...KEEP_FREED_MEMORY, LC_ALL: locale }
}

/** Account that runs Postgres when this process runs as root, because Postgres rejects root. */
export interface Account {
  uid: number
  gid: number
  /** Whether the account needs the capability `dac_override` to reach its files, for example inside a private home folder. */
  needsDacOverride?: boolean
}

export async function runAs(account: Account | undefined, program: string, args: readonly string[]): Promise<void> {
  const options = { env: postgresEnvironment(), windowsHide: true }
  if (!account) {
    await run(program, args, options)
  } else if (account.needsDacOverride) {
    // initdb finds the other Postgres programs with `access()`. Without `no_setuid_fixup`, `access()` ignores the capability.
    const capabilities = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
    const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
    await run('setpriv', [...identity, ...capabilities, program, ...args], { ...options, cwd: '/' })
  } else {
    await run(program, args, { ...options, uid: account.uid, gid: account.gid, cwd: '/' })
  }
}
