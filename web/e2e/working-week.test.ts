import { jpeg } from '@app/chassis/testing/pictures.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, type CalendarDate, DEFAULT_TIMEZONE, monthOf, todayIn, weekdayOf } from '@app/contracts/rules/business-dates.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, mailTo, PASSWORD } from '../../deploy/tests/support/client.ts'
import { inParallel } from '../../deploy/tests/support/in-parallel.ts'
import { admin } from '../../deploy/tests/support/product.ts'
import { type Person, personAtDesktop, personOnPhone } from './effort.ts'
import { isFocused } from './keyboard.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { actionsOf } from './world.ts'

/** Part of the names in this file, so that searches find only these companies. It starts with a letter: a search for digits finds tasks. */
const mark = `m${crypto.randomUUID().slice(0, 6)}`
/** The companies of the admin. Each story uses the company with its own name, and the launch and the handover use several. */
const companyNames = {
  moves: 'Ash Bakery',
  edits: 'Birch Florist',
  undoes: 'Cedar Gym',
  sendsPhotos: 'Dogwood Deli',
  isMoved: 'Elm Books',
  getsWrongPreview: 'Fig Salon',
  missesMail: 'Gum Garage',
  deniesApproval: 'Holly Dental',
  first: 'Ivy Records',
  second: 'Juniper Toys',
}
type Role = keyof typeof companyNames
type Client = Awaited<ReturnType<typeof ownerWithCompany>>

/** Number of companies that are created at the same time. Each needs a sign-up, which is slow because it hashes a password. */
const AT_ONCE = 4
const COLLEAGUE = 'Dana Reyes'

const today = todayIn(DEFAULT_TIMEZONE)
const soon = { submissionForReview: addDays(today, 2), targetPostingDate: addDays(today, 6) }
const nextMonth = monthOf(addDays(`${monthOf(today)}-01`, 31))

let browser: Browser
let operator: Awaited<ReturnType<typeof adminSession>>
let clients: ReadonlyMap<Role, Client>
beforeAll(async () => {
  const roles = Object.keys(companyNames) as Role[]
  const creating = inParallel(roles, AT_ONCE, async (role) => [role, await addClient(`${companyNames[role]} ${mark}`)] as const)
  ;[browser, operator] = await Promise.all([sharedChromium(), adminSession()])
  clients = new Map(await creating)
})
afterEach(() => browser?.close())
afterAll(() => browser?.close())

async function addClient(companyName: string): Promise<Client> {
  const client = await ownerWithCompany(companyName)
  await confirmEmail(client.send, inject('inboxUrl'), client.email)
  return client
}

function clientWho(role: Role): Client {
  const client = clients.get(role)
  if (!client) throw new Error(`There is no company for ${role}`)
  return client
}

const inbox = (to: string, subject: RegExp) => mailTo(inject('inboxUrl'), to, subject)
const assign = ({ send, token, company }: Client, title: string, fields: Readonly<Record<string, string>> = soon): Promise<Task> =>
  assignTask(send, token, company._id, title, fields)
const actions = ({ send, token }: Client) => actionsOf(send, token, operator.token)
const deliver = async (client: Client, title: string, fields?: Readonly<Record<string, string>>): Promise<Task> =>
  actions(client).deliver(await assign(client, title, fields))

const openPortal = ({ session }: Client, search = '') =>
  visit(browser, { path: `/management${search}`, as: session, width: 390, isPhone: true })
const ownerOnPhone = async (client: Client) => personOnPhone(await openPortal(client))
const openDashboard = (search = '') => visit(browser, { path: `/admin/dashboard${search}`, as: operator })
const adminAtDesktop = async () => personAtDesktop(await openDashboard())

/** Opens the panel of a task as the admin sees it. */
async function openTaskAsAdmin(task: Task): Promise<Locator> {
  const panel = panelOf(await openDashboard(`?tab=total&task=${task.taskId}`), task)
  await panel.getByText(`#${task.taskId}`).first().waitFor()
  return panel
}

const panelOf = (page: Page, { title }: Task) => page.getByRole('dialog', { name: title, exact: true })
const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const day = (place: Page | Locator, date: CalendarDate) => place.locator(`time[datetime="${date}"]`).first()
const status = (panel: Locator, word: string) => panel.getByText(word, { exact: true }).first()

/** Opens the panel of a task from its card. */
async function openCard({ page, press }: Person, task: Task): Promise<Locator> {
  await press(button(page.getByRole('article', { name: task.title }), 'View'))
  const panel = panelOf(page, task)
  await panel.waitFor()
  return panel
}

/** Finds a company or a task with the search of the dashboard, and opens it. */
async function find({ page, press, pressKey, write, waitFor }: Person, name: string): Promise<Locator> {
  await press(button(page, 'Search'))
  const field = page.getByRole('combobox', { name: 'Search companies, tasks, campaigns and tabs' })
  // The field is replaced when the code of the search has arrived.
  await page.getByRole('listbox', { name: 'Results' }).waitFor()
  await expect.poll(() => isFocused(field)).toBe(true)
  await write(field, name)
  await pressKey('Enter')
  const panel = page.getByRole('dialog', { name, exact: true })
  await waitFor('found', () => panel.waitFor())
  return panel
}

/** Opens a tab of the dashboard, and searches in its list. */
async function searchIn({ page, press, write, waitFor }: Person, tab: string, text: string, count: number, role: 'article' | 'rowheader') {
  await press(page.getByRole('tab', { name: new RegExp(`^${tab}`) }))
  const list = page.getByRole('tabpanel')
  await write(list.getByRole('searchbox'), text)
  await waitFor('found', () => expect.poll(() => list.getByRole(role).filter({ hasText: text }).count()).toBe(count))
}

/** Prints the effort of a story, and limits its presses. */
function report(story: string, { effort, describeEffort }: Person, pressesMax: number): void {
  process.stdout.write(`${story}: ${describeEffort()}\n`)
  expect(effort.presses).toBeLessThanOrEqual(pressesMax)
}

it('on a phone, an owner moves a post to Sunday', async () => {
  const client = clientWho('moves')
  const task = await assign(client, 'Winter blend launch')
  const sunday = addDays(soon.targetPostingDate, 7 - weekdayOf(soon.targetPostingDate))
  const seenByAdmin = await openTaskAsAdmin(task)
  const owner = await ownerOnPhone(client)
  const { page, press, pickDate, waitFor } = owner

  await step('moves it', async () => {
    const panel = await openCard(owner, task)
    await press(button(panel, 'Move to…'))
    const dialog = page.getByRole('dialog', { name: `Move “${task.title}”` })
    await pickDate(dialog.getByLabel('Posting date'), sunday)
    await press(button(dialog, 'Move'))
    await waitFor('moved', () => toast(page, `Moved to ${formatDate(sunday)}`).waitFor())
    await day(panel, sunday).waitFor()
  })
  await step('the admin’s open panel shows the new date', () => day(seenByAdmin, sunday).waitFor())
  report('An owner on a phone moves a post to Sunday', owner, 6)
})

it('on a phone, an owner changes a text after version 1', async () => {
  const client = clientWho('edits')
  const task = await deliver(client, 'Open on Sundays', { ...soon, headline: 'Open on Sundays' })
  const seenByAdmin = await openTaskAsAdmin(task)
  const owner = await ownerOnPhone(client)
  const { page, press, pressKey, write, waitFor } = owner

  await step('changes the headline', async () => {
    await press(button(await openCard(owner, task), 'Edit the brief'))
    const form = page.getByRole('dialog', { name: `Edit “${task.title}”` })
    const headline = form.getByLabel('Main Headline')
    await press(headline)
    await pressKey('End')
    await write(headline, ' from nine')
    await press(button(form, 'Save'))
    await waitFor('saved', () => toast(page, 'Brief saved').waitFor())
  })
  await step('the admin’s open panel shows the added words', async () => {
    await seenByAdmin.getByText('Changed since version 1').waitFor()
    await seenByAdmin.locator('ins').filter({ hasText: 'from nine' }).waitFor()
    expect(await seenByAdmin.locator('del').count()).toBe(0)
  })
  report('An owner on a phone changes a text after version 1', owner, 4)
})

it('on a phone, an owner undoes an approval', async () => {
  const client = clientWho('undoes')
  const task = await deliver(client, 'New opening hours')
  const seenByAdmin = await openTaskAsAdmin(task)
  const owner = await ownerOnPhone(client)
  const { press, waitFor } = owner

  await step('approves, and the admin sees it', async () => {
    const panel = await openCard(owner, task)
    await press(button(panel, 'Approve'))
    await waitFor('approved', () => panel.getByText('Approved. You can undo this until we post it.').waitFor())
    await status(seenByAdmin, 'Approved').waitFor()
  })
  await step('undoes the approval, and the admin sees it', async () => {
    const panel = panelOf(owner.page, task)
    await press(button(panel, 'Undo'))
    await waitFor('undone', () => button(panel, 'Approve').waitFor())
    await status(seenByAdmin, 'Pending').waitFor()
  })
  report('An owner on a phone approves and undoes the approval', owner, 3)
})

it('on a phone, an owner sends eight photos at once', async () => {
  const client = clientWho('sendsPhotos')
  const seenByAdmin = await openDashboard(`?tab=companies&company=${client.company._id}&part=documents`)
  await seenByAdmin.getByText('No photos yet.').waitFor()
  const owner = await ownerOnPhone(client)
  const { page, press, pickPictures, waitFor } = owner
  const photos = Array.from({ length: 8 }, (_, at) => ({ name: `IMG_${at + 1}.jpg`, mimeType: 'image/jpeg', buffer: jpeg() }))

  await step('sends them', async () => {
    await press(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Documents' }))
    await press(button(page, 'Send us photos'))
    const dialog = page.getByRole('dialog', { name: 'Send us photos' })
    await pickPictures(dialog.locator('input[type=file]'), ...photos)
    await press(button(dialog, 'Send 8 photos'))
    await waitFor('sent', () => dialog.getByText('8 photos sent.').waitFor())
    await press(button(dialog, 'Done'))
  })
  await step('the admin’s open page of the company shows them', () =>
    expect.poll(() => seenByAdmin.getByRole('button', { name: /^Photo IMG_/ }).count()).toBe(photos.length),
  )
  report('An owner on a phone sends eight photos', owner, 14)
})

it('at a desktop, an admin moves three posts by dragging', async () => {
  const client = clientWho('isMoved')
  const moves = [10, 11, 12].map((date) => ({ from: `${nextMonth}-${date}`, to: `${nextMonth}-${date + 7}` }))
  const tasks = await Promise.all(
    moves.map(({ from }, at) => assign(client, `Reading ${at + 1}`, { submissionForReview: addDays(from, -3), targetPostingDate: from })),
  )
  const seenByOwner = await visit(browser, { path: `/management?view=calendar&month=${nextMonth}`, as: client.session })
  const [agency, name] = [await adminAtDesktop(), client.company.companyName]
  const { page, press, write, drag, waitFor } = agency
  const entryOn = (place: Page, date: CalendarDate, { title }: Task) =>
    place.locator(`td[data-day="${date}"]`).getByRole('link', { name: title })

  await step('opens the month of the company', async () => {
    await press(page.getByRole('tab', { name: 'Calendar' }))
    await write(page.getByRole('combobox', { name: 'Company' }), name)
    await press(page.getByRole('option', { name }))
    await press(button(page, 'Next month'))
  })
  await step('drags the posts', async () => {
    for (const [at, { from, to }] of moves.entries()) {
      const task = tasks[at] as Task
      await drag(entryOn(page, from, task), page.locator(`td[data-day="${to}"]`))
      await waitFor('moved', () => toast(page, `Moved to ${formatDate(to)}`).waitFor())
      await entryOn(page, to, task).waitFor()
    }
  })
  await step('the owner’s open calendar shows the new days', async () => {
    for (const [at, { to }] of moves.entries()) await entryOn(seenByOwner, to, tasks[at] as Task).waitFor()
  })
  report('An admin at a desktop moves three posts', agency, 7)
})

it('at a desktop, an admin withdraws a wrong preview', async () => {
  const client = clientWho('getsWrongPreview')
  const task = await deliver(client, `Half price perms ${mark}`)
  const [reviewLink] = /\S+\/review\/[\w-]+/.exec((await inbox(client.email, /Half price perms/)).text) ?? []
  const seenByOwner = await openPortal(client, `?show=task-${task.taskId}`)
  await button(panelOf(seenByOwner, task), 'Approve').waitFor()
  const agency = await adminAtDesktop()
  const { page, press, waitFor } = agency

  await step('withdraws it', async () => {
    const panel = await find(agency, task.title)
    await press(button(panel, 'Withdraw version 1'))
    await press(button(page.getByRole('dialog', { name: 'Withdraw version 1?' }), 'Withdraw'))
    await waitFor('withdrawn', () => toast(page, 'Preview withdrawn').waitFor())
    await panel.getByRole('listitem').filter({ hasText: 'Version 1' }).getByText('Withdrawn', { exact: true }).waitFor()
    expect(await panel.getByRole('heading', { name: 'Messages' }).count()).toBe(1)
  })
  await step('the owner’s open panel and the link in the email say so', async () => {
    await seenByOwner.getByText('We withdrew this preview. It was sent by mistake.').waitFor()
    await seenByOwner.goto(reviewLink ?? '')
    await seenByOwner.getByRole('heading', { name: 'This version was withdrawn' }).waitFor()
  })
  report('An admin at a desktop withdraws a wrong preview', agency, 3)
})

it('at a desktop, an admin posts five approved tasks with their links', async () => {
  const posting = [clientWho('moves'), clientWho('edits'), clientWho('undoes'), clientWho('first'), clientWho('second')]
  const title = `Live today ${mark}`
  const [first] = posting
  const approved = await inParallel(posting, AT_ONCE, async (client) => actions(client).approve(await deliver(client, title)))
  const inOrder = approved.toSorted((a, b) => a.taskId - b.taskId)
  const linkOf = ({ taskId }: Task) => `https://x.com/shop/status/${taskId}`
  const seenByOwner = first && (await openPortal(first, '?show=posted'))
  // The posting date is in the future, so the clock of the admin's browser is set to the posting date.
  const now = new Date(`${soon.targetPostingDate}T17:00:00Z`)
  const agency = personAtDesktop(await visit(browser, { path: '/admin/dashboard', as: operator, now }))
  const { page, press, paste, waitFor } = agency

  await step('selects the tasks', async () => {
    await searchIn(agency, 'Wait for Launch', title, approved.length, 'article')
    await press(page.getByRole('checkbox', { name: 'Select all' }))
    await press(button(page, 'Launch 5 tasks'))
  })
  await step('pastes the list of links, and launches', async () => {
    const dialog = page.getByRole('dialog', { name: 'Launch 5 tasks' })
    await paste(dialog.getByRole('textbox', { name: 'X link' }).first(), inOrder.map(linkOf).join('\n'))
    await dialog.getByText('5 links filled in.').waitFor()
    await press(button(dialog, 'Launch 5 tasks'))
    await waitFor('launched', () => toast(page, '5 tasks launched').waitFor())
  })
  await step('each owner gets an email with the link, and an open screen shows it', async () => {
    for (const [at, client] of posting.entries())
      expect((await inbox(client.email, new RegExp(`^Posted: ${title}`))).text).toContain(linkOf(approved[at] as Task))
    const links = seenByOwner?.getByRole('article', { name: title }).getByRole('list', { name: 'Links to the post' })
    await expect.poll(() => links?.getByRole('link').getAttribute('href')).toBe(linkOf(approved[0] as Task))
  })
  await step('the owner finds the post in the list of posts', async () => {
    const portal = first && (await openPortal(first, '?view=posts'))
    const post = portal?.getByRole('list', { name: 'Posts, newest first' }).getByRole('article', { name: title })
    await post?.getByText('Approved by you', { exact: false }).waitFor()
    expect(await post?.getByRole('link', { name: /^View on X/ }).getAttribute('href')).toBe(linkOf(approved[0] as Task))
  })
  report('An admin at a desktop posts five tasks with links', agency, 6)
})

it('at a desktop, an operator invites a colleague, and hands ten companies over', async () => {
  const email = `dana-${crypto.randomUUID()}@example.com`
  const seenByOwner = await openPortal(clientWho('moves'))
  const agency = await adminAtDesktop()
  const { page, press, write, choose, waitFor } = agency

  await step('invites the colleague', async () => {
    await press(button(page, 'Account'))
    await press(page.getByRole('menuitem', { name: 'Admins' }))
    await press(button(page, 'Invite an admin'))
    const form = page.getByRole('dialog', { name: 'Invite an admin' })
    await write(form.getByLabel('Email'), email)
    await write(form.locator('input[type=password]'), admin.password)
    await press(button(form, 'Send invitation'))
    await waitFor('invited', () => page.getByRole('list', { name: 'Open invitations' }).getByText(email).waitFor())
  })

  const colleague = personAtDesktop(await visit(browser, { path: '/admin/login' }))
  await step('the colleague creates an account and signs in', async () => {
    const [link] = /\S+\/admin\/invitation#\S+/.exec((await inbox(email, /^You can become an admin/)).text) ?? []
    await colleague.openLink(link ?? '')
    const passwords = colleague.page.locator('input[type=password]')
    await colleague.write(colleague.page.getByLabel('Your name'), COLLEAGUE)
    await colleague.write(passwords.first(), PASSWORD)
    await colleague.write(passwords.last(), PASSWORD)
    await colleague.press(button(colleague.page, 'Create account'))
    await colleague.waitFor('account created', () => colleague.page.getByRole('heading', { name: 'Your account is ready' }).waitFor())
    await colleague.press(colleague.page.getByRole('link', { name: 'Sign in' }))
    await expect.poll(() => colleague.page.getByLabel('Email').inputValue()).toBe(email)
    await colleague.write(passwords.first(), PASSWORD)
    await colleague.press(button(colleague.page, 'Login'))
    await colleague.waitFor('signed in', () => colleague.page.waitForURL('**/admin/dashboard'))
  })

  await step('hands the companies over', async () => {
    await press(button(page.getByRole('dialog', { name: 'Admins' }), 'Close'))
    await searchIn(agency, 'Companies', mark, clients.size, 'rowheader')
    await press(button(page, 'Hand over…'))
    await press(page.getByRole('checkbox', { name: 'Select all' }))
    await press(button(page, 'Hand over 10 companies'))
    const dialog = page.getByRole('dialog', { name: 'Hand over 10 companies' })
    await choose(dialog.getByLabel('Account manager'), COLLEAGUE)
    await press(button(dialog, 'Hand over'))
    await waitFor('handed over', () => toast(page, '10 companies handed over').waitFor())
  })
  await step('the colleague finds them under "Mine", and an owner the name of the contact', async () => {
    await colleague.press(colleague.page.getByRole('tab', { name: /^Companies/ }))
    await colleague.press(button(colleague.page, 'Mine'))
    await expect.poll(() => colleague.page.getByRole('rowheader').filter({ hasText: mark }).count()).toBe(clients.size)
    await seenByOwner.getByRole('button', { name: /^Menu of / }).tap()
    await seenByOwner.getByRole('menuitem', { name: `Your contact: ${COLLEAGUE}` }).waitFor()
  })
  report('The colleague accepts the invitation, and looks at the own companies', colleague, 8)
  report('An operator at a desktop invites a colleague and hands ten companies over', agency, 13)
})

it('at a desktop, an admin answers "I never got the mail"', async () => {
  const client = clientWho('missesMail')
  const task = await deliver(client, `Winter tires ${mark}`)
  const { subject } = await inbox(client.email, /Winter tires/)
  const agency = await adminAtDesktop()

  await step('finds the email, its address, and what became of it', async () => {
    const panel = await find(agency, client.company.companyName)
    await agency.press(panel.getByRole('tab', { name: 'Emails' }))
    const row = panel.getByRole('list', { name: 'Emails' }).getByRole('listitem').filter({ hasText: task.title })
    await agency.waitFor('emails shown', () => row.getByText('Sent', { exact: true }).waitFor())
    for (const words of ['Preview to review', subject, `To ${client.email}`]) await row.getByText(words).waitFor()
  })
  report('An admin at a desktop answers "I never got the mail"', agency, 2)
})

it('at a desktop, an admin answers "I never approved this"', async () => {
  const client = clientWho('deniesApproval')
  const task = await actions(client).approve(await deliver(client, 'Whiter teeth'))
  const agency = await adminAtDesktop()
  const panel = await find(agency, client.company.companyName)

  await step('finds who approved, when, and from where', async () => {
    await agency.press(panel.getByRole('tab', { name: 'Decision record' }))
    const entry = panel.getByRole('list', { name: 'Decisions' }).getByRole('listitem')
    await agency.waitFor('record shown', () => entry.getByText('Approved', { exact: true }).waitFor())
    for (const words of [`#${task.taskId} ${task.title}, version 1`, `By ${client.email}, in the portal`])
      await entry.getByText(words).waitFor()
    expect(await entry.locator('time').innerText()).toMatch(/\d{4}, \d{1,2}:\d{2}/)
  })
  await step('proves that nobody changed it later', async () => {
    await agency.press(panel.getByText('History and proof'))
    await agency.press(button(panel, 'Check the record'))
    await agency.waitFor('record checked', () => panel.getByText('No problem found in 1 entry.').waitFor())
  })
  report('An admin at a desktop answers "I never approved this"', agency, 4)
})
