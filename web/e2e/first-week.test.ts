import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, clientOf, must, PASSWORD, verificationLink } from '../../deploy/tests/support/client.ts'
import { type Person, personAtDesktop, personOnPhone } from './effort.ts'
import { assignFirstTask, createProfile, signUp } from './first-task.ts'
import { isFocused } from './keyboard.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'
import { actionsOf, drawPictures } from './world.ts'

const phone = { device: 'a phone', width: 390, personOn: personOnPhone, pressesMax: 38 }
const desktop = { device: 'a desktop', width: 1440, personOn: personAtDesktop, pressesMax: 35 }
const title = 'Winter blend is here'
/** The faults of the first preview. Without notes, the owner also has to describe their places. */
const faults = [
  { x: 0.3, y: 0.2, note: 'Too small to read', place: 'in the headline at the top left' },
  { x: 0.7, y: 0.8, note: 'This offer has ended', place: 'in the line below the cup at the bottom right' },
]
const inWords = faults.map(({ note, place }) => `${note}: ${place}.`).join(' ')
/** The pictures of version 1 and version 2. */
const { square: first, wide: second } = drawPictures()
const send = clientOf(inject('productUrl'))

let browser: Browser
let admin: Awaited<ReturnType<typeof adminSession>>
beforeAll(async () => {
  ;[browser, admin] = await Promise.all([sharedChromium(), adminSession()])
})
afterAll(() => browser?.close())

const cardOf = (page: Page) => page.getByRole('article', { name: title })
const panelOf = (page: Page) => page.getByRole('dialog', { name: title, exact: true })
const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true })

it('on a phone, the first week of an owner, with two notes on a preview', () => firstWeek(phone))
it('on a desktop, the first week of an owner, with two notes on a preview', { tags: 'nightly' }, () => firstWeek(desktop))

async function firstWeek({ device, width, personOn, pressesMax }: typeof phone): Promise<void> {
  const email = `olive-${crypto.randomUUID()}@example.com`
  const page = await visit(browser, { width, isPhone: width < 700 })
  const owner = personOn(page)

  await step('sign up and sign in', () => signUp(owner, email))
  await step('confirm the email address', () => confirmAddress(owner, email))
  await step('create the company profile', () => createProfile(owner))
  await step('assign the first task', () => assignFirstTask(owner, title))
  const untilTask = owner.describeEffort()

  const { Token: token } = await must(send<{ Token: string }>('POST', '/auth', { json: { email, password: PASSWORD } }))
  const task = await must(send<Task>('GET', `/task/${await numberOf(page)}`, { token }))
  const { deliver } = actionsOf(send, token, admin.token)
  const notesOf = () => must(send<PreviewNote[]>('GET', `/task/${task._id}/preview-notes`, { token }))

  await step('write two notes and refer back', async () => {
    await deliver(task, first)
    await openPreview(owner, 1)
    for (const [at, fault] of faults.entries()) await writeNote(owner, fault, at + 1)
    await referBack(owner, 'See notes 1 and 2')
    const notes = await notesOf()
    expect(notes.map(({ body, state }) => [body, state])).toEqual(faults.map(({ note }) => [note, 'open']))
    for (const [at, { x, y }] of notes.entries()) {
      expect(x).toBeCloseTo(faults[at]?.x ?? 9, 2)
      expect(y).toBeCloseTo(faults[at]?.y ?? 9, 2)
    }
  })

  await step('the admin resolves both notes and delivers version 2', async () => {
    for (const { _id, version } of await notesOf())
      await must(send('PUT', `/preview-notes/${_id}`, { token: admin.token, json: { state: 'resolved', version } }))
    await deliver(task, second)
  })

  await step('accept both notes and approve', async () => {
    await openPreview(owner, 2)
    for (const left of [2, 1]) await acceptNote(owner, left)
    expect((await notesOf()).map(({ state }) => state)).toEqual(['accepted', 'accepted'])
    await approve(owner)
    const { currentStatus, approvedPreviewNo } = await must(send<Task>('GET', `/task/${task._id}`, { token }))
    expect([currentStatus, approvedPreviewNo]).toEqual(['Approved', 2])
  })

  process.stdout.write(`From sign-up to the first task on ${device}: ${untilTask}\n`)
  process.stdout.write(`From sign-up to the first approval on ${device}, with notes: ${owner.describeEffort()}\n`)
  expect(owner.effort.presses).toBeLessThanOrEqual(pressesMax)
  await page.context().close()
}

it.each([phone, desktop])(
  'on $device, an owner describes the same faults in words',
  { tags: 'nightly' },
  async ({ device, width, personOn }) => {
    const { token, session, company } = await ownerWithCompany()
    const task = await assignTask(send, token, company._id, title)
    const { deliver } = actionsOf(send, token, admin.token)
    const page = await visit(browser, { path: '/management', as: session, width, isPhone: width < 700 })
    const owner = personOn(page)

    await step('refer back', async () => {
      await deliver(task, first)
      await openPreview(owner, 1)
      await referBack(owner, '', inWords)
    })
    await step('compare both versions, and approve', async () => {
      await deliver(task, second)
      await openPreview(owner, 2)
      await compareVersions(owner)
      await approve(owner)
    })

    process.stdout.write(`From the first preview to its approval on ${device}, without notes: ${owner.describeEffort()}\n`)
    await page.context().close()
  },
)

/** Opens the link of the welcome email, confirms the address, and opens the form for a new company. */
async function confirmAddress({ page, press, openLink, waitFor }: Person, email: string): Promise<void> {
  await openLink(await verificationLink(inject('inboxUrl'), email))
  await press(button(page, 'Confirm email address'))
  await waitFor('address confirmed', () => page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor())
  await press(page.getByRole('link', { name: 'Open your portal' }))
  await waitFor('portal opened', () => page.getByLabel('Company Name').waitFor())
}

/** Returns the number of the task on its card. */
async function numberOf(page: Page): Promise<string> {
  const [, number] = /#(\d+)/.exec(await cardOf(page).innerText()) ?? []
  if (!number) throw new Error('The card has no number')
  return number
}

/** Opens the preview from its card. The open page shows a delivered preview without a reload. */
async function openPreview({ page, press, waitFor }: Person, version: number): Promise<void> {
  const card = cardOf(page)
  await card.locator('img').first().waitFor()
  await card.getByText('Pending').waitFor()
  await press(button(card, 'View'))
  const panel = panelOf(page)
  const picture = panel.getByRole('img', { name: `Task Preview of ${title}`, exact: true })
  await waitFor('preview shown', async () => {
    await panel.getByText(`Version ${version}`, { exact: true }).first().waitFor()
    await expect.poll(() => picture.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
  })
}

async function writeNote({ page, press, write, waitFor }: Person, { x, y, note }: (typeof faults)[number], number: number): Promise<void> {
  const panel = panelOf(page)
  const surface = panel.locator('[data-press="note"]')
  const { width, height } = await surface.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
  await press(surface, { x: x * width, y: y * height })
  const text = panel.getByRole('dialog', { name: 'New note' }).getByLabel('Your note')
  await expect.poll(() => isFocused(text)).toBe(true)
  await write(text, note)
  await press(button(panel, 'Add note'))
  await waitFor(`note ${number} saved`, () => expect.poll(() => isFocused(button(panel, `Note ${number}, open: ${note}`))).toBe(true))
}

/** Refers the task back. Expects that the feedback already contains `suggested`, and types further words. */
async function referBack({ page, press, write, waitFor }: Person, suggested: string, words = ''): Promise<void> {
  const panel = panelOf(page)
  await press(button(panel, 'Refer Back'))
  const feedback = panel.getByLabel('Feedback')
  await expect.poll(() => isFocused(feedback)).toBe(true)
  await expect.poll(() => feedback.inputValue()).toBe(suggested)
  if (words) await write(feedback, words)
  await press(button(panel, 'Send Feedback'))
  await waitFor('feedback sent', () => panel.waitFor({ state: 'detached' }))
  await cardOf(page).getByText('Roll Back').waitFor()
}

/** Sees the place of the next resolved note in both versions, and accepts the note. `left` is the number of resolved notes. */
async function acceptNote({ page, press, waitFor }: Person, left: number): Promise<void> {
  const check = button(panelOf(page), 'Is this done?')
  await expect.poll(() => check.count()).toBe(left)
  await press(check.first())
  const dialog = page.getByRole('dialog', { name: 'Is this done?' })
  for (const version of [1, 2]) {
    const crop = dialog.getByRole('img', { name: `The place of the note in Version ${version}` })
    await expect.poll(() => crop.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0)
  }
  await press(button(dialog, 'Yes, it’s done'))
  await waitFor('answer saved', () => dialog.waitFor({ state: 'detached' }))
  await expect.poll(() => check.count()).toBe(left - 1)
}

/** Compares version 1 with version 2, because the owner has to find the places of the changes. */
async function compareVersions({ page, press }: Person): Promise<void> {
  await press(panelOf(page).getByRole('button', { name: /^Version 1/ }))
  const version = page.getByRole('dialog', { name: 'Version 1' })
  await press(button(version, 'Compare with version 2'))
  await version.getByRole('slider').waitFor({ state: 'attached' })
  await press(button(version, 'Close'))
  await version.waitFor({ state: 'detached' })
}

async function approve({ page, press, waitFor }: Person): Promise<void> {
  await press(button(panelOf(page), 'Approve'))
  await waitFor('approved', () => panelOf(page).getByText('Approved. You can undo this until we post it.').waitFor())
  await toastSaid(page, 'Task approved successfully')
}
