import '../AdminDashboardPage.tsx'
import '../CompanyPanel.tsx'
import '../tabs/CompaniesTab.tsx'
import '../task/TaskPanel.tsx'
import { listCampaigns } from '@app/contracts/http/campaigns.ts'
import { type ClientMail, listClientMails } from '@app/contracts/http/client-mails.ts'
import { type Colleague, listColleagues } from '@app/contracts/http/colleagues.ts'
import {
  addCompanyNote,
  type CompanyNote,
  changeCompanyNote,
  listCompanyNotes,
  removeCompanyNote,
} from '@app/contracts/http/company-notes.ts'
import { type AcceptedFinding, listAcceptedFindings, removeAcceptedFinding } from '@app/contracts/http/proofreading.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { campaignOf } from '../../../testing/campaign-data.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { ADMIN, companyNoteOf, companyPageOf, mailOf } from '../../../testing/company-page.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { address, dismissToast, go, openApp } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

const TAB = '/admin/dashboard?tab=companies'
const PAGE = `${TAB}&company=${company._id}`
const dialog = page.getByRole('dialog', { name: 'Bakery' })
const part = (name: string) => dialog.getByRole('tab', { name })
const region = (name: string) => dialog.getByRole('region', { name })
const rows = (name: string) =>
  dialog
    .getByRole('list', { name })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
const bodyOf = (sent: { body: unknown } | undefined) => JSON.parse(String(sent?.body))
const bounced = mailOf({ topic: 'reminder', answer: '5.1.1', bouncedAt: '2026-11-30T15:05:00.000Z' })
const ana: Colleague = {
  _id: 'colleague-1',
  name: 'Ana Ruiz',
  email: 'ana@bakery.example',
  may: 'decide',
  state: 'active',
  invitedAt: '2026-11-20T12:00:00.000Z',
  changedAt: null,
  isExpired: false,
  hasBounced: false,
  asksToReturn: false,
}

it('the first part answers who signs in, what they got and what is open, and the other parts load when they are opened', async () => {
  const notes = answer(listCompanyNotes, () => reply(listCompanyNotes, []))
  companyPageOf({ company, tasks: [taskOf()] }, { mails: [bounced], owner: { bouncedAt: bounced.bouncedAt } })
  await openApp(PAGE)
  const owner = region('Owner')
  await expect.element(owner.getByText('Bounced', { exact: true })).toBeVisible()
  await expect.element(owner.getByRole('button', { name: 'Correct the address' })).toBeVisible()
  await expect.element(dialog.getByText('Dana Reyes')).toBeVisible()
  await expect.element(region('Latest emails').getByText('The address doesn’t exist. (5.1.1)')).toBeVisible()
  await expect.element(region('Open work').getByText('In review')).toBeVisible()
  await atEachWidth(() => {})
  expect(notes).toHaveLength(0)
  await region('Latest emails').getByRole('button', { name: 'All emails' }).click()
  await expect.poll(address).toBe(`${PAGE}&part=emails`)
  await part('Team notes').click()
  await expect.element(dialog.getByText('No notes yet.')).toBeVisible()
  expect(notes).toHaveLength(1)
})

it('Back closes the page of a company, also after a change of the part', async () => {
  companyPageOf({ company, tasks: [taskOf()] })
  await openApp(TAB)
  await page.getByRole('link', { name: 'View Bakery' }).click()
  await part('Tasks').click()
  await expect.element(dialog.getByRole('link', { name: /^Winter bread/ })).toBeVisible()
  await dialog.getByRole('link', { name: /^Winter bread/ }).click()
  const task = page.getByRole('dialog', { name: 'Winter bread' })
  await expect.element(task.getByRole('link', { name: 'Bakery' })).toHaveAttribute('href', `${PAGE}`)
  await go(-1)
  await expect.element(part('Tasks')).toHaveAttribute('aria-selected', 'true')
  await go(-1)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(address()).toBe(TAB)
})

it('the link from a task to its company asks before it discards what was entered', async () => {
  companyPageOf({ company, tasks: [taskOf({ doneTaskImage: null, previewNo: null })] })
  await openApp('/admin/dashboard?tab=pending&task=5')
  const task = page.getByRole('dialog', { name: 'Winter bread' })
  await task.getByRole('textbox', { name: 'Caption' }).fill('Warm bread.')
  await task.getByRole('link', { name: 'Bakery' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(task.getByRole('textbox', { name: 'Caption' })).toHaveValue('Warm bread.')
  await task.getByRole('link', { name: 'Bakery' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(region('Owner')).toBeVisible()
})

it('emails are listed for the owner and each colleague, page by page', async () => {
  const mails: ClientMail[] = [mailOf(), bounced]
  companyPageOf({ company, tasks: [] }, { mails })
  answer(listColleagues, () => reply(listColleagues, [ana]))
  const asked = answer(listClientMails, ({ address }) => {
    const { pathname, searchParams } = new URL(address, window.location.href)
    if (pathname.endsWith(ana._id)) return reply(listClientMails, { mails: [], keptDays: 90 })
    const isLast = searchParams.has('cursor')
    const headers = isLast ? undefined : { link: '</api?cursor=2>; rel="next"' }
    return Response.json({ mails: isLast ? [mailOf({ topic: 'welcome', subject: 'Hello' })] : mails, keptDays: 90 }, { headers })
  })
  await openApp(`${PAGE}&part=emails`)
  await expect.element(dialog.getByText('Preview to review')).toBeVisible()
  expect(rows('Emails')[1]).toMatch(
    /^Reminder to decide.*To ann@bakery.example · Sent.*came back.*The address doesn’t exist. \(5.1.1\)Bounced$/,
  )
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect.element(dialog.getByText('Welcome')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ana Ruiz' }).click()
  await expect.element(dialog.getByText('No emails in the last 90 days.')).toBeVisible()
  expect(asked.at(-1)?.address).toBe(`/api/admin/client-mails/${ana._id}?limit=50`)
})

it('a part that failed to load can be loaded again, while the others stay usable', async () => {
  companyPageOf({ company, tasks: [] })
  answer(listClientMails, () => refusal(500, 'Something broke.'))
  await openApp(PAGE)
  await expect.element(region('Latest emails').getByText('We couldn’t load the emails.')).toBeVisible()
  await expect.element(region('Owner').getByText('Confirmed', { exact: true })).toBeVisible()
  companyPageOf({ company, tasks: [] })
  clickNow(region('Latest emails').getByRole('button', { name: 'Try again' }))
  await expect.element(dialog.getByText('No emails to the owner yet.')).toBeVisible()
})

it('open tasks and posts are separate lists', async () => {
  companyPageOf({ company, tasks: [taskOf(), taskOf({ taskId: 6, title: 'Summer bread', currentStatus: 'Posted' })] })
  await openApp(`${PAGE}&part=tasks`)
  await expect.poll(() => rows('Open tasks')).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Posted' }).click()
  await expect.poll(() => rows('Posts')).toHaveLength(1)
  expect(rows('Posts')[0]).toContain('Summer bread')
})

it('campaigns lead to their panel, and a company without campaigns says so', async () => {
  companyPageOf({ company, tasks: [] })
  const campaigns = [campaignOf()]
  answer(listCampaigns, () => reply(listCampaigns, campaigns))
  await openApp(`${PAGE}&part=campaigns`)
  await expect.element(dialog.getByRole('link', { name: /^Oyster roast/ })).toHaveAttribute('href', `${TAB}&campaign=campaign-1`)
  campaigns.pop()
  await part('Tasks').click()
  await part('Campaigns').click()
  await expect.element(dialog.getByText('This company has no campaigns.')).toBeVisible()
})

it('an admin adds, changes and deletes own notes, and only reads those of others', async () => {
  companyPageOf({ company, tasks: [] })
  const evans = companyNoteOf({ _id: 'note-2', text: 'Prefers emails.', author: { id: 'admin-2', name: 'Evan' } })
  const notes: CompanyNote[] = [evans]
  answer(listCompanyNotes, () => reply(listCompanyNotes, notes))
  await openApp(`${PAGE}&part=notes`)
  await expect.element(dialog.getByText('Prefers emails.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Edit note' }).elements()).toEqual([])

  const field = dialog.getByRole('textbox', { name: 'New note' })
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect.element(dialog.getByText('Please write a note.')).toBeVisible()
  await field.fill(' Call on Fridays. ')
  answer(addCompanyNote, () => refusal(422, 'Too long.', { errors: [{ field: 'text', message: 'Too long.' }] }))
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect.element(field).toHaveAccessibleDescription('Too long.')
  const added = answer(addCompanyNote, (sent) => {
    notes.unshift(companyNoteOf(bodyOf(sent)))
    return Response.json(notes[0], { status: 201 })
  })
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await expect.element(dialog.getByText('Call on Fridays.')).toBeVisible()
  await expect.element(field).toHaveValue('')
  expect(added.map(bodyOf)).toEqual([{ text: 'Call on Fridays.' }])

  await dialog.getByRole('button', { name: 'Edit note' }).click()
  const edited = dialog.getByRole('textbox', { name: 'Note', exact: true })
  await expect.element(edited).toHaveFocus()
  await edited.fill('Call on Mondays.')
  answer(changeCompanyNote, (sent) => {
    notes[0] = companyNoteOf({ ...bodyOf(sent), editedAt: '2026-11-30T16:00:00.000Z' })
    return reply(changeCompanyNote, notes[0])
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Call on Mondays.')).toBeVisible()

  const removed = answer(removeCompanyNote, () => {
    notes.shift()
    return reply(removeCompanyNote, { message: 'Note deleted successfully!' })
  })
  await dialog.getByRole('button', { name: 'Delete note' }).click()
  await page.getByRole('dialog', { name: 'Delete this note?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog.getByText('Call on Mondays.')).not.toBeInTheDocument()
  expect(removed.map((sent) => sent.address)).toEqual([`/api/admin/company/${company._id}/notes/note-1`])
  await dismissToast()
})

it('a note that is not sent yet survives a reload of the page', async () => {
  companyPageOf({ company, tasks: [] })
  answer(listCompanyNotes, () => reply(listCompanyNotes, []))
  const app = await openApp(`${PAGE}&part=notes`)
  await dialog.getByRole('textbox', { name: 'New note' }).fill('Call on Fridays.')
  await app.unmount()
  await openApp(`${PAGE}&part=notes`)
  await expect.element(dialog.getByRole('textbox', { name: 'New note' })).toHaveValue('Call on Fridays.')
})

it('words that were marked as right are listed, and can be removed', async () => {
  companyPageOf({ company, tasks: [] })
  const accepted: AcceptedFinding[] = [
    { _id: 'accepted-1', kind: 'spelling', words: 'Palmetto Blend', acceptedBy: ADMIN, acceptedAt: '2026-11-30T15:00:00.000Z' },
  ]
  answer(listAcceptedFindings, () => reply(listAcceptedFindings, accepted))
  const removed = answer(removeAcceptedFinding, () => {
    accepted.pop()
    return reply(removeAcceptedFinding, { message: 'Removed from the words marked as right' })
  })
  await openApp(`${PAGE}&part=setup`)
  const words = region('Words marked as right')
  await expect.element(words).toMatchTextContent(/“Palmetto Blend”Spelling · /)
  await words.getByRole('button', { name: 'Remove “Palmetto Blend”' }).click()
  await expect.element(words).not.toBeInTheDocument()
  expect(removed.map(({ address }) => address)).toEqual([`/api/admin/companies/${company._id}/accepted-findings/accepted-1`])
})
