import { ConfigError, type Env } from '@app/chassis/config.ts'
import { republishSince, withServiceDatabase } from '@app/chassis/messaging/republish.ts'
import { serviceNames } from '@app/contracts/define.ts'
import { runCommand } from './run-command.ts'
import { isService, services } from './services.ts'

const withStates = serviceNames.filter((name) => services[name].republish)

const USAGE = `Publishes again, for consumers that are new, were emptied or have lost something.

  npm run republish -- ${withStates.join(' | ')}     the state of all it has: fills projections, nobody is mailed
  npm run republish -- <service> --since <instant>    what it published since then, as it was: only those who have not
                                                      handled it do so now, mails included; at most a week back

With the environment of that service, which has to be running.`

/** Returns how many events go out. */
async function republish([name = '', option, since = '']: readonly string[], env: Env): Promise<number> {
  const service = isService(name) ? services[name] : undefined
  if (service?.republish && !option) return service.republish(env)
  if (!service || option !== '--since') throw new ConfigError([USAGE])
  if (Number.isNaN(Date.parse(since))) throw new ConfigError(['--since takes an instant, such as 2026-11-21T08:30:00Z'])
  return withServiceDatabase(name, env, (db) => republishSince(db, new Date(since).toISOString()))
}

runCommand(import.meta.url, async (args) => {
  process.stdout.write(`${await republish(args, process.env)} events go out\n`)
})
