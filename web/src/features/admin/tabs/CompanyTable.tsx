import { formatPhone, telUrl } from '@app/contracts/format/phone.ts'
import type { CompanyLine } from '@app/contracts/http/board.ts'
import { Mail, Phone, Plus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { DataTable } from '../../../shared/ui/DataTable.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import type { ListOptions } from '../board/use-list-options.ts'
import { useAdminNames } from '../managers/admins.ts'
import { placeOf, useLeading } from '../use-place.ts'
import styles from './CompanyTable.module.css'
import { type CompanyColumn, tableOrder } from './company-table-order.ts'

interface CompanyTableProps {
  companies: readonly CompanyLine[]
  listOptions: Pick<ListOptions, 'sort' | 'isReversed' | 'setSort'>
  /** Shows rows of one line. The phone number and the email address are then icons. */
  dense?: boolean
  /** Returns the control with which a company is selected. Without it, companies cannot be selected. */
  select?: (line: CompanyLine) => ReactNode
}

type Leading = ReturnType<typeof useLeading>

const keyOf = ({ _id }: CompanyLine) => _id

/** Table of companies, sorted by the server. On narrow screens, each row shows the most important facts on three lines, or more if they are long. */
export default function CompanyTable({ companies, listOptions, dense = false, select }: CompanyTableProps) {
  const leading = useLeading()
  const today = useBusinessToday()
  const managers = useAdminNames(companies.some(({ managerId }) => managerId))
  const shown = useMemo(() => columnsOf({ leading, today, dense, managers }), [leading, today, dense, managers])
  // The checkboxes take the place of the actions.
  const columns = select ? [...shown.slice(0, -1), selectColumn(select)] : shown
  const linkOf = useMemo(() => (line: CompanyLine) => leading('company', line._id), [leading])
  return (
    <div className={styles.companies} data-dense={dense || undefined} data-selecting={select && ''}>
      <DataTable
        dense={dense}
        label="companies"
        columns={columns}
        rows={companies}
        order={tableOrder(columns, listOptions)}
        keyOf={keyOf}
        linkOf={linkOf}
        empty={null}
      />
    </div>
  )
}

const selectColumn = (cell: (line: CompanyLine) => ReactNode): CompanyColumn => ({ heading: 'Select', share: 1.6, align: 'end', cell })

interface Shown {
  leading: Leading
  today: string
  dense: boolean
  /** Names of the admins by their ids. */
  managers: ReadonlyMap<string, string>
}

const columnsOf = ({ leading, today, dense, managers }: Shown): readonly CompanyColumn[] => [
  {
    heading: 'Company',
    share: dense ? 3.3 : 1.9,
    wraps: true,
    sort: 'name',
    sortKey: ({ companyName }) => companyName,
    cell: (line) => <Name line={line} manager={line.managerId ? managers.get(line.managerId) : undefined} dense={dense} />,
  },
  { heading: 'Contact', share: dense ? 0.8 : 2.6, cell: (line) => <Contact line={line} /> },
  {
    heading: 'Last signed in',
    share: 1.4,
    sort: 'signed-in',
    isDescendingFirst: true,
    sortKey: ({ lastSignedInAt }) => lastSignedInAt,
    cell: ({ lastSignedInAt }) => (lastSignedInAt ? <Time value={lastSignedInAt} /> : <span className={styles.none}>No record</span>),
  },
  counted('Previews owed', 'owed', ({ previewsOwed }) => previewsOwed),
  counted('In review', 'with-client', ({ withClient }) => withClient),
  counted('To launch', 'to-launch', ({ counts }) => counts.Approved),
  {
    heading: 'Next posting',
    share: 1.5,
    sort: 'next-posting',
    sortKey: ({ nextPostingDate }) => nextPostingDate,
    cell: ({ nextPostingDate }) => <NextPosting date={nextPostingDate} today={today} />,
  },
  {
    heading: 'Member since',
    share: 1.5,
    sort: 'default',
    sortKey: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time value={createdAt} full />,
  },
  { heading: 'Actions', share: 1.6, align: 'end', cell: (line) => <Actions line={line} leading={leading} /> },
]

/** Returns a column of numbers. Each number above 0 links to the open tasks of the company. */
function counted(heading: string, sort: CompanyColumn['sort'], countOf: (line: CompanyLine) => number): CompanyColumn {
  return {
    heading,
    align: 'end',
    share: 0.8,
    sort,
    isDescendingFirst: true,
    sortKey: countOf,
    cell: (line) =>
      countOf(line) > 0 ? (
        <Link
          to={`${placeOf('tasks')}&${new URLSearchParams({ q: line.companyName })}`}
          aria-label={`${countOf(line)} ${heading}: tasks of ${line.companyName}`}
        >
          {countOf(line)}
        </Link>
      ) : (
        0
      ),
  }
}

function Name({ line, manager, dense }: { line: CompanyLine; manager: string | undefined; dense: boolean }) {
  const { companyName, previewsOwed, withClient, counts, lastSignedInAt, nextPostingDate } = line
  const open = [
    previewsOwed > 0 && `${previewsOwed} owed`,
    withClient > 0 && `${withClient} in review`,
    counts.Approved > 0 && `${counts.Approved} to launch`,
  ].filter(Boolean)
  const work = open.join(' · ') || 'Nothing open'
  return (
    <>
      <span className={styles.name}>{companyName}</span>
      {manager && !dense && <span className={styles.manager}>{manager}</span>}
      <span className={styles.facts}>{manager ? `${work} · ${manager}` : work}</span>
      <span className={styles.facts}>
        {nextPostingDate && (
          <>
            Posts <Time value={nextPostingDate} />
            {' · '}
          </>
        )}
        {lastSignedInAt ? (
          <>
            Signed in <Time value={lastSignedInAt} />
          </>
        ) : (
          'No login on record'
        )}
      </span>
    </>
  )
}

function Contact({ line: { companyName, phone, email } }: { line: CompanyLine }) {
  return (
    <span className={styles.contact}>
      {phone && (
        <a className={styles.way} href={telUrl(phone)} aria-label={`Call ${companyName}: ${formatPhone(phone)}`}>
          <Phone aria-hidden="true" />
          <span className={styles.text}>{formatPhone(phone)}</span>
        </a>
      )}
      {email && (
        <a className={styles.way} href={`mailto:${email}`} aria-label={`Email ${companyName}: ${email}`}>
          <Mail aria-hidden="true" />
          <span className={styles.text}>{email}</span>
        </a>
      )}
    </span>
  )
}

function NextPosting({ date, today }: { date: string | null; today: string }) {
  if (!date) return <span className={styles.none}>None</span>
  return (
    <>
      <Time value={date} />
      {date < today && <span className={styles.late}> overdue</span>}
    </>
  )
}

function Actions({ line: { _id, companyName }, leading }: { line: CompanyLine; leading: Leading }) {
  return (
    <span className={styles.actions}>
      <Link className={styles.way} {...leading('newTask', _id)} aria-label={`Add Task for ${companyName}`}>
        <Plus aria-hidden="true" />
        <span className={styles.text}>Add Task</span>
      </Link>
      <Link className={styles.view} {...leading('company', _id)} aria-label={`View ${companyName}`}>
        View
      </Link>
    </span>
  )
}
