import { brand } from '@app/contracts/brand.ts'
import type { SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { useEffect, useState } from 'react'
import { CodeForm } from '../../domain/second-factor/CodeForm.tsx'
import { RecoveryCodes } from '../../domain/second-factor/RecoveryCodes.tsx'
import { useSubmitCycle } from '../../shared/form/use-submit-cycle.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { focusMainHeading } from '../../shared/ui/focus.ts'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { type AdminCredentials, signIn, useStartAdminSession } from './sign-in.ts'

// This part contains the QR code library. It is loaded on demand, because each admin needs it only once.
const SetUp = lazyPart(() => import('../../domain/second-factor/SetUp.tsx'))

interface SecondFactorStepProps {
  credentials: AdminCredentials
  /** The secret of a second factor that must be set up; `undefined` if one already exists. */
  secret: SecondFactorSecret | undefined
  onBack: () => void
}

export function SecondFactorStep({ credentials, secret, onBack }: SecondFactorStepProps) {
  const { state, run } = useSubmitCycle()
  const [failure, setFailure] = useState<Error | null>(null)
  const [signedIn, setSignedIn] = useState<Awaited<ReturnType<typeof signIn>>>()
  const enter = useStartAdminSession()
  const recoveryCodes = signedIn?.recoveryCodes
  const step = recoveryCodes ? 'recovery-codes' : secret ? 'set-up' : 'code'
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers announce each step as a new page
  useEffect(focusMainHeading, [step])

  async function send(code: string): Promise<void> {
    setFailure(null)
    try {
      const response = await run(() => signIn({ ...credentials, code }))
      setSignedIn(response)
      // After the setup, the admin sees the recovery codes before the session starts.
      if (!response.recoveryCodes) enter(response.token)
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
        title="Set up two-factor authentication"
        lead="From now on, you’ll sign in with your password and a code from your phone."
        after={back}
      >
        <SetUp secret={secret} busy={busy} failure={failure} onCode={send} />
      </SheetPage>
    )
  return (
    <SheetPage branded title="Enter your code" lead={`Enter the code for ${brand.name}.`} after={back}>
      <CodeForm focused recovery submitLabel="Login" busyLabel="Logging in..." busy={busy} failure={failure} onCode={send} />
    </SheetPage>
  )
}
