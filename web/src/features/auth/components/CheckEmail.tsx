import { Button, LinkButton } from '../../../shared/ui/Button.tsx'
import { SheetPage } from '../../../shared/ui/SheetPage.tsx'
import styles from './ResetForm.module.css'

export function CheckEmail({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  return (
    <SheetPage
      title="Check your email"
      lead={
        <>
          If there is an account for <strong className={styles.address}>{email}</strong>, a code of 5 characters is on its way. It is good
          for 15 minutes.
        </>
      }
    >
      <div className={styles.form}>
        <LinkButton to="/otp">Next</LinkButton>
        <Button tone="quiet" onClick={onOtherAddress}>
          Change the address or send again
        </Button>
      </div>
    </SheetPage>
  )
}
