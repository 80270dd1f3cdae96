import { ConfigError, type Env } from '@app/chassis/config/config.ts'
import { republishSince, withServiceDatabase } from '@app/chassis/messaging/republish.ts'
import { serviceNames } from '@app/contracts/define.ts'
import { runCommand } from './run-command.ts'
import { isService, services } from './services.ts'

const withStates = serviceNames.filter((name) => services[name].republish)

const USAGE = `Publishes events again, for consumers that are new, were emptied or have lost data.

  npm run republish -- ${withStates.join(' | ')}     publishes the current state of all objects: fills projections, sends no emails
  npm run republish -- <service> --since <time>    publishes the events since then again, at most of the last week: consumers that
                                                   have not handled them handle them now, and send their emails

Set the environment variables of that service. The service must be running.`

async function republish([name = '', option, since = '']: readonly string[], env: Env): Promise<number> {
  const service = isService(name) ? services[name] : undefined
  if (service?.republish && !option) return service.republish(env)
  if (!service || option !== '--since') throw new ConfigError([USAGE])
  if (Number.isNaN(Date.parse(since))) throw new ConfigError(['--since must be a time, such as 2026-11-21T08:30:00Z'])
  return withServiceDatabase(name, env, (db) => republishSince(db, new Date(since).toISOString()))
}

runCommand(import.meta.url, async (args) => {
  process.stdout.write(`${await republish(args, process.env)} events will be published again\n`)
})
