import { useEffect, useRef, useState } from 'react'
import { TabPanel, Tabs } from '../../shared/ui/Tabs.tsx'
import { LoginForm } from './LoginForm.tsx'
import styles from './LoginPage.module.css'
import { Showcase } from './Showcase.tsx'
import { SignUpForm } from './SignUpForm.tsx'

type Panel = 'login' | 'sign-up'

const tabs = [
  { id: 'login', label: 'Login' },
  { id: 'sign-up', label: 'Sign up' },
] as const

/** On wide screens, the showcase covers the form that is not in use. On narrow screens, the forms are tabs. */
export default function LoginPage() {
  const [panel, setPanel] = useState<Panel>('login')
  const [createdEmail, setCreatedEmail] = useState('')
  const stage = useRef<HTMLElement>(null)
  const flipped = useRef(false)

  useEffect(() => {
    if (flipped.current) focusFirstEmpty(stage.current, panel)
  }, [panel])

  function flipTo(next: Panel): void {
    flipped.current = true
    setPanel(next)
  }

  return (
    <main ref={stage} className={styles.stage} data-panel={panel}>
      <div className={styles.top}>
        <Tabs name="account" label="Account" tabs={tabs} selected={panel} onSelect={setPanel} />
      </div>
      <div className={styles.panel} data-of="login" inert={panel !== 'login'}>
        <TabPanel name="account" id="login">
          <LoginForm key={createdEmail} email={createdEmail} />
          <p className={styles.other}>
            New here?{' '}
            <button type="button" className={styles.flip} onClick={() => flipTo('sign-up')}>
              Create an account
            </button>
          </p>
        </TabPanel>
      </div>
      <div className={styles.panel} data-of="sign-up" inert={panel !== 'sign-up'}>
        <TabPanel name="account" id="sign-up">
          <SignUpForm
            onCreated={(email) => {
              setCreatedEmail(email)
              flipTo('login')
            }}
          />
          <p className={styles.other}>
            Have an account?{' '}
            <button type="button" className={styles.flip} onClick={() => flipTo('login')}>
              Go to login
            </button>
          </p>
        </TabPanel>
      </div>
      <Showcase className={styles.showcase} />
    </main>
  )
}

function focusFirstEmpty(stage: HTMLElement | null, panel: Panel): void {
  const fields = [...(stage?.querySelectorAll<HTMLInputElement>(`[data-of="${panel}"] input`) ?? [])]
  const field = fields.find(({ value }) => !value) ?? fields[0]
  field?.focus({ preventScroll: true })
}
