import {
  type Dispatch,
  downloadRecipients,
  listRecipients,
  PEOPLE_PAGE_MAX,
  type Recipient,
  recipientFilters,
} from '@app/contracts/http/dispatches.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { allPages } from '../api/all-pages.ts'
import { unlessOffline } from '../api/api-error.ts'
import type { callPage } from '../api/call.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field, Select } from '../ui/Field.tsx'
import { notify } from '../ui/notify.tsx'
import { ShowMore } from '../ui/ShowMore.tsx'
import { saveText } from '../ui/save-text.ts'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { Time } from '../ui/Time.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { deliveryLooks } from './dispatch-words.ts'
import styles from './People.module.css'

type Filter = (typeof recipientFilters)[number]

const filterWords: Record<Filter, string> = {
  queued: 'Queued',
  accepted: 'Accepted',
  failed: 'Failed',
  suppressed: 'Not sent',
  unknown: 'Unknown',
  'maybe-twice': 'Possible duplicate',
  bounced: 'Bounced',
  complained: 'Reported as spam',
  unsubscribed: 'Unsubscribed',
}
const filterOptions = [
  { value: '', label: 'Everyone' },
  ...recipientFilters.map((filter) => ({ value: filter, label: filterWords[filter] })),
]

interface PeopleProps {
  dispatch: Dispatch
  ask: typeof callPage
  /** Renders the buttons for a recipient whose delivery state is `unknown`. */
  actionsOf?: (person: Recipient) => ReactNode
  onClose: () => void
}

const unsorted = { sort: undefined, press: () => {} }

/** Dialog with the recipients of a dispatch. Shows the delivery state of each email and why it was not delivered. */
export function People({ dispatch: { _id: id, state }, ask, actionsOf, onClose }: PeopleProps) {
  const [only, setOnly] = useState<Filter>()
  const [term, setTerm] = useState('')
  const [pages, setPages] = useState(1)
  const search = useDebounced(term.trim()) || undefined
  const people = useQuery({
    // The key begins with the service's name, because events of that service invalidate the query.
    queryKey: ['campaigns', 'people', id, only, search, pages],
    queryFn: ({ signal }) =>
      allPages((cursor) => ask(listRecipients, { params: { id }, query: { only, search, limit: PEOPLE_PAGE_MAX, cursor }, signal }), pages),
    placeholderData: (shown) => shown,
  })
  const [isSaving, setSaving] = useState(false)
  const columns = useMemo(() => columnsOf(actionsOf), [actionsOf])

  async function save(): Promise<void> {
    setSaving(true)
    try {
      const { text } = await ask(downloadRecipients, { params: { id } })
      saveText('people.csv', text, 'text/csv')
    } catch (error) {
      notify.error(unlessOffline(error, 'The list could not be downloaded. Try again.'))
    }
    setSaving(false)
  }

  return (
    <Dialog title="Recipients" wide onClose={onClose}>
      <div className={styles.people}>
        <div className={styles.tools}>
          <Field
            label="Search"
            type="search"
            placeholder="Part of an email address"
            value={term}
            onChange={({ currentTarget }) => {
              setTerm(currentTarget.value)
              setPages(1)
            }}
          />
          <Select
            label="Show"
            options={filterOptions}
            value={only ?? ''}
            onChange={({ currentTarget }) => {
              setOnly(recipientFilters.find((filter) => filter === currentTarget.value))
              setPages(1)
            }}
          />
          <Button tone="quiet" icon={<Download aria-hidden="true" />} state={isSaving ? 'busy' : 'idle'} onClick={() => void save()}>
            Export CSV
          </Button>
        </div>
        {people.isLoadingError ? (
          <ErrorState
            message={unlessOffline(people.error, 'The recipients could not be loaded.')}
            busy={people.isFetching}
            onRetry={() => void people.refetch()}
          />
        ) : (
          <DataTable
            label="people"
            columns={columns}
            rows={people.data?.list}
            order={unsorted}
            keyOf={({ _id }) => _id}
            empty={<EmptyState>{state === 'gathering' ? 'We’re reading your spreadsheet.' : 'No recipients.'}</EmptyState>}
          />
        )}
        <ShowMore onMore={people.data?.isWhole === false ? () => setPages(pages + 1) : undefined} />
      </div>
    </Dialog>
  )
}

const columnsOf = (actionsOf: PeopleProps['actionsOf']): Column<Recipient>[] => [
  {
    heading: 'Person',
    share: 1.6,
    cell: ({ name, email }) => (
      <span className={styles.person}>
        {name && <span>{name}</span>}
        <span className={styles.email}>{email}</span>
      </span>
    ),
  },
  {
    heading: 'Email',
    share: 1.8,
    cell: (person) => (
      <span className={styles.states}>
        <Badge tone={deliveryLooks[person.state].tone}>{deliveryLooks[person.state].word}</Badge>
        {person.maybeTwice && <Badge tone="posted">Possible duplicate</Badge>}
        {person.bouncedAt && <Badge tone="roll-back">Bounced</Badge>}
        {person.complainedAt && <Badge tone="roll-back">Reported as spam</Badge>}
        {person.unsubscribedAt && <Badge tone="pending">Unsubscribed</Badge>}
        {person.reason && <span className={styles.reason}>{person.reason}</span>}
        {person.state === 'unknown' && actionsOf?.(person)}
      </span>
    ),
  },
  { heading: 'When', share: 1, cell: ({ settledAt }) => settledAt && <Time value={settledAt} full clock /> },
]
