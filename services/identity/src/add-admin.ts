import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { ConfigError, databaseConfig, loadConfig } from '@app/chassis/config.ts'
import { connect } from '@app/chassis/db/connect.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { isPasswordValid, PASSWORD_INVALID } from '@app/contracts/rules/password.ts'
import { putAdmin } from './accounts/put-admin.ts'
import type { Tables } from './db/tables.ts'
import { createPasswords } from './passwords/passwords.ts'

async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim()
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question('Password (shown as you type): ')).trim()
  } finally {
    terminal.close()
  }
}

/** `node services/identity/src/add-admin.ts <email>`: adds an admin, or sets its password. Needs identity's `DATABASE_URL`. */
async function main(): Promise<void> {
  const email = process.argv[2] ?? ''
  if (!isEmail(email)) throw new ConfigError([EMAIL_INVALID])
  const { DATABASE_URL } = loadConfig(databaseConfig, process.env)
  const password = await readPassword()
  if (!isPasswordValid(password)) throw new ConfigError([PASSWORD_INVALID])
  const db = connect<Tables>({ url: DATABASE_URL, schema: schemaOf('identity'), max: 1, onIdleError: () => {} })
  try {
    const outcome = await putAdmin({ db, passwords: await createPasswords(), now: () => new Date() }, { email, password, by: 'operator' })
    process.stdout.write(`${email}: ${outcome}\n`)
  } finally {
    await db.destroy()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
