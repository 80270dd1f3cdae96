import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import {
  BOARD_CARDS_MAX,
  type BoardTask,
  type CompanyLine,
  companySorts,
  LAUNCH_COUNT_MAX,
  type Turn,
  taskSorts,
  turns,
} from '@app/contracts/http/board.ts'
import { taskStatuses } from '@app/contracts/rules/task-status.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectEach } from '../src/board/task-page.repository.ts'
import { addTaskRows, admin, read, setUp, taskIn } from './setup.ts'

type Owner = Awaited<ReturnType<typeof ownerWithCompany>>

let service: Awaited<ReturnType<typeof setUp>>
/** The owners of the companies, oldest company first. */
let companies: Owner[]
let nobody: Owner

const get = async (url: string) => service.app.inject({ url: `/admin/board${url}`, headers: admin.headers })

async function everyPage<Row>(url: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  let next: string | undefined = `${url}${url.includes('?') ? '&' : '?'}limit=${limit}`
  while (next) {
    const page: Awaited<ReturnType<typeof get>> = await get(next)
    expect(page.statusCode).toBe(200)
    expect(page.json().length).toBeLessThanOrEqual(limit)
    rows.push(...page.json())
    next = /^<\/admin\/board(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
  }
  return rows
}

beforeAll(async () => {
  service = await setUp()
  companies = []
  for (const [companyName, city] of Object.entries({ 'Palm Bakery': 'Tampa', 'café Ámbar': 'Miami', "Zoe's Yoga": 'Tampa', 'Bay Law': '' }))
    companies.push(await ownerWithCompany(service.deps, { _id: uuidv7(), companyName, city, dba: `${companyName} LLC` }))
  nobody = await ownerWithCompany(service.deps, { _id: uuidv7(), companyName: 'Nobody Yet', phone: '803-555-0142' })
  const pictures = [{}, { picture: 'public/a.png' }, { picture: 'public/a.png', referredBack: 'public/a.png' }]
  const days = [undefined, '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-20']
  for (let n = 0; n < 60; n++) {
    const owner = companies[n % 3] ?? nobody
    const [status = 'Pending', target, review] = [taskStatuses[(n * 7) % 4], days[n % 5], days[(n * 3) % 5]]
    const recursFrom = n % 10 === 0 ? '2026-11-19' : undefined
    const occursOn = recursFrom && n > 10 ? '2026-11-22' : undefined
    await addTaskRows(service.db, owner.company._id, {
      title: n % 6 ? `Autumn sale ${n}` : `Crème & AI tips ${n}`,
      status,
      target,
      review,
      recursFrom,
      occursOn,
      ...pictures[Math.floor(n / 4) % 3],
    })
  }
})
afterAll(() => service.stop())

/** The tests compute the expected lists from these tasks. */
const allTasks = async () => (await everyPage<BoardTask>('/tasks?sort=newest', 100)).map((task) => ({ ...task, due: dueOf(task) }))
const dueOf = ({ targetPostingDate, occurrenceDate, recurrenceStartDate }: BoardTask) =>
  targetPostingDate ?? occurrenceDate ?? recurrenceStartDate ?? 'none'
type Known = Awaited<ReturnType<typeof allTasks>>[number]

const rank = { 'Roll Back': 0, Pending: 1, Approved: 2, Posted: 3 }
const newest = (a: Known, b: Known) => b.taskId - a.taskId
const compareBy: Record<(typeof taskSorts)[number], (a: Known, b: Known) => number> = {
  board: (a, b) => rank[a.currentStatus] - rank[b.currentStatus] || newest(a, b),
  newest,
  review: (a, b) => (a.submissionForReview ?? 'none').localeCompare(b.submissionForReview ?? 'none') || a.taskId - b.taskId,
  target: (a, b) => a.due.localeCompare(b.due) || a.taskId - b.taskId,
  due: (a, b) => nextStepOf(a).localeCompare(nextStepOf(b)) || a.taskId - b.taskId,
}
const nextStepOf = ({ currentStatus, hasFreshPreview, submissionForReview, due }: Known) =>
  currentStatus === 'Roll Back' || (currentStatus === 'Pending' && !hasFreshPreview) ? (submissionForReview ?? due) : due
const numbers = (tasks: readonly BoardTask[]) => tasks.map(({ taskId }) => taskId)

describe('tasks of all companies', () => {
  test.each(taskSorts)('are sorted by %s with every filter, over all pages', async (sort) => {
    const all = await allTasks()
    const inOrder = (belongs: (task: Known) => boolean) => numbers(all.filter(belongs).toSorted(compareBy[sort]))
    const [first] = companies
    const parts: [query: string, belongs: (task: Known) => boolean][] = [
      ['', () => true],
      ['&status=Roll%20Back', ({ currentStatus }) => currentStatus === 'Roll Back'],
      ['&open=true', ({ currentStatus }) => currentStatus !== 'Posted'],
      ['&open=true&status=Posted', () => false],
      [
        `&companyProfileId=${first?.company._id}&open=true`,
        (task) => task.companyName === 'Palm Bakery' && task.currentStatus !== 'Posted',
      ],
      ['&search=sale', ({ title }) => title.includes('sale')],
      ['&search=sale&open=true', ({ title, currentStatus }) => title.includes('sale') && currentStatus !== 'Posted'],
      ['&search=palm&status=Approved', (task) => task.companyName === 'Palm Bakery' && task.currentStatus === 'Approved'],
    ]
    for (const [query, belongs] of parts) {
      for (const limit of [7, 100]) {
        expect(numbers(await everyPage(`/tasks?sort=${sort}${query}`, limit)), `${query} by ${limit}`).toEqual(inOrder(belongs))
      }
    }
  })

  test.each(['board', 'newest', 'due'] as const)('are selected by turn, sorted by %s, over all pages', async (sort) => {
    const all = await allTasks()
    const [first] = companies
    for (const turn of turns) {
      const ofTurn = all.filter((task) => task.currentStatus === 'Pending' && task.hasFreshPreview === (turn === 'owner'))
      const parts: [query: string, belongs: (task: Known) => boolean][] = [
        ['', () => true],
        ['&status=Pending&open=true', () => true],
        ['&status=Approved', () => false],
        [`&companyProfileId=${first?.company._id}`, ({ companyName }) => companyName === 'Palm Bakery'],
        ['&search=sale', ({ title }) => title.includes('sale')],
      ]
      for (const [query, belongs] of parts) {
        const expected = numbers(ofTurn.filter(belongs).toSorted(compareBy[sort]))
        expect(numbers(await everyPage(`/tasks?turn=${turn}&sort=${sort}${query}`, 2)), `${turn} ${query}`).toEqual(expected)
      }
      expect(ofTurn.length).toBeGreaterThan(2)
    }
  })

  test.each(['review', 'target'])('of one turn are not sorted by %s', async (sort) => {
    expect((await get(`/tasks?turn=admin&sort=${sort}`)).statusCode).toBe(422)
    expect((await get('/tasks?turn=nobody')).statusCode).toBe(400)
  })

  test.each([
    ['status=Pending&sort=target', 'task_posting_day'],
    ['status=Pending&sort=due', 'task_next_step_day'],
    ['turn=admin&sort=due', 'task_turn_day'],
    ['turn=owner&sort=newest', 'task_turn_newest'],
  ])('%s is read from the index %s', async (query, index) => {
    const { sort, turn } = Object.fromEntries(new URLSearchParams(query)) as { sort: 'due'; turn?: Turn }
    const [select] = selectEach({ statuses: ['Pending'], turn, sort, limit: 10 }, sql`task`, 10)
    // The table has few rows. If these plans are disabled, Postgres always uses the index that has the order of the list.
    const plan = await service.db.transaction().execute(async (trx) => {
      for (const method of ['seqscan', 'bitmapscan', 'sort']) await sql`set local ${sql.ref(`enable_${method}`)} = off`.execute(trx)
      return sql<Record<string, string>>`explain ${select ?? sql``}`.execute(trx)
    })
    const text = plan.rows.flatMap((row) => Object.values(row)).join('\n')
    expect(text).toContain(`using ${index} `)
    expect(text).not.toContain('Sort')
  })

  test('are sorted by "board" by default', async () => {
    expect(await everyPage('/tasks', 100)).toEqual(await everyPage('/tasks?sort=board', 100))
  })

  test('are found by words in any order, regardless of accents and case, by the start of short words, and by number', async () => {
    const all = await allTasks()
    const titles = async (search: string) => numbers(await everyPage(`/tasks?sort=newest&search=${encodeURIComponent(search)}`, 100))
    const having = (belongs: (task: Known) => boolean) => numbers(all.filter(belongs))
    const tips = having(({ title }) => title.startsWith('Crème'))
    for (const search of ['creme', 'CRÈME', 'tips crème', 'ai', 'a creme', ' ips ']) expect(await titles(search)).toEqual(tips)
    expect(await titles('ut')).toEqual([])
    expect(await titles('ambar cafe')).toEqual(having(({ companyName }) => companyName === 'café Ámbar'))
    expect(await titles('Zoe’s')).toEqual(having(({ companyName }) => companyName === "Zoe's Yoga"))
    expect(await titles('100%')).toEqual([])
    expect(await titles('& ,')).toEqual(numbers(all))
    const [task] = all
    for (const search of [`${task?.taskId}`, ` #${task?.taskId} `]) expect(await titles(search)).toEqual([task?.taskId])
    expect(await titles('999999999999999')).toEqual([])
    expect((await get(`/tasks?search=${task?.taskId}&status=${task?.currentStatus}`)).json()).toHaveLength(1)
  })

  test('are found by a rare word among many tasks', { tags: 'nightly' }, async () => {
    const owner = companies[3] ?? nobody
    await addTaskRows(service.db, owner.company._id, { title: 'Needle in January', status: 'Approved' })
    await addTaskRows(service.db, owner.company._id, { title: 'Needle in June', status: 'Posted' })
    for (const status of ['Approved', 'Roll Back'] as const)
      await addTaskRows(service.db, owner.company._id, { title: 'Hay', status, count: 5_010 })
    await addTaskRows(service.db, owner.company._id, { title: 'Needle in March', status: 'Approved' })
    const found = async (query: string) =>
      (await everyPage<BoardTask>(`/tasks?search=needle${query}`, 2)).map(({ title }) => title.split(' ').at(-1))
    expect(await found('')).toEqual(['March', 'January', 'June'])
    expect(await found('&sort=newest')).toEqual(['March', 'June', 'January'])
    expect(await found('&sort=target&status=Approved')).toEqual(['January', 'March'])
    expect(await found('&open=true&sort=review')).toEqual(['January', 'March'])
    await sql`delete from task where company_id = ${owner.company._id}`.execute(service.db)
  })

  const forged = (key: unknown) => `cursor=${Buffer.from(JSON.stringify(key)).toString('base64url')}`
  test.each([
    'limit=101',
    'status=Done',
    'sort=oldest',
    forged(['2026-11-21', 1]),
    `sort=review&${forged(['2026-13-45', 1])}`,
    `sort=target&${forged([0, 1])}`,
    `search=${'a'.repeat(101)}`,
  ])('%s: 400', async (query) => {
    expect((await get(`/tasks?${query}`)).statusCode).toBe(400)
  })
})

describe('companies', () => {
  test.each([
    ['oldest', ['Palm Bakery', 'café Ámbar', "Zoe's Yoga", 'Bay Law', 'Nobody Yet']],
    ['newest', ['Nobody Yet', 'Bay Law', "Zoe's Yoga", 'café Ámbar', 'Palm Bakery']],
    ['name', ['Bay Law', 'café Ámbar', 'Nobody Yet', 'Palm Bakery', "Zoe's Yoga"]],
  ] as const)('are sorted by %s, over all pages', async (sort, names) => {
    expect(companySorts).toContain(sort)
    const listed = await everyPage<CompanyLine>(`/companies?sort=${sort}`, 2)
    expect(listed.map(({ companyName }) => companyName)).toEqual(names)
  })

  test('are sorted by the number of tasks that are not posted, and have counts', async () => {
    await addTaskRows(service.db, (companies[1] ?? nobody).company._id, { title: 'One more', status: 'Pending' })
    const listed = await everyPage<CompanyLine>('/companies?sort=open', 2)
    const open = listed.map(({ counts }) => counts.Pending + counts['Roll Back'] + counts.Approved)
    expect(open).toEqual(open.toSorted((a, b) => b - a))
    expect(listed[0]?.companyName).toBe('café Ámbar')
    const { tasks } = (await get('/counts')).json()
    for (const status of taskStatuses) expect(listed.reduce((sum, { counts }) => sum + counts[status], 0)).toBe(tasks[status])
    const busy = await everyPage<CompanyLine>('/companies?withTasks=true', 2)
    expect(busy.map(({ companyName }) => companyName)).toEqual(['Palm Bakery', 'café Ámbar', "Zoe's Yoga"])
  })

  test('are found by the name and other fields of the line, regardless of accents', async () => {
    const found = async (search: string) =>
      (await everyPage<CompanyLine>(`/companies?search=${encodeURIComponent(search)}`, 1)).map(({ companyName }) => companyName)
    expect(await found('tampa')).toEqual(['Palm Bakery', "Zoe's Yoga"])
    expect(await found('tampa YOGA')).toEqual(["Zoe's Yoga"])
    expect(await found('Ambar')).toEqual(['café Ámbar'])
    expect(await found('la')).toEqual(['Bay Law'])
    expect(await found('99%')).toEqual([])
  })

  test.each(['(803) 555-0142', '803.555.0142', '+1 803 555 0142', '8035550142'])('are found by the phone number %s', async (search) => {
    const found = await everyPage<CompanyLine>(`/companies?search=${encodeURIComponent(search)}`, 5)
    expect(found.map(({ companyName }) => companyName)).toEqual(['Nobody Yet'])
  })

  test('have the requested number of cards, by status and newest first, without posted tasks', async () => {
    const all = await allTasks()
    const order = ['Pending', 'Roll Back', 'Approved']
    for (const max of [0, 1, 6, BOARD_CARDS_MAX]) {
      for (const { companyName, cards } of await everyPage<CompanyLine>(`/companies?cards=${max}`, 2)) {
        const strip = all
          .filter((task) => task.companyName === companyName && task.currentStatus !== 'Posted')
          .toSorted((a, b) => order.indexOf(a.currentStatus) - order.indexOf(b.currentStatus) || newest(a, b))
        expect(cards).toEqual(strip.slice(0, max).map(({ companyName: _, due: __, timeZone: ___, ...card }) => card))
      }
    }
    expect((await get(`/companies?cards=${BOARD_CARDS_MAX + 1}`)).statusCode).toBe(400)
  })

  test('are returned one by one with the complete profile and the line', async () => {
    const [{ company, id: ownerId } = nobody] = companies
    const lines = await everyPage<CompanyLine>('/companies?cards=3', 50)
    const one = await get(`/companies/${company._id}?cards=3`)
    const line = lines.find(({ _id }) => _id === company._id)
    expect(one.json()).toEqual({ company, requiresCheck: false, ownerEmail: null, ownerId, line })
    expect((await get(`/companies/${crypto.randomUUID()}`)).statusCode).toBe(404)
  })

  test('have the whole sign-in address of the owner', async () => {
    await sql`insert into owner_address (owner_id, email, is_confirmed, version)
      values (${nobody.id}, 'maria@harborpine.example', true, 1)`.execute(service.db)
    expect((await get(`/companies/${nobody.company._id}`)).json()).toMatchObject({ ownerEmail: 'maria@harborpine.example' })
  })
})

test('the card of a posted task has the time of the posting', async () => {
  const task = await taskIn(service.app, nobody, 'Posted')
  const other = await taskIn(service.app, nobody, 'Approved')
  const cards: BoardTask[] = (await get(`/tasks?companyProfileId=${nobody.company._id}`)).json()
  expect(cards.find(({ taskId }) => taskId === task.taskId)?.postedAt).toBe('2026-11-21T17:00:00Z')
  expect(cards.find(({ taskId }) => taskId === other.taskId)?.postedAt).toBeNull()
  await sql`delete from task where company_id = ${nobody.company._id}`.execute(service.db)
})

test('the counts contain the Pending tasks of each turn, and the tasks that are due for launch, up to a maximum', async () => {
  const all = await allTasks()
  const counts = async () => (await get('/counts')).json()
  const dueForLaunch = ({ currentStatus, due }: Known) => currentStatus === 'Approved' && due <= '2026-11-21'
  const { tasks, turns: byTurn, launch } = await counts()
  const pending = all.filter(({ currentStatus }) => currentStatus === 'Pending')
  expect(byTurn).toEqual({
    admin: pending.filter(({ hasFreshPreview }) => !hasFreshPreview).length,
    owner: pending.filter(({ hasFreshPreview }) => hasFreshPreview).length,
  })
  expect(byTurn.admin + byTurn.owner).toBe(tasks.Pending)
  expect(launch).toBe(all.filter(dueForLaunch).length)
  expect(launch).toBeGreaterThan(0)

  const companyId = companies[3]?.company._id ?? ''
  await addTaskRows(service.db, companyId, { status: 'Approved', target: '2026-11-20', count: LAUNCH_COUNT_MAX })
  expect((await counts()).launch).toBe(LAUNCH_COUNT_MAX)
  await sql`delete from task where company_id = ${companyId}`.execute(service.db)
})

test('a card has the fields of its task, hasFreshPreview and openFindings', async () => {
  const stages = ['Pending', 'Previewed', 'Roll Back', 'Approved', 'Posted'] as const
  const fresh: boolean[] = []
  for (const stage of stages) {
    const task = await taskIn(service.app, nobody, stage)
    const [card] = (await get(`/tasks?search=${task.taskId}`)).json()
    const { hasFreshPreview, openFindings, companyName, timeZone, ...rest } = card
    expect(task).toMatchObject(rest)
    expect(openFindings).toBe(0)
    expect(companyName).toBe('Nobody Yet')
    expect(timeZone).toBe(nobody.company.timeZone)
    fresh.push(hasFreshPreview)
    for (const ref of [task._id, task.taskId]) {
      const whole = (await read(service.app, admin, task._id)).json()
      expect((await get(`/tasks/${ref}`)).json()).toEqual({ task: whole, companyName, timeZone, isUnconfirmed: false, openFindings })
    }
  }
  expect(fresh).toEqual([false, true, false, true, true])
  expect((await get(`/tasks/${crypto.randomUUID()}`)).json().message).toBe('Task not found')
})
