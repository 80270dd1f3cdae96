import type { Customer, SheetWrite } from '@app/contracts/http/customers.ts'
import { CUSTOMER_ID_REQUIRED } from '@app/contracts/rules/customers.ts'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../shared/ui/Button.tsx'
import type { Column } from '../../shared/ui/DataTable.tsx'
import { fullName, NO_EMAIL, NO_NAME } from './customer.ts'
import type { Leading } from './place.ts'
import { StageBadge } from './StageBadge.tsx'
import { toast } from './toasts.ts'
import { WriteMark } from './WriteMark.tsx'

/** Returns the columns of the table. `marks` contains the unfinished change of each row, by Customer ID. */
export const columnsOf = (leading: Leading, marks: ReadonlyMap<string, SheetWrite>): Column<Customer>[] => [
  {
    heading: 'Name',
    share: 1.4,
    cell: (customer) => (
      <>
        {fullName(customer) || NO_NAME} <WriteMark write={marks.get(customer['Customer ID'])} />
      </>
    ),
    sortKey: fullName,
  },
  {
    heading: 'Email',
    share: 1.6,
    cell: ({ 'Email id': email }) => (email ? <a href={`mailto:${email}`}>{email}</a> : NO_EMAIL),
    sortKey: ({ 'Email id': email }) => email,
  },
  { heading: 'Stage', cell: ({ Stage }) => <StageBadge stage={Stage} />, sortKey: ({ Stage }) => Stage },
  { heading: 'Actions', cell: (customer) => <Update customer={customer} leading={leading} /> },
]

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
