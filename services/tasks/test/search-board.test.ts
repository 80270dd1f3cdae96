import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { type FoundCompany, type FoundTask, searchBoard } from '@app/contracts/http/board-search.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTaskRows, admin, setUp } from './setup.ts'

type Owner = Awaited<ReturnType<typeof ownerWithCompany>>

let service: Awaited<ReturnType<typeof setUp>>
let owner: Owner

beforeAll(async () => {
  service = await setUp()
  for (const companyName of ['Zoe’s Yoga', 'café Ámbar', '100% Bread_Works'])
    await ownerWithCompany(service.deps, { _id: uuidv7(), companyName, email: 'desk@palm.example' })
  owner = await ownerWithCompany(service.deps, { _id: uuidv7(), companyName: 'Palm Bakery' })
})
afterAll(() => service.stop())

const request = (search: string, headers = admin.headers) =>
  service.app.inject({ url: `${searchBoard.url}?search=${encodeURIComponent(search)}`, headers })

async function found(search: string): Promise<{ companies: FoundCompany[]; tasks: FoundTask[] }> {
  const response = await request(search)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const companiesFor = async (search: string) => (await found(search)).companies.map(({ companyName }) => companyName)
const titlesFor = async (search: string) => (await found(search)).tasks.map(({ title }) => title)
const numbersFor = async (search: string) => (await found(search)).tasks.map(({ taskId }) => taskId)

/** Adds a task and returns its number. */
async function addTask(title: string): Promise<number> {
  await addTaskRows(service.db, owner.company._id, { title })
  const { rows } = await sql<{ taskId: number }>`select max(task_id) as "taskId" from task`.execute(service.db)
  return Number(rows[0]?.taskId)
}

describe('companies', () => {
  test('are found by words of their name, regardless of accents and case, and not by other fields', async () => {
    expect(await companiesFor('palm')).toEqual(['Palm Bakery'])
    expect(await companiesFor('bakery PAL')).toEqual(['Palm Bakery'])
    expect(await companiesFor('ambar')).toEqual(['café Ámbar'])
    expect(await companiesFor("zoe's")).toEqual(['Zoe’s Yoga'])
  })

  test('are at most 8, by name', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `Olive Shop ${String.fromCharCode(74 - i)}`)
    for (const companyName of names) await ownerWithCompany(service.deps, { _id: uuidv7(), companyName })
    expect(await companiesFor('olive')).toEqual(names.toSorted().slice(0, 8))
  })
})

describe('companies and their contacts', () => {
  let foreign: Owner

  beforeAll(async () => {
    foreign = await ownerWithCompany(service.deps, {
      _id: uuidv7(),
      companyName: 'Tee',
      phone: '+49 30 1234567',
      email: 'info@tee.example',
    })
    await ownerWithCompany(service.deps, { _id: uuidv7(), companyName: 'Dial Salon', phone: '803-555.0142' })
    await sql`
      insert into owner_address (owner_id, email, version) values (${foreign.id}, 'maria.lopez@harborpine.example', 1)`.execute(service.db)
  })

  test.each(['(803) 555-0142', '8035550142', '+1 803 555 0142', '803.555.0142', '555-0142'])(
    'are found by the phone number %s',
    async (search) => {
      expect((await found(search)).companies).toEqual([{ _id: expect.any(String), companyName: 'Dial Salon', phone: '803-555.0142' }])
    },
  )

  test.each(['+49301234567', '0049 30 1234567', '030 1234567'])('are found by the foreign phone number %s', async (search) => {
    expect(await companiesFor(search)).toEqual(['Tee'])
  })

  test('are found by the sign-in address of the owner and by the address in the profile, also in parts', async () => {
    const email = 'maria.lopez@harborpine.example'
    for (const search of [email, 'Maria.Lopez@HarborPine.example', 'lopez@harb', '@harborpine.example', 'lopez']) {
      expect((await found(search)).companies, search).toEqual([{ _id: foreign.company._id, companyName: 'Tee', email }])
    }
    expect(await companiesFor('info@tee')).toEqual(['Tee'])
    expect(await companiesFor('desk@palm.example')).toEqual(['100% Bread_Works', 'café Ámbar', 'Zoe’s Yoga'])
    expect(await companiesFor('@nobody.example')).toEqual([])
  })
})

describe('tasks', () => {
  test('are found by the caption of a preview or draft, after those with the words in their title', async () => {
    const captioned = async (title: string, caption: string, state: 'draft' | 'delivered') => {
      const taskId = await addTask(title)
      await sql`
        insert into preview (id, task_id, number, caption, state, created_by)
        select gen_random_uuid(), id, ${state === 'draft' ? null : 1}::integer, ${caption}, ${state}, gen_random_uuid() from task where task_id = ${taskId}
      `.execute(service.db)
    }
    await captioned('One', 'Ripe péaches, picked at dawn.', 'delivered')
    await captioned('Two', 'Peaches again', 'draft')
    await addTask('Peaches of the week')
    await captioned('Three', 'Plums', 'delivered')
    expect(await titlesFor('peaches')).toEqual(['Peaches of the week', 'Two', 'One'])
    expect(await titlesFor('dawn ripe')).toEqual(['One'])
  })

  test('are found by a caption among many newer tasks', async () => {
    const { rows } = await sql<{ id: string }>`select id from task order by task_id limit 1`.execute(service.db)
    await sql`
      insert into preview (id, task_id, caption, state, created_by)
      values (gen_random_uuid(), ${rows[0]?.id}, 'A quince pie', 'draft', gen_random_uuid())`.execute(service.db)
    await addTaskRows(service.db, owner.company._id, { title: 'Hay', count: 2_010 })
    expect(await titlesFor('quince')).toHaveLength(1)
  })

  test('are found by words of their title, newest first, at most 8, each with its status and company', async () => {
    for (let n = 1; n <= 10; n++) await addTask(`Summer fair ${n}`)
    const { tasks } = await found('FAIR sum')
    expect(tasks.map(({ title }) => title)).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((n) => `Summer fair ${n}`))
    expect(tasks[0]).toEqual({ taskId: expect.any(Number), title: 'Summer fair 10', currentStatus: 'Pending', companyName: 'Palm Bakery' })
  })

  test('are found by the start of their number, the exact number first', async () => {
    // Task numbers start at 1001, so four digits are an exact number.
    const taskId = await addTask('Numbered')
    expect((await numbersFor(`#${taskId}`))[0]).toBe(taskId)
    expect((await numbersFor(` ${taskId} `))[0]).toBe(taskId)
    const start = String(taskId).slice(0, -1)
    const numbers = await numbersFor(start)
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers).toEqual(numbers.filter((number) => String(number).startsWith(start)).toSorted((a, b) => a - b))
    for (const none of ['0', '999999999999999', '99999999999999999999']) expect(await numbersFor(none)).toEqual([])
  })

  test('are found by a number and then by the same number in the title', async () => {
    const taskId = await addTask('One')
    await addTask(`${taskId} reasons`)
    expect(await titlesFor(String(taskId))).toEqual(['One', `${taskId} reasons`])
  })

  test('are found by a rare word among many newer tasks, together with a newer task, each once', async () => {
    await addTask('Needle in January')
    await addTaskRows(service.db, owner.company._id, { title: 'Hay', count: 5_010 })
    await addTask('Needle in March')
    expect(await titlesFor('needle')).toEqual(['Needle in March', 'Needle in January'])
  })
})

test('the characters %, _ and \\ have no special meaning, and a text without a letter or digit finds nothing', async () => {
  await addTask('50% off_all \\ now')
  expect(await companiesFor('100%')).toEqual(['100% Bread_Works'])
  expect(await companiesFor('bread_works')).toEqual(['100% Bread_Works'])
  expect(await companiesFor('bread%works')).toEqual([])
  expect(await titlesFor('off_all')).toEqual(['50% off_all \\ now'])
  expect(await titlesFor('off%all')).toEqual([])
  for (const search of ['%', '_', '\\', '%%%', ' ', '—', '😀', "'", '" or 1=1 --']) {
    expect(await found(search), search).toEqual({ companies: [], tasks: [] })
  }
})

test.each(['ﷺ'.repeat(100), 'ж'.repeat(100), '́'.repeat(100), '\\'.repeat(100), '%a'.repeat(50), 'a b '.repeat(25), '𝒜'.repeat(50)])(
  'a search for %j is accepted',
  async (search) => {
    expect((await request(search)).statusCode).toBe(200)
  },
)

test('a text that is missing, empty, or longer than 100 characters: 400', async () => {
  for (const search of ['', 'a'.repeat(101), 'a'.repeat(500)]) expect((await request(search)).statusCode).toBe(400)
  expect((await service.app.inject({ url: searchBoard.url, headers: admin.headers })).statusCode).toBe(400)
})

test('an owner gets 403 for every text, also for the name of the own company', async () => {
  for (const search of ['palm', '1001']) expect((await request(search, owner.headers)).statusCode).toBe(403)
  expect((await service.app.inject({ url: `${searchBoard.url}?search=palm` })).statusCode).toBe(401)
})

test('the searches use indexes', async () => {
  // With few rows, Postgres would scan the tables. Without sequential scans, each query plan contains the index if Postgres can use it.
  const plan = await service.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    const title = await sql<{ 'QUERY PLAN': string }>`
      explain select task_id from task where normalize_for_search(title) like '%needle%'`.execute(trx)
    const number = await sql<{ 'QUERY PLAN': string }>`
      explain select task_id from task where task_id between 1200 and 1299 order by task_id limit 8`.execute(trx)
    const name = await sql<{ 'QUERY PLAN': string }>`
      explain select id from company where normalize_for_search(name) like '%palm%'`.execute(trx)
    const phone = await sql<{ 'QUERY PLAN': string }>`
      explain select id from company
      where regexp_replace(coalesce(profile ->> 'phone', ''), '[^0-9]', '', 'g') like '%8035550142%'`.execute(trx)
    const email = await sql<{ 'QUERY PLAN': string }>`
      explain select id from company where normalize_for_search(coalesce(profile ->> 'email', '')) like '%maria@%'`.execute(trx)
    const address = await sql<{ 'QUERY PLAN': string }>`
      explain select owner_id from owner_address where normalize_for_search(email) like '%maria@%'`.execute(trx)
    const caption = await sql<{ 'QUERY PLAN': string }>`
      explain select task_id from preview where caption <> '' and normalize_for_search(caption) like '%needle%'`.execute(trx)
    return [title, number, name, phone, email, address, caption].map(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'))
  })
  expect(plan).toEqual([
    expect.stringContaining('task_title_search'),
    expect.stringContaining('task_task_id_key'),
    expect.stringContaining('company_name_search'),
    expect.stringContaining('company_phone_search'),
    expect.stringContaining('company_email_search'),
    expect.stringContaining('owner_address_search'),
    expect.stringContaining('preview_caption_search'),
  ])
})
