import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { address, openPart } from '../../testing/open.tsx'
import { type Column, DataTable } from './DataTable.tsx'
import { useOrder } from './use-order.ts'

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

function Shops({ of }: { of: readonly Shop[] | undefined }) {
  const { rows, order } = useOrder(of, columns)
  return <DataTable label="shops" columns={columns} rows={rows} order={order} keyOf={keyOf} linkOf={linkOf} empty={<p>No shops</p>} />
}

const open = (rows: readonly Shop[] = shops) =>
  openPart(
    <>
      <Shops of={rows} />
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

it('is worked by keys: past the headings that sort, each row is a stop, and arrows go from row to row', async () => {
  await open()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Name' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: 'Ann' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  expect(decodeURI(address())).toBe('/?show=étoile')
})

it('its head stays in sight; of twenty thousand rows those are in the page that are near, with the place each has', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ name: `Shop ${at}`, orders: (at * 7) % 20_000 }))
  await open(many)
  const table = page.getByRole('table').element()
  // Asked for by role, so many rows would be looked at one by one.
  const rows = () => [...table.querySelectorAll('tbody > tr')]
  const inPage = (name: string) => rows().find((row) => row.firstElementChild?.textContent === name)
  expect(rows().length).toBeLessThan(500)
  expect(table.getAttribute('aria-rowcount')).toBe('20001')

  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.poll(() => inPage('Shop 19999')?.getAttribute('aria-rowindex')).toBe('20001')
  await expect.poll(() => inPage('Shop 0')).toBeUndefined()
  expect(rows().length).toBeLessThan(500)
  inPage('Shop 19999')?.scrollIntoView()
  expect(table.firstElementChild?.getBoundingClientRect().top).toBe(0)

  // What has the focus stays, however far away it is scrolled.
  const last = inPage('Shop 19999')?.querySelector('a')
  last?.focus()
  window.scrollTo(0, 0)
  await expect.poll(() => inPage('Shop 0')).toBeDefined()
  expect(document.activeElement).toBe(last)

  await page.getByRole('button', { name: 'Orders' }).click()
  await expect.poll(() => rows().at(0)?.nextElementSibling?.firstElementChild?.textContent).toBe('Shop 17143')
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
  const { unmount } = await openPart(<Shops of={undefined} />)
  await expect.element(page.getByRole('status', { name: 'Loading shops' })).toBeVisible()
  await unmount()
  await open([])
  await expect.element(page.getByText('No shops')).toBeVisible()
  expect(page.getByRole('table').query()).toBeNull()
})
