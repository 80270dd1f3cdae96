import { png } from '@app/chassis/testing/pictures.ts'
import type { Known } from '@app/chassis/testing/samples.ts'
import type { ServiceName } from '@app/contracts/define.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { createReviewAddresses } from '@app/notifications/review-addresses.ts'
import { createReviewKeys } from '@app/tasks/review-keys.ts'
import type pg from 'pg'
import { partStack } from '../../../local/part-stack.ts'
import { until } from '../../bench/owner.ts'
import { assignTask, type Client, clientOf, createCompany, must, PASSWORD, signUpOwner, weekly } from '../../support/client.ts'
import { admin } from '../../support/product.ts'
import type { Probe } from './health.ts'
import { type StartedProduct, startApart, startTogether } from './start-product.ts'

const SHEET = 'fuzzed'
export const ROLES = ['visitor', 'owner', 'admin'] as const
export type Role = (typeof ROLES)[number]

/**
 * A product with an owner, a company, a task, a spreadsheet, a review link and a sent mail that can bounce, and with another owner: the
 * neighbor.
 */
export interface FuzzTarget {
  url: string
  /** Returns the URL at which a service accepts requests itself. */
  urlOf(service: ServiceName): string
  /** The probes of the processes, and of the neighbor's list of tasks. */
  probes: readonly Probe[]
  bouncePort: number
  bounceAddress: string
  /**
   * Returns an address for replies to an email about a preview. The address contains the id of a review link. Each call uses a new id,
   * because the product limits the number of emails to the addresses with the same id.
   */
  newReplyAddress(): string
  /** Returns the IP address of another client. Rate limits count the requests of each client. */
  newClient(): string
  known: Known
  taskId: string
  /** Token of a review link of the owner. */
  reviewToken: string
  tokenOf(role: Role): string | undefined
  /** Signs the owner and the admin in again, because an input may have revoked their tokens. */
  signIn(): Promise<void>
  setSheetResponse(body: string): Promise<void>
  /** Returns the last output of a process that has ended, or undefined. */
  ended(): Promise<string | undefined>
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

/** Interval in ms. The neighbor must stay below the rate limit. */
const NEIGHBOR_EVERY_MS = 100
const NEIGHBOR_CLIENT = '203.0.113.7'
/** The clients have addresses in 198.18.0.0/15, a network for tests. */
const CLIENTS = 2 ** 17
const KNOWN_MS = 60_000

/** Adds an owner with tasks. Returns the probe of the owner's list of tasks. */
async function neighborProbe(send: Client, url: string): Promise<Probe> {
  const { token } = await signUpOwner(send)
  const company = await createCompany(send, token)
  for (const title of ['Pies', 'Bread']) await assignTask(send, token, company._id, title)
  return {
    name: 'the list of the neighbor',
    url: `${url}/api/task/tasks/${company._id}`,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': NEIGHBOR_CLIENT },
    everyMs: NEIGHBOR_EVERY_MS,
  }
}

interface ReviewParts {
  product: StartedProduct
  send: Client
  owner: { email: string; token: string }
  adminToken: string
  companyId: string
}

/** Confirms the owner's address, and delivers a preview of a new task. Returns the token of the review link. */
async function reviewTokenOf({ product: { database, settings }, send, owner, adminToken, companyId }: ReviewParts): Promise<string> {
  const confirm = 'update tasks.owner_address set is_confirmed = true where email = $1'
  await until('tasks knows the owner', async () => (await database.query(confirm, [owner.email])).rowCount === 1, KNOWN_MS)
  const task = await assignTask(send, owner.token, companyId, 'Cakes', weekly)
  await must(send('POST', `/admin/upload-task-image/${task._id}`, { token: adminToken, files: { image: png() } }))
  const { rows } = await database.query('select id from tasks.review_link where task_id = $1', [task._id])
  return createReviewKeys(settings).tokenOf(rows[0].id)
}

/** Starts the product. `isApart`: each service is a process of its own, with the limits of production. */
export async function startFuzzTarget(isApart: boolean): Promise<FuzzTarget> {
  const { open, stop } = partStack()
  try {
    const product = await (isApart ? startApart(open) : startTogether(open))
    const { url, database } = product
    const send = clientOf(url)
    const signInAdmin = async () => {
      const json = { email: admin.email, password: product.adminPassword }
      return (await must(send<{ token: string }>('POST', '/admin/login', { json }))).token
    }
    const owner = await signUpOwner(send)
    const company = await createCompany(send, owner.token)
    const task = await assignTask(send, owner.token, company._id)
    const tokens = { owner: owner.token, admin: await signInAdmin() }
    const put = async (path: string, body: string) => void (await fetch(`${product.sheetsUrl}/${path}`, { method: 'PUT', body }))
    await put(`sheets/${SHEET}`, JSON.stringify({ rows: [customerColumns] }))
    const gsapi = `${product.sheetsUrl}/exec/${SHEET}`
    await must(send('PUT', `/admin/company/${company._id}/gsapi`, { token: tokens.admin, json: { gsapi } }))
    const token = await insertMail(database, company._id)
    let clients = 0

    return {
      ...product,
      probes: [...product.probes, await neighborProbe(send, url)],
      bounceAddress: `bounce+${token}@mail.localhost`,
      newReplyAddress: () => createReviewAddresses(product.settings)?.addressOf('reply', crypto.randomUUID()) ?? '',
      newClient() {
        clients = (clients + 1) % CLIENTS
        return `198.${18 + (clients >> 16)}.${(clients >> 8) & 255}.${clients & 255}`
      },
      known: { companyProfileId: company._id, token },
      taskId: task._id,
      reviewToken: await reviewTokenOf({ product, send, owner, adminToken: tokens.admin, companyId: company._id }),
      tokenOf: (role) => (role === 'visitor' ? undefined : tokens[role]),
      async signIn() {
        const { Token } = await must(send<{ Token: string }>('POST', '/auth', { json: { email: owner.email, password: PASSWORD } }))
        tokens.owner = Token
        tokens.admin = await signInAdmin()
      },
      setSheetResponse: (body) =>
        put(`control/${SHEET}`, JSON.stringify({ next: [], always: { kind: 'answer', type: 'application/json', body } })),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
