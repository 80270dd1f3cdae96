import { png } from '@app/chassis/testing/pictures.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { setTaskEmails } from '@app/contracts/http/task-emails.ts'
import { adminCreateTask, type Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { partStack } from '../../../local/part-stack.ts'
import { until } from '../../bench/owner.ts'
import { COMPANY, PASSWORD } from '../../support/client.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { admin } from '../../support/product.ts'
import { type Ask, requestUntilSuccess, zeroFigures } from '../fleet/ask.ts'
import { startBalancer } from '../fleet/balancer.ts'
import { thisRelease } from '../fleet/code.ts'
import { type Fleet, startFleet } from '../fleet/fleet.ts'
import { storyAddress } from '../fleet/mail-sink.ts'
import type { Replica } from '../fleet/replica.ts'
import { say } from '../fleet/report.ts'
import { signInAdmin } from '../fleet/story.ts'
import { confirmOwner } from '../fleet/story-reviews.ts'
import { type ContentProxy, startContentProxy } from './content-proxy.ts'

const OWNERS = 10
/** Number of parallel requests. */
const AT_ONCE = 8
const KNOWN_MS = 120_000
const ARRIVES_MS = 60_000
/** A welcome email may take this long. */
export const WELCOME_MAX_MS = 10_000

export interface MailedOwner {
  email: string
  token: string
  companyId: string
}

/** A task that an admin created. The product emails its owner about it. */
export interface MailedTask {
  _id: string
  title: string
  owner: MailedOwner
}

/** The product, whose service `notifications` requests the content of emails about tasks through a proxy. */
export interface MailedProduct extends Pick<Fleet, 'database' | 'sink' | 'logs'> {
  proxy: ContentProxy
  /** Two processes of each of these services. */
  tasks: readonly Replica[]
  notifications: readonly Replica[]
  ask: Ask
  adminToken: string
  stop(): Promise<void>
}

/** Starts two processes of `tasks` and of `notifications`, and one of every other program. The admin gets emails about tasks at once. */
export async function startMailedProduct(): Promise<MailedProduct> {
  const { open, stop } = partStack()
  try {
    const proxy = await open(startContentProxy())
    const envOf = (name: string): Record<string, string> => (name === 'notifications' ? { TASKS_URL: proxy.url } : {})
    const replicasOf = (name: string): number => (name === 'tasks' || name === 'notifications' ? 2 : 1)
    const { url, replicas, database, sink, logs } = await open(startFleet(thisRelease, { envOf, replicasOf }))
    const ofService = (name: string): Replica[] => replicas.filter(({ service }) => service === name)
    const tasks = ofService('tasks')
    proxy.tasksUrl = (await open(startBalancer(() => tasks.map(({ port }) => port)))).url
    const ask: Ask = (options) => requestUntilSuccess(url, zeroFigures(), options)
    const adminToken = await signInAdmin(ask, admin)
    await ask({ method: setTaskEmails.method, path: setTaskEmails.url, token: adminToken, json: { frequency: 'at-once' } })
    return { proxy, tasks, notifications: ofService('notifications'), ask, adminToken, database, sink, logs, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function addOwner({ ask, sink, database }: MailedProduct): Promise<MailedOwner> {
  const email = storyAddress(crypto.randomUUID())
  await ask({ method: 'POST', path: '/user', json: { username: 'Olive Owner', email, password: PASSWORD } })
  const { Token: token } = await ask<{ Token: string }>({ method: 'POST', path: '/auth', json: { email, password: PASSWORD } })
  await confirmOwner(ask, { sink, database }, email)
  const address = { address1: '12 Dock Street', city: 'Beaufort', state: 'SC', zip: '29902' }
  const { companyProfile } = await ask<{ companyProfile: CompanyProfile }>({
    method: 'POST',
    path: '/company/update-company-profile',
    token,
    fields: { ...COMPANY, ...address },
    files: { logo: png() },
  })
  return { email, token, companyId: companyProfile._id }
}

/**
 * Adds ten owners with confirmed addresses, because unconfirmed owners get at most ten emails. Waits until the services have the events
 * about these owners, their companies and the admin.
 */
export async function addOwners(product: MailedProduct): Promise<MailedOwner[]> {
  const owners = await inParallel(Array.from({ length: OWNERS }), AT_ONCE, () => addOwner(product))
  const { database } = product
  const isKnown = async () => {
    const { rowCount: recipients } = await database.query(
      "select from notifications.recipient where role = 'admin' or (email_verified and email = any($1))",
      [owners.map(({ email }) => email)],
    )
    const ids = owners.map(({ companyId }) => companyId)
    const { rowCount: companies } = await database.query('select from tasks.company where id = any($1)', [ids])
    return recipients === owners.length + 1 && companies === owners.length
  }
  await until('the services know the owners', isKnown, KNOWN_MS)
  return owners
}

/** Lets the admin create tasks for the owners in turn. Each task causes an email to its owner. */
export function addTasks({ ask, adminToken }: MailedProduct, owners: readonly MailedOwner[], count: number): Promise<MailedTask[]> {
  const today = todayIn(DEFAULT_TIMEZONE)
  const dates = { submissionForReview: addDays(today, 2), targetPostingDate: addDays(today, 6) }
  const ownerOf = (index: number) => owners[index % owners.length] as MailedOwner
  return inParallel(
    Array.from({ length: count }, (_, index) => ownerOf(index)),
    AT_ONCE,
    async (owner) => {
      const title = `Task ${crypto.randomUUID()}`
      const fields = { companyProfileId: owner.companyId, title, platform_x: 'true', ...dates }
      const { _id } = await ask<Task>({ method: adminCreateTask.method, path: adminCreateTask.url, token: adminToken, fields })
      return { _id, title, owner }
    },
  )
}

/** Lets the admin deliver a preview of each task. Each preview causes an email with a review link to the owner. */
export async function deliverPreviews({ ask, adminToken }: MailedProduct, tasks: readonly MailedTask[]): Promise<void> {
  await inParallel(tasks, AT_ONCE, ({ _id }) =>
    ask({
      method: uploadPreview.method,
      path: uploadPreview.url.replace(':id', _id),
      token: adminToken,
      fields: { caption: 'Fresh bread every morning.' },
      files: { file1: png() },
    }),
  )
}

/** Signs up a person. Returns after how many milliseconds the welcome email arrived, at most a minute. `identity` composes this email. */
export async function timeOfWelcome({ ask, sink }: MailedProduct): Promise<number> {
  const email = storyAddress(crypto.randomUUID())
  await ask({ method: 'POST', path: '/user', json: { username: 'Nora New', email, password: PASSWORD } })
  const begunAt = Date.now()
  const isReceived = async () => sink.ownersMails.some(({ to }) => to === email)
  await until('the welcome email arrives', isReceived, ARRIVES_MS).catch((error: Error) => say(error.message))
  return Date.now() - begunAt
}

/** Ends all processes at the same time. */
export const endAll = async (replicas: readonly Replica[], signal: NodeJS.Signals): Promise<void> =>
  void (await Promise.all(replicas.map((replica) => replica.end(signal))))

export const startAll = async (replicas: readonly Replica[]): Promise<void> =>
  void (await Promise.all(replicas.map((replica) => replica.start(thisRelease))))
