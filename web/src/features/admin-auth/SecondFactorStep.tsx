import { brand } from '@app/contracts/brand.ts'
import type { SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { useEffect, useState } from 'react'
import { useSubmitCycle } from '../../shared/form/use-submit-cycle.ts'
import { CodeForm } from '../../shared/second-factor/CodeForm.tsx'
import { RecoveryCodes } from '../../shared/second-factor/RecoveryCodes.tsx'
import { Button } from '../../shared/ui/Button.tsx'
import { focusMainHeading } from '../../shared/ui/focus.ts'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { type AdminCredentials, signIn, useStartAdminSession } from './sign-in.ts'

// Once in an admin's life: what draws the QR code comes with it.
const SetUp = lazyPart(() => import('../../shared/second-factor/SetUp.tsx'))

interface SecondFactorStepProps {
  credentials: AdminCredentials
  /** To be set up; undefined where there is one already. */
  secret: SecondFactorSecret | undefined
  onBack: () => void
}

/** What stands between the right password and the dashboard. */
export function SecondFactorStep({ credentials, secret, onBack }: SecondFactorStepProps) {
  const { state, run } = useSubmitCycle()
  const [failure, setFailure] = useState<Error | null>(null)
  const [signedIn, setSignedIn] = useState<Awaited<ReturnType<typeof signIn>>>()
  const enter = useStartAdminSession()
  const recoveryCodes = signedIn?.recoveryCodes
  const step = recoveryCodes ? 'recovery-codes' : secret ? 'set-up' : 'code'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is another page to whoever hears it
  useEffect(focusMainHeading, [step])

  async function send(code: string): Promise<void> {
    setFailure(null)
    try {
      const answer = await run(() => signIn({ ...credentials, code }))
      setSignedIn(answer)
      // Whoever has just set it up reads those first.
      if (!answer.recoveryCodes) enter(answer.token)
    } catch (error) {
      setFailure(error as Error)
    }
  }

  const busy = state !== 'idle'
  const back = (
    <Button tone="quiet" disabled={busy} onClick={onBack}>
      Back
    </Button>
  )

  if (recoveryCodes)
    return (
      <SheetPage
        branded
        title="Save your recovery codes"
        lead="If you don’t have your phone, sign in with one of these codes. Each code works once. We won’t show them again."
      >
        <RecoveryCodes codes={recoveryCodes} onKept={() => enter(signedIn.token)} />
      </SheetPage>
    )
  if (secret)
    return (
      <SheetPage
        branded
        title="Set up a second factor"
        lead="From now on you sign in here with your password and a code from your phone."
        after={back}
      >
        <SetUp secret={secret} busy={busy} failure={failure} onCode={send} />
      </SheetPage>
    )
  return (
    <SheetPage
      branded
      title="Enter your code"
      lead={`Your password is right. Now the code for ${brand.name} from your authenticator app.`}
      after={back}
    >
      <CodeForm focused recovery submitLabel="Login" busyLabel="Logging in..." busy={busy} failure={failure} onCode={send} />
    </SheetPage>
  )
}
