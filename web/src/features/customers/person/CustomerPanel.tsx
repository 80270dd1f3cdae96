import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Customer, SheetWrite } from '@app/contracts/http/customers.ts'
import { CUSTOMER_ID_REQUIRED } from '@app/contracts/rules/customers.ts'
import { hasEmailFormat } from '@app/contracts/rules/email.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { toast } from '../toasts.ts'
import { CustomerFacts } from './CustomerFacts.tsx'
import styles from './CustomerPanel.module.css'
import { PersonMails } from './PersonMails.tsx'
import { PersonNotes } from './PersonNotes.tsx'
import { WriteNotice } from './WriteNotice.tsx'

interface CustomerPanelProps {
  profile: CompanyProfile
  customer: Customer
  /** The person key of the row, or undefined if the row does not identify a person. */
  person: string | undefined
  write: SheetWrite | undefined
  isGone: boolean
  onEdit: (customerId: string) => void
  onClose: () => void
}

export default function CustomerPanel({ profile, customer, person, write, isGone, onEdit, onClose }: CustomerPanelProps) {
  const { 'Customer ID': id, row } = customer
  const email = customer['Email id'].trim()

  return (
    <SidePanel
      title="Customer Details"
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Back to List
          </Button>
          {!isGone && <Button onClick={() => (id ? onEdit(id) : toast.refused(CUSTOMER_ID_REQUIRED))}>Edit Customer</Button>}
        </>
      }
    >
      <div className={styles.panel}>
        <p className={isGone ? styles.notice : undefined} role="status">
          {isGone && 'This row is no longer in the spreadsheet.'}
        </p>
        {write && <WriteNotice profile={profile} customer={customer} write={write} />}
        <CustomerFacts customer={customer} />
        <PersonNotes key={person} companyId={profile._id} person={person} />
        {hasEmailFormat(email) && <PersonMails companyId={profile._id} address={email} />}
        <p className={styles.place}>
          {row > 0 ? `Row ${row} of the spreadsheet.` : 'Not in the spreadsheet yet.'}
          {!id && row > 0 && ' It has no unique Customer ID, so you can’t edit it here.'}
        </p>
      </div>
    </SidePanel>
  )
}
