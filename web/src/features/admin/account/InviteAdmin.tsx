import type { AdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { ADMIN_INVITATION_LIFE_HOURS } from '@app/contracts/rules/admin-invitations.ts'
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
import { PasswordField } from '../../../shared/ui/PasswordField.tsx'
import { useInvite } from './invitations.ts'

interface InviteAdminProps {
  /** An open invitation that is sent again. Undefined for a new invitation. */
  again: AdminInvitation | undefined
  /** Whether the operator confirms with a code of the second factor instead of the password. */
  hasSecondFactor: boolean
  onClose: () => void
}

/** The dialog in which an operator invites an admin. The operator confirms with a code or the password. */
export function InviteAdmin({ again, hasSecondFactor, onClose }: InviteAdminProps) {
  const invite = useInvite()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { email: again?.email ?? '', code: '', password: '' },
    tidy: ({ email, code, password }) => ({ email: email.trim(), code: code.trim(), password }),
    check: ({ email, code, password }) =>
      faultsIn({
        email: !isEmail(email) && EMAIL_INVALID,
        code: hasSecondFactor && !code && 'Please enter a code from your authenticator app',
        password: !hasSecondFactor && !password && 'Please enter your password',
      }),
    send({ email, code, password }) {
      setFailure(undefined)
      return invite({ email, ...(hasSecondFactor ? { code } : { password }) })
    },
    onSent({ email }) {
      toast.success(`We emailed an invitation to ${email}.`)
      onClose()
    },
    onFailure: (error, isSaid) => setFailure(isSaid ? undefined : messageOf(error, 'We couldn’t send the invitation. Please try again.')),
  })

  return (
    <Dialog title={again ? 'Send the invitation again' : 'Invite an admin'} onClose={onClose}>
      <Form form={form}>
        <p>
          {again
            ? `The new link works for ${ADMIN_INVITATION_LIFE_HOURS} hours. The earlier one stops working.`
            : `Admins see all companies. We’ll email a link that works once, within ${ADMIN_INVITATION_LIFE_HOURS} hours.`}
        </p>
        <Field
          label="Email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          {...form.text('email')}
          {...(again ? { readOnly: true } : { 'data-autofocus': '' })}
        />
        {hasSecondFactor ? (
          <Field
            label="6-digit code"
            hint="From your authenticator app. A recovery code works too."
            required
            maxLength={40}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...form.text('code')}
          />
        ) : (
          <PasswordField
            label="Your password"
            hint="Confirm with your own password."
            required
            autoComplete="current-password"
            {...form.text('password')}
          />
        )}
        <ErrorText>{failure}</ErrorText>
        <div>
          <Button type="submit" state={form.state} busyLabel="Sending…">
            {again ? 'Send again' : 'Send invitation'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
