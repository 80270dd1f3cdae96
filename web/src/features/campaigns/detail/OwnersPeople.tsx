import type { Dispatch, Recipient } from '@app/contracts/http/dispatches.ts'
import { useCallback } from 'react'
import { callPage } from '../../../shared/api/call.ts'
import { People } from '../../../shared/campaign/People.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { useResolve } from './campaign-actions.ts'

/** Who got the mail of a sending, before its owner, who may decide what nobody knows. */
export default function OwnersPeople({ dispatch, onClose }: { dispatch: Dispatch; onClose: () => void }) {
  const { mutate } = useResolve(dispatch)
  const actionsOf = useCallback(
    (person: Recipient) => (
      <>
        <Button tone="quiet" size="small" aria-description={person.email} onClick={() => mutate({ person, as: 'delivered' })}>
          Take as delivered
        </Button>
        <Button tone="quiet" size="small" aria-description={person.email} onClick={() => mutate({ person, as: 'send-again' })}>
          Send again
        </Button>
      </>
    ),
    [mutate],
  )
  return <People dispatch={dispatch} ask={callPage} actionsOf={actionsOf} onClose={onClose} />
}
