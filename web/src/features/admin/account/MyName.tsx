import { setMyName } from '@app/contracts/http/identity.ts'
import { ADMIN_NAME_DEFAULT, ADMIN_NAME_MAX } from '@app/contracts/rules/admin-names.ts'
import { usernameFault } from '@app/contracts/rules/username.ts'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { faultsIn, useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { useReloadAdmins } from './api.ts'

/** The dialog in which an admin changes the own name, which companies see. */
export function MyName({ name, onClose }: { name: string; onClose: () => void }) {
  const reload = useReloadAdmins()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { name: name === ADMIN_NAME_DEFAULT ? '' : name },
    tidy: (entered) => ({ name: entered.name.trim() }),
    check: (entered) => faultsIn({ name: entered.name !== '' && usernameFault(entered.name) }),
    send(entered) {
      setFailure(undefined)
      return adminCall(setMyName, { body: entered })
    },
    onSent() {
      reload()
      toast.success('Your name is saved')
      onClose()
    },
    onFailure: (error, isSaid) => setFailure(isSaid ? undefined : messageOf(error, 'We couldn’t save your name. Please try again.')),
  })
  return (
    <Dialog title="Your name" onClose={onClose}>
      <Form form={form}>
        <Field
          label="Name"
          hint="The companies that you look after see it. Without a name, they see only ours."
          maxLength={ADMIN_NAME_MAX}
          autoComplete="name"
          {...form.text('name')}
        />
        <ErrorText>{failure}</ErrorText>
        <div>
          <Button type="submit" state={form.state} busyLabel="Saving…">
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
