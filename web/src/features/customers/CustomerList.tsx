import { splitPhone } from '@app/contracts/format/phone-search.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Customer, CustomerList as Customers } from '@app/contracts/http/customers.ts'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { calendarDate } from '../../shared/format/dates.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Counters } from '../../shared/ui/Counters.tsx'
import { DataTable } from '../../shared/ui/DataTable.tsx'
import { PanelMissing } from '../../shared/ui/Dialog.tsx'
import { FirstTaskDrawing } from '../../shared/ui/drawings-of-empty-lists.tsx'
import { lazyPart, useLoadedWhenIdle } from '../../shared/ui/lazy-part.tsx'
import SearchBox from '../../shared/ui/SearchBox.tsx'
import { EmptyState, RetryNotice } from '../../shared/ui/states.tsx'
import { saveText } from '../../shared/ui/take-text.ts'
import { useKeptScroll } from '../../shared/ui/use-kept-scroll.ts'
import { useOrder } from '../../shared/ui/use-order.ts'
import type { useOverlay } from '../../shared/ui/use-overlay.ts'
import { useSearch } from '../../shared/ui/use-search.ts'
import { useSearchTermInUrl, useSyncSearchToUrl } from '../../shared/ui/use-search-in-url.ts'
import styles from './Customers.module.css'
import { columnsOf } from './columns.tsx'
import { useLastContacts } from './contacts.ts'
import { keyOfCustomer, rowsOf, textOf, writeShownFor } from './customer.ts'
import { toCsv } from './customers-csv.ts'
import { Notices } from './notices/Notices.tsx'
import { OpenedPerson } from './person/OpenedPerson.tsx'
import { personsOf } from './persons.ts'
import { useListPlace } from './place.ts'

const Duplicates = lazyPart(() => import('./duplicates/Duplicates.tsx'), { missing: PanelMissing })
const NotUnderstood = lazyPart(() => import('./notices/NotUnderstood.tsx'), { missing: PanelMissing })
const panels = [Duplicates, NotUnderstood]

const none: Customer[] = []

interface CustomerListProps {
  profile: CompanyProfile
  list: Customers | undefined
  overlay: ReturnType<typeof useOverlay>
  isLoading: boolean
}

export function CustomerList({ profile, list, overlay, isLoading }: CustomerListProps) {
  const { stage, setStage } = useListPlace()
  const termInUrl = useSearchTermInUrl()
  const { leading } = overlay
  const shown = overlay.search.get('show')
  useLoadedWhenIdle(panels)

  const rows = useMemo(() => (list ? rowsOf(list) : none), [list])
  const marks = useMemo(() => writeShownFor(list?.writes ?? []), [list])
  const personOf = useMemo(() => personsOf(list), [list])
  const contacts = useLastContacts(profile._id, list)
  const columns = useMemo(
    () => columnsOf({ leading, marks, contactOf: (customer) => contacts.data?.get(personOf(customer) ?? '') }),
    [leading, marks, contacts.data, personOf],
  )
  const linkOf = useMemo(
    () => (customer: Customer) => {
      const { 'Customer ID': id, row } = customer
      return id ? leading('person', id) : leading('row', String(row))
    },
    [leading],
  )

  const { rows: ordered = none, order } = useOrder(rows, columns)
  const inStage = useMemo(() => (stage ? ordered.filter((row) => row.Stage === stage) : ordered), [ordered, stage])
  const search = useSearch(inStage, textOf, { initial: termInUrl, convert: splitPhone })
  useSyncSearchToUrl(search)
  useKeptScroll(list !== undefined)

  const countOf = (one: string) => (list ? rows.filter(({ Stage }) => Stage === one).length : undefined)

  function exportShown(): void {
    saveText(`customers-${calendarDate(new Date())}.csv`, toCsv(search.found), 'text/csv')
  }

  return (
    <>
      <Counters
        label="People by stage"
        counters={[
          { id: 'Customer', label: 'Customer', count: countOf('Customer') },
          { id: 'Lead', label: 'Leads', count: countOf('Lead') },
          { id: 'Lost', label: 'Lost', count: countOf('Lost') },
        ]}
        pressed={stage}
        onPress={setStage}
      />
      {list && <Notices profile={profile} list={list} rows={rows} leading={leading} />}
      <section className={styles.list} aria-label="Customers">
        <div className={styles.tools}>
          <SearchBox label="Search" placeholder="Search customers..." search={search} />
          <Button
            className={styles.export}
            tone="quiet"
            icon={<Download aria-hidden="true" />}
            disabled={search.found.length === 0}
            onClick={exportShown}
          >
            Export CSV
          </Button>
        </div>
        {contacts.isLoadingError && (
          <RetryNotice message="We couldn’t load the last contacts." busy={contacts.isFetching} onRetry={() => void contacts.refetch()} />
        )}
        <DataTable
          dense
          label="customers"
          columns={columns}
          rows={list && search.found}
          order={order}
          keyOf={keyOfCustomer}
          linkOf={linkOf}
          empty={<NoRows isSheetEmpty={rows.length === 0} wanted={search.wanted} onClear={search.clear} onAll={() => setStage(null)} />}
        />
      </section>
      {list && <OpenedPerson profile={profile} rows={rows} marks={marks} personOf={personOf} isLoading={isLoading} overlay={overlay} />}
      {list && shown === 'duplicates' && <Duplicates profile={profile} rows={rows} canMerge={list.canMerge} onClose={overlay.close} />}
      {list && shown === 'cells' && <NotUnderstood cells={list.notUnderstood} onClose={overlay.close} />}
    </>
  )
}

interface NoRowsProps {
  isSheetEmpty: boolean
  wanted: string
  onClear: () => void
  onAll: () => void
}

function NoRows({ isSheetEmpty, wanted, onClear, onAll }: NoRowsProps) {
  if (isSheetEmpty)
    return (
      <EmptyState drawing={<FirstTaskDrawing />}>
        <strong className={styles.strong}>No Customer Data Found</strong>
        <span>No contact submissions have been received yet.</span>
      </EmptyState>
    )
  if (wanted) return <EmptyState action={<Button onClick={onClear}>Clear Search</Button>}>No Search Results</EmptyState>
  return <EmptyState action={<Button onClick={onAll}>Show all</Button>}>No one is at this stage.</EmptyState>
}
