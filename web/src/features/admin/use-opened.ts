import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { companyQuery, taskQuery } from './board/queries.ts'
import { toast } from './toasts.ts'
import type { usePlace } from './use-place.ts'

/** The server knows none, or nothing is called so. */
const isNoSuch = ({ error, isFetching }: UseQueryResult): boolean =>
  !isFetching && error instanceof ApiError && [400, 404, 422].includes(error.status)

/** The task, the company, and the company that is given a task, which the address names. What is not there is said so once, and gone from the address. */
export function useOpened({ openedTask, openedCompany, newTaskFor, drop }: ReturnType<typeof usePlace>) {
  const task = useQuery({ ...taskQuery(openedTask ?? ''), enabled: openedTask !== null })
  const companyId = openedCompany ?? newTaskFor
  const company = useQuery({ ...companyQuery(companyId ?? ''), enabled: companyId !== null })

  const missing = isNoSuch(task) ? 'Task' : isNoSuch(company) ? 'Company' : undefined
  const sayMissing = useEffectEvent(() => {
    toast.failed(`${missing} not found`)
    drop()
  })
  useEffect(() => {
    if (missing) sayMissing()
  }, [missing])

  const failed = [task, company].find(({ isLoadingError }) => isLoadingError && !missing)
  return {
    task: missing ? undefined : task.data,
    company: missing ? undefined : company.data?.company,
    /** What could not be loaded, though it may be there. */
    failed,
  }
}
