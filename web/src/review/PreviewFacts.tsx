import type { Preview } from '@app/contracts/http/previews.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import { platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import { Time } from '../shared/ui/Time.tsx'
import content from './content.module.css'

interface PreviewFactsProps {
  task: NonNullable<Review['task']>
  preview: Preview
  isPosted?: boolean
}

/** Version, platforms and posting date of a preview. */
export function PreviewFacts({ task, preview, isPosted = false }: PreviewFactsProps) {
  const chosen = platforms.filter((platform) => task[platform]).map((platform) => platformNames[platform])
  return (
    <p className={content.facts}>
      {[`Version ${preview.number}`, ...(chosen.length > 0 ? [chosen.join(', ')] : [])].join(' · ')}
      {task.targetPostingDate && (
        <>
          {' · '}
          {isPosted ? 'planned for' : 'posts'} <Time value={task.targetPostingDate} />
        </>
      )}
    </p>
  )
}
