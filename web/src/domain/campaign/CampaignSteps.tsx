import type { Campaign, CampaignStep } from '@app/contracts/http/campaigns.ts'
import type { ReactNode } from 'react'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './CampaignSteps.module.css'
import { usePreviewedStep } from './use-previewed-step.tsx'

interface CampaignStepsProps {
  campaign: Campaign
  actionsOf?: (step: CampaignStep) => ReactNode
}

export function CampaignSteps({ campaign: { steps }, actionsOf }: CampaignStepsProps) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step._id} className={styles.step}>
          <Step step={step} actions={actionsOf?.(step)} />
        </li>
      ))}
    </ol>
  )
}

function Step({ step, actions }: { step: CampaignStep; actions: ReactNode }) {
  const { toggle, mail } = usePreviewedStep(step)
  return (
    <>
      <div className={styles.line}>
        <h3>{step.type}</h3>
        {step.date && <Time value={step.date} full />}
        <div className={styles.actions}>
          {toggle}
          {actions}
        </div>
      </div>
      {mail}
    </>
  )
}
