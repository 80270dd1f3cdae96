import { Button } from '../../shared/ui/Button.tsx'
import styles from './DigitalContent.module.css'

const steps = [
  { title: 'Assign a task', text: 'Tell us what to post, where and when. A title and two dates are enough.' },
  { title: 'Review the preview', text: 'We design your post and email you a preview. Approve it, or refer it back with feedback.' },
  { title: 'See it posted', text: 'We post it on its date. You can find it in Launched Reports.' },
]

/**
 * Explains how tasks work. The first step has a button only if `onAssign` is given. The checklist has the same button, so `onAssign` is
 * given only if the owner has hidden the checklist.
 */
export function FirstSteps({ onAssign }: { onAssign: (() => void) | undefined }) {
  return (
    <section className={styles.welcome} aria-label="How it works">
      <ol className={styles.steps}>
        {steps.map(({ title, text }, i) => (
          <li key={title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {i + 1}
            </span>
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.text}>{text}</p>
            {i === 0 && onAssign && (
              <Button tone="quiet" size="small" className={styles.assign} onClick={onAssign}>
                Assign your first task
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
