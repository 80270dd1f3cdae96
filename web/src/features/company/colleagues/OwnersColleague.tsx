import type { Colleague } from '@app/contracts/http/colleagues.ts'
import { colleagueRights } from '@app/contracts/rules/colleagues.ts'
import { useState } from 'react'
import { ColleagueItem, rightNames } from '../../../shared/colleague/ColleagueItem.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { Select } from '../../../shared/ui/Field.tsx'
import { useChangeColleague, useRemoveColleague } from './api.ts'
import styles from './ColleaguesPanel.module.css'

const options = colleagueRights.map((value) => ({ value, label: rightNames[value] }))

interface OwnersColleagueProps {
  companyProfileId: string
  colleague: Colleague
}

/** A colleague in the owner's list. The owner changes what the colleague may do, or removes the colleague. */
export function OwnersColleague({ companyProfileId, colleague }: OwnersColleagueProps) {
  const [isAsking, setAsking] = useState(false)
  const change = useChangeColleague(companyProfileId, colleague)
  const remove = useRemoveColleague(companyProfileId, colleague)
  const { name, may, state } = colleague
  if (state === 'left') return <ColleagueItem colleague={colleague} />

  return (
    <ColleagueItem colleague={colleague}>
      <div className={styles.actions}>
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
        <Button tone="quiet" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          question="All links that we emailed to this person stop working at once."
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
