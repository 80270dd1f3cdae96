import { Card } from '../../src/shared/ui/Card.tsx'
import { CardRow } from '../../src/shared/ui/CardRow.tsx'
import { ShopDrawing } from '../../src/shared/ui/drawings.tsx'
import { LoadedRow } from '../../src/shared/ui/LoadedRow.tsx'
import { EmptyState } from '../../src/shared/ui/states.tsx'
import { State } from '../State.tsx'

const loaded = { isPending: false, isLoadingError: false, error: null, isFetching: false, refetch: () => {} }
const failed = { ...loaded, isLoadingError: true, error: new Error('No answer') }

const cards = (count: number) =>
  Array.from({ length: count }, (_, i) => (
    <Card key={String(i)}>
      <h4>Price list {i + 1}</h4>
      <p>A document that was uploaded on Mon, Dec 7, 2026.</p>
    </Card>
  ))

export const CardRowStates = () => (
  <>
    <State name="Four cards, without arrows">
      <CardRow label="Four documents" step={350}>
        {cards(4)}
      </CardRow>
    </State>
    <State name="More than four cards, 350 px per click">
      <CardRow label="Nine documents" step={350}>
        {cards(9)}
      </CardRow>
    </State>
    <State name="More than four cards, 260 px per click, with a heading">
      <CardRow label="Nine price lists" step={260} heading={<h4>Price lists</h4>}>
        {cards(9)}
      </CardRow>
    </State>
    <State name="Loading">
      <Loaded label="Loading documents" query={{ ...loaded, isPending: true }} />
    </State>
    <State name="Failed">
      <Loaded label="Failed documents" query={failed} />
    </State>
    <State name="Failed, retrying">
      <Loaded label="Documents that load again" query={{ ...failed, isFetching: true }} />
    </State>
    <State name="Empty">
      <Loaded label="No documents" query={loaded} />
    </State>
    <State name="Loaded">
      <Loaded label="Two documents" query={loaded} count={2} />
    </State>
  </>
)

function Loaded({ label, query, count = 0 }: { label: string; query: Parameters<typeof LoadedRow>[0]['query']; count?: number }) {
  return (
    <LoadedRow
      cards="task"
      label={label}
      step={350}
      query={query}
      failure="Error loading documents"
      empty={<EmptyState drawing={<ShopDrawing />}>No documents yet.</EmptyState>}
    >
      {cards(count)}
    </LoadedRow>
  )
}
