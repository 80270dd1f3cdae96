import type { Preview } from '@app/contracts/http/previews.ts'
import { type ReactNode, useState } from 'react'
import { Select } from '../../../shared/ui/Field.tsx'
import { kindNames } from '../file-label.ts'
import { CaptionChanges } from './CaptionChanges.tsx'
import styles from './Comparison.module.css'
import { changeOf, describeOtherFiles, describePictures, type FilePair, pairFiles } from './compared-files.ts'
import { OtherFiles } from './OtherFiles.tsx'
import { PictureViews } from './PictureViews.tsx'

interface ComparisonProps {
  before: Preview
  after: Preview
  /** Controls that choose the versions, beside the control that chooses the file. */
  choice?: ReactNode
}

/** Compares two versions of a preview: their files at the same positions, and their captions. */
export default function Comparison({ before, after, choice }: ComparisonProps) {
  const [chosen, setChosen] = useState(0)
  const pairs = pairFiles(before, after)
  const position = Math.min(chosen, pairs.length - 1)
  const pair = pairs[position]
  const names = { before: `Version ${before.number}`, after: `Version ${after.number}` }
  const pictures = pair && picturesOf(pair)
  const captions = [before.caption, after.caption] as const
  return (
    <div className={styles.comparison}>
      {(choice || pairs.length > 1) && (
        <div className={styles.choice}>
          {choice}
          {pairs.length > 1 && (
            <div className={styles.file}>
              <Select
                label="File"
                value={position}
                options={pairs.map((one, at) => ({ value: String(at), label: `${at + 1}. ${labelOf(one)}` }))}
                onChange={({ target }) => setChosen(Number(target.value))}
              />
            </div>
          )}
        </div>
      )}
      <p className={styles.words} role="status">
        {pictures && describePictures(pictures.before, pictures.after)}
        {pair && !pictures && describeOtherFiles(pair, { before: before.number, after: after.number })}
      </p>
      {pictures && <PictureViews {...pictures} names={names} />}
      {pair && !pictures && <OtherFiles pair={pair} names={names} />}
      {captions.some((caption) => caption !== '') && <CaptionChanges before={before.caption} after={after.caption} />}
    </div>
  )
}

/** Returns the files of a pair if both are pictures. */
function picturesOf({ before, after }: FilePair) {
  return before?.kind === 'image' && after?.kind === 'image' ? { before, after } : undefined
}

/** Returns for example "Picture, changed". */
function labelOf(pair: FilePair): string {
  const kind = (pair.after ?? pair.before)?.kind
  return [kind && kindNames[kind], changeOf(pair)].filter(Boolean).join(', ')
}
