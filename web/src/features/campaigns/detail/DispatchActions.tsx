import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import type { Dispatch, DispatchState } from '@app/contracts/http/dispatches.ts'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../shared/campaign/left-out.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { type DispatchVerb, type OnRefuse, useDispatchAction } from './campaign-actions.ts'

/** What can be done with a sending, by its state. */
const verbs: Partial<Record<DispatchState, readonly DispatchVerb[]>> = {
  scheduled: ['skip'],
  waiting: ['skip'],
  held: ['send-now', 'skip'],
  paused: ['skip'],
  missed: ['send-now'],
  done: ['send-to-missed'],
}

const labels: Record<DispatchVerb, string> = { 'send-now': 'Send now', 'send-to-missed': 'Send to the missed', skip: 'Leave this one out' }

const questionOf: Record<DispatchVerb, (dispatch: Dispatch) => string> = {
  'send-now': ({ counts, audience }) =>
    audience === null
      ? 'The spreadsheet is read now, and everybody in it who is to get this mail gets it.'
      : `${formatCount(counts.queued, 'person', 'people')} get this mail now.`,
  'send-to-missed': ({ counts }) =>
    `It is tried again for ${formatCount(counts.failed, 'person', 'people')} whom it did not get to, as far as that was not about their address. Nobody who got it gets it again.`,
  skip: () => 'This sending is left out. The campaign goes on with the next one.',
}

interface DispatchActionsProps {
  campaign: CampaignDetail
  dispatch: Dispatch
  onPeople: () => void
  onRefuse: OnRefuse
}

/** The actions on one sending. Each asks before. */
export function DispatchActions({ campaign, dispatch, onPeople, onRefuse }: DispatchActionsProps) {
  const action = useDispatchAction(onRefuse)
  const [asked, ask] = useState<DispatchVerb>()
  const isOver = campaign.state === 'cancelled'
  const offered = (verbs[dispatch.state] ?? []).filter((verb) => !isOver && (verb !== 'send-to-missed' || dispatch.counts.failed > 0))
  const about = `sending of ${dispatch.date}`

  return (
    <>
      {dispatch.audience !== null && (
        <Button tone="quiet" size="small" icon={<Users aria-hidden="true" />} aria-description={about} onClick={onPeople}>
          Who got it
        </Button>
      )}
      {offered.map((verb) => (
        <Button key={verb} tone="quiet" size="small" aria-description={about} onClick={() => ask(verb)}>
          {labels[verb]}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          title={labels[asked]}
          question={questionOf[asked](dispatch)}
          confirmLabel={labels[asked]}
          tone="primary"
          busy={action.isPending}
          onConfirm={() => action.mutate({ dispatch, verb: asked }, { onSettled: () => ask(undefined) })}
          onCancel={() => ask(undefined)}
        />
      )}
    </>
  )
}
