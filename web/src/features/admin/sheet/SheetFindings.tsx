import type { SheetTest } from '@app/contracts/http/sheets.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import styles from './SheetFindings.module.css'

/** What a test of the connection found, or what is wrong and how to mend it. */
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
        It answers, with {rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`}.
      </p>
      <p>
        {script === 'ours'
          ? `Our script, version ${version}.`
          : 'A script of the company’s own: rows are read and written, and cannot be merged.'}
        {outdated && ' It is out of date: copy it from the set-up again, paste it over the old one, and deploy a new version.'}
      </p>
      {notUnderstood > 0 && (
        <p>{notUnderstood === 1 ? '1 cell was not understood' : `${notUnderstood} cells were not understood`}; the owner is told which.</p>
      )}
      <ul className={styles.columns} aria-label="Columns">
        {columns.map(({ column, header }) => (
          <li key={column} data-missing={header === null || undefined}>
            {column}
            {header !== null && header !== column && <span className={styles.spelled}>spelled “{header}”</span>}
            {header === null && <span className={styles.spelled}>missing</span>}
          </li>
        ))}
      </ul>
      {missing.length > 0 && <p>Add what is missing to row 1 of the sheet. Without it the product works, and shows nothing there.</p>}
    </div>
  )
}
