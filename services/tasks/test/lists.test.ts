import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { ownerWithCompany, profile } from '@app/chassis/testing/companies.ts'
import { startCompanyService } from '@app/chassis/testing/company-service.ts'
import { person } from '@app/chassis/testing/people.ts'
import type { CompanyTasks } from '@app/contracts/http/all-companies.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, adminCreate, create, type Person, read, setUp, taskFields, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let company: Awaited<ReturnType<typeof startCompanyService>>

beforeAll(async () => {
  company = await startCompanyService()
  service = await setUp({ companyUrl: company.url })
})
afterAll(async () => {
  await service.stop()
  company.stop()
})

const list = (caller: Person, companyId: string, query = '') =>
  service.app.inject({ url: `/task/tasks/${companyId}${query}`, headers: caller.headers })
const listCompanies = (query = '', caller: Person = admin) =>
  service.app.inject({ url: `/admin/all-companies${query}`, headers: caller.headers })

test('every route rejects callers that are not allowed', async () => {
  expect(await findAccessViolations(service.app, 'tasks')).toEqual([])
})

describe('tasks of a company', () => {
  test('are listed newest first for the owner and for admins, by page if requested', async () => {
    const owner = await ownerWithCompany(service.deps)
    for (let n = 0; n < 5; n++) await adminCreate(service.app, taskFields(owner.company._id, { title: `Task ${n}` }))
    const whole = await list(owner, owner.company._id)
    const titles = whole.json().map((task: Task) => task.title)
    expect(titles).toEqual(['Task 4', 'Task 3', 'Task 2', 'Task 1', 'Task 0'])
    expect(whole.headers.link).toBeUndefined()
    expect((await list(admin, owner.company._id.toUpperCase())).json()).toEqual(whole.json())

    const paged: string[] = []
    let next: string | undefined = `/task/tasks/${owner.company._id}?limit=2`
    while (next) {
      const page: Awaited<ReturnType<typeof list>> = await service.app.inject({ url: next, headers: owner.headers })
      expect(page.json().length).toBeLessThanOrEqual(2)
      paged.push(...page.json().map((task: Task) => task.title))
      next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(paged).toEqual(titles)
  })

  test('are the same in the list and in the route of a single task, by _id and by number', async () => {
    const owner = await ownerWithCompany(service.deps)
    const task = await taskIn(service.app, owner, 'Roll Back')
    expect((await list(owner, owner.company._id)).json()).toEqual([task])
    expect((await read(service.app, owner, task._id.toUpperCase())).json()).toEqual(task)
    expect((await read(service.app, admin, String(task.taskId))).json()).toEqual(task)
  })

  test('get the same 404 for another owner’s company, with or without tasks, as for an unknown company', async () => {
    const owner = await ownerWithCompany(service.deps)
    const busy = await ownerWithCompany(service.deps)
    const idle = await ownerWithCompany(service.deps)
    const task = await taskIn(service.app, busy, 'Pending')
    for (const id of [busy.company._id, idle.company._id, crypto.randomUUID()]) {
      const response = await list(owner, id)
      expect([response.statusCode, response.json().message]).toEqual([404, 'Company profile not found'])
    }
    expect((await list(owner, owner.company._id)).json()).toEqual([])
    expect((await list(admin, idle.company._id)).json()).toEqual([])
    expect((await list(admin, crypto.randomUUID())).statusCode).toBe(404)
    for (const ref of [task._id, String(task.taskId)]) expect((await read(service.app, owner, ref)).statusCode).toBe(404)
  })

  const forged = (cursor: string) => `?cursor=${Buffer.from(cursor).toString('base64url')}`
  test.each(['?limit=0', '?limit=501', '?limit=x', '?cursor=x', forged('["a"]'), forged('[1e300]')])('get 400 for %s', async (query) => {
    const owner = await ownerWithCompany(service.deps)
    expect((await list(owner, owner.company._id, query)).statusCode).toBe(400)
  })

  test('get 401 without a token and 400 for an invalid id', async () => {
    const owner = await ownerWithCompany(service.deps)
    expect((await service.app.inject(`/task/tasks/${owner.company._id}`)).statusCode).toBe(401)
    expect((await list(owner, 'mine')).statusCode).toBe(400)
    expect((await read(service.app, owner, 'mine')).statusCode).toBe(400)
  })
})

describe('a company that no event has reported yet', () => {
  test('is requested once from the company service, with the caller’s token', async () => {
    const owner = person('owner')
    const mine = profile({ companyName: 'Just Made' })
    const calls = company.answers(200, mine)
    expect((await create(service.app, owner, taskFields(mine._id))).statusCode).toBe(201)
    expect((await list(owner, mine._id)).json()).toHaveLength(1)
    expect((await list(owner, crypto.randomUUID())).statusCode).toBe(404)
    expect(calls).toEqual([owner.headers.authorization])
  })

  test.each([
    [404, { message: 'none' }, 404],
    [500, { message: 'oh' }, 503],
    [200, { _id: 'not a profile' }, 503],
  ])('causes an error if the company service responds %i: %o', async (status, body, expected) => {
    company.answers(status, body)
    expect((await create(service.app, person('owner'), taskFields(crypto.randomUUID()))).statusCode).toBe(expected)
    expect((await list(person('owner'), crypto.randomUUID())).statusCode).toBe(expected)
  })

  test('gets 404 if the company service returns another company', async () => {
    company.answers(200, profile())
    expect((await create(service.app, person('owner'), taskFields(crypto.randomUUID()))).statusCode).toBe(404)
  })
})

describe('the projection of companies', () => {
  const applyEvent = (ownerId: string, saved: ReturnType<typeof profile>, aggregateversion: number) =>
    service.db.transaction().execute((trx) =>
      applyCompanyEvent(trx, {
        specversion: '1.0',
        id: crypto.randomUUID(),
        source: '/company',
        type: 'company.profile-saved.v1',
        subject: saved._id,
        time: saved.updatedAt,
        datacontenttype: 'application/json',
        correlationid: 'test',
        aggregateversion,
        data: { ownerId, change: aggregateversion === 1 ? 'created' : 'changed', profile: saved },
      }),
    )
  const nameOf = async (id: string) => {
    const row = await service.db.selectFrom('company').select(['name', 'profile']).where('id', '=', id).executeTakeFirst()
    expect(row?.profile.companyName).toBe(row?.name)
    return row?.name
  }

  test('contains the newest version when events arrive in a different order', async () => {
    const owner = person('owner')
    const saved = profile({ companyName: 'One' })
    await applyEvent(owner.id, { ...saved, companyName: 'Two' }, 2)
    await applyEvent(owner.id, saved, 1)
    expect(await nameOf(saved._id)).toBe('Two')
    await applyEvent(owner.id, { ...saved, companyName: 'Three' }, 3)
    await applyEvent(owner.id, { ...saved, companyName: 'Three again' }, 3)
    expect(await nameOf(saved._id)).toBe('Three')
  })

  test('replaces a requested profile by the first event', async () => {
    const owner = person('owner')
    const saved = profile({ companyName: 'Requested' })
    company.answers(200, saved)
    await list(owner, saved._id)
    expect(await nameOf(saved._id)).toBe('Requested')
    await applyEvent(owner.id, { ...saved, companyName: 'Published' }, 1)
    expect(await nameOf(saved._id)).toBe('Published')
  })
})

describe('all companies', () => {
  test('are listed oldest first with their tasks, by page, for admins only', async () => {
    const first = await ownerWithCompany(service.deps, { companyName: 'First', logo: 'http://files.test/logo.png' })
    const second = await ownerWithCompany(service.deps, { companyName: 'Second' })
    const older = await taskIn(service.app, first, 'Pending')
    const newer = await taskIn(service.app, first, 'Roll Back')
    const listed: CompanyTasks[] = (await listCompanies()).json()
    const ids = listed.map(({ company }) => company._id)
    expect(ids).toEqual([...ids].sort())
    expect(listed.find(({ company }) => company._id === first.company._id)).toEqual({ company: first.company, tasks: [newer, older] })
    expect(listed.find(({ company }) => company._id === second.company._id)).toEqual({ company: second.company, tasks: [] })

    const paged: CompanyTasks[] = []
    let next: string | undefined = '?limit=3'
    while (next) {
      const page = await listCompanies(next)
      paged.push(...page.json())
      next = /\?.*(?=>; rel="next"$)/.exec(String(page.headers.link ?? ''))?.[0]
    }
    expect(paged).toEqual(listed)
    expect((await listCompanies('', first)).statusCode).toBe(403)
    expect((await listCompanies('?limit=201')).statusCode).toBe(400)
    expect((await listCompanies(`?companyProfileId=${first.company._id}`)).json()).toEqual([
      { company: first.company, tasks: [newer, older] },
    ])
    expect((await listCompanies(`?companyProfileId=${crypto.randomUUID()}`)).json()).toEqual([])
    expect((await listCompanies('?companyProfileId=x')).statusCode).toBe(400)
    expect((await listCompanies(`?cursor=${Buffer.from('[1]').toString('base64url')}`)).statusCode).toBe(400)
  })

  const addTasks = ({ company: { _id } }: { company: { _id: string } }, count: number) =>
    sql`
      insert into task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
        description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by)
      select gen_random_uuid(), company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
        description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by
      from task, generate_series(1, ${count}::integer) where company_id = ${_id}`.execute(service.db)

  test('are limited by the number of tasks, with links to further companies and tasks', async () => {
    const before = (await listCompanies()).json().length
    const owners = [await ownerWithCompany(service.deps), await ownerWithCompany(service.deps), await ownerWithCompany(service.deps)]
    for (const owner of owners) {
      await taskIn(service.app, owner, 'Pending')
      await addTasks(owner, owner === owners[1] ? 600 : 399)
    }
    const first = await listCompanies()
    const page: CompanyTasks[] = first.json()
    expect(page).toHaveLength(before + 2)
    expect(page.flatMap(({ tasks }) => tasks).length).toBeLessThanOrEqual(1_000)
    const [full, cut] = page.slice(-2)
    expect([full?.tasks.length, full?.restOfTasks]).toEqual([400, undefined])
    expect(cut?.tasks).toHaveLength(500)
    const alone = await list(admin, cut?.company._id ?? '')
    expect(alone.json()).toEqual(cut?.tasks)
    expect(alone.headers.link).toBe(`<${cut?.restOfTasks}>; rel="next"`)
    const rest = await service.app.inject({ url: cut?.restOfTasks ?? '', headers: admin.headers })
    expect(rest.json()).toHaveLength(101)
    expect(rest.json()[0].taskId).toBeLessThan(cut?.tasks.at(-1)?.taskId ?? 0)
    const next = /^<(.*)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ''
    expect(next).toContain('limit=200')
    const second = await service.app.inject({ url: next, headers: admin.headers })
    expect(second.json().map(({ company }: CompanyTasks) => company._id)).toEqual([owners[2]?.company._id])
    expect(second.headers.link).toBeUndefined()
  })
})
