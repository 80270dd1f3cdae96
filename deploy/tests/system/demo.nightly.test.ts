import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type AdminInvitation, listAdminInvitations } from '@app/contracts/http/admin-invitations.ts'
import { getBoardCalendar } from '@app/contracts/http/calendar.ts'
import { type Colleague, listColleagues } from '@app/contracts/http/colleagues.ts'
import { type CompanyNote, listCompanyNotes } from '@app/contracts/http/company-notes.ts'
import { listCompanyRecord, type RecordCheck, type RecordEntry, verifyCompanyRecord } from '@app/contracts/http/company-record.ts'
import { getEmailChange, type PendingEmailChange } from '@app/contracts/http/email-changes.ts'
import { type CompanyExport, listCompanyExports } from '@app/contracts/http/exports.ts'
import { type AdminAccount, listAdmins } from '@app/contracts/http/identity.ts'
import { type ListedReport, listReports } from '@app/contracts/http/monthly-reports.ts'
import { listNotes, type TaskNote } from '@app/contracts/http/notes.ts'
import { listPhotos, type Photo } from '@app/contracts/http/photos.ts'
import { getPostingKit, type PostingKit } from '@app/contracts/http/posting-kit.ts'
import { listPreviewNotes, type PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, daysBetween, isSunday, monthOf, todayIn, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { addMonths } from '@app/contracts/rules/monthly-report.ts'
import type * as Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCompany } from '../../demo/fill-company.ts'
import { findCompany } from '../../demo/found-company.ts'
import { awaitedAdmin, inviteAdmins, invitedAdmin } from '../../demo/invite-admins.ts'
import { holidayHours } from '../../demo/look-after-company.ts'
import { fernFable } from '../../demo/story/fern-fable.ts'
import { harborPine } from '../../demo/story/harbor-pine.ts'
import { campaigns as harborPineCampaigns } from '../../demo/story/harbor-pine-campaigns.ts'
import { inWork } from '../../demo/story/harbor-pine-in-work.ts'
import { waiting } from '../../demo/story/harbor-pine-launched.ts'
import { lowGear } from '../../demo/story/low-gear.ts'
import type { StoryCompany } from '../../demo/story/story.ts'
import { type Client, clientOf, mailTo, must, PASSWORD, signInAdmin } from '../support/client.ts'
import { admin, cachedEnvironment, freePorts, type RunningProduct, startTestProduct } from '../support/product.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let product: RunningProduct
let send: Client

beforeAll(async () => {
  product = await startTestProduct()
  send = clientOf(product.url)
})
afterAll(() => product?.stop())

const settingsOf = ({ url, sheetsUrl, inboxUrl, dataDir }: RunningProduct) => ({
  PORT: new URL(url).port,
  SHEET_PORT: new URL(sheetsUrl).port,
  INBOX_PORT: new URL(inboxUrl).port,
  DATA_DIR: dataDir,
})

/** Runs `npm run demo`. Interrupts it when its output matches `interruptAt`. */
async function runDemo(
  env: Readonly<Record<string, string>>,
  { args = [], interruptAt }: { args?: readonly string[]; interruptAt?: RegExp } = {},
) {
  const child = spawn(process.execPath, ['deploy/demo/main.ts', ...args], {
    cwd: root,
    env: { ...cachedEnvironment, PRODUCT_URL: undefined, SHEETS_URL: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (interruptAt?.test(printed)) child.kill('SIGINT')
    })
  }
  const [code] = await once(child, 'close')
  return { code, printed }
}

const signIn = async (email: string): Promise<string> =>
  (await must(send<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } }))).Token

/** Returns a task's previews without ids and times, newest first. The draft has no number. */
async function previewsOf({ _id }: Task, adminToken: string) {
  const previews = await must(send<Preview[]>('GET', listPreviews.url.replace(':id', _id), { token: adminToken }))
  return previews.map(({ number, state, caption, files }) => ({
    number,
    state,
    caption,
    files: files.map(({ kind, poster, durationMs }) => ({ kind, hasPoster: poster !== null, durationMs })),
  }))
}

/** Returns the notes on a task's previews without ids and times, oldest first. */
async function notesOf({ _id }: Task, adminToken: string) {
  const notes = await must(send<PreviewNote[]>('GET', listPreviewNotes.url.replace(':id', _id), { token: adminToken }))
  return notes.map(({ previewNo, body, state, visibility, page, atMs, replies }) => ({
    previewNo,
    body,
    state,
    visibility,
    page,
    atMs,
    replies: replies.map((reply) => reply.body),
  }))
}

/** Returns the messages on a task, oldest first. An admin has not read those that are unread. */
async function messagesOf({ _id }: Task, adminToken: string) {
  const messages = await must(send<TaskNote[]>('GET', listNotes.url.replace(':id', _id), { token: adminToken }))
  return messages.map(({ text, authorSide, isUnread }) => ({ text, authorSide, isUnread })).reverse()
}

/** Returns what an owner and the team have added to a company, without ids and times. */
async function extrasOf(companyProfileId: string, tasks: readonly Task[], ownerToken: string, adminToken: string) {
  const ask = <T>(url: string, token: string) => must(send<T>('GET', url, { token }))
  const photos = await ask<Photo[]>(`${listPhotos.url}?companyProfileId=${companyProfileId}`, ownerToken)
  const titleOf = (taskId: number | null) => tasks.find((task) => task.taskId === taskId)?.title
  const { pending } = await ask<{ pending: PendingEmailChange | null }>(getEmailChange.url, ownerToken)
  return {
    // The photos of a delivery arrive at the same time.
    photos: photos.map(({ note, taskId, fileName }) => [titleOf(taskId), note, fileName].join(': ')).sort(),
    teamNotes: (await ask<CompanyNote[]>(listCompanyNotes.url.replace(':id', companyProfileId), adminToken)).map(({ text }) => text),
    newEmail: pending?.newEmail,
  }
}

/** Returns the decision record of a company without numbers and times, oldest first. */
async function recordOf(companyProfileId: string, tasks: readonly Task[], token: string) {
  const ask = <T>({ url }: { url: string }) => must(send<T>('GET', url.replace(':companyProfileId', companyProfileId), { token }))
  const { count, problem } = await ask<RecordCheck>(verifyCompanyRecord)
  expect(problem).toBeNull()
  const entries = await ask<RecordEntry[]>(listCompanyRecord)
  expect(entries).toHaveLength(count)
  return entries
    .map(({ kind, taskId, channel, role }) => ({ title: tasks.find((task) => task.taskId === taskId)?.title, kind, channel, role }))
    .reverse()
}

/** Returns the data of a company without ids and times. */
async function contentsOf(email: string) {
  const ownerToken = await signIn(email)
  const { profile, tasks, documents, campaigns } = await findCompany(send, ownerToken)
  const adminToken = await signInAdmin(send)
  const colleagues = profile
    ? await must(send<Colleague[]>('GET', listColleagues.url.replace(':companyProfileId', profile._id), { token: ownerToken }))
    : []
  return {
    colleagues: colleagues.map(({ name, may, state }) => ({ name, may, state })),
    record: profile ? await recordOf(profile._id, tasks, ownerToken) : [],
    extras: profile && (await extrasOf(profile._id, tasks, ownerToken, adminToken)),
    manager: profile?.accountManager?.name,
    previews: await Promise.all(tasks.map((task) => previewsOf(task, adminToken))),
    notes: await Promise.all(tasks.map((task) => notesOf(task, adminToken))),
    messages: await Promise.all(tasks.map((task) => messagesOf(task, adminToken))),
    profile: profile?.companyName,
    hasSheet: profile?.gsapi !== '',
    tasks: tasks.map((task) => ({
      title: task.title,
      isReminded: task.remindedAt !== null,
      currentStatus: task.currentStatus,
      feedback: task.rollbackFeedback.map(({ feedback }) => feedback),
      hasPreview: task.doneTaskImage !== null,
      adminPostComment: task.adminPostComment,
      links: Object.keys(task.postLinks),
      offer: task.offerormessage,
      briefVersion: task.briefVersion,
    })),
    documents: documents.map(({ title, fileName, openedAt }) => ({ title, fileName, isOpened: openedAt !== null })),
    campaigns: campaigns.map(({ name, steps }) => ({ name, steps: steps.map(({ subject }) => subject) })),
  }
}

type BoardCalendar = Type.Static<(typeof getBoardCalendar.schema.response)[200]>

const WEEKS = 4

/** Returns the number of posts in the admins' calendar for each of the four weeks that begin in two days. */
async function postsInWeeks(): Promise<number[]> {
  const from = addDays(todayIn(DEFAULT_TIMEZONE), 2)
  const url = `${getBoardCalendar.url}?from=${from}&to=${addDays(from, WEEKS * 7 - 1)}`
  const { days, planned } = await must(send<BoardCalendar>('GET', url, { token: await signInAdmin(send) }))
  const posts = [...days, ...planned.dates.map(({ date }) => ({ date, count: 1 }))]
  return Array.from({ length: WEEKS }, (_, week) =>
    posts.filter(({ date }) => Math.floor(daysBetween(from, date) / 7) === week).reduce((sum, { count }) => sum + count, 0),
  )
}

/** Returns a function that finds a task of an owner by its title. */
async function taskFinder(email: string): Promise<(wanted: string) => Task> {
  const { tasks } = await findCompany(send, await signIn(email))
  return (wanted) => {
    const found = tasks.find(({ title }) => title === wanted)
    if (!found) throw new Error(`${email} has no task "${wanted}"`)
    return found
  }
}

describe('npm run demo', () => {
  it('finds the product by its PORT, SHEET_PORT and INBOX_PORT, and completes an interrupted run', async () => {
    const settings = settingsOf(product)
    const interrupted = await runDemo(settings, { interruptAt: /: \d+ tasks, / })
    expect(interrupted.printed).toContain(
      `Filling the product at ${product.url}, data folder ${product.dataDir} (pid ${product.pid}, since `,
    )
    expect(interrupted.printed).not.toContain('The demo is ready')

    const second = await runDemo(settings)
    expect(second.code, second.printed).toBe(0)
    expect(second.printed).toContain('already exists and was not changed')
    expect(second.printed).toMatch(/Harbor & Pine Coffee: \d+ tasks, \d+ documents, \d+ customers and leads, .*completed after/)
    expect(second.printed).toContain(`  Mails   ${product.inboxUrl}\n`)
    const { tasks, previews, notes, documents, campaigns, hasSheet, record, colleagues } = await contentsOf(harborPine.owner.email)
    expect(colleagues).toEqual([
      { name: 'Ana Ruiz', may: 'decide', state: 'active' },
      { name: 'Ben Carter', may: 'look', state: 'invited' },
    ])
    const repeated = harborPine.tasks.filter((task) => task.second)
    expect(tasks.map(({ title }) => title).sort()).toEqual(
      [...harborPine.tasks, ...repeated, ...(harborPine.past?.posts ?? []), holidayHours].map(({ title }) => title).sort(),
    )
    expect(tasks.filter(({ title }) => title === 'Bean of the week')).toMatchObject([
      { currentStatus: 'Pending', hasPreview: true },
      { currentStatus: 'Posted', hasPreview: true },
    ])
    expect(previews.flat().filter(({ number }) => number === null)).toHaveLength(1)
    const files = previews.flat().flatMap((preview) => preview.files)
    expect(files).toContainEqual({ kind: 'video', hasPoster: true, durationMs: 4_000 })
    expect(files).toContainEqual({ kind: 'pdf', hasPoster: true, durationMs: null })
    expect(Math.max(...previews.flat().map((preview) => preview.files.length))).toBe(4)
    expect(notes.flat()).toContainEqual(expect.objectContaining({ page: 1, state: 'open', replies: [expect.any(String)] }))
    expect(notes.flat()).toContainEqual(expect.objectContaining({ atMs: 2_500, visibility: 'everyone' }))
    expect(notes.flat().filter(({ visibility }) => visibility === 'team')).toHaveLength(1)
    expect(notes.flat().filter(({ state }) => state === 'resolved')).toHaveLength(2)
    const entriesOf = (title: string) => record.filter((entry) => entry.title === title)
    expect(entriesOf('Gift cards for the holidays')).toMatchObject([
      { kind: 'approve', channel: 'review-link', role: 'owner' },
      { kind: 'confirm', channel: 'portal', role: 'owner' },
    ])
    expect(entriesOf('Valentine’s pairing')).toMatchObject([
      { kind: 'approve', channel: 'review-link' },
      { kind: 'undo', channel: 'review-link' },
    ])
    expect(entriesOf('Meet the roaster: Dale').map(({ kind }) => kind)).toEqual(['refer-back', 'approve', 'launch'])
    expect(entriesOf('New hours in winter').map(({ kind }) => kind)).toEqual(['refer-back', 'approve', 'launch', 'undo-launch'])
    expect(tasks.filter(({ isReminded }) => isReminded).length).toBeGreaterThan(0)
    await mailTo(product.inboxUrl, harborPine.owner.email, /waiting for your review/i)
    // The receipt asks for a confirmation unless the owner has confirmed the approval in the portal before the email was sent.
    await mailTo(product.inboxUrl, harborPine.owner.email, /^(Please confirm the approval|Approved through your link): Gift cards/)
    const posts = await postsInWeeks()
    expect(Math.min(...posts), `${posts}`).toBeGreaterThanOrEqual(2)
    expect(
      posts.reduce((sum, count) => sum + count),
      `${posts}`,
    ).toBeGreaterThanOrEqual(12)
    expect(documents).toHaveLength(harborPine.documents.length)
    expect(campaigns).toHaveLength(harborPine.campaigns?.length ?? 0)
    expect(hasSheet).toBe(true)

    const third = await runDemo(settings)
    expect(third.printed.match(/already exists and was not changed/g)).toHaveLength(3)
  })

  it('shows the working week: changed tasks, posts, the team, photos, messages and a bounced address', async () => {
    expect(await runDemo(settingsOf(product))).toMatchObject({ code: 0 })
    const adminToken = await signInAdmin(send)
    const ask = <T>(url: string) => must(send<T>('GET', url, { token: adminToken }))

    const harbor = await contentsOf(harborPine.owner.email)
    expect(harbor.manager).toBe(invitedAdmin.name)
    expect(harbor.extras?.photos).toHaveLength(6)
    expect(harbor.extras?.photos.filter((photo) => photo.startsWith('Hiring: weekend barista: '))).toHaveLength(4)
    expect(harbor.extras?.teamNotes).toHaveLength(2)
    const taskIn = ({ tasks }: typeof harbor, wanted: string) => tasks.find(({ title }) => title === wanted)
    expect(taskIn(harbor, 'Cold brew in bottles')).toMatchObject({ briefVersion: 2, offer: expect.stringContaining('$22 for four') })
    expect(taskIn(harbor, 'New hours in winter')).toMatchObject({ currentStatus: 'Approved' })
    expect(taskIn(harbor, 'Meet the roaster: Dale')?.links).toEqual(['platform_li', 'platform_insta'])
    const messages = harbor.messages.filter(({ length }) => length > 0)
    expect(messages.map((onTask) => onTask.map(({ authorSide, isUnread }) => [authorSide, isUnread]))).toEqual([
      [
        ['client', false],
        ['agency', false],
      ],
      [
        ['agency', false],
        ['client', true],
      ],
    ])
    const harborTask = await taskFinder(harborPine.owner.email)
    expect(isSunday(harborTask('Valentine’s pairing').targetPostingDate ?? '')).toBe(true)
    const { files, platforms } = await ask<PostingKit>(getPostingKit.url.replace(':id', harborTask('Gift cards for the holidays')._id))
    expect(files).toHaveLength(3)
    expect(platforms.map(({ hashtags }) => hashtags.count)).toEqual([3, 3, 3])

    const months = [1, 2].map((ago) => addMonths(monthOf(todayIn(DEFAULT_TIMEZONE)), -ago))
    const [lastReports, earlierReports] = await Promise.all(months.map((month) => ask<ListedReport[]>(`${listReports.url}?month=${month}`)))
    expect(lastReports).toMatchObject([
      { companyName: fernFable.profile.companyName, state: 'prepared', posted: 1, hasText: true },
      { companyName: harborPine.profile.companyName, state: 'sent', posted: 4, delivered: 3, decisionHours: 8, hasText: true },
    ])
    expect(earlierReports).toMatchObject([{ companyName: harborPine.profile.companyName, state: 'sent', posted: 2 }])

    const { profile } = await findCompany(send, await signIn(harborPine.owner.email))
    const exportsOfHarbor = () => ask<CompanyExport[]>(listCompanyExports.url.replace(':id', profile?._id ?? ''))
    await expect.poll(async () => (await exportsOfHarbor()).map(({ state }) => state), { timeout: 60_000 }).toEqual(['ready'])

    const fern = await contentsOf(fernFable.owner.email)
    expect(fern.extras?.newEmail).toBe(fernFable.newEmail)
    expect(taskIn(fern, 'Poinsettias')).toBeUndefined()
    expect(taskIn(fern, holidayHours.title)).toBeDefined()
    expect(fern.previews.flat().map(({ state }) => state)).toContain('withdrawn')
    expect(taskIn(fern, 'Early Valentine’s orders')).toMatchObject({ hasPreview: false })

    const dueNow = (await taskFinder(lowGear.owner.email))('Holiday tune-up')
    const time = expect.stringMatching(/^\d\d:(00|15|30|45)$/)
    expect(dueNow).toMatchObject({ currentStatus: 'Approved', targetPostingDate: tomorrowIn(DEFAULT_TIMEZONE), targetPostingTime: time })
    const hasBounced = async () => (await taskFinder(lowGear.owner.email))('Cargo bikes to try').emailBounced
    await expect.poll(hasBounced, { timeout: 30_000 }).toBe(true)

    expect((await ask<AdminAccount[]>(listAdmins.url)).map(({ username }) => username)).toContain(invitedAdmin.name)
    expect((await ask<AdminInvitation[]>(listAdminInvitations.url)).map(({ email }) => email)).toEqual([awaitedAdmin.email])
  })

  it('adds another set, with the spreadsheets at http://localhost, and says that it reads no emails', async () => {
    const sheets = product.sheetsUrl.replace('127.0.0.1', 'localhost')
    expect(await runDemo(settingsOf(product))).toMatchObject({ code: 0 })
    const { code, printed } = await runDemo({ PRODUCT_URL: product.url, SHEETS_URL: `${sheets}/` }, { args: ['--again'] })
    expect(code, printed).toBe(0)
    expect(printed).toContain('  Owner   ')
    expect(printed).toContain('No mail inbox of this product found')
    const { profile } = await findCompany(send, await signIn(harborPine.owner.email.replace('@', '+2@')))
    expect(profile?.gsapi).toBe(`${sheets}/exec/${harborPine.customers?.sheet}-2`)
  })

  it('explains how to start a product if none is running', async () => {
    const { PORT, SHEET_PORT } = await freePorts()
    const { code, printed } = await runDemo({ PORT, SHEET_PORT, DATA_DIR: product.dataDir })
    expect(code).toBe(1)
    expect(printed).toContain(`No product is running at http://localhost:${PORT}.`)
    expect(printed).toContain(`A product is running at ${product.url}. To fill it, run PRODUCT_URL=${product.url} npm run demo.`)
    expect(printed).toContain('Start one with "npm start" in another terminal')
    expect(printed).not.toMatch(/\n {4}at /)
  })

  it('does not send data to another program', async () => {
    const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, printed } = await runDemo({ PRODUCT_URL: `http://127.0.0.1:${port}` })
    other.close()
    expect(code).toBe(1)
    expect(printed).toContain(`The program at http://127.0.0.1:${port} is not Palmetto Works.`)
  })
})

describe('a demo company after an interrupted run', () => {
  const titles = [
    'Gift cards for the holidays',
    'Cold brew in bottles',
    'Barista class in January',
    'Hiring: weekend barista',
    'New hours in winter',
    'Valentine’s pairing',
  ]
  const withOtherSteps = [...waiting, ...inWork].filter(({ title }) => titles.includes(title))
  const withCorrections = fernFable.tasks.filter(({ removed, withdrawn }) => removed || withdrawn)

  /**
   * Returns a demo company whose data needs all kinds of steps. The tasks have feedback, a video, notes, a draft, approvals in the portal
   * and through a link, undone decisions and launches, corrections by admins, changes, messages, a reminder and posting. The company has a
   * colleague, photos, notes of the team, a new address, opened documents, a spreadsheet and campaigns. The tasks of Low Gear are last,
   * because the owner gets no emails after them.
   */
  const story = (name: string): StoryCompany => ({
    ...lowGear,
    tasks: [...withOtherSteps, ...withCorrections, ...lowGear.tasks],
    owner: { username: 'Theo Brandt', email: `theo-${name}@lowgear.example` },
    customers: { sheet: `breaks-${name}`, people: lowGear.customers?.people ?? [] },
    campaigns: harborPineCampaigns,
    photos: harborPine.photos,
    teamNotes: harborPine.teamNotes,
    newEmail: `theo-${name}@lowgear-bikes.example`,
    colleagues: [{ name: 'Ana Ruiz', email: `ana-${name}@lowgear.example`, may: 'decide', accepts: true }],
  })

  /**
   * Number of requests between two interruptions: one run is interrupted after request 1, the next run after request 11, and so on. Testing
   * all requests would take too long, because each run waits for emails. Successive requests are mostly of the same kind.
   */
  const STRIDE = 10

  /** Thrown after a request was handled, as if its response were lost. */
  class Interrupted extends Error {}
  const stoppingAfter = (count: number): { send: Client; sent: () => number } => {
    let sent = 0
    const stopping: Client = async (method, path, options) => {
      const response = await send<never>(method, path, options)
      sent += 1
      if (sent > count) throw new Interrupted()
      return response
    }
    return { send: stopping, sent: () => sent }
  }

  /** Each company has another new address. */
  const withoutAddress = ({ extras, ...contents }: Awaited<ReturnType<typeof contentsOf>>) => ({
    ...contents,
    extras: { ...extras, newEmail: extras?.newEmail !== undefined },
  })

  /** This test needs about two minutes on a free machine, because each of its runs waits for emails. */
  const ALL_RUNS_MS = 300_000

  it('is completed by the next run without duplicates, wherever the first run was interrupted', { timeout: ALL_RUNS_MS }, async () => {
    const adminToken = await signInAdmin(send)
    const { sheetsUrl, inboxUrl } = product
    const managers = inviteAdmins({ send, adminToken, password: admin.password, inboxUrl })
    const surroundings = { adminToken, sheetsUrl, inboxUrl, timeZone: DEFAULT_TIMEZONE, managers, holidayBatchId: crypto.randomUUID() }
    const add = (client: Client, company: StoryCompany) => addCompany({ ...surroundings, send: client }, company)
    // A second attempt of this test must not find the companies of the first attempt.
    const attempt = crypto.randomUUID().slice(0, 8)
    const whole = story(`whole-${attempt}`)
    const counting = stoppingAfter(Number.POSITIVE_INFINITY)
    expect(await add(counting.send, whole)).toBe('added')
    const expected = withoutAddress(await contentsOf(whole.owner.email))
    expect(expected.extras.newEmail).toBe(true)
    expect(expected.campaigns).toHaveLength(harborPineCampaigns.length)

    for (let count = 0; count < counting.sent(); count += STRIDE) {
      const company = story(`${count}-${attempt}`)
      await expect(add(stoppingAfter(count).send, company)).rejects.toThrow(Interrupted)
      expect(['completed', 'complete']).toContain(await add(send, company))
      expect(withoutAddress(await contentsOf(company.owner.email)), `interrupted after ${count + 1} requests`).toEqual(expected)
    }
  })
})
