// biome-ignore-all lint/a11y/noRedundantRoles: in Safari, a table with `display: grid` loses its table roles
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
      <table role="table" className={styles.table} aria-label="Figures">
        <thead role="rowgroup">
          <tr role="row">
            {['Figure', 'Now', 'Normal', 'State', 'Runbook'].map((heading) => (
              <th key={heading} role="columnheader" scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        {[...Map.groupBy(rows, ({ group }) => group)].map(([group, figures]) => (
          <tbody key={group} role="rowgroup">
            <tr role="row" className={styles.group}>
              <th role="rowheader" colSpan={5} scope="row">
                {group}
              </th>
            </tr>
            {figures.map(({ label, now, normal, state, alert }) => (
              <tr key={label} role="row" className={styles.figure}>
                <th role="rowheader" scope="row">
                  {label}
                </th>
                <td role="cell" className={styles.now} data-state={state}>
                  {now}
                </td>
                <td role="cell" className={styles.normal}>
                  {normal}
                </td>
                <td role="cell">
                  <Badge tone={states[state].tone}>{states[state].word}</Badge>
                </td>
                <td role="cell">
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
        Other runbooks:{' '}
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
