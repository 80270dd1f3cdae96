import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { addCustomer, type SheetWrite } from '@app/contracts/http/customers.ts'
import { checkNewCustomer, newCustomerStages } from '@app/contracts/rules/customers.ts'
import { type SubmitEvent, useEffect, useState } from 'react'
import { call } from '../../../shared/api/call.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { businessToday } from '../../../shared/format/dates.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { useWrites } from '../api.ts'
import { toast } from '../toasts.ts'
import { useDropWrite } from '../write-actions.ts'
import styles from './AddCustomer.module.css'
import { CustomerFields } from './CustomerFields.tsx'
import { type CustomerForm, emptyCustomer, tidyCustomer, toEntry } from './customer-form.ts'

interface AddCustomerProps {
  profile: CompanyProfile
  /** A rejected new customer, whose values the owner can edit and submit again. */
  again: SheetWrite | undefined
  onAdded: () => void
}

export default function AddCustomer({ profile, again, onAdded }: AddCustomerProps) {
  const { keep } = useWrites(profile)
  const drop = useDropWrite(profile)
  const [initial] = useState<CustomerForm>(() => ({ ...emptyCustomer(businessToday()), ...again?.values }))

  const form = useForm({
    initial,
    draft: again ? undefined : draftOf('owner', `customer ${profile._id}`),
    tidy: tidyCustomer,
    check: checkNewCustomer,
    onRefuse: ([fault]) => fault && toast.refused(fault.message),
    async send(entry) {
      const { write } = await call(addCustomer, { body: toEntry(entry) })
      keep(write)
      toast.submitted('Entry submitted! Refreshing data to verify...')
      if (again) drop.mutate(again)
    },
    onSent: onAdded,
    onFailure: (error) => toast.failed('Failed to add entry', error),
  })

  const { element } = form
  useEffect(() => element.current?.querySelector('input')?.focus(), [element])

  /** Submits the form. Ends the session instead if local storage has no token, for example after a sign-out in another tab. */
  function submit(event: SubmitEvent): void {
    if (useSession.getState().reread()) form.submit(event)
    else event.preventDefault()
  }

  return (
    <Section title="Add Customer" lead="We’ll add a new row to your spreadsheet.">
      <KeptForm className={styles.form} form={form} onSubmit={submit}>
        <CustomerFields stages={newCustomerStages} />
        <Button type="submit" className={styles.submit} state={form.state} busyLabel="Submitting..." doneLabel="Submitted">
          Submit
        </Button>
      </KeptForm>
    </Section>
  )
}
