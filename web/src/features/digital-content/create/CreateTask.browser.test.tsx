import './ChooseExample.tsx'
import { getQuota } from '@app/contracts/http/quotas.ts'
import { createTask } from '@app/contracts/http/tasks.ts'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { occasions } from '../../../domain/task/occasions.ts'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { ownerWith, taskOf } from '../../../testing/fixtures.ts'
import { address, openApp, signInAs, tokenOf } from '../../../testing/open.tsx'

const PHONE = 390
const DESKTOP = 1440

const panel = page.getByRole('dialog', { name: 'Add New Task' })
const field = (name: string) => panel.getByRole('textbox', { name, exact: true })
const more = panel.getByText(/^(Add more|Hide) details/)
const examples = page.getByRole('dialog', { name: 'Start from' })
const question = page.getByRole('dialog', { name: 'Replace your text?' })
const sale = occasions.find(({ label }) => label === 'Sale')?.texts ?? {}

afterEach(() => page.viewport(DESKTOP, 900))

async function openForm(width: number): Promise<void> {
  await page.viewport(width, 844)
  await openApp('/management')
  await page.getByRole('button', { name: '+ Assign New Task' }).click()
  await expect.element(field('Task Title')).toHaveFocus()
}

async function chooseOccasion(name: string): Promise<void> {
  await panel.getByRole('button', { name: /^Start from/ }).click()
  await examples.getByRole('button', { name, exact: true }).click()
  await expect.element(examples).not.toBeInTheDocument()
}

async function enterDates(): Promise<void> {
  await panel.getByLabelText(/^Submission for review/).fill('2099-01-04')
  await panel.getByLabelText(/^Target posting/).fill('2099-01-14')
}

it('a phone shows only the required fields, and the others after "Add more details"', { tags: 'nightly' }, async () => {
  ownerWith()
  await openForm(PHONE)
  await expect.element(panel.getByLabelText(/^Target posting/)).toBeVisible()
  await expect.element(field('Tagline')).not.toBeInTheDocument()
  await expect.element(panel.getByRole('checkbox', { name: 'Instagram' })).not.toBeInTheDocument()
  const shownFields = panel.element().querySelectorAll('input, textarea')
  expect([...shownFields].filter((control) => control.checkVisibility()).map((control) => control.getAttribute('name'))).toEqual([
    'title',
    'isRecurring',
    'submissionForReview',
    'targetPostingDate',
  ])

  await more.click()
  await field('Tagline').fill('Fresh every day')
  await panel.getByText('Instagram', { exact: true }).click()
  await more.click()
  await expect.element(field('Tagline')).not.toBeInTheDocument()
  await expect.element(panel.getByText('2 filled in')).toBeVisible()
})

it('a wide screen shows all fields, in the same order', { tags: 'nightly' }, async () => {
  ownerWith()
  await openForm(DESKTOP)
  await expect.element(field('Description')).toBeVisible()
  const names = [...panel.element().querySelectorAll('input, textarea')].map((control) => control.getAttribute('name'))
  expect(names.indexOf('targetPostingDate')).toBeLessThan(names.indexOf('tagline'))
  await more.click()
  await expect.element(field('Description')).not.toBeInTheDocument()
})

it.each([PHONE, DESKTOP])(
  'at %i px, a submitted task closes the panel, and its card is in view and has the focus',
  { tags: 'nightly' },
  async (width) => {
    const waiting = Array.from({ length: 8 }, (_, at) => taskOf({ taskId: 10 + at, title: `Waiting ${at}` }))
    const tasks = ownerWith(...waiting)
    const created = taskOf({ taskId: 99, title: 'Rye bread', doneTaskImage: null })
    answer(createTask, () => {
      tasks.unshift(created)
      return reply(createTask, created)
    })
    await openForm(width)
    await field('Task Title').fill('Rye bread')
    await enterDates()
    await panel.getByRole('button', { name: 'Submit' }).click()
    await expect.element(page.getByText('Task created successfully!')).toBeInTheDocument()
    await expect.element(panel).not.toBeInTheDocument()
    await expect.poll(address).toBe('/management')

    const card = page.getByRole('article', { name: 'Rye bread' })
    await expect.element(card.getByRole('heading')).toHaveFocus()
    const inView = () => {
      const { left, right, top, bottom } = card.element().getBoundingClientRect()
      return left >= 0 && right <= window.innerWidth && top >= 0 && bottom <= window.innerHeight
    }
    await expect.poll(inView).toBe(true)
    await userEvent.tab()
    await expect.element(card.getByRole('button', { name: 'View' })).toHaveFocus()
  },
)

it('after a submit, closing another panel does not move the focus to the card again', { tags: 'nightly' }, async () => {
  const tasks = ownerWith(taskOf())
  answer(createTask, () => {
    tasks.unshift(taskOf({ taskId: 6, title: 'Rye bread' }))
    return reply(createTask, taskOf({ taskId: 6, title: 'Rye bread' }))
  })
  await openForm(DESKTOP)
  await field('Task Title').fill('Rye bread')
  await enterDates()
  await panel.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByRole('article', { name: 'Rye bread' }).getByRole('heading')).toHaveFocus()
  const reports = page.getByRole('button', { name: 'Launched Reports' })
  await reports.click()
  await page.getByRole('dialog', { name: 'Posted Tasks' }).getByRole('button', { name: 'Close' }).click()
  await expect.element(reports).toHaveFocus()
})

it.each([PHONE, DESKTOP])('at %i px, an occasion fills the texts, and shows them', { tags: 'nightly' }, async (width) => {
  ownerWith()
  await openForm(width)
  await chooseOccasion('Sale')
  await expect.element(field('Task Title')).toHaveValue(sale.title)
  await expect.element(field('Description')).toHaveValue(sale.description)
  await expect.element(field('Description')).toBeVisible()
  await expect.element(field('Additional Info')).toHaveValue('')
  await expect.element(panel.getByText('We filled in the texts of “Sale”. Change what doesn’t fit.')).toBeInTheDocument()
})

it('each filled text can be undone, and all together, but not a text that the owner has changed', { tags: 'nightly' }, async () => {
  ownerWith()
  await openForm(DESKTOP)
  await chooseOccasion('Sale')
  await panel.getByRole('button', { name: 'Undo Tagline', exact: true }).click()
  await expect.element(field('Tagline')).toHaveValue('')
  await expect.element(field('Tagline')).toHaveFocus()
  await field('Main Headline').fill('Half price')
  await expect.element(panel.getByRole('button', { name: 'Undo Main Headline', exact: true })).not.toBeInTheDocument()

  await panel.getByRole('button', { name: 'Undo all' }).click()
  await expect.element(panel.getByRole('button', { name: /^Start from/ })).toHaveFocus()
  await expect.element(field('Task Title')).toHaveValue('')
  await expect.element(field('Main Headline')).toHaveValue('Half price')
  await expect.element(panel.getByText('We filled in')).not.toBeInTheDocument()
})

it('another occasion replaces the texts of the first one without a question', { tags: 'nightly' }, async () => {
  ownerWith()
  await openForm(DESKTOP)
  await chooseOccasion('Event')
  await expect.element(field('Additional Info')).not.toHaveValue('')
  await chooseOccasion('Sale')
  await expect.element(field('Task Title')).toHaveValue(sale.title)
  await expect.element(field('Additional Info')).toHaveValue('')
})

it('a text that the owner wrote is replaced only after a question, and can be restored', { tags: 'nightly' }, async () => {
  ownerWith()
  await openForm(DESKTOP)
  await field('Task Title').fill('My own title')
  await chooseOccasion('Sale')
  await expect.element(question.getByText(/^You have already written Task Title\./)).toBeVisible()
  await question.getByRole('button', { name: 'Keep my text' }).click()
  await expect.element(field('Task Title')).toHaveValue('My own title')
  await expect.element(field('Tagline')).toHaveValue(sale.tagline)

  await chooseOccasion('Sale')
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect.element(field('Task Title')).toHaveValue(sale.title)
  await panel.getByRole('button', { name: 'Undo Task Title', exact: true }).click()
  await expect.element(field('Task Title')).toHaveValue('My own title')
})

it('the newest 20 tasks are listed, and a search by number or title finds the others', { tags: 'nightly' }, async () => {
  const previous = Array.from({ length: 25 }, (_, at) => taskOf({ taskId: 125 - at, title: `Bread ${125 - at}` }))
  ownerWith(...previous, taskOf({ taskId: 7, title: 'The oyster roast', description: 'Oysters by the bucket.' }))
  await openForm(PHONE)
  await panel.getByRole('button', { name: 'Start from an occasion or a previous task' }).click()
  const listed = examples.getByRole('region', { name: 'A previous task' }).getByRole('listitem')
  expect(listed.elements()).toHaveLength(20)
  await expect.element(listed.first()).toHaveTextContent('Bread 125#125')
  const search = examples.getByRole('searchbox', { name: 'Search by number or title' })
  for (const term of ['oyster', '#7 ']) {
    await search.fill(term)
    await expect.poll(() => listed.elements().map(({ textContent }) => textContent)).toEqual(['The oyster roast#7'])
  }
  await userEvent.keyboard('{Enter}')
  await listed.getByRole('button').click()
  await expect.element(field('Task Title')).toHaveValue('The oyster roast')
  await expect.element(field('Description')).toHaveValue('Oysters by the bucket.')
  await expect.element(panel.getByText(/^We filled in the texts of “#7 The oyster roast”/)).toBeVisible()
})

it('a filled form is a draft like an entered one: it is restored, and is not discarded without a question', {
  tags: 'nightly',
}, async () => {
  ownerWith()
  signInAs.owner(tokenOf('ann'))
  await page.viewport(PHONE, 844)
  const app = await openApp('/management?show=new')
  await chooseOccasion('Sale')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await app.unmount()

  await openApp('/management?show=new')
  await expect.element(field('Task Title')).toHaveValue(sale.title)
  await expect.element(panel.getByText(`${Object.keys(sale).length - 1} filled in`)).toBeVisible()
  await more.click()
  await expect.element(field('Description')).toHaveValue(sale.description)
  await chooseOccasion('Event')
  await expect.element(question).toBeVisible()
})

it('an error of the server at a hidden field shows the field and focuses it', { tags: 'nightly' }, async () => {
  ownerWith()
  answer(createTask, () =>
    refusal(422, 'The tagline is too long.', { errors: [{ field: 'tagline', message: 'The tagline is too long.' }] }),
  )
  await openForm(PHONE)
  await field('Task Title').fill('Rye bread')
  await enterDates()
  await panel.getByRole('button', { name: 'Submit' }).click()
  await expect.element(field('Tagline')).toHaveFocus()
  await expect.element(panel.getByText('The tagline is too long.')).toBeVisible()
  await field('Tagline').fill('Short')
  await expect.element(field('Tagline')).toBeVisible()
})

it('the panel names a limit that is nearly used, and a refusal says what to do', { tags: 'nightly' }, async () => {
  ownerWith()
  const ownLimits = { openTasks: null, series: null, fileMegabytes: null }
  const usage = { openTasks: 8, series: 0, fileBytes: 0 }
  answer(getQuota, () => reply(getQuota, { plan: 'first-proof', isConfirmed: false, ownLimits, usage }))
  const message = 'The limit is 10 open tasks. Confirm your email address to assign more.'
  answer(createTask, () => refusal(422, message, { code: 'quota' }))
  await openForm(DESKTOP)
  await expect.element(panel.getByText('8 of 10 open tasks. Confirm your email address to assign more.')).toBeVisible()
  await field('Task Title').fill('Rye bread')
  await enterDates()
  await panel.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText(message)).toBeInTheDocument()
})
