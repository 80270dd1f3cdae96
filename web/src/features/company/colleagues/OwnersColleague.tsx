import type { Colleague } from '@app/contracts/http/colleagues.ts'
import { colleagueRights } from '@app/contracts/rules/colleagues.ts'
import { useState } from 'react'
import { ColleagueItem, rightNames } from '../../../domain/colleague/ColleagueItem.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { Select } from '../../../shared/ui/Field.tsx'
import { useAnswerReturn, useChangeColleague, useRemoveColleague } from './api.ts'
import styles from './ColleaguesPanel.module.css'

const options = colleagueRights.map((value) => ({ value, label: rightNames[value] }))

interface OwnersColleagueProps {
  companyProfileId: string
  colleague: Colleague
}

const LINKS_END = 'All links that we emailed to this person stop working at once.'
const CANNOT_RETURN = 'The links of this person don’t work anymore. After the removal, the person can’t ask to come back.'

/**
 * A colleague in the owner's list. The owner changes what the colleague may do, or removes the colleague. If the colleague left and asks to
 * come back, the owner agrees or refuses.
 */
export function OwnersColleague({ companyProfileId, colleague }: OwnersColleagueProps) {
  const [isAsking, setAsking] = useState(false)
  const change = useChangeColleague(companyProfileId, colleague)
  const remove = useRemoveColleague(companyProfileId, colleague)
  const answer = useAnswerReturn(companyProfileId, colleague)
  const { name, may, state, asksToReturn } = colleague
  const hasLeft = state === 'left'

  return (
    <ColleagueItem colleague={colleague}>
      <div className={styles.actions}>
        {(!hasLeft || asksToReturn) && (
          <div className={styles.right}>
            <Select
              label={`${name} may`}
              options={options}
              value={change.isPending ? change.variables : may}
              onChange={({ currentTarget }) => {
                const chosen = colleagueRights.find((right) => right === currentTarget.value)
                if (chosen && !change.isPending) change.mutate(chosen)
              }}
            />
          </div>
        )}
        {asksToReturn && (
          <>
            <Button
              aria-label={`Agree that ${name} comes back`}
              state={answer.isPending && answer.variables ? 'busy' : 'idle'}
              disabled={answer.isPending}
              busyLabel="Saving…"
              onClick={() => answer.mutate(true)}
            >
              Agree
            </Button>
            <Button
              tone="quiet"
              aria-label={`Refuse that ${name} comes back`}
              state={answer.isPending && !answer.variables ? 'busy' : 'idle'}
              disabled={answer.isPending}
              busyLabel="Saving…"
              onClick={() => answer.mutate(false)}
            >
              Refuse
            </Button>
          </>
        )}
        <Button tone="quiet" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          question={hasLeft ? CANNOT_RETURN : LINKS_END}
          confirmLabel="Remove"
          busyLabel="Removing…"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onError: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </ColleagueItem>
  )
}
