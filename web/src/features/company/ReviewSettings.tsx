import { getReviewSettings, type ReviewSettings as Settings, setReviewSettings } from '@app/contracts/http/reviews.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf, unlessOffline } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { Checkbox } from '../../shared/ui/Checkbox.tsx'
import { SidePanel } from '../../shared/ui/Dialog.tsx'
import { toast } from '../../shared/ui/notify.tsx'
import { RetryNotice, Skeleton } from '../../shared/ui/states.tsx'
import styles from './ReviewSettings.module.css'

const settingsQuery = (companyProfileId: string) =>
  queryOptions({
    queryKey: ['review-settings', companyProfileId],
    queryFn: ({ signal }) => call(getReviewSettings, { params: { companyProfileId }, signal }),
  })

interface ReviewSettingsProps {
  companyProfileId: string
  onClose: () => void
}

/** The settings of the company's review links. Each switch takes effect at once. */
export default function ReviewSettings({ companyProfileId, onClose }: ReviewSettingsProps) {
  const queryClient = useQueryClient()
  const query = settingsQuery(companyProfileId)
  const stored = useQuery(query)
  const change = useMutation({
    mutationFn: (settings: Settings) => call(setReviewSettings, { params: { companyProfileId }, body: settings }),
    async onSuccess(settings) {
      // A response that was requested before the change must not replace the new value.
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      queryClient.setQueryData(query.queryKey, settings)
      toast.success('Setting saved')
    },
    onError: (error) => toast.failed(messageOf(error, 'We couldn’t save the setting')),
  })
  const settings = change.isPending ? change.variables : stored.data

  return (
    <SidePanel title="Review Links" onClose={onClose}>
      <div className={styles.settings}>
        <p>With a review link, you approve a preview or refer it back from our email, without signing in.</p>
        {stored.isPending && (
          <div role="status" aria-busy="true" aria-label="Loading the settings">
            <Skeleton shape="line" />
          </div>
        )}
        {stored.isLoadingError && (
          <RetryNotice
            message={unlessOffline(stored.error, 'We couldn’t load the settings.')}
            busy={stored.isFetching}
            onRetry={() => void stored.refetch()}
          />
        )}
        {settings && (
          <>
            <Checkbox
              look="switch"
              label="Review links in emails"
              hint="People who have the link can approve the preview or refer it back. We email you each time."
              checked={settings.reviewLinks}
              onChange={({ currentTarget }) => change.isPending || change.mutate({ ...settings, reviewLinks: currentTarget.checked })}
            />
            <p role="status">{!settings.reviewLinks && 'Links in emails that we already sent no longer work.'}</p>
            <Checkbox
              look="switch"
              label="Ask for a code in a new browser"
              hint={
                settings.reviewLinks
                  ? 'Before the first decision in a new browser, we email a code to enter.'
                  : 'Turn on review links first.'
              }
              checked={settings.codeForNewBrowser}
              disabled={!settings.reviewLinks}
              onChange={({ currentTarget }) => change.isPending || change.mutate({ ...settings, codeForNewBrowser: currentTarget.checked })}
            />
          </>
        )}
      </div>
    </SidePanel>
  )
}
