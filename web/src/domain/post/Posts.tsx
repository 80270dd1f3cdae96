import type { RouteContract } from '@app/contracts/define.ts'
import type { PostedTask } from '@app/contracts/http/posts.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unlessOffline } from '../../shared/api/api-error.ts'
import { useGrowingList } from '../../shared/api/use-growing-list.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { PostedDrawing } from '../../shared/ui/drawings.tsx'
import { EndOfList } from '../../shared/ui/EndOfList.tsx'
import type { LinkProps } from '../../shared/ui/Link.tsx'
import { EmptyState, ErrorState, Skeleton, StaleNotice } from '../../shared/ui/states.tsx'
import type { Month } from '../calendar/month.ts'
import { PostDownloads } from './PostDownloads.tsx'
import { PostFilters } from './PostFilters.tsx'
import { PostRow } from './PostRow.tsx'
import styles from './Posts.module.css'
import type { PostFilter, PostFilterState } from './post-filter.ts'

const AT_ONCE = 20
const MOST = 50

interface PageRequest {
  filter: PostFilter
  limit: number
  cursor?: string
  signal?: AbortSignal
}

interface PostsProps {
  /** Who reads the list. Owners see only their own posts, so the name of the company is not shown to them. */
  caller: Caller
  queryKey: QueryKey
  load: (requested: PageRequest) => Promise<{ reply: PostedTask[]; next: string | undefined }>
  downloads: Readonly<Record<'csv' | 'zip', RouteContract>>
  state: PostFilterState
  /** Further conditions of the list, for example its company. */
  only?: object
  since: Month
  /** Further filters. */
  moreFilters?: ReactNode
  /** Whether a row names its company. */
  withCompany?: boolean
  /** Returns the link that opens a task. */
  linkTo: (taskId: number) => Pick<LinkProps, 'to' | 'state'>
  /** Message if nothing was posted yet. */
  empty: string
}

/** What was posted where and when, newest first, with filters and downloads. */
export function Posts(props: PostsProps) {
  const { caller, queryKey, load, downloads, state, only, since, moreFilters, withCompany = false, linkTo, empty } = props
  const filter = { ...state.filter, ...only }
  const { query, items, ...growth } = useGrowingList<PostedTask>({
    queryKey: [...queryKey, filter],
    load: (page) => load({ filter, ...page }),
    keyOf: ({ _id }) => _id,
    step: AT_ONCE,
    most: MOST,
  })
  const isFiltered = Object.values(state.filter).some((value) => value !== undefined)
  const { search } = state.filter
  const count = items?.length ?? 0
  const found = search && items && !query.isPlaceholderData ? `(${count}${growth.hasMore ? ' or more' : ''} found for "${search}")` : ''

  return (
    <section className={styles.posts} aria-label="Posts" aria-busy={query.isPending || undefined}>
      <div className={styles.tools}>
        <PostFilters state={state} since={since} found={found} more={moreFilters} />
        {count > 0 && <PostDownloads caller={caller} routes={downloads} filter={filter} />}
      </div>
      {query.isPending && (
        <div className={styles.loading} role="status" aria-label="Loading posts">
          <Skeleton shape="block" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
      )}
      {query.isLoadingError && (
        <ErrorState
          message={unlessOffline(query.error, 'We couldn’t load the posts.')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      <StaleNotice query={query} />
      {items?.length === 0 && isFiltered && (
        <EmptyState
          drawing={<PostedDrawing />}
          action={
            <Button tone="quiet" onClick={state.showAll}>
              Show all posts
            </Button>
          }
        >
          No posts match.
        </EmptyState>
      )}
      {items?.length === 0 && !isFiltered && <EmptyState drawing={<PostedDrawing />}>{empty}</EmptyState>}
      {items && count > 0 && (
        <ol className={styles.list} aria-label="Posts, newest first">
          {items.map((post) => (
            <PostRow key={post._id} post={post} caller={caller} withCompany={withCompany} link={linkTo(post.taskId)} />
          ))}
        </ol>
      )}
      <EndOfList {...growth} />
    </section>
  )
}
