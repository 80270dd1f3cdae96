import type { Dispatch, Recipient } from '@app/contracts/http/dispatches.ts'
import { useCallback } from 'react'
import { People } from '../../../domain/campaign/People.tsx'
import { callPage } from '../../../shared/api/call.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { useResolve } from './campaign-actions.ts'

const decisions = [
  { as: 'delivered', word: 'Mark as delivered' },
  { as: 'send-again', word: 'Send again' },
] as const

/** If it is unknown whether an email arrived, the owner can mark it as delivered or send it again. */
export default function OwnersPeople({ dispatch, onClose }: { dispatch: Dispatch; onClose: () => void }) {
  const { mutate, isPending, variables } = useResolve(dispatch)
  const actionsOf = useCallback(
    (person: Recipient, size?: 'small') =>
      decisions.map(({ as, word }) => (
        <Button
          key={as}
          tone="quiet"
          size={size}
          aria-description={person.email}
          state={isPending && variables.person._id === person._id && variables.as === as ? 'busy' : 'idle'}
          disabled={isPending}
          onClick={() => mutate({ person, as })}
        >
          {word}
        </Button>
      )),
    [mutate, isPending, variables],
  )
  return <People dispatch={dispatch} ask={callPage} actionsOf={actionsOf} onClose={onClose} />
}
