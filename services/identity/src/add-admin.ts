import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { ConfigError } from '@app/chassis/config/config.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import type { Kysely } from 'kysely'
import { userByEmail } from './accounts/users.repository.ts'
import { markOperator } from './admins/mark-operator.ts'
import { putAdmin } from './admins/put-admin.ts'
import type { Tables } from './db/tables.ts'
import { withDatabase } from './db/with-database.ts'
import { passwordFault } from './passwords/good-password.ts'
import { createPasswords } from './passwords/passwords.ts'
import { resetSecondFactor } from './second-factor/reset-second-factor.ts'

const RESET = '--reset-second-factor'
const OPERATOR = '--operator'
const NO_OPERATOR = '--no-operator'

async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim()
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question('Password (shown as you type): ')).trim()
  } finally {
    terminal.close()
  }
}

async function addAdmin(db: Kysely<Tables>, email: string): Promise<string> {
  const password = await readPassword()
  const fault = passwordFault(password)
  if (fault) throw new ConfigError([fault])
  const outcome = await putAdmin({ db, passwords: await createPasswords(), now: () => new Date() }, { email, password, by: 'operator' })
  if (outcome === "an owner's address") throw new ConfigError(['This email address belongs to a business owner. Choose another one'])
  return outcome
}

/** Marks an admin as an operator. If there is no such admin, adds the admin first, so that the command line can always restore access. */
async function addOperator(db: Kysely<Tables>, email: string): Promise<string> {
  const added = (await userByEmail(db, email)) ? [] : [await addAdmin(db, email)]
  return [...added, await markOperator({ db, now: () => new Date() }, email, true)].join(', ')
}

function run(db: Kysely<Tables>, email: string, args: readonly string[]): Promise<string> {
  const deps = { db, now: () => new Date() }
  if (args.includes(RESET)) return resetSecondFactor(deps, email)
  if (args.includes(OPERATOR)) return addOperator(db, email)
  if (args.includes(NO_OPERATOR)) return markOperator(deps, email, false)
  return addAdmin(db, email)
}

/**
 * The command `node services/identity/src/add-admin.ts <email>`. It adds an admin, or sets the password of an existing admin. The password
 * is read from standard input. `--operator` marks the admin as an operator, and adds a missing admin first. `--no-operator` removes the
 * mark. `--reset-second-factor` removes a lost second factor. The command needs identity's `DATABASE_URL`.
 */
await withDatabase(async (db, args) => {
  const email = args.find((arg) => !arg.startsWith('--')) ?? ''
  if (!isEmail(email)) throw new ConfigError([EMAIL_INVALID])
  return `${email}: ${await run(db, email, args)}`
})
