import { type ComponentType, Suspense } from 'react'
import { type Chunk, useChunk } from '../shared/ui/chunk.tsx'
import { PageArrival } from '../shared/ui/PageArrival.tsx'
import { useKeptFocus } from '../shared/ui/use-kept-focus.ts'
import { PageSkeleton } from './PageSkeleton.tsx'

/** One route's screen, with the shape of a page while its chunk comes. Without a title it tells of its arrival itself. */
export function Page({ title, of: chunk }: { title?: string; of: Chunk<object> }) {
  const Content = useChunk(chunk)
  useKeptFocus()
  if (!Content) return <PageSkeleton />
  return (
    <>
      <Content />
      {title && <PageArrival title={title} />}
    </>
  )
}

/** A public page. They follow each other as documents do: the last one stands until the next one's chunk is there. */
export function SitePage({ title, of: Content }: { title: string; of: ComponentType }) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Content />
      <PageArrival title={title} />
    </Suspense>
  )
}
