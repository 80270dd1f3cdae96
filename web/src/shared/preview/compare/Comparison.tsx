import type { Preview } from '@app/contracts/http/previews.ts'
import { type ReactNode, useState } from 'react'
import { Select } from '../../ui/Field.tsx'
import { RetryNotice } from '../../ui/states.tsx'
import { kindNames } from '../file-label.ts'
import { CaptionChanges } from './CaptionChanges.tsx'
import styles from './Comparison.module.css'
import { areIdentical, changeOf, comparedUrls, describeOtherFiles, describeSizes, type FilePair, pairFiles } from './compared-files.ts'
import { describeDifference } from './describe-difference.ts'
import type { ComparedSide } from './difference-worker.ts'
import { OtherFiles } from './OtherFiles.tsx'
import { PictureViews } from './PictureViews.tsx'
import { type Difference, useDifference } from './use-difference.ts'

interface ComparisonProps {
  before: Preview
  after: Preview
  /** Controls that choose the versions, beside the control that chooses the file. */
  choice?: ReactNode
}

/** Compares two versions of a preview: their files at the same positions, and their captions. Describes the difference in words. */
export default function Comparison({ before, after, choice }: ComparisonProps) {
  const [chosen, setChosen] = useState(0)
  const pairs = pairFiles(before, after)
  const position = Math.min(chosen, pairs.length - 1)
  const pair = pairs[position]
  const names = { before: `Version ${before.number}`, after: `Version ${after.number}` }
  const pictures = pair && picturesOf(pair)
  const isIdentical = pictures && areIdentical(pictures.before, pictures.after)
  const { difference, attempt, retry } = useDifference(pictures && !isIdentical ? comparedUrls(pictures.before, pictures.after) : undefined)
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
        {isIdentical && 'No difference.'}
        {pictures && !isIdentical && describePictures(pictures, difference)}
        {pair && !pictures && describeOtherFiles(pair, { before: before.number, after: after.number })}
      </p>
      {pictures && !isIdentical && difference.state === 'failed' && (
        <RetryNotice message={failureInWords(difference.unreadable, names)} onRetry={retry} />
      )}
      {pictures && (
        <PictureViews
          {...pictures}
          names={names}
          attempt={attempt}
          cells={!isIdentical && difference.state === 'compared' ? difference.cells : undefined}
        />
      )}
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

function describePictures({ before, after }: NonNullable<ReturnType<typeof picturesOf>>, difference: Difference): string {
  if (difference.state === 'comparing') return 'Comparing…'
  const sizes = describeSizes(before, after)
  if (difference.state === 'failed') return sizes
  const words = describeDifference(difference.cells)
  return sizes ? `${sizes} ${words}` : words
}

function failureInWords(unreadable: readonly ComparedSide[], names: Readonly<Record<ComparedSide, string>>): string {
  const [first, second] = unreadable.map((side) => names[side])
  if (!first) return 'We couldn’t compare these pictures. You can still look at both.'
  return `We couldn’t load ${second ? `${first} and ${second}` : first}.`
}
