import { formatDate } from '@app/contracts/format/dates.ts'
import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import type { Dispatch, DispatchState } from '@app/contracts/http/dispatches.ts'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../domain/campaign/left-out.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { type DispatchVerb, type OnRefuse, useDispatchAction } from './campaign-actions.ts'

/** Actions that are possible in each state of a dispatch. */
const verbs: Partial<Record<DispatchState, readonly DispatchVerb[]>> = {
  scheduled: ['skip'],
  waiting: ['skip'],
  held: ['send-now', 'skip'],
  paused: ['skip'],
  missed: ['send-now'],
  done: ['send-to-missed'],
}

const labels: Record<DispatchVerb, string> = { 'send-now': 'Send now', 'send-to-missed': 'Retry failed emails', skip: 'Skip this email' }

const questionOf: Record<DispatchVerb, (dispatch: Dispatch) => string> = {
  'send-now': ({ counts, audience }) =>
    audience === null
      ? 'We’ll read your spreadsheet and email this audience now.'
      : `${formatCount(counts.queued, 'person', 'people')} will get this email now.`,
  'send-to-missed': ({ counts }) =>
    `The email failed for ${formatCount(counts.failed, 'person', 'people')}. We’ll send it to them again, except to addresses that don’t work. Nobody receives it twice.`,
  skip: () => 'This email won’t be sent. The campaign continues with the next one.',
}

interface DispatchActionsProps {
  campaign: CampaignDetail
  dispatch: Dispatch
  onPeople: () => void
  onRefuse: OnRefuse
}

export function DispatchActions({ campaign, dispatch, onPeople, onRefuse }: DispatchActionsProps) {
  const action = useDispatchAction(onRefuse)
  const [asked, ask] = useState<DispatchVerb>()
  const isOver = campaign.state === 'cancelled'
  const offered = (verbs[dispatch.state] ?? []).filter((verb) => !isOver && (verb !== 'send-to-missed' || dispatch.counts.failed > 0))
  const about = `email of ${formatDate(dispatch.date)}`

  return (
    <>
      {dispatch.audience !== null && (
        <Button tone="quiet" size="small" icon={<Users aria-hidden="true" />} aria-description={about} onClick={onPeople}>
          Recipients
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
