import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { toast } from '../../shared/ui/notify.tsx'
import { companyQuery, taskQuery } from './board/queries.ts'
import type { usePlace } from './use-place.ts'

/** Whether the id is unknown or malformed. */
const isNoSuch = ({ error, isFetching }: UseQueryResult): boolean =>
  !isFetching && error instanceof ApiError && [400, 404, 422].includes(error.status)

/** Loads the task or company that the URL names. If it does not exist, shows a toast and removes the parameter from the URL. */
export function useOpened({ openedTask, openedCompany, newTaskFor, drop }: ReturnType<typeof usePlace>) {
  const task = useQuery({ ...taskQuery(openedTask ?? ''), enabled: openedTask !== null })
  const companyId = openedCompany ?? newTaskFor
  const company = useQuery({ ...companyQuery(companyId ?? ''), enabled: companyId !== null })

  const missing = isNoSuch(task) ? 'Task' : isNoSuch(company) ? 'Company' : undefined
  const showMissing = useEffectEvent(() => {
    toast.failed(`${missing} not found`)
    drop()
  })
  useEffect(() => {
    if (missing) showMissing()
  }, [missing])

  const failed = [task, company].find(({ isLoadingError }) => isLoadingError && !missing)
  return {
    task: missing ? undefined : task.data,
    company: missing ? undefined : company.data?.company,
    /** The query that failed for a reason other than a missing task or company. */
    failed,
  }
}
