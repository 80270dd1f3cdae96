import type { SecondFactorSecret } from '@app/contracts/http/identity.ts'
import { useState } from 'react'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { type AdminCredentials, secretToSetUp, wantsCode } from './api/admin-sign-in.ts'
import { AdminLoginForm } from './components/AdminLoginForm.tsx'
import { SecondFactorStep } from './SecondFactorStep.tsx'

/** What is left to do for whoever has given the right password. */
interface Halfway {
  credentials: AdminCredentials
  /** To be set up; undefined where a code is all that is wanted. */
  secret: SecondFactorSecret | undefined
}

/** The password first; then a code of the second factor, or that one is set up. */
export default function AdminLoginPage() {
  const [halfway, setHalfway] = useState<Halfway>()
  if (halfway) return <SecondFactorStep {...halfway} onBack={() => setHalfway(undefined)} />

  /** Whether it goes on with a second factor. */
  function goOn(credentials: AdminCredentials, error: Error): boolean {
    const secret = secretToSetUp(error)
    if (!secret && !wantsCode(error)) return false
    setHalfway({ credentials, secret })
    return true
  }

  return (
    <SheetPage branded title="Admin login" lead="For the team that makes and posts the content.">
      <AdminLoginForm onRefused={goOn} />
    </SheetPage>
  )
}
