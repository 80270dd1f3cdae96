import { liftSuppression, listSuppressions, SUPPRESSION_PAGE_MAX, type Suppression } from '@app/contracts/http/suppressions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { allPages } from '../../shared/api/all-pages.ts'
import { messageOf, unlessOffline } from '../../shared/api/api-error.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../shared/ui/Dialog.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { ShowMore } from '../../shared/ui/ShowMore.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { reloadCampaigns } from './api.ts'
import styles from './Suppressed.module.css'
import { toast } from './toasts.ts'

const reasons: Record<Suppression['reason'], string> = {
  unsubscribed: 'Unsubscribed',
  complained: 'Reported your email as spam',
  bounced: 'Email bounced',
  refused: 'Rejected by the email provider',
}

/** Lists the addresses that get no campaign emails from this company, even if the spreadsheet marks them as subscribed. */
export default function Suppressed({ companyProfileId, onClose }: { companyProfileId: string; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [term, setTerm] = useState('')
  const [pages, setPages] = useState(1)
  const [asked, ask] = useState<Suppression>()
  const search = useDebounced(term.trim()) || undefined
  const suppressions = useQuery({
    queryKey: ['campaigns', 'suppressions', companyProfileId, search, pages],
    queryFn: ({ signal }) =>
      allPages(
        (cursor) =>
          callPage(listSuppressions, { params: { companyProfileId }, query: { search, limit: SUPPRESSION_PAGE_MAX, cursor }, signal }),
        pages,
      ),
    placeholderData: (shown) => shown,
  })
  const lift = useMutation({
    mutationFn: ({ _id: id }: Suppression) => call(liftSuppression, { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.failed(error, messageOf(error, 'We couldn’t save this change. Try again in a moment.')),
    onSettled() {
      ask(undefined)
      reloadCampaigns(queryClient)
    },
  })
  const { list, isWhole } = suppressions.data ?? {}

  return (
    <Dialog title="Unsubscribed and blocked addresses" wide onClose={onClose}>
      <div className={styles.suppressed}>
        <Field
          label="Search"
          type="search"
          placeholder="Part of an email address"
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
        />
        {suppressions.isPending && <Skeleton shape="block" />}
        {suppressions.isLoadingError && (
          <ErrorState
            message={unlessOffline(suppressions.error, 'We couldn’t load these addresses.')}
            busy={suppressions.isFetching}
            onRetry={() => void suppressions.refetch()}
          />
        )}
        {list?.length === 0 && (
          <EmptyState>{search ? 'No Search Results' : 'No addresses are blocked. Everyone who is subscribed gets your emails.'}</EmptyState>
        )}
        <ul className={styles.list}>
          {list?.map((suppression) => (
            <li key={suppression._id} className={styles.line}>
              <div className={styles.words}>
                <p>{suppression.email}</p>
                <p className={styles.reason}>
                  {reasons[suppression.reason]} · <Time value={suppression.createdAt} />
                </p>
              </div>
              <Button tone="quiet" size="small" aria-description={suppression.email} onClick={() => ask(suppression)}>
                Allow emails again
              </Button>
            </li>
          ))}
        </ul>
        <ShowMore onMore={isWhole === false ? () => setPages(pages + 1) : undefined} />
      </div>
      {asked && (
        <ConfirmDialog
          title="Allow emails again?"
          question={`Do this only if ${asked.email} asked you to. People who get unwanted emails may report them as spam. Then email providers may block your emails to everyone else, too.`}
          confirmLabel="They asked me to"
          tone="primary"
          busy={lift.isPending}
          onConfirm={() => lift.mutate(asked)}
          onCancel={() => ask(undefined)}
        />
      )}
    </Dialog>
  )
}
