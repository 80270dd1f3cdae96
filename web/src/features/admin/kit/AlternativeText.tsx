import type { Task } from '@app/contracts/http/tasks.ts'
import { useState } from 'react'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import styles from './PostingKit.module.css'

/** Returns a first alternative text for the pictures of a task: its title and its headline. */
const firstText = ({ title, headline }: Task): string => [title, headline.trim()].filter(Boolean).join(': ')

/** The text for people who do not see the pictures. The networks have a field for it. The admin completes and copies it. */
export function AlternativeText({ task }: { task: Task }) {
  const [text, setText] = useState(() => firstText(task))
  return (
    <div className={styles.text}>
      <TextArea
        label="Alternative text"
        hint="For people who can’t see the picture. It starts with the brief: add what the picture shows."
        rows={2}
        maxLength={1_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <CopyButton text={text}>Copy alternative text</CopyButton>
    </div>
  )
}
