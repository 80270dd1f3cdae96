import { messageOf } from '../../shared/api/api-error.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { toast } from '../../shared/ui/notify.tsx'
import { useKeepCompany } from './erasure.ts'

/** The button with which an owner cancels the erasure of the company. */
export function KeepCompany() {
  const keep = useKeepCompany()
  return (
    <Button
      size="small"
      state={keep.isPending ? 'busy' : 'idle'}
      busyLabel="Keeping…"
      onClick={() =>
        keep.mutate(undefined, {
          onSuccess: ({ message }) => toast.success(message),
          onError: (error) => toast.failed(messageOf(error, 'We couldn’t cancel the erasure. Please try again.')),
        })
      }
    >
      Keep my company
    </Button>
  )
}
