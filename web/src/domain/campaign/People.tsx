import {
  type Dispatch,
  downloadRecipients,
  listRecipients,
  PEOPLE_PAGE_MAX,
  type Recipient,
  recipientFilters,
} from '@app/contracts/http/dispatches.ts'
import { CSV_MARK } from '@app/contracts/rules/csv.ts'
import { Download } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { unlessOffline } from '../../shared/api/api-error.ts'
import type { callPage } from '../../shared/api/call.ts'
import { useGrowingList } from '../../shared/api/use-growing-list.ts'
import { Badge } from '../../shared/ui/Badge.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { EndOfList } from '../../shared/ui/EndOfList.tsx'
import { Facts } from '../../shared/ui/Facts.tsx'
import { Field, Select } from '../../shared/ui/Field.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import { saveText } from '../../shared/ui/take-text.ts'
import { useChangeQuery } from '../../shared/ui/use-change-query.ts'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { useOverlay } from '../../shared/ui/use-overlay.ts'
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
  /** Renders the buttons for a recipient whose delivery state is `unknown`. The buttons in a row of the list are small. */
  actionsOf?: (person: Recipient, size?: 'small') => ReactNode
  onClose: () => void
}

/** Returns the filter and the search text in the URL, and a function that changes them. */
function useFilters() {
  const parameters = new URLSearchParams(useLocation().search)
  const changeQuery = useChangeQuery()
  const setFilter = (name: 'only' | 'find', value: string) => changeQuery({ [name]: value || null }, { replace: true })
  const only = recipientFilters.find((filter) => filter === parameters.get('only'))
  return { only, find: parameters.get('find') ?? '', setFilter }
}

/**
 * Dialog with the recipients of a dispatch. Shows the delivery state of each email and why it was not delivered. The parent opens the
 * dialog with the query parameters `peopleParameters`.
 */
export function People({ dispatch: { _id: id, state }, ask, actionsOf, onClose }: PeopleProps) {
  const { only, find, setFilter } = useFilters()
  const [term, setTerm] = useState(find)
  const search = useDebounced(term.trim()) || undefined
  const storeSearch = useEffectEvent(() => search !== (find || undefined) && setFilter('find', search ?? ''))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each search
  useEffect(() => void storeSearch(), [search])
  const { query, items, ...growth } = useGrowingList<Recipient>({
    // The key begins with the service's name, because events of that service invalidate the query.
    queryKey: ['campaigns', 'people', id, only, search],
    load: ({ limit, cursor, signal }) => ask(listRecipients, { params: { id }, query: { only, search, limit, cursor }, signal }),
    keyOf: ({ _id }) => _id,
    step: PEOPLE_PAGE_MAX,
    most: PEOPLE_PAGE_MAX,
  })
  const [isSaving, setSaving] = useState(false)
  const overlay = useOverlay(recipientParameters)
  const { leading } = overlay
  const linkOf = useMemo(() => (person: Recipient) => leading('recipient', person._id), [leading])
  const opened = items?.find(({ _id }) => _id === overlay.search.get('recipient'))
  const columns = useMemo(() => columnsOf(actionsOf), [actionsOf])

  async function save(): Promise<void> {
    setSaving(true)
    try {
      const { text } = await ask(downloadRecipients, { params: { id } })
      // The text of a response lacks the byte order mark.
      saveText('people.csv', CSV_MARK + text, 'text/csv')
    } catch (error) {
      notify.error(unlessOffline(error, 'We couldn’t download the list. Try again.'))
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
            onChange={({ currentTarget }) => setTerm(currentTarget.value)}
          />
          <Select
            label="Show"
            options={filterOptions}
            value={only ?? ''}
            onChange={({ currentTarget }) => setFilter('only', currentTarget.value)}
          />
          <Button tone="quiet" icon={<Download aria-hidden="true" />} state={isSaving ? 'busy' : 'idle'} onClick={() => void save()}>
            Export CSV
          </Button>
        </div>
        {query.isLoadingError ? (
          <ErrorState
            message={unlessOffline(query.error, 'We couldn’t load the recipients.')}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <DataTable
            dense
            label="people"
            columns={columns}
            rows={items}
            keyOf={keyOf}
            linkOf={linkOf}
            empty={<EmptyState>{state === 'gathering' ? 'We’re reading your spreadsheet.' : 'No recipients.'}</EmptyState>}
          />
        )}
        <EndOfList {...growth} />
      </div>
      {opened && <RecipientDetails person={opened} actions={opened.state === 'unknown' && actionsOf?.(opened)} onClose={overlay.close} />}
    </Dialog>
  )
}

const recipientParameters = ['recipient']
const keyOf = ({ _id }: Recipient): string => _id

const columnsOf = (actionsOf: PeopleProps['actionsOf']): Column<Recipient>[] => [
  {
    heading: 'Person',
    share: 1.4,
    cell: ({ name, email }) => (
      <span className={styles.person}>
        {name && <span>{name}</span>} <span className={styles.email}>{email}</span>
      </span>
    ),
  },
  {
    heading: 'Email',
    share: 2,
    onNarrow: 'rest',
    cell: (person) => (
      <span className={styles.states}>
        <States person={person} />
        {person.reason && <span className={styles.reason}>{person.reason}</span>}
        {person.state === 'unknown' && actionsOf && <span className={styles.actions}>{actionsOf(person, 'small')}</span>}
      </span>
    ),
  },
  { heading: 'When', share: 1.3, onNarrow: 'hidden', cell: ({ settledAt }) => settledAt && <Time value={settledAt} full clock /> },
]

const States = ({ person }: { person: Recipient }) => (
  <>
    <Badge tone={deliveryLooks[person.state].tone}>{deliveryLooks[person.state].word}</Badge>
    {person.maybeTwice && <Badge tone="posted">Possible duplicate</Badge>}
    {person.bouncedAt && <Badge tone="roll-back">Bounced</Badge>}
    {person.complainedAt && <Badge tone="roll-back">Reported as spam</Badge>}
    {person.unsubscribedAt && <Badge tone="pending">Unsubscribed</Badge>}
  </>
)

interface RecipientDetailsProps {
  person: Recipient
  /** Buttons for an email whose outcome is unknown. */
  actions: ReactNode
  onClose: () => void
}

/** Dialog with all details of the email to one recipient. A row of the list has no space for all details, especially on a phone. */
function RecipientDetails({ person, actions, onClose }: RecipientDetailsProps) {
  const { email, name, reason, settledAt, bouncedAt, complainedAt, unsubscribedAt } = person
  const dateOf = (at: string | null) => at && <Time value={at} full clock />
  return (
    <Dialog title={name || email} onClose={onClose} footer={actions}>
      <Facts
        facts={[
          { label: 'Email address', value: email },
          {
            label: 'State',
            value: (
              <span className={styles.badges}>
                <States person={person} />
              </span>
            ),
          },
          { label: 'Reason', value: reason },
          { label: 'When', value: dateOf(settledAt) },
          { label: 'Bounced', value: dateOf(bouncedAt) },
          { label: 'Reported as spam', value: dateOf(complainedAt) },
          { label: 'Unsubscribed', value: dateOf(unsubscribedAt) },
        ]}
      />
    </Dialog>
  )
}
