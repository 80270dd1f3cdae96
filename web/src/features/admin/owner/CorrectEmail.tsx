import type { OwnerAccount } from '@app/contracts/http/owners.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { useCorrectEmail } from './owner.ts'

/** The dialog in which an admin corrects an owner's address that bounced or is not confirmed. */
export function CorrectEmail({ owner, onClose }: { owner: OwnerAccount; onClose: () => void }) {
  const correct = useCorrectEmail(owner)
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { email: owner.email },
    tidy: ({ email }) => ({ email: email.trim() }),
    check: ({ email }) => faultsIn({ email: !isEmail(email) && EMAIL_INVALID }),
    send({ email }) {
      setFailure(undefined)
      return correct(email)
    },
    onSent({ email }) {
      toast.success(`We sent a link to ${email}`)
      onClose()
    },
    onFailure: (error, isSaid) => setFailure(isSaid ? undefined : messageOf(error, 'We couldn’t correct the address. Please try again.')),
  })
  return (
    <Dialog title="Correct the sign-in email" onClose={onClose}>
      <Form form={form}>
        <p>
          {owner.bouncedAt ? 'Emails to this address come back.' : 'Nobody has confirmed this address.'} Ask the owner for the right one.
          We’ll email it a link, and no previews before the owner has confirmed it.
        </p>
        <Field label="Email" type="email" required maxLength={254} autoComplete="off" autoCapitalize="none" {...form.text('email')} />
        <ErrorText>{failure}</ErrorText>
        <div>
          <Button type="submit" state={form.state} busyLabel="Saving…">
            Save and send link
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
