import type { Kysely } from 'kysely'
import { databaseConfig, loadConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { databaseUrl } from '../db/database-url.ts'
import { actingFromCli, dropDeadLetter, type FoundDeadLetter, findDeadLetter, listDeadLetters, replayDeadLetters } from './dead-letters.ts'
import { redact } from './redact.ts'

const USAGE = `Events that a service could not handle.

  npm run dead-letters -- list
  npm run dead-letters -- show <id>
  npm run dead-letters -- replay <id> | --all
  npm run dead-letters -- drop <id> <reason>

DATABASE_URL is the service's own address (npm run migrate -- --print-urls shows them).`

const line = ({ _id, type, attempts, failedAt, retryAt, error }: FoundDeadLetter): string =>
  [_id, type, failedAt, `${attempts} tries`, retryAt ? `next try ${retryAt}` : 'given up', error.split('\n')[0]].join('  ')

async function run(db: Kysely<unknown>, [command, id, ...reason]: readonly string[]): Promise<string> {
  if (command === 'list') return (await listDeadLetters(db)).map(line).join('\n') || 'No dead letters.'
  if (command === 'show' && id) {
    const deadLetter = await findDeadLetter(db, id)
    if (!deadLetter) throw new Error(`There is no dead letter ${id}.`)
    return JSON.stringify({ ...deadLetter, event: redact(deadLetter.event) }, null, 2)
  }
  if (command === 'replay' && id) {
    const count = await replayDeadLetters(db, id === '--all' ? 'all' : { id }, actingFromCli)
    if (count === 0 && id !== '--all') throw new Error(`No given-up dead letter ${id}.`)
    return `${count} to be tried again; those that fail come back to the list.`
  }
  if (command === 'drop' && id && reason.length > 0) {
    if ((await dropDeadLetter(db, { id, reason: reason.join(' ') }, actingFromCli)) === 0) throw new Error(`There is no dead letter ${id}.`)
    return `${id} dropped.`
  }
  throw new Error(USAGE)
}

/** A service's role is named after its schema: `<schema>_service`. */
function open(): Kysely<unknown> {
  const url = databaseUrl(loadConfig(databaseConfig, process.env))
  const role = URL.canParse(url) ? new URL(url).username : ''
  if (!role.endsWith('_service')) throw new Error(USAGE)
  return connect<unknown>({ url, schema: role.slice(0, -'_service'.length), max: 1, onIdleError: () => {} })
}

try {
  const db = open()
  try {
    process.stdout.write(`${await run(db, process.argv.slice(2))}\n`)
  } finally {
    await db.destroy()
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
