import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { postgresEnvironment } from './environment.ts'

const run = promisify(execFile)

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
