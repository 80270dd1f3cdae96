import type { Task } from '@app/contracts/http/tasks.ts'
import { Facts } from '../../../shared/ui/Facts.tsx'
import { briefLabels } from '../brief-labels.ts'
import { briefFacts, historyFact, stateFacts } from './owner-facts.tsx'
import styles from './TaskReviewFacts.module.css'

/** Everything its owner said about a pending task, and what came of it so far. */
export function TaskReviewFacts({ task }: { task: Task }) {
  return (
    <>
      {task.currentStatus === 'Roll Back' && <p className={styles.waiting}>You referred this back. A new preview is on its way.</p>}
      <Facts facts={[...stateFacts(task), historyFact(task), ...briefFacts(task, briefLabels)]} />
    </>
  )
}
