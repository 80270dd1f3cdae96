import { type ServiceName, serviceNames } from '@app/contracts/define.ts'
import type { Kysely } from 'kysely'
import { databaseConfig, loadConfig } from '../config/config.ts'
import { connect } from '../db/connect.ts'
import { databaseUrl } from '../db/database-url.ts'
import { schemaOf } from '../db/migrate.ts'
import { actingFromCli, dropDeadLetter, type FoundDeadLetter, findDeadLetter, listDeadLetters, replayDeadLetters } from './dead-letters.ts'

const USAGE = `Events that a service could not handle.

  npm run dead-letters -- list
  npm run dead-letters -- show <id>
  npm run dead-letters -- replay <id> | --all
  npm run dead-letters -- drop <id> <reason>

DATABASE_URL must be the service's own database URL (npm run migrate -- --print-urls prints all of them).`

const line = ({ _id, type, attempts, failedAt, retryAt, error }: FoundDeadLetter): string =>
  [_id, type, failedAt, `${attempts} attempts`, retryAt ? `next retry ${retryAt}` : 'given up', error.split('\n')[0]].join('  ')

async function run(db: Kysely<unknown>, service: ServiceName, [command, id, ...reason]: readonly string[]): Promise<string> {
  if (command === 'list') return (await listDeadLetters(db)).map(line).join('\n') || 'No dead letters.'
  if (command === 'show' && id) {
    const deadLetter = await findDeadLetter(db, id)
    if (!deadLetter) throw new Error(`There is no dead letter ${id}.`)
    return JSON.stringify(deadLetter, null, 2)
  }
  if (command === 'replay' && id) {
    const count = await replayDeadLetters(db, id === '--all' ? 'all' : { id }, actingFromCli)
    if (count === 0 && id !== '--all') throw new Error(`There is no given-up dead letter ${id}.`)
    return `${count} will be retried. Events that fail again return to the list.`
  }
  if (command === 'drop' && id && reason.length > 0) {
    if ((await dropDeadLetter(db, { service, id, reason: reason.join(' ') }, actingFromCli)) === 0)
      throw new Error(`There is no dead letter ${id}.`)
    return `${id} dropped.`
  }
  throw new Error(USAGE)
}

/** Connects to the database of a service. The role in `DATABASE_URL` shows which service: `<schema>_service`. */
function open(): { db: Kysely<unknown>; service: ServiceName } {
  const url = databaseUrl(loadConfig(databaseConfig, process.env))
  const role = URL.canParse(url) ? new URL(url).username : ''
  const service = serviceNames.find((name) => role === `${schemaOf(name)}_service`)
  if (!service) throw new Error(USAGE)
  return { db: connect<unknown>({ url, schema: schemaOf(service), max: 1, onIdleError: () => {} }), service }
}

try {
  const { db, service } = open()
  try {
    process.stdout.write(`${await run(db, service, process.argv.slice(2))}\n`)
  } finally {
    await db.destroy()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
