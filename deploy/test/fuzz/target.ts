import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReviewAddresses } from '@app/chassis/mail/review-addresses.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import pg from 'pg'
import { partStack } from '../../local/part-stack.ts'
import { freePort } from '../../local/parts/ports.ts'
import { startPostgres } from '../../local/parts/postgres.ts'
import { startDevelopmentSheet } from '../../local/parts/sheet/start.ts'
import { startTestProduct } from '../product.ts'
import { assignTask, clientOf, createCompany, must, PASSWORD, signInAdmin, signUpOwner } from '../system/client.ts'
import type { Known } from './values.ts'

const QUIET = { info() {}, warn: (message: string) => process.stderr.write(`${message}\n`) }
const SHEET = 'fuzzed'
export const ROLES = ['visitor', 'owner', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A product with an owner, a company, a task, a spreadsheet and a sent mail that can bounce. */
export interface FuzzTarget {
  url: string
  bouncePort: number
  bounceAddress: string
  /**
   * Returns an address for replies to an email about a preview. The address contains the id of a review link. Each call uses a new id,
   * because the product limits the number of emails to the addresses with the same id.
   */
  newReplyAddress(): string
  known: Known
  taskId: string
  tokenOf(role: Role): string | undefined
  /** Signs the owner and the admin in again, because an input may have revoked their tokens. */
  signIn(): Promise<void>
  setSheetResponse(body: string): Promise<void>
  hasEnded(): boolean
  output(): string
  stop(): Promise<void>
}

async function insertMail(database: pg.Pool, companyId: string): Promise<string> {
  const [campaign, step, dispatch, token] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [string, string, string, string]
  const at = '2026-12-01'
  await database.query(
    `insert into campaigns.campaign (id, company_id, name, audience, category) values ($1, $2, 'Winter', 'All', 'Special Event')`,
    [campaign, companyId],
  )
  await database.query(
    `insert into campaigns.step (id, campaign_id, position, type, date, subject, body) values ($1, $2, 0, 'Initial', $3, 'Bread', 'Come.')`,
    [step, campaign, at],
  )
  await database.query(
    `insert into campaigns.dispatch (id, campaign_id, step_id, company_id, date, sends_at, state, audience) values ($1, $2, $3, $4, $5, $6, 'done', 1)`,
    [dispatch, campaign, step, companyId, at, `${at}T14:00:00Z`],
  )
  await database.query(
    `insert into campaigns.delivery (id, dispatch_id, position, email, name, provider, merge, token, state) values ($1, $2, 1, 'a@b.example', '', 'b.example', '{}', $3, 'accepted')`,
    [crypto.randomUUID(), dispatch, token],
  )
  return token
}

export async function startFuzzTarget(): Promise<FuzzTarget> {
  const { open, stop } = partStack()
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'palmetto-fuzz-'))
    await open(Promise.resolve({ stop: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }))
    // When the tests run as root, Postgres runs as another user, which must be able to enter the folder.
    await chmod(dataDir, 0o755)
    const postgres = await open(startPostgres({ dataDir, log: QUIET, durable: false }))
    const sheets = await open(startDevelopmentSheet({ withFaults: true, log: QUIET }))
    const bouncePort = await freePort()
    const replySettings = { REPLY_DOMAIN: 'reply.localhost', MAIL_ADDRESS_KEY: randomBytes(32).toString('base64') }
    const product = await open(
      startTestProduct({
        DATABASE_URL: postgres.url,
        DATABASE_ROLE_SECRET: randomBytes(20).toString('hex'),
        CRM_HOSTS: sheets.hosts,
        BOUNCE_PORT: String(bouncePort),
        ...replySettings,
        LOG_LEVEL: 'error',
        AUTH_RATE_LIMIT: '1000000',
        RATE_CONTACTS_PER_MINUTE: '1000000',
        RATE_SIGN_UPS_PER_MINUTE: '1000000',
        RATE_SIGN_INS_PER_MINUTE: '1000000',
      }),
    )
    const database = new pg.Pool({ connectionString: postgres.url, max: 1 })
    await open(Promise.resolve({ stop: () => database.end() }))

    const send = clientOf(product.url)
    const owner = await signUpOwner(send)
    const company = await createCompany(send, owner.token)
    const task = await assignTask(send, owner.token, company._id)
    const tokens: Partial<Record<Role, string>> = { owner: owner.token, admin: await signInAdmin(send) }
    const put = async (path: string, body: string) => void (await fetch(`${sheets.url}/${path}`, { method: 'PUT', body }))
    await put(`sheets/${SHEET}`, JSON.stringify({ rows: [customerColumns] }))
    const gsapi = `${sheets.url}/exec/${SHEET}`
    await must(send('PUT', `/admin/company/${company._id}/gsapi`, { token: tokens.admin, json: { gsapi } }))
    const token = await insertMail(database, company._id)

    return {
      url: product.url,
      bouncePort,
      bounceAddress: `bounce+${token}@mail.localhost`,
      newReplyAddress: () => createReviewAddresses(replySettings)?.addressOf('reply', crypto.randomUUID()) ?? '',
      known: { companyProfileId: company._id, token },
      taskId: task._id,
      tokenOf: (role) => tokens[role],
      async signIn() {
        const { Token } = await must(send<{ Token: string }>('POST', '/auth', { json: { email: owner.email, password: PASSWORD } }))
        tokens.owner = Token
        tokens.admin = await signInAdmin(send)
      },
      setSheetResponse: (body) =>
        put(`control/${SHEET}`, JSON.stringify({ next: [], always: { kind: 'answer', type: 'application/json', body } })),
      hasEnded: () => {
        try {
          process.kill(product.pid, 0)
          return false
        } catch {
          return true
        }
      },
      output: product.output,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
