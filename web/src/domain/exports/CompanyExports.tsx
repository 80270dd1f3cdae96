import { formatSize } from '@app/contracts/format/file-size.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { CompanyExport } from '@app/contracts/http/exports.ts'
import { EXPORT_DAYS, isUnderWay } from '@app/contracts/rules/exports.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { messageOf, unlessOffline } from '../../shared/api/api-error.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import { notify, toast } from '../../shared/ui/notify.tsx'
import { RetryNotice, Skeleton, StaleNotice } from '../../shared/ui/states.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './CompanyExports.module.css'

const POLL_MS = 5_000

interface CompanyExportsProps {
  companyProfileId: string
  /** Requests to the API, as an owner or as an admin. */
  list: (signal: AbortSignal) => Promise<CompanyExport[]>
  request: () => Promise<CompanyExport>
  urlOf: (id: string) => Promise<string>
}

/** The exports of all data of a company: starts one, shows how far it is, and downloads its file. */
export function CompanyExports({ companyProfileId, list, request, urlOf }: CompanyExportsProps) {
  const queryClient = useQueryClient()
  const queryKey = ['exports', companyProfileId]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => list(signal),
    refetchInterval: ({ state }) => (state.data?.some((one) => isUnderWay(one.state)) ? POLL_MS : false),
  })
  const start = useMutation({
    mutationFn: request,
    onSuccess: () => toast.success('We’ll email you when the export is ready'),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const download = useMutation({
    mutationFn: urlOf,
    onSuccess: (url) => window.location.assign(url),
    onError: async (error) => {
      notify.error(messageOf(error, 'We couldn’t download the export. Try again.'))
      await queryClient.invalidateQueries({ queryKey })
    },
  })
  const exports = query.data ?? []
  const isBusy = exports.some(({ state }) => isUnderWay(state))

  return (
    <div className={styles.exports}>
      <div>
        <Button state={start.isPending ? 'busy' : 'idle'} busyLabel="Starting…" disabled={isBusy} onClick={() => start.mutate()}>
          {exports[0]?.state === 'failed' ? 'Try again' : 'Start an export'}
        </Button>
      </div>
      {start.isError && <ErrorText>{messageOf(start.error, 'We couldn’t start the export. Try again.')}</ErrorText>}
      {query.isPending && (
        <div role="status" aria-busy="true" aria-label="Loading the exports">
          <Skeleton shape="line" />
        </div>
      )}
      {query.isLoadingError && (
        <RetryNotice
          message={unlessOffline(query.error, 'We couldn’t load the exports.')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && <StaleNotice query={query} />}
      {exports.length > 0 && (
        <ol className={styles.list} aria-label="Exports">
          {exports.map((one) => (
            <li key={one._id} className={styles.export}>
              <div>
                <div>
                  <Time value={one.requestedAt} full clock />
                </div>
                <div className={styles.hint} role="status">
                  <Progress of={one} />
                </div>
              </div>
              {one.state === 'ready' && (
                <Button
                  tone="quiet"
                  icon={<Download aria-hidden="true" />}
                  state={download.isPending && download.variables === one._id ? 'busy' : 'idle'}
                  onClick={() => download.mutate(one._id)}
                >
                  Download
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Progress({ of: { state, bytes, files, expiresAt } }: { of: CompanyExport }) {
  if (state === 'waiting') return 'Waiting to start'
  if (state === 'running') return 'Collecting your data. This can take some minutes, and you can leave this page.'
  if (state === 'failed') return 'We couldn’t prepare it.'
  if (state === 'expired') return `Deleted after ${EXPORT_DAYS} days`
  return (
    <>
      {formatSize(bytes ?? 0)}, {formatNumber(files ?? 0)} {files === 1 ? 'file' : 'files'} ·{' '}
      {expiresAt && (
        <>
          Available until <Time value={expiresAt} full />
        </>
      )}
    </>
  )
}
