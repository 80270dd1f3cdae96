import type { App } from '@app/chassis/http/app.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, todayIn } from '@app/contracts/rules/business-dates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDueReminders } from '../../src/reminders/start-reminders.ts'
import { createDueOccurrences } from '../../src/series/start-series.ts'
import { edit, moveTo } from '../briefs/brief-steps.ts'
import { finding, finds, runChecks } from '../proofreading/proofreading-steps.ts'
import { countDeadlocks, secondReplica } from '../replicas.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { admin, adminCreate, create, deliver, giveFeedback, move, type Person, read, remove, setUp, taskFields } from '../setup.ts'
import { expectInvariants } from './invariants.ts'
import { randomNumbers } from './random.ts'

const OPERATIONS = 10_000
/** Operations that run at the same time, over two instances. */
const AT_ONCE = 8
const COMPANIES = 4
const TASKS_PER_COMPANY = 12
/** The business clock advances after this many operations. */
const CLOCK_EVERY = 200
const CLOCK_STEP_MS = 6 * 3_600_000
const CHECK_EVERY = 2_000
const SEED = 48
/** A request of somebody who knows an old state is refused, and a task may be removed. */
const EXPECTED = [200, 201, 404, 409, 410, 422]

let service: Awaited<ReturnType<typeof setUp>>
let clock = new Date('2026-11-21T17:00:00Z')
beforeAll(async () => {
  service = await setUp({ now: () => clock })
})
afterAll(() => service.stop())

const random = randomNumbers(SEED)
const signal = new AbortController().signal

/** The tasks that the simulation knows, in their last known versions. In companies `Alone…`, only the owner changes dates. */
interface Company {
  owner: Reviewer
  isAlone: boolean
  tasks: Map<string, Task>
}

type Response = Awaited<ReturnType<App['inject']>>

/** Returns a day in the next five months, with a time for the review before. */
function randomDates() {
  const targetPostingDate = addDays(todayIn(service.deps.timeZone, clock), 5 + random.below(150))
  return { targetPostingDate, submissionForReview: addDays(targetPostingDate, -3 - random.below(2)) }
}

const correct = (app: App, act: string, { _id }: Task, body: object) =>
  app.inject({ method: 'POST', url: `/admin/${act}/${_id}`, payload: body, headers: admin.headers })

/** Approves the newest review link of a task. A task without a link is approved in the portal. */
async function approveByLink(app: App, { _id }: Task, { owner }: Company): Promise<Response> {
  const { rows } = await sql<{ id: string; number: number }>`
    select id, preview_number as number from review_link where task_id = ${_id} order by created_at desc limit 1`.execute(service.db)
  const [link] = rows
  if (!link) return move(app, owner, _id, { currentStatus: 'Approved' })
  return reviewing({ ...service, app }).approve(service.deps.reviewKeys.tokenOf(link.id), { previewNo: link.number })
}

type Step = (app: App, task: Task, company: Company) => Promise<Response>

/** An edit or a move by the owner or, unless the owner is alone, by an admin. */
const byEither = ({ owner, isAlone }: Company): Person => (isAlone || random.below(2) ? owner : admin)

const steps = {
  edit: (app, task, { owner }) =>
    edit(app, random.pick<Person>([owner, admin]), task, { title: `Title ${random.below(5)}`, platform_x: random.pick(['true', 'false']) }),
  editDates: (app, task, company) => edit(app, byEither(company), task, randomDates()),
  move: (app, task, company) => moveTo(app, byEither(company), task, randomDates().targetPostingDate),
  moveFollowing: (app, task, company) =>
    moveTo(app, byEither(company), task, randomDates().targetPostingDate, { scope: task.seriesId ? 'following' : 'this' }),
  deliver: (app, task) => deliver(app, task._id),
  approve: (app, task, { owner }) => move(app, owner, task._id, { currentStatus: 'Approved', version: task.version }),
  approveByLink,
  referBack: (app, task, { owner }) => giveFeedback(app, owner, task._id, { feedback: `Warmer ${random.below(1_000)}` }),
  withdrawApproval: (app, task, { owner }) => move(app, owner, task._id, { currentStatus: 'Pending' }),
  withdrawPreview: (app, task) => correct(app, 'withdraw-preview', task, { previewNo: task.previewNo ?? 1 }),
  launch: (app, task) => move(app, admin, task._id, { currentStatus: 'Posted', acceptUnconfirmed: true, adminPostComment: 'Live' }),
  undoLaunch: (app, task) => correct(app, 'undo-launch', task, { reason: 'A mistake' }),
  remove: (app, task, { owner }) => remove(app, owner, task._id),
  removeByAdmin: (app, task) => correct(app, 'remove-task', task, { reason: 'A mistake' }),
  refresh: (app, task, { owner }) => read(app, owner, task._id),
} satisfies Record<string, Step>

const weights: Readonly<Record<keyof typeof steps, number>> = {
  edit: 12,
  editDates: 6,
  move: 10,
  moveFollowing: 5,
  deliver: 14,
  approve: 10,
  approveByLink: 5,
  referBack: 9,
  withdrawApproval: 5,
  withdrawPreview: 9,
  launch: 9,
  undoLaunch: 5,
  remove: 1,
  removeByAdmin: 1,
  refresh: 6,
}

/** Creates a task as an owner or admin. One of four repeats. */
function createOne(app: App, { owner, isAlone }: Company): Promise<Response> {
  const fields = taskFields(owner.company._id, randomDates())
  if (random.below(4) === 0) {
    const starts = addDays(todayIn(service.deps.timeZone, clock), 4 + random.below(20))
    const period = { recurrenceStartDate: starts, recurrenceEndDate: addDays(starts, 120), submissionForReview: '', targetPostingDate: '' }
    return create(app, owner, { ...fields, isRecurring: 'true', recurrenceType: random.pick(['weekly', 'bi-weekly']), ...period })
  }
  return isAlone || random.below(2) ? create(app, owner, fields) : adminCreate(app, fields)
}

/** Takes over the task in a response, and forgets a removed task. */
function learn({ tasks }: Company, { _id }: Task, response: Response): void {
  const body = response.json()
  if (response.statusCode === 404 || body.message === 'Task deleted successfully') tasks.delete(_id)
  const known: Task | undefined = [body, body.task].find((one) => one?._id === _id)
  if (known && tasks.has(_id)) tasks.set(_id, known)
}

/** Adds the tasks that the job created. */
async function learnAll(app: App, { owner, tasks }: Company): Promise<void> {
  const listed: Task[] = (await app.inject({ url: `/task/tasks/${owner.company._id}`, headers: owner.headers })).json()
  for (const task of listed) tasks.set(task._id, task)
}

/** 75 s on an idle machine with two cores. */
const MAX_MS = 240_000

test('after 10,000 random changes by two sides, over two instances, every rule holds', { timeout: MAX_MS }, async () => {
  const second = await secondReplica(service)
  const apps = [service.app, second.app]
  const companies: Company[] = []
  for (let count = 0; count < COMPANIES; count += 1) {
    const owner = await reviewer(service, { email: `owner${count}@shop.example` })
    const isAlone = count % 2 === 0
    await sql`update company set name = ${isAlone ? `Alone ${count}` : `Together ${count}`} where id = ${owner.company._id}`.execute(
      service.db,
    )
    companies.push({ owner, isAlone, tasks: new Map() })
  }
  const owners = companies.map(({ owner }) => owner)
  const failures: string[] = []
  const outcomes = new Map<string, number>()

  function count(name: string, { statusCode, body }: Response): void {
    outcomes.set(`${name} ${statusCode}`, (outcomes.get(`${name} ${statusCode}`) ?? 0) + 1)
    if (!EXPECTED.includes(statusCode)) failures.push(`${name} ${statusCode} ${body}`)
  }

  async function operate(): Promise<void> {
    const [app, company] = [random.pick(apps), random.pick(companies)]
    const task = random.pick([...company.tasks.values()])
    if (!task || (company.tasks.size < TASKS_PER_COMPANY && random.below(3) === 0)) {
      const response = await createOne(app, company)
      count('create', response)
      if (response.statusCode === 201) company.tasks.set(response.json()._id, response.json())
      return
    }
    const name = random.weighted(weights)
    const response = await (steps[name] as Step)(app, task, company)
    count(name, response)
    learn(company, task, response)
  }

  for (let done = 0; done < OPERATIONS; done += CLOCK_EVERY) {
    let left = CLOCK_EVERY
    const worker = async () => {
      while (left > 0) {
        left -= 1
        await operate()
      }
    }
    const jobs: Promise<unknown>[] = [service, second].flatMap(({ db }) => {
      const deps = { ...service.deps, db }
      const checks = runChecks({ ...service, deps }, finds(finding()))
      return [createDueOccurrences(deps, signal), addDueReminders(deps, signal), checks]
    })
    await Promise.all([...Array.from({ length: AT_ONCE }, worker), ...jobs])
    expect(failures).toEqual([])
    clock = new Date(clock.getTime() + CLOCK_STEP_MS)
    for (const company of companies) await learnAll(service.app, company)
    if ((done + CLOCK_EVERY) % CHECK_EVERY === 0) await expectInvariants(service, owners)
  }
  // Each kind of change succeeded, and was refused.
  for (const name of Object.keys(steps)) expect(outcomes.get(`${name} 200`) ?? 0, name).toBeGreaterThan(5)
  for (const name of ['edit', 'move', 'withdrawPreview', 'launch', 'undoLaunch'])
    expect(outcomes.get(`${name} 409`) ?? 0, name).toBeGreaterThan(5)
  await second.stop()
  expect(await countDeadlocks(service)).toBe(0)
})
