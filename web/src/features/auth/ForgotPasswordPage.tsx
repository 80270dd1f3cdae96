import { useState } from 'react'
import { Link } from 'react-router-dom'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { CheckEmail } from './components/CheckEmail.tsx'
import { ForgotPasswordForm } from './components/ForgotPasswordForm.tsx'

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo) return <CheckEmail email={sentTo} onOtherAddress={() => setSentTo(undefined)} />

  return (
    <SheetPage
      title="Reset password"
      lead="Tell us your address and we mail you a code to set a new one."
      after={<Link to="/login">Back to login</Link>}
    >
      <ForgotPasswordForm onSent={setSentTo} />
    </SheetPage>
  )
}
