import type { Preview } from '@app/contracts/http/previews.ts'
import { useState } from 'react'
import { PreviewContent } from '../../../domain/preview/PreviewContent.tsx'
import { type PreviewMarks, PreviewMarksContext } from '../../../domain/preview/PreviewMarks.tsx'
import type { ChangedTask } from '../task-actions.ts'
import styles from './CheckedContent.module.css'
import { FindingBoxes } from './FindingBoxes.tsx'
import { Findings } from './Findings.tsx'
import { groupFindings } from './group-findings.ts'
import { MarkedCaption } from './MarkedCaption.tsx'
import { useProofreading } from './queries.ts'

interface CheckedContentProps {
  preview: Preview
  /** Text alternative of the picture of a preview with one file. */
  label: string
  of: ChangedTask
  /** Whether the heading of the findings gets the focus. */
  isFocused?: boolean
}

/**
 * The findings of the check of a preview as sentences, and its files and caption with boxes and marks at the places of the findings. Findings
 * that are only likely are shown when the admin opens them.
 */
export default function CheckedContent({ preview, label, of, isFocused = false }: CheckedContentProps) {
  const query = useProofreading(preview._id)
  const findings = query.data?.findings ?? []
  const [isOpen, setOpen] = useState(false)
  // A finding that the admin marks as right stays in its place, with Undo.
  const [acceptedBefore, setAcceptedBefore] = useState<ReadonlySet<string>>()
  if (query.data && !acceptedBefore) setAcceptedBefore(new Set(findings.filter(({ isAccepted }) => isAccepted).map(({ _id }) => _id)))

  const groups = groupFindings(findings, acceptedBefore ?? new Set())
  const marked = [...groups.sure, ...(isOpen ? groups.others : [])].filter(({ finding }) => !finding.isAccepted)
  const marks: PreviewMarks = {
    over: (filePosition, page, surface) => <FindingBoxes findings={marked} filePosition={filePosition} page={page} surface={surface} />,
    inCaption: (caption) => <MarkedCaption caption={caption} findings={marked} />,
  }
  return (
    <div className={styles.checked}>
      <Findings query={query} preview={preview} of={of} groups={groups} isOpen={isOpen} setOpen={setOpen} isFocused={isFocused} />
      <PreviewMarksContext value={marks}>
        <PreviewContent preview={preview} label={label} />
      </PreviewMarksContext>
    </div>
  )
}
