import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { SheetTest } from '@app/contracts/http/sheets.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import styles from './SheetFindings.module.css'

export function SheetFindings({ findings }: { findings: SheetTest }) {
  const { problem, mend } = findings
  if (problem)
    return (
      <div className={styles.findings} data-tone="wrong">
        <p className={styles.verdict}>
          <CircleAlert aria-hidden="true" />
          {problem.message}
        </p>
        {mend && <p>{mend}</p>}
      </div>
    )
  return <Found findings={findings} />
}

function Found({ findings: { script, version, outdated, rows, columns, notUnderstood } }: { findings: SheetTest }) {
  const missing = columns.filter(({ header }) => header === null)
  return (
    <div className={styles.findings} data-tone="well">
      <p className={styles.verdict}>
        <CircleCheck aria-hidden="true" />
        Connected: {rows === 1 ? '1 row' : `${formatNumber(rows)} rows`}.
      </p>
      <p>
        {script === 'ours'
          ? `The sheet uses our script, version ${version}.`
          : 'The company uses its own script. We can read and write rows, but cannot merge duplicates.'}
        {outdated && ' It is out of date. Copy the script from the setup steps, replace the old one and deploy a new version.'}
      </p>
      {notUnderstood > 0 && (
        <p>
          {notUnderstood === 1 ? '1 cell has an invalid value' : `${notUnderstood} cells have invalid values`}. Ask the company to correct{' '}
          {notUnderstood === 1 ? 'it' : 'them'}: the page Customer Engagement lists {notUnderstood === 1 ? 'it' : 'them'} with the reason.
        </p>
      )}
      <p>Columns that we use:</p>
      <ul className={styles.columns} aria-label="Columns">
        {columns.map(({ column, header }) => (
          <li key={column} data-missing={header === null || undefined}>
            {column}
            {header !== null && header !== column && <span className={styles.spelled}>found as “{header}”</span>}
            {header === null && <span className={styles.spelled}>missing</span>}
          </li>
        ))}
      </ul>
      {missing.length > 0 && <p>Add the missing columns to row 1 of the sheet. Until then, these fields stay empty.</p>}
    </div>
  )
}
