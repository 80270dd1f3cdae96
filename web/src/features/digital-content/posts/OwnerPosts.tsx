import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { downloadPosts, exportPosts, listPosts } from '@app/contracts/http/posts.ts'
import { monthOf } from '@app/contracts/rules/business-dates.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Posts } from '../../../domain/post/Posts.tsx'
import { usePostFilterInUrl } from '../../../domain/post/post-filter.ts'
import { useTaskRemoved, useTasksUpdated } from '../../../domain/task/tasks-updated.ts'
import { callPage } from '../../../shared/api/call.ts'
import { calendarDate } from '../../../shared/format/dates.ts'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'

const POSTS = ['posts'] as const
const downloads = { csv: exportPosts, zip: downloadPosts }

/** The posts of the owner's company. They are reloaded when a task changes, for example because it was posted. */
export default function OwnerPosts({ profile }: { profile: CompanyProfile }) {
  const queryClient = useQueryClient()
  const reload = () => queryClient.invalidateQueries({ queryKey: POSTS })
  useTasksUpdated(reload)
  useTaskRemoved(() => void reload())
  const { leading } = useOverlay(['show'])
  return (
    <Posts
      caller="owner"
      queryKey={POSTS}
      load={({ filter, signal, ...page }) => callPage(listPosts, { query: { ...filter, ...page }, signal })}
      downloads={downloads}
      state={usePostFilterInUrl()}
      since={monthOf(calendarDate(profile.createdAt))}
      linkTo={(taskId) => leading('show', `task-${taskId}`)}
      empty="Nothing was posted yet. Approved posts appear here as soon as we’ve launched them."
    />
  )
}
