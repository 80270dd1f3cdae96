import type { BatchResult, CheckedCompany } from '@app/contracts/http/task-batches.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { CAP_REFUSAL } from '@app/contracts/rules/monthly-cap.ts'
import { textsFor } from '@app/contracts/rules/task-batches.ts'
import { TriangleAlert } from 'lucide-react'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import { ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { briefLabels } from '../brief-labels.ts'
import { useLeading } from '../use-place.ts'
import { type BatchForm, hasTexts } from './batch-form.ts'
import styles from './CheckedCompanies.module.css'

interface CheckedCompaniesProps {
  companies: readonly CheckedCompany[]
  form: BatchForm
  /** Results by the id of the company. */
  results: ReadonlyMap<string, BatchResult>
  /** Ids of the companies for which a task is created although the month is full. */
  accepted: ReadonlySet<string>
  onAccept: (companyId: string, isAccepted: boolean) => void
  disabled: boolean
}

/** Whether the company's month is full: at the check, or when the task should be created. */
export const isFull = ({ warnings }: CheckedCompany, result: BatchResult | undefined): boolean =>
  warnings.some(({ code }) => code === 'full-month') || result?.message.startsWith(CAP_REFUSAL) === true

/** The companies of a batch: the task that each would get, what to know before, and the result. */
export function CheckedCompanies({ companies, form, results, accepted, onAccept, disabled }: CheckedCompaniesProps) {
  return (
    <ul className={styles.companies} aria-label="Tasks to create">
      {companies.map((company) => (
        <li key={company.companyId} className={styles.company}>
          <p className={styles.name}>{company.companyName || 'Unknown company'}</p>
          {company.companyName && <TaskTexts form={form} companyName={company.companyName} />}
          <Outcome company={company} result={results.get(company.companyId)} />
          {results.get(company.companyId)?.status !== 200 && !company.problem && (
            <>
              {company.warnings.map(({ code, message }) => (
                <p key={code} className={styles.warning}>
                  <TriangleAlert aria-hidden="true" /> {message}
                </p>
              ))}
              {isFull(company, results.get(company.companyId)) && (
                <Checkbox
                  label="Create it anyway"
                  aria-label={`Create it anyway for ${company.companyName}`}
                  checked={accepted.has(company.companyId)}
                  disabled={disabled}
                  onChange={({ currentTarget }) => onAccept(company.companyId, currentTarget.checked)}
                />
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The title of a company's task, and on demand its other texts. */
function TaskTexts({ form, companyName }: { form: BatchForm; companyName: string }) {
  const texts = textsFor(form, companyName)
  if (!hasTexts(form)) return <p className={styles.title}>{texts.title}</p>
  return (
    <details className={styles.title}>
      <summary>{texts.title}</summary>
      <dl className={styles.texts}>
        {briefTexts
          .filter((name) => name !== 'title' && texts[name].trim() !== '')
          .map((name) => (
            <div key={name}>
              <dt>{briefLabels[name]}</dt>
              <dd>{texts[name]}</dd>
            </div>
          ))}
      </dl>
    </details>
  )
}

function Outcome({ company, result }: { company: CheckedCompany; result: BatchResult | undefined }) {
  const leading = useLeading()
  if (result?.status === 200 && result.taskId)
    return (
      <ItemResult outcome="done">
        Created: <Link {...leading('task', String(result.taskId))}>#{result.taskId}</Link>
      </ItemResult>
    )
  const message = company.problem || result?.message
  return message && <ItemResult outcome="failed">{message}</ItemResult>
}
