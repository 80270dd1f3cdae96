import type { BoardTask } from '@app/contracts/http/board.ts'
import { type Platform, platformNames } from '@app/contracts/rules/task-status.ts'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { TaskThumbnail } from '../../../domain/task/TaskThumbnail.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { PlatformIcon } from '../../../shared/ui/PlatformIcon.tsx'
import styles from './LaunchDialog.module.css'
import { hintAbout } from './network-hosts.ts'
import { type PostForm, platformsOf } from './post-form.ts'

/** Returns the name of a field of a row. */
export const fieldName = (id: string, part: keyof PostForm): string => `posts.${id}.${part}`

interface LaunchRowProps {
  task: BoardTask
  post: PostForm
  /** Whether the row has no fields, because the task was launched. */
  isLaunched: boolean
  isBusy: boolean
  errorOf: (name: string) => string | undefined
  onChange: (change: Partial<PostForm>) => void
  onPaste: (event: ClipboardEvent, platform: Platform) => void
  onNextRow: (event: KeyboardEvent, platform: Platform) => void
  result: ReactNode
  /** The conditions of the launch. */
  children: ReactNode
}

/** A task to launch: its picture and title, the links to its post, and when it was posted. */
export function LaunchRow(props: LaunchRowProps) {
  const { task, post, isLaunched, isBusy, errorOf, onChange, onPaste, onNextRow, result, children } = props
  const { _id: id, taskId, title, companyName } = task
  return (
    <li className={styles.task}>
      <span className={styles.picture}>
        <TaskThumbnail task={task} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>
          <span className={styles.number}>#{taskId}</span> {title}
        </p>
        <p className={styles.company}>{companyName}</p>
        {children}
      </div>
      {!isLaunched && (
        <div className={styles.fields}>
          {platformsOf(task).map((platform) => (
            <Field
              key={platform}
              type="url"
              inputMode="url"
              name={fieldName(id, platform)}
              label={
                <span className={styles.network}>
                  <PlatformIcon platform={platform} decorative />
                  {platformNames[platform]} link
                  <span className="visually-hidden">{` of #${taskId}`}</span>
                </span>
              }
              value={post[platform]}
              error={errorOf(fieldName(id, platform)) ?? ''}
              note={hintAbout(platform, post[platform])}
              readOnly={isBusy}
              onChange={({ currentTarget }) => onChange({ [platform]: currentTarget.value })}
              onPaste={(event) => onPaste(event, platform)}
              onKeyDown={(event) => event.key === 'Enter' && onNextRow(event, platform)}
            />
          ))}
          <PostedAt
            taskId={taskId}
            name={fieldName(id, 'postedAt')}
            value={post.postedAt}
            error={errorOf(fieldName(id, 'postedAt')) ?? ''}
            readOnly={isBusy}
            onChange={(postedAt) => onChange({ postedAt })}
          />
        </div>
      )}
      {result}
    </li>
  )
}

interface PostedAtProps {
  taskId: number
  name: string
  value: string
  error: string
  readOnly: boolean
  onChange: (value: string) => void
}

/** When a task was posted. A button shows the field, because each part of a date and time is a stop of the Tab key. */
function PostedAt({ taskId, onChange, ...field }: PostedAtProps) {
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])
  if (!isOpen && !field.value) {
    return (
      <Button tone="quiet" size="small" className={styles.now} disabled={field.readOnly} onClick={() => setOpen(true)}>
        Posted now <span className="visually-hidden">{`(change the time of #${taskId})`}</span>
      </Button>
    )
  }
  return (
    <Field
      {...field}
      ref={input}
      type="datetime-local"
      label={
        <>
          Posted at<span className="visually-hidden">{`, #${taskId}`}</span>
        </>
      }
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
