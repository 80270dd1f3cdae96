import type { PostingKit } from '@app/contracts/http/posting-kit.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { ALTERNATIVE_TEXT_MAX } from '@app/contracts/rules/previews.ts'
import { useState } from 'react'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import styles from './PostingKit.module.css'

/** Returns a first alternative text for the pictures of a task: its title and its headline. */
const firstText = ({ title, headline }: Task): string => [title, headline.trim()].filter(Boolean).join(': ')

/**
 * The texts for people who do not see the pictures. The networks have a field for it. The admin completes and copies them. If the preview
 * has alternative texts, each picture has its own. Otherwise, one text is for all.
 */
export function AlternativeTexts({ task, files }: { task: Task; files: PostingKit['files'] }) {
  const pictures = files.filter(({ kind }) => kind !== 'pdf')
  const [first] = pictures
  if (!first) return null
  const shown = pictures.some(({ alternativeText }) => alternativeText) ? pictures : [first]
  return shown.map((file) => <AlternativeText key={file.url} task={task} file={file} isNamed={shown.length > 1} />)
}

interface AlternativeTextProps {
  task: Task
  file: PostingKit['files'][number]
  /** Whether the labels contain the name of the file. */
  isNamed: boolean
}

function AlternativeText({ task, file: { name, alternativeText }, isNamed }: AlternativeTextProps) {
  const [text, setText] = useState(() => alternativeText || firstText(task))
  const ofFile = isNamed ? ` for ${name}` : ''
  return (
    <div className={styles.text}>
      <TextArea
        label={`Alternative text${ofFile}`}
        hint={`For people who can’t see the picture.${alternativeText ? '' : ' It starts with the brief: add what the picture shows.'}`}
        rows={2}
        maxLength={ALTERNATIVE_TEXT_MAX}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <CopyButton text={text}>
        Copy alternative text<span className="visually-hidden">{ofFile}</span>
      </CopyButton>
    </div>
  )
}
