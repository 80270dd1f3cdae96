import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Customer, SheetWrite } from '@app/contracts/http/customers.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import { ShowMore, useShowMore } from '../../../shared/ui/ShowMore.tsx'
import { fullName, NO_NAME } from '../customer.ts'
import type { Leading } from '../place.ts'
import { useDropWrite } from '../write-actions.ts'
import styles from './Notices.module.css'

/** Only this many changes are shown at first, so that the list of customers below stays visible. */
const AT_ONCE = 3

interface UnwrittenChangesProps {
  profile: CompanyProfile
  writes: readonly SheetWrite[]
  rows: readonly Customer[]
  leading: Leading
}

export default function UnwrittenChanges({ writes, ...shared }: UnwrittenChangesProps) {
  const { some, more } = useShowMore(writes, AT_ONCE)
  return (
    <>
      {some.map((write) => (
        <UnwrittenChange key={write.id} write={write} {...shared} />
      ))}
      {more && (
        <div className={styles.more}>
          <ShowMore onMore={more} />
        </div>
      )}
    </>
  )
}

const what = {
  add: 'was not added',
  update: 'was not changed',
  merge: 'was not merged',
  unsubscribe: 'was not unsubscribed in your spreadsheet',
} as const satisfies Record<SheetWrite['kind'], string>

const CONFLICT_REMEDY =
  'We kept the values of the spreadsheet. If they’re right, choose Discard. Otherwise, choose View and make your change again.'

interface UnwrittenChangeProps extends Omit<UnwrittenChangesProps, 'writes'> {
  write: SheetWrite
}

function UnwrittenChange({ profile, write, rows, leading }: UnwrittenChangeProps) {
  const drop = useDropWrite(profile)
  const row = rows.find(({ 'Customer ID': id }) => id === write.customerId)
  const who = fullName(row ?? write.values) || NO_NAME
  const isForm = write.kind === 'add'

  return (
    <div className={styles.notice} data-urgent="">
      <p>
        <strong>
          {who} {write.state === 'conflict' ? 'was changed here and in the spreadsheet' : what[write.kind]}.
        </strong>{' '}
        {write.problem}
        {write.state === 'conflict' && ` ${CONFLICT_REMEDY}`}
      </p>
      <div className={styles.actions}>
        {isForm && (
          <LinkButton tone="quiet" size="small" {...leading('show', `again-${write.id}`)}>
            Edit again
          </LinkButton>
        )}
        {row && !isForm && (
          <LinkButton tone="quiet" size="small" aria-label={`View ${who}`} {...leading('person', write.customerId)}>
            View
          </LinkButton>
        )}
        <Button
          tone="quiet"
          size="small"
          aria-label={`Discard the change to ${who}`}
          state={drop.isPending ? 'busy' : 'idle'}
          onClick={() => drop.mutate(write)}
        >
          Discard
        </Button>
      </div>
    </div>
  )
}
