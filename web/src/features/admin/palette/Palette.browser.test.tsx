import '../AdminDashboardPage.tsx'
import '../campaigns/CampaignPanel.tsx'
import '../CompanyPanel.tsx'
import '../tabs/LaunchTab.tsx'
import '../tabs/TaskGridTab.tsx'
import '../task/TaskPanel.tsx'
import './Palette.tsx'
import { type FoundTask, searchBoard } from '@app/contracts/http/board-search.ts'
import { searchCampaigns } from '@app/contracts/http/campaign-search.ts'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { address, go, openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { pngFile } from '../../../testing/previews.ts'
import { tabLabels } from '../tabs.ts'

const PENDING = '/admin/dashboard?tab=pending'

const palette = page.getByRole('dialog', { name: 'Search', exact: true })
const field = palette.getByRole('combobox', { name: 'Search companies, tasks, campaigns and tabs' })
const options = () =>
  palette
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)
const chosen = () => palette.element().querySelector('[aria-selected="true"]')?.textContent
const searchOf = ({ address }: Sent) => new URL(address, window.location.href).searchParams.get('search')

const found = (taskId: number, title: string): FoundTask => ({ taskId, title, currentStatus: 'Pending', companyName: 'Bakery' })

/** Mocks the searches: each text finds the company and the task of the board, and a campaign. */
const searches = () => ({
  board: answer(searchBoard, () =>
    reply(searchBoard, { companies: [{ _id: company._id, companyName: 'Bakery' }], tasks: [found(5, 'Winter bread')] }),
  ),
  campaigns: answer(searchCampaigns, () =>
    reply(searchCampaigns, { campaigns: [{ _id: 'campaign-1', name: 'Pie week', companyName: 'Bakery' }] }),
  ),
})

beforeEach(() => {
  signInAs.admin(tokenOf('root'))
  boardOf({ company, tasks: [taskOf(), taskOf({ taskId: 6, title: 'Summer bread' })] })
})

async function openPalette(path = PENDING) {
  const app = await openApp(path)
  await expect.element(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  return app
}

it('Ctrl-K, ⌘K and the button open the palette, which shows the tabs at once, and Escape closes it', async () => {
  await openPalette()
  const { operations: _, ...others } = tabLabels
  await expect.poll(() => options().map((text) => text?.replace(/: \d+$/, ''))).toEqual(Object.values(others))
  await expect.poll(options).toContain('Pending Tasks: 2')
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await userEvent.keyboard('{Meta>}k{/Meta}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
})

it('a company that was found by its phone number or an address shows it', async () => {
  searches()
  answer(searchBoard, () =>
    reply(searchBoard, {
      companies: [
        { _id: company._id, companyName: 'Bakery', phone: '803.555.0142' },
        { _id: 'company-2', companyName: 'Yoga', email: 'zoe@yoga.example' },
      ],
      tasks: [],
    }),
  )
  await openPalette()
  await field.fill('8035550142')
  await expect.poll(() => options().slice(0, 2)).toEqual(['Bakery(803) 555-0142', 'Yogazoe@yoga.example'])
})

it('shows results in groups, arrow keys choose one, and Enter opens it; Back closes it', { tags: 'nightly' }, async () => {
  const asked = searches()
  await openPalette()
  await field.fill('bread')
  await expect.poll(options).toEqual(['Bakery', 'Winter bread#5 · BakeryPending', 'Pie weekBakery'])
  expect(
    palette
      .getByRole('listbox')
      .getByRole('group')
      .elements()
      .map((group) => group.getAttribute('aria-label')),
  ).toEqual(['Companies', 'Tasks', 'Campaigns'])
  await expect.element(palette.getByText('3 results')).toBeVisible()
  expect([...asked.board, ...asked.campaigns].map(searchOf)).toEqual(['bread', 'bread'])

  expect(chosen()).toBe('Bakery')
  await userEvent.keyboard('{ArrowUp}')
  expect(chosen()).toBe('Pie weekBakery')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(chosen()).toMatch('Winter bread')
  await expect.element(field).toHaveAttribute('aria-activedescendant', palette.element().querySelector('[aria-selected="true"]')?.id)
  await userEvent.keyboard('{Enter}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'Winter bread' })).toBeVisible()
  expect(address()).toBe(`${PENDING}&task=5`)
  await go(-1)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(address()).toBe(PENDING)
})

it('over an open panel, the chosen panel replaces it, after a question about unsent input', { tags: 'nightly' }, async () => {
  answer(searchBoard, () => reply(searchBoard, { companies: [], tasks: [found(6, 'Summer bread')] }))
  answer(searchCampaigns, () => reply(searchCampaigns, { campaigns: [] }))
  await openApp(PENDING)
  await page.getByRole('link', { name: 'Winter bread' }).click()
  const panel = page.getByRole('dialog', { name: 'Winter bread' })
  await userEvent.upload(panel.getByLabelText(/Upload Task Image/), await pngFile('cup.png'))
  await userEvent.keyboard('{Control>}k{/Control}')
  await field.fill('summer')
  await palette.getByRole('option', { name: /Summer bread/ }).click()
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(panel).toBeVisible()
  expect(address()).toBe(`${PENDING}&task=5`)

  await userEvent.keyboard('{Control>}k{/Control}')
  await field.fill('summer')
  await palette.getByRole('option', { name: /Summer bread/ }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Summer bread' })).toBeVisible()
  expect(address()).toBe(`${PENDING}&task=6`)
  await go(-1)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

it('Enter before the results arrive opens the first of these results, not of the earlier ones', { tags: 'nightly' }, async () => {
  const arrived = Promise.withResolvers<void>()
  answer(searchCampaigns, () => reply(searchCampaigns, { campaigns: [] }))
  answer(searchBoard, async (sent) => {
    if (searchOf(sent) === 'winter') return reply(searchBoard, { companies: [], tasks: [found(5, 'Winter bread')] })
    await arrived.promise
    return reply(searchBoard, { companies: [], tasks: [found(6, 'Summer bread')] })
  })
  await openPalette()
  await field.fill('winter')
  await expect.poll(options).toEqual(['Winter bread#5 · BakeryPending'])
  await field.fill('summer')
  await userEvent.keyboard('{Enter}')
  await expect.element(palette.getByText('Searching…')).toBeVisible()
  arrived.resolve()
  await expect.element(page.getByRole('dialog', { name: 'Summer bread' })).toBeVisible()
})

it('results of a newer text do not wait for a slow request of the previous one, and each pause sends one request', async () => {
  answer(searchCampaigns, () => reply(searchCampaigns, { campaigns: [] }))
  const asked = answer(searchBoard, (sent) =>
    searchOf(sent) === 'win' ? new Promise(() => {}) : reply(searchBoard, { companies: [], tasks: [found(5, 'Winter bread')] }),
  )
  await openPalette()
  await field.fill('win')
  await expect.poll(() => asked.map(searchOf)).toEqual(['win'])
  await field.fill('winter')
  await expect.poll(options).toEqual(['Winter bread#5 · BakeryPending'])
  expect(asked.map(searchOf)).toEqual(['win', 'winter'])
})

it('shows what could not be searched, and the other results; a button repeats the search', { tags: 'nightly' }, async () => {
  searches()
  answer(searchBoard, () => refusal(500, 'Something went wrong.'))
  await openPalette()
  await field.fill('pie')
  await expect.element(palette.getByText('We couldn’t search companies and tasks.')).toBeVisible()
  expect(options()).toEqual(['Pie weekBakery'])
  searches()
  await palette.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(options).toEqual(['Bakery', 'Winter bread#5 · BakeryPending', 'Pie weekBakery'])
})

it('says that nothing was found', async () => {
  answer(searchBoard, () => reply(searchBoard, { companies: [], tasks: [] }))
  answer(searchCampaigns, () => reply(searchCampaigns, { campaigns: [] }))
  await openPalette()
  await field.fill('zebra')
  await expect.element(palette.getByText('Nothing found for “zebra”')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(palette).toBeVisible()
})

it('finds tabs by a part of their name without a request', async () => {
  searches()
  await openPalette()
  await field.fill('launch')
  await expect.poll(() => options().at(-1)).toMatch(/^Wait for Launch/)
  // What the requests find is inserted above the tabs, and would move them during the click.
  await expect.poll(() => options().some((text) => text?.startsWith('Winter bread'))).toBe(true)
  await palette.getByRole('option', { name: /^Wait for Launch/ }).click()
  await expect.poll(address).toBe('/admin/dashboard?tab=launch')
})

it('lists what the admin opened last, newest first, and deletes this list when another admin signs in', { tags: 'nightly' }, async () => {
  await openPalette(`${PENDING}&task=5`)
  await userEvent.keyboard('{Escape}{Escape}')
  await page.getByRole('link', { name: 'Summer bread' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Summer bread' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  expect(options().slice(0, 3)).toEqual(['Summer bread#6 · Bakery', 'Winter bread#5 · Bakery', 'My Monday'])
  await userEvent.keyboard('{Escape}{Escape}')

  const lists = () => Object.keys(sessionStorage).filter((key) => key.startsWith('recently opened'))
  expect(lists()).toHaveLength(1)
  signInAs.admin(tokenOf('other'))
  expect(lists()).toEqual([])
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  expect(options()[0]).toBe('My Monday')
})

it('on a phone, the button and the options are touch targets of 44 px, and nothing scrolls sideways', async () => {
  searches()
  await page.viewport(360, 740)
  await openPalette()
  await field.fill('bread')
  await expect.poll(options).toHaveLength(3)
  for (const option of palette.getByRole('option').elements()) expect(option.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await userEvent.keyboard('{Escape}')
  const { width, height } = page.getByRole('button', { name: 'Search', exact: true }).element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
})
