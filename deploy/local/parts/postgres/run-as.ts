import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { withPlainMessages } from './environment.ts'

const run = promisify(execFile)

/** Who runs Postgres: nobody else for an ordinary user; the account `postgres` for root, whom Postgres refuses. */
export interface Account {
  uid: number
  gid: number
  /** Set where a folder on the way to its files is closed to it, such as a private home. */
  needsWayIn?: boolean
}

/** Runs one of Postgres's programs under the account it is to have; under the present one if there is none. */
export async function runAs(account: Account | undefined, program: string, args: readonly string[]): Promise<void> {
  const options = { env: withPlainMessages(), windowsHide: true }
  if (!account) {
    await run(program, args, options)
  } else if (account.needsWayIn) {
    // Without the last one `access()`, with which initdb looks for its fellow programs, would not count the ability.
    const ability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
    const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
    await run('setpriv', [...identity, ...ability, program, ...args], { ...options, cwd: '/' })
  } else {
    await run(program, args, { ...options, uid: account.uid, gid: account.gid, cwd: '/' })
  }
}
