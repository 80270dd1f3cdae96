import { Skeleton } from '../shared/ui/states.tsx'
import content from './content.module.css'
import { Frame } from './Frame.tsx'

export function ReviewSkeleton() {
  return (
    <Frame company={undefined}>
      <div className={content.content} role="status" aria-busy="true" aria-label="Loading the preview">
        <Skeleton shape="title" />
        <Skeleton shape="line" />
        <Skeleton shape="block" />
      </div>
    </Frame>
  )
}
