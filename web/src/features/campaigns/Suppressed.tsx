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
  complained: 'Called a mail of yours spam',
  bounced: 'Mail came back',
  refused: 'Refused by its mail provider',
}

/** The addresses that get no campaign of this company, whatever its spreadsheet says. */
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
    onError: (error) => toast.failed(error, messageOf(error, 'That could not be done. Try again in a moment.')),
    onSettled() {
      ask(undefined)
      reloadCampaigns(queryClient)
    },
  })
  const { list, isWhole } = suppressions.data ?? {}

  return (
    <Dialog title="Addresses that get no mail" wide onClose={onClose}>
      <div className={styles.suppressed}>
        <Field
          label="Search"
          type="search"
          placeholder="Part of an address"
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
        />
        {suppressions.isPending && <Skeleton shape="block" />}
        {suppressions.isLoadingError && (
          <ErrorState
            message={unlessOffline(suppressions.error, 'These addresses could not be loaded.')}
            busy={suppressions.isFetching}
            onRetry={() => void suppressions.refetch()}
          />
        )}
        {list?.length === 0 && <EmptyState>{search ? 'No Search Results' : 'Everybody who said Yes gets your mails.'}</EmptyState>}
        <ul className={styles.list}>
          {list?.map((suppression) => (
            <li key={suppression._id} className={styles.line}>
              <div className={styles.words}>
                <p className={styles.email}>{suppression.email}</p>
                <p className={styles.reason}>
                  {reasons[suppression.reason]} · <Time value={suppression.createdAt} />
                </p>
              </div>
              <Button tone="quiet" size="small" aria-description={suppression.email} onClick={() => ask(suppression)}>
                Let them get mail again
              </Button>
            </li>
          ))}
        </ul>
        <ShowMore onMore={isWhole === false ? () => setPages(pages + 1) : undefined} />
      </div>
      {asked && (
        <ConfirmDialog
          title="Let them get mail again?"
          question={`Do this only if ${asked.email} asked you to. Whoever gets mail against their wish may call it spam, which keeps your mails from everybody else.`}
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
