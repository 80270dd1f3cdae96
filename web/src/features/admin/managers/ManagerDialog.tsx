import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf, unlessOffline } from '../../../shared/api/api-error.ts'
import { Form } from '../../../shared/form/Form.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { ErrorText } from '../../../shared/ui/ErrorText.tsx'
import { Select } from '../../../shared/ui/Field.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { type Admin, adminsQuery } from '../account/api.ts'
import { nameOf } from './admins.ts'

interface ManagerDialogProps {
  title: string
  lead: ReactNode
  /** Id of the admin who is chosen at first. Null for nobody; undefined for the signed-in admin. */
  initial: string | null | undefined
  submitLabel: string
  send: (adminId: string | null) => Promise<unknown>
  onClose: () => void
}

/** The dialog in which an admin chooses the account manager of one or several companies. */
export default function ManagerDialog({ title, lead, initial, submitLabel, send, onClose }: ManagerDialogProps) {
  const admins = useQuery(adminsQuery)
  return (
    <Dialog title={title} onClose={onClose}>
      {admins.isPending && (
        <div role="status" aria-busy="true" aria-label="Loading the admins">
          <Skeleton shape="block" />
        </div>
      )}
      {admins.isLoadingError && (
        <RetryNotice
          message={unlessOffline(admins.error, 'We couldn’t load the admins.')}
          busy={admins.isFetching}
          onRetry={() => void admins.refetch()}
        />
      )}
      {admins.data && (
        <ChoiceForm
          admins={admins.data}
          lead={lead}
          initial={initial === undefined ? (admins.data.find(({ isSelf }) => isSelf)?._id ?? NOBODY) : (initial ?? NOBODY)}
          submitLabel={submitLabel}
          send={send}
          onSent={onClose}
        />
      )}
    </Dialog>
  )
}

const NOBODY = ''

interface ChoiceFormProps extends Pick<ManagerDialogProps, 'lead' | 'submitLabel' | 'send'> {
  admins: readonly Admin[]
  initial: string
  onSent: () => void
}

function ChoiceForm({ admins, lead, initial, submitLabel, send, onSent }: ChoiceFormProps) {
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { adminId: initial },
    send({ adminId }) {
      setFailure(undefined)
      return send(adminId || null)
    },
    onSent,
    onFailure: (error, isSaid) =>
      setFailure(isSaid ? undefined : messageOf(error, 'We couldn’t save the account manager. Please try again.')),
  })
  const options = [
    { value: NOBODY, label: 'Nobody' },
    ...admins.map((admin) => ({ value: admin._id, label: `${nameOf(admin)}${admin.isSelf ? ' (you)' : ''}` })),
  ]
  return (
    <Form form={form}>
      <p>{lead}</p>
      <Select label="Account manager" hint="The company sees this name as its contact." options={options} {...form.choice('adminId')} />
      <ErrorText>{failure}</ErrorText>
      <div>
        <Button type="submit" state={form.state} busyLabel="Saving…">
          {submitLabel}
        </Button>
      </div>
    </Form>
  )
}
