import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Customer, SheetWrite } from '@app/contracts/http/customers.ts'
import { customerFields } from '@app/contracts/rules/customers.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { shownCell } from '../cells.tsx'
import { labels } from '../customer.ts'
import { useDropWrite, useResubmit } from '../write-actions.ts'
import styles from './WriteNotice.module.css'

interface WriteNoticeProps {
  profile: CompanyProfile
  customer: Customer
  write: SheetWrite
}

export function WriteNotice({ profile, customer, write }: WriteNoticeProps) {
  if (write.state === 'pending') return <p className={styles.pending}>Pending: we’re saving this to your spreadsheet.</p>
  if (write.state === 'conflict' && write.kind === 'update' && write.theirs)
    return <Conflict profile={profile} customer={customer} write={write} />
  return <Refused profile={profile} customer={customer} write={write} />
}

function Conflict({ profile, customer, write }: WriteNoticeProps) {
  const drop = useDropWrite(profile)
  const resubmit = useResubmit(profile)
  const fields = customerFields.filter((field) => field in write.values)

  return (
    <section className={styles.notice} aria-labelledby="conflict">
      <h3 id="conflict">Changed in two places</h3>
      <p>
        {write.problem ??
          'Someone changed the same cells in the spreadsheet before your change was saved. Which version do you want to keep?'}
      </p>
      <table className={styles.sides}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Column</span>
            </th>
            <th scope="col">Yours</th>
            <th scope="col">In the spreadsheet</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{labels[field]}</th>
              <td>{shownCell(write.values[field] ?? '') || 'Empty'}</td>
              <td>{shownCell(write.theirs?.[field] ?? customer[field]) || 'Empty'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.actions}>
        <Button size="small" state={resubmit.isPending ? 'busy' : 'idle'} disabled={drop.isPending} onClick={() => resubmit.mutate(write)}>
          Keep mine
        </Button>
        <Button
          tone="quiet"
          size="small"
          state={drop.isPending ? 'busy' : 'idle'}
          disabled={resubmit.isPending}
          onClick={() => drop.mutate(write)}
        >
          Use theirs
        </Button>
      </div>
    </section>
  )
}

function Refused({ profile, write }: WriteNoticeProps) {
  const drop = useDropWrite(profile)
  return (
    <section className={styles.notice} aria-labelledby="refused">
      <h3 id="refused">Not saved to your spreadsheet</h3>
      <p>
        {write.problem} {write.kind === 'update' && 'Choose Edit Customer to continue with what you entered.'}
      </p>
      <div className={styles.actions}>
        <Button tone="quiet" size="small" state={drop.isPending ? 'busy' : 'idle'} onClick={() => drop.mutate(write)}>
          Discard the change
        </Button>
      </div>
    </section>
  )
}
