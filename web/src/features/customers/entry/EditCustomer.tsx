import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { type Customer, type SheetWrite, updateCustomer } from '@app/contracts/http/customers.ts'
import { type CustomerField, checkCustomerChanges, customerFields, customerStages } from '@app/contracts/rules/customers.ts'
import { type SubmitEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { isStatus } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { useWrites } from '../api.ts'
import { shownCell } from '../cells.tsx'
import { toast } from '../toasts.ts'
import { UPDATE_FAILURE, UPDATE_SUBMITTED } from '../write-actions.ts'
import { CustomerFields } from './CustomerFields.tsx'
import { changesOf, formOf, pick, tidyCustomer, toChanges } from './customer-form.ts'

const FORM_ID = 'edit-customer'

interface EditCustomerProps {
  profile: CompanyProfile
  customer: Customer
  /** A rejected change of this row, whose values the owner can edit and submit again. */
  refused: SheetWrite | undefined
  onClose: () => void
}

/** Unedited fields follow the spreadsheet. Edited fields show the spreadsheet's new value in a note, and saving overwrites that value. */
export default function EditCustomer({ profile, customer, refused, onClose }: EditCustomerProps) {
  const { keep, reload } = useWrites(profile)
  const [seen, setSeen] = useState(customer)
  const [changedElsewhere, setChangedElsewhere] = useState<ReadonlySet<CustomerField>>(new Set())
  const { 'Customer ID': customerId } = customer
  const before = formOf(seen)

  const form = useForm({
    initial: before,
    draft: draftOf('owner', `customer ${profile._id} ${customerId}`),
    tidy: tidyCustomer,
    check: (values) => checkCustomerChanges(changesOf(before, values)),
    onRefuse: ([fault]) => fault && toast.refused(fault.message),
    async send(values) {
      const changes = changesOf(before, values)
      if (Object.keys(changes).length === 0) return
      const body = { values: toChanges(changes), seen: pick(seen, changes) }
      const { write } = await call(updateCustomer, { params: { customerId }, body })
      keep(write)
      toast.submitted(UPDATE_SUBMITTED)
    },
    onSent: onClose,
    onFailure(error) {
      toast.failed(UPDATE_FAILURE, error)
      // Reloads the list, because the row was changed or deleted in the meantime.
      if (isStatus(error, 409) || isStatus(error, 404)) reload()
    },
  })

  const proposeAgain = useEffectEvent(() => refused && form.set(refused.values))
  useLayoutEffect(() => void proposeAgain(), [])

  const changed = customerFields.filter((field) => customer[field] !== seen[field])
  const isNew = form.state === 'idle' && changed.length > 0
  const mergeNewer = useEffectEvent(() => {
    const after = formOf(customer)
    const entered = changesOf(before, form.values)
    const conflicting = changed.filter((field) => field in entered)
    setSeen(customer)
    setChangedElsewhere(new Set([...changedElsewhere, ...conflicting]))
    form.rebase(after, { ...after, ...entered })
  })
  useEffect(() => {
    if (isNew) mergeNewer()
  }, [isNew])

  const noteOf = (field: CustomerField): string | undefined => {
    const inSheet = seen[field].trim()
    if (changedElsewhere.has(field))
      return `Changed in the spreadsheet to: ${shownCell(inSheet) || '(empty)'}. If you save, your value replaces it.`
    return before[field] === inSheet ? undefined : `The spreadsheet says ${shownCell(inSheet)}.`
  }

  /** Submits the form. Ends the session instead if local storage has no token, for example after a sign-out in another tab. */
  function submit(event: SubmitEvent): void {
    if (useSession.getState().reread()) form.submit(event)
    else event.preventDefault()
  }

  const cancel = () => leaveForms(onClose, form.element.current ?? document)

  return (
    <SidePanel
      title="Edit Customer"
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} state={form.state} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <KeptForm id={FORM_ID} form={form} onSubmit={submit}>
        <CustomerFields stages={customerStages} withCustomerDate noteOf={noteOf} />
      </KeptForm>
    </SidePanel>
  )
}
