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

it('the headings sort in both directions, texts by locale and numbers by value; missing values are last', async () => {
  await open()
  await expect.poll(names).toEqual(['étoile', 'Zebra', 'Ann', 'Fern'])
  await page.getByRole('button', { name: 'Name' }).click()
  await expect.poll(names).toEqual(['Ann', 'étoile', 'Fern', 'Zebra'])
  await expect.element(heading('Name')).toHaveAttribute('aria-sort', 'ascending')

  await page.getByRole('button', { name: 'Orders' }).click()
  await expect.poll(names).toEqual(['Ann', 'étoile', 'Fern', 'Zebra'])
  await page.getByRole('button', { name: 'Orders' }).click()
  await expect.poll(names).toEqual(['Fern', 'étoile', 'Ann', 'Zebra'])
  await expect.element(heading('Orders')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(heading('Name')).not.toHaveAttribute('aria-sort')
  expect(heading('Actions').element().querySelector('button')).toBeNull()
})

it('a heading that is pressed twice before the table shows the first order sorts in descending order', async () => {
  await open()
  const button = page.getByRole('button', { name: 'Name' }).element() as HTMLElement
  button.click()
  button.click()
  await expect.poll(names).toEqual(['Zebra', 'Fern', 'étoile', 'Ann'])
  expect(address()).toBe('/?sort=-name')
})

it('a click anywhere on a row follows its link; buttons in the row keep their own action', async () => {
  await open()
  // `force` is necessary, because the link covers the cell and receives the click.
  await page.getByRole('cell', { name: '101' }).click({ force: true })
  expect(address()).toBe('/?show=Fern')
  await page.getByRole('row').filter({ hasText: 'Ann' }).getByRole('button').click()
  expect(pressed).toHaveBeenCalledExactlyOnceWith('Ann')
  expect(address()).toBe('/?show=Fern')
})

it('keyboard: Tab stops at the headings that sort and at each row, and arrow keys move between the rows', async () => {
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

it('the head stays visible; of 20,000 rows only those near the viewport are in the page, each with its row index', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => ({ name: `Shop ${at}`, orders: (at * 7) % 20_000 }))
  await open(many)
  const table = page.getByRole('table').element()
  // `getByRole` is not used, because it would examine each row.
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

  // The row with the focus is not removed, even if it is far from the viewport.
  const last = inPage('Shop 19999')?.querySelector('a')
  last?.focus()
  window.scrollTo(0, 0)
  await expect.poll(() => inPage('Shop 0')).toBeDefined()
  expect(document.activeElement).toBe(last)

  await page.getByRole('button', { name: 'Orders' }).click()
  await expect.poll(() => rows().at(0)?.nextElementSibling?.firstElementChild?.textContent).toBe('Shop 17143')
})

it('on narrow screens each row is a card that shows the headings of its values, and the table still sorts', async () => {
  await page.viewport(390, 800)
  try {
    await open()
    const [row, cell] = [page.getByRole('row').filter({ hasText: 'Fern' }).element(), page.getByText('101').element()]
    expect(getComputedStyle(cell, '::before').content).toContain('Orders')
    expect(row.getBoundingClientRect().height).toBeGreaterThan(3 * cell.getBoundingClientRect().height)
    await page.getByRole('button', { name: 'Orders' }).click()
    await expect.poll(() => names()[0]).toBe('Ann')
    expect(document.documentElement.scrollWidth).toBe(390)
  } finally {
    await page.viewport(1440, 900)
  }
})

it('shows a loading state, and the empty state if there are no rows', async () => {
  const { unmount } = await openPart(<Shops of={undefined} />)
  await expect.element(page.getByRole('status', { name: 'Loading shops' })).toBeVisible()
  await unmount()
  await open([])
  await expect.element(page.getByText('No shops')).toBeVisible()
  expect(page.getByRole('table').query()).toBeNull()
})
