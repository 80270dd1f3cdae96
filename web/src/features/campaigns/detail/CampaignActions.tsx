import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import { Ban, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { remainingText } from '../../../domain/campaign/dispatch-words.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { type CampaignVerb, type OnRefuse, useCampaignAction } from './campaign-actions.ts'

const questions = {
  pause: {
    title: 'Pause this campaign?',
    explanation:
      'Sending stops right away until you resume, even if only part of your audience has the email. Emails due during the pause are not sent automatically.',
    confirm: 'Pause',
  },
  cancel: {
    title: 'Cancel this campaign?',
    explanation: 'No more emails of this campaign will be sent. Emails that were sent stay in the report.',
    confirm: 'Cancel campaign',
  },
} as const

interface CampaignActionsProps {
  campaign: CampaignDetail
  onRefuse: OnRefuse
}

export function CampaignActions({ campaign, onRefuse }: CampaignActionsProps) {
  const { _id: id, state } = campaign
  const action = useCampaignAction(onRefuse)
  const [asked, ask] = useState<keyof typeof questions>()
  const question = asked && questions[asked]
  const act = (verb: CampaignVerb) => action.mutate({ id, verb }, { onSettled: () => ask(undefined) })

  // During a suspension, Resume would send nothing.
  const isSuspended = campaign.suspension !== null

  if (state === 'cancelled' || state === 'done') return null
  return (
    <>
      {!isSuspended &&
        (state === 'active' ? (
          <Button tone="quiet" icon={<Pause aria-hidden="true" />} onClick={() => ask('pause')}>
            Pause
          </Button>
        ) : (
          <Button icon={<Play aria-hidden="true" />} state={action.isPending && !asked ? 'busy' : 'idle'} onClick={() => act('resume')}>
            Resume
          </Button>
        ))}
      <Button tone="quiet" icon={<Ban aria-hidden="true" />} onClick={() => ask('cancel')}>
        Cancel campaign
      </Button>
      {asked && question && (
        <ConfirmDialog
          title={question.title}
          question={`${remainingText(campaign)} ${question.explanation}`}
          confirmLabel={question.confirm}
          cancelLabel="Keep sending"
          tone={asked === 'cancel' ? 'danger' : 'primary'}
          busy={action.isPending}
          onConfirm={() => act(asked)}
          onCancel={() => ask(undefined)}
        />
      )}
    </>
  )
}
