import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import { isPasswordValid } from '@app/contracts/rules/password.ts'
import { useForm, useWatch } from 'react-hook-form'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { showRefused } from '../../../shared/api/show-refused.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { notify } from '../../../shared/ui/notify.ts'
import { type NewAccount, useSignUp } from '../api/sign-up.ts'
import { LOGIN_TOAST } from '../toasts.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import styles from './PanelForm.module.css'

const empty: NewAccount = { username: '', email: '', password: '' }
/** The rule is longer than this form, so it comes when it is needed; should it not come, the server knows it too. */
const usernameFault = (username: string): Promise<string | undefined> =>
  import('@app/contracts/rules/username.ts').then(
    (rule) => rule.usernameFault(username),
    () => undefined,
  )

const trim = { setValueAs: (value: string) => value.trim() }

export function SignUpForm({ onCreated }: { onCreated: (email: string) => void }) {
  const { mutate, isPending } = useSignUp()
  const form = useForm({ defaultValues: empty })
  const { register, handleSubmit, formState, control, reset } = form
  const { errors } = formState
  const password = useWatch({ control, name: 'password' })

  function create(account: NewAccount): void {
    mutate(account, {
      onSuccess: () => {
        notify.success('Account created successfully!', LOGIN_TOAST)
        reset()
        onCreated(account.email)
      },
      onError: (error) => {
        const failed = isStatus(error, 0) ? 'An error occurred during signup. Please try again.' : 'Signup failed. Please try again.'
        notify.error(messageOf(error, failed), LOGIN_TOAST)
        showRefused(error, form)
      },
    })
  }

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(create)}>
      <div className={styles.head}>
        <h1 className={styles.title}>Create account</h1>
        <p className={styles.lead}>One account for your company. You set up its profile next.</p>
      </div>
      <div className={styles.fields}>
        <Field
          label="Username"
          autoComplete="name"
          maxLength={100}
          required
          error={errors.username?.message}
          {...register('username', { ...trim, required: 'Please enter your username', validate: usernameFault })}
        />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          required
          error={errors.email?.message}
          {...register('email', { ...trim, required: 'Please enter your email', validate: (email) => isEmail(email) || EMAIL_INVALID })}
        />
        <NewPasswordField label="Password" required password={password} error={errors.password?.message} {...register('password')} />
      </div>
      <div className={styles.submit}>
        <Button type="submit" state={isPending ? 'busy' : 'idle'} busyLabel="Creating account..." disabled={!isPasswordValid(password)}>
          Sign Up
        </Button>
      </div>
    </form>
  )
}
