import { adminDownloadPosts, adminExportPosts, adminListPosts } from '@app/contracts/http/posts.ts'
import type { ComponentProps } from 'react'
import { Posts } from '../../../domain/post/Posts.tsx'
import { adminCallPage } from '../../../shared/api/call.ts'
import { POSTS } from '../board/queries.ts'
import { useLeading } from '../use-place.ts'

const downloads = { csv: adminExportPosts, zip: adminDownloadPosts }

type AdminPostsProps = Pick<ComponentProps<typeof Posts>, 'state' | 'only' | 'since' | 'moreFilters' | 'withCompany' | 'empty'>

/** A list of posts whose rows open the tasks. */
export function AdminPosts(props: AdminPostsProps) {
  const leading = useLeading()
  return (
    <Posts
      {...props}
      caller="admin"
      queryKey={POSTS}
      load={({ filter, signal, ...page }) => adminCallPage(adminListPosts, { query: { ...filter, ...page }, signal })}
      downloads={downloads}
      linkTo={(taskId) => leading('task', String(taskId))}
    />
  )
}
