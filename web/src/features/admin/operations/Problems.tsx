import { serviceTitles } from '@app/contracts/define.ts'
import type { AlertSeverity } from '@app/contracts/rules/alerts.ts'
import { Badge, type BadgeTone } from '../../../shared/ui/Badge.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import styles from './Problems.module.css'
import { findProblems, type Problem } from './problems.ts'
import rows from './rows.module.css'
import type { ServiceReport } from './service-report.ts'
import { REFRESH_SECONDS } from './use-service-reports.ts'

const urgency: Record<AlertSeverity, { tone: BadgeTone; word: string }> = {
  page: { tone: 'roll-back', word: 'Act at once' },
  ticket: { tone: 'pending', word: 'Next working day' },
}

interface ProblemsProps {
  reports: readonly ServiceReport[]
  /** The current time in milliseconds since 1970. */
  now: number
}

/** All problems, the most urgent first. Screen readers announce each change of the number of problems. */
export function Problems({ reports, now }: ProblemsProps) {
  const problems = findProblems(reports, now)
  const newest = Math.max(...reports.map(({ answeredAt }) => answeredAt))
  const isChecking = reports.some(({ status }) => status === 'waiting')
  const headline = headlineOf(problems.length, isChecking)
  return (
    <Section
      title={headline}
      lead={
        <>
          Checked every {REFRESH_SECONDS} seconds.{' '}
          {newest > 0 && (
            <>
              Newest figures: <Time value={new Date(newest).toISOString()} clock />.
            </>
          )}
        </>
      }
    >
      <p role="status" className="visually-hidden">
        {headline}
      </p>
      {problems.length > 0 && (
        <ol className={styles.problems} aria-label="Problems">
          {problems.map((problem) => (
            <li key={problem.key} className={styles.problem} data-severity={problem.severity}>
              <ProblemRow problem={problem} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function headlineOf(count: number, isChecking: boolean): string {
  if (count > 0) return count === 1 ? '1 problem' : `${count} problems`
  return isChecking ? 'Checking…' : 'No problems'
}

function ProblemRow({ problem: { alert, severity, title, effect, services, since } }: { problem: Problem }) {
  const { leading } = useOverlay(['service', 'runbook'])
  const { tone, word } = urgency[severity]
  return (
    <>
      <div className={rows.words}>
        <div className={rows.head}>
          <Badge tone={tone}>{word}</Badge>
          {since && (
            <span className={styles.since}>
              since <Time value={since} clock />
            </span>
          )}
        </div>
        <h3 className={styles.title}>{title}</h3>
        <p>{effect}</p>
      </div>
      <div className={rows.end}>
        {alert === 'DeadLetters' &&
          services.map((service) => (
            <LinkButton key={service} tone="quiet" size="small" {...leading('service', service)}>
              Dead letters of {serviceTitles[service]}
            </LinkButton>
          ))}
        <LinkButton size="small" {...leading('runbook', alert)} aria-label={`Runbook ${alert}`}>
          Runbook
        </LinkButton>
      </div>
    </>
  )
}
