import type { SpreadsheetRows } from '@app/contracts/http/erasure.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { ERASURE_REASON_MAX } from '@app/contracts/rules/erasure.ts'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { useLeading } from '../use-place.ts'
import styles from './ErasePerson.module.css'
import { erasePerson } from './erasures.ts'

/** Erases a person in all services: a recipient of campaigns, a colleague, or a person who wrote to us. */
export function ErasePerson() {
  const leading = useLeading()
  const [result, setResult] = useState('')
  const [spreadsheets, setSpreadsheets] = useState<readonly SpreadsheetRows[]>([])
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { email: '', reason: '' },
    tidy: ({ email, reason }) => ({ email: email.trim(), reason: reason.trim() }),
    check: ({ email, reason }) =>
      faultsIn({
        email: !isEmail(email) && EMAIL_INVALID,
        reason: !reason && 'Enter a reason, without names. It is stored in the audit trail.',
      }),
    send: erasePerson,
    onSent: ({ isComplete, services, ...found }) => {
      setFailure(undefined)
      const missing = services.filter(({ isErased }) => !isErased).map(({ service }) => service)
      setSpreadsheets(found.spreadsheets)
      setResult(
        isComplete ? 'We erased everything that we store about this person.' : `Not finished in ${missing.join(', ')}. Try again later.`,
      )
    },
    onFailure: (error) => setFailure(messageOf(error, 'We couldn’t erase this person. Try again.')),
  })
  return (
    <Form form={form} onSubmit={form.submit} className={styles.form}>
      <Field label="Email address" type="email" autoComplete="off" required {...form.text('email')} />
      <Field label="Reason" hint="Without names" required maxLength={ERASURE_REASON_MAX} {...form.text('reason')} />
      <div>
        <Button type="submit" tone="danger" state={form.state} busyLabel="Erasing…">
          Erase this person
        </Button>
      </div>
      <p role="status">{result}</p>
      {spreadsheets.length > 0 && (
        <>
          <p>Spreadsheets belong to the companies. Ask the owners to delete these rows:</p>
          <ul>
            {spreadsheets.map(({ companyProfileId, customerIds }) => (
              <li key={companyProfileId}>
                <Link {...leading('company', companyProfileId)}>Open the company</Link>: Customer ID {customerIds.join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
      {failure && <ErrorText>{failure}</ErrorText>}
    </Form>
  )
}
