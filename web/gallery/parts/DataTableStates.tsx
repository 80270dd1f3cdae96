import { useState } from 'react'
import { Badge } from '../../src/shared/ui/Badge.tsx'
import { Button } from '../../src/shared/ui/Button.tsx'
import { type Column, DataTable } from '../../src/shared/ui/DataTable.tsx'
import { ShopDrawing } from '../../src/shared/ui/drawings.tsx'
import { EmptyState, ErrorState } from '../../src/shared/ui/states.tsx'
import { Time } from '../../src/shared/ui/Time.tsx'
import { useOrder } from '../../src/shared/ui/use-order.ts'
import { State } from '../State.tsx'

interface Shop {
  id: number
  name: string
  city: string
  email: string
  stage: 'Lead' | 'Customer' | 'Lost'
  since: string
  orders: number
  average: number
}

const tones = { Lead: 'pending', Customer: 'approved', Lost: 'neutral' } as const

const columns: readonly Column<Shop>[] = [
  { heading: 'Name', share: 1.6, cell: ({ name }) => name, sortKey: ({ name }) => name },
  { heading: 'City', share: 1.5, cell: ({ city }) => city, sortKey: ({ city }) => city },
  {
    heading: 'Email',
    share: 1.8,
    cell: ({ email }) => (email ? <a href={`mailto:${email}`}>{email}</a> : 'No email'),
    sortKey: ({ email }) => email,
  },
  { heading: 'Stage', share: 1.2, cell: ({ stage }) => <Badge tone={tones[stage]}>{stage}</Badge>, sortKey: ({ stage }) => stage },
  { heading: 'Since', share: 1.4, cell: ({ since }) => <Time value={since} />, sortKey: ({ since }) => since },
  { heading: 'Orders', cell: ({ orders }) => orders, sortKey: ({ orders }) => orders, align: 'end' },
  { heading: 'Average', cell: ({ average }) => `$${average.toFixed(2)}`, sortKey: ({ average }) => average, align: 'end' },
  {
    heading: 'Actions',
    cell: ({ name }) => (
      <Button tone="quiet" size="small" aria-label={`Update ${name}`}>
        Update
      </Button>
    ),
  },
]

/** The columns of the dense table. On narrow screens, a row has two lines. */
const denseColumns: readonly Column<Shop>[] = columns.slice(0, 6).map((column) => {
  if (column.heading === 'Email' || column.heading === 'Since') return { ...column, onNarrow: 'hidden' }
  return column.heading === 'Stage' ? { ...column, onNarrow: 'bare' } : column
})

const names = ['Harbor & Pine Coffee', 'Ann’s Bakery', 'Fern & Fig Florists', 'Étoile du Sud', 'مقهى الميناء والصنوبر', 'Zwölf Brötchen']
const cities = ['Columbia', 'Charleston', 'Greenville', 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch']
const stages = ['Lead', 'Customer', 'Lost'] as const

const shops = (count: number): Shop[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at,
    name: `${names[at % names.length]}${at < names.length ? '' : ` ${at}`}`,
    city: cities[at % cities.length] ?? '',
    email: at % 5 === 4 ? '' : `hello-${at}@shop.example`,
    stage: stages[at % stages.length] ?? 'Lead',
    since: new Date(Date.UTC(2026, at % 12, 1 + (at % 28))).toISOString().slice(0, 10),
    orders: (at * 7919) % 401,
    average: ((at * 104_729) % 9_900) / 100,
  }))

const few = shops(6)
const none: readonly Shop[] = []
const keyOf = ({ id }: Shop) => String(id)
const linkOf = ({ id }: Shop) => ({ to: `?part=Data table&show=shop-${id}` })

export function DataTableStates() {
  const [shown, setShown] = useState<readonly Shop[]>(few)
  const { rows, order } = useOrder(shown, columns)
  const table = { columns, keyOf, order, empty: <EmptyState drawing={<ShopDrawing />}>No shop has signed up yet.</EmptyState> }
  return (
    <>
      <State name="Sortable headings; rows are links">
        <p>
          <Button tone="quiet" size="small" onClick={() => setShown(shops(20_000))}>
            Twenty thousand rows
          </Button>
        </p>
        <DataTable label="shops" rows={rows} linkOf={linkOf} {...table} />
      </State>
      <State name="Rows without links">
        <DataTable label="shops to read" rows={few.slice(0, 2)} {...table} />
      </State>
      <State name="Dense">
        <DataTable dense label="dense shops" rows={few} linkOf={linkOf} {...table} columns={denseColumns} />
      </State>
      <State name="Loading">
        <DataTable label="shops" rows={undefined} {...table} />
      </State>
      <State name="Empty">
        <DataTable label="no shops" rows={none} {...table} />
      </State>
      <State name="Failed">
        <ErrorState message="The shops could not be loaded" onRetry={() => {}} />
      </State>
    </>
  )
}
