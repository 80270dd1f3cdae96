import { alertNames } from '@app/contracts/rules/alerts.ts'
import { Badge, type BadgeTone } from '../../../shared/ui/Badge.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import styles from './FigureTable.module.css'
import { type FigureRow, figureRows } from './figure-rows.ts'
import type { ServiceReport } from './service-report.ts'

const states: Record<FigureRow['state'], { tone: BadgeTone; word: string }> = {
  normal: { tone: 'approved', word: 'Normal' },
  problem: { tone: 'roll-back', word: 'Problem' },
  unknown: { tone: 'neutral', word: 'Unknown' },
}

interface FigureTableProps {
  reports: readonly ServiceReport[]
  /** The current time in milliseconds since 1970. */
  now: number
}

/** The figures of all services in groups, each with its normal range and the runbook of its alert. */
export function FigureTable({ reports, now }: FigureTableProps) {
  const { leading } = useOverlay(['service', 'runbook'])
  const rows = figureRows(reports, now)
  const shown = new Set(rows.map(({ alert }) => alert))
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: in Safari, a table with another display loses its role */}
      <table role="table" className={styles.table}>
        <thead>
          <tr>
            {['Figure', 'Now', 'Normal', 'State', 'Runbook'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        {[...Map.groupBy(rows, ({ group }) => group)].map(([group, figures]) => (
          <tbody key={group}>
            <tr className={styles.group}>
              <th colSpan={5} scope="rowgroup">
                {group}
              </th>
            </tr>
            {figures.map(({ label, now, normal, state, alert }) => (
              <tr key={label} className={styles.figure}>
                <th scope="row">{label}</th>
                <td className={styles.now} data-state={state}>
                  {now}
                </td>
                <td className={styles.normal}>{normal}</td>
                <td>
                  <Badge tone={states[state].tone}>{states[state].word}</Badge>
                </td>
                <td>
                  <Link className={styles.runbook} {...leading('runbook', alert)}>
                    {alert}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p className={styles.others}>
        Only Prometheus can see the following problems. Runbooks:{' '}
        {alertNames
          .filter((alert) => !shown.has(alert))
          .map((alert) => (
            <Link key={alert} className={styles.runbook} {...leading('runbook', alert)}>
              {alert}
            </Link>
          ))}
      </p>
    </>
  )
}
