import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { notify } from '../../shared/ui/notify.tsx'
import { SheetPage } from '../../shared/ui/SheetPage.tsx'
import { CodeForm } from './components/CodeForm.tsx'
import { NewPasswordForm } from './components/NewPasswordForm.tsx'
import { dropResetCode, readReset } from './reset-session.ts'

/** First the mailed code, then the new password; both belong to the reset begun in this tab. */
export default function NewPasswordPage() {
  const navigate = useNavigate()
  const [{ email, token }] = useState(readReset)
  const [code, setCode] = useState(token)

  useEffect(() => {
    if (email) return
    notify.error('Please start the password reset process first')
    navigate('/reset-password', { replace: true })
  }, [email, navigate])

  if (!email) return null
  if (!code) {
    return (
      <SheetPage
        title="Enter Verification Code"
        lead={`We mailed 5 characters to ${email}.`}
        after={<Link to="/reset-password">Send a new code</Link>}
      >
        <CodeForm onVerified={setCode} />
      </SheetPage>
    )
  }
  return (
    <SheetPage title="Create New Password" lead={`For the account of ${email}.`} after={<Link to="/login">Back to login</Link>}>
      <NewPasswordForm
        email={email}
        code={code}
        onOtherCode={() => {
          dropResetCode()
          setCode(null)
        }}
      />
    </SheetPage>
  )
}
