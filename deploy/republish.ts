import { ConfigError, type Env } from '@app/chassis/config.ts'
import { resendSince, withServiceDatabase } from '@app/chassis/messaging/republish.ts'
import { republish as company } from '@app/company/republish.ts'
import { republish as identity } from '@app/identity/republish.ts'
import { republish as tasks } from '@app/tasks/republish.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Publishes again, for consumers that are new, were emptied or have lost something.

  npm run republish -- identity | company | tasks     the state of all it has: fills projections, nobody is mailed
  npm run republish -- <service> --since <instant>    what it published since then, as it was: only those who have not
                                                      handled it do so now, mails included; at most a week back

With the environment of that service, which has to be running.`

const states: Readonly<Record<string, (env: Env) => Promise<number>>> = { identity, company, tasks }
/** Nobody keeps a projection of theirs. */
const stateless = ['documents', 'crm-proxy', 'campaigns']

/** Answers how many events go out. */
async function republish([service = '', option, since = '']: readonly string[], env: Env): Promise<number> {
  const ofService = states[service]
  if (ofService && !option) return ofService(env)
  if (option !== '--since' || !(ofService || stateless.includes(service))) throw new ConfigError([USAGE])
  if (Number.isNaN(Date.parse(since))) throw new ConfigError(['--since takes an instant, such as 2026-11-21T08:30:00Z'])
  return withServiceDatabase(service, env, (db) => resendSince(db, new Date(since).toISOString()))
}

runCommand(import.meta.url, async (args) => {
  process.stdout.write(`${await republish(args, process.env)} events go out\n`)
})
