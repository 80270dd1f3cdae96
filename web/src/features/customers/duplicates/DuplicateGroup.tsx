import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { type Customer, mergeCustomers } from '@app/contracts/http/customers.ts'
import { customerColumns, customerFields } from '@app/contracts/rules/customers.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../../shared/api/call.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Radio } from '../../../shared/ui/Radio.tsx'
import { useWrites } from '../api.ts'
import { StageBadge, shownCell } from '../cells.tsx'
import { fullName, keyOfCustomer, labels, NO_NAME } from '../customer.ts'
import { toChanges } from '../entry/customer-form.ts'
import { toast } from '../toasts.ts'
import styles from './Duplicates.module.css'
import { type Merge, mergeOf } from './merge.ts'

const MERGED_ROWS_MAX = 50

function useMerge(profile: CompanyProfile) {
  const { keep: keepWrite, reload } = useWrites(profile)
  return useMutation({
    mutationFn: ({ keep, others, changes }: Merge) =>
      call(mergeCustomers, { body: { rows: [keep, ...others].map(cellsOf), values: toChanges(changes) } }),
    onSuccess({ write }) {
      keepWrite(write)
      toast.submitted('Merge submitted! Refreshing data to verify...')
    },
    onError(error) {
      toast.failed('We couldn’t merge the rows', error)
      reload()
    },
  })
}

type Cells = Omit<Customer, 'row'>
const cellsOf = (row: Customer): Cells => Object.fromEntries(customerColumns.map((column) => [column, row[column]])) as Cells

export function DuplicateGroup({ profile, group, canMerge }: { profile: CompanyProfile; group: readonly Customer[]; canMerge: boolean }) {
  const headingId = useId()
  const merge = useMerge(profile)
  const [keptKey, setKeptKey] = useState<string>()
  const rows = group.slice(0, MERGED_ROWS_MAX)
  const kept = rows.find((row) => keyOfCustomer(row) === keptKey) ?? rows.find((row) => row['Customer ID']) ?? rows[0]
  const nameless = rows.filter((row) => !row['Customer ID'])
  if (!kept) return null
  const plan = mergeOf(rows, kept)

  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.address}>
        {kept['Email id']}
      </h3>
      <fieldset>
        <legend className={styles.legend}>Which row do you want to keep?</legend>
        {rows.map((row) => (
          <Radio
            key={keyOfCustomer(row)}
            className={styles.choice}
            name={headingId}
            checked={row === kept}
            onChange={() => setKeptKey(keyOfCustomer(row))}
          >
            <span className={styles.words}>
              <span>{fullName(row) || NO_NAME}</span>
              <span className={styles.place}>{row.row > 0 ? `Row ${row.row}` : 'Not in the spreadsheet yet'}</span>
            </span>
            <StageBadge stage={row.Stage} />
          </Radio>
        ))}
      </fieldset>
      <Plan plan={plan} />
      {nameless.length > 0 ? (
        <p className={styles.needed}>
          {nameless.length === 1 ? 'One of these rows has' : 'Some of these rows have'} no unique Customer ID. Add one in the spreadsheet to
          merge them.
        </p>
      ) : (
        <Button
          tone="quiet"
          className={styles.merge}
          disabled={!canMerge}
          state={merge.isPending ? 'busy' : 'idle'}
          busyLabel="Merging…"
          aria-describedby={headingId}
          onClick={() => merge.mutate(plan)}
        >
          Merge {rows.length} rows into one
        </Button>
      )}
    </section>
  )
}

function Plan({ plan: { keep, others, changes, leftOut } }: { plan: Merge }) {
  const changed = customerFields.filter((field) => field in changes)
  return (
    <dl className={styles.plan}>
      {changed.map((field) => (
        <div key={field}>
          <dt>{labels[field]}</dt>
          <dd>
            {keep[field] && (
              <>
                <del>{shownCell(keep[field])}</del> <span aria-hidden="true">→</span>{' '}
              </>
            )}
            <ins>{shownCell(changes[field] ?? '')}</ins>
          </dd>
        </div>
      ))}
      {changed.length === 0 && (
        <div>
          <dt>Row to keep</dt>
          <dd>No changes</dd>
        </div>
      )}
      {leftOut.length > 0 && (
        <div>
          <dt>Not copied</dt>
          <dd>{leftOut.map((field) => labels[field]).join(', ')}: the other rows have invalid values.</dd>
        </div>
      )}
      <div>
        <dt>Rows to remove</dt>
        <dd>{others.map(({ row }) => `row ${row}`).join(', ')}</dd>
      </div>
    </dl>
  )
}
