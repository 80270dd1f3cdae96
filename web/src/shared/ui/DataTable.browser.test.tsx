import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { address, openPart } from '../../testing/open.tsx'
import { type Column, DataTable } from './DataTable.tsx'

interface Shop {
  name: string
  orders: number | null
}

const pressed = vi.fn()
const columns: readonly Column<Shop>[] = [
  { heading: 'Name', cell: ({ name }) => name, sortKey: ({ name }) => name },
  { heading: 'Orders', cell: ({ orders }) => orders ?? 'none', sortKey: ({ orders }) => orders, align: 'end' },
  {
    heading: 'Actions',
    cell: ({ name }) => (
      <button type="button" onClick={() => pressed(name)}>
        Update
      </button>
    ),
  },
]
const shops: readonly Shop[] = [
  { name: 'étoile', orders: 10 },
  { name: 'Zebra', orders: null },
  { name: 'Ann', orders: 9 },
  { name: 'Fern', orders: 101 },
]
const keyOf = ({ name }: Shop) => name
const linkOf = ({ name }: Shop) => ({ to: `?show=${name}` })

const open = (rows: readonly Shop[] | undefined = shops) =>
  openPart(
    <>
      <DataTable label="shops" columns={columns} rows={rows} keyOf={keyOf} linkOf={linkOf} empty={<p>No shops</p>} />
      <div style={{ height: '100vh' }} />
    </>,
  )

const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent)
const heading = (name: string) => page.getByRole('columnheader', { name })

it('its headings sort, up and down, words as people sort them and figures as figures; what is missing stands last', async () => {
  await open()
  expect(names()).toEqual(['étoile', 'Zebra', 'Ann', 'Fern'])
  await page.getByRole('button', { name: 'Name' }).click()
  expect(names()).toEqual(['Ann', 'étoile', 'Fern', 'Zebra'])
  await expect.element(heading('Name')).toHaveAttribute('aria-sort', 'ascending')

  await page.getByRole('button', { name: 'Orders' }).click()
  expect(names()).toEqual(['Ann', 'étoile', 'Fern', 'Zebra'])
  await page.getByRole('button', { name: 'Orders' }).click()
  expect(names()).toEqual(['Fern', 'étoile', 'Ann', 'Zebra'])
  await expect.element(heading('Orders')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(heading('Name')).not.toHaveAttribute('aria-sort')
  expect(heading('Actions').element().querySelector('button')).toBeNull()
})

it('a row is one link, wherever it is clicked; its own buttons do what they say', async () => {
  await open()
  // What is there to be clicked is the link, which covers the row.
  await page.getByRole('cell', { name: '101' }).click({ force: true })
  expect(address()).toBe('/?show=Fern')
  await page.getByRole('row').filter({ hasText: 'Ann' }).getByRole('button').click()
  expect(pressed).toHaveBeenCalledExactlyOnceWith('Ann')
  expect(address()).toBe('/?show=Fern')
})

it('is worked by keys: past the headings that sort, each row is a stop', async () => {
  await open()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: 'Ann' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/?show=Ann')
})

it('its head stays in sight, and of a thousand rows only those are drawn that are', async () => {
  await open(Array.from({ length: 1_000 }, (_, at) => ({ name: `Shop ${at}`, orders: (at * 7) % 1_000 })))
  // Asked for by role, a thousand rows would be looked at one by one.
  const rows = () => [...page.getByRole('table').element().querySelectorAll('tbody > tr')]
  const isLastDrawn = () => rows().at(-1)?.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })
  expect(rows()).toHaveLength(1_000)
  expect(isLastDrawn()).toBe(false)
  await page.getByRole('button', { name: 'Orders' }).click()
  expect(
    rows()
      .slice(0, 2)
      .map((row) => row.firstElementChild?.textContent),
  ).toEqual(['Shop 0', 'Shop 143'])
  rows().at(-1)?.scrollIntoView()
  await expect.poll(isLastDrawn).toBe(true)
  expect(page.getByRole('table').element().firstElementChild?.getBoundingClientRect().top).toBe(0)
})

it('where it is narrow each row is a card that names its values, and still sorts', async () => {
  await page.viewport(390, 800)
  try {
    await open()
    const [row, cell] = [page.getByRole('row').filter({ hasText: 'Fern' }).element(), page.getByText('101').element()]
    expect(getComputedStyle(cell, '::before').content).toContain('Orders')
    expect(row.getBoundingClientRect().height).toBeGreaterThan(3 * cell.getBoundingClientRect().height)
    await page.getByRole('button', { name: 'Orders' }).click()
    expect(names()[0]).toBe('Ann')
    expect(document.documentElement.scrollWidth).toBe(390)
  } finally {
    await page.viewport(1440, 900)
  }
})

it('says that rows are loading, and what there is when there are none', async () => {
  const { unmount } = await openPart(<DataTable label="shops" columns={columns} rows={undefined} keyOf={keyOf} empty={<p>No shops</p>} />)
  await expect.element(page.getByRole('status', { name: 'Loading shops' })).toBeVisible()
  await unmount()
  await open([])
  await expect.element(page.getByText('No shops')).toBeVisible()
  expect(page.getByRole('table').query()).toBeNull()
})
