import type { CompanyLine } from '@app/contracts/http/board.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../../shared/ui/DataTable.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import type { ListTabId } from '../tabs.ts'
import { placeOf, useLeading } from '../use-place.ts'

interface CompanyTableProps {
  companies: readonly CompanyLine[]
  canAddTask?: boolean
}

type Leading = ReturnType<typeof useLeading>

const keyOf = ({ _id }: CompanyLine) => _id

export default function CompanyTable({ companies, canAddTask = false }: CompanyTableProps) {
  const leading = useLeading()
  const columns = useMemo(() => (canAddTask ? [...shown, addTask(leading)] : shown), [leading, canAddTask])
  const linkOf = useMemo(() => (line: CompanyLine) => leading('company', line._id), [leading])
  return <DataTable dense label="companies" columns={columns} rows={companies} keyOf={keyOf} linkOf={linkOf} empty={null} />
}

/** Each number links to the tasks of this company and status. */
const counted = (heading: string, status: TaskStatus, tab: ListTabId): Column<CompanyLine> => ({
  heading,
  align: 'end',
  cell: ({ companyName, counts }) =>
    counts[status] > 0 ? (
      <Link to={`${placeOf(tab)}&${new URLSearchParams({ q: companyName })}`} aria-label={`${counts[status]} ${heading} of ${companyName}`}>
        {counts[status]}
      </Link>
    ) : (
      counts[status]
    ),
})

const shown: readonly Column<CompanyLine>[] = [
  { heading: 'Company', share: 3, cell: ({ companyName }) => companyName },
  { heading: 'Email', share: 3, cell: ({ email }) => email },
  counted('Pending', 'Pending', 'pending'),
  counted('Refer Back', 'Roll Back', 'refer-back'),
  counted('Approved', 'Approved', 'approved'),
  { heading: 'Posted', align: 'end', cell: ({ counts }) => counts.Posted },
]

const addTask = (leading: Leading): Column<CompanyLine> => ({
  heading: 'New task',
  align: 'end',
  cell: ({ _id, companyName }) => (
    <Link {...leading('newTask', _id)} aria-label={`Add Task for ${companyName}`}>
      Add Task
    </Link>
  ),
})
