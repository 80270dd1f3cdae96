import type { LastContact } from '@app/contracts/http/customer-notes.ts'
import type { Customer, SheetWrite } from '@app/contracts/http/customers.ts'
import { CUSTOMER_ID_REQUIRED } from '@app/contracts/rules/customers.ts'
import { useNavigate } from 'react-router-dom'
import { Badge, type BadgeTone } from '../../shared/ui/Badge.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import type { Column } from '../../shared/ui/DataTable.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './Customers.module.css'
import { noteWords, StageBadge } from './cells.tsx'
import { fullName, NO_EMAIL, NO_NAME } from './customer.ts'
import type { Leading } from './place.ts'
import { toast } from './toasts.ts'

interface ColumnsOptions {
  leading: Leading
  /** The unfinished change of each row, by Customer ID. */
  marks: ReadonlyMap<string, SheetWrite>
  /** Returns the last contact with the person of a row. */
  contactOf: (customer: Customer) => LastContact | undefined
}

/** Returns the columns of the table. On narrow screens, the email and the last contact of a person are on a second line. */
export const columnsOf = ({ leading, marks, contactOf }: ColumnsOptions): Column<Customer>[] => [
  {
    heading: 'Name',
    share: 1.4,
    cell: (customer) => (
      <span className={styles.person}>
        <span className={styles.name}>{fullName(customer) || NO_NAME}</span> <WriteMark write={marks.get(customer['Customer ID'])} />
      </span>
    ),
    sortKey: fullName,
  },
  {
    heading: 'Email',
    share: 2,
    onNarrow: 'bare',
    cell: ({ 'Email id': email }) => (email ? <a href={`mailto:${email}`}>{email}</a> : NO_EMAIL),
    sortKey: ({ 'Email id': email }) => email,
  },
  { heading: 'Stage', onNarrow: 'bare', cell: ({ Stage }) => <StageBadge stage={Stage} />, sortKey: ({ Stage }) => Stage },
  {
    heading: 'Last contact',
    share: 1.1,
    onNarrow: 'bare',
    cell: (customer) => <Contact contact={contactOf(customer)} />,
    sortKey: (customer) => contactOf(customer)?.happenedOn ?? null,
  },
  { heading: 'Actions', onNarrow: 'bare', cell: (customer) => <Update customer={customer} leading={leading} /> },
]

function Contact({ contact }: { contact: LastContact | undefined }) {
  if (!contact) return null
  return (
    <span className={styles.contact}>
      {noteWords[contact.kind]} · <Time value={contact.happenedOn} />
    </span>
  )
}

function Update({ customer, leading }: { customer: Customer; leading: Leading }) {
  const navigate = useNavigate()
  const { 'Customer ID': id } = customer

  function open(): void {
    if (!id) return void toast.refused(CUSTOMER_ID_REQUIRED)
    const { to, state } = leading('edit', id)
    navigate(to, { state })
  }

  return (
    <Button tone="quiet" size="small" aria-label={`Update ${fullName(customer) || NO_NAME}`} onClick={open}>
      Update
    </Button>
  )
}

const marks = {
  pending: { tone: 'neutral', words: 'Pending' },
  conflict: { tone: 'roll-back', words: 'Conflict' },
  refused: { tone: 'roll-back', words: 'Not saved' },
} as const satisfies Record<Exclude<SheetWrite['state'], 'written'>, { tone: BadgeTone; words: string }>

function WriteMark({ write }: { write: SheetWrite | undefined }) {
  if (!write || write.state === 'written') return null
  const { tone, words } = marks[write.state]
  return <Badge tone={tone}>{words}</Badge>
}
