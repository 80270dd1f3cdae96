import { signUp } from '@app/contracts/http/identity.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { isPasswordValid } from '@app/contracts/rules/password.ts'
import { usernameFault } from '@app/contracts/rules/username.ts'
import { NewPasswordField } from '../../domain/account/NewPasswordField.tsx'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { Form } from '../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../shared/form/use-form.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { LOGIN_TOAST } from './LoginForm.tsx'
import styles from './LoginPage.module.css'

interface NewAccount {
  username: string
  email: string
  password: string
}

const empty: NewAccount = { username: '', email: '', password: '' }

const faultsOf = ({ username, email }: NewAccount) =>
  faultsIn({
    username: username ? usernameFault(username) : 'Please enter your username',
    email: email ? !isEmail(email) && EMAIL_INVALID : 'Please enter your email',
  })

export function SignUpForm({ onCreated }: { onCreated: (email: string) => void }) {
  const form = useForm({
    initial: empty,
    tidy: (entered) => ({ ...entered, username: entered.username.trim(), email: entered.email.trim() }),
    check: faultsOf,
    send: (body) => call(signUp, { body }),
    onSent(_answer, { email }) {
      notify.success('Account created successfully!', LOGIN_TOAST)
      onCreated(email)
    },
    onFailure(error) {
      const failed = isStatus(error, 0) ? 'An error occurred during signup. Please try again.' : 'Signup failed. Please try again.'
      notify.error(messageOf(error, failed), LOGIN_TOAST)
    },
    idleAfter: 0,
  })
  const { password } = form.values

  return (
    <Form className={styles.form} form={form}>
      <div className={styles.head}>
        <h1 className={styles.title}>Create account</h1>
        <p className={styles.lead}>One account for your company. Next, you’ll set up its profile.</p>
      </div>
      <div className={styles.fields}>
        <Field label="Username" autoComplete="name" maxLength={100} required {...form.text('username')} />
        <Field label="Email" type="email" autoComplete="email" autoCapitalize="none" required {...form.text('email')} />
        <NewPasswordField label="Password" required password={password} {...form.text('password')} />
      </div>
      <div className={styles.submit}>
        <Button type="submit" state={form.state} busyLabel="Creating account..." disabled={!isPasswordValid(password)}>
          Sign Up
        </Button>
      </div>
    </Form>
  )
}
