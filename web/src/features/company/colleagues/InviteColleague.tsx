import { COLLEAGUE_NAME_INVALID, COLLEAGUE_NAME_MAX, type ColleagueRight, isColleagueName } from '@app/contracts/rules/colleagues.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { useId, useState } from 'react'
import { rightNames } from '../../../domain/colleague/ColleagueItem.tsx'
import { messageOf } from '../../../shared/api/api-error.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { Field, Select } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { useInviteColleague } from './api.ts'

const options = [
  { value: 'decide', label: rightNames.decide },
  { value: 'look', label: rightNames.look },
]

interface Invitation {
  name: string
  email: string
  may: ColleagueRight
}

const EMPTY: Invitation = { name: '', email: '', may: 'decide' }
/** Time in ms after which the button is ready for the next invitation. */
const IDLE_AFTER = 1_200

/** The form that invites a colleague. */
export function InviteColleague({ companyProfileId }: { companyProfileId: string }) {
  const headingId = useId()
  const [error, setError] = useState<string>()
  const invite = useInviteColleague(companyProfileId)
  const form = useForm({
    initial: EMPTY,
    tidy: ({ name, email, may }) => ({ name: name.trim(), email: email.trim(), may }),
    check: ({ name, email }) =>
      faultsIn({
        name: name ? !isColleagueName(name) && COLLEAGUE_NAME_INVALID : 'Please enter the name',
        email: !isEmail(email) && EMAIL_INVALID,
      }),
    onRefuse: () => setError(undefined),
    send(invitation) {
      setError(undefined)
      return invite(invitation)
    },
    onSent: ({ name }) => toast.success(`We emailed an invitation to ${name}.`),
    onFailure: (failure, isSaid) => setError(isSaid ? undefined : messageOf(failure, 'We couldn’t send the invitation. Please try again.')),
    idleAfter: IDLE_AFTER,
  })
  return (
    <section aria-labelledby={headingId}>
      <KeptForm form={form}>
        <h3 id={headingId}>Invite a colleague</h3>
        <Field label="Name" required maxLength={COLLEAGUE_NAME_MAX} autoComplete="off" {...form.text('name')} />
        <Field label="Email" type="email" required maxLength={254} autoComplete="off" {...form.text('email')} />
        <Select label="This person may" options={options} {...form.choice('may')} />
        <p>We’ll email an invitation. The person gets no other emails before accepting.</p>
        <ErrorText>{error}</ErrorText>
        <div>
          <Button type="submit" state={form.state} busyLabel="Inviting…" doneLabel="Invited">
            Invite
          </Button>
        </div>
      </KeptForm>
    </section>
  )
}
