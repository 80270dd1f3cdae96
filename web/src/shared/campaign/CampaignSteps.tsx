import type { Campaign, CampaignStep } from '@app/contracts/http/campaigns.ts'
import type { ReactNode } from 'react'
import { Time } from '../ui/Time.tsx'
import styles from './CampaignSteps.module.css'
import { PreviewedStep } from './PreviewedStep.tsx'

interface CampaignStepsProps {
  campaign: Campaign
  /** What can be done with a step. */
  actionsOf?: (step: CampaignStep) => ReactNode
}

/** The steps of a campaign with their words. */
export function CampaignSteps({ campaign: { steps }, actionsOf }: CampaignStepsProps) {
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step._id} className={styles.step}>
          <div className={styles.line}>
            <h3>{step.type}</h3>
            {step.date && <Time value={step.date} />}
            {actionsOf?.(step)}
          </div>
          {/* A step that was submitted has words. */}
          <PreviewedStep step={step} onNothing={() => {}} />
        </li>
      ))}
    </ol>
  )
}
